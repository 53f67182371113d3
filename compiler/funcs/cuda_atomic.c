/* cuda_atomic.c - atomic operations, and what a thread computes with special instructions. */
#include "compiler/funcs/cuda_internal.h"

/* ---- atomics -------------------------------------------------------------------------------- */

NjVal nj_cuda_element(NjWalk *w, NjVal ary, NjVal index, NjSpan span)
{
    ary = nj_unwrap(w, ary, span);
    if (nj_is_error(ary) || nj_is_error(index))
        return nj_val_error(w);
    if (ary.type->kind != NJ_T_ARRAY)
        return nj_fail(w, span, "TypeError: atomic operations work on array elements, not on %s",
                       nj_ty(w, ary.type));
    bool is_tuple = index.type->kind == NJ_T_TUPLE;
    uint32_t n = is_tuple ? index.type->n : 1;
    if (n != ary.type->ndim)
        return nj_fail(
            w, span,
            "TypeError: an element of an array with %u dimensions needs as many subscripts, not %u",
            ary.type->ndim, n);
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_VIEW,
                               nj_type_array(w->types, ary.type->dtype, 0, NJ_LAYOUT_C), span);
    e->as.view.base = nj_expr_of(w, ary, span);
    e->as.view.n = n;
    e->as.view.specs = NJ_NEW_ARRAY(w->arena, NjTirSpec, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        int64_t k;
        NjVal at = nj_to_index(w, is_tuple ? nj_tuple_item(w, index, i, span) : index, span);
        if (nj_is_error(at))
            return at;
        e->as.view.specs[i].kind = NJ_SPEC_INDEX;
        e->as.view.specs[i].index =
            (NjTirSub){at.expr, !(nj_known_int(at, &k) && k >= 0), w->fn->bounds_check};
    }
    return nj_val(e->type, e);
}

typedef enum Accepts { ANY_NUMBER, INTEGERS, UNSIGNED } Accepts;

static bool accepts(NjWalk *w, NprtDtype d, Accepts what, NjSpan span)
{
    bool fits = what == ANY_NUMBER ? nj_dtype_is_int(d) || nj_dtype_is_float(d)
                : what == INTEGERS ? nj_dtype_is_int(d)
                                   : nj_dtype_is_unsigned(d);
    if (!fits)
        nj_fail(w, span, "TypeError: this atomic operation is for %s, not for %s",
                what == ANY_NUMBER ? "numbers"
                : what == INTEGERS ? "integers"
                                   : "unsigned integers",
                nj_dtype_name(d));
    return fits;
}

/* The operation on ary[index] with one operand, or two. */
static NjVal atomic(NjWalk *w, const NjCall *c, NjCudaOp op, Accepts what, NjVal index,
                    const NjVal *operands, uint32_t n)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal args[3] = {nj_cuda_element(w, c->args[0], index, c->span)};
    if (nj_is_error(args[0]) || !accepts(w, args[0].type->dtype, what, c->span))
        return nj_val_error(w);
    for (uint32_t i = 0; i < n; i++) {
        NjVal v = nj_unwrap(w, operands[i], c->span);
        args[i + 1] =
            nj_to_dtype(w, nj_as_array(w, v, c->span), args[0].type->dtype, false, c->span);
    }
    const NjType *type = nj_type_scalar(w->types, args[0].type->dtype, false);
    return nj_normal(w, nj_cuda_op(w, op, type, args, n + 1, c->span));
}

#define ATOMIC(handler, op, what)                                                                  \
    NJ_HANDLER(handler)                                                                            \
    {                                                                                              \
        return atomic(w, c, op, what, c->args[1], &c->args[2], 1);                                 \
    }

