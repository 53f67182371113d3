/* spmd_race.c - kernels that tell what they do, for --check=race (runtime/cuda_race.h).
 *
 * In front of a statement that uses array elements stands a call for each: which element, whether
 * it is written, and the place in the program. Device functions that stay functions tell as well;
 * who uses the element is the thread that was announced last. The loops over threads announce them,
 * and every sync is announced where the kernel is cut. The memory of a thread, and shared memory
 * when a block starts, is announced as new. */
#include "compiler/analysis/spmd_internal.h"
#include "runtime/cuda_race.h"

#include <string.h>

typedef struct Telling {
    NjSpmd *c;
    NjTirFn *fn;
    NjTirBlock *out; /* where calls go */
    const NjTirStmt *s;
    NjMap *swapped; /* locals with an array on which the function does compare-and-swap */
} Telling;

bool nj_sp_finds_races(const NjSpmd *c)
{
    return c->u->options.check_race;
}

/* ---- calls ---------------------------------------------------------------------------------- */

static NjTirStmt *tell(NjSpmd *c, NjRtId id, NjTirExpr **args, uint32_t n)
{
    NjTirExpr *call = nj_tir_expr(c->arena, NJ_X_RTCALL, nj_type_none(c->types), c->span);
    call->as.rtcall.id = id;
    call->as.rtcall.args = n ? nj_arena_copy(c->arena, args, n * sizeof *args) : NULL;
    call->as.rtcall.n = n;
    NjTirStmt *s = nj_tir_stmt(c->arena, NJ_S_EXPR, c->span);
    s->as.expr.value = call;
    return s;
}

NjTirStmt *nj_sp_tell(NjSpmd *c, NjRtId id, NjTirExpr *arg)
{
    return tell(c, id, &arg, arg ? 1 : 0);
}

static NjTirExpr *text(NjSpmd *c, const char *bytes)
{
    return nj_tir_str(c->arena, nj_type_str(c->types), bytes, (uint32_t)strlen(bytes), c->span);
}

NjTirStmt *nj_sp_tell_launch(NjSpmd *c, const char *kernel, NjTirLocal *const grid[3],
                             NjTirLocal *const block[3])
{
    NjTirExpr *args[8] = {text(c, kernel), nj_sp_bool(c, c->is_grid)};
    for (int i = 0; i < 3; i++) {
        args[2 + i] = nj_sp_use(c, grid[i]);
        args[5 + i] = nj_sp_use(c, block[i]);
    }
    return tell(c, NJ_RT_race_launch, args, 8);
}

static NjTirStmt *tell_block_start(NjSpmd *c)
{
    NjTirExpr *args[3];
    for (int i = 0; i < 3; i++)
        args[i] = nj_sp_use(c, c->bid[i]);
    return tell(c, NJ_RT_race_block, args, 3);
}

/* ---- elements ------------------------------------------------------------------------------- */

static const NjTirExpr *root_of(const NjTirExpr *e)
{
    switch (e->kind) {
    case NJ_X_VIEW:
        return root_of(e->as.view.base);
    case NJ_X_TRANSPOSE:
        return root_of(e->as.transpose.a);
    case NJ_X_FLATTEN:
        return root_of(e->as.flatten.a);
    case NJ_X_CAST:
        return root_of(e->as.cast.a);
    default:
        return e;
    }
}

/* "array 'x'": the name that the program gives it, where there is one. */
static const char *describe(NjSpmd *c, const NjTirExpr *base)
{
    const NjTirExpr *root = root_of(base);
    const char *name = NULL, *kind = "array";
    if (root->kind == NJ_X_LOCAL) {
        const NjTirLocal *local = root->as.local.local;
        name = local->name;
        for (uint32_t i = 0; i < c->prologue.n; i++)
            if (c->prologue.items[i]->as.assign.local == local)
                kind = "shared array";
    } else if (root->kind == NJ_X_GLOBAL) {
        name = root->as.global.global->name;
    }
    return name && name[0] != '%' ? nj_arena_printf(c->arena, "%s '%s'", kind, name) : kind;
}

