/* walk.h - the inference walk: one function specialisation, from AST to TIR.
 *
 * Typing and TIR building are one walk over the AST (an abstract interpretation): every expression
 * yields an NjVal, which is a type, a TIR expression that computes it, and what is known of it at compile
 * time. Variables are typed by flow: a name may hold values of different types one after another; where
 * control flow joins, types join (promote.h) and conversions are emitted into the joining branches.
 * Loops walk their body with assumed types and again when the body disagrees. Facts that an earlier part
 * of the program needs from a later one (the element type of `[]`, the result of a recursive call, an
 * attribute's type) are *hints*: when one changes, the whole walk starts over with the better hint.
 *
 * Internal to compiler/sema and compiler/funcs. All memory is in the unit's arena. */
#ifndef NJ_COMPILER_SEMA_WALK_H
#define NJ_COMPILER_SEMA_WALK_H

#include "compiler/ir/tir.h"
#include "compiler/sema/program.h"

typedef struct NjSema NjSema;
typedef struct NjWalk NjWalk;
typedef struct NjVal NjVal;

/* ---- compile-time knowledge ---- */

typedef enum NjKnownKind {
    NJ_KNOWN_BOOL,  /* i */
    NJ_KNOWN_INT,   /* i */
    NJ_KNOWN_BIG,   /* text: decimal digits, with sign; the type is NJ_T_BIGINT */
    NJ_KNOWN_FLOAT, /* f */
    NJ_KNOWN_COMPLEX, /* f, im */
    NJ_KNOWN_STR,   /* text, len; also bytes */
    NJ_KNOWN_ITEMS, /* items: what is known of a tuple's (or literal list's) elements */
    NJ_KNOWN_SITE,  /* i: the allocation site of a list, so that its element type can be widened; of a display
                     * where it is written also items */
    NJ_KNOWN_ITER   /* iter: a lazy iterator (zip, enumerate, generator expression ...) */
} NjKnownKind;

typedef struct NjIter NjIter;

typedef struct NjKnown {
    NjKnownKind kind;
    int64_t i;
    double f, im;
    const char *text;
    uint32_t len;
    const struct NjKnown **items; /* NULL entries: nothing known */
    uint32_t n;
    NjIter *iter;
} NjKnown;

/* An abstract value. `expr` is pure (tir.h); NULL means the unit value of `type`. */
struct NjVal {
    const NjType *type;
    NjTirExpr *expr;
    const NjKnown *known; /* NULL: nothing but the type */
};

/* ---- variables ---- */

typedef enum NjBindState { NJ_UNBOUND, NJ_BOUND, NJ_MAYBE, NJ_CONFLICT } NjBindState;

typedef struct NjBinding {
    NjBindState state;
    const NjType *type;
    NjTirLocal *slot;    /* NULL: unit type, or a global */
    NjTirGlobal *global; /* module variable used by functions */
    NjTirLocal *flag;    /* MAYBE: bool local, is it bound? */
    const NjKnown *known;
    const NjType *other; /* CONFLICT: the type that does not join with `type` */
    NjSpan where;        /* the assignment that gave it its type */
    bool *probe;         /* set when the binding is consulted: see loops.c */
    const struct NjLoopCtx *loop; /* an iterator's: the loop around the assignment */
    bool is_read;        /* an iterator was read here before */
} NjBinding;

typedef struct NjEnv {
    NjBinding *vars; /* one per variable of the scope */
    uint32_t n;
} NjEnv;

/* One call of a table row or builtin, arguments matched to the row's parameter list. */
typedef struct NjCall {
    NjSpan span;          /* the whole call */
    const NjExpr *node;   /* its AST, or NULL */
    int32_t id;           /* the row */
    NjVal self;           /* receiver of a method; type NULL otherwise */
    NjVal *args;          /* one per parameter of the row; type NULL: not given and no default */
    NjSpan *spans;        /* of each argument; the call's where not given */
    uint32_t n;
    NjVal *rest;          /* of a row with *args: the remaining positional ones */
    NjSpan *rest_spans;
    uint32_t n_rest;
    const NjName **kw_names; /* of a row with **kw: keywords that match no parameter */
    NjVal *kw_vals;
    uint32_t n_kw;
} NjCall;

