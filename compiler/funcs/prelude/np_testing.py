# numpy.testing: assertions about arrays.
import numpy as np


def assert_allclose(actual, desired, rtol, atol, equal_nan):
    if not np.allclose(actual, desired, rtol, atol, equal_nan):
        raise AssertionError("Not equal to tolerance rtol=" + f"{rtol:g}" + ", atol=" + f"{atol:g}")


def assert_array_equal(actual, desired):
    if not bool(np.all(np.asarray(actual) == np.asarray(desired))):
        raise AssertionError("Arrays are not equal")


def assert_equal(actual, desired):
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        assert_array_equal(actual, desired)
    elif actual != desired:
        raise AssertionError("Items are not equal")


def assert_almost_equal(actual, desired, decimal):
    if bool(np.any(np.abs(np.asarray(actual) - np.asarray(desired)) >= 1.5 * 10.0 ** -decimal)):
        raise AssertionError("Arrays are not almost equal to " + str(decimal) + " decimals")


def assert_array_less(x, y):
    if not bool(np.all(np.asarray(x) < np.asarray(y))):
        raise AssertionError("Arrays are not strictly ordered `x < y`")
