/* kernels_memory.c - shared and local arrays of kernels: how much they take, and where they are.
 *
 * A kernel may have 48 KiB of shared memory by itself; more has to be asked for at the launch, as
 * dynamic memory. So where a kernel has more, its arrays get places in dynamic memory, in front of
 * what the program asks for. A device function may serve several kernels: an array has one place in
 * all of them. *
 * The arguments of a launch are limited, too. */
#include "compiler/analysis/kernels_internal.h"

#include "compiler/ir/cuda.h"
#include "compiler/support/vec.h"

enum { OWN_SHARED = 48 << 10, ALIGN = 16 };

typedef struct Memory {
    NjArena *arena;
    NjMap seen;                 /* functions */
    NJ_VEC(NjTirExpr *) shared; /* arrays */
    int64_t shared_bytes, local_bytes;
    NjSpan too_large; /* the first array that goes beyond a limit */
    bool is_local;    /* it is local memory */
} Memory;

static int64_t bytes_of(const NjTirExpr *call)
{
    int64_t bytes = nj_dtype_size(call->type->dtype);
    for (uint32_t i = 0; i < call->as.target_call.n; i++) {
        const NjTirExpr *extent = call->as.target_call.args[i];
        if (extent->kind != NJ_X_CONST_INT ||
            __builtin_mul_overflow(bytes, extent->as.const_int.value, &bytes) ||
            bytes > INT64_MAX / 4)
            return INT64_MAX / 4;
    }
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static void add(Memory *m, NjTirExpr *call, bool is_local)
{
    int64_t *sum = is_local ? &m->local_bytes : &m->shared_bytes;
    int64_t limit = is_local ? NJ_CUDA_MAX_LOCAL : NJ_CUDA_MAX_SHARED, bytes = bytes_of(call);
    if (!is_local)
        nj_vec_push(m->arena, &m->shared, call);
    if (bytes > limit - *sum && !m->too_large.source) {
        m->too_large = call->span;
        m->is_local = is_local;
    }
    *sum = bytes > INT64_MAX / 4 - *sum ? INT64_MAX / 4 : *sum + bytes;
}

static void visit_block(void *ctx, NjTirBlock *block);

static void visit_expr(void *ctx, NjTirExpr **child)
{
    Memory *m = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_TARGET_CALL && x->as.target_call.id == NJ_CU_shared_array)
        add(m, x, false);
    else if (x->kind == NJ_X_TARGET_CALL && x->as.target_call.id == NJ_CU_local_array)
        add(m, x, true);
    else if (x->kind == NJ_X_CALL && !nj_map_has(&m->seen, x->as.call.fn)) {
        nj_map_put(m->arena, &m->seen, x->as.call.fn, x->as.call.fn);
        visit_block(m, &x->as.call.fn->body);
    }
    nj_tir_children(x, visit_expr, m);
}

static void visit_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], visit_expr, ctx);
        nj_tir_stmt_blocks(block->items[i], visit_block, ctx);
    }
}

static Memory memory_of(NjArena *arena, const NjTirFn *kernel)
{
    Memory m = {.arena = arena};
    visit_block(&m, (NjTirBlock *)&kernel->body);
    return m;
}

void nj_kernel_check_memory(NjUnit *u, const NjTirFn *kernel)
{
    Memory m = memory_of(&u->arena, kernel);
    if (!m.too_large.source)
        return;
    if (m.is_local)
        nj_error(u, m.too_large,
                 "the local arrays of a thread of '%s' take %lld bytes; at most %d are possible",
                 kernel->source_name, (long long)m.local_bytes, NJ_CUDA_MAX_LOCAL);
    else
        nj_error(u, m.too_large,
                 "the shared arrays of '%s' take %lld bytes; a block has at most %d",
                 kernel->source_name, (long long)m.shared_bytes, NJ_CUDA_MAX_SHARED);
}

/* ---- arguments ------------------------------------------------------------------------------ */

/* What a value takes, in words of 8 bytes at most (runtime/cuda_launch.c). */
static uint32_t words_of(const NjType *t)
{
    if (t->is_unit)
        return 0;
    if (t->kind == NJ_T_ARRAY)
        return 1 + 2 * t->ndim;
    if (t->kind == NJ_T_SCALAR)
        return nj_dtype_is_complex(t->dtype) ? 2 : 1;
    if (t->kind == NJ_T_RANGE)
        return 3;
    uint32_t n = t->kind == NJ_T_OPTIONAL || t->n == 0;
    for (uint32_t i = 0; i < t->n; i++)
        n += words_of(t->elems[i]);
    return n;
}

void nj_kernel_check_params(NjUnit *u, const NjTirFn *kernel)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < kernel->n_params; i++)
        n += words_of(kernel->params[i]->type);
    if (n > NJ_CUDA_MAX_WORDS)
        nj_error(u, kernel->span,
                 "the arguments of '%s' and the module's variables that it reads take %u words; at "
                 "most %d are possible (an array takes one, and two for each dimension)",
                 kernel->source_name, n, NJ_CUDA_MAX_WORDS);
}

/* ---- places --------------------------------------------------------------------------------- */

/* Places behind those that the arrays of the kernel have already. */
static void place_arrays(Memory *m, NjKernels *kernels)
{
    int64_t end = 0;
    for (uint32_t i = 0; i < m->shared.n; i++) {
        const int64_t *at = nj_map_get(&kernels->shared_places, m->shared.items[i]);
        int64_t own = at ? *at + bytes_of(m->shared.items[i]) : 0;
        end = own > end ? own : end;
    }
    for (uint32_t i = 0; i < m->shared.n; i++) {
        if (nj_map_has(&kernels->shared_places, m->shared.items[i]))
            continue;
        int64_t *at = NJ_NEW(m->arena, int64_t);
        *at = end;
        end += bytes_of(m->shared.items[i]);
        nj_map_put(m->arena, &kernels->shared_places, m->shared.items[i], at);
    }
    if (end > kernels->shared_bytes)
        kernels->shared_bytes = end;
}

void nj_kernels_place_shared(NjArena *arena, NjKernels *kernels, const NjKernel *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        Memory m = memory_of(arena, items[i].fn);
        if (m.shared_bytes > OWN_SHARED)
            place_arrays(&m, kernels);
    }
}
