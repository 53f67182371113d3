import numpy as np
from numba import njit

MAZE = """
#####################
#S  #     #         #
# # # ### # ##### # #
# #   #   #     # # #
# ##### ####### # # #
#     # #     # # # #
##### # # ### # # ###
#   # #   # #   #   #
# # # ##### ##### # #
# #         #     #E#
#####################
"""


@njit
def bfs(walls, sr, sc):
    h, w = walls.shape
    dist = np.full((h, w), -1)
    queue = [(sr, sc)]
    dist[sr, sc] = 0
    head = 0
    while head < len(queue):
        r, c = queue[head]
        head += 1
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            rr, cc = r + dr, c + dc
            if not walls[rr, cc] and dist[rr, cc] < 0:
                dist[rr, cc] = dist[r, c] + 1
                queue.append((rr, cc))
    return dist


@njit
def walk_back(dist, r, c):
    path = [(r, c)]
    while dist[r, c] > 0:
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if dist[r + dr, c + dc] == dist[r, c] - 1:
                r += dr
                c += dc
                break
        path.append((r, c))
    return path[::-1]


@njit
def dead_ends(walls):
    filled = walls.copy()
    changed = True
    rounds = 0
    while changed:
        changed = False
        rounds += 1
        for r in range(1, walls.shape[0] - 1):
            for c in range(1, walls.shape[1] - 1):
                if not filled[r, c]:
                    n = 0
                    n += filled[r - 1, c]
                    n += filled[r + 1, c]
                    n += filled[r, c - 1]
                    n += filled[r, c + 1]
                    if n == 3:
                        filled[r, c] = True
                        changed = True
    return filled, rounds


rows = MAZE.strip().split("\n")
walls = np.array([[ch == "#" for ch in row] for row in rows])
start = end = (0, 0)
for r, row in enumerate(rows):
    if "S" in row:
        start = (r, row.index("S"))
    if "E" in row:
        end = (r, row.index("E"))
print("size", walls.shape, "start", start, "end", end)

dist = bfs(walls, start[0], start[1])
print("distance to the exit:", dist[end])
print("reachable cells:", int((dist >= 0).sum()), "of", int((~walls).sum()))
path = walk_back(dist, end[0], end[1])
print("first steps:", path[:6], "length", len(path))

canvas = [list(row) for row in rows]
for r, c in path[1:-1]:
    canvas[r][c] = "."
for line in canvas:
    print("".join(line))

moves = ""
for (r0, c0), (r1, c1) in zip(path, path[1:]):
    moves += {(0, 1): "R", (1, 0): "D", (0, -1): "L", (-1, 0): "U"}[(r1 - r0, c1 - c0)]
print(moves)
filled, rounds = dead_ends(walls)
print("cells left after filling dead ends:", int((~filled).sum()), "rounds", rounds)
print(np.bincount(dist[dist >= 0])[:20])
