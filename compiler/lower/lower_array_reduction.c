/* lower_array_reduction.c - arrays that a parallel loop updates like sums: `hist[b[i]] += 1`,
 * `total += row`.
 *
 * When every access to an array in the loop is `A[...] = A[...] op e` with one commutative
 * operator, the order of the updates does not matter, whatever the subscripts (M. Hall et al.,
 * "Detecting coarse-grain parallelism using an interprocedural parallelizing compiler", SC 1995).
 * Each chunk then works on a copy of its own, which starts from the operator's neutral element, and
 * the copies are added up in order after the loop. Arrays whose updates hit a different element in
 * every iteration need no copy: some subscript is the loop variable, moved or scaled. */
#include "compiler/lower/lower_parallel.h"

#include <stddef.h>

enum { MAX_ALIASES = 8 };

/* Accesses to one array in the loop. */
typedef struct Use {
    const NjTirStmt *loop;
    const NjTirLocal *array;
    const NjTirLocal *aliases[MAX_ALIASES]; /* temporaries that hold the array itself */
    unsigned n_aliases;
    const NjTirLocal *vars[MAX_ALIASES]; /* the loop variable and its copies */
    unsigned n_vars;
    uint32_t n_loads, n_matched, n_stores;
    bool has_same_element; /* some update may hit an element that another iteration hits */
    bool escapes;
    NjReduction found;
} Use;

static bool is_array(const Use *use, const NjTirExpr *x)
{
    if (x->kind != NJ_X_LOCAL)
        return false;
    for (unsigned i = 0; i < use->n_aliases; i++)
        if (use->aliases[i] == x->as.local.local)
            return true;
    return x->as.local.local == use->array;
}

static void find_copies(void *ctx, NjTirBlock *block)
{
    Use *use = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const NjTirStmt *s = block->items[i];
        if (s->kind == NJ_S_ASSIGN && s->as.assign.value->kind == NJ_X_LOCAL) {
            const NjTirLocal *to = s->as.assign.local, *from = s->as.assign.value->as.local.local;
            if (from == use->array && to->is_temp && use->n_aliases < MAX_ALIASES)
                use->aliases[use->n_aliases++] = to;
            if (from == use->loop->as.for_.var && use->n_vars < MAX_ALIASES)
                use->vars[use->n_vars++] = to;
        }
        nj_tir_stmt_blocks(block->items[i], find_copies, use);
    }
}

/* ---- subscripts ----------------------------------------------------------------------------- */

static bool is_loop_variable(const Use *use, const NjTirExpr *x)
{
    for (unsigned i = 0; x->kind == NJ_X_LOCAL && i < use->n_vars; i++)
        if (use->vars[i] == x->as.local.local)
            return true;
    return x->kind == NJ_X_LOCAL && x->as.local.local == use->loop->as.for_.var;
}

/* The subscript differs in every iteration: i, i + c, c - i, i * c. */
static bool is_distinct(const Use *use, const NjTirExpr *x)
{
    while (x->kind == NJ_X_CAST && nj_type_is_integral(x->as.cast.a->type))
        x = x->as.cast.a;
    if (is_loop_variable(use, x))
        return true;
    if (x->kind != NJ_X_BINARY)
        return false;
    const NjTirExpr *a = x->as.binary.a, *b = x->as.binary.b;
    bool a_const = a->kind == NJ_X_CONST_INT, b_const = b->kind == NJ_X_CONST_INT;
    if (a_const == b_const)
        return false;
    int64_t value = a_const ? a->as.const_int.value : b->as.const_int.value;
    bool is_sum = x->as.binary.op == NJ_BIN_ADD || x->as.binary.op == NJ_BIN_SUB;
    bool is_product = x->as.binary.op == NJ_BIN_MUL && value != 0;
    return (is_sum || is_product) && is_distinct(use, a_const ? b : a);
}

static bool same_simple(const NjTirExpr *a, const NjTirExpr *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case NJ_X_LOCAL:
        return a->as.local.local == b->as.local.local;
    case NJ_X_CONST_INT:
        return a->as.const_int.value == b->as.const_int.value;
    case NJ_X_CAST:
        return a->type == b->type && same_simple(a->as.cast.a, b->as.cast.a);
    case NJ_X_BINARY:
        return a->as.binary.op == b->as.binary.op && same_simple(a->as.binary.a, b->as.binary.a) &&
               same_simple(a->as.binary.b, b->as.binary.b);
    default:
        return false;
    }
}

