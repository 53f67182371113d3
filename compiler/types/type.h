/* type.h - the types of npjit's programs.
 *
 * Types are interned in an NjTypes table: equal types are the same pointer, so passes compare
 * pointers. A type is immutable after interning, with one exception: the attribute list of a class
 * instance (NJ_T_OBJECT), which grows while the class is being inferred. How a value of each type lies
 * in memory is written in runtime/nprt.h. */
#ifndef NJ_COMPILER_TYPES_TYPE_H
#define NJ_COMPILER_TYPES_TYPE_H

#include "compiler/support/arena.h"
#include "compiler/support/intern.h"
#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct NjType NjType;
typedef struct NjTypes NjTypes;
typedef struct NjFuncDef NjFuncDef;   /* compiler/sema: a function of the program */
typedef struct NjClassDef NjClassDef; /* compiler/sema: a class of the program */

typedef enum NjTypeKind {
    NJ_T_ERROR,    /* already reported; silences what follows */
    NJ_T_NEVER,    /* no value: code after raise, a recursive call not typed yet */
    NJ_T_NONE,
    NJ_T_SCALAR,   /* dtype, py */
    NJ_T_BIGINT,   /* a compile-time integer outside int64: only as a constant */
    NJ_T_STR,
    NJ_T_BYTES,
    NJ_T_TUPLE,    /* elems; names when a namedtuple */
    NJ_T_LIST,     /* elems[0]; NJ_T_NEVER while no element is known */
    NJ_T_DICT,     /* elems[0] key, elems[1] value */
    NJ_T_SET,      /* elems[0]; frozen */
    NJ_T_RANGE,
    NJ_T_SLICE,
    NJ_T_ARRAY,    /* dtype, ndim, layout */
    NJ_T_OPTIONAL, /* elems[0] */
    NJ_T_OBJECT,   /* instance of cls; elems: attribute types */
    NJ_T_FUNC,     /* a known function: func + captured values (elems) */
    NJ_T_BUILTIN,  /* a row of a function table, a module function, a type constructor: id */
    NJ_T_BOUND,    /* bound method: elems[0] receiver, id = method row or func */
    NJ_T_MODULE,   /* id */
    NJ_T_DTYPE,    /* dtype: np.float64 and friends as a value, a.dtype */
    NJ_T_CLASS,    /* cls as a value */
    NJ_T_CELL,     /* heap cell holding elems[0]: captured and reassigned variables */
    NJ_T_EXC,      /* exception value */
    NJ_T_RNG,      /* numpy Generator, RandomState */
    NJ_T_ELLIPSIS,
    NJ_T_ITER,     /* iterator object: id = kind, elems = state */
    NJ_T_OPAQUE    /* target-specific handle (stream, event): id, a pointer */
} NjTypeKind;

/* Handles with an id of their own. */
enum {
    NJ_OPAQUE_CODE = 0,
    NJ_OPAQUE_GENERATOR = -1,
    NJ_OPAQUE_VARIANT = -2,
    NJ_OPAQUE_STREAM = 1,    /* CUDA */
    NJ_OPAQUE_EVENT = 2,
    NJ_OPAQUE_AUTO_SYNC = 3, /* a stream in `with stream.auto_synchronize()` */
};

typedef enum NjLayout {
    NJ_LAYOUT_C, /* C-contiguous: the last stride is the item size */
    NJ_LAYOUT_F, /* Fortran-contiguous */
    NJ_LAYOUT_A  /* any strides */
} NjLayout;

