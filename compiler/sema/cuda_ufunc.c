/* cuda_ufunc.c - @vectorize and @guvectorize functions with target='cuda'.
 *
 * A call is the launch of a kernel of the prelude with one thread for each position of the loops:
 * `vectorized` computes an element of the result, `guvectorized` calls the function for the cores
 * there. The result is a device array when an input is one. */
#include "compiler/sema/ufunc_like.h"

#include "compiler/funcs/func.h"
#include "runtime/cuda.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static bool is_device(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY && v.type->device;
}

/* An array of either memory, as kernels see it. */
static NjVal seen_by_kernel(NjWalk *w, NjVal v)
{
    v = nj_spill(w, v);
    if (v.type->kind == NJ_T_ARRAY)
        v.type = nj_type_host_array(w->types, v.type);
    return v;
}

static NjVal tuple_for_kernel(NjWalk *w, const NjVal *args, uint32_t n, NjSpan span)
{
    NjVal items[NJ_UFUNC_ARGS];
    for (uint32_t i = 0; i < n; i++)
        items[i] = seen_by_kernel(w, args[i]);
    return nj_val_tuple(w, items, n, span);
}

static NjVal new_result(NjWalk *w, NprtDtype dtype, const NjVal *shape, unsigned ndim,
                        bool on_device, NjSpan span)
{
    if (!on_device)
        return nj_spill(w, nj_alloc(w, dtype, shape, ndim, true, span));
    const NjType *type =
        nj_type_device_array(w->types, nj_type_array(w->types, dtype, ndim, NJ_LAYOUT_C));
    return nj_spill(w, nj_rtcall2(w, NJ_RT_cuda_device_array, type, span,
                                  nj_val_tuple(w, shape, ndim, span), nj_val_bool(w, false, span)));
}

static NjVal prelude_kernel(NjWalk *w, const char *name, NjSpan span)
{
    NjVal kernel = nj_prelude_function(w, "cuda", name, span);
    ((NjFuncDef *)kernel.type->func)->jit.kind = NJ_JIT_CUDA_KERNEL;
    return kernel;
}

static NjVal product(NjWalk *w, const NjVal *extents, unsigned n, NjSpan span)
{
    NjTirExpr *e = nj_tir_int(w->arena, pyint(w), 1, span);
    for (unsigned i = 0; i < n; i++)
        e = nj_tir_binary(w->arena, NJ_BIN_MUL, NJ_ARITH_WRAP, pyint(w), e, extents[i].expr);
    return nj_spill(w, nj_val(pyint(w), e));
}

/* The position number i of the loops with these extents. */
static void position(NjWalk *w, NjVal i, const NjVal *extents, unsigned n, NjVal *at)
{
    for (unsigned d = n; d-- > 0;) {
        if (d == 0) {
            at[0] = i;
            return;
        }
        at[d] = nj_spill(w, nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_MOD, NJ_ARITH_WRAP,
                                                           pyint(w), i.expr, extents[d].expr)));
        i = nj_spill(w, nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_FLOORDIV, NJ_ARITH_WRAP,
                                                       pyint(w), i.expr, extents[d].expr)));
    }
}

/* ---- vectorize ------------------------------------------------------------------------------ */

/* The signature with the number in a constant, or NULL. Inside of kernels numbers are of Numba's
 * types, so that the choice is made outside. */
static const NjSignature *signature_number(const NjFuncDef *def, NjVal number)
{
    int64_t k;
    bool is_known = nj_known_int(number, &k) && k >= 0 && k < def->jit.n_signatures;
    return is_known ? &def->jit.signatures[k] : NULL;
}

static NjVal number_of_signature(NjWalk *w, const NjFuncDef *def, const NjSignature *sig,
                                 NjSpan span)
{
    return nj_val_int(w, sig ? sig - def->jit.signatures : -1, span);
}

/* _apply_element(f, sig, spread, out, args, i): element number i of the result. spread: an extent
 * of 1 in an argument stands for all positions. */
