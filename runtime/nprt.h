/* nprt.h - the ABI between generated code and the runtime library.
 *
 * Everything generated code and runtime agree on: object headers, array descriptors, containers,
 * type descriptors, the exception record. Plain C, no LLVM, nothing from compiler/. A value of a
 * TIR type lives in memory as follows (in registers as the same thing, loaded):
 *
 *   bool, np.bool            uint8_t, 0 or 1
 *   int*, uint*, float*      the C type of dtypes.def; float16 as its bits
 *   complex64/128            NprtC64 / NprtC128
 *   None, functions without captures, modules, dtypes   nothing (size 0)
 *   str, bytes               NprtStr *            (never NULL)
 *   tuple, namedtuple        a C struct of its elements
 *   union                    a tuple named "|": the int64 number of the alternative it holds, then one
 *                            slot per alternative (optional, or nothing for values without bits)
 *   list                     NprtList *
 *   dict                     NprtDict *
 *   set, frozenset           NprtSet *
 *   range                    struct { int64_t start, stop, step; }
 *   slice                    struct { int64_t start, stop, step; uint8_t has; }  has: bit 0/1/2 = given
 *   array of n dimensions    struct { NprtObj *owner; char *data; int64_t shape[n], strides[n]; }
 *                            strides in bytes; owner NULL for borrowed memory
 *   optional T               struct { uint8_t has; T value; }
 *   class instance           NprtObj * followed by its fields (NprtDesc.offsets)
 *   function with captures   a C struct of the captures
 *   cell (captured and reassigned variable)   NprtObj * followed by the value
 *   exception value          NprtExc *
 *   random generator         NprtObj * followed by an NprtRng
 *
 * Every heap object starts with NprtObj. Ownership: generated code owns one reference per local
 * variable; arguments are borrowed by the callee; results are owned by the caller. */
#ifndef NPRT_H
#define NPRT_H

#include <stddef.h>
#include <stdint.h>

typedef struct NprtC64 {
    float re, im;
} NprtC64;

typedef struct NprtC128 {
    double re, im;
} NprtC128;

typedef enum NprtDtype {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) NPRT_##E,
#include "runtime/dtypes.def"
#undef DTYPE
    NPRT_DTYPE_COUNT
} NprtDtype;

/* ---- type descriptors ------------------------------------------------------------------- */

typedef enum NprtKind {
    NPRT_K_NONE,
    NPRT_K_SCALAR,   /* dtype, py */
    NPRT_K_STR,
    NPRT_K_BYTES,
    NPRT_K_TUPLE,    /* n, elems, offsets; name and field_names for a namedtuple */
    NPRT_K_LIST,     /* elems[0]; name */
    NPRT_K_DICT,     /* elems[0] key, elems[1] value; name */
    NPRT_K_SET,      /* elems[0] */
    NPRT_K_FROZENSET,
    NPRT_K_RANGE,
    NPRT_K_SLICE,
    NPRT_K_ARRAY,    /* dtype, ndim */
    NPRT_K_OPTIONAL, /* elems[0], offsets[0] = offset of the value */
    NPRT_K_OBJECT,   /* n, elems, offsets, name, field_names, methods */
    NPRT_K_FUNCTION, /* name; n, elems, offsets: captures */
    NPRT_K_CELL,     /* elems[0], offsets[0] */
    NPRT_K_EXC,
    NPRT_K_RNG,
    NPRT_K_DTYPE,    /* dtype: a dtype used as a value */
    NPRT_K_TYPE,     /* name: a class used as a value */
    NPRT_K_MODULE,   /* name */
    NPRT_K_ELLIPSIS
} NprtKind;

typedef struct NprtDesc NprtDesc;

/* What the runtime must know of a type to print, compare, hash, copy and free its values.
 * Emitted as constant data by lowering; immutable; pointers compare equal only inside one module. */
struct NprtDesc {
    uint8_t kind;  /* NprtKind */
    uint8_t dtype; /* NprtDtype, for scalars, arrays and dtypes */
    uint8_t py;    /* 1: Python's own bool/int/float/complex, 0: a NumPy scalar */
    uint8_t ndim;  /* arrays */
    uint32_t size; /* bytes of a value in memory (for OBJECT: of the pointer) */
    uint32_t align;
    uint32_t n;                   /* number of elems */
    const NprtDesc *const *elems; /* NULL when n == 0 */
    const uint32_t *offsets;      /* n offsets of the elements, OBJECT: from the object's start */
    const char *name;             /* class, function, module name, or NULL; LIST: "tuple" when its length
                                     is known at run time alone, "deque"; DICT: "Counter" ... */
    const char *const *field_names;
    const struct NprtMethods *methods; /* OBJECT with special methods, else NULL */
    uint32_t body_size;                /* OBJECT, CELL: bytes of the whole object */
    uint8_t is_managed;                /* some part of a value is a heap reference */
};

