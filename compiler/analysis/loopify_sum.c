/* loopify_sum.c - sums of floats in NumPy's order.
 *
 * NumPy adds a row of n elements pairwise (numpy/_core/src/umath/loops_utils.h.src,
 * *_pairwise_sum): up to 128 elements with 8 accumulators that are combined as a tree, more by
 * halving at a multiple of 8. The result depends on that order, so it is kept bit for bit. The
 * recursion becomes a function of the program,
 *
 *     fn pairwise(first, n, ...) = n <= 128 ? block(first, n) : pairwise(first, h) + pairwise(first
 * + h, n - h)
 *
 * one for plain rows with strides, shared, and one for each fused expression; what the expression
 * reads (arrays, scalars, outer indices) travels as parameters. Simple expressions stand directly
 * in the accumulating loop. Others are evaluated into a scratch block first, a loop that vectorises
 * as any elementwise loop. Contiguous rows, that block among them, are left to ROW_SUM, which
 * lowering writes with vectors.
 *
 * Starting the accumulators at -0.0 instead of the first elements changes nothing (-0.0 + x is x)
 * and makes NumPy's special case n < 8 part of the general one. */
#include "compiler/analysis/loopify_internal.h"

/* ---- the pairwise function --------------------------------------------------------------------
 */

/* What differs between real and complex: NumPy counts the parts of complex numbers. */
typedef struct Shape {
    unsigned n_acc; /* accumulators */
    int64_t block;  /* most elements of a block */
} Shape;

static Shape shape_of(const NjType *acc)
{
    return nj_dtype_is_complex(acc->dtype) ? (Shape){4, NJ_LF_BLOCK / 2} : (Shape){8, NJ_LF_BLOCK};
}

static NjTirExpr *minus_zero(NjLoopify *c, const NjType *acc)
{
    if (!nj_dtype_is_complex(acc->dtype))
        return nj_tir_float(c->arena, acc, -0.0, c->span);
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_CONST_COMPLEX, acc, c->span);
    e->as.const_complex.re = -0.0;
    e->as.const_complex.im = -0.0;
    return e;
}

typedef struct Body {
    const NjRowSum *row;
    NjSpace space;
    NjTirLocal *first, *n;
} Body;

static NjTirExpr *element(NjLoopify *c, Body *b, NjTirExpr *index)
{
    b->space.index[b->row->dim] = index;
    NjTirExpr *value = nj_lf_value(c, &b->space, b->row->lane);
    return nj_tir_cast(c->arena, b->row->acc, value);
}

/* sum = sum + element(index) */
static void accumulate(NjLoopify *c, Body *b, NjTirLocal *sum, NjTirExpr *index)
{
    NjTirExpr *x = element(c, b, index);
    nj_lf_set(c, sum, nj_lf_binary(c, NJ_BIN_ADD, nj_lf_use(c, sum), x));
}

/* ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7)) */
static NjTirExpr *tree(NjLoopify *c, NjTirLocal *const *r, unsigned n)
{
    if (n == 1)
        return nj_lf_use(c, r[0]);
    return nj_lf_binary(c, NJ_BIN_ADD, tree(c, r, n / 2), tree(c, r + n / 2, n / 2));
}

static void direct_block(NjLoopify *c, Body *b)
{
    const NjType *acc = b->row->acc;
    Shape shape = shape_of(acc);
    NjTirLocal *r[8];
    for (unsigned k = 0; k < shape.n_acc; k++)
        r[k] = nj_lf_let(c, minus_zero(c, acc));
    NjTirExpr *whole =
        nj_lf_binary(c, NJ_BIN_AND, nj_lf_use(c, b->n), nj_lf_int(c, -(int64_t)shape.n_acc));
    NjTirLocal *stop = nj_lf_let(c, nj_lf_add(c, nj_lf_use(c, b->first), whole));
    NjTirLocal *i = nj_lf_temp(c, c->int_type);
    NjLfFor blocks = nj_lf_for(c, i, nj_lf_use(c, b->first), nj_lf_use(c, stop), shape.n_acc);
    for (unsigned k = 0; k < shape.n_acc; k++)
        accumulate(c, b, r[k], nj_lf_add(c, nj_lf_use(c, i), nj_lf_int(c, k)));
    nj_lf_for_end(c, &blocks);
    NjTirLocal *sum = nj_lf_let(c, tree(c, r, shape.n_acc));
    NjTirLocal *k = nj_lf_temp(c, c->int_type);
    NjTirExpr *end = nj_lf_add(c, nj_lf_use(c, b->first), nj_lf_use(c, b->n));
    NjLfFor rest = nj_lf_for(c, k, nj_lf_use(c, stop), end, 1);
    accumulate(c, b, sum, nj_lf_use(c, k));
    nj_lf_for_end(c, &rest);
    nj_lf_return(c, nj_lf_use(c, sum));
}