/* Types a call of a row and builds what it does. */
typedef NjVal NjHandler(NjWalk *w, const NjCall *call);

/* ---- the walk ---- */

typedef struct NjLoopCtx NjLoopCtx;
typedef struct NjFrame NjFrame;
typedef struct NjSpec NjSpec;

struct NjWalk {
    NjSema *s;
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirFn *fn;
    NjFuncDef *def;      /* whose scope `env` is */
    NjSpec *spec;
    NjWalk *caller;      /* whose call is being specialised; NULL at the top */
    const NjVal *given;   /* the arguments as the caller has them, one for each parameter */
    NjModel model;
    bool checked;        /* Python ints raise OverflowError (numpy model, not the prelude) */
    bool zero_raises;    /* Python-style ZeroDivisionError for this function's scalars */
    bool in_kernel;      /* part of a CUDA kernel: the kernel itself and what it calls */
    NjTirBlock *block;   /* where statements go */
    NjEnv env;
    bool dead;           /* the current point is not reachable */
    uint32_t effects;    /* counts emitted statements that may change memory */
    uint32_t rebinds;    /* counts assignments to variables inside expressions */
    NjLoopCtx *loop;     /* innermost */
    NjFrame *frame;      /* returns, captures, inlined generators */
    NjSpan at;           /* the statement in hand */
    NjMap slots;         /* NjVar * -> list of (type, local) */
    NjMap cells;         /* NjVar * -> its cell's local, of cells made where the function starts */
    NjMap flags;         /* NjVar * -> bool local: is the variable bound? */
    struct NjPin *pins;  /* variables whose type is fixed inside a try body */
    NjVal *stencil;      /* @stencil kernels: the position of the point in hand, per dimension */
    uint32_t n_stencil;
    struct NjPrintFormat *print_format; /* formatter= of np.printoptions in force here, or NULL */
    uint32_t depth;      /* of nested expression walks */
    uint32_t tries;      /* try bodies around the point in hand */
};

/* ---- values (value.c) ---- */
NjVal nj_val(const NjType *type, NjTirExpr *expr);
NjVal nj_val_unit(NjWalk *w, const NjType *type, NjSpan span);
/* A module that funcs/modules.def has: "numba.cuda.<device>". */
NjVal nj_val_module(NjWalk *w, const char *dotted, NjSpan span);
NjVal nj_val_none(NjWalk *w, NjSpan span);
NjVal nj_val_error(NjWalk *w);
NjVal nj_val_int(NjWalk *w, int64_t value, NjSpan span);   /* Python int, known */
NjVal nj_val_bool(NjWalk *w, bool value, NjSpan span);     /* Python bool, known */
NjVal nj_val_float(NjWalk *w, double value, NjSpan span);  /* Python float, known */
NjVal nj_val_str(NjWalk *w, const char *text, uint32_t len, NjSpan span);
NjVal nj_val_tuple(NjWalk *w, const NjVal *items, uint32_t n, NjSpan span);
NjVal nj_val_dtype(NjWalk *w, NprtDtype dtype, NjSpan span);
bool nj_is_error(NjVal v); /* NJ_T_ERROR or NJ_T_NEVER: build nothing from it */
bool nj_is_none(NjVal v);
bool nj_is_given(NjVal v); /* an argument that was passed or has a default: type not NULL */
NjTirExpr *nj_expr_of(NjWalk *w, NjVal v, NjSpan span); /* never NULL */

