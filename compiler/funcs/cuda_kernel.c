/* cuda_kernel.c - what kernels say of themselves: positions, barriers, shared and local memory,
 * warps. */
#include "compiler/funcs/cuda_internal.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *pybool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

bool nj_cuda_want_kernel(NjWalk *w, const NjCall *c)
{
    if (w->in_kernel)
        return true;
    const NjFuncRow *row = nj_func_row(c->id);
    const char *module = strncmp(row->module, "numba.", 6) == 0 ? row->module + 6 : row->module;
    nj_fail(w, c->span, "%s.%s can only be used in a kernel or device function", module, row->name);
    return false;
}

NjVal nj_cuda_op(NjWalk *w, NjCudaOp op, const NjType *type, const NjVal *args, uint32_t n,
                 NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_TARGET_CALL, type, span);
    e->as.target_call.id = (int32_t)op;
    e->as.target_call.args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    e->as.target_call.n = n;
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(args[i]))
            return args[i];
        e->as.target_call.args[i] = nj_expr_of(w, args[i], span);
    }
    return nj_effect(w, e);
}

/* ---- positions and sizes -------------------------------------------------------------------- */

static NjVal sreg(NjWalk *w, NjCudaOp op, NjSpan span)
{
    return nj_cuda_op(w, op, pyint(w), NULL, 0, span);
}

#define SREG(handler, op)                                                                          \
    NJ_HANDLER(handler)                                                                            \
    {                                                                                              \
        return nj_cuda_want_kernel(w, c) ? sreg(w, op, c->span) : nj_val_error(w);                 \
    }

SREG(cuda_tid_x, NJ_CU_tid_x)
SREG(cuda_tid_y, NJ_CU_tid_y)
SREG(cuda_tid_z, NJ_CU_tid_z)
SREG(cuda_ctaid_x, NJ_CU_ctaid_x)
SREG(cuda_ctaid_y, NJ_CU_ctaid_y)
SREG(cuda_ctaid_z, NJ_CU_ctaid_z)
SREG(cuda_ntid_x, NJ_CU_ntid_x)
SREG(cuda_ntid_y, NJ_CU_ntid_y)
SREG(cuda_ntid_z, NJ_CU_ntid_z)
SREG(cuda_nctaid_x, NJ_CU_nctaid_x)
SREG(cuda_nctaid_y, NJ_CU_nctaid_y)
SREG(cuda_nctaid_z, NJ_CU_nctaid_z)
SREG(cuda_laneid, NJ_CU_laneid)
SREG(cuda_clock64, NJ_CU_clock64)

NJ_HANDLER(cuda_warpsize)
{
    return nj_val_int(w, NJ_CUDA_LANES, c->span);
}

static NjVal product(NjWalk *w, NjVal a, NjVal b)
{
    return nj_val(pyint(w),
                  nj_tir_binary(w->arena, NJ_BIN_MUL, NJ_ARITH_WRAP, pyint(w), a.expr, b.expr));
}

/* block * block size + thread */
static NjVal grid_position(NjWalk *w, unsigned dim, NjSpan span)
{
    NjVal block = sreg(w, NJ_CU_ctaid_x + dim, span), size = sreg(w, NJ_CU_ntid_x + dim, span);
    NjVal thread = sreg(w, NJ_CU_tid_x + dim, span);
    return nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, pyint(w),
                                          product(w, block, size).expr, thread.expr));
}

static NjVal grid_extent(NjWalk *w, unsigned dim, NjSpan span)
{
    return product(w, sreg(w, NJ_CU_nctaid_x + dim, span), sreg(w, NJ_CU_ntid_x + dim, span));
}

static NjVal per_dimension(NjWalk *w, const NjCall *c, NjVal (*part)(NjWalk *, unsigned, NjSpan))
{
    int64_t n;
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    if (!nj_known_int(c->args[0], &n) || n < 1 || n > 3)
        return nj_fail(w, c->spans[0], "the number of dimensions must be the constant 1, 2 or 3");
    NjVal items[3];
    for (unsigned i = 0; i < (unsigned)n; i++)
        items[i] = part(w, i, c->span);
    return n == 1 ? items[0] : nj_val_tuple(w, items, (uint32_t)n, c->span);
}

NJ_HANDLER(cuda_grid)
{
    return per_dimension(w, c, grid_position);
}

NJ_HANDLER(cuda_gridsize)
{
    return per_dimension(w, c, grid_extent);
}

/* ---- barriers and fences -------------------------------------------------------------------- */

NJ_HANDLER(cuda_syncthreads)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    nj_emit(w, nj_tir_stmt(w->arena, NJ_S_BARRIER, c->span));
    return nj_val_none(w, c->span);
}

