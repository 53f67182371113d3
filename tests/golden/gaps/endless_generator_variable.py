# An endless generator expression in a variable becomes a list when next() asks it: only a loop, islice or
# takewhile that stands over it is written out lazily.
from itertools import count

powers = (n ** 12 for n in count(1))
print(next(powers), next(powers))
