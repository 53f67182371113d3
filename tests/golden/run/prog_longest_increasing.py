import bisect
import numpy as np
from numba import njit


@njit
def lis_quadratic(a):
    n = len(a)
    length = np.ones(n, dtype=np.int64)
    back = np.full(n, -1)
    for i in range(n):
        for j in range(i):
            if a[j] < a[i] and length[j] + 1 > length[i]:
                length[i] = length[j] + 1
                back[i] = j
    end = np.argmax(length)
    size = length[end]
    out = np.empty(size, dtype=a.dtype)
    for k in range(size - 1, -1, -1):
        out[k] = a[end]
        end = back[end]
    return out


@njit
def lis_patience(a):
    """Length only: piles with their tops in ascending order."""
    tops = np.empty_like(a)
    size = 0
    for x in a:
        lo, hi = 0, size
        while lo < hi:
            mid = (lo + hi) // 2
            if tops[mid] < x:
                lo = mid + 1
            else:
                hi = mid
        tops[lo] = x
        if lo == size:
            size += 1
    return size


def lis_bisect(values):
    tops = []
    for v in values:
        k = bisect.bisect_left(tops, v)
        if k == len(tops):
            tops.append(v)
        else:
            tops[k] = v
    return len(tops)


@njit
def longest_common_substring(a, b):
    best = 0
    end = 0
    prev = np.zeros(len(b) + 1, dtype=np.int64)
    for i in range(len(a)):
        cur = np.zeros(len(b) + 1, dtype=np.int64)
        for j in range(len(b)):
            if a[i] == b[j]:
                cur[j + 1] = prev[j] + 1
                if cur[j + 1] > best:
                    best = cur[j + 1]
                    end = i + 1
        prev = cur
    return a[end - best:end]


@njit
def longest_palindrome(s):
    best_lo, best_hi = 0, 1
    for mid in range(len(s)):
        for odd in range(2):
            lo, hi = mid, mid + odd
            while lo >= 0 and hi < len(s) and s[lo] == s[hi]:
                lo -= 1
                hi += 1
            if hi - lo - 1 > best_hi - best_lo:
                best_lo, best_hi = lo + 1, hi
    return s[best_lo:best_hi]


a = np.array([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15])
print(lis_quadratic(a), lis_patience(a), lis_bisect(a.tolist()))
print(lis_quadratic(np.array([5.5, 4.25, 3.0])), lis_patience(np.array([1, 2, 3, 3, 2])))

rs = np.random.RandomState(0)
for n in (10, 50, 200):
    p = rs.permutation(n)
    x = lis_quadratic(p)
    print(n, len(x), lis_patience(p), lis_bisect(p.tolist()), "2 sqrt(n) = %.2f" % (2 * n ** 0.5))
    print(bool((np.diff(x) > 0).all()))

print(longest_common_substring("understanding", "misunderstood"))
print(repr(longest_common_substring("abc", "xyz")))
for s in ("forgeeksskeegfor", "abacdfgdcaba", "x", "noon"):
    print(s, "->", longest_palindrome(s), longest_palindrome(s)[::-1] == longest_palindrome(s))

gaps = np.array([1, 7, 3, 4, 9, 2, 5])
up = down = 1
for d in np.diff(gaps):
    if d > 0:
        up = down + 1
    elif d < 0:
        down = up + 1
print("longest zigzag", max(up, down))
