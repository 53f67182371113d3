# Lists and dicts of numba.typed are lists and dicts here: they print as those do. Numba shows the str() of elements.
from numba.typed import Dict, List

d = Dict()
d[1] = "apple"
names = List()
names.append("pear")
print(d, names)
