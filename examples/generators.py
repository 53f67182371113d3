"""Generators: endless sequences, pipelines, and one compiled with Numba."""
from itertools import islice

import numpy as np
from numba import njit


def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def primes():
    found = []
    n = 2
    while True:
        if all(n % p for p in found):
            found.append(n)
            yield n
        n += 1


def only_even(numbers):
    for n in numbers:
        if n % 2 == 0:
            yield n


def windows(values, width):
    for i in range(len(values) - width + 1):
        yield values[i:i + width]


@njit
def collatz(n):
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1


@njit
def longest_collatz(limit):
    best, best_n = 0, 0
    for n in range(1, limit):
        length = 0
        for _ in collatz(n):
            length += 1
        if length > best:
            best, best_n = length, n
    return best_n, best


print(list(islice(fibonacci(), 15)))
print(list(islice(primes(), 12)))
print(list(islice(only_even(fibonacci()), 6)))
print([int(w.sum()) for w in windows(np.arange(7), 3)])
print(list(collatz(12)))
print(longest_collatz(3000))

total = 0
for p in primes():
    if p > 50:
        break
    total += p
print("sum of the primes below 50:", total)
print(sum(x * x for x in range(10)), max(len(w) for w in ("one", "three", "five")))

gen = windows("abcd", 2)
print(next(gen), next(gen), next(gen), next(gen, "no more"))
