"""Shortest paths in a road network stored as flat arrays, with a hand-made binary heap."""
import numpy as np
from numba import njit


@njit
def push(keys, items, size, key, item):
    i = size
    while i > 0:
        up = (i - 1) // 2
        if keys[up] <= key:
            break
        keys[i], items[i] = keys[up], items[up]
        i = up
    keys[i], items[i] = key, item
    return size + 1


@njit
def pop(keys, items, size):
    top_key, top_item = keys[0], items[0]
    size -= 1
    key, item = keys[size], items[size]
    i = 0
    while 2 * i + 1 < size:
        child = 2 * i + 1
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[i], items[i] = keys[child], items[child]
        i = child
    keys[i], items[i] = key, item
    return size, top_key, top_item


@njit
def dijkstra(start, first, target, length):
    n = first.size - 1
    dist = np.full(n, np.inf)
    back = np.full(n, -1)
    keys = np.empty(target.size + 1)
    items = np.empty(target.size + 1, dtype=np.int64)
    dist[start] = 0.0
    size = push(keys, items, 0, 0.0, start)
    while size > 0:
        size, key, at = pop(keys, items, size)
        if key > dist[at]:
            continue
        for e in range(first[at], first[at + 1]):
            to = target[e]
            new = key + length[e]
            if new < dist[to]:
                dist[to] = new
                back[to] = at
                size = push(keys, items, size, new, to)
    return dist, back


def to_csr(n, roads):
    """Both directions of each road, grouped by where they start."""
    both = roads + [(b, a, d) for a, b, d in roads]
    both.sort()
    first = np.zeros(n + 1, dtype=np.int64)
    for a, _, _ in both:
        first[a + 1] += 1
    target = np.array([b for _, b, _ in both])
    length = np.array([d for _, _, d in both])
    return np.cumsum(first), target, length


towns = ["Aberdeen", "Perth", "Stirling", "Glasgow", "Edinburgh", "Oban", "Lerwick"]
roads = [(0, 1, 86.0), (1, 2, 34.5), (2, 3, 26.0), (2, 4, 37.0), (3, 4, 47.0), (1, 4, 43.5), (2, 5, 87.0), (3, 5, 97.0)]
first, target, length = to_csr(len(towns), roads)
print("first", first)
print("target", target)

dist, back = dijkstra(0, first, target, length)
print(dist)
for i, town in enumerate(towns):
    if np.isinf(dist[i]):
        print("%-10s cannot be reached" % town)
        continue
    path = [i]
    while back[path[-1]] >= 0:
        path.append(int(back[path[-1]]))
    print("%-10s %6.1f miles  %s" % (town, dist[i], " - ".join(towns[k] for k in reversed(path))))