/* ---- updates -------------------------------------------------------------------------------- */

static const NjTirExpr *without_casts(const NjTirExpr *x)
{
    while (x->kind == NJ_X_CAST && x->type->kind == NJ_T_SCALAR &&
           x->as.cast.a->type->kind == NJ_T_SCALAR &&
           (x->type->dtype == x->as.cast.a->type->dtype ||
            (nj_type_is_integral(x->type) && nj_type_is_integral(x->as.cast.a->type))))
        x = x->as.cast.a;
    return x;
}

/* The element that the statement stores to. */
static bool is_same_element(const Use *use, const NjTirExpr *x, const NjTirStmt *store)
{
    x = without_casts(x);
    if (x->kind != NJ_X_LOAD || !is_array(use, x->as.load.base))
        return false;
    for (uint32_t i = 0; i < x->as.load.n; i++)
        if (!same_simple(x->as.load.subs[i].index, store->as.store.subs[i].index))
            return false;
    return true;
}

static bool is_update(Use *use, const NjTirStmt *store)
{
    const NjTirExpr *x = without_casts(store->as.store.value);
    if (x->kind != NJ_X_BINARY)
        return false;
    bool is_left = is_same_element(use, x->as.binary.a, store);
    bool is_right = is_same_element(use, x->as.binary.b, store);
    NjTirBinop op;
    if (is_left == is_right || !nj_ir_accumulates(x->as.binary.op, is_left, &op) ||
        (use->found.is_known && use->found.op != op))
        return false;
    use->found = (NjReduction){true, op};
    use->n_matched++;
    return true;
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    Use *use = ctx;
    NjTirExpr *x = *child;
    switch (x->kind) {
    case NJ_X_LOCAL:
        use->escapes |= is_array(use, x);
        return;
    case NJ_X_LOAD:
        if (!is_array(use, x->as.load.base))
            break;
        use->n_loads++;
        for (uint32_t i = 0; i < x->as.load.n; i++)
            visit_expr(use, &x->as.load.subs[i].index);
        return;
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        if (is_array(use, x->as.shape.a))
            return;
        break;
    case NJ_X_RTCALL:
        if (x->as.rtcall.id == NJ_RT_array_overlaps) /* of addresses alone */
            return;
        break;
    default:
        break;
    }
    nj_tir_children(x, visit_expr, use);
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    Use *use = ctx;
    for (uint32_t i = 0; i < block->n && !use->escapes; i++) {
        NjTirStmt *s = block->items[i];
        bool is_copy = s->kind == NJ_S_ASSIGN && is_array(use, s->as.assign.value);
        bool is_store = s->kind == NJ_S_STORE && is_array(use, s->as.store.base);
        if (is_copy) {
            NjTirExpr to = {.kind = NJ_X_LOCAL};
            to.as.local.local = s->as.assign.local;
            use->escapes |= !is_array(use, &to);
        } else if (is_store) {
            use->n_stores++;
            use->escapes |= !is_update(use, s);
            bool distinct = false;
            for (uint32_t k = 0; k < s->as.store.n; k++) {
                distinct |= is_distinct(use, s->as.store.subs[k].index);
                visit_expr(use, &s->as.store.subs[k].index);
            }
            use->has_same_element |= !distinct;
            visit_expr(use, &s->as.store.value);
        } else {
            nj_tir_stmt_exprs(s, visit_expr, use);
        }
        nj_tir_stmt_blocks(s, visit_block, use);
    }
}

NjReduction nj_ir_find_array_reduction(const NjTirStmt *loop, const NjTirLocal *array)
{
    NjReduction none = {false, NJ_BIN_ADD};
    if (array->type->kind != NJ_T_ARRAY || array->is_temp)
        return none;
    NjTirBlock *body = (NjTirBlock *)&loop->as.for_.body;
    Use use = {.loop = loop, .array = array};
    find_copies(&use, body);
    visit_block(&use, body);
    bool is_ordered = use.found.op != NJ_BIN_ADD && use.found.op != NJ_BIN_MUL;
    if (use.escapes || use.n_stores == 0 || use.n_loads != use.n_matched || !use.has_same_element ||
        (nj_dtype_is_complex(array->type->dtype) && is_ordered))
        return none;
    return use.found;
}

/* ---- elements ------------------------------------------------------------------------------- */

/* Loops over all elements of an array. */
typedef struct Walk {
    NjIrCount loops[NPRT_MAX_DIMS];
    LLVMValueRef index[NPRT_MAX_DIMS];
} Walk;

