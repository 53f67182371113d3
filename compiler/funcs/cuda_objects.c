/* cuda_objects.c - reductions, random generator states and vector types of numba.cuda. */
#include "compiler/funcs/cuda_internal.h"

#include <stdlib.h>
#include <string.h>

/* _bits(x, dtype): the bits of a scalar as another type of the same size. */
NJ_HANDLER(cuda_bits)
{
    NprtDtype dtype;
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(v) || !nj_dtype_arg(w, c->args[1], c->span, &dtype))
        return nj_val_error(w);
    NJ_ASSERT(w->u,
              v.type->kind == NJ_T_SCALAR && nj_dtype_size(v.type->dtype) == nj_dtype_size(dtype));
    return nj_cuda_op(w, NJ_CU_bits, nj_type_scalar(w->types, dtype, false), &v, 1, c->span);
}

/* ---- reductions ----------------------------------------------------------------------------- */

/* cuda.reduce(f): a bound method whose receiver is the function. */
NJ_HANDLER(cuda_reduce)
{
    NjVal f = c->args[0];
    if (nj_is_error(f))
        return f;
    if (f.type->kind != NJ_T_FUNC)
        return nj_fail(w, c->spans[0],
                       "TypeError: cuda.reduce() takes a function of two arguments, not %s",
                       nj_ty(w, f.type));
    f = nj_spill(w, f);
    const NjType *type =
        nj_type_bound_builtin(w->types, f.type, nj_func_find("numba.cuda", "<reduce>"));
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 1);
    known->items[0] = f.known;
    known->n = 1;
    if (type->is_unit)
        return (NjVal){type, nj_tir_unit(w->arena, type, c->span), known};
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    items[0] = nj_expr_of(w, f, c->span);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 1, c->span), known};
}

/* The call of a reduction: the result, or None when it goes to res[0]. */
NJ_HANDLER(cuda_run_reduce)
{
    enum { ARRAY, SIZE, RES, INIT, STREAM };
    NjVal a = nj_unwrap(w, c->args[ARRAY], c->span), res = c->args[RES];
    bool on_device = a.type->kind == NJ_T_ARRAY && a.type->device && c->self.type &&
                     c->self.type->is_unit; /* the function captures nothing */
    if (!on_device)
        a = nj_as_array(w, a, c->span);
    if (!c->self.type || nj_is_error(a))
        return nj_val_error(w);
    if (a.type->kind != NJ_T_ARRAY || a.type->ndim != 1)
        return nj_fail(w, c->spans[ARRAY], "TypeError: only support 1D array");
    a = nj_spill(w, a);
    if (!nj_is_none(c->args[SIZE]))
        a = nj_index_get(w, a,
                         nj_val_slice(w, nj_val_int(w, 0, c->span),
                                      nj_to_index(w, c->args[SIZE], c->span), c->span),
                         c->span);
    NjVal init =
        nj_to_dtype(w, nj_as_array(w, c->args[INIT], c->span), a.type->dtype, false, c->span);
    NjVal args[4] = {c->self, nj_spill(w, a), init, nj_cuda_stream_arg(w, c->args[STREAM], c->span)};
    if (nj_is_error(args[1]) || nj_is_error(init) || nj_is_error(args[3]))
        return nj_val_error(w);
    NjVal kernel = nj_prelude_function(w, "cuda", "reduce_blocks", c->span);
    ((NjFuncDef *)kernel.type->func)->jit.kind = NJ_JIT_CUDA_KERNEL;
    NjVal size = nj_size_of(w, args[1], c->span);
    NjTirExpr *is_empty = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), size.expr,
                                         nj_tir_int(w->arena, size.type, 0, c->span));
    NjTirLocal *out = nj_temp(w, nj_type_scalar(w->types, a.type->dtype, false));
    nj_emit_assign(w, out, nj_expr_of(w, init, c->span));
    NjIf i = nj_if_begin(w, nj_tir_unary(w->arena, NJ_UN_NOT, is_empty->type, is_empty), c->span);
    NjVal v = on_device ? nj_call_prelude(w, "cuda", "reduce_device", args, 4, c->span)
                        : nj_call_prelude(w, "cuda", "reduce", args, 3, c->span);
    if (!nj_is_error(v))
        nj_emit_assign(w, out,
                       nj_expr_of(w, nj_to_dtype(w, v, a.type->dtype, false, c->span), c->span));
    nj_if_end(w, &i);
    NjVal result = nj_val(out->type, nj_tir_local(w->arena, out, c->span));
    if (nj_is_none(res))
        return result;
    nj_index_set(w, res, nj_val_int(w, 0, c->span), result, c->span);
    return nj_val_none(w, c->span);
}

