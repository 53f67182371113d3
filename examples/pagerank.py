"""PageRank on a small web, stored as compressed sparse rows."""
import numpy as np
from numba import njit


@njit
def pagerank(first, target, damping, tolerance):
    n = first.size - 1
    rank = np.full(n, 1.0 / n)
    rounds = 0
    while True:
        new = np.zeros(n)
        dangling = 0.0
        for page in range(n):
            links = first[page + 1] - first[page]
            if links == 0:
                dangling += rank[page]
                continue
            share = rank[page] / links
            for e in range(first[page], first[page + 1]):
                new[target[e]] += share
        new = (1.0 - damping) / n + damping * (new + dangling / n)
        change = np.abs(new - rank).sum()
        rank = new
        rounds += 1
        if change < tolerance:
            return rank, rounds


links = {
    "home": ["about", "shop", "blog"],
    "about": ["home"],
    "shop": ["home", "cart"],
    "cart": ["shop", "terms"],
    "blog": ["home", "about", "post1", "post2"],
    "post1": ["blog", "post2"],
    "post2": ["blog"],
    "terms": [],
}
pages = list(links)
number = {name: i for i, name in enumerate(pages)}
first = np.zeros(len(pages) + 1, dtype=np.int64)
flat = []
for i, name in enumerate(pages):
    flat.extend(number[other] for other in links[name])
    first[i + 1] = len(flat)
target = np.array(flat)
print("links:", len(flat), "first:", first)

rank, rounds = pagerank(first, target, 0.85, 1e-12)
print("converged:", rounds < 200, "sum %.6f" % rank.sum())
for i in np.argsort(-rank, kind="stable"):
    print("%-6s %.5f %s" % (pages[i], rank[i], "#" * int(round(100 * rank[i]))))

# the same by a dense matrix
n = len(pages)
M = np.full((n, n), 0.15 / n)
for i, name in enumerate(pages):
    if links[name]:
        for other in links[name]:
            M[number[other], i] += 0.85 / len(links[name])
    else:
        M[:, i] += 0.85 / n
v = np.ones(n) / n
for _ in range(200):
    v = M @ v
print("dense agrees:", np.allclose(v, rank))
for damping in (0.5, 0.99):
    r, _ = pagerank(first, target, damping, 1e-12)
    print("damping", damping, "winner", pages[int(r.argmax())], "%.4f" % r.max())
