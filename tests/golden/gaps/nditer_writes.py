# nditer yields values, not views of one element, and knows no flags.
import numpy as np

a = np.arange(6).reshape(2, 3)
with np.nditer(a, op_flags=["readwrite"]) as it:
    for x in it:
        x[...] = 2 * x
print(a)