static NjTirExpr *row_sum(NjLoopify *c, const NjType *acc, NjTirExpr *row, NjTirExpr *first,
                          NjTirExpr *n)
{
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_ROW_SUM, acc, c->span);
    e->as.row_sum.a = row;
    e->as.row_sum.first = first;
    e->as.row_sum.n = n;
    return e;
}

static void buffered_block(NjLoopify *c, Body *b)
{
    NjTirLocal *scratch = b->row->scratch;
    NjTirLocal *i = nj_lf_temp(c, c->int_type);
    NjLfFor f = nj_lf_for(c, i, nj_lf_int(c, 0), nj_lf_use(c, b->n), 1);
    f.stmt->as.for_.is_unit_lanes = true;
    NjTirStmt *store = nj_tir_stmt(c->arena, NJ_S_STORE, c->span);
    store->as.store.value = element(c, b, nj_lf_add(c, nj_lf_use(c, b->first), nj_lf_use(c, i)));
    store->as.store.base = nj_lf_use(c, scratch);
    store->as.store.n = 1;
    store->as.store.subs = NJ_NEW(c->arena, NjTirSub);
    store->as.store.subs[0].index = nj_lf_use(c, i);
    nj_tir_push(c->arena, c->out, store);
    nj_lf_for_end(c, &f);
    NjTirExpr *sum =
        row_sum(c, b->row->acc, nj_lf_use(c, scratch), nj_lf_int(c, 0), nj_lf_use(c, b->n));
    nj_lf_return(c, nj_lf_use(c, nj_lf_let(c, sum)));
}

/* Where NumPy splits a long row. */
static NjTirExpr *half_of(NjLoopify *c, NjTirLocal *n, bool is_complex)
{
    NjTirExpr *e = nj_lf_use(c, n);
    if (is_complex) {
        e = nj_lf_binary(c, NJ_BIN_AND, e, nj_lf_int(c, -8));
        return nj_lf_binary(c, NJ_BIN_SHR, e, nj_lf_int(c, 1));
    }
    e = nj_lf_binary(c, NJ_BIN_SHR, e, nj_lf_int(c, 1));
    return nj_lf_binary(c, NJ_BIN_AND, e, nj_lf_int(c, -8));
}

static void build_body(NjLoopify *c, Body *b, NjTirExpr **left, NjTirExpr **right)
{
    const NjType *acc = b->row->acc;
    NjTirExpr *is_block =
        nj_lf_compare(c, NJ_CMP_LE, nj_lf_use(c, b->n), nj_lf_int(c, shape_of(acc).block));
    NjLfIf block = nj_lf_if(c, is_block);
    if (b->row->scratch)
        buffered_block(c, b);
    else
        direct_block(c, b);
    nj_lf_end(c, &block);
    NjTirLocal *half = nj_lf_let(c, half_of(c, b->n, nj_dtype_is_complex(acc->dtype)));
    *left = nj_lf_call(c, c->fn, 2);
    (*left)->as.call.args[0] = nj_lf_use(c, b->first);
    (*left)->as.call.args[1] = nj_lf_use(c, half);
    *right = nj_lf_call(c, c->fn, 2);
    (*right)->as.call.args[0] = nj_lf_add(c, nj_lf_use(c, b->first), nj_lf_use(c, half));
    (*right)->as.call.args[1] = nj_lf_sub(c, nj_lf_use(c, b->n), nj_lf_use(c, half));
    NjTirLocal *low = nj_lf_let(c, *left), *high = nj_lf_let(c, *right);
    nj_lf_return(c, nj_lf_binary(c, NJ_BIN_ADD, nj_lf_use(c, low), nj_lf_use(c, high)));
}

/* Appends the locals after the two arguments that are there already. */
static void add_args(NjLoopify *c, NjTirExpr *call, NjTirLocal *const *locals, uint32_t n)
{
    NjTirExpr **args = NJ_NEW_ARRAY(c->arena, NjTirExpr *, n + 2);
    args[0] = call->as.call.args[0];
    args[1] = call->as.call.args[1];
    for (uint32_t i = 0; i < n; i++)
        args[i + 2] = nj_lf_use(c, locals[i]);
    call->as.call.args = args;
    call->as.call.n = n + 2;
}

static NjOutline build_fn(NjLoopify *c, const char *name, const NjSpace *s, const NjRowSum *row)
{
    NjOutline o = nj_lf_outline_begin(c, name, row->acc);
    Body b = {row, *s, nj_lf_param(c, o.fn, "first", c->int_type),
              nj_lf_param(c, o.fn, "n", c->int_type)};
    b.space.hoist = NULL;
    NjTirExpr *left, *right;
    build_body(c, &b, &left, &right);
    nj_lf_outline_end(c, &o);
    add_args(c, left, o.params, o.n);
    add_args(c, right, o.params, o.n);
    return o;
}

