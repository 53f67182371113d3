/* spmd_lanes.c - threads in step through loops that run equally often in all of them.
 *
 *     for thread:                          for some threads at a time:
 *         s = 0                                lanes: s[lane] = 0
 *         for k in 0 .. n:                     for k in 0 .. n:
 *             s += a[i, k] * b[k, thread]          lanes: s[lane] += a[i, k] * b[k, thread + lane]
 *         c[i, thread] = s                     lanes: c[i, thread + lane] = s[lane]
 *
 * The threads of a region do not depend on each other, so any order will do; this one walks along
 * memory where the other one jumps. The loops over lanes have a constant number of rounds, which
 * become one vector operation, and what lives from one to the next becomes a register. Threads that
 * are left over run one by one. */
#include "compiler/analysis/spmd_internal.h"

enum { LANES = 16, MOST_LANES = 64 };

typedef struct Split {
    NjSpmd *c;
    NjMap shared;               /* NjTirLocal: variables of loops that the threads share */
    NJ_VEC(NjTirStmt *) pieces; /* BLOCK: what one lane does, later the loop over the lanes */
    NjTirLocal **slots;         /* by local: the array of its values; NULL: none */
    uint32_t n_slots;
    NjTirLocal *lane;
    NjTirExpr *thread; /* stands for the coordinate */
    int64_t n_lanes;
} Split;

/* ---- may it be done? ------------------------------------------------------------------------ */

typedef struct Bound {
    const Split *p;
    bool holds;
} Bound;

static void check_bound(void *data, NjTirExpr **child)
{
    Bound *b = data;
    NjSpmd *c = b->p->c;
    if ((*child)->kind != NJ_X_LOCAL) {
        nj_tir_children(*child, check_bound, b);
        return;
    }
    const NjTirLocal *local = (*child)->as.local.local;
    const NjLocalFacts *f = nj_sp_facts(c, local);
    b->holds &= local != c->tid[c->inner] && local != c->row &&
                (nj_map_has(&b->p->shared, local) || f->n_assigns == 0 || f->is_block);
}

static bool is_shared_value(const Split *p, const NjTirExpr *e)
{
    Bound b = {p, nj_sp_is_pure(e)};
    NjTirExpr *root = (NjTirExpr *)e;
    check_bound(&b, &root);
    return b.holds;
}

static bool is_shared_loop(const Split *p, const NjTirStmt *s)
{
    return s->kind == NJ_S_FOR && is_shared_value(p, s->as.for_.start) &&
           is_shared_value(p, s->as.for_.stop) && is_shared_value(p, s->as.for_.step) &&
           !(nj_sp_block_sync(&s->as.for_.body) & NJ_SYNC_JUMP) &&
           nj_sp_facts(p->c, s->as.for_.var)->n_assigns <= 1;
}

static void find_odd(void *data, NjTirBlock *block)
{
    bool *is_odd = data;
    for (uint32_t i = 0; i < block->n; i++) {
        *is_odd |= block->items[i]->kind == NJ_S_TRY;
        nj_tir_stmt_blocks(block->items[i], find_odd, data);
    }
}

static bool is_worth_it(const Split *p, NjTirBlock *threads)
{
    bool has_loop = false, is_odd = false;
    find_odd(&is_odd, threads);
    for (uint32_t i = 0; i < threads->n && !is_odd; i++)
        if (is_shared_loop(p, threads->items[i])) {
            is_odd |= !nj_sp_stays_near(p->c, &threads->items[i]->as.for_.body);
            has_loop = true;
        }
    return has_loop && !is_odd;
}

/* ---- splitting ------------------------------------------------------------------------------ */

static void end_piece(Split *p, NjTirBlock *pending, NjTirBlock *out)
{
    NjSpmd *c = p->c;
    if (pending->n == 0)
        return;
    NjTirStmt *piece = nj_tir_stmt(c->arena, NJ_S_BLOCK, pending->items[0]->span);
    piece->as.block = *pending;
    *pending = (NjTirBlock){0};
    nj_tir_push(c->arena, out, piece);
    nj_vec_push(c->arena, &p->pieces, piece);
}