NJ_HANDLER(cuda_apply_element)
{
    enum { F, SIG, SPREAD, OUT, ARGS, I };
    int64_t spread = 1;
    NjVal f = c->args[F], out = c->args[OUT], args = c->args[ARGS];
    const NjFuncDef *def = f.type->func;
    NjVal extents[NPRT_MAX_DIMS], at[NPRT_MAX_DIMS], picked[NJ_UFUNC_ARGS];
    unsigned loop = out.type->ndim;
    uint32_t n = args.type->n;
    const NjSignature *sig = signature_number(def, c->args[SIG]);
    for (unsigned d = 0; d < loop; d++)
        extents[d] = nj_shape_of(w, out, d, c->span);
    position(w, nj_to_index(w, c->args[I], c->span), extents, loop, at);
    nj_known_int(c->args[SPREAD], &spread);
    for (uint32_t i = 0; i < n; i++) {
        NjVal arg = nj_tuple_item(w, args, i, c->span);
        picked[i] = nj_spill(w, nj_ufunc_pick(w, arg, 0, at, loop, spread, c->span));
    }
    for (uint32_t i = 0; i < n && sig; i++)
        picked[i] = nj_to_dtype(w, picked[i], sig->params[i]->dtype, sig->params[i]->py, c->span);
    NjVal v = nj_call_func(w, f, picked, n, c->span);
    if (!nj_is_error(v))
        nj_store(w, out, at, loop, nj_to_dtype(w, v, out.type->dtype, false, c->span), true,
                 c->span);
    return nj_val_none(w, c->span);
}

/* What the function gives for elements of the arguments; NULL: an error. */
static const NjType *element_result(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n,
                                    unsigned loop, NjSpan span)
{
    NjVal zero[NPRT_MAX_DIMS], picked[NJ_UFUNC_ARGS];
    bool was_in_kernel = w->in_kernel;
    for (unsigned d = 0; d < loop; d++)
        zero[d] = nj_val_int(w, 0, span);
    NjTirBlock scratch = {0}, *block = w->block;
    w->block = &scratch;
    for (uint32_t i = 0; i < n; i++)
        picked[i] = nj_ufunc_pick(w, args[i], 0, zero, loop, false, span);
    w->block = block;
    w->in_kernel = true;
    const NjType *type = nj_ufunc_result(w, callee, picked, n, span);
    w->in_kernel = was_in_kernel;
    if (type->kind == NJ_T_SCALAR)
        return type;
    nj_fail(w, span, "TypeError: a vectorized function must return a number, not %s",
            nj_ty(w, type));
    return NULL;
}

/* The given output must have the shape of the result. */
static bool check_output(NjWalk *w, NjVal out, const NjVal *extents, unsigned loop, NjSpan span)
{
    if (out.type->kind != NJ_T_ARRAY || out.type->ndim != loop) {
        nj_fail(w, span, "ValueError: the output must be an array with %u dimensions", loop);
        return false;
    }
    for (unsigned d = 0; d < loop; d++) {
        NjTirExpr *same = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types),
                                         nj_shape_of(w, out, d, span).expr, extents[d].expr);
        nj_check(w, same, NPRT_EXC_VALUE_ERROR, span, "the output has not the shape of the result",
                 0, NULL);
    }
    return true;
}

/* The launch of a vectorized function. */
typedef struct Elementwise {
    NjVal callee, stream, into, args[NJ_UFUNC_ARGS];
    uint32_t n;
    const NjSignature *sig;
} Elementwise;

static NjVal launch_elements(NjWalk *w, const Elementwise *e, bool spread, NjSpan span)
{
    NjVal kernel_args[] = {e->callee, number_of_signature(w, e->callee.type->func, e->sig, span),
                           nj_val_int(w, spread, span), e->into,
                           nj_val_tuple(w, e->args, e->n, span)};
    const uint8_t directions[] = {0, 0, 0, NPRT_CUDA_ARG_NOT_READ, NPRT_CUDA_ARG_NOT_WRITTEN};
    return nj_cuda_launch_tasks(w, prelude_kernel(w, "vectorized", span),
                                nj_size_of(w, e->into, span), e->stream, kernel_args, 5, directions,
                                span);
}

/* Do all arrays have the shape of the result? NULL: that is known not to be so. */
static NjTirExpr *have_one_shape(NjWalk *w, const Elementwise *e, NjSpan span)
{
    const NjType *type = nj_type_pybool(w->types);
    NjTirExpr *all = nj_val_bool(w, true, span).expr;
    for (uint32_t i = 0; i < e->n; i++) {
        unsigned ndim = nj_ufunc_ndim(e->args[i]);
        if (ndim > 0 && ndim != e->into.type->ndim)
            return NULL;
        for (unsigned d = 0; d < ndim; d++) {
            NjTirExpr *same =
                nj_tir_compare(w->arena, NJ_CMP_EQ, type, nj_shape_of(w, e->args[i], d, span).expr,
                               nj_shape_of(w, e->into, d, span).expr);
            all = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, type, all, same);
        }
    }
    return all;
}

