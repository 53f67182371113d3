import numpy as np
from numba import njit

particle = np.dtype([("x", np.float64), ("v", np.float64), ("m", np.float32), ("id", np.int32), ("alive", np.bool_)])


@njit
def kick(ps, dt):
    for i in range(ps.size):
        if ps[i].alive:
            ps[i].v -= 9.81 * dt
            ps[i].x += ps[i].v * dt
            if ps[i].x < 0.0:
                ps[i].x = 0.0
                ps[i].alive = False


@njit
def momentum(ps):
    total = 0.0
    for p in ps:
        total += p["m"] * p["v"]
    return total


@njit
def heaviest(ps):
    best = 0
    for i in range(len(ps)):
        if ps[i]["m"] > ps[best]["m"]:
            best = i
    return ps[best]["id"], ps[best]["m"]


ps = np.zeros(4, dtype=particle)
ps["x"] = [10.0, 0.5, 3.0, 20.0]
ps["v"][1] = -2.0
ps["m"] = np.array([1.5, 2.5, 0.5, 2.0])
ps["id"] = np.arange(4) + 100
ps["alive"] = True
print(ps["x"], ps["v"], ps["m"].dtype, ps["id"])
print(ps.dtype.names, ps.dtype.itemsize, ps.shape)
for step in range(4):
    kick(ps, 0.25)
    print(step, np.round(ps["x"], 4), ps["alive"])
print("momentum %.5f" % momentum(ps), heaviest(ps))
print(ps[["id", "alive"]][1])
p = ps[0]
print(p["id"], round(float(p["x"]), 4), bool(p["alive"]))

people = np.array([("Ada", 36, 1.65), ("Grace", 85, 1.58), ("Alan", 41, 1.78), ("Emmy", 53, 1.6)],
                  dtype=[("name", "U8"), ("age", "i4"), ("height", "f8")])
print(people[1], people["name"], people["age"].mean())
print(np.sort(people, order="age")["name"], np.argsort(people["height"]))
older = people[people["age"] > 40]
print(older["name"], len(older))
people["age"] += 1
print(people["age"], people[people["name"] == "Ada"]["age"][0])
for row in people:
    print(f"{row['name']:<6} {row['age']:3d} {row['height']:.2f}")
print(people[0])

grid = np.zeros((2, 2), dtype=[("r", "u1"), ("g", "u1"), ("b", "u1")])
grid["r"] = [[255, 10], [20, 30]]
grid["g"][:, 1] = 7
print(grid["r"].astype(int) + grid["g"], grid[0, 1], grid.dtype.itemsize)
vec = np.zeros(2, dtype=[("pos", "f8", (3,)), ("tag", "i8")])
vec["pos"][0] = [1, 2, 3]
vec["pos"][1] += 0.5
print(vec["pos"], vec["pos"].shape, vec["pos"].sum(axis=1), vec["tag"])