ATOMIC(cuda_atomic_add, NJ_CU_atomic_add, ANY_NUMBER)
ATOMIC(cuda_atomic_sub, NJ_CU_atomic_sub, ANY_NUMBER)
ATOMIC(cuda_atomic_max, NJ_CU_atomic_max, ANY_NUMBER)
ATOMIC(cuda_atomic_min, NJ_CU_atomic_min, ANY_NUMBER)
ATOMIC(cuda_atomic_nanmax, NJ_CU_atomic_nanmax, ANY_NUMBER)
ATOMIC(cuda_atomic_nanmin, NJ_CU_atomic_nanmin, ANY_NUMBER)
ATOMIC(cuda_atomic_and, NJ_CU_atomic_and, INTEGERS)
ATOMIC(cuda_atomic_or, NJ_CU_atomic_or, INTEGERS)
ATOMIC(cuda_atomic_xor, NJ_CU_atomic_xor, INTEGERS)
ATOMIC(cuda_atomic_exch, NJ_CU_atomic_exch, ANY_NUMBER)
ATOMIC(cuda_atomic_inc, NJ_CU_atomic_inc, UNSIGNED)
ATOMIC(cuda_atomic_dec, NJ_CU_atomic_dec, UNSIGNED)

NJ_HANDLER(cuda_atomic_cas)
{
    return atomic(w, c, NJ_CU_atomic_cas, ANY_NUMBER, c->args[1], &c->args[2], 2);
}

/* compare_and_swap(ary, old, val): the first element. */
NJ_HANDLER(cuda_compare_and_swap)
{
    NjVal zeros[NPRT_MAX_DIMS];
    unsigned n = c->args[0].type->kind == NJ_T_ARRAY ? c->args[0].type->ndim : 1;
    for (unsigned i = 0; i < n; i++)
        zeros[i] = nj_val_int(w, 0, c->span);
    return atomic(w, c, NJ_CU_atomic_cas, ANY_NUMBER, nj_val_tuple(w, zeros, n, c->span),
                  &c->args[1], 2);
}

/* ---- bits ----------------------------------------------------------------------------------- */

