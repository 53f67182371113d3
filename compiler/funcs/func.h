/* func.h - the rows of the function tables.
 *
 * A row says everything of one callable of numpy, math, builtins, numba ... : where it is found, its
 * parameters with defaults, and the handler that types a call and builds it, or the prelude function
 * that does it in Python. Rows live in compiler/funcs/ *.def:
 *
 *     FUNC( "numpy", "zeros", "shape, dtype=None, order=None, like=None", np_zeros )
 *     SOURCE( "numpy", "trapezoid", "y, x=None, dx=1.0, axis=-1", "numeric", "trapezoid" )
 *     METHOD( ARRAY, "sum", "axis=None, dtype=None, out=None, keepdims=False, initial, where", arr_sum )
 *     VALUE( "math", "pi", math_pi )            a constant: handler without arguments
 *
 * The parameter text is a Python parameter list: names with optional defaults (None, True, False, ints,
 * floats, 'text'); a name with `=` but no value may be left out (type NULL in NjCall.args); `*args`
 * collects positional ones; `**kw` collects keywords; `/` and `*` as in Python. */
#ifndef NJ_COMPILER_FUNCS_FUNC_H
#define NJ_COMPILER_FUNCS_FUNC_H

#include "compiler/sema/walk.h"

/* Receivers of methods. */
typedef enum NjRecv {
    NJ_RECV_NONE,   /* a function of a module */
    NJ_RECV_ARRAY,  /* arrays and, where it makes sense, NumPy scalars */
    NJ_RECV_LIST,
    NJ_RECV_DEQUE,   /* collections: then those of lists */
    NJ_RECV_DICT,
    NJ_RECV_COUNTER, /* collections: then those of dicts */
    NJ_RECV_ORDERED, /* OrderedDict, defaultdict */
    NJ_RECV_SET,
    NJ_RECV_STR,
    NJ_RECV_BYTES,
    NJ_RECV_TUPLE,
    NJ_RECV_INT,    /* Python numbers */
    NJ_RECV_FLOAT,
    NJ_RECV_COMPLEX,
    NJ_RECV_RNG,
    NJ_RECV_EXC,
    NJ_RECV_RANGE,
    NJ_RECV_DTYPE,
    NJ_RECV_FUNC,   /* table rows: np.add.reduce */
    NJ_RECV_PYFUNC, /* functions of the program: f.py_func, reduce of @vectorize functions */
    NJ_RECV_OPAQUE,
    NJ_RECV_DEVICE  /* arrays in device memory */
} NjRecv;

typedef enum NjRowKind {
    NJ_ROW_FUNC,     /* called */
    NJ_ROW_SOURCE,   /* called; written in the prelude */
    NJ_ROW_METHOD,   /* called on a receiver */
    NJ_ROW_PROPERTY, /* attribute of a receiver: handler without arguments */
    NJ_ROW_VALUE,    /* constant of a module */
    NJ_ROW_TYPE,     /* a type constructor that is also a value: int, np.float32 */
    NJ_ROW_UFUNC     /* called; has methods reduce, accumulate, outer, at; id into ufuncs.def */
} NjRowKind;

typedef struct NjFuncRow {
    NjRowKind kind;
    NjRecv recv;
    const char *module; /* "numpy", "numpy.linalg", "builtins", ...; NULL for methods */
    const char *name;
    const char *params;
    NjHandler *handler;
    const char *file, *source; /* SOURCE: prelude file and function name */
} NjFuncRow;

/* Defines the handler of a row: NJ_HANDLER(np_zeros) { ... uses w and c ... } */
#define NJ_HANDLER(name)                                                                           \
    NjHandler nj_fn_##name;                                                                        \
    NjVal nj_fn_##name(NjWalk *w, const NjCall *c)

/* All rows, builtins first; the id of a row is its index. */
uint32_t nj_func_count(void);
const NjFuncRow *nj_func_row(int32_t id);
/* Row of a module's member ("numpy", "zeros"), or -1. */
int32_t nj_func_find(const char *module, const char *name);
int32_t nj_method_find(NjRecv recv, const char *name);
/* np.mgrid and such: used as np.mgrid[...], which calls the row. Its parameter is `key`. */
bool nj_row_is_subscripted(int32_t id);

/* Modules: "numpy", "numpy.linalg", "math", ... by dotted name; -1 when npjit has none of the name. */
int32_t nj_module_find(const char *dotted);
const char *nj_module_name(int32_t id);
/* The nearest name of the module, for a hint, or NULL. */
const char *nj_func_nearest(const char *module, const char *name);

#endif