struct NjType {
    NjTypeKind kind;
    NprtDtype dtype;  /* SCALAR, ARRAY, DTYPE */
    bool py;          /* SCALAR: Python's own bool, int, float, complex (weak in NEP 50) */
    bool frozen;      /* SET: frozenset; ARRAY: read-only; EXC: e.args; DTYPE: the class */
    uint8_t ndim;     /* ARRAY */
    NjLayout layout;  /* ARRAY */
    bool device;      /* ARRAY: in the memory of a CUDA device; host code may not touch elements */
    uint32_t n;       /* elems, names */
    const NjType **elems;
    const NjName **names;    /* namedtuple fields, OBJECT attributes; else NULL */
    const NjName *name;      /* namedtuple's class name; LIST, DICT: of a collection */
    const NjFuncDef *func;   /* FUNC; BOUND to a method of a class */
    NjClassDef *cls;         /* OBJECT, CLASS */
    int32_t id;              /* BUILTIN, MODULE, BOUND, ITER, OPAQUE */
    uint32_t site;           /* LIST, DICT, SET of unknown elements: the allocation site, else 0 */
    uint32_t index;          /* dense number, for side tables */
    bool is_managed;         /* some part is a reference-counted pointer */
    bool is_unit;            /* no bits at run time: None, modules, functions without captures */
};

/* The table of one compilation context. Not thread-safe; the context's lock covers it. */
NjTypes *nj_types_new(NjArena *arena);
uint32_t nj_types_count(const NjTypes *types);

/* Types without parts. */
const NjType *nj_type_error(NjTypes *t);
const NjType *nj_type_never(NjTypes *t);
const NjType *nj_type_none(NjTypes *t);
const NjType *nj_type_bigint(NjTypes *t);
const NjType *nj_type_str(NjTypes *t);
const NjType *nj_type_bytes(NjTypes *t);
const NjType *nj_type_range(NjTypes *t);
const NjType *nj_type_slice(NjTypes *t);
const NjType *nj_type_exc(NjTypes *t);
const NjType *nj_type_exc_args(NjTypes *t); /* e.args: an exception that shows as the tuple of its arguments */
const NjType *nj_type_rng(NjTypes *t);
const NjType *nj_type_ellipsis(NjTypes *t);

/* Scalars: py = true gives Python's own type (only BOOL, I64, F64, C128 exist so). */
const NjType *nj_type_scalar(NjTypes *t, NprtDtype dtype, bool py);
const NjType *nj_type_pybool(NjTypes *t);
const NjType *nj_type_pyint(NjTypes *t);
const NjType *nj_type_pyfloat(NjTypes *t);
const NjType *nj_type_pycomplex(NjTypes *t);

const NjType *nj_type_array(NjTypes *t, NprtDtype dtype, unsigned ndim, NjLayout layout);
/* The same array in device memory, and back; a type that is no array stays what it is. */
const NjType *nj_type_device_array(NjTypes *t, const NjType *array);
const NjType *nj_type_host_array(NjTypes *t, const NjType *array);
/* An array of another shape in the same kind of memory as `base`. */
const NjType *nj_type_array_like(NjTypes *t, const NjType *base, unsigned ndim, NjLayout layout);
const NjType *nj_type_tuple(NjTypes *t, const NjType *const *elems, uint32_t n);
const NjType *nj_type_namedtuple(NjTypes *t, const NjName *name, const NjName *const *fields,
                                 const NjType *const *elems, uint32_t n);
/* A list display whose items have types that do not join: a tuple in memory (with `frozen` set), a list
 * to Python's eyes. */
const NjType *nj_type_mixed_list(NjTypes *t, const NjType *const *elems, uint32_t n);
const NjType *nj_type_list(NjTypes *t, const NjType *elem);
/* tuple(iterable) of run-time length: a list in memory (with `frozen` set), printed as a tuple. */
const NjType *nj_type_frozen_list(NjTypes *t, const NjType *elem);
const NjType *nj_type_set(NjTypes *t, const NjType *elem, bool frozen);
const NjType *nj_type_dict(NjTypes *t, const NjType *key, const NjType *value);
/* A list or dict of the module collections: "deque", "Counter", "defaultdict" ... What makes the values of a
 * defaultdict, a unit type (FUNC, BUILTIN, CLASS), becomes func, id or cls; NONE marks a deque with a limit
 * (id 1). NULL: nothing; with no name either, the plain container. */
const NjType *nj_type_collection(NjTypes *t, const NjType *container, const NjName *name,
                                 const NjType *factory);
