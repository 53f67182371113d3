import math
import numpy as np
from numba import njit


@njit
def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


@njit
def monotone_chain(p):
    """p is sorted by x, then y; the hull comes back counter-clockwise."""
    n = p.shape[0]
    hull = np.empty((2 * n, 2), dtype=p.dtype)
    k = 0
    for i in range(n):
        while k >= 2 and cross(hull[k - 2], hull[k - 1], p[i]) <= 0:
            k -= 1
        hull[k] = p[i]
        k += 1
    lower = k + 1
    for i in range(n - 2, -1, -1):
        while k >= lower and cross(hull[k - 2], hull[k - 1], p[i]) <= 0:
            k -= 1
        hull[k] = p[i]
        k += 1
    return hull[:k - 1].copy()


@njit
def area(poly):
    s = 0.0
    n = poly.shape[0]
    for i in range(n):
        j = (i + 1) % n
        s += poly[i, 0] * poly[j, 1] - poly[j, 0] * poly[i, 1]
    return 0.5 * s


@njit
def contains(poly, x, y):
    inside = False
    j = poly.shape[0] - 1
    for i in range(poly.shape[0]):
        if (poly[i, 1] > y) != (poly[j, 1] > y):
            t = (y - poly[i, 1]) / (poly[j, 1] - poly[i, 1])
            if x < poly[i, 0] + t * (poly[j, 0] - poly[i, 0]):
                inside = not inside
        j = i
    return inside


@njit
def closest_pair(p):
    best = np.inf
    pair = (-1, -1)
    for i in range(len(p)):
        for j in range(i + 1, len(p)):
            if p[j, 0] - p[i, 0] >= best:
                break
            d = math.hypot(p[j, 0] - p[i, 0], p[j, 1] - p[i, 1])
            if d < best:
                best = d
                pair = (i, j)
    return best, pair


def perimeter(poly):
    step = np.roll(poly, -1, axis=0) - poly
    return np.sqrt((step ** 2).sum(axis=1)).sum()


np.random.seed(13)
pts = np.random.randint(0, 30, (25, 2)).astype(np.float64)
pts = pts[np.lexsort((pts[:, 1], pts[:, 0]))]
hull = monotone_chain(pts)
print(hull)
print("area", area(hull), "perimeter %.6f" % perimeter(hull), "corners", len(hull))
d, (i, j) = closest_pair(pts)
print("closest %.6f" % d, pts[i], pts[j])

grid = np.full((15, 30), " ")
for x, y in pts:
    grid[int(y) // 2, int(x)] = "."
for x, y in hull:
    grid[int(y) // 2, int(x)] = "O"
for row in grid[::-1]:
    print("|" + "".join(row) + "|")

square = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
print([contains(square, x, y) for x, y in ((2, 2), (5, 1), (-1, 2), (3.9, 0.1))], area(square))
print(area(square[::-1].copy()))
hits = sum(contains(hull, x + 0.5, y + 0.5) for x in range(30) for y in range(30))
print("cells inside", hits, "within 5% of the area:", abs(hits - area(hull)) < 0.05 * area(hull))
centroid = hull.mean(axis=0)
far = np.sqrt(((pts - centroid) ** 2).sum(axis=1))
print(np.round(centroid, 4), "farthest", pts[far.argmax()])


def simplify(line, eps):
    if len(line) < 3:
        return line
    a, b = line[0], line[-1]
    base = math.hypot(b[0] - a[0], b[1] - a[1])
    gaps = [abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / base for p in line[1:-1]]
    worst = max(range(len(gaps)), key=lambda k: gaps[k])
    if gaps[worst] <= eps:
        return [a, b]
    return simplify(line[:worst + 2], eps)[:-1] + simplify(line[worst + 1:], eps)


wave = [(x, round(3 * math.sin(x / 2), 3)) for x in range(13)]
print(simplify(wave, 0.8))
