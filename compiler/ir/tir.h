/* tir.h - the typed, structured intermediate representation.
 *
 * Inference builds it, passes rewrite it, lowering turns it into LLVM IR. No CFG, no SSA: statements
 * nest, locals are mutable and have one type for the whole function. Python's surprises are explicit:
 * a subscript says whether it wraps and is checked, arithmetic says whether it raises.
 *
 * Evaluation order: operands left to right, but expressions have no effects other than raising; calls
 * and allocations stand alone as the right-hand side of ASSIGN or EXPR. An expression node has one
 * parent (trees, no sharing), so that a pass may rewrite in place.
 *
 * Array-valued expressions (elementwise UNARY...SELECT and MATH, BROADCAST, IOTA, REDUCE with axes,
 * SCAN) exist until the pass `loopify`; after it array values are only locals, globals, fields, list
 * and tuple elements, views, transposes, flattened C arrays, allocations and call results.
 *
 * Ownership of references (what lowering implements): a local of a managed type owns its value and
 * starts null; ASSIGN retains a borrowed value and takes over an owned one; results of EFFECT
 * expressions are owned, all others borrowed; parameters are borrowed; RETURN hands over ownership. */
#ifndef NJ_COMPILER_IR_TIR_H
#define NJ_COMPILER_IR_TIR_H

#include "compiler/ir/cuda.h"
#include "compiler/support/arena.h"
#include "compiler/support/source.h"
#include "compiler/types/promote.h"
#include "compiler/types/type.h"

typedef struct NjTirExpr NjTirExpr;
typedef struct NjTirStmt NjTirStmt;
typedef struct NjTirFn NjTirFn;

typedef enum NjTirExprKind {
#define TIR_EXPR(E, name, purity) NJ_X_##E,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
    NJ_X_COUNT
} NjTirExprKind;

typedef enum NjTirStmtKind {
#define TIR_STMT(E, name) NJ_S_##E,
#include "compiler/ir/tir.def"
#undef TIR_STMT
    NJ_S_COUNT
} NjTirStmtKind;

typedef enum NjTirUnop {
#define TIR_UNOP(E, text) NJ_UN_##E,
#include "compiler/ir/tir.def"
#undef TIR_UNOP
} NjTirUnop;

typedef enum NjTirBinop {
#define TIR_BINOP(E, text) NJ_BIN_##E,
#include "compiler/ir/tir.def"
#undef TIR_BINOP
} NjTirBinop;

typedef enum NjTirCmpop {
#define TIR_CMPOP(E, text) NJ_CMP_##E,
#include "compiler/ir/tir.def"
#undef TIR_CMPOP
} NjTirCmpop;

typedef enum NjTirRedop {
#define TIR_REDOP(E, text) NJ_RED_##E,
#include "compiler/ir/tir.def"
#undef TIR_REDOP
} NjTirRedop;

/* Rows of runtime/rtcalls.def. */
typedef enum NjRtId {
#define RTCALL(name, result, params, raises) NJ_RT_##name,
#include "runtime/rtcalls.def"
#undef RTCALL
    NJ_RT_COUNT
} NjRtId;

/* Rows of compiler/funcs/math.def. */
typedef enum NjMathId {
#define MATH(name, nargs, libm) NJ_M_##name,
#include "compiler/funcs/math.def"
#undef MATH
    NJ_M_COUNT
} NjMathId;

/* A variable of one function; every use names the struct, there is one per (variable, type). */
typedef struct NjTirLocal {
    uint32_t id;        /* dense in the function */
    const NjType *type;
    const char *name;   /* for dumps: "x", "x.1", "%3" for temporaries */
    bool is_param;
    bool is_temp;
    bool is_assigned;   /* a parameter that the body assigns */
} NjTirLocal;

/* A module-level variable that functions use: one memory slot for the whole program. */
typedef struct NjTirGlobal {
    uint32_t id;
    const NjType *type;
    const char *name;
} NjTirGlobal;

