"""Tests that are known although a part of them is not: they end a recursion over shorter tuples."""
def ways(t, coins):
    if t == 0: return 1
    if t < 0 or not coins: return 0
    return ways(t - coins[0], coins) + ways(t, coins[1:])
print(ways(100, (50, 25, 10, 5, 1)))


def total(items, limit):
    if limit > 0 and len(items) > 0:
        return items[0] + total(items[1:], limit - 1)
    return 0


print(total((1, 2, 3), 9), total((1, 2, 3), 2))
