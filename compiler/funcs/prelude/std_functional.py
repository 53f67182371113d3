# functools and operator. The functions inside partial, cache and the getters are taken out by
# std_functional.c, which fills in what they capture.


def reduce(function, iterable):
    started = False
    for item in iterable:
        if started:
            result = function(result, item)
        else:
            result = item
            started = True
    if not started:
        raise TypeError("reduce() of empty iterable with no initial value")
    return result


def reduce_from(function, iterable, result):
    for item in iterable:
        result = function(result, item)
    return result


def partial(function, args, keywords):
    def call(*more, **named):
        return function(*args, *more, **keywords, **named)

    return call


def cache(function, memo):
    def call(*args):
        if args in memo:
            return memo[args]
        result = function(*args)
        memo[args] = result
        return result

    return call


def itemgetter(first):
    def get(value):
        return value[first]

    return get


def itemgetter2(first, second):
    def get(value):
        return value[first], value[second]

    return get


def itemgetter3(first, second, third):
    def get(value):
        return value[first], value[second], value[third]

    return get


def attrgetter(first):
    def get(value):
        return getattr(value, first)

    return get


def attrgetter2(first, second):
    def get(value):
        return getattr(value, first), getattr(value, second)

    return get


def attrgetter3(first, second, third):
    def get(value):
        return getattr(value, first), getattr(value, second), getattr(value, third)

    return get


def methodcaller(name, args):
    def call(value):
        return getattr(value, name)(*args)

    return call


class ComparedKey:
    def __init__(self, compare, value):
        self.compare = compare
        self.value = value

    def __lt__(self, other):
        return self.compare(self.value, other.value) < 0

    def __gt__(self, other):
        return self.compare(self.value, other.value) > 0

    def __le__(self, other):
        return self.compare(self.value, other.value) <= 0

    def __ge__(self, other):
        return self.compare(self.value, other.value) >= 0

    def __eq__(self, other):
        return self.compare(self.value, other.value) == 0


def cmp_to_key(compare):
    def key(value):
        return ComparedKey(compare, value)

    return key