/* What is known; false when nothing is. Ints include bools. */
bool nj_known_int(NjVal v, int64_t *out);
bool nj_known_bool(NjVal v, bool *out);
bool nj_known_float(NjVal v, double *out); /* ints too */
bool nj_known_str(NjVal v, const char **out_text, uint32_t *out_len);
bool nj_known_is(NjVal v, const char *text); /* is it this str? */
const NjKnown *nj_known_new_int(NjWalk *w, int64_t value);
const NjKnown *nj_known_lasting(NjWalk *w, const NjKnown *known); /* what a variable may keep of it */
const NjKnown *nj_known_new_float(NjWalk *w, double value);
const NjKnown *nj_known_new_str(NjWalk *w, const char *text, uint32_t len);

/* Element i of a tuple value (known kept). */
NjVal nj_tuple_item(NjWalk *w, NjVal tuple, uint32_t i, NjSpan span);

/* ---- emitting (emit in value.c) ---- */
/* A value that may be used any number of times: itself when trivial, else a temporary holding it. */
NjVal nj_spill(NjWalk *w, NjVal v);
NjTirLocal *nj_temp(NjWalk *w, const NjType *type);
void nj_emit(NjWalk *w, NjTirStmt *stmt);
void nj_emit_assign(NjWalk *w, NjTirLocal *local, NjTirExpr *value);
/* Emits a runtime call; the result (of `type`; none for rows with result 0) is in a temporary. */
NjVal nj_rtcall(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, uint32_t n, NjTirExpr **args);
NjVal nj_rtcall1(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a);
NjVal nj_rtcall2(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a, NjVal b);
NjVal nj_rtcall3(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a, NjVal b, NjVal c);
/* Emits an allocating expression (EFFECT) into a temporary. */
NjVal nj_effect(NjWalk *w, NjTirExpr *expr);
/* Raises unless `cond` (bool) holds. `format` has %lld per argument (ints). */
void nj_check(NjWalk *w, NjTirExpr *cond, NprtExcKind exc, NjSpan span, const char *format, uint32_t n,
              NjTirExpr **args);
/* Raises unconditionally with a constant text; the rest of the block is dead. */
void nj_raise_text(NjWalk *w, NprtExcKind exc, NjSpan span, const char *text);

/* Structured control flow with variable joins:
 *     NjIf i = nj_if_begin(w, cond);  ...then...  nj_if_else(w, &i);  ...else...  nj_if_end(w, &i); */
typedef struct NjIf {
    NjTirStmt *stmt;
    NjTirBlock *outer;
    NjEnv entry, then_env;
    bool then_dead, entry_dead, has_else;
} NjIf;
NjIf nj_if_begin(NjWalk *w, NjTirExpr *cond, NjSpan span);
void nj_if_else(NjWalk *w, NjIf *i);
void nj_if_end(NjWalk *w, NjIf *i);
/* for (temp = start; temp < stop; temp++) body, for code that binds no program variables. Returns the
 * loop variable's value; close with nj_for_end. */
typedef struct NjFor {
    NjTirStmt *stmt;
    NjTirBlock *outer;
} NjFor;
NjVal nj_for_begin(NjWalk *w, NjFor *f, NjVal start, NjVal stop, NjSpan span);
void nj_for_end(NjWalk *w, NjFor *f);

/* ---- expressions (expr.c, arith.c, ...) ---- */
NjVal nj_walk_expr(NjWalk *w, const NjExpr *e);
void nj_walk_block(NjWalk *w, NjBlock body);
/* bool TIR expression of a value's truth; `*out_known` is 0, 1, or -1 when not known. */
NjTirExpr *nj_truth(NjWalk *w, NjVal v, NjSpan span, int *out_known);

NjVal nj_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span);
NjVal nj_unary(NjWalk *w, NjUnaryOp op, NjVal a, NjSpan span);
NjVal nj_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span);
/* is a == b / a < b as one bool value for any types (containers, tuples, strings) */
NjVal nj_equal(NjWalk *w, NjVal a, NjVal b, NjSpan span);
NjVal nj_less(NjWalk *w, NjVal a, NjVal b, NjSpan span);
NjVal nj_contains(NjWalk *w, NjVal container, NjVal item, NjSpan span);