/* Arrays of one shape and C order are taken as rows of elements. */
static void flatten(NjWalk *w, Elementwise *e, NjSpan span)
{
    bool is_c = e->into.type->layout == NJ_LAYOUT_C;
    for (uint32_t i = 0; i < e->n; i++)
        is_c &= nj_ufunc_ndim(e->args[i]) == 0 || e->args[i].type->layout == NJ_LAYOUT_C;
    if (!is_c || e->into.type->ndim == 1)
        return;
    NjVal size = nj_spill(w, nj_size_of(w, e->into, span));
    e->into = nj_spill(w, nj_reshape(w, e->into, &size, 1, span));
    for (uint32_t i = 0; i < e->n; i++)
        if (nj_ufunc_ndim(e->args[i]) > 0)
            e->args[i] = nj_spill(w, nj_reshape(w, e->args[i], &size, 1, span));
}

static NjVal launch_vectorized(NjWalk *w, NjVal callee, NjVal *args, uint32_t n, unsigned loop,
                               NjVal out, NjVal stream, NjSpan span)
{
    unsigned core[NJ_UFUNC_ARGS] = {0};
    NjVal extents[NPRT_MAX_DIMS];
    const NjSignature *sig;
    bool on_device = false, is_given = nj_is_given(out) && !nj_is_none(out);
    if (!nj_ufunc_signature(w, callee.type->func, args, n, &sig, span))
        return nj_val_error(w);
    for (uint32_t i = 0; i < n; i++) {
        on_device |= is_device(args[i]);
        if (sig && nj_ufunc_ndim(args[i]) == 0)
            args[i] = nj_spill(
                w, nj_to_dtype(w, args[i], sig->params[i]->dtype, sig->params[i]->py, span));
    }
    nj_ufunc_extents(w, args, core, n, loop, extents, span);
    const NjType *type = sig ? sig->result : element_result(w, callee, args, n, loop, span);
    if (!type)
        return nj_val_error(w);
    if (is_given && !check_output(w, out, extents, loop, span))
        return nj_val_error(w);
    NjVal into =
        is_given ? nj_spill(w, out) : new_result(w, type->dtype, extents, loop, on_device, span);
    Elementwise e = {callee, stream, seen_by_kernel(w, into), {{0}}, n, sig}, flat;
    for (uint32_t i = 0; i < n; i++)
        e.args[i] = seen_by_kernel(w, args[i]);
    flat = e;
    NjTirExpr *is_plain = have_one_shape(w, &e, span);
    if (!is_plain) {
        NjVal done = launch_elements(w, &e, true, span);
        return nj_is_error(done) ? done : into;
    }
    NjIf branch = nj_if_begin(w, is_plain, span);
    flatten(w, &flat, span);
    NjVal done = launch_elements(w, &flat, false, span);
    nj_if_else(w, &branch);
    if (!nj_is_error(done))
        done = launch_elements(w, &e, true, span);
    nj_if_end(w, &branch);
    return nj_is_error(done) ? done : into;
}

/* ---- guvectorize ---------------------------------------------------------------------------- */

/* _apply_core(f, sig, extents, ins, outs, i): calls f for the cores at position i. */
NJ_HANDLER(cuda_apply_core)
{
    enum { F, SIG, EXTENTS, INS, OUTS, I };
    NjVal f = c->args[F], all[NJ_UFUNC_ARGS], extents[NPRT_MAX_DIMS], at[NPRT_MAX_DIMS];
    NjVal shape = c->args[EXTENTS], ins = c->args[INS], outs = c->args[OUTS];
    NjGufunc g;
    uint32_t n = 0;
    for (uint32_t i = 0; i < ins.type->n; i++)
        all[n++] = nj_tuple_item(w, ins, i, c->span);
    for (uint32_t i = 0; i < outs.type->n; i++)
        all[n++] = nj_tuple_item(w, outs, i, c->span);
    for (uint32_t d = 0; d < shape.type->n; d++)
        extents[d] = nj_to_index(w, nj_tuple_item(w, shape, d, c->span), c->span);
    if (!nj_gufunc_find(w, f.type->func, all, n, &g, c->span))
        return nj_val_error(w);
    g.sig = signature_number(f.type->func, c->args[SIG]);
    NJ_ASSERT(w->u, g.sig != NULL);
    position(w, nj_to_index(w, c->args[I], c->span), extents, shape.type->n, at);
    nj_gufunc_call(w, f, &g, all, at, shape.type->n, c->span);
    return nj_val_none(w, c->span);
}

