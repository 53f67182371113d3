"""Prices of European calls and puts: exp, log, sqrt and erf."""
import math
import time

import numpy as np
from numba import njit

N = 50000
REPS = 7


@njit
def fill(a, seed):
    """Numbers in [0, 1): Knuth's MMIX generator, its upper 53 bits."""
    state = np.uint64(seed)
    for i in range(a.shape[0]):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        a[i] = (state >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def random_array(n, seed):
    a = np.empty(n)
    fill(a, seed)
    return a


@njit
def normal_cdf(x):
    return 0.5 * (1.0 + math.erf(x * 0.7071067811865476))


@njit
def black_scholes(spot, strike, years, rate, call, put):
    sigma = 0.3
    for i in range(spot.shape[0]):
        root = sigma * math.sqrt(years[i])
        d1 = (math.log(spot[i] / strike[i]) + (rate + 0.5 * sigma * sigma) * years[i]) / root
        d2 = d1 - root
        discounted = strike[i] * math.exp(-rate * years[i])
        call[i] = spot[i] * normal_cdf(d1) - discounted * normal_cdf(d2)
        put[i] = discounted * normal_cdf(-d2) - spot[i] * normal_cdf(-d1)


def main():
    spot = 10.0 + 40.0 * random_array(N, 1)
    strike = 10.0 + 40.0 * random_array(N, 2)
    years = 0.1 + 2.0 * random_array(N, 3)
    call = np.zeros(N)
    put = np.zeros(N)
    black_scholes(spot, strike, years, 0.05, call, put)
    check = call.sum() + put.sum()
    for rep in range(REPS):
        start = time.perf_counter()
        black_scholes(spot, strike, years, 0.02 + 0.001 * rep, call, put)
        print("time", time.perf_counter() - start)
        check += call.sum() + put.sum()
    print("checksum", float(check))


main()
