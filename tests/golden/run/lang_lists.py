a = [3, 1, 2]
a.append(5)
a.extend([9, 7])
a.insert(0, 100)
a.insert(-1, 50)
print(a, len(a), a[0], a[-1], a[1:3], a[::-1], a[-3:], a[::2])
print(a.pop(), a.pop(0), a, a.index(5), a.count(1), 5 in a, 42 not in a)
a.sort()
print(a)
a.sort(reverse=True)
a.remove(50)
a.reverse()
print(a, sorted(a, reverse=True), min(a), max(a), sum(a))
b = a
b[0] = -1
c = a.copy()
c[1] = -2
d = a[:]
d.clear()
print(a, b is a, c, d, a == b, a != c)
a[1:3] = [20, 30, 40]
print(a)
del a[0]
del a[1:3]
print(a)
print([1, 2] + [3], [0] * 4, [[0] * 2 for _ in range(2)], [1, 2] < [1, 3], [2] > [1, 9], [] == [])
m = [[1, 2, 3], [4, 5, 6]]
m[0][1] = 20
m.append([7, 8, 9])
print(m, m[2][0], len(m), [row[1] for row in m], [list(r) for r in zip(*m)], sum(sum(r) for r in m))
x, *rest = [1, 2, 3, 4]
*init, last = rest
first, (p, q), tail = 1, (2, 3), [4]
print(x, rest, init, last, first, p, q, tail)
words = ["delta", "Alpha", "charlie", "bravo"]
words.sort(key=str.lower)
print(words, sorted(words, key=len), sorted(words, key=lambda w: (-len(w), w)))
print(list(range(5)), list(range(2, 11, 3)), list(range(5, 0, -2)), list("ab"), list((1, 2)), list({"k": 1}))
stack = []
for t in "3 4 + 2 *".split():
    if t == "+":
        stack.append(stack.pop() + stack.pop())
    elif t == "*":
        stack.append(stack.pop() * stack.pop())
    else:
        stack.append(int(t))
print(stack)
evens = [v for v in range(10) if v % 2 == 0]
pairs = [(i, j) for i in range(3) for j in range(i)]
nested = [[i * j for j in range(1, 4)] for i in range(1, 4)]
print(evens, pairs, nested, [y for row in nested for y in row if y > 3])
queue = [1]
while len(queue) < 8:
    queue.append(queue[-1] + queue[len(queue) // 2])
print(queue, any(v > 100 for v in queue), all(queue), list(map(str, queue[:3])), list(filter(None, [0, 1, 2])))
grid = [["."] * 3 for _ in range(2)]
grid[1][2] = "#"
print("\n".join("".join(r) for r in grid))
print([1.5, "a", True, None, (1,), [2], {"k": 3}], [None] * 2, [(1, 2.0)], [""])
