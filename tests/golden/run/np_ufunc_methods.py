import numpy as np

print(np.add.reduce([1, 2, 3]), np.add.accumulate([1, 2, 3]), np.multiply.accumulate([1, 2, 3, 4]))
print(np.multiply.outer([1, 2], [3, 4]), np.subtract.outer([3, 1], [1, 2]), np.maximum.outer([1, 5], [2, 4]))
print(np.maximum.accumulate([1, 3, 2, 5, 4]), np.minimum.accumulate([4, 5, 2, 3]))
print(np.logical_or.reduce([False, True]))
print(np.add.reduceat(np.arange(8), [0, 3, 5]), np.minimum.reduce([[3, 1], [2, 5]], axis=0))
print(np.bitwise_xor.reduce([5, 9, 5]))
m = np.arange(6).reshape(2, 3)
print(np.add.reduce(m, axis=1), np.add.accumulate(m, axis=0), np.multiply.reduce(m + 1), np.add.reduce(m, axis=None))
print(np.lcm.reduce([4, 6, 10]), np.gcd.reduce([12, 18, 30]), np.add.reduce([], initial=3))
print(np.logical_and.reduce(m > 0, axis=1))
print(np.add.nin, np.add.nout, np.add.identity, np.multiply.identity, np.sqrt.__name__)
