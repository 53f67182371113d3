/* The function tables: finding rows, and matching arguments to their parameters. */
#include "compiler/funcs/func.h"
#include "tests/unit/compiler/sema_kit.h"

#define NUMPY "import numpy as np\n"

/* ---- lookup --------------------------------------------------------------------------------- */

Test(funcs, rows_are_found_by_module_and_name)
{
    int32_t zeros = nj_func_find("numpy", "zeros");
    cr_assert_geq(zeros, 0);
    cr_expect_str_eq(nj_func_row(zeros)->name, "zeros");
    cr_expect_str_eq(nj_func_row(zeros)->module, "numpy");
    cr_expect_eq(nj_func_find("cupy", "zeros"), zeros);
    cr_expect_eq(nj_func_find("math", "zeros"), -1);
    cr_expect_eq(nj_func_find("numpy", "zero"), -1);
    cr_expect_neq(nj_func_find("numpy.linalg", "norm"), -1);
    cr_expect_neq(nj_func_find("builtins", "len"), -1);
}

Test(funcs, methods_are_found_by_receiver)
{
    int32_t sum = nj_method_find(NJ_RECV_ARRAY, "sum");
    cr_assert_geq(sum, 0);
    cr_expect_eq(nj_func_row(sum)->recv, NJ_RECV_ARRAY);
    cr_expect_eq(nj_method_find(NJ_RECV_STR, "sum"), -1);
    cr_expect_neq(nj_method_find(NJ_RECV_LIST, "pop"), nj_method_find(NJ_RECV_DICT, "pop"));
    cr_expect_eq(nj_method_find(NJ_RECV_NONE, "zeros"), -1);
}

Test(funcs, modules_have_numbers)
{
    int32_t id = nj_module_find("numpy.linalg");
    cr_assert_geq(id, 0);
    cr_expect_str_eq(nj_module_name(id), "numpy.linalg");
    cr_expect_eq(nj_module_find("pandas"), -1);
}

Test(funcs, the_nearest_name_is_a_hint)
{
    cr_expect_str_eq(nj_func_nearest("numpy", "zerros"), "zeros");
    cr_expect_str_eq(nj_func_nearest("math", "sqr"), "sqrt");
    cr_expect_null(nj_func_nearest("numpy", "quite_another_thing"));
}

/* Rows belong to a module, or to a class in one: float.fromhex, typed.List.empty_list. */
static bool is_place(const char *dotted)
{
    const char *last = strrchr(dotted, '.');
    char parent[64];
    if (nj_module_find(dotted) >= 0)
        return true;
    snprintf(parent, sizeof parent, "%.*s", last ? (int)(last - dotted) : 0, dotted);
    return nj_module_find(parent) >= 0;
}

/* No two rows answer to one name; a row has what its kind needs. */
Test(funcs, rows_are_sound)
{
    for (int32_t i = 0; i < (int32_t)nj_func_count(); i++) {
        const NjFuncRow *row = nj_func_row(i);
        bool is_source = row->kind == NJ_ROW_SOURCE;
        cr_expect_eq(row->handler == NULL, is_source, "%s", row->name);
        cr_expect_eq(row->source != NULL, is_source, "%s", row->name);
        cr_expect_eq(row->module == NULL, row->recv != NJ_RECV_NONE, "%s", row->name);
        int32_t found = row->module ? nj_func_find(row->module, row->name)
                                    : nj_method_find(row->recv, row->name);
        cr_expect_eq(found, i, "%s.%s is there twice", row->module ? row->module : "", row->name);
        cr_expect(!row->module || is_place(row->module), "no module %s", row->module);
    }
}

/* ---- parameters ----------------------------------------------------------------------------- */

Test(funcs, arguments_by_position_and_keyword)
{
    expect_type(NUMPY "v = np.zeros(3, np.int32)\n", "v", "array(int32, 1d, C)");
    expect_type(NUMPY "v = np.zeros(dtype=np.int32, shape=(2, 3))\n", "v", "array(int32, 2d, C)");
    expect_type(NUMPY "v = np.zeros(3)\n", "v", "array(float64, 1d, C)");
}

Test(funcs, arguments_that_do_not_match)
{
    expect_errors(NUMPY "np.zeros()\n",
                  "2:1: TypeError: numpy.zeros() missing required argument 'shape' (pos 1)");
    expect_errors(NUMPY "np.zeros(3, shape=4)\n",
                  "2:1: TypeError: numpy.zeros() got multiple values for argument 'shape'");
    expect_errors(NUMPY "np.zeros(3, colour=4)\n",
                  "2:1: TypeError: numpy.zeros() got an unexpected keyword argument 'colour'");
    expect_errors("len(1, 2)\n", "1:1: TypeError: len() takes exactly one argument (2 given)");
}

Test(funcs, unknown_members_name_the_nearest)
{
    expect_errors(
        NUMPY "np.zerros(3)\n",
        "2:1: AttributeError: npjit's numpy has no 'zerros'\n2:1: did you mean numpy.zeros?");
}
