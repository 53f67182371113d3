/* Inference: the types that values have, in both numeric models. */
#include "tests/unit/compiler/sema_kit.h"

#define NUMPY "import numpy as np\n"
#define NUMBA "import numpy as np\nfrom numba import njit\n"

/* An expression at module level: the numpy model. */
static void expect_numpy(const char *expr, const char *expected)
{
    char text[512];
    snprintf(text, sizeof text,
             NUMPY "a = np.ones(3)\nf4 = np.ones(3, np.float32)\n"
                   "i4 = np.ones((2, 2), np.int32)\nv = %s\n",
             expr);
    expect_type(text, "v", expected);
}

/* An expression in a jitted function of (n: int, x: float, a: float64 array, h: float32 array). */
static void expect_numba(const char *expr, const char *expected)
{
    char text[512];
    snprintf(text, sizeof text,
             NUMBA "@njit\ndef f(n, x, a, h):\n    v = %s\n    return v\n"
                   "f(len(str(np.ones(2))), 0.5, np.ones(3), np.ones(3, np.float32))\n",
             expr);
    expect_type(text, "f.v", expected);
}

/* ---- promotion ------------------------------------------------------------------------------ */

Test(sema_types, python_numbers)
{
    expect_numpy("True + True", "int");
    expect_numpy("7 // 2", "int");
    expect_numpy("7 / 2", "float");
    expect_numpy("2 ** -1", "float");
    expect_numpy("1 + 2.0", "float");
    expect_numpy("1j * 2", "complex");
    expect_numpy("max(1, 2.5)", "float");
    expect_numpy("3 < 4.0", "bool");
    expect_numpy("~True", "int");
}

Test(sema_types, numpy_scalars_meet_weak_numbers)
{
    expect_numpy("np.float32(1) * 2", "float32");
    expect_numpy("np.float32(1) * 2.0", "float32");
    expect_numpy("np.int8(1) + 2", "int8");
    expect_numpy("np.int8(1) + 2.0", "float64");
    expect_numpy("np.int32(1) + np.int32(2)", "int32");
    expect_numpy("np.int32(1) + np.int64(2)", "int64");
    expect_numpy("np.uint64(1) + np.int64(2)", "float64");
    expect_numpy("np.int32(1) / np.int32(2)", "float64");
    expect_numpy("np.float32(1) + 1j", "complex64");
    expect_numpy("np.bool_(True) + 1", "int64");
}

Test(sema_types, numpy_arrays)
{
    expect_numpy("f4 * 2.0", "array(float32, 1d, C)");
    expect_numpy("f4 * np.float64(2)", "array(float64, 1d, C)");
    expect_numpy("f4 + a", "array(float64, 1d, C)");
    expect_numpy("i4 + 1", "array(int32, 2d, C)");
    expect_numpy("i4 / 2", "array(float64, 2d, C)");
    expect_numpy("i4 > 0", "array(bool, 2d, C)");
    expect_numpy("i4.sum()", "int64");
    expect_numpy("f4.sum()", "float32");
    expect_numpy("i4.sum(axis=0)", "array(int64, 1d, C)");
    expect_numpy("i4.T", "array(int32, 2d, F)");
    expect_numpy("a[::2]", "array(float64, 1d, A)");
    expect_numpy("a[0]", "float64");
    expect_numpy("i4[0]", "array(int32, 1d, C)");
    expect_numpy("i4.shape", "tuple[int, int]");
}

/* Numba knows no weak variables: ints are int64, and small ones widen. */
Test(sema_types, numba_scalars)
{
    expect_numba("n + x", "float");
    expect_numba("n / n", "float");
    expect_numba("np.int32(n) + np.int32(n)", "int");
    expect_numba("np.uint8(n) + np.uint8(n)", "uint64");
    expect_numba("np.float32(x) * 2.0", "float");
    expect_numba("np.float32(x) * n", "float");
    expect_numba("h[0] * 2.0", "float");
    expect_numba("h[0] * h[1]", "float32");
    expect_numba("a[0] + 1", "float");
}

Test(sema_types, numba_arrays_follow_numpy)
{
    expect_numba("h * h", "array(float32, 1d, C)");
    expect_numba("h + a", "array(float64, 1d, C)");
    expect_numba("a.sum()", "float");
    expect_numba("a > 0.0", "array(bool, 1d, C)");
}

Test(sema_types, constants_beyond_64_bits)
{
    expect_numpy("2 ** 70", "");
    expect_numpy("2 ** 70 // 2 ** 60", "int");
    expect_numpy("2 ** 70 > 5", "bool");
    expect_numpy("2 ** 70 * 1.0", "float");
    expect_numpy("(2 ** 70) % 1000", "int");
    expect_numpy("str(2 ** 70)", "str");
    expect_numpy("len(str(2 ** 70))", "int");
}

/* ---- variables ------------------------------------------------------------------------------ */

Test(sema_types, a_name_may_hold_one_type_after_another)
{
    expect_type("x = 1\nx = 'a'\nx = 2.5\nprint(x)\n", "x", "int | str | float");
}

/* n is not known at compile time: both branches are compiled. */
#define UNKNOWN "import sys\nn = len(sys.argv)\n"

Test(sema_types, paths_join)
{
    expect_type(UNKNOWN "if n > 3:\n    x = 1\nelse:\n    x = 2.5\ny = x\n", "y", "float");
    expect_type(UNKNOWN "if n > 3:\n    x = 1\nelse:\n    x = 'a'\ny = x\n", "y", "str or int");
    expect_type(UNKNOWN "if n > 3:\n    x = None\nelse:\n    x = 1\ny = x\n", "y", "int or None");
    expect_type(UNKNOWN "x = 1 if n > 3 else None\ny = x\n", "y", "int or None");
}