typedef struct NprtStr NprtStr;

/* Special methods of a class, as generated code: status functions (0, or 1 = exception pending). */
typedef struct NprtMethods {
    int32_t (*repr)(void *self, NprtStr **out);
    int32_t (*str)(void *self, NprtStr **out);
    int32_t (*eq)(void *self, void *other, uint8_t *out);
    int32_t (*lt)(void *self, void *other, uint8_t *out);
    int32_t (*hash)(void *self, int64_t *out);
} NprtMethods;

/* ---- heap objects ------------------------------------------------------------------------ */

#define NPRT_IMMORTAL (INT64_MAX / 2) /* reference count of objects that are never freed */

typedef enum NprtObjKind {
    NPRT_O_BLOCK, /* array memory: NprtBlock */
    NPRT_O_STR,
    NPRT_O_LIST,
    NPRT_O_DICT,
    NPRT_O_SET,
    NPRT_O_OBJECT,
    NPRT_O_CELL,
    NPRT_O_EXC,
    NPRT_O_RNG,
    NPRT_O_FOREIGN /* memory of somebody else, freed through a callback */
} NprtObjKind;

/* Header of every heap object. `refcount` changes atomically only while nprt_threads_active. */
typedef struct NprtObj {
    int64_t refcount;
    const NprtDesc *desc; /* LIST, DICT, SET, OBJECT, CELL: the type; else NULL */
    uint32_t kind;        /* NprtObjKind */
    uint32_t flags;
} NprtObj;

/* Array memory: the bytes follow at `data` (64-byte aligned). */
typedef struct NprtBlock {
    NprtObj obj;
    char *data;
    int64_t nbytes;
    int64_t capacity; /* bytes of the mapping, for reuse */
} NprtBlock;

/* A str (UTF-8) or bytes object, immutable. `len` in code points (bytes: in bytes). */
struct NprtStr {
    NprtObj obj;
    int64_t len;
    int64_t nbytes;
    uint64_t hash;  /* 0: not computed yet */
    uint32_t ascii; /* 1: every code point is one byte */
    uint32_t pad;
    char text[]; /* nbytes bytes and a NUL */
};

typedef struct NprtList {
    NprtObj obj; /* desc: LIST, elems[0] the element type */
    char *data;  /* len elements of elems[0]->size bytes */
    int64_t len;
    int64_t cap;  /* room for elements from `data` on */
    int64_t head; /* and before it: what was taken from the front */
} NprtList;

/* Insertion-ordered open-addressing hash table; entries are {uint64 hash, key, value}. */
typedef struct NprtDict {
    NprtObj obj;
    int64_t len;       /* live entries */
    int64_t used;      /* entries ever appended, deleted ones included */
    int64_t cap;       /* capacity of entries */
    int64_t mask;      /* index slots - 1 */
    int32_t *index;    /* -1 empty, -2 deleted, else entry number */
    char *entries;     /* used entries of entry_size bytes; hash 0 marks a deleted one */
    int32_t entry_size, key_offset, value_offset, pad;
} NprtDict;

typedef NprtDict NprtSet; /* no value: value_offset unused */

/* An array value of any rank, as in memory: dims is shape[ndim] followed by strides[ndim]. */
typedef struct NprtArray {
    NprtObj *owner;
    char *data;
    int64_t dims[];
} NprtArray;

/* Room for an array value of rank <= NPRT_MAX_DIMS, for the runtime's own temporaries. */
#define NPRT_MAX_DIMS 32
typedef struct NprtArrayBuf {
    NprtObj *owner;
    char *data;
    int64_t dims[2 * NPRT_MAX_DIMS];
} NprtArrayBuf;

/* ---- exceptions --------------------------------------------------------------------------- */

typedef enum NprtExcKind {
#define EXC(E, name, parent) NPRT_EXC_##E,
#include "runtime/exceptions.def"
#undef EXC
    NPRT_EXC_USER /* first user-defined class: NPRT_EXC_USER + k, names given by the program */
} NprtExcKind;

/* An exception value. `message` is str(e). */
typedef struct NprtExc {
    NprtObj obj;
    int32_t kind;
    uint32_t line;       /* where it was raised, 1-based; 0 unknown */
    NprtStr *message;    /* owned, may be NULL: no argument */
    NprtObj *payload;    /* owned instance of a user class, or NULL */
    NprtStr *args_repr;  /* owned, may be NULL: repr(e.args) without the brackets when not one str */
    NprtObj *cause;      /* owned exception of `raise ... from cause`, or NULL */
    uint32_t nargs;      /* of e.args */
    uint32_t pad;
} NprtExc;

#endif
