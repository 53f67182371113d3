/* simplify_value.c - what expressions say about integers.
 *
 * Values of locals are kept as affine expressions over symbols; a symbol never changes, so facts
 * about it stay true when the local is assigned again. WRAP arithmetic is the mathematical one only
 * where the result provably fits; elsewhere the result is a symbol of its own. */
#include "compiler/analysis/simplify_internal.h"
#include "compiler/ir/cuda.h"

#include <string.h>

/* No dimension with elements is longer: addresses have 48 bits. */
#define MAX_EXTENT (INT64_C(1) << 48)

static const NjAffine unknown = {.is_valid = false};

bool nj_simplify_is_int(const NjType *t)
{
    return nj_type_is_int(t) && t->dtype != NPRT_U64;
}

static NjSymbolRange range_of_type(const NjType *t)
{
    if (t->dtype == NPRT_BOOL)
        return (NjSymbolRange){0, 1};
    unsigned bits = 8 * nj_dtype_size(t->dtype);
    if (nj_dtype_is_unsigned(t->dtype))
        return (NjSymbolRange){0, bits < 64 ? (INT64_C(1) << bits) - 1 : INT64_MAX};
    int64_t top = (int64_t)(UINT64_MAX >> (65 - bits));
    return (NjSymbolRange){-top - 1, top};
}

static NjAffine new_value(NjSimplify *s, const NjType *t)
{
    NjSymbolRange range = range_of_type(t);
    return nj_facts_symbol(&s->facts, range.min, range.max);
}

static NjAffine new_extent(NjSimplify *s)
{
    return nj_facts_symbol(&s->facts, 0, MAX_EXTENT);
}

bool nj_simplify_fits(NjSimplify *s, NjAffine a, const NjType *type)
{
    NjSymbolRange range = range_of_type(type);
    return nj_facts_within(&s->facts, a, range.min, range.max);
}

/* ---- arithmetic -------------------------------------------------------------------------------
 */

NjAffine nj_simplify_arith(NjSimplify *s, NjTirExpr *e)
{
    if (e->kind == NJ_X_UNARY)
        return e->as.unary.op == NJ_UN_NEG ? nj_affine_scale(nj_simplify_int(s, e->as.unary.a), -1)
                                           : unknown;
    NjTirBinop op = e->as.binary.op;
    if (op != NJ_BIN_ADD && op != NJ_BIN_SUB && op != NJ_BIN_MUL)
        return unknown;
    NjAffine a = nj_simplify_int(s, e->as.binary.a), b = nj_simplify_int(s, e->as.binary.b);
    if (op == NJ_BIN_ADD)
        return nj_affine_add(a, b);
    if (op == NJ_BIN_SUB)
        return nj_affine_sub(a, b);
    if (nj_affine_is_const(a))
        return nj_affine_scale(b, a.constant);
    if (nj_affine_is_const(b))
        return nj_affine_scale(a, b.constant);
    /* a product of two unknowns is no affine expression, but its range may be known */
    NjSymbolRange x = nj_facts_range(&s->facts, a), y = nj_facts_range(&s->facts, b);
    int64_t top;
    if (x.min >= 0 && y.min >= 0 && !__builtin_mul_overflow(x.max, y.max, &top))
        return nj_facts_symbol(&s->facts, 0, top);
    return unknown;
}