/* How integer arithmetic treats what Python treats specially. */
typedef enum NjArith {
    NJ_ARITH_WRAP,   /* two's complement; x / 0 gives NumPy's 0, inf, nan */
    NJ_ARITH_CHECKED /* overflow raises OverflowError, a zero divisor ZeroDivisionError */
} NjArith;

/* One subscript of LOAD, STORE, LIST_GET, LIST_SET. */
typedef struct NjTirSub {
    NjTirExpr *index; /* scalar int64 */
    bool wrap;        /* a negative index counts from the end */
    bool check;       /* out of range raises IndexError */
} NjTirSub;

typedef enum NjTirSpecKind {
    NJ_SPEC_INDEX,  /* one position: the dimension goes away */
    NJ_SPEC_SLICE,  /* start:stop:step, NULL = default; Python's clipping */
    NJ_SPEC_FULL,   /* : */
    NJ_SPEC_NEWAXIS /* adds a dimension of extent 1, consumes none */
} NjTirSpecKind;

typedef struct NjTirSpec {
    NjTirSpecKind kind;
    NjTirSub index;                 /* INDEX */
    NjTirExpr *start, *stop, *step; /* SLICE: scalar int64 or NULL */
} NjTirSpec;

struct NjTirExpr {
    NjTirExprKind kind;
    const NjType *type;
    NjSpan span;
    union {
        struct { int64_t value; } const_int;
        struct { double value; } const_float;
        struct { double re, im; } const_complex;
        struct { const char *text; uint32_t len; } const_str; /* len bytes, arena */
        struct { NjTirLocal *local; } local;
        struct { NjTirGlobal *global; } global;
        struct { NjTirUnop op; NjArith arith; NjTirExpr *a; } unary;
        struct { NjTirBinop op; NjArith arith; NjTirExpr *a, *b; } binary;
        struct { NjTirCmpop op; NjTirExpr *a, *b; } compare;
        struct { NjTirExpr *a; NjArith arith; } cast; /* CHECKED: int(nan) raises, as in Python */
        struct { NjTirExpr *cond, *a, *b; } select;
        struct { NjMathId id; NjTirExpr *args[3]; uint32_t n; } math;
        struct { NjTirExpr **items; uint32_t n; } tuple;
        struct { NjTirExpr *a; uint32_t index; } tuple_get;
        struct { NjTirExpr *a; } opt; /* OPT_SOME, OPT_HAS, OPT_GET */
        struct { NjTirExpr *a; } len;
        struct { NjTirExpr *a; uint32_t dim; } shape; /* SHAPE, STRIDE */
        struct { NjTirExpr *base; NjTirSub *subs; uint32_t n; } load;
        struct { NjTirExpr *base; NjTirSub sub; } list_get;
        struct { NjTirExpr *base; uint32_t index; } field;
        struct { NjTirExpr *a; } cell_get;
        struct { NjTirExpr *base, *index; } entry; /* ENTRY_KEY, ENTRY_VALUE */
        struct { NjTirExpr *base; NjTirSpec *specs; uint32_t n; } view;
        struct { NjTirExpr *a; uint8_t perm[NPRT_MAX_DIMS]; } transpose;
        struct { NjTirExpr *a; } flatten; /* `a` and the result have layout C */
        struct { NjTirExpr *a; NjTirExpr **shape; uint32_t n; } broadcast;
        struct { NjTirExpr *n; } iota;
        struct {
            NjTirRedop op;
            NjTirExpr *a;
            uint32_t axes;      /* bit k: reduce dimension k; all bits for a full reduction */
            bool keepdims;
            NjTirExpr *initial; /* scalar of the result's dtype, or NULL */
            NjTirExpr *where;   /* bool array that broadcasts, or NULL */
        } reduce;               /* the result's dtype is the accumulator's; elements are cast to it */
        struct { NjTirExpr *a, *first, *n; } row_sum; /* a[first : first + n], n >= 0; type: the sum's */
        struct { NjTirRedop op; NjTirExpr *a; uint32_t axis; } scan;
        struct { NjTirExpr **shape; uint32_t n; bool zero; } alloc;
        struct { NjTirExpr **items; uint32_t n; } new_list; /* NEW_LIST, NEW_SET */
        struct { NjTirExpr **keys, **values; uint32_t n; } new_dict;
        struct { NjTirExpr *a; } new_cell;
        struct { NjTirFn *fn; NjTirExpr **args; uint32_t n; } call;
        struct { NjRtId id; NjTirExpr **args; uint32_t n; } rtcall;
        struct { int32_t id; NjTirExpr **args; uint32_t n; } target_call;
    } as;
};