static void begin_walk(NjEmit *e, NjValue array, Walk *walk)
{
    for (uint32_t k = 0; k < array.type->ndim; k++) {
        walk->loops[k] = nj_ir_count_begin(e, nj_ir_array_extent(e, array, k), "k");
        walk->index[k] = walk->loops[k].k;
    }
}

static void end_walk(NjEmit *e, NjValue array, Walk *walk)
{
    for (uint32_t k = array.type->ndim; k-- > 0;)
        nj_ir_count_end(e, &walk->loops[k]);
}

/* ---- copies --------------------------------------------------------------------------------- */

/* Writes extents and contiguous strides for a copy of the array; returns its size in bytes. */
static LLVMValueRef store_dims(NjEmit *e, NjValue array, LLVMValueRef slot)
{
    const NjType *t = array.type;
    LLVMValueRef bytes = nj_ir_i64(e, nj_dtype_size(t->dtype));
    for (uint32_t i = t->ndim; i-- > 0;) {
        uint32_t k = t->layout == NJ_LAYOUT_F ? t->ndim - 1u - i : i;
        LLVMValueRef extent = nj_ir_array_extent(e, array, k);
        nj_ir_store_at(e, extent, slot, nj_ir_array_shape_offset(k), 8, NJ_MEM_STACK);
        nj_ir_store_at(e, bytes, slot, nj_ir_array_stride_offset(t, k), 8, NJ_MEM_STACK);
        bytes = nj_ir_mul_nsw(e, bytes, extent, "");
    }
    return bytes;
}

static void fill_copy(NjEmit *e, NjReduction reduction, NjValue original, NjValue copy)
{
    NprtDtype dtype = copy.type->dtype;
    if (reduction.op == NJ_BIN_ADD || reduction.op == NJ_BIN_XOR)
        return; /* zero bits already */
    Walk walk;
    begin_walk(e, copy, &walk);
    LLVMValueRef v;
    if (reduction.op == NJ_BIN_MUL)
        v = nj_ir_convert(e, nj_ir_i64(e, 1), NPRT_I64, dtype);
    else
        v = nj_ir_scalar_load(e, dtype, nj_ir_element_address(e, original, walk.index),
                              NJ_MEM_ELEMENT);
    nj_ir_scalar_store(e, dtype, v, nj_ir_element_address(e, copy, walk.index), NJ_MEM_ELEMENT);
    end_walk(e, copy, &walk);
}

void nj_ir_begin_array_copy(NjEmit *e, NjReduction reduction, NjValue original, LLVMValueRef slot,
                            NjSpan span)
{
    nj_ir_value_zero(e, original.type, slot);
    LLVMValueRef args[] = {store_dims(e, original, slot), nj_ir_i32(e, 1)};
    LLVMValueRef block = nj_ir_call_helper(e, NJ_H_block_new, args);
    nj_ir_check_failed(e, LLVMBuildIsNull(e->b, block, ""), span);
    nj_ir_store_at(e, block, slot, NJ_ARRAY_OWNER, 8, NJ_MEM_STACK);
    LLVMValueRef data = nj_ir_load_ptr(e, block, offsetof(NprtBlock, data), NJ_MEM_HEADER, "data");
    nj_ir_store_at(e, data, slot, NJ_ARRAY_DATA, 8, NJ_MEM_STACK);
    fill_copy(e, reduction, original, nj_ir_in_memory(original.type, slot, NJ_MEM_STACK));
}

void nj_ir_combine_array(NjEmit *e, NjReduction reduction, NjValue original, NjValue copy)
{
    NprtDtype dtype = original.type->dtype;
    NjType scalar = {.kind = NJ_T_SCALAR, .dtype = dtype};
    Walk walk;
    begin_walk(e, original, &walk);
    LLVMValueRef address = nj_ir_element_address(e, original, walk.index);
    LLVMValueRef a = nj_ir_scalar_load(e, dtype, address, NJ_MEM_ELEMENT);
    LLVMValueRef b =
        nj_ir_scalar_load(e, dtype, nj_ir_element_address(e, copy, walk.index), NJ_MEM_ELEMENT);
    LLVMValueRef v = nj_ir_binary_op(e, reduction.op, &scalar, a, b);
    nj_ir_scalar_store(e, dtype, v, address, NJ_MEM_ELEMENT);
    end_walk(e, original, &walk);
}