static void split_block(Split *p, const NjTirBlock *in, NjTirBlock *out)
{
    NjSpmd *c = p->c;
    NjTirBlock pending = {0};
    for (uint32_t i = 0; i < in->n; i++) {
        NjTirStmt *s = in->items[i];
        if (!is_shared_loop(p, s)) {
            nj_tir_push(c->arena, &pending, s);
            continue;
        }
        end_piece(p, &pending, out);
        NjTirStmt *loop = nj_arena_copy(c->arena, s, sizeof *s);
        loop->as.for_.body = (NjTirBlock){0};
        nj_map_put(c->arena, &p->shared, s->as.for_.var, NULL);
        split_block(p, &s->as.for_.body, &loop->as.for_.body);
        nj_tir_push(c->arena, out, loop);
    }
    end_piece(p, &pending, out);
}

/* Locals that live from one piece to another; false: one of them is no number. */
static bool find_slots(Split *p, NjSpUses *uses)
{
    NjSpmd *c = p->c;
    p->n_slots = c->fn->n_locals;
    p->slots = NJ_NEW_ARRAY(c->arena, NjTirLocal *, p->n_slots + 1);
    for (uint32_t i = 0; i < p->n_slots; i++) {
        NjTirLocal *local = c->fn->locals[i];
        bool exposed = false, touched = false;
        for (uint32_t k = 0; k < p->pieces.n; k++) {
            exposed |= nj_sp_has_bit(uses[k].exposed, local);
            touched |= nj_sp_has_bit(uses[k].touched, local);
        }
        if (!touched || (!exposed && !nj_map_has(&p->shared, local)))
            continue;
        if (local->type->kind != NJ_T_SCALAR || nj_map_has(&p->shared, local))
            return false;
        p->slots[i] = local; /* for now */
    }
    for (uint32_t i = 0; i < p->n_slots; i++)
        if (p->slots[i])
            p->slots[i] = nj_sp_array(c, p->slots[i]->type->dtype, &p->n_lanes, 1);
    return true;
}

static void put_thread(void *data, NjTirExpr **child)
{
    Split *p = data;
    if ((*child)->kind == NJ_X_LOCAL && (*child)->as.local.local == p->c->tid[p->c->inner])
        *child = nj_tir_clone(p->c->arena, p->thread);
    else
        nj_tir_children(*child, put_thread, data);
}

static void put_thread_in(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], put_thread, data);
        nj_tir_stmt_blocks(block->items[i], put_thread_in, data);
    }
}

static void wrap_piece(Split *p, NjTirStmt *piece, const NjSpUses *uses)
{
    NjSpmd *c = p->c;
    c->span = piece->span;
    NjTirStmt *loop = nj_sp_for(c, p->lane, nj_sp_int(c, 0), nj_sp_int(c, p->n_lanes));
    NjTirBlock *body = &loop->as.for_.body, all = {0};
    loop->as.for_.is_unit_lanes = true;
    loop->as.for_.keeps_rounds = true;
    loop->as.for_.n_lanes = (uint32_t)p->n_lanes;
    put_thread_in(p, &piece->as.block);
    for (uint32_t i = 0; i < p->n_slots; i++) {
        NjTirLocal *local = c->fn->locals[i];
        bool is_partial =
            nj_sp_has_bit(uses->touched, local) && !nj_sp_has_bit(uses->assigned, local);
        if (!p->slots[i] || !(nj_sp_has_bit(uses->exposed, local) || is_partial))
            continue;
        NjTirExpr *value = nj_sp_load(c, p->slots[i], nj_sp_use(c, p->lane));
        nj_tir_push(c->arena, body,
                    nj_sp_assign(c, local, nj_tir_cast(c->arena, local->type, value)));
    }
    for (uint32_t i = 0; i < piece->as.block.n; i++)
        nj_tir_push(c->arena, body, piece->as.block.items[i]);
    for (uint32_t i = 0; i < p->n_slots; i++) {
        NjTirLocal *local = c->fn->locals[i];
        if (!p->slots[i] || !nj_sp_has_bit(uses->touched, local))
            continue;
        const NjType *element = nj_type_scalar(c->types, p->slots[i]->type->dtype, false);
        nj_tir_push(c->arena, body,
                    nj_sp_store(c, p->slots[i], nj_sp_use(c, p->lane),
                                nj_tir_cast(c->arena, element, nj_sp_use(c, local))));
    }
    nj_tir_push(c->arena, &all, loop);
    piece->as.block = all;
}

