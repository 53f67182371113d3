import math
import numpy as np
from numba import njit


@njit
def line(img, x0, y0, x1, y1, colour):
    """Bresenham in all octants."""
    dx, dy = abs(x1 - x0), -abs(y1 - y0)
    sx = 1 if x0 < x1 else -1
    sy = 1 if y0 < y1 else -1
    err = dx + dy
    n = 0
    while True:
        img[y0, x0] = colour
        n += 1
        if x0 == x1 and y0 == y1:
            return n
        e2 = 2 * err
        if e2 >= dy:
            err += dy
            x0 += sx
        if e2 <= dx:
            err += dx
            y0 += sy


@njit
def circle(img, cx, cy, r, colour):
    x, y = r, 0
    d = 1 - r
    while x >= y:
        for px, py in ((x, y), (y, x), (-x, y), (-y, x), (x, -y), (y, -x), (-x, -y), (-y, -x)):
            img[cy + py, cx + px] = colour
        y += 1
        if d <= 0:
            d += 2 * y + 1
        else:
            x -= 1
            d += 2 * (y - x) + 1


@njit
def fill_triangle(img, p, colour):
    h, w = img.shape
    area = (p[1, 0] - p[0, 0]) * (p[2, 1] - p[0, 1]) - (p[1, 1] - p[0, 1]) * (p[2, 0] - p[0, 0])
    count = 0
    for y in range(h):
        for x in range(w):
            inside = True
            for k in range(3):
                a = p[k]
                b = p[(k + 1) % 3]
                e = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
                if e * area < 0:
                    inside = False
                    break
            if inside:
                img[y, x] = colour
                count += 1
    return count


def show(img, symbols=".#ox+"):
    for row in img:
        print("".join(symbols[v] for v in row))


img = np.zeros((15, 30), dtype=np.int8)
print("pixels", line(img, 0, 0, 29, 14, 1), line(img, 29, 0, 0, 5, 1))
circle(img, 20, 7, 6, 2)
print("triangle", fill_triangle(img, np.array([[2, 8], [10, 13], [3, 14]]), 3))
show(img)
print({int(k): int(v) for k, v in zip(*np.unique(img, return_counts=True))})

# ray casting of a sphere with one light
h, w = 12, 24
shade = " .:-=+*#%@"
light = np.array([-1.0, -1.0, 1.0]) / math.sqrt(3.0)
for r in range(h):
    text = ""
    for c in range(w):
        x, y = (c - w / 2 + 0.5) / (w / 2), (r - h / 2 + 0.5) / (h / 2)
        q = x * x + y * y
        if q < 0.9:
            normal = np.array([x, y, math.sqrt(1 - q)])
            text += shade[max(0, min(9, int(10 * (normal @ light) - 0.05)))]
        else:
            text += " "
    print("|" + text + "|")


# rotating a cube and projecting it
def rotation(ax, ay):
    rx = np.array([[1, 0, 0], [0, math.cos(ax), -math.sin(ax)], [0, math.sin(ax), math.cos(ax)]])
    ry = np.array([[math.cos(ay), 0, math.sin(ay)], [0, 1, 0], [-math.sin(ay), 0, math.cos(ay)]])
    return rx @ ry


corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
R = rotation(0.5, 0.7)
print("orthogonal", np.allclose(R @ R.T, np.eye(3)))
seen = corners @ R.T
flat = np.column_stack((15 + 7.3 * seen[:, 0], 7 + 3.6 * seen[:, 1])).round().astype(int)
img = np.zeros((15, 31), dtype=np.int8)
edges = [(i, j) for i in range(8) for j in range(i + 1, 8) if np.abs(corners[i] - corners[j]).sum() == 2]
for i, j in edges:
    line(img, flat[i, 0], flat[i, 1], flat[j, 0], flat[j, 1], 1)
print(len(edges), "edges")
show(img, " *")