/* fn (first, n, row) for rows with strides. */
static NjTirFn *plain_fn(NjLoopify *c, const NjType *array, const NjType *acc)
{
    NjLfShared *shared = nj_lf_shared(c, NJ_RED_SUM, array, acc);
    if (shared->fn)
        return shared->fn;
    NjTirLocal *row = NJ_NEW(c->arena, NjTirLocal); /* belongs to nobody: becomes the parameter */
    row->id = UINT32_MAX;
    row->type = array;
    row->name = "row";
    NjExtent any = {row, 0}; /* only its name is used */
    NjLeafDim along = {0, NULL, NULL};
    NjLeaf leaf = {row, &along, &any, 1, true, false, NULL};
    NjSpace s;
    nj_lf_space(&s, &any, 1);
    NjRowSum sum = {nj_lf_lane_of_leaf(c, &leaf), 0, acc, NULL};
    const char *name = nj_arena_printf(c->arena, "pairwise.%s.%s%c", nj_dtype_name(array->dtype),
                                       nj_dtype_name(acc->dtype), "CFA"[array->layout]);
    shared->fn = build_fn(c, name, &s, &sum).fn;
    return shared->fn;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

bool nj_lf_needs_scratch(const NjLane *lane)
{
    return nj_lf_weight(lane) > 5;
}

NjTirLocal *nj_lf_scratch(NjLoopify *c, const NjType *acc, NjTirExpr *n)
{
    NjExtent extent = nj_lf_as_extent(c, n);
    return nj_lf_alloc(c, acc->dtype, &extent, 1);
}

/* The row as a 1-d array when it is part of a plain array, `*first` moved to its start; or NULL. */
static NjTirExpr *plain_row(NjLoopify *c, const NjSpace *s, const NjRowSum *row, NjTirExpr **first)
{
    if (row->lane->kind != NJ_LANE_LEAF)
        return NULL;
    const NjLeaf *leaf = row->lane->leaf;
    const NjType *t = leaf->base->type;
    int lane_dim = (int)row->dim - (int)s->ndim + (int)leaf->ndim, along = -1;
    for (unsigned d = 0; d < t->ndim; d++)
        if (leaf->dims[d].lane == lane_dim && lane_dim >= 0)
            along = (int)d;
    if (along < 0 || leaf->dims[along].step)
        return NULL;
    if (leaf->dims[along].start)
        *first = nj_lf_add(c, *first, nj_lf_clone(c, leaf->dims[along].start));
    if (t->ndim == 1)
        return nj_lf_use(c, leaf->base);
    int fastest = t->layout == NJ_LAYOUT_C ? (int)t->ndim - 1 : t->layout == NJ_LAYOUT_F ? 0 : -1;
    NjLayout layout = along == fastest ? NJ_LAYOUT_C : NJ_LAYOUT_A;
    NjTirExpr *view =
        nj_tir_expr(c->arena, NJ_X_VIEW, nj_type_array(c->types, t->dtype, 1, layout), c->span);
    NjTirSub *subs = nj_lf_leaf_subs(c, s, leaf);
    view->as.view.base = nj_lf_use(c, leaf->base);
    view->as.view.n = t->ndim;
    view->as.view.specs = NJ_NEW_ARRAY(c->arena, NjTirSpec, t->ndim);
    for (unsigned d = 0; d < t->ndim; d++) {
        view->as.view.specs[d].kind = (int)d == along ? NJ_SPEC_FULL : NJ_SPEC_INDEX;
        view->as.view.specs[d].index = subs[d];
    }
    return view;
}

NjTirExpr *nj_lf_row_sum(NjLoopify *c, const NjSpace *s, const NjRowSum *row, NjTirExpr *first,
                         NjTirExpr *n)
{
    NjTirExpr *plain = plain_row(c, s, row, &first);
    NjTirExpr *call;
    if (plain && plain->type->layout == NJ_LAYOUT_C)
        return nj_lf_use(c, nj_lf_let(c, row_sum(c, row->acc, plain, first, n)));
    if (plain) {
        call = nj_lf_call(c, plain_fn(c, plain->type, row->acc), 3);
        call->as.call.args[2] = plain;
    } else {
        const char *name = nj_arena_printf(c->arena, "%s.sum%u", c->fn->name, c->module->n_fns);
        NjOutline o = build_fn(c, name, s, row);
        call = nj_lf_call(c, o.fn, 2);
        add_args(c, call, o.captured, o.n);
    }
    call->as.call.args[0] = first;
    call->as.call.args[1] = n;
    return nj_lf_use(c, nj_lf_let(c, call));
}
