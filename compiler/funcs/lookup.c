/* lookup.c - all rows of the function tables, and finding them by name.
 *
 * The tables are compiled in: one array, in the order of the .def files below. Adding a table is adding
 * a line to tables.def. */
#include "compiler/funcs/func.h"

#include <string.h>

/* prototypes of all handlers */
#define FUNC(module, name, params, handler) NjHandler nj_fn_##handler;
#define SOURCE(module, name, params, file, source)
#define METHOD(recv, name, params, handler) NjHandler nj_fn_##handler;
#define METHOD_SOURCE(recv, name, params, file, source)
#define PROPERTY(recv, name, handler) NjHandler nj_fn_##handler;
#define VALUE(module, name, handler) NjHandler nj_fn_##handler;
#define TYPE(module, name, params, handler) NjHandler nj_fn_##handler;
#define UFUNC(module, name, params, handler) NjHandler nj_fn_##handler;
#include "compiler/funcs/tables.def"
#undef FUNC
#undef SOURCE
#undef METHOD
#undef METHOD_SOURCE
#undef PROPERTY
#undef VALUE
#undef TYPE
#undef UFUNC

static const NjFuncRow rows[] = {
#define FUNC(module, name, params, handler)                                                        \
    {NJ_ROW_FUNC, NJ_RECV_NONE, module, name, params, nj_fn_##handler, NULL, NULL},
#define SOURCE(module, name, params, file, source)                                                 \
    {NJ_ROW_SOURCE, NJ_RECV_NONE, module, name, params, NULL, file, source},
#define METHOD(recv, name, params, handler)                                                        \
    {NJ_ROW_METHOD, NJ_RECV_##recv, NULL, name, params, nj_fn_##handler, NULL, NULL},
#define METHOD_SOURCE(recv, name, params, file, source)                                            \
    {NJ_ROW_SOURCE, NJ_RECV_##recv, NULL, name, params, NULL, file, source},
#define PROPERTY(recv, name, handler)                                                              \
    {NJ_ROW_PROPERTY, NJ_RECV_##recv, NULL, name, "", nj_fn_##handler, NULL, NULL},
#define VALUE(module, name, handler)                                                               \
    {NJ_ROW_VALUE, NJ_RECV_NONE, module, name, "", nj_fn_##handler, NULL, NULL},
#define TYPE(module, name, params, handler)                                                        \
    {NJ_ROW_TYPE, NJ_RECV_NONE, module, name, params, nj_fn_##handler, NULL, NULL},
#define UFUNC(module, name, params, handler)                                                       \
    {NJ_ROW_UFUNC, NJ_RECV_NONE, module, name, params, nj_fn_##handler, NULL, NULL},
#include "compiler/funcs/tables.def"
#undef FUNC
#undef SOURCE
#undef METHOD
#undef METHOD_SOURCE
#undef PROPERTY
#undef VALUE
#undef TYPE
#undef UFUNC
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static const char *const modules[] = {
#define MODULE(name) name,
#include "compiler/funcs/modules.def"
#undef MODULE
};

enum { N_MODULES = sizeof modules / sizeof modules[0] };

uint32_t nj_func_count(void)
{
    return N_ROWS;
}

const NjFuncRow *nj_func_row(int32_t id)
{
    return &rows[id];
}

int32_t nj_func_find(const char *module, const char *name)
{
    for (int32_t i = 0; i < (int32_t)N_ROWS; i++)
        if (rows[i].module && rows[i].name[0] == name[0] && strcmp(rows[i].name, name) == 0 &&
            strcmp(rows[i].module, module) == 0)
            return i;
    /* cupy is numpy on the device: the same functions */
    if (strncmp(module, "cupy", 4) == 0) {
        char numpy[64] = "numpy";
        strncat(numpy, module + 4, sizeof numpy - 8);
        return nj_func_find(numpy, name);
    }
    return -1;
}

int32_t nj_method_find(NjRecv recv, const char *name)
{
    for (int32_t i = 0; i < (int32_t)N_ROWS; i++)
        if (rows[i].recv == recv && recv != NJ_RECV_NONE && strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

bool nj_row_is_subscripted(int32_t id)
{
    return rows[id].params && strcmp(rows[id].params, "key") == 0;
}

int32_t nj_module_find(const char *dotted)
{
    for (int32_t i = 0; i < (int32_t)N_MODULES; i++)
        if (strcmp(modules[i], dotted) == 0)
            return i;
    return -1;
}

const char *nj_module_name(int32_t id)
{
    return modules[id];
}

const char *nj_builtin_name(int32_t id)
{
    return rows[id].name;
}

/* Edit distance of short names (Levenshtein), at most `limit` + 1. */
static unsigned distance(const char *a, const char *b, unsigned limit)
{
    unsigned row[64];
    size_t na = strlen(a), nb = strlen(b);
    if (na >= 63 || nb >= 63)
        return limit + 1;
    for (size_t k = 0; k <= nb; k++)
        row[k] = (unsigned)k;
    for (size_t i = 1; i <= na; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t k = 1; k <= nb; k++) {
            unsigned best = diagonal + (a[i - 1] != b[k - 1]);
            diagonal = row[k];
            if (row[k] + 1 < best)
                best = row[k] + 1;
            if (row[k - 1] + 1 < best)
                best = row[k - 1] + 1;
            row[k] = best;
        }
    }
    return row[nb];
}

const char *nj_func_nearest(const char *module, const char *name)
{
    const char *best = NULL;
    unsigned limit = strlen(name) > 5 ? 2 : 1;
    for (int32_t i = 0; i < (int32_t)N_ROWS; i++) {
        if (!rows[i].module || strcmp(rows[i].module, module) != 0)
            continue;
        unsigned d = distance(name, rows[i].name, limit);
        if (d <= limit) {
            limit = d ? d - 1 : 0;
            best = rows[i].name;
        }
    }
    return best;
}
