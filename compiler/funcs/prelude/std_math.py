# The module math: functions that are easier said in Python.
import math


def isclose(a: float, b: float, rel_tol, abs_tol):
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    diff = abs(b - a)
    return diff <= abs(rel_tol * b) or diff <= abs(rel_tol * a) or diff <= abs_tol


def sumprod(p, q):
    if len(p) != len(q):
        raise ValueError("Inputs are not the same length")
    total = 0
    for i in range(len(p)):
        total += p[i] * q[i]
    return total


def rect(r: float, phi: float):
    if phi == 0.0:
        return complex(r, phi * r)
    return complex(r * math.cos(phi), r * math.sin(phi))


def isclose_complex(a, b, rel_tol, abs_tol):
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(a.real) or math.isinf(a.imag) or math.isinf(b.real) or math.isinf(b.imag):
        return False
    diff = abs(a - b)
    return diff <= rel_tol * abs(b) or diff <= rel_tol * abs(a) or diff <= abs_tol