/* x // c and x % c, x & c, min, max, abs: a new symbol and what is known of it. */
static NjAffine bounded(NjSimplify *s, NjTirExpr *e)
{
    NjAffine a = nj_simplify_int(s, e->as.binary.a), b = nj_simplify_int(s, e->as.binary.b);
    NjAffine value = new_value(s, e->type);
    int64_t c = nj_affine_is_const(b) ? b.constant : 0;
    switch (e->as.binary.op) {
    case NJ_BIN_MIN:
        nj_facts_assume(&s->facts, nj_affine_sub(a, value));
        nj_facts_assume(&s->facts, nj_affine_sub(b, value));
        if (nj_facts_prove(&s->facts, a) && nj_facts_prove(&s->facts, b))
            nj_facts_assume(&s->facts, value);
        break;
    case NJ_BIN_MAX:
        nj_facts_assume(&s->facts, nj_affine_sub(value, a));
        nj_facts_assume(&s->facts, nj_affine_sub(value, b));
        break;
    case NJ_BIN_MOD:
        if (c > 0 || nj_facts_prove(&s->facts, nj_affine_plus(b, -1))) {
            nj_facts_assume(&s->facts, value);
            nj_facts_assume(&s->facts, nj_affine_plus(nj_affine_sub(b, value), -1));
        }
        break;
    case NJ_BIN_FLOORDIV: /* c * value <= a < c * (value + 1) */
        if (c > 0) {
            NjAffine rest = nj_affine_sub(a, nj_affine_scale(value, c));
            nj_facts_assume(&s->facts, rest);
            nj_facts_assume(&s->facts, nj_affine_plus(nj_affine_scale(rest, -1), c - 1));
            if (nj_facts_prove(&s->facts, a))
                nj_facts_assume(&s->facts, value);
        }
        break;
    case NJ_BIN_AND:
        if (c > 0)
            return nj_facts_symbol(&s->facts, 0, c);
        break;
    case NJ_BIN_SHR:
        if (nj_facts_prove(&s->facts, a)) {
            nj_facts_assume(&s->facts, value);
            nj_facts_assume(&s->facts, nj_affine_sub(a, value));
        }
        break;
    default:
        break;
    }
    return value;
}

static NjAffine selected(NjSimplify *s, NjTirExpr *e)
{
    NjAffine value = new_value(s, e->type);
    bool is_natural = true;
    for (int truth = 0; truth < 2; truth++) {
        uint32_t scope = s->facts.n;
        NjConds conds = nj_simplify_cond(s, e->as.select.cond, truth);
        nj_simplify_assume(s, &conds);
        NjAffine arm = nj_simplify_int(s, truth ? e->as.select.a : e->as.select.b);
        is_natural &= conds.is_never || nj_facts_prove(&s->facts, arm);
        s->facts.n = scope;
    }
    if (is_natural)
        nj_facts_assume(&s->facts, value);
    return value;
}

static NjAffine local_value(NjSimplify *s, const NjTirLocal *local)
{
    NjKnownLocal *known = s->locals[local->id];
    if (!known) {
        known = NJ_NEW(s->arena, NjKnownLocal);
        known->value = new_value(s, local->type);
        nj_simplify_set(s, local->id, known);
    }
    return known->value;
}

static NjAffine tuple_item(NjSimplify *s, NjTirExpr *e)
{
    const NjTirExpr *tuple = e->as.tuple_get.a;
    if (tuple->kind == NJ_X_TUPLE)
        return nj_simplify_int(s, tuple->as.tuple.items[e->as.tuple_get.index]);
    if (tuple->kind == NJ_X_LOCAL) {
        const NjKnownLocal *known = s->locals[tuple->as.local.local->id];
        if (known && known->items && known->items[e->as.tuple_get.index].is_valid)
            return known->items[e->as.tuple_get.index];
    }
    return new_value(s, e->type);
}

static NjAffine cast_value(NjSimplify *s, NjTirExpr *e)
{
    const NjType *from = e->as.cast.a->type;
    if (nj_type_is_bool(from))
        return nj_facts_symbol(&s->facts, 0, 1);
    if (!nj_simplify_is_int(from))
        return new_value(s, e->type);
    NjAffine a = nj_simplify_int(s, e->as.cast.a);
    bool is_widening = nj_dtype_size(from->dtype) < nj_dtype_size(e->type->dtype) &&
                       (nj_dtype_is_signed(e->type->dtype) || nj_dtype_is_unsigned(from->dtype));
    if (is_widening || from->dtype == e->type->dtype || e->as.cast.arith == NJ_ARITH_CHECKED ||
        nj_simplify_fits(s, a, e->type))
        return a;
    return new_value(s, e->type);
}

