# What np.poly1d values do. A polynomial is a namedtuple of its coefficients.
import numpy as np


def coefficients(c_or_r, r):
    if r:
        c = np.poly(c_or_r)
    else:
        c = np.atleast_1d(np.asarray(c_or_r))
    first = 0
    while first < c.shape[0] - 1 and c[first] == 0:
        first += 1
    return c[first:].copy()


def coeffs(p):
    return p.coeffs


def order(p):
    return len(p.coeffs) - 1


def roots(p):
    return np.roots(p.coeffs)


# Real where all are, as in NumPy: the type is known only when it runs.
def any_roots(p):
    c = np.asarray(p)
    if c.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    r = complex_roots(c)
    if c.dtype.kind != 'c':
        if np.all(r.imag == 0):
            return r.real.copy()
    return r


def complex_roots(c):
    nonzero = np.flatnonzero(c)
    if nonzero.shape[0] == 0:
        return np.zeros(0, np.complex128)
    zeros = c.shape[0] - 1 - nonzero[-1]
    d = c[nonzero[0]:nonzero[-1] + 1].astype(np.result_type(c.dtype, np.float64))
    n = d.shape[0]
    if n <= 1:
        return np.zeros(zeros, np.complex128)
    a = np.zeros((n - 1, n - 1), d.dtype)
    for i in range(n - 2):
        a[i + 1, i] = 1
    a[0, :] = -d[1:] / d[0]
    r = np.linalg.eigvals(a)
    if zeros == 0:
        return r
    return np.concatenate((r, np.zeros(zeros, r.dtype)))


def roots_of_one_type(p):
    c = np.asarray(p)
    r = complex_roots(c)
    if c.dtype.kind != 'c':
        if np.any(r.imag != 0):
            raise ValueError("eig() argument must not cause a domain change.")
        return r.real.copy()
    return r


def value(p, x):
    if isinstance(x, tuple):
        r = np.poly1d(np.zeros(1, p.coeffs.dtype))
        for i in range(len(p.coeffs)):
            r = r * x + p.coeffs[i]
        return r
    return np.polyval(p.coeffs, x)


def terms(x):
    if isinstance(x, tuple):
        return x.coeffs
    return np.atleast_1d(np.asarray(x))


def add(a, b):
    return np.poly1d(np.polyadd(terms(a), terms(b)))


def subtract(a, b):
    return np.poly1d(np.polysub(terms(a), terms(b)))


def multiply(a, b):
    if not isinstance(a, tuple):
        if np.ndim(a) == 0:
            return np.poly1d(b.coeffs * a)
    if not isinstance(b, tuple):
        if np.ndim(b) == 0:
            return np.poly1d(a.coeffs * b)
    return np.poly1d(np.polymul(terms(a), terms(b)))


def divide(a, b):
    if not isinstance(b, tuple):
        if np.ndim(b) == 0:
            return np.poly1d(a.coeffs / b)
    q, r = np.polydiv(terms(a), terms(b))
    return np.poly1d(q), np.poly1d(r)


def power(a, b):
    if b < 0:
        raise ValueError("Power to non-negative integers only.")
    r = np.ones(1, a.coeffs.dtype)
    for i in range(b):
        r = np.polymul(r, a.coeffs)
    return np.poly1d(r)


def derivative(p, m):
    return np.poly1d(np.polyder(p.coeffs, m))


def integral(p, m, k):
    return np.poly1d(np.polyint(p.coeffs, m, k))


def number_text(x):
    return f'{x:.4g}'


def coefficient_text(c):
    if np.iscomplexobj(c):
        if c.imag != 0:
            if c.real == 0:
                return number_text(c.imag) + 'j'
            return '(' + number_text(c.real) + ' + ' + number_text(c.imag) + 'j)'
        return number_text(c.real)
    return number_text(c)


# Two lines: powers above, coefficients below.
def as_text(p):
    c = p.coeffs
    n = len(c) - 1
    up = ''
    low = ''
    done = ''
    tail = ''
    for k in range(n + 1):
        text = coefficient_text(c[k])
        if text == '0' and (k > 0 or n > 0):
            continue
        sign = ''
        if k > 0:
            sign = ' + '
            if text.startswith('-'):
                sign = ' - '
                text = text[1:]
        power = n - k
        if power == 0:
            tail += sign + text
        elif power == 1:
            tail += sign + text + ' x'
        else:
            part = tail + sign + text + ' x'
            tail = ''
            above = str(power)
            if len(low) + len(part) + len(above) - 1 > 70 or len(up) + len(part) - 1 + len(above) > 70:
                done += up + '\n' + low + '\n '
                up = ''
                low = ''
            low += part + ' ' * (len(above) - 1)
            up += ' ' * (len(part) - 1) + above
    return ' ' + done + up + '\n' + low + tail


def as_repr(p):
    return 'poly1d(' + repr(p.coeffs)[6:-1] + ')'