/* An integer of 32 or 64 bits: smaller ones count as int32 or uint32. */
static NjVal wide_int(NjWalk *w, const NjCall *c, NjVal v)
{
    v = nj_unwrap(w, v, c->span);
    if (nj_is_error(v) || !nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    if (v.type->kind != NJ_T_SCALAR || !nj_type_is_integral(v.type))
        return nj_fail(w, c->span, "TypeError: an integer is needed here, not %s",
                       nj_ty(w, v.type));
    NprtDtype d = v.type->dtype;
    if (nj_dtype_size(d) < 4)
        d = nj_dtype_is_unsigned(d) ? NPRT_U32 : NPRT_I32;
    return nj_to_dtype(w, v, d, false, c->span);
}

static NprtDtype unsigned_of(NprtDtype d)
{
    return nj_dtype_size(d) == 8 ? NPRT_U64 : NPRT_U32;
}

/* The number of bits set in `v`, unsigned, of dtype `result`. */
static NjVal count_bits(NjWalk *w, NjVal v, NprtDtype result, NjSpan span)
{
    NjVal n = nj_map_unary(w, NJ_UN_POPCOUNT, v, NPRT_U8, span);
    return nj_normal(w, nj_to_dtype(w, n, result, false, span));
}

NJ_HANDLER(cuda_popc)
{
    NjVal v = wide_int(w, c, c->args[0]);
    if (nj_is_error(v))
        return v;
    NprtDtype d = v.type->dtype;
    return count_bits(w, nj_to_dtype(w, v, unsigned_of(d), false, c->span), d, c->span);
}

NJ_HANDLER(cuda_clz)
{
    NjVal v = wide_int(w, c, c->args[0]);
    if (nj_is_error(v))
        return v;
    NjVal n = nj_cuda_op(w, NJ_CU_clz, nj_type_pyint(w->types), &v, 1, c->span);
    return nj_normal(w, nj_to_dtype(w, n, v.type->dtype, false, c->span));
}

NJ_HANDLER(cuda_brev)
{
    NjVal v = wide_int(w, c, c->args[0]);
    if (nj_is_error(v))
        return v;
    v = nj_to_dtype(w, v, unsigned_of(v.type->dtype), false, c->span);
    return nj_cuda_op(w, NJ_CU_brev, v.type, &v, 1, c->span);
}

/* Position of the lowest bit, counted from 1; 0 when there is none: bits of x ^ (x - 1), but for
 * zero. */
NJ_HANDLER(cuda_ffs)
{
    NjVal v = wide_int(w, c, c->args[0]);
    if (nj_is_error(v))
        return v;
    NprtDtype d = unsigned_of(v.type->dtype);
    v = nj_spill(w, nj_to_dtype(w, v, d, false, c->span));
    NjVal one = nj_to_dtype(w, nj_val_int(w, 1, c->span), d, false, c->span);
    NjVal zero = nj_to_dtype(w, nj_val_int(w, 0, c->span), d, false, c->span);
    NjVal below = nj_map_binary(w, NJ_BIN_SUB, v, one, d, c->span);
    NjVal n = count_bits(w, nj_map_binary(w, NJ_BIN_XOR, v, below, d, c->span), NPRT_U32, c->span);
    NjVal is_zero = nj_map_compare(w, NJ_CMP_EQ, v, zero, d, c->span);
    NjVal none = nj_to_dtype(w, nj_val_int(w, 0, c->span), NPRT_U32, false, c->span);
    return nj_map_select(w, is_zero, none, n, NPRT_U32, c->span);
}

/* ---- floats --------------------------------------------------------------------------------- */

static NprtDtype float_of(const NjVal *args, uint32_t n)
{
    bool is_half = true, is_single = true;
    for (uint32_t i = 0; i < n; i++) {
        is_half &= args[i].type->dtype == NPRT_F16;
        is_single &= args[i].type->dtype == NPRT_F16 || args[i].type->dtype == NPRT_F32;
    }
    return is_half ? NPRT_F16 : is_single ? NPRT_F32 : NPRT_F64;
}

static NjVal float_math(NjWalk *w, const NjCall *c, NjMathId id, uint32_t n)
{
    NjVal args[3];
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_unwrap(w, c->args[i], c->span);
        if (nj_is_error(args[i]))
            return args[i];
        if (args[i].type->kind != NJ_T_SCALAR || nj_type_is_complex(args[i].type))
            return nj_fail(w, c->spans[i], "TypeError: a number is needed here, not %s",
                           nj_ty(w, args[i].type));
    }
    NprtDtype d = float_of(args, n);
    for (uint32_t i = 0; i < n; i++)
        args[i] = nj_to_dtype(w, args[i], d, false, c->span);
    return nj_normal(w, nj_map_math(w, id, args, n, d, c->span));
}

NJ_HANDLER(cuda_fma)
{
    return float_math(w, c, NJ_M_fma, 3);
}

NJ_HANDLER(cuda_cbrt)
{
    return float_math(w, c, NJ_M_cbrt, 1);
}

/* selp(condition, a, b): both are computed. */
NJ_HANDLER(cuda_selp)
{
    int known;
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal a = nj_unwrap(w, c->args[1], c->span), b = nj_unwrap(w, c->args[2], c->span);
    NjTirExpr *cond = nj_truth(w, c->args[0], c->span, &known);
    if (nj_is_error(a) || nj_is_error(b) || nj_is_error(c->args[0]))
        return nj_val_error(w);
    if (a.type->kind != NJ_T_SCALAR || b.type->kind != NJ_T_SCALAR)
        return nj_fail(w, c->span, "TypeError: selp() chooses between numbers, not %s and %s",
                       nj_ty(w, a.type), nj_ty(w, b.type));
    if (known >= 0)
        return known ? a : b;
    NprtDtype d = nj_promote_dtypes(a.type->dtype, b.type->dtype);
    return nj_normal(w, nj_map_select(w, nj_val(nj_type_pybool(w->types), cond), a, b, d, c->span));
}