typedef struct NjTirBlock {
    NjTirStmt **items;
    uint32_t n, cap;
} NjTirBlock;

struct NjTirStmt {
    NjTirStmtKind kind;
    NjSpan span;
    union {
        struct { NjTirLocal *local; NjTirExpr *value; } assign;
        struct { NjTirGlobal *global; NjTirExpr *value; } global_set;
        struct { NjTirExpr *base; NjTirSub *subs; uint32_t n; NjTirExpr *value; } store;
        struct { NjTirExpr *view; NjTirExpr *value; bool in_place; } array_store; /* value broadcasts, cast
                                                          done; in_place: view op= ... */
        struct { NjTirExpr *base; NjTirSub sub; NjTirExpr *value; } list_set;
        struct { NjTirExpr *base; uint32_t index; NjTirExpr *value; } field_set;
        struct { NjTirExpr *cell; NjTirExpr *value; } cell_set;
        struct { NjTirExpr *value; } expr;
        struct { NjTirExpr *cond; NjTirBlock then_block, else_block; } if_;
        struct {
            NjTirLocal *var;    /* int64; assigned at the top of every iteration */
            NjTirExpr *start, *stop, *step; /* evaluated once, before the loop */
            int8_t step_sign;   /* +1, -1 known; 0: step is a run-time value (not zero) */
            bool is_parallel;   /* prange */
            bool is_unit_lanes; /* made by loopify: iterations are independent */
            bool keeps_rounds;  /* not to be unrolled before it is made of vectors */
            uint32_t n_lanes;   /* so many iterations, to run as one vector; 0: as seems best */
            bool is_cold;       /* seldom runs: not worth vectorising or unrolling */
            uint32_t loop_id;
            NjTirBlock body;
        } for_;
        struct { NjTirBlock pre; NjTirExpr *cond; NjTirBlock body; uint32_t loop_id; } while_;
        struct { NjTirExpr *value; } ret; /* NULL: None */
        struct { NjTirExpr *exc; bool is_reraise; } raise;
        struct {
            NjTirExpr *cond;        /* bool */
            NprtExcKind exc;
            const char *format;     /* printf-like with %lld only, one per arg */
            NjTirExpr **args;       /* scalar int64 */
            uint32_t n;
        } check;
        struct { NjTirBlock body; NjTirLocal *exc; NjTirBlock handler; } try_;
        NjTirBlock block;
    } as;
};

/* One specialisation. */
struct NjTirFn {
    uint32_t id;
    const char *name;        /* unique, for dumps and symbols: "smooth.2" */
    const char *source_name; /* as in the file, for tracebacks */
    NjSpan span;
    NjTirLocal **params;
    uint32_t n_params;
    NjTirLocal **locals;     /* all, parameters first */
    uint32_t n_locals, cap_locals;
    const NjType *result;    /* NJ_T_NEVER: does not return */
    NjTirBlock body;
    NjModel model;
    bool bounds_check;
    bool fastmath;
    bool is_parallel;        /* @njit(parallel=True) */
    bool is_hot;             /* compile at full strength: jitted, or it has loops */
    bool is_kernel;          /* @cuda.jit entry */
    NjKernelOptions kernel;  /* of a kernel */
    bool is_exported;        /* device code holds it though nothing calls it */
    const char *export_name; /* of an exported function that is no kernel */
    bool is_device;          /* a kernel, or part of one: every CUDA thread runs it by itself */
    bool may_raise;          /* set by the pass `effects`; until then assume yes */
    bool always_inline;
    bool needs_entry;        /* FN_ADDR takes its address */
    NjTirLocal *copy, *copies; /* coarse kernels: which thread of how many this one stands for; NULL */
    uint32_t copy_dim;         /* along this coordinate (0: x) */
    bool is_special;         /* __repr__, __eq__ ... of a class: called through NprtMethods */
};

