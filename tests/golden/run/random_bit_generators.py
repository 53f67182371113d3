import numpy as np

print(np.random.Generator(np.random.PCG64(7)).random(2), np.random.Generator(np.random.Philox(7)).random(2))
print(np.random.Generator(np.random.MT19937(7)).random(2))
print(np.random.default_rng([1, 2]).random(), np.random.default_rng(np.random.SeedSequence(5)).random())
for s in np.random.SeedSequence(3).spawn(2):
    print(np.random.default_rng(s).random(2))
child = np.random.default_rng(8)
out = np.empty(3)
child.random(out=out)
print(out, child.bytes(2).hex())