/* ---- random generator states ---------------------------------------------------------------- */

/* A state is 16 bytes: an element of complex128, whose parts are the two words. */
static NjVal host_states(NjWalk *w, NjVal n, NjVal seed, NjVal start, NjSpan span)
{
    const NjType *type = nj_type_array(w->types, NPRT_C128, 1, NJ_LAYOUT_C);
    return nj_rtcall3(w, NJ_RT_cuda_random_states, type, span, nj_to_index(w, n, span),
                      nj_to_index(w, seed, span), nj_to_index(w, start, span));
}

NJ_HANDLER(cuda_create_states)
{
    NjVal states = host_states(w, c->args[0], c->args[1], c->args[2], c->span);
    return nj_is_error(states) ? states : nj_cuda_to_device(w, states, c->args[3], c->span);
}

NJ_HANDLER(cuda_init_states)
{
    NjVal to = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(to))
        return to;
    if (to.type->kind != NJ_T_ARRAY || to.type->dtype != NPRT_C128)
        return nj_fail(w, c->spans[0], "TypeError: an array of xoroshiro128p_dtype is needed here");
    NjVal states = host_states(w, nj_size_of(w, to, c->span), c->args[1], c->args[2], c->span);
    nj_cuda_copy(w, to, states, c->span);
    return nj_val_none(w, c->span);
}

/* ---- vector types --------------------------------------------------------------------------- */

/* float32x4, int2 ...: the dtype by the name in front of the number. */
static bool vector_dtype(const char *name, size_t len, NprtDtype *out)
{
    static const struct {
        const char *name;
        NprtDtype dtype;
    } names[] = {{"int8x", NPRT_I8},     {"uint8x", NPRT_U8},     {"int16x", NPRT_I16},
                 {"uint16x", NPRT_U16},  {"int32x", NPRT_I32},    {"uint32x", NPRT_U32},
                 {"int64x", NPRT_I64},   {"uint64x", NPRT_U64},   {"float32x", NPRT_F32},
                 {"float64x", NPRT_F64}, {"char", NPRT_I8},       {"uchar", NPRT_U8},
                 {"short", NPRT_I16},    {"ushort", NPRT_U16},    {"int", NPRT_I32},
                 {"uint", NPRT_U32},     {"long", NPRT_I64},      {"ulong", NPRT_U64},
                 {"longlong", NPRT_I64}, {"ulonglong", NPRT_U64}, {"float", NPRT_F32},
                 {"double", NPRT_F64}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == len && memcmp(names[i].name, name, len) == 0) {
            *out = names[i].dtype;
            return true;
        }
    return false;
}

/* Numbers and vectors, whose elements count one by one. */
static bool add_elements(NjWalk *w, NjVal v, NprtDtype dtype, NjVal *out, uint32_t *n, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || *n > 4)
        return false;
    if (v.type->kind == NJ_T_TUPLE) {
        v = nj_spill(w, v);
        for (uint32_t i = 0; i < v.type->n; i++)
            if (!add_elements(w, nj_tuple_item(w, v, i, span), dtype, out, n, span))
                return false;
        return true;
    }
    out[(*n)++] = nj_to_dtype(w, nj_as_array(w, v, span), dtype, false, span);
    return !nj_is_error(out[*n - 1]);
}

/* A namedtuple with the fields x, y, z, w. */
NJ_HANDLER(cuda_vector)
{
    static const char *const fields[] = {"x", "y", "z", "w"};
    const char *name = nj_func_row(c->id)->name;
    size_t len = strlen(name) - 1;
    uint32_t size = (uint32_t)(name[len] - '0'), n = 0;
    NprtDtype dtype;
    NjVal items[8];
    const NjName *names[4];
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NJ_ASSERT(w->u, vector_dtype(name, len, &dtype) && size >= 1 && size <= 4);
    for (uint32_t i = 0; i < c->n_rest; i++)
        if (!add_elements(w, c->rest[i], dtype, items, &n, c->rest_spans[i]))
            return nj_val_error(w);
    if (n != size)
        return nj_fail(w, c->span, "TypeError: %s() takes %u elements, not %u", name, size, n);
    for (uint32_t i = 0; i < size; i++)
        names[i] = nj_name(w, fields[i]);
    NjVal v = nj_val_tuple(w, items, size, c->span);
    v.type = nj_type_namedtuple(w->types, nj_name(w, name), names, v.type->elems, size);
    v.expr->type = v.type;
    return v;
}
