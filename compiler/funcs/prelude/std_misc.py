# time, os.path and other modules: functions that are easier said in Python.
import time


def timeit(function, number: int):
    start = time.perf_counter()
    for _ in range(number):
        function()
    return time.perf_counter() - start


def path_join(path, parts):
    for part in parts:
        if part.startswith("/"):
            path = part
        elif path == "" or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def path_basename(path: str):
    return path[path.rfind("/") + 1:]


def path_dirname(path: str):
    head = path[:path.rfind("/") + 1]
    if head != "/" * len(head):
        head = head.rstrip("/")
    return head


def path_splitext(path: str):
    dot = path.rfind(".")
    slash = path.rfind("/")
    i = slash + 1
    while i < dot and path[i] == ".":
        i += 1
    if i < dot:
        return path[:dot], path[dot:]
    return path, ""


def capwords(s: str, sep):
    if sep is None:
        return " ".join([word.capitalize() for word in s.split()])
    return sep.join([word.capitalize() for word in s.split(sep)])