/* ---- conversions (convert.c) ---- */
/* Implicit conversion to `type` (what a join or an assignment to a typed place does); reports an error
 * when there is none. */
NjVal nj_coerce(NjWalk *w, NjVal v, const NjType *type, NjSpan span);
bool nj_can_coerce(NjWalk *w, const NjType *from, const NjType *to);
/* Scalar or array to another dtype, elementwise (astype without the copy guarantee). */
NjVal nj_to_dtype(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span);
/* int(x), float(x), np.int32(x) ...: an explicit conversion of a scalar, string or array. */
NjVal nj_cast_value(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span);
/* A scalar as int64 Python int (an index, an extent); error for floats. */
NjVal nj_to_index(NjWalk *w, NjVal v, NjSpan span);
/* The value inside an optional; None raises TypeError at run time. Other values as they are. */
NjVal nj_unwrap(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_to_float(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_to_str(NjWalk *w, NjVal v, NjSpan span); /* str(v) */
NjVal nj_shown(NjWalk *w, NjVal v); /* the value whose text is wanted */
/* In the numba model np.int64 and int are one type: applied to every value a walk produces. */
NjVal nj_normal(NjWalk *w, NjVal v);
/* dtype named by a value: np.float32, float, "f4", a.dtype ...; false after reporting an error. */
bool nj_dtype_arg(NjWalk *w, NjVal v, NjSpan span, NprtDtype *out);

/* ---- arrays (array.c, index.c) ---- */
/* Array-like (array, scalar, nested lists and tuples, range) as array or scalar; dtype as NumPy infers. */
NjVal nj_as_array(NjWalk *w, NjVal v, NjSpan span);      /* at least... an array or a scalar */
/* The same with the dtype given (NULL: inferred): numpy.asarray. */
NjVal nj_array_of(NjWalk *w, NjVal v, const NprtDtype *dtype, NjSpan span);
NjVal nj_single_element(NjWalk *w, NjVal array, NjSpan span);
NjVal nj_matmul(NjWalk *w, NjVal a, NjVal b, NjSpan span);
NjVal nj_as_array_min(NjWalk *w, NjVal v, unsigned ndim, NjSpan span); /* an array of >= ndim dims */
NjVal nj_alloc(NjWalk *w, NprtDtype dtype, const NjVal *shape, uint32_t n, bool zero, NjSpan span);
NjVal nj_shape_of(NjWalk *w, NjVal array, uint32_t dim, NjSpan span); /* Python int */
NjVal nj_shape_tuple(NjWalk *w, NjVal array, NjSpan span);
NjVal nj_size_of(NjWalk *w, NjVal array, NjSpan span);
/* An int or tuple of ints as extents; false after an error. `*out` in the arena. */
bool nj_shape_arg(NjWalk *w, NjVal v, NjSpan span, NjVal **out, uint32_t *out_n);
/* A list display, where it is written, as the tuple of its items (whose number is known); others as they are. */
NjVal nj_listed(NjWalk *w, NjVal v, NjSpan span);
/* Elementwise op on operands that are arrays or scalars: broadcasts; lazy (fused by loopify). */
NjVal nj_map_unary(NjWalk *w, NjTirUnop op, NjVal a, NprtDtype out, NjSpan span);
NjVal nj_map_binary(NjWalk *w, NjTirBinop op, NjVal a, NjVal b, NprtDtype dtype, NjSpan span);
NjVal nj_map_compare(NjWalk *w, NjTirCmpop op, NjVal a, NjVal b, NprtDtype dtype, NjSpan span);
NjVal nj_map_math(NjWalk *w, NjMathId id, const NjVal *args, uint32_t n, NprtDtype dtype, NjSpan span);
NjVal nj_map_select(NjWalk *w, NjVal cond, NjVal a, NjVal b, NprtDtype dtype, NjSpan span);
NjVal nj_broadcast_to(NjWalk *w, NjVal a, const NjVal *shape, uint32_t n, NjSpan span);
/* Axes as bits; `axis` may be None (all), an int or a tuple, known at compile time. */
bool nj_axes_arg(NjWalk *w, NjVal axis, unsigned ndim, NjSpan span, uint32_t *out_axes);
NjVal nj_reduce(NjWalk *w, NjTirRedop op, NjVal a, uint32_t axes, bool keepdims, NprtDtype dtype,
                NjVal initial, NjVal where, NjSpan span);
NjVal nj_transpose(NjWalk *w, NjVal a, const uint8_t *perm, NjSpan span);
NjVal nj_reshape(NjWalk *w, NjVal a, const NjVal *shape, uint32_t n, NjSpan span);
/* base[index] and base[index] = value with the index as a value (slices and tuples included). */
NjVal nj_index_get(NjWalk *w, NjVal base, NjVal index, NjSpan span);
void nj_index_set(NjWalk *w, NjVal base, NjVal index, NjVal value, NjSpan span);
/* base[i0, i1, ...] with int subscripts that are in range (no wrap, no check) or not known to be. */
NjVal nj_load(NjWalk *w, NjVal base, const NjVal *subs, uint32_t n, bool in_range, NjSpan span);
void nj_store(NjWalk *w, NjVal base, const NjVal *subs, uint32_t n, NjVal value, bool in_range,
              NjSpan span);
/* dst[...] = value with broadcasting and casting. */
void nj_array_assign(NjWalk *w, NjVal dst, NjVal value, NjSpan span);

/* ---- containers ---- */
NjVal nj_new_list(NjWalk *w, const NjType *elem, NjSpan span);          /* empty, element type given */
NjVal nj_new_list_site(NjWalk *w, const void *node, NjSpan span);       /* empty, found out by use */
void nj_list_append(NjWalk *w, NjVal list, NjVal item, NjSpan span);    /* joins the element type */
NjVal nj_len(NjWalk *w, NjVal v, NjSpan span);

/* ---- iteration (iter.c) ---- */
/* Emits a loop over any iterable; `body` is called to build one iteration, possibly several times (until
 * types are stable; for tuples of mixed types once per element). `bound` names variables the body binds
 * (NULL: none). Returns false after an error. */
typedef void NjIterBody(NjWalk *w, NjVal item, void *ctx);
bool nj_iterate(NjWalk *w, NjVal iterable, NjSpan span, const NjNameSet *bound, NjIterBody *body,
                void *ctx);
/* Number of items when it costs nothing to know (arrays, lists, ranges, zip of those); type NULL else. */
NjVal nj_iter_length(NjWalk *w, NjVal iterable, NjSpan span);
/* list(iterable) */
NjVal nj_list_of(NjWalk *w, NjVal iterable, NjSpan span);

/* ---- calls (call.c) ---- */
NjVal nj_call_value(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, const NjName *const *kw_names,
                    const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
/* A function of the prelude, with positional arguments. */
NjVal nj_call_prelude(NjWalk *w, const char *file, const char *name, const NjVal *args, uint32_t n,
                      NjSpan span);
NjVal nj_get_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span);
/* The row's handler called directly with arguments in the order of its parameters. */
NjVal nj_call_row(NjWalk *w, int32_t id, NjVal self, const NjVal *args, uint32_t n, NjSpan span);

/* ---- errors ---- */
/* nj_error with the call chain of this specialisation as notes; returns the error value. */
NjVal nj_fail(NjWalk *w, NjSpan span, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Is there a try statement around that could catch what is raised here? Never in the numba model. */
bool nj_may_catch(const NjWalk *w);
/* The operation raises `exc` with this text whenever it runs. In a try statement, which may be there for
 * it, that is what is built; elsewhere (and in the numba model) it is reported now, as by nj_fail. */
NjVal nj_raises(NjWalk *w, NjSpan span, NprtExcKind exc, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const char *nj_ty(NjWalk *w, const NjType *t); /* text for diagnostics */
const char *nj_py(NjWalk *w, const NjType *t); /* as Python names the type in messages */

#endif