NjAffine nj_simplify_int(NjSimplify *s, NjTirExpr *e)
{
    if (!nj_simplify_is_int(e->type))
        return unknown;
    switch (e->kind) {
    case NJ_X_CONST_INT:
        return nj_affine_const(e->as.const_int.value);
    case NJ_X_LOCAL:
        return local_value(s, e->as.local.local);
    case NJ_X_SHAPE:
        return nj_simplify_extent(s, e->as.shape.a, e->as.shape.dim);
    case NJ_X_LEN:
        return new_extent(s);
    case NJ_X_TUPLE_GET:
        return tuple_item(s, e);
    case NJ_X_CAST:
        return cast_value(s, e);
    case NJ_X_SELECT:
        return selected(s, e);
    case NJ_X_UNARY:
    case NJ_X_BINARY: {
        NjAffine a = nj_simplify_arith(s, e);
        bool is_checked = e->kind == NJ_X_BINARY && e->as.binary.arith == NJ_ARITH_CHECKED;
        if (a.is_valid && (is_checked || nj_simplify_fits(s, a, e->type)))
            return a;
        return e->kind == NJ_X_BINARY ? bounded(s, e) : new_value(s, e->type);
    }
    default:
        return new_value(s, e->type);
    }
}

/* ---- extents ----------------------------------------------------------------------------------
 */

/* Length of base[start:stop] with a step of 1, where its bounds are known to be in order. */
static NjAffine slice_extent(NjSimplify *s, const NjTirSpec *spec, NjAffine base)
{
    NjAffine extent = new_extent(s);
    NjAffine start = spec->start ? nj_simplify_int(s, spec->start) : nj_affine_const(0);
    NjAffine stop = spec->stop ? nj_simplify_int(s, spec->stop) : base;
    if (nj_affine_is_const(stop) && stop.constant < 0)
        stop = nj_affine_plus(base, stop.constant);
    nj_facts_assume(&s->facts, nj_affine_sub(base, extent));
    if (spec->step)
        return extent;
    NjAffine length = nj_affine_sub(stop, start);
    bool in_order = nj_facts_prove(&s->facts, start) && nj_facts_prove(&s->facts, length) &&
                    nj_facts_prove(&s->facts, nj_affine_sub(base, stop));
    if (in_order)
        return length;
    /* max(length, 0) or less: an element exists only where start + i < stop */
    if (nj_facts_prove(&s->facts, start) && nj_facts_prove(&s->facts, nj_affine_sub(base, stop)))
        nj_facts_assume(&s->facts, nj_affine_sub(extent, length));
    return extent;
}

static NjAffine view_extent(NjSimplify *s, NjTirExpr *view, uint32_t dim)
{
    uint32_t from = 0, to = 0;
    for (uint32_t i = 0; i < view->as.view.n; i++) {
        const NjTirSpec *spec = &view->as.view.specs[i];
        if (spec->kind == NJ_SPEC_INDEX) {
            from++;
            continue;
        }
        if (to++ == dim) {
            if (spec->kind == NJ_SPEC_NEWAXIS)
                return nj_affine_const(1);
            NjAffine base = nj_simplify_extent(s, view->as.view.base, from);
            return spec->kind == NJ_SPEC_FULL ? base : slice_extent(s, spec, base);
        }
        from += spec->kind != NJ_SPEC_NEWAXIS;
    }
    return nj_simplify_extent(s, view->as.view.base, from + (dim - to));
}

