# args: --compare --target=cuda-cpu
# argv: 3 x
# The exit status and sys.argv; variables are compared when a program runs to its end.
import sys

import numpy as np

a = np.ones(3)
print(sys.argv[1:], a)
sys.exit(int(sys.argv[1]))
