"""contextlib: with statements over generators (compiler/sema/try.c gives them __exit__)."""


def enter(gen):
    try:
        return next(gen)
    except StopIteration:
        raise RuntimeError("generator didn't yield")


def leave(gen):
    for _ in gen:
        raise RuntimeError("generator didn't stop")
    return False


def leave_with(gen, error):
    try:
        gen.throw(error)
    except StopIteration:
        return True
    except BaseException as raised:
        if raised is error:
            return False
        raise
    raise RuntimeError("generator didn't stop after throw()")


def suppress(kinds):
    try:
        yield None
    except kinds:
        pass


def nullcontext(value):
    yield value


def closing(thing):
    try:
        yield thing
    finally:
        thing.close()