NjAffine nj_simplify_extent(NjSimplify *s, NjTirExpr *array, uint32_t dim)
{
    switch (array->kind) {
    case NJ_X_LOCAL: {
        NjKnownLocal *known = s->locals[array->as.local.local->id];
        if (!known) {
            known = NJ_NEW(s->arena, NjKnownLocal);
            known->extents = NJ_NEW_ARRAY(s->arena, NjAffine, array->type->ndim);
            nj_simplify_set(s, array->as.local.local->id, known);
        }
        if (!known->extents[dim].is_valid)
            known->extents[dim] = new_extent(s);
        return known->extents[dim];
    }
    case NJ_X_VIEW:
        return view_extent(s, array, dim);
    case NJ_X_TRANSPOSE:
        return nj_simplify_extent(s, array->as.transpose.a, array->as.transpose.perm[dim]);
    case NJ_X_CAST:
        if (array->as.cast.a->type->kind == NJ_T_ARRAY)
            return nj_simplify_extent(s, array->as.cast.a, dim);
        return new_extent(s);
    case NJ_X_ALLOC: /* raises unless it is >= 0 */
        return nj_simplify_int(s, array->as.alloc.shape[dim]);
    case NJ_X_TARGET_CALL: /* memory of a CUDA kernel, by its shape */
        if (array->as.target_call.id == NJ_CU_local_array ||
            array->as.target_call.id == NJ_CU_shared_array)
            return nj_simplify_int(s, array->as.target_call.args[dim]);
        return new_extent(s);
    case NJ_X_RTCALL:
        if ((array->as.rtcall.id == NJ_RT_array_copy ||
             array->as.rtcall.id == NJ_RT_array_copy_f) &&
            array->as.rtcall.args[0]->type->kind == NJ_T_ARRAY)
            return nj_simplify_extent(s, array->as.rtcall.args[0], dim);
        return new_extent(s);
    default:
        return new_extent(s);
    }
}

/* ---- conditions -------------------------------------------------------------------------------
 */

static void add_cond(NjConds *conds, NjAffine a)
{
    if (!a.is_valid)
        return;
    if (nj_affine_is_const(a))
        conds->is_never |= a.constant < 0;
    else if (conds->n < NJ_MAX_CONDS)
        conds->items[conds->n++] = a;
}

static NjConds both(NjConds a, NjConds b)
{
    for (uint32_t i = 0; i < b.n; i++)
        add_cond(&a, b.items[i]);
    a.is_never |= b.is_never;
    return a;
}

static NjConds compared(NjSimplify *s, NjTirExpr *e, bool truth)
{
    static const NjTirCmpop opposite[] = {[NJ_CMP_EQ] = NJ_CMP_NE, [NJ_CMP_NE] = NJ_CMP_EQ,
                                          [NJ_CMP_LT] = NJ_CMP_GE, [NJ_CMP_LE] = NJ_CMP_GT,
                                          [NJ_CMP_GT] = NJ_CMP_LE, [NJ_CMP_GE] = NJ_CMP_LT};
    NjConds conds = {.n = 0};
    if (!nj_simplify_is_int(e->as.compare.a->type) || !nj_simplify_is_int(e->as.compare.b->type))
        return conds;
    NjAffine a = nj_simplify_int(s, e->as.compare.a), b = nj_simplify_int(s, e->as.compare.b);
    NjAffine less = nj_affine_sub(b, a), more = nj_affine_sub(a, b);
    switch (truth ? e->as.compare.op : opposite[e->as.compare.op]) {
    case NJ_CMP_LT:
        add_cond(&conds, nj_affine_plus(less, -1));
        break;
    case NJ_CMP_LE:
        add_cond(&conds, less);
        break;
    case NJ_CMP_GT:
        add_cond(&conds, nj_affine_plus(more, -1));
        break;
    case NJ_CMP_GE:
        add_cond(&conds, more);
        break;
    case NJ_CMP_EQ:
        add_cond(&conds, less);
        add_cond(&conds, more);
        break;
    case NJ_CMP_NE:
        break;
    }
    return conds;
}

