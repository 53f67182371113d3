/* loopify_internal.h - what the parts of the pass `loopify` share; nothing else includes it.
 *
 * loopify.c         the walk over statements and expressions
 * loopify_forward.c fusion across statements
 * loopify_facts.c   extents that are known, across statements
 * loopify_int.c     index arithmetic with folding, small emitters
 * loopify_leaf.c    arrays that are read or written element by element: views resolved to base and
 * subscripts loopify_lane.c    elementwise trees: shapes, broadcasting, the value at one index
 * loopify_nest.c    loop nests, materialisation
 * loopify_store.c   whole-array stores and overlap
 * loopify_outline.c functions made on the way
 * loopify_reduce.c  reductions; loopify_sum.c NumPy's pairwise sums; loopify_scan.c cumulative
 * operations
 *
 * An array expression becomes a tree of *lanes*: scalars, leaves and operations. Its leaves are
 * prepared once, before any loop (views evaluated, shapes checked); then `nj_lf_value` writes the
 * scalar expression of one element wherever a loop body needs it. */
#ifndef NJ_COMPILER_ANALYSIS_LOOPIFY_INTERNAL_H
#define NJ_COMPILER_ANALYSIS_LOOPIFY_INTERNAL_H

#include "compiler/analysis/loopify.h"

/* An extent known by name: a constant, or an int local that keeps its value as long as the name is
 * in use (a temporary, or a variable with one assignment). Equal names mean equal extents;
 * different names say nothing. */
typedef struct NjExtent {
    NjTirLocal *local; /* NULL: constant */
    int64_t value;
} NjExtent;

/* How a dimension of a leaf's base is walked: base subscript = start + step * (index of lane
 * dimension). */
typedef struct NjLeafDim {
    int8_t lane;      /* dimension of the leaf, or -1: the subscript is `start` */
    NjTirExpr *start; /* trivial; NULL: 0 */
    NjTirExpr *step;  /* trivial; NULL: 1 */
} NjLeafDim;

typedef struct NjLeaf {
    NjTirLocal *base;
    NjLeafDim *dims;   /* one per dimension of `base` */
    NjExtent *extents; /* one per dimension of the leaf */
    uint8_t ndim;
    bool is_whole;    /* the base itself, all dimensions in order */
    bool is_fresh;    /* made by this statement: no other name reaches its memory */
    NjTirExpr *array; /* the leaf as an array expression */
} NjLeaf;

typedef enum NjLaneKind {
    NJ_LANE_SCALAR, /* e: trivial */
    NJ_LANE_LEAF,   /* leaf */
    NJ_LANE_IOTA,   /* the index itself */
    NJ_LANE_SPREAD, /* BROADCAST: kids[0] in a bigger shape */
    NJ_LANE_OP      /* e: the elementwise node, kids: its operands */
} NjLaneKind;

typedef struct NjLane {
    NjLaneKind kind;
    uint8_t ndim, n_kids;
    NjTirExpr *e;
    NjLeaf *leaf;
    struct NjLane *kids[3];
    NjExtent *extents;
    const NjType *elem; /* scalar type of an element */
} NjLane;

/* An operand whose extent differs from the loop's: it is indexed with 0, or with index * factor. */
typedef struct NjDimMap {
    struct NjDimMap *next;
    NjExtent extent;
    NjTirLocal *factor; /* 0 or 1; NULL: 0 */
} NjDimMap;

/* The index space of a loop nest, while loops are being written. */
typedef struct NjSpace {
    uint8_t ndim;
    const NjExtent *extents;
    NjTirExpr *index[NPRT_MAX_DIMS]; /* trivial or affine; NULL: 0 */
    NjDimMap *maps[NPRT_MAX_DIMS];
    NjTirBlock *hoist; /* in front of the innermost loop, or NULL */
    uint8_t inner;     /* its dimension */
} NjSpace;

/* What is known at this point of the program, newest first: a list that only grows at its head, so
 * that leaving a branch or a loop is going back to an older head. Facts outlive statements, memos
 * do not. */
typedef enum NjLfMemoKind {
    NJ_FACT_EXTENT, /* array, number: dimension -> extent */
    NJ_FACT_MINUS,  /* of, number -> extent: max(of - number, 0) */
    NJ_FACT_VALUE,  /* array: an int local -> extent */
    NJ_FACT_ITEM,   /* array: a local tuple, number: element -> extent */
    NJ_FACT_KILL,   /* array: older facts about the local are void */
    NJ_MEMO_SLICE,  /* of, spec -> start, extent */
    NJ_MEMO_LEAF,   /* expr -> leaf */
    NJ_MEMO_FLAT,   /* array -> flat */
    NJ_MEMO_VALUE   /* expr -> flat: a scalar */
} NjLfMemoKind;