typedef struct NjTirModule {
    NjTirFn **fns;
    uint32_t n_fns, cap_fns;
    NjTirGlobal **globals;
    uint32_t n_globals, cap_globals;
    NjTirFn *main;           /* the module's top-level code: no parameters, returns None */
    const char *const *exc_names; /* user exception classes, from NPRT_EXC_USER on */
    const int32_t *exc_parents;
    uint32_t n_excs;
} NjTirModule;

/* ---- building (tir_build.c); all nodes live in the arena ---- */
NjTirExpr *nj_tir_expr(NjArena *arena, NjTirExprKind kind, const NjType *type, NjSpan span);
NjTirStmt *nj_tir_stmt(NjArena *arena, NjTirStmtKind kind, NjSpan span);
void nj_tir_push(NjArena *arena, NjTirBlock *block, NjTirStmt *stmt);
void nj_tir_insert(NjArena *arena, NjTirBlock *block, uint32_t at, NjTirStmt *stmt);
NjTirFn *nj_tir_fn(NjArena *arena, const char *name);
NjTirLocal *nj_tir_local_new(NjArena *arena, NjTirFn *fn, const char *name, const NjType *type);

NjTirExpr *nj_tir_int(NjArena *arena, const NjType *type, int64_t value, NjSpan span);
NjTirExpr *nj_tir_float(NjArena *arena, const NjType *type, double value, NjSpan span);
NjTirExpr *nj_tir_str(NjArena *arena, const NjType *type, const char *text, uint32_t len, NjSpan span);
NjTirExpr *nj_tir_unit(NjArena *arena, const NjType *type, NjSpan span);
NjTirExpr *nj_tir_local(NjArena *arena, NjTirLocal *local, NjSpan span);
NjTirExpr *nj_tir_global(NjArena *arena, NjTirGlobal *global, NjSpan span);
NjTirExpr *nj_tir_unary(NjArena *arena, NjTirUnop op, const NjType *type, NjTirExpr *a);
NjTirExpr *nj_tir_binary(NjArena *arena, NjTirBinop op, NjArith arith, const NjType *type,
                         NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_tir_compare(NjArena *arena, NjTirCmpop op, const NjType *type, NjTirExpr *a,
                          NjTirExpr *b);
/* `a` itself when it already has the type. */
NjTirExpr *nj_tir_cast(NjArena *arena, const NjType *type, NjTirExpr *a);
NjTirExpr *nj_tir_select(NjArena *arena, NjTirExpr *cond, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_tir_tuple(NjArena *arena, const NjType *type, NjTirExpr **items, uint32_t n, NjSpan span);
NjTirExpr *nj_tir_tuple_get(NjArena *arena, NjTirExpr *a, uint32_t index, const NjType *type);
NjTirExpr *nj_tir_shape(NjArena *arena, const NjType *int_type, NjTirExpr *a, uint32_t dim);
/* A copy of the tree; locals and functions stay shared. */
NjTirExpr *nj_tir_clone(NjArena *arena, const NjTirExpr *e);

NjTirStmt *nj_tir_assign(NjArena *arena, NjTirBlock *block, NjTirLocal *local, NjTirExpr *value);

/* Evaluating `e` twice gives the same value and costs nothing: constants and never-reassigned temps. */
bool nj_tir_is_trivial(const NjTirExpr *e);
/* Calls `visit(ctx, child)` for each direct subexpression. */
typedef void (*NjTirVisit)(void *ctx, NjTirExpr **child);
void nj_tir_children(NjTirExpr *e, NjTirVisit visit, void *ctx);
/* The same for the direct subexpressions of a statement, and for its nested blocks. */
void nj_tir_stmt_exprs(NjTirStmt *s, NjTirVisit visit, void *ctx);
typedef void (*NjTirVisitBlock)(void *ctx, NjTirBlock *block);
void nj_tir_stmt_blocks(NjTirStmt *s, NjTirVisitBlock visit, void *ctx);

#endif
