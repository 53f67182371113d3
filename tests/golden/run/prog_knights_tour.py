import numpy as np
from numba import njit

MOVES = np.array([[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]])


@njit
def degree(board, r, c, moves):
    n = board.shape[0]
    d = 0
    for k in range(8):
        rr = r + moves[k, 0]
        cc = c + moves[k, 1]
        if 0 <= rr < n and 0 <= cc < n and board[rr, cc] < 0:
            d += 1
    return d


@njit
def warnsdorff(n, r, c, moves):
    board = np.full((n, n), -1)
    board[r, c] = 0
    for step in range(1, n * n):
        best = 9
        br = bc = -1
        for k in range(8):
            rr, cc = r + moves[k, 0], c + moves[k, 1]
            if 0 <= rr < n and 0 <= cc < n and board[rr, cc] < 0:
                d = degree(board, rr, cc, moves)
                if d < best:
                    best = d
                    br, bc = rr, cc
        if br < 0:
            return board, step
        r, c = br, bc
        board[r, c] = step
    return board, n * n


@njit
def distances(n, r, c, moves):
    dist = np.full((n, n), -1)
    queue = np.empty((n * n, 2), dtype=np.int64)
    head, tail = 0, 1
    queue[0, 0], queue[0, 1] = r, c
    dist[r, c] = 0
    while head < tail:
        r, c = queue[head]
        head += 1
        for k in range(8):
            rr, cc = r + moves[k, 0], c + moves[k, 1]
            if rr < 0 or rr >= n or cc < 0 or cc >= n or dist[rr, cc] >= 0:
                continue
            dist[rr, cc] = dist[r, c] + 1
            queue[tail, 0], queue[tail, 1] = rr, cc
            tail += 1
    return dist


board, visited = warnsdorff(6, 0, 0, MOVES)
print(board)
print("squares visited:", visited, "complete:", visited == 36)
starts = [(0, 0), (2, 3), (4, 4), (5, 1)]
for s in starts:
    _, v = warnsdorff(8, s[0], s[1], MOVES)
    print("start %s on 8x8: %d" % (s, v))

print(distances(8, 0, 0, MOVES))
print(distances(3, 0, 0, MOVES))
d = distances(8, 3, 3, MOVES)
print("farthest", d.max(), "count by distance", np.bincount(d.ravel()))
ok = all(abs(int(a[0] - b[0])) + abs(int(a[1] - b[1])) == 3
         for a, b in zip([np.argwhere(board == k)[0] for k in range(35)], [np.argwhere(board == k)[0] for k in range(1, 36)]))
print("all moves legal:", ok)