Test(sema_types, known_conditions_leave_one_path)
{
    expect_type("n = 1\nif n > 3:\n    x = 'a'\nelse:\n    x = 2\ny = x\n", "y", "int");
    expect_type(
        "def f(v):\n    if v is None:\n        return 'none'\n    return v\nf(1)\nf(None)\n", "f",
        "int | str");
    expect_type(
        "def f(v):\n    if isinstance(v, str):\n        return len(v)\n    return v\nf(1.5)\n", "f",
        "float");
}

Test(sema_types, loops_are_walked_until_types_are_stable)
{
    expect_type(
        "def f(n):\n    s = 0\n    for i in range(n):\n        s = s + 0.5\n    return s\nf(3)\n",
        "f", "float");
    expect_type(
        "def f(n):\n    a, b, c = 0, 0, 0\n    for i in range(n):\n        a = b\n        b = c\n"
        "        c = 1.5\n    return a\nf(3)\n",
        "f", "float");
    expect_type("def f(n):\n    x = None\n    while n > 0:\n        x = n\n        n -= 1\n    "
                "return x\nf(3)\n",
                "f", "int or None");
}

Test(sema_types, optionals_are_narrowed)
{
#define MAYBE UNKNOWN "x = 3 if n > 3 else None\n"
    expect_type(MAYBE "if x is not None:\n    y = x\n", "y", "int");
    expect_type(MAYBE "if x is None:\n    y = 0\nelse:\n    y = x + 1\n", "y", "int");
    expect_type(MAYBE "if x:\n    y = x\n", "y", "int");
    expect_type("def f(x):\n    if x is None:\n        return -1\n    return x\n" MAYBE "f(x)\n",
                "f", "int");
}

/* ---- functions ------------------------------------------------------------------------------ */

Test(sema_types, one_specialisation_for_each_tuple_of_types)
{
    expect_type("def f(x):\n    return x + x\nf(1)\nf(2)\nf(1.5)\nf('a')\n", "f",
                "int | float | str");
}

Test(sema_types, results_of_several_types)
{
    expect_type("def f(n):\n    if n > 3:\n        return 1\n    return 'one'\nf(2)\n", "f",
                "int or str");
    expect_type("def f(n):\n    if n > 3:\n        return n\nf(2)\n", "f", "int or None");
    expect_type(
        "def f(n):\n    raise ValueError(n)\ntry:\n    f(2)\nexcept ValueError:\n    pass\n", "f",
        "<unknown>");
}

/* ---- facts that are found late: hints and restarts ------------------------------------------- */

Test(sema_types, containers_learn_from_use)
{
    expect_type("xs = []\nxs.append(1)\n", "xs", "list[int]");
    expect_type("xs = []\nfor w in 'ab':\n    xs.append(w)\nprint(xs)\n", "xs", "list[str]");
    expect_type("def f():\n    return []\nxs = f()\nxs.append(2.5)\n", "f", "list[float]");
    expect_type("def put(to, x):\n    to.append(x)\nxs = []\nput(xs, 'a')\n", "xs", "list[str]");
    expect_type("d = {}\nd['a'] = [1]\n", "d", "dict[str, list[int]]");
    expect_type("s = set()\ns.add((1, 2.5))\n", "s", "set[tuple[int, float]]");
    expect_type("rows = []\nrows.append([])\nrows[0].append(1)\n", "rows", "list[list[int]]");
}

/* A list keeps ints and floats apart where Python does; Numba's lists have one type. */
Test(sema_types, elements_of_several_types)
{
    expect_type("xs = []\nxs.append(1)\nxs.append(2.5)\n", "xs", "list[int or float]");
    expect_type("xs = [1]\nxs.append('a')\n", "xs", "list[int or str]");
    expect_type("d = {}\nd['a'] = 1\nd['b'] = None\n", "d", "dict[str, int or None]");
    expect_type("from numba import njit\n@njit\ndef f():\n    xs = []\n    xs.append(1)\n"
                "    xs.append(2.5)\n    return xs\nf()\n",
                "f", "list[float]");
}

Test(sema_types, recursive_results)
{
    expect_type("def f(n):\n    if n < 2:\n        return 1\n    return n * f(n - 1)\nf(5)\n", "f",
                "int");
    expect_type("def f(n):\n    if n > 0:\n        return f(n - 1) / 2\n    return 1.0\nf(5)\n",
                "f", "float");
    expect_type("def even(n):\n    return True if n == 0 else odd(n - 1)\n"
                "def odd(n):\n    return False if n == 0 else even(n - 1)\neven(4)\n",
                "odd", "bool");
}

Test(sema_types, cells_and_globals_widen)
{
    expect_type(
        "def f():\n    t = 0\n    def add(x):\n        nonlocal t\n        t += x\n    add(1.5)\n"
        "    return t\nf()\n",
        "f", "float");
    expect_type("t = 0\ndef add(x):\n    global t\n    t += x\nadd(1.5)\ny = t\n", "y", "float");
}

Test(sema_types, attributes_are_found_by_use)
{
    expect_type("class P:\n    def __init__(self):\n        self.x = 0\n        self.next = None\n"
                "p = P()\np.x = 2.5\nv = p.x\n",
                "v", "float");
}

Test(sema_types, generators)
{
    expect_type("def g(n):\n    for i in range(n):\n        yield i * 0.5\nxs = list(g(3))\n", "xs",
                "list[float]");
}
