import random

random.seed(42)
print(random.random(), random.random())
print(random.randint(1, 100), random.randrange(10), random.randrange(0, 100, 5))
print(random.uniform(2.0, 3.0), random.choice([10, 20, 30]), random.choice("abc"))
print([random.randint(1, 6) for _ in range(10)])
deck = list(range(8))
random.shuffle(deck)
print(deck, random.sample(range(20), 4), round(random.gauss(0, 1), 9), round(random.expovariate(1.5), 9))
random.seed(7)
a = [random.random() for _ in range(3)]
random.seed(7)
print(a == [random.random() for _ in range(3)], random.getrandbits(16))
heads = sum(random.random() < 0.5 for _ in range(1000))
print(heads)
