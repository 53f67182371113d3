import numpy as np


class Queue:
    def __init__(self):
        self.items = []
        self.longest = 0

    def push(self, item):
        self.items.append(item)
        if len(self.items) > self.longest:
            self.longest = len(self.items)

    def pop(self):
        return self.items.pop(0)

    def __len__(self):
        return len(self.items)

    def __str__(self):
        return f"Queue({len(self)} waiting, longest {self.longest})"


class Bank:
    def __init__(self, clerks, seed):
        self.free_at = [0.0] * clerks
        self.queue = Queue()
        self.waits = []
        self.rng = np.random.RandomState(seed)

    def arrivals(self, n, gap):
        return self.rng.exponential(gap, n).cumsum()

    def serve(self, now):
        for k in range(len(self.free_at)):
            if len(self.queue) and self.free_at[k] <= now:
                came = self.queue.pop()
                begin = max(came, self.free_at[k])
                self.waits.append(begin - came)
                self.free_at[k] = begin + self.rng.uniform(2.0, 6.0)

    def run(self, n, gap):
        for t in self.arrivals(n, gap):
            self.serve(t)
            self.queue.push(t)
            self.serve(t)
        while len(self.queue):
            self.serve(min(self.free_at))
        return np.array(self.waits)


for clerks in (1, 2, 3):
    bank = Bank(clerks, 21)
    waits = bank.run(120, 2.5)
    print(f"{clerks} clerk(s): mean wait {waits.mean():8.3f}, longest {waits.max():8.3f}, no wait {(waits == 0).sum():3d}, {bank.queue}")


def mm1(rho, n, seed):
    """Lindley's recursion for one server."""
    rng = np.random.default_rng(seed)
    gaps = rng.exponential(1.0, n)
    service = rng.exponential(rho, n)
    w = np.zeros(n)
    for i in range(1, n):
        w[i] = max(0.0, w[i - 1] + service[i - 1] - gaps[i])
    return w


for rho in (0.3, 0.6, 0.8):
    w = mm1(rho, 4000, 3)
    print("rho=%.1f  simulated %.4f  theory %.4f" % (rho, w.mean(), rho * rho / (1 - rho)))
w = mm1(0.8, 4000, 3)
hist = np.histogram(w, bins=[0, 1e-12, 1, 2, 4, 8, 100])[0]
print(hist, hist.sum())


class Stack:
    count = 0

    def __init__(self, *items):
        self.items = list(items)
        Stack.count += 1

    def push(self, v):
        self.items.append(v)
        return self

    def pop(self):
        if not self.items:
            raise IndexError("pop from an empty stack")
        return self.items.pop()


def rpn(text):
    s = Stack()
    for token in text.split():
        if token in "+-*/":
            b, a = s.pop(), s.pop()
            s.push(a + b if token == "+" else a - b if token == "-" else a * b if token == "*" else a / b)
        else:
            s.push(float(token))
    return s.pop()


print(rpn("3 4 + 2 *"), rpn("5 1 2 + 4 * + 3 -"), Stack.count)
try:
    rpn("1 +")
except IndexError as e:
    print("IndexError:", e)
print(Stack(1, 2).push(3).items, Stack.count)