/* A predicate as a bool value that is computed here. */
static NjVal predicate(NjWalk *w, NjVal v, NjSpan span)
{
    int known;
    if (nj_is_error(v))
        return v;
    NjTirExpr *e = nj_truth(w, v, span, &known);
    return nj_val(pybool(w), e ? e : nj_tir_int(w->arena, pybool(w), known == 1, span));
}

static NjVal sync_and_count(NjWalk *w, const NjCall *c, NjCudaOp op)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal p = predicate(w, c->args[0], c->span);
    return nj_cuda_op(w, op, pyint(w), &p, 1, c->span);
}

NJ_HANDLER(cuda_syncthreads_count)
{
    return sync_and_count(w, c, NJ_CU_syncthreads_count);
}

NJ_HANDLER(cuda_syncthreads_and)
{
    return sync_and_count(w, c, NJ_CU_syncthreads_and);
}

NJ_HANDLER(cuda_syncthreads_or)
{
    return sync_and_count(w, c, NJ_CU_syncthreads_or);
}

static NjVal plain_sync(NjWalk *w, const NjCall *c, NjCudaOp op)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    return nj_cuda_op(w, op, nj_type_none(w->types), NULL, 0, c->span);
}

NJ_HANDLER(cuda_threadfence)
{
    return plain_sync(w, c, NJ_CU_threadfence);
}

NJ_HANDLER(cuda_threadfence_block)
{
    return plain_sync(w, c, NJ_CU_threadfence_block);
}

NJ_HANDLER(cuda_threadfence_system)
{
    return plain_sync(w, c, NJ_CU_threadfence_system);
}

NJ_HANDLER(cuda_this_grid)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    return nj_val_module(w, "numba.cuda.cg.<grid>", c->span);
}

NJ_HANDLER(cuda_grid_sync)
{
    return plain_sync(w, c, NJ_CU_grid_sync);
}

/* ---- memory --------------------------------------------------------------------------------- */

/* The extent number i of the call's shape as it is written; NULL: it is not. */
static const NjExpr *written_extent(const NjCall *c, bool is_tuple, uint32_t i)
{
    const NjExpr *e = NULL;
    if (!c->node || c->node->kind != NJ_EXPR_CALL)
        return NULL;
    if (c->node->as.call.args.n > 0)
        e = c->node->as.call.args.items[0];
    for (uint32_t k = 0; k < c->node->as.call.keywords.n && !e; k++) {
        const NjKeyword *keyword = c->node->as.call.keywords.items[k];
        if (keyword->name && strcmp(keyword->name->text, "shape") == 0)
            e = keyword->value;
    }
    if (!e || !is_tuple)
        return e;
    return e->kind == NJ_EXPR_TUPLE && i < e->as.tuple.elts.n ? e->as.tuple.elts.items[i] : NULL;
}

/* Extents that are known now, as constants. */
static bool constant_shape(NjWalk *w, const NjCall *c, NjVal *out, uint32_t *out_n)
{
    NjVal shape = c->args[0];
    bool is_tuple = shape.type->kind == NJ_T_TUPLE;
    *out_n = is_tuple ? shape.type->n : 1;
    if (nj_is_error(shape))
        return false;
    if (*out_n > NPRT_MAX_DIMS) {
        nj_fail(w, c->spans[0], "an array cannot have %u dimensions", *out_n);
        return false;
    }
    for (uint32_t i = 0; i < *out_n; i++) {
        int64_t k;
        const NjExpr *written = written_extent(c, is_tuple, i);
        if (!nj_known_int(is_tuple ? nj_tuple_item(w, shape, i, c->span) : shape, &k) &&
            !(written && nj_static_int(w, written, &k))) {
            if (!nj_need_known(w))
                nj_fail(w, c->spans[0],
                        "the shape of an array in shared or local memory must be constant");
            return false;
        }
        if (k < 0) {
            nj_fail(w, c->spans[0], "ValueError: negative dimensions are not allowed");
            return false;
        }
        out[i] = nj_val_int(w, k, c->span);
    }
    return true;
}

static NjVal memory_array(NjWalk *w, const NjCall *c, NjCudaOp op)
{
    NjVal shape[NPRT_MAX_DIMS];
    uint32_t n;
    NprtDtype dtype;
    int64_t first;
    if (!nj_cuda_want_kernel(w, c) || !constant_shape(w, c, shape, &n) ||
        !nj_dtype_arg(w, c->args[1], c->spans[1], &dtype))
        return nj_val_error(w);
    const NjType *type = nj_type_array(w->types, dtype, n, NJ_LAYOUT_C);
    if (op == NJ_CU_shared_array && n == 1 && nj_known_int(shape[0], &first) && first == 0)
        return nj_cuda_op(w, NJ_CU_dynamic_shared, type, NULL, 0, c->span);
    return nj_cuda_op(w, op, type, shape, n, c->span);
}

