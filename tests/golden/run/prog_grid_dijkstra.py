import heapq
import numpy as np
from numba import njit


@njit
def cheapest_path(cost):
    h, w = cost.shape
    dist = np.full((h, w), 1 << 40)
    dist[0, 0] = cost[0, 0]
    heap = [(cost[0, 0], 0, 0)]
    pops = 0
    while len(heap) > 0:
        d, r, c = heapq.heappop(heap)
        pops += 1
        if d > dist[r, c]:
            continue
        for k in range(4):
            rr = r + (k == 0) - (k == 1)
            cc = c + (k == 2) - (k == 3)
            if rr >= 0 and rr < h and cc >= 0 and cc < w:
                nd = d + cost[rr, cc]
                if nd < dist[rr, cc]:
                    dist[rr, cc] = nd
                    heapq.heappush(heap, (nd, rr, cc))
    return dist, pops


@njit
def bellman_ford(n, edges, source):
    dist = np.full(n, np.inf)
    dist[source] = 0.0
    for k in range(n):
        changed = False
        for e in range(edges.shape[0]):
            u, v, w = int(edges[e, 0]), int(edges[e, 1]), edges[e, 2]
            if dist[u] + w < dist[v]:
                dist[v] = dist[u] + w
                changed = True
        if not changed:
            return dist, k
    raise ValueError("negative cycle")


rng = np.random.RandomState(4)
cost = rng.randint(1, 10, (8, 10))
dist, pops = cheapest_path(cost)
print(cost)
print(dist)
print("corner", dist[-1, -1], "pops at least", pops >= cost.size)

# moves right and down only, for comparison
table = cost.copy()
for i in range(table.shape[0]):
    for j in range(table.shape[1]):
        if i and j:
            table[i, j] += min(table[i - 1, j], table[i, j - 1])
        elif i:
            table[i, j] += table[i - 1, j]
        elif j:
            table[i, j] += table[i, j - 1]
print("monotone path", table[-1, -1], "never shorter:", bool((table >= dist).all()))

edges = np.array([[0, 1, 6.0], [0, 2, 7.0], [1, 2, 8.0], [1, 3, 5.0], [1, 4, -4.0], [2, 3, -3.0],
                  [2, 4, 9.0], [3, 1, -2.0], [4, 0, 2.0], [4, 3, 7.0]])
d, rounds = bellman_ford(5, edges, 0)
print(d, "rounds", rounds)
edges[7, 2] = -9.0
try:
    bellman_ford(5, edges, 0)
except ValueError as err:
    print("error:", err)

# heapq outside compiled code
events = [(7, "land"), (2, "taxi"), (4, "climb"), (3, "take off"), (5, "cruise")]
heapq.heapify(events)
while events:
    t, what = heapq.heappop(events)
    print(t, what, end="; " if events else "\n")
print(heapq.nsmallest(3, [9, 4, 7, 1, 8]), heapq.nlargest(2, [9, 4, 7, 1, 8]))
