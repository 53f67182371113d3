import math

for x in (4.0, 1.0, -1.0):
    print(math.sqrt(x))