static NjTirExpr *place_of(NjSpmd *c, NjSpan span, const NjTirExpr *base)
{
    uint32_t line = nj_span_line(span), n = 0;
    const char *code = "", *path = "";
    if (span.source && line) {
        code = nj_source_line_text(span.source, line, &n);
        path = span.source->path;
    }
    for (; n && (*code == ' ' || *code == '\t'); n--)
        code++;
    const char *all =
        nj_arena_printf(c->arena, "%s:%u\n%.*s\n%s", path, line, (int)n, code, describe(c, base));
    return text(c, all);
}

/* The element as an array of rank 0. */
static NjTirExpr *element_of(NjSpmd *c, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    const NjType *type = nj_type_array(c->types, base->type->dtype, 0, NJ_LAYOUT_C);
    NjTirExpr *e = nj_tir_expr(c->arena, NJ_X_VIEW, type, base->span);
    e->as.view.base = nj_tir_clone(c->arena, base);
    e->as.view.n = n;
    e->as.view.specs = NJ_NEW_ARRAY(c->arena, NjTirSpec, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        e->as.view.specs[i].kind = NJ_SPEC_INDEX;
        e->as.view.specs[i].index = subs[i];
        e->as.view.specs[i].index.index = nj_tir_clone(c->arena, subs[i].index);
    }
    return e;
}

static void tell_use(Telling *t, NjTirExpr *element, const NjTirExpr *base, NprtRaceKind kind,
                     NjSpan span)
{
    NjSpmd *c = t->c;
    NjTirExpr *args[] = {element, nj_tir_clone(c->arena, base), nj_sp_int(c, kind),
                         place_of(c, span.source ? span : t->s->span, base)};
    nj_tir_push(c->arena, t->out, tell(c, NJ_RT_race_use, args, 4));
}

static bool is_swapped(const Telling *t, const NjTirExpr *base)
{
    const NjTirExpr *root = root_of(base);
    return root->kind == NJ_X_LOCAL && nj_map_has(t->swapped, root->as.local.local);
}

static void tell_loads(void *data, NjTirExpr **child)
{
    Telling *t = data;
    NjTirExpr *e = *child;
    nj_tir_children(e, tell_loads, t);
    if (e->kind == NJ_X_LOAD && e->as.load.base->type->kind == NJ_T_ARRAY)
        tell_use(t, element_of(t->c, e->as.load.base, e->as.load.subs, e->as.load.n),
                 e->as.load.base, is_swapped(t, e->as.load.base) ? NPRT_RACE_POLL : NPRT_RACE_READ,
                 e->span);
}

/* Evaluates what is stored ahead of the store. */
static void tell_store(Telling *t, NjTirStmt *s)
{
    NjSpmd *c = t->c;
    NjTirExpr *value = s->as.store.value;
    NjTirLocal *local = nj_tir_local_new(c->arena, t->fn, NULL, value->type);
    nj_tir_push(c->arena, t->out, nj_sp_assign(c, local, value));
    s->as.store.value = nj_sp_use(c, local);
    NjTirExpr *args[] = {element_of(c, s->as.store.base, s->as.store.subs, s->as.store.n),
                         nj_tir_clone(c->arena, s->as.store.base), nj_sp_use(c, local),
                         place_of(c, s->span, s->as.store.base)};
    nj_tir_push(c->arena, t->out, tell(c, NJ_RT_race_write, args, 4));
}

static void tell_atomic(Telling *t, const NjTirExpr *call)
{
    const NjTirExpr *element = call->as.target_call.args[0];
    const NjTirExpr *base = element->kind == NJ_X_VIEW ? element->as.view.base : element;
    tell_use(t, nj_tir_clone(t->c->arena, element), base, NPRT_RACE_ATOMIC, t->s->span);
}

