/* Inference: what is reported of wrong programs, and where. */
#include "tests/unit/compiler/sema_kit.h"

Test(sema_errors, places)
{
    expect_errors("x = 1\ny = x + 'a'\n",
                  "2:7: TypeError: unsupported operand type(s) for +: 'int' and 'str'");
    expect_errors("print(undefined)\n", "1:7: NameError: name 'undefined' is not defined");
    expect_errors("x = 3\nx()\n", "2:1: TypeError: 'int' object is not callable");
    expect_errors("for i in 5:\n    pass\n", "1:10: TypeError: 'int' is not iterable");
}

/* The notes lead from the error to the call at the top. */
Test(sema_errors, calls_on_the_way)
{
    expect_errors("def f(x):\n    return x + 'a'\ndef g(x):\n    return f(x)\ng(1)\n",
                  "2:14: TypeError: unsupported operand type(s) for +: 'int' and 'str'\n"
                  "4:12: in 'f' called here with (int)\n"
                  "5:1: in 'g' called here with (int)");
}

Test(sema_errors, a_function_never_called_is_never_typed)
{
    expect_errors("def f(x):\n    return x + undefined\n", "");
}

/* Diagnostics of walks that were thrown away (types not yet stable, a restart) leave no trace. */
Test(sema_errors, only_the_last_walk_reports)
{
    expect_errors("def f(n):\n    xs = []\n    for i in range(n):\n        xs.append(i)\n"
                  "    return xs[0] + 1\nf(3)\n",
                  "");
    expect_errors(
        "def f(n):\n    if n == 0:\n        return 'a'\n    return f(n - 1) + 'b'\nf(3)\n", "");
}

/* Numba's functions have no unions. */
Test(sema_errors, numba_needs_one_type)
{
    expect_errors(
        "from numba import njit\n@njit\ndef f(n):\n    if n > 3:\n        return 1\n"
        "    return 'one'\nf(2)\n",
        "6:5: 'f' returns str here and int elsewhere\n7:1: in 'f' called here with (int)");
}

Test(sema_errors, in_a_try_statement_it_is_raised)
{
    expect_errors("try:\n    x = 1 + 'a'\nexcept TypeError:\n    pass\n", "");
}

Test(sema_errors, arguments)
{
    expect_errors("def f(a, b):\n    return a\nf(1)\n",
                  "3:1: TypeError: f() missing 1 required positional argument: 'b'");
    expect_errors("def f(a):\n    return a\nf(1, c=2)\n",
                  "3:1: TypeError: f() got an unexpected keyword argument 'c'");
}
