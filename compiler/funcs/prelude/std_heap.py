# heapq and bisect.


def sift_down(heap, start: int, pos: int):
    item = heap[pos]
    while pos > start:
        up = (pos - 1) >> 1
        parent = heap[up]
        if item < parent:
            heap[pos] = parent
            pos = up
        else:
            break
    heap[pos] = item


def sift_up(heap, pos: int):
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    sift_down(heap, start, pos)


def heappush(heap, item: object):
    heap.append(item)
    sift_down(heap, 0, len(heap) - 1)


def heappop(heap):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if heap:
        item = heap[0]
        heap[0] = last
        sift_up(heap, 0)
        return item
    return last


def heapreplace(heap, item: object):
    if not heap:
        raise IndexError("index out of range")
    top = heap[0]
    heap[0] = item
    sift_up(heap, 0)
    return top


def heappushpop(heap, item: object):
    if heap and heap[0] < item:
        top = heap[0]
        heap[0] = item
        sift_up(heap, 0)
        return top
    return item


def heapify(heap):
    for i in range(len(heap) // 2 - 1, -1, -1):
        sift_up(heap, i)


def nsmallest(n: int, iterable, key):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n: int, iterable, key):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def merge(iterables, key, reverse):
    items = []
    for iterable in iterables:
        items.extend(iterable)
    items.sort(key=key, reverse=reverse)
    return items


def bisect_left(a, x: object, lo: int, hi: int, key):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi < 0:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        item = a[mid] if key is None else key(a[mid])
        if item < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def bisect_right(a, x: object, lo: int, hi: int, key):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi < 0:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        item = a[mid] if key is None else key(a[mid])
        if x < item:
            hi = mid
        else:
            lo = mid + 1
    return lo


def insort_left(a, x: object, lo: int, hi: int, key):
    where = x if key is None else key(x)
    a.insert(bisect_left(a, where, lo, hi, key), x)


def insort_right(a, x: object, lo: int, hi: int, key):
    where = x if key is None else key(x)
    a.insert(bisect_right(a, where, lo, hi, key), x)
