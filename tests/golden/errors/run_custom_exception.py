class EmptyQueue(Exception):
    pass


def pop(items):
    if not items:
        raise EmptyQueue("nothing left")
    return items.pop()


queue = [1]
print(pop(queue))
print(pop(queue))