/* ---- statements ----------------------------------------------------------------------------- */

static void find_swaps(void *data, NjTirBlock *block)
{
    Telling *t = data;
    NjCudaOp op;
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_blocks(block->items[i], find_swaps, t);
        if (!nj_sp_is_op(block->items[i], &op) || op != NJ_CU_atomic_cas)
            continue;
        const NjTirExpr *root = root_of(nj_sp_call_of(block->items[i])->as.target_call.args[0]);
        if (root->kind == NJ_X_LOCAL)
            nj_map_put(t->c->arena, t->swapped, root->as.local.local, NULL);
    }
}

static void tell_block(void *data, NjTirBlock *block);

static void tell_fn(NjSpmd *c, NjTirFn *fn)
{
    NjMap swapped = {0};
    Telling t = {c, fn, NULL, NULL, &swapped};
    if (nj_map_has(&c->telling, fn))
        return;
    nj_map_put(c->arena, &c->telling, fn, NULL);
    NjSpan span = c->span;
    find_swaps(&t, &fn->body);
    tell_block(&t, &fn->body);
    c->span = span;
}

/* What the statement itself does, in front of it; what a WHILE asks, at the end of `pre`. */
static void tell_stmt(Telling *t, NjTirStmt *s)
{
    NjSpmd *c = t->c;
    NjTirBlock *out = t->out;
    NjCudaOp op;
    t->s = s;
    c->span = s->span;
    if (s->kind == NJ_S_WHILE)
        t->out = &s->as.while_.pre;
    nj_tir_stmt_exprs(s, tell_loads, t);
    t->out = out;
    if (s->kind == NJ_S_STORE)
        tell_store(t, s);
    if (nj_sp_is_op(s, &op)) {
        if (nj_cuda_kind(op) == NJ_CUDA_ATOMIC)
            tell_atomic(t, nj_sp_call_of(s));
        if (op == NJ_CU_threadfence || op == NJ_CU_threadfence_block ||
            op == NJ_CU_threadfence_system)
            nj_tir_push(c->arena, out, nj_sp_tell(c, NJ_RT_race_fence, NULL));
    }
    const NjTirExpr *call = nj_sp_call_of(s);
    if (call && call->kind == NJ_X_CALL)
        tell_fn(c, call->as.call.fn);
    nj_tir_push(c->arena, out, s);
    if (nj_sp_is_op(s, &op) && op == NJ_CU_local_array && s->kind == NJ_S_ASSIGN)
        nj_tir_push(c->arena, out,
                    nj_sp_tell(c, NJ_RT_race_fresh, nj_sp_use(c, s->as.assign.local)));
}

static void tell_block(void *data, NjTirBlock *block)
{
    NjTirBlock out = {0};
    Telling t = *(const Telling *)data;
    t.out = &out;
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_blocks(block->items[i], tell_block, &t);
        tell_stmt(&t, block->items[i]);
    }
    *block = out;
}

void nj_sp_tell_uses(NjSpmd *c)
{
    tell_fn(c, c->fn);
}

/* Shared memory is made when the block starts. */
void nj_sp_tell_shared(NjSpmd *c, NjTirBlock *out)
{
    nj_tir_push(c->arena, out, tell_block_start(c));
    if (c->is_grid)
        return;
    nj_tir_push(c->arena, out, nj_sp_tell(c, NJ_RT_race_fresh, nj_sp_use(c, c->dynamic)));
    for (uint32_t i = 0; i < c->prologue.n; i++) {
        const NjTirStmt *s = c->prologue.items[i];
        NjCudaOp op;
        if (nj_sp_is_op(s, &op) && op == NJ_CU_local_array)
            nj_tir_push(c->arena, out,
                        nj_sp_tell(c, NJ_RT_race_fresh, nj_sp_use(c, s->as.assign.local)));
    }
}