/* Containers made at an allocation site where no element is known yet. */
const NjType *nj_type_list_at(NjTypes *t, uint32_t site);
const NjType *nj_type_set_at(NjTypes *t, uint32_t site);
const NjType *nj_type_dict_at(NjTypes *t, uint32_t site);
const NjType *nj_type_optional(NjTypes *t, const NjType *elem);
const NjType *nj_type_func(NjTypes *t, const NjFuncDef *func, const NjType *const *captures, uint32_t n);
const NjType *nj_type_builtin(NjTypes *t, int32_t id);
const NjType *nj_type_bound_builtin(NjTypes *t, const NjType *self, int32_t id);
const NjType *nj_type_bound_func(NjTypes *t, const NjType *self, const NjFuncDef *func);
const NjType *nj_type_module(NjTypes *t, int32_t id);
const NjType *nj_type_dtype(NjTypes *t, NprtDtype dtype);
/* The class of a NumPy scalar: np.int64 where nj_type_dtype is np.dtype("int64"). They compare equal. */
const NjType *nj_type_scalar_class(NjTypes *t, NprtDtype dtype);
const NjType *nj_type_class(NjTypes *t, NjClassDef *cls);
const NjType *nj_type_cell(NjTypes *t, const NjType *elem);
const NjType *nj_type_iter(NjTypes *t, int32_t kind, const NjType *const *elems, uint32_t n);
const NjType *nj_type_opaque(NjTypes *t, int32_t id);
/* A generator object that yields `elem`: an opaque handle with id NJ_OPAQUE_GENERATOR. */
const NjType *nj_type_generator(NjTypes *t, const NjType *elem);
/* An instance of one of several classes with a common base: id NJ_OPAQUE_VARIANT, elems the instance types. */
const NjType *nj_type_variant(NjTypes *t, const NjType *const *objects, uint32_t n);
/* A union (sema/union.c): a tuple of a tag and the slots of the alternatives, marked by its name. */
const NjType *nj_type_union(NjTypes *t, const NjName *name, const NjType *const *elems, uint32_t n);
bool nj_type_is_union(const NjType *t);
bool nj_type_is_generator(const NjType *t);
bool nj_type_is_variant(const NjType *t);
bool nj_types_have_variants(const NjTypes *t); /* was one ever made? */
/* The one instance type of a class (created empty on first use). Attributes are added by name;
 * adding an attribute again with another type replaces it. Returns the attribute's index. */
const NjType *nj_type_object(NjTypes *t, NjClassDef *cls);
/* Instance types in the order they were made. */
uint32_t nj_type_object_count(const NjTypes *t);
const NjType *nj_type_object_at(const NjTypes *t, uint32_t i);
uint32_t nj_type_object_set_attr(NjTypes *t, const NjType *object, const NjName *name,
                                 const NjType *type);
/* Index of the attribute or namedtuple field, or -1. */
int32_t nj_type_field(const NjType *type, const NjName *name);

/* ---- questions ---- */
bool nj_type_is_scalar(const NjType *t);
bool nj_type_is_bool(const NjType *t);     /* scalar of dtype bool */
bool nj_type_is_int(const NjType *t);      /* integer scalar, bool excluded */
bool nj_type_is_integral(const NjType *t); /* integer or bool scalar */
bool nj_type_is_float(const NjType *t);
bool nj_type_is_complex(const NjType *t);
bool nj_type_is_array(const NjType *t);

bool nj_dtype_is_int(NprtDtype d);
bool nj_dtype_is_signed(NprtDtype d);   /* signed integer */
bool nj_dtype_is_unsigned(NprtDtype d); /* unsigned integer */
bool nj_dtype_is_float(NprtDtype d);
bool nj_dtype_is_complex(NprtDtype d);
unsigned nj_dtype_size(NprtDtype d); /* bytes */
const char *nj_dtype_name(NprtDtype d);
/* What Python's own messages call the type: int, list, numpy.ndarray ... */
const char *nj_type_python_name(NjArena *arena, const NjType *t);
/* The real dtype of a complex one (complex64 -> float32); other dtypes unchanged. */
NprtDtype nj_dtype_real(NprtDtype d);

/* Text for diagnostics: "float64", "array(float64, 2d, C)", "list[int]". Lives in `arena`. */
const char *nj_type_str_of(NjArena *arena, const NjType *t);

#endif
