import numpy as np
from numba import njit


def to_codes(s):
    return np.array([ord(ch) for ch in s], dtype=np.uint8)


@njit
def needleman_wunsch(a, b, match, mismatch, gap):
    n, m = len(a), len(b)
    score = np.zeros((n + 1, m + 1), dtype=np.int32)
    trace = np.zeros((n + 1, m + 1), dtype=np.int8)
    for i in range(1, n + 1):
        score[i, 0] = i * gap
        trace[i, 0] = 1
    for j in range(1, m + 1):
        score[0, j] = j * gap
        trace[0, j] = 2
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            diag = score[i - 1, j - 1] + (match if a[i - 1] == b[j - 1] else mismatch)
            up = score[i - 1, j] + gap
            left = score[i, j - 1] + gap
            best = diag
            move = 0
            if up > best:
                best = up
                move = 1
            if left > best:
                best = left
                move = 2
            score[i, j] = best
            trace[i, j] = move
    return score, trace


@njit
def smith_waterman(a, b):
    h = np.zeros((a.size + 1, b.size + 1), dtype=np.int64)
    top = 0
    where = (0, 0)
    for i in range(1, a.size + 1):
        for j in range(1, b.size + 1):
            s = 3 if a[i - 1] == b[j - 1] else -3
            h[i, j] = max(0, h[i - 1, j - 1] + s, h[i - 1, j] - 2, h[i, j - 1] - 2)
            if h[i, j] > top:
                top = h[i, j]
                where = (i, j)
    return h, top, where


def traceback(x, y, trace):
    i, j = len(x), len(y)
    top, mid, bottom = [], [], []
    while i > 0 or j > 0:
        move = trace[i, j]
        if move == 0:
            i -= 1
            j -= 1
            top.append(x[i])
            bottom.append(y[j])
            mid.append("|" if x[i] == y[j] else ".")
        elif move == 1:
            i -= 1
            top.append(x[i])
            bottom.append("-")
            mid.append(" ")
        else:
            j -= 1
            top.append("-")
            bottom.append(y[j])
            mid.append(" ")
    return "".join(top[::-1]), "".join(mid[::-1]), "".join(bottom[::-1])


for x, y in (("GATTACA", "GCATGCA"), ("ACGTACGTGA", "ACTTCGTA"), ("AAAA", "TTTT")):
    score, trace = needleman_wunsch(to_codes(x), to_codes(y), 1, -1, -1)
    print(x, y, "score", score[-1, -1], score.dtype)
    for line in traceback(x, y, trace):
        print("   ", line)
print(score)

h, top, where = smith_waterman(to_codes("TGTTACGG"), to_codes("GGTTGACTA"))
print(h)
print("best local score", top, "ends at", where)

lcs = np.zeros((8, 8), dtype=int)
p, q = "GATTACA", "GCATGCA"
for i, u in enumerate(p):
    for j, v in enumerate(q):
        lcs[i + 1, j + 1] = lcs[i, j] + 1 if u == v else max(lcs[i, j + 1], lcs[i + 1, j])
print("longest common subsequence:", lcs[-1, -1], lcs[-1])
