"""A small simulation in classes: grid world, policy iteration and Q-learning."""
import numpy as np


class GridWorld:
    ACTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))
    ARROWS = "^>v<"

    def __init__(self, rows):
        self.rows = rows
        self.h = len(rows)
        self.w = len(rows[0])

    def cell(self, s):
        return self.rows[s // self.w][s % self.w]

    def terminal(self, s):
        return self.cell(s) in "GP"

    def step(self, s, a):
        r, c = divmod(s, self.w)
        dr, dc = self.ACTIONS[a]
        rr, cc = r + dr, c + dc
        if not (0 <= rr < self.h and 0 <= cc < self.w) or self.rows[rr][cc] == "#":
            rr, cc = r, c
        t = rr * self.w + cc
        reward = -0.04
        if self.cell(t) == "G":
            reward = 1.0
        elif self.cell(t) == "P":
            reward = -1.0
        return t, reward

    def states(self):
        return [s for s in range(self.h * self.w) if self.cell(s) != "#"]


def value_iteration(world, gamma, tol=1e-9):
    v = np.zeros(world.h * world.w)
    sweeps = 0
    while True:
        change = 0.0
        for s in world.states():
            if world.terminal(s):
                continue
            best = -1e9
            for a in range(4):
                total = 0.0
                for b, p in ((a, 0.8), ((a + 1) % 4, 0.1), ((a + 3) % 4, 0.1)):
                    t, r = world.step(s, b)
                    total += p * (r + gamma * v[t])
                best = max(best, total)
            change = max(change, abs(best - v[s]))
            v[s] = best
        sweeps += 1
        if change < tol:
            return v, sweeps


def greedy(world, v, gamma):
    out = []
    for s in range(world.h * world.w):
        if world.cell(s) in "#GP":
            out.append(world.cell(s))
            continue
        scores = []
        for a in range(4):
            total = 0.0
            for b, p in ((a, 0.8), ((a + 1) % 4, 0.1), ((a + 3) % 4, 0.1)):
                t, r = world.step(s, b)
                total += p * (r + gamma * v[t])
            scores.append(round(total, 9))
        out.append(world.ARROWS[int(np.argmax(scores))])
    return "".join(out)


def q_learning(world, episodes, seed):
    rng = np.random.RandomState(seed)
    q = np.zeros((world.h * world.w, 4))
    start = world.states()[0]
    lengths = []
    for ep in range(episodes):
        s = start
        n = 0
        while not world.terminal(s) and n < 200:
            if rng.rand() < 0.2:
                a = int(rng.randint(4))
            else:
                a = int(q[s].argmax())
            t, r = world.step(s, a)
            q[s, a] += 0.5 * (r + 0.95 * q[t].max() - q[s, a])
            s = t
            n += 1
        lengths.append(n)
    return q, lengths


world = GridWorld(["...G", ".#.P", "...."])
print("states", len(world.states()), world.step(0, 1), world.step(0, 0), world.step(2, 1))
v, sweeps = value_iteration(world, 0.95)
print(np.round(v.reshape(3, 4), 4))
print("converged:", sweeps < 100)
policy = greedy(world, v, 0.95)
for r in range(3):
    print(policy[4 * r:4 * r + 4])

q, lengths = q_learning(world, 200, 0)
print("first episodes", lengths[:5], "last", lengths[-5:])
s, path = 0, [0]
while not world.terminal(s) and len(path) < 20:
    s, _ = world.step(s, int(q[s].argmax()))
    path.append(s)
print("start value %.3f" % q[0].max(), "reaches the goal:", world.cell(path[-1]) == "G", path)


class Robot:
    def __init__(self, x=0, y=0):
        self.x, self.y, self.heading = x, y, 0
        self.trail = [(x, y)]

    def left(self):
        self.heading = (self.heading + 3) % 4

    def right(self):
        self.heading = (self.heading + 1) % 4

    def forward(self, n=1):
        for _ in range(n):
            dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[self.heading]
            self.x += dx
            self.y += dy
            self.trail.append((self.x, self.y))

    def run(self, program):
        for op in program:
            if op == "L":
                self.left()
            elif op == "R":
                self.right()
            else:
                self.forward(int(op))
        return self


r = Robot().run("2R3R1L2")
print((r.x, r.y), "NESW"[r.heading], len(r.trail), r.trail[-3:])
print(abs(r.x) + abs(r.y), len(set(r.trail)) == len(r.trail))
