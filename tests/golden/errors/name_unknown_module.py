import numpy as np
import numpyy  # error

print(np.arange(3))
