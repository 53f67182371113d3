# args: --compare --target=cuda-cpu
# exit: 1
# A program that cannot be compiled: the exit status and the texts of the processes.
import numpy as np

a = np.no_such_function(1)
