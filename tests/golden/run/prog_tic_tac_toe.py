import numpy as np
from numba import njit

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


@njit
def winner(board, lines):
    for k in range(lines.shape[0]):
        a, b, c = lines[k]
        if board[a] != 0 and board[a] == board[b] and board[b] == board[c]:
            return board[a]
    return 0


@njit
def minimax(board, player, lines, counter):
    counter[0] += 1
    w = winner(board, lines)
    if w != 0:
        return w
    best = -2 * player
    empty = False
    for k in range(9):
        if board[k] == 0:
            empty = True
            board[k] = player
            score = minimax(board, -player, lines, counter)
            board[k] = 0
            if player == 1:
                best = max(best, score)
            else:
                best = min(best, score)
    return best if empty else 0


@njit
def alphabeta(board, player, alpha, beta, lines, counter):
    counter[0] += 1
    w = winner(board, lines)
    if w != 0:
        return w, -1
    move = -1
    best = -2 * player
    for k in range(9):
        if board[k] != 0:
            continue
        board[k] = player
        score, _ = alphabeta(board, -player, alpha, beta, lines, counter)
        board[k] = 0
        if score * player > best * player:
            best = score
            move = k
        if player == 1:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    if move < 0:
        return 0, -1
    return best, move


@njit
def count_games(board, player, lines, out):
    w = winner(board, lines)
    if w != 0:
        out[w] += 1
        return
    full = True
    for k in range(9):
        if board[k] == 0:
            full = False
            board[k] = player
            count_games(board, -player, lines, out)
            board[k] = 0
    if full:
        out[0] += 1


def show(board):
    return "/".join("".join(".XO"[v] for v in board[r:r + 3]) for r in (0, 3, 6))


board = np.zeros(9, dtype=np.int64)
counter = np.zeros(1, dtype=np.int64)
print("value of the empty board", minimax(board, 1, LINES, counter), "positions", counter[0])
counter[0] = 0
print("with pruning", alphabeta(board, 1, -2, 2, LINES, counter), "positions", counter[0])
out = np.zeros(3, dtype=np.int64)
count_games(board, 1, LINES, out)
print("games: draws", out[0], "X wins", out[1], "O wins", out[-1], "total", out.sum())

player = 1
while winner(board, LINES) == 0 and (board == 0).any():
    score, move = alphabeta(board, player, -2, 2, LINES, counter)
    board[move] = player
    print("XO"[player < 0], "plays", move, show(board), "expects", score)
    player = -player

# a random opponent never beats the engine
rng = np.random.RandomState(3)
results = {1: 0, 0: 0, -1: 0}
for game in range(30):
    b = np.zeros(9, dtype=np.int64)
    p = 1
    while winner(b, LINES) == 0 and np.count_nonzero(b) < 9:
        if p == 1:
            b[alphabeta(b, 1, -2, 2, LINES, counter)[1]] = 1
        else:
            b[rng.choice(np.flatnonzero(b == 0))] = -1
        p = -p
    results[int(winner(b, LINES))] += 1
print(results)


def nim_move(heaps):
    x = 0
    for h in heaps:
        x ^= h
    if x == 0:
        return None
    for i, h in enumerate(heaps):
        if h ^ x < h:
            return i, h - (h ^ x)
    return None


for heaps in ([3, 4, 5], [1, 1], [7, 2]):
    print(heaps, nim_move(heaps))
