# numba.cuda in host code.


def split(d, section):
    parts = []
    for begin in range(0, d.shape[0], section):
        parts.append(d[begin : min(begin + section, d.shape[0])])
    return parts