/* ---- loops ---------------------------------------------------------------------------------- */

static int64_t choose_lanes(NjSpmd *c)
{
    int64_t n = c->known_bdim[c->inner];
    if (n < 0)
        return LANES;
    if (n <= MOST_LANES / 2)
        return n;
    return n % (MOST_LANES / 2) == 0 ? MOST_LANES / 2 : LANES;
}

static NjTirLocal *let(NjSpmd *c, NjTirBlock *out, NjTirExpr *value)
{
    NjTirLocal *local = nj_sp_temp(c, c->int_type);
    nj_tir_push(c->arena, out, nj_sp_assign(c, local, value));
    return local;
}

/* The loop over the groups of threads; what is left over goes to `rest` .. `high`. */
static NjTirBlock *open_groups(Split *p, NjTirBlock *out, NjTirExpr *low, NjTirExpr *high,
                               NjTirExpr **out_rest)
{
    NjSpmd *c = p->c;
    NjTirExpr *lane = nj_sp_use(c, p->lane), *width = nj_sp_int(c, p->n_lanes);
    bool is_const = low->kind == NJ_X_CONST_INT && high->kind == NJ_X_CONST_INT;
    int64_t n = is_const ? high->as.const_int.value - low->as.const_int.value : 0;
    if (is_const && n == p->n_lanes && low->as.const_int.value == 0) {
        *out_rest = NULL;
        p->thread = lane;
        return out;
    }
    NjTirLocal *first = let(c, out, low);
    NjTirExpr *extent = nj_sp_bin(c, NJ_BIN_SUB, high, nj_sp_use(c, first));
    extent =
        nj_tir_binary(c->arena, NJ_BIN_MAX, NJ_ARITH_WRAP, c->int_type, extent, nj_sp_int(c, 0));
    NjTirLocal *groups =
        let(c, out,
            nj_tir_binary(c->arena, NJ_BIN_FLOORDIV, NJ_ARITH_WRAP, c->int_type, extent, width));
    NjTirLocal *group = nj_sp_temp(c, c->int_type);
    NjTirStmt *loop = nj_sp_for(c, group, nj_sp_int(c, 0), nj_sp_use(c, groups));
    nj_tir_push(c->arena, out, loop);
    NjTirExpr *start = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, group), nj_sp_int(c, p->n_lanes));
    start = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, first), start);
    p->thread = nj_sp_bin(c, NJ_BIN_ADD, start, lane);
    NjTirExpr *done = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, groups), nj_sp_int(c, p->n_lanes));
    *out_rest = is_const && n % p->n_lanes == 0
                    ? NULL
                    : nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, first), done);
    return &loop->as.for_.body;
}

bool nj_sp_run_in_step(NjSpmd *c, NjTirBlock *out, NjTirBlock *threads, NjTirExpr *low,
                       NjTirExpr *high)
{
    Split p = {.c = c, .n_lanes = choose_lanes(c)};
    if (c->is_grid || c->keeps_order || p.n_lanes < 2 || nj_sp_finds_races(c) ||
        !is_worth_it(&p, threads))
        return false;
    NjTirBlock rest = {0}, groups = {0};
    nj_sp_clone_block(c, NULL, threads, &rest);
    split_block(&p, threads, &groups);
    NjSpUses *uses = NJ_NEW_ARRAY(c->arena, NjSpUses, p.pieces.n + 1);
    for (uint32_t i = 0; i < p.pieces.n; i++)
        uses[i] = nj_sp_uses_of(c, &p.pieces.items[i]->as.block);
    if (!find_slots(&p, uses)) {
        *threads = rest;
        return false;
    }
    p.lane = nj_sp_temp(c, c->int_type);
    NjTirExpr *left = NULL;
    NjTirBlock *body = open_groups(&p, out, low, nj_tir_clone(c->arena, high), &left);
    for (uint32_t i = 0; i < p.pieces.n; i++)
        wrap_piece(&p, p.pieces.items[i], &uses[i]);
    for (uint32_t i = 0; i < groups.n; i++)
        nj_tir_push(c->arena, body, groups.items[i]);
    if (left) {
        NjTirStmt *others = nj_sp_for(c, c->tid[c->inner], left, high);
        others->as.for_.body = rest;
        nj_tir_push(c->arena, out, others);
    }
    return true;
}