NJ_HANDLER(cuda_shared_array)
{
    return memory_array(w, c, NJ_CU_shared_array);
}

NJ_HANDLER(cuda_local_array)
{
    return memory_array(w, c, NJ_CU_local_array);
}

NJ_HANDLER(cuda_const_array)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    return nj_as_array(w, c->args[0], c->span);
}

/* ---- warps ---------------------------------------------------------------------------------- */

static const NjType *uint32_type(NjWalk *w)
{
    return nj_type_scalar(w->types, NPRT_U32, false);
}

static const NjType *int32_type(NjWalk *w)
{
    return nj_type_scalar(w->types, NPRT_I32, false);
}

/* A mask as an int whose low 32 bits count. */
static NjVal mask_arg(NjWalk *w, NjVal v, NjSpan span)
{
    return nj_to_index(w, v, span);
}

static NjVal shuffle(NjWalk *w, const NjCall *c, NjCudaOp op)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal value = nj_unwrap(w, c->args[1], c->span);
    if (!nj_is_error(value) && value.type->kind != NJ_T_SCALAR)
        return nj_fail(w, c->spans[1], "TypeError: only numbers can be shuffled, not %s",
                       nj_ty(w, value.type));
    NjVal args[3] = {mask_arg(w, c->args[0], c->spans[0]), value,
                     nj_to_index(w, c->args[2], c->spans[2])};
    return nj_cuda_op(w, op, value.type, args, 3, c->span);
}

NJ_HANDLER(cuda_shfl)
{
    return shuffle(w, c, NJ_CU_shfl_idx);
}

NJ_HANDLER(cuda_shfl_up)
{
    return shuffle(w, c, NJ_CU_shfl_up);
}

NJ_HANDLER(cuda_shfl_down)
{
    return shuffle(w, c, NJ_CU_shfl_down);
}

NJ_HANDLER(cuda_shfl_xor)
{
    return shuffle(w, c, NJ_CU_shfl_xor);
}

static NjVal vote(NjWalk *w, const NjCall *c, NjCudaOp op, const NjType *type)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal args[2] = {mask_arg(w, c->args[0], c->spans[0]), predicate(w, c->args[1], c->spans[1])};
    return nj_cuda_op(w, op, type, args, 2, c->span);
}

NJ_HANDLER(cuda_vote_all)
{
    return vote(w, c, NJ_CU_vote_all, pybool(w));
}

NJ_HANDLER(cuda_vote_any)
{
    return vote(w, c, NJ_CU_vote_any, pybool(w));
}

NJ_HANDLER(cuda_vote_eq)
{
    return vote(w, c, NJ_CU_vote_eq, pybool(w));
}

/* Numba gives masks as int32. */
NJ_HANDLER(cuda_ballot)
{
    return vote(w, c, NJ_CU_ballot, int32_type(w));
}

NJ_HANDLER(cuda_match_any)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal args[2] = {mask_arg(w, c->args[0], c->spans[0]), nj_unwrap(w, c->args[1], c->span)};
    return nj_cuda_op(w, NJ_CU_match_any, int32_type(w), args, 2, c->span);
}

/* The mask, and whether all values are equal. */
NJ_HANDLER(cuda_match_all)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal args[2] = {mask_arg(w, c->args[0], c->spans[0]), nj_unwrap(w, c->args[1], c->span)};
    NjVal items[2] = {nj_cuda_op(w, NJ_CU_match_all, int32_type(w), args, 2, c->span)};
    if (nj_is_error(items[0]))
        return items[0];
    items[1] = nj_val(pybool(w), nj_tir_compare(w->arena, NJ_CMP_NE, pybool(w), items[0].expr,
                                                nj_tir_int(w->arena, int32_type(w), 0, c->span)));
    return nj_val_tuple(w, items, 2, c->span);
}

/* A sync with one argument: the lanes that meet, the nanoseconds to wait. */
static NjVal sync_with(NjWalk *w, const NjCall *c, NjCudaOp op)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    NjVal arg = mask_arg(w, c->args[0], c->spans[0]);
    return nj_cuda_op(w, op, nj_type_none(w->types), &arg, 1, c->span);
}

NJ_HANDLER(cuda_syncwarp)
{
    return sync_with(w, c, NJ_CU_syncwarp);
}

NJ_HANDLER(cuda_nanosleep)
{
    return sync_with(w, c, NJ_CU_nanosleep);
}

NJ_HANDLER(cuda_activemask)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    return nj_cuda_op(w, NJ_CU_activemask, uint32_type(w), NULL, 0, c->span);
}

NJ_HANDLER(cuda_lanemask_lt)
{
    if (!nj_cuda_want_kernel(w, c))
        return nj_val_error(w);
    return nj_cuda_op(w, NJ_CU_lanemask_lt, uint32_type(w), NULL, 0, c->span);
}