/* In the dtype of the signature, where it is. */
static NjVal converted(NjWalk *w, NjVal v, NprtDtype dtype, NjSpan span)
{
    if (!is_device(v))
        return nj_spill(w, nj_to_dtype(w, v, dtype, false, span));
    if (v.type->dtype == dtype)
        return v;
    v = nj_to_dtype(w, nj_cuda_to_host(w, v, span), dtype, false, span);
    return nj_spill(w, nj_cuda_to_device(w, nj_spill(w, v), nj_val_none(w, span), span));
}

static NjVal launch_gufunc(NjWalk *w, NjVal callee, NjVal *args, uint32_t n, NjVal out,
                           NjVal stream, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjGufunc g;
    unsigned core[NJ_UFUNC_ARGS] = {0}, loop = 0;
    NjVal extents[NPRT_MAX_DIMS], shape[NPRT_MAX_DIMS];
    bool on_device = false;
    if (!nj_gufunc_find(w, def, args, n, &g, span))
        return nj_val_error(w);
    for (uint32_t i = 0; i < g.inputs; i++) {
        on_device |= is_device(args[i]);
        args[i] = converted(w, args[i], g.sig->params[i]->dtype, span);
        core[i] = g.dims[i].n;
        if (nj_is_error(args[i]))
            return args[i];
        if (nj_ufunc_ndim(args[i]) < core[i])
            return nj_fail(w, span,
                           "ValueError: %s: Input operand %u does not have enough dimensions",
                           def->name->text, i);
        if (nj_ufunc_ndim(args[i]) - core[i] > loop)
            loop = nj_ufunc_ndim(args[i]) - core[i];
    }
    nj_ufunc_extents(w, args, core, g.inputs, loop, extents, span);
    for (uint32_t i = n; i < g.total; i++) {
        if (i == g.inputs && nj_is_given(out) && !nj_is_none(out))
            args[i] = nj_spill(w, out);
        else if (nj_gufunc_shape(w, &g, i, args, extents, loop, shape, span))
            args[i] =
                new_result(w, g.sig->params[i]->dtype, shape, loop + g.dims[i].n, on_device, span);
        else
            return nj_val_error(w);
    }
    nj_gufunc_check(w, def, &g, args, span);
    uint32_t n_outs = g.total - g.inputs;
    NjVal kernel_args[] = {callee,
                           number_of_signature(w, def, g.sig, span),
                           product(w, extents, loop, span),
                           nj_val_tuple(w, extents, loop, span),
                           tuple_for_kernel(w, args, g.inputs, span),
                           tuple_for_kernel(w, args + g.inputs, n_outs, span)};
    const uint8_t directions[] = {0, 0, 0, 0, NPRT_CUDA_ARG_NOT_WRITTEN, 0};
    NjVal done = nj_cuda_launch_tasks(w, prelude_kernel(w, "guvectorized", span), kernel_args[2],
                                      stream, kernel_args, 6, directions, span);
    if (nj_is_error(done) || n_outs == 0)
        return done;
    return n_outs > 1 ? nj_val_tuple(w, args + g.inputs, n_outs, span) : args[g.inputs];
}

/* ---- both ----------------------------------------------------------------------------------- */

bool nj_cuda_call_ufunc(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjVal out,
                        NjVal stream, NjVal *result, NjSpan span)
{
    const NjFuncDef *def = callee.type->func;
    NjVal args[NJ_UFUNC_ARGS];
    unsigned loop = 0;
    *result = nj_val_error(w);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_unwrap(w, given[i], span);
        if (!is_device(args[i]))
            args[i] = nj_as_array(w, args[i], span);
        if (nj_is_error(args[i]))
            return true;
        args[i] = nj_spill(w, args[i]);
        if (nj_ufunc_ndim(args[i]) > loop)
            loop = nj_ufunc_ndim(args[i]);
    }
    if (loop == 0)
        return false;
    if (def->jit.kind == NJ_JIT_GUVECTORIZE) {
        *result = launch_gufunc(w, callee, args, n, out, stream, span);
        return true;
    }
    uint32_t params = def->args->args.n;
    if (n == params + 1)
        out = args[params];
    if (n != params && n != params + 1)
        return false; /* reported there */
    *result = launch_vectorized(w, callee, args, params, loop, out, stream, span);
    return true;
}