typedef struct NjLfMemo {
    struct NjLfMemo *next;
    NjLfMemoKind kind;
    NjTirLocal *array, *flat;
    int64_t number;
    NjExtent of, extent;
    const NjTirSpec *spec;
    NjTirExpr *start;
    NjTirExpr *expr;
    NjLeaf *leaf;
} NjLfMemo;

/* A reduction of plain rows that several places share. */
typedef struct NjLfShared {
    struct NjLfShared *next;
    NjTirRedop op;
    const NjType *array, *acc;
    NjTirFn *fn; /* NULL: not made yet */
} NjLfShared;

typedef struct NjLoopify {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirModule *module;
    NjTirFn *fn;
    bool is_rich;    /* the function was hot to begin with: speed before code size */
    NjTirBlock *out; /* where statements go */
    NjSpan span;
    const NjType *int_type, *bool_type;
    NjLfMemo *memo, *facts;
    uint32_t *n_assigns; /* by local id: assignments in the source */
    uint32_t n_counted;
    NjLfShared *shared;
    const NjTirExpr *update; /* the operation of the in-place operator in hand, or NULL */
} NjLoopify;

/* ---- loopify_int.c ---- */
NjTirExpr *nj_lf_int(NjLoopify *c, int64_t value);
NjTirExpr *nj_lf_bool(NjLoopify *c, bool value);
NjTirExpr *nj_lf_use(NjLoopify *c, NjTirLocal *local);
NjTirLocal *nj_lf_temp(NjLoopify *c, const NjType *type);
/* Arithmetic on ints, with the obvious folding. Operands are taken over. */
NjTirExpr *nj_lf_add(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_sub(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_mul(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_min(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_max(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_binary(NjLoopify *c, NjTirBinop op, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_compare(NjLoopify *c, NjTirCmpop op, NjTirExpr *a, NjTirExpr *b);
/* NULL stands for true in `and`, for false in `or`. */
NjTirExpr *nj_lf_and(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_or(NjLoopify *c, NjTirExpr *a, NjTirExpr *b);
NjTirExpr *nj_lf_clone(NjLoopify *c, const NjTirExpr *e);
bool nj_lf_is_int(const NjTirExpr *e, int64_t *out_value);
/* Emitters. */
NjTirLocal *nj_lf_let(NjLoopify *c, NjTirExpr *value);    /* a new temporary holding the value */
NjTirExpr *nj_lf_trivial(NjLoopify *c, NjTirExpr *value); /* the value itself, or a temporary */
void nj_lf_set(NjLoopify *c, NjTirLocal *local, NjTirExpr *value);
void nj_lf_check(NjLoopify *c, NjTirExpr *cond, NprtExcKind exc, const char *format,
                 NjTirExpr **args, uint32_t n);
/* Opens an IF; statements go to its first branch until _else or _end. */
typedef struct NjLfIf {
    NjTirStmt *stmt;
    NjTirBlock *outer;
    NjLfMemo *memo, *facts; /* what a branch computes does not hold behind it */
} NjLfIf;
NjLfIf nj_lf_if(NjLoopify *c, NjTirExpr *cond);
void nj_lf_else(NjLoopify *c, NjLfIf *i);
void nj_lf_end(NjLoopify *c, NjLfIf *i);
/* Opens `for var in start .. stop step`; the statement is pushed by _end, so that what its body
 * hoists comes before it. */
typedef struct NjLfFor {
    NjTirStmt *stmt;
    NjTirBlock *outer;
    NjLfMemo *memo, *facts;
} NjLfFor;
NjLfFor nj_lf_for(NjLoopify *c, NjTirLocal *var, NjTirExpr *start, NjTirExpr *stop, int64_t step);
void nj_lf_for_end(NjLoopify *c, NjLfFor *f);

bool nj_lf_same_extent(NjExtent a, NjExtent b);
bool nj_lf_extent_is(NjExtent a, int64_t value);
NjExtent nj_lf_const_extent(int64_t value);
NjTirExpr *nj_lf_extent(NjLoopify *c, NjExtent extent); /* as an expression */
/* Product of the extents. */
NjTirExpr *nj_lf_size(NjLoopify *c, const NjExtent *extents, unsigned n);
/* Scalar of a dtype (NumPy's, not Python's). */
const NjType *nj_lf_scalar(NjLoopify *c, NprtDtype dtype);
const NjType *nj_lf_array(NjLoopify *c, NprtDtype dtype, unsigned ndim);

/* ---- loopify.c ---- */
/* Is it an array expression that has to become loops? */
bool nj_lf_is_lazy(const NjTirExpr *e);
/* The expression without lazy arrays; what has to run first is emitted. */
NjTirExpr *nj_lf_rewrite(NjLoopify *c, NjTirExpr *e);

/* ---- loopify_forward.c ---- */
/* Puts array expressions in the place of locals that are read once; dissolves BLOCK statements. */
void nj_lf_forward(NjLoopify *c, NjTirFn *fn);

/* ---- loopify_facts.c ---- */
/* Tells the extents of a local array. */
void nj_lf_know_extents(NjLoopify *c, NjTirLocal *array, const NjExtent *extents);
/* The name of an extent; reads it from the array where it has none yet. */
NjExtent nj_lf_extent_of(NjLoopify *c, NjTirLocal *array, unsigned dim);
/* max(of - number, 0) */
NjExtent nj_lf_extent_minus(NjLoopify *c, NjExtent of, int64_t number);
/* The value as an extent: a name that it has, or a new temporary. */
NjExtent nj_lf_as_extent(NjLoopify *c, NjTirExpr *value);
/* Before and after `local = value`, the value rewritten: what is known of it becomes known of the
 * local. */
void nj_lf_note_assign(NjLoopify *c, NjTirLocal *local, const NjTirExpr *value);
/* Forgets what is known of the locals that the block assigns. */
void nj_lf_forget(NjLoopify *c, NjTirLocal *local);
void nj_lf_forget_assigned(NjLoopify *c, NjTirBlock *block);
void nj_lf_count_assigns(NjLoopify *c, NjTirFn *fn);

/* ---- loopify_leaf.c ---- */
NjLeaf *nj_lf_leaf(NjLoopify *c, NjTirExpr *array);
/* A leaf that is all of a local array. */
NjLeaf *nj_lf_whole(NjLoopify *c, NjTirLocal *base);
/* A temporary (or constant) with the value of a scalar; equal expressions share it. */
NjTirExpr *nj_lf_shared_value(NjLoopify *c, NjTirExpr *e);
/* The leaf with its dimensions in another order: new dimension k is order[k] of the old ones. */
NjLeaf *nj_lf_permute_leaf(NjLoopify *c, NjLeaf *leaf, const uint8_t *order);
/* Do both walk the same elements in the same order? */
bool nj_lf_leaf_same(const NjLeaf *a, const NjLeaf *b);
bool nj_lf_same_expr(const NjTirExpr *a, const NjTirExpr *b);
/* Subscripts of the base at the space's index. */
NjTirSub *nj_lf_leaf_subs(NjLoopify *c, const NjSpace *s, const NjLeaf *leaf);
/* The 1-d array of all elements of a C array. */
NjTirLocal *nj_lf_flat_base(NjLoopify *c, NjTirLocal *array);

/* ---- loopify_lane.c ---- */
/* Prepares an expression (array or scalar): rewrites scalars, evaluates leaves, checks shapes. */
NjLane *nj_lf_lane(NjLoopify *c, NjTirExpr *e);
NjLane *nj_lf_lane_of_leaf(NjLoopify *c, NjLeaf *leaf);
NjLane *nj_lf_lane_scalar(NjLoopify *c, NjTirExpr *trivial);
/* An elementwise node over lanes; `e` is a template whose operands are ignored. */
NjLane *nj_lf_lane_op(NjLoopify *c, NjTirExpr *e, const NjType *elem, NjLane *const *kids,
                      unsigned n);
/* The lane cast to another scalar type. */
NjLane *nj_lf_lane_cast(NjLoopify *c, NjLane *lane, const NjType *elem);
/* Operations per element; heavy ones count several times. */
unsigned nj_lf_weight(const NjLane *lane);
/* The value at the space's index. */
NjTirExpr *nj_lf_value(NjLoopify *c, NjSpace *s, const NjLane *lane);
NjTirExpr *nj_lf_index(NjLoopify *c, const NjSpace *s, unsigned dim, NjExtent extent);
void nj_lf_space(NjSpace *s, const NjExtent *extents, unsigned ndim);
/* Extents of operands that may differ from the space's, per dimension. */
typedef struct NjMismatch {
    unsigned dim;
    NjExtent extent;
} NjMismatch;
unsigned nj_lf_mismatches(NjLoopify *c, const NjSpace *s, const NjLane *lane, NjMismatch **out);
/* Maps every mismatch to a factor: operands broadcast whatever their extents are. */
void nj_lf_map_factors(NjLoopify *c, NjSpace *s, const NjLane *lane);
/* Does every operand run over the whole space without broadcasting, as whole C arrays? */
bool nj_lf_is_flat(const NjLane *lane, const NjSpace *s);
/* The same lane over one dimension; only when nj_lf_is_flat. */
NjLane *nj_lf_flatten(NjLoopify *c, const NjLane *lane, NjExtent size);
/* Do all its arrays lie in Fortran order? Then it can be walked with the dimensions reversed. */
bool nj_lf_is_reversible(const NjLane *lane, unsigned ndim);
NjLane *nj_lf_reverse(NjLoopify *c, const NjLane *lane);
void nj_lf_check_store_shape(NjLoopify *c, const NjLane *value, const NjExtent *extents,
                             unsigned ndim);
bool nj_lf_lane_any_leaf(const NjLane *lane, bool (*test)(const NjLeaf *leaf, void *ctx),
                         void *ctx);

/* ---- loopify_nest.c ---- */
typedef enum NjLanes { NJ_LANES_NONE, NJ_LANES_INNER, NJ_LANES_ALL } NjLanes;
typedef void NjNestBody(NjLoopify *c, NjSpace *s, void *data);
typedef struct NjNest {
    const uint8_t *order; /* dimensions from the outermost loop in; NULL: all in order */
    uint8_t n;
    NjLanes lanes; /* which loops have independent iterations */
    bool is_cold;
    NjNestBody *body;
    void *data;
} NjNest;
void nj_lf_nest(NjLoopify *c, NjSpace *s, const NjNest *nest);
/* The leaf's dimensions in the order of its memory, outermost first. */
void nj_lf_memory_order(const NjLeaf *leaf, uint8_t *out);
/* True at run time when every operand has the space's shape; NULL when that is known. */
NjTirExpr *nj_lf_all_equal(NjLoopify *c, const NjSpace *s, const NjLane *lane);
/* Evaluates an array lane into a new C array. `is_unequal`: some operand is known to broadcast. */
NjTirLocal *nj_lf_materialise(NjLoopify *c, NjLane *lane, bool is_unequal);
/* dest[...] = value elementwise; the memory may overlap at equal elements only. */
void nj_lf_fill(NjLoopify *c, NjLeaf *dest, NjLane *value, bool is_unequal);
NjTirLocal *nj_lf_alloc(NjLoopify *c, NprtDtype dtype, const NjExtent *extents, unsigned ndim);

/* ---- loopify_store.c ---- */
void nj_lf_array_store(NjLoopify *c, NjTirStmt *s);

/* ---- loopify_outline.c ---- */
/* A function under construction: between begin and end, statements go to its body, which may use
 * locals of the function in hand; these become parameters behind those made by nj_lf_param. */
typedef struct NjOutline {
    NjTirFn *fn;
    NjTirFn *parent;
    NjTirBlock *outer_block;
    NjLfMemo *outer_memo, *outer_facts;
    NjTirLocal **captured; /* locals of `parent` ... */
    NjTirLocal **params;   /* ... and the parameters for them */
    uint32_t n, cap;
} NjOutline;
NjOutline nj_lf_outline_begin(NjLoopify *c, const char *name, const NjType *result);
void nj_lf_outline_end(NjLoopify *c, NjOutline *o);
NjTirLocal *nj_lf_param(NjLoopify *c, NjTirFn *fn, const char *name, const NjType *type);
/* A call with room for `n` arguments, to be set by the caller. */
NjTirExpr *nj_lf_call(NjLoopify *c, NjTirFn *fn, uint32_t n);
void nj_lf_return(NjLoopify *c, NjTirExpr *value);
/* The entry of the shared reduction; its `fn` is to be filled in when NULL. */
NjLfShared *nj_lf_shared(NjLoopify *c, NjTirRedop op, const NjType *array, const NjType *acc);

/* ---- loopify_reduce.c, loopify_sum.c, loopify_scan.c ---- */
/* A full reduction gives a scalar expression, one over axes a local array. */
NjTirExpr *nj_lf_reduce(NjLoopify *c, NjTirExpr *e);
NjTirExpr *nj_lf_scan(NjLoopify *c, NjTirExpr *e);
/* The value that changes nothing, or NULL when there is none (min and max of complex). */
NjTirExpr *nj_lf_identity(NjLoopify *c, NjTirRedop op, const NjType *type);
/* a op b */
NjTirExpr *nj_lf_combine(NjLoopify *c, NjTirRedop op, const NjType *type, NjTirExpr *a,
                         NjTirExpr *b);
/* Does nj_lf_row_sum want a scratch array for this lane? */
bool nj_lf_needs_scratch(const NjLane *lane);
NjTirLocal *nj_lf_scratch(NjLoopify *c, const NjType *acc, NjTirExpr *n);
/* The sum, in NumPy's pairwise order, of `n` elements of the lane along dimension `dim` from 0 on,
 * at the space's other indices. `acc`: type of the sum. `scratch`: NJ_LF_BLOCK elements, NULL when
 * not needed. */
enum { NJ_LF_BLOCK = 128, NJ_LF_BUFFER = 8192 };
typedef struct NjRowSum {
    NjLane *lane;
    unsigned dim;
    const NjType *acc;
    NjTirLocal *scratch;
} NjRowSum;
NjTirExpr *nj_lf_row_sum(NjLoopify *c, const NjSpace *s, const NjRowSum *row, NjTirExpr *first,
                         NjTirExpr *n);

#endif