NjConds nj_simplify_cond(NjSimplify *s, NjTirExpr *e, bool truth)
{
    NjConds none = {.n = 0};
    switch (e->kind) {
    case NJ_X_CONST_INT:
        none.is_never = (e->as.const_int.value != 0) != truth;
        return none;
    case NJ_X_COMPARE:
        return compared(s, e, truth);
    case NJ_X_UNARY:
        return e->as.unary.op == NJ_UN_NOT ? nj_simplify_cond(s, e->as.unary.a, !truth) : none;
    case NJ_X_BINARY:
        if (nj_type_is_bool(e->type) && e->as.binary.op == (truth ? NJ_BIN_AND : NJ_BIN_OR))
            return both(nj_simplify_cond(s, e->as.binary.a, truth),
                        nj_simplify_cond(s, e->as.binary.b, truth));
        return none;
    case NJ_X_CAST:
        return nj_type_is_bool(e->as.cast.a->type) ? nj_simplify_cond(s, e->as.cast.a, truth)
                                                   : none;
    case NJ_X_LOCAL: {
        const NjKnownLocal *known = s->locals[e->as.local.local->id];
        if (known && nj_type_is_bool(e->type))
            return truth ? known->yes : known->no;
        return none;
    }
    default:
        return none;
    }
}

void nj_simplify_assume(NjSimplify *s, const NjConds *conds)
{
    for (uint32_t i = 0; i < conds->n; i++)
        nj_facts_assume(&s->facts, conds->items[i]);
}

/* ---- assignments ------------------------------------------------------------------------------
 */

void nj_simplify_set(NjSimplify *s, uint32_t id, NjKnownLocal *known)
{
    if (s->locals[id] == known)
        return;
    if (s->n_log == s->cap_log) {
        s->cap_log = s->cap_log ? s->cap_log * 2 : 64;
        NjKnownChange *more = NJ_NEW_ARRAY(s->arena, NjKnownChange, s->cap_log);
        if (s->n_log)
            memcpy(more, s->log, s->n_log * sizeof *more);
        s->log = more;
    }
    s->log[s->n_log++] = (NjKnownChange){id, s->locals[id]};
    s->locals[id] = known;
}

void nj_simplify_forget(NjSimplify *s, const NjTirLocal *local)
{
    nj_simplify_set(s, local->id, NULL);
}

static NjAffine *tuple_items(NjSimplify *s, NjTirExpr *value)
{
    const NjType *t = value->type;
    NjAffine *items = NJ_NEW_ARRAY(s->arena, NjAffine, t->n);
    if (value->kind == NJ_X_TUPLE) {
        for (uint32_t i = 0; i < t->n && i < value->as.tuple.n; i++)
            items[i] = nj_simplify_int(s, value->as.tuple.items[i]);
    } else if (value->kind == NJ_X_LOCAL) {
        const NjKnownLocal *known = s->locals[value->as.local.local->id];
        for (uint32_t i = 0; known && known->items && i < t->n; i++)
            items[i] = known->items[i];
    }
    return items;
}

void nj_simplify_assign(NjSimplify *s, const NjTirLocal *local, NjTirExpr *value)
{
    NjKnownLocal *known = NJ_NEW(s->arena, NjKnownLocal);
    const NjType *t = local->type;
    if (nj_simplify_is_int(t)) {
        known->value = nj_simplify_int(s, value);
        if (!known->value.is_valid)
            known = NULL;
    } else if (nj_type_is_bool(t)) {
        known->yes = nj_simplify_cond(s, value, true);
        known->no = nj_simplify_cond(s, value, false);
    } else if (t->kind == NJ_T_ARRAY && value->type->kind == NJ_T_ARRAY) {
        known->extents = NJ_NEW_ARRAY(s->arena, NjAffine, t->ndim);
        for (uint32_t k = 0; k < t->ndim; k++)
            known->extents[k] = nj_simplify_extent(s, value, k);
    } else if (t->kind == NJ_T_TUPLE && value->type->kind == NJ_T_TUPLE) {
        known->items = tuple_items(s, value);
    } else {
        known = NULL;
    }
    nj_simplify_set(s, local->id, known);
}
