# args: --compare --target=cpu
# Two runs on the CPU, of a program without kernels.
import numpy as np

total = 0
for k in range(10):
    total += k
a = np.arange(3) / 3
print(a, total)
