/* spmd_warp.c - operations between threads: shuffles, votes, matches, counting barriers.
 *
 * Each thread leaves what it has in an array with one element per thread; the region ends; in the
 * next region the threads read each other's. A shuffle by one distance for all moves the values
 * between the two, in loops that become vector operations; votes gather there one mask of 32 bits
 * per warp. A thread takes part when it runs (its mask) and the operation's own mask names its lane. */
#include "compiler/analysis/spmd_internal.h"

enum { ARG_MASK, ARG_VALUE, ARG_LANE };

typedef struct Warp {
    NjCut *cut;
    NjSpmd *c;
    const NjTirExpr *call;
    NjTirLocal *result; /* NULL: nobody wants it */
} Warp;

static NjTirExpr *bit_and(NjSpmd *c, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(c->arena, NJ_BIN_AND, NJ_ARITH_WRAP, a->type, a, b);
}

static NjTirExpr *lane_of(NjSpmd *c, NjTirExpr *thread)
{
    return bit_and(c, thread, nj_sp_int(c, NJ_CUDA_LANES - 1));
}

static NjTirExpr *warp_of(NjSpmd *c)
{
    NjTirExpr *five = nj_sp_int(c, 5);
    return nj_tir_binary(c->arena, NJ_BIN_SHR, NJ_ARITH_WRAP, c->int_type, nj_sp_thread(c), five);
}

static NjTirExpr *bit_at(NjSpmd *c, NjTirExpr *lane)
{
    return nj_tir_binary(c->arena, NJ_BIN_SHL, NJ_ARITH_WRAP, c->int_type, nj_sp_int(c, 1), lane);
}

static NjTirLocal *per_warp(NjSpmd *c)
{
    int64_t n = (nj_sp_max_threads(c) + NJ_CUDA_LANES - 1) / NJ_CUDA_LANES;
    if (!c->is_grid)
        return nj_sp_array(c, NPRT_I64, &n, 1);
    NjTirExpr *all = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_n_blocks(c), nj_sp_n_warps(c));
    return nj_sp_alloc(c, nj_type_array(c->types, NPRT_I64, 1, NJ_LAYOUT_C), &all);
}

/* The place of a warp of the block in work among all. */
static NjTirExpr *warp_slot(NjSpmd *c, NjTirExpr *warp)
{
    if (!c->is_grid)
        return warp;
    return nj_sp_bin(c, NJ_BIN_ADD,
                     nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->block), nj_sp_n_warps(c)), warp);
}

static NjTirExpr *arg(const Warp *w, unsigned i)
{
    return w->call->as.target_call.args[i];
}

static NjTirExpr *as_type(NjSpmd *c, const NjType *type, NjTirExpr *e)
{
    return nj_tir_cast(c->arena, type, e);
}

static const NjType *element_type(NjSpmd *c, const NjTirLocal *array)
{
    return nj_type_scalar(c->types, array->type->dtype, false);
}

/* result = value, in every thread that runs. */
static void give(const Warp *w, NjTirExpr *value)
{
    if (w->result)
        nj_sp_add_thread(w->cut,
                         nj_sp_assign(w->c, w->result, as_type(w->c, w->result->type, value)));
}

/* A local of the thread with the value. */
static NjTirLocal *let(const Warp *w, NjTirExpr *value)
{
    NjTirLocal *local = nj_sp_temp(w->c, value->type);
    nj_sp_add_thread(w->cut, nj_sp_assign(w->c, local, value));
    return local;
}

/* ---- shuffles ------------------------------------------------------------------------------- */

/* The lane to read from; the number may lie outside of the warp. */
static NjTirExpr *source_lane(const Warp *w, NjCudaOp op, NjTirExpr *lane)
{
    NjSpmd *c = w->c;
    NjTirExpr *operand = bit_and(c, arg(w, ARG_LANE), nj_sp_int(c, NJ_CUDA_LANES - 1));
    switch (op) {
    case NJ_CU_shfl_up:
        return nj_sp_bin(c, NJ_BIN_SUB, lane, operand);
    case NJ_CU_shfl_down:
        return nj_sp_bin(c, NJ_BIN_ADD, lane, operand);
    case NJ_CU_shfl_xor:
        return nj_tir_binary(c->arena, NJ_BIN_XOR, NJ_ARITH_WRAP, c->int_type, lane, operand);
    default:
        return operand;
    }
}

/* The same for all threads of the block, and known ahead of the region. */
static bool is_uniform(NjSpmd *c, const NjTirExpr *e)
{
    return nj_sp_is_pure(e) && !nj_sp_is_varying(c, e) && nj_sp_is_block_level(c, e);
}

/* A shuffle that moves all lanes by the same distance, warp by warp. */
typedef struct Move {
    NjSpmd *c;
    NjTirLocal *from, *to; /* arrays of the threads' values */
    NjTirLocal *start;     /* number of the warp's first thread */
    NjTirBlock *out;       /* in the loop over the warps */
} Move;

/* to[low .. high of the warp] = from[the same + distance] */
static void move_lanes(const Move *m, NjTirExpr *low, NjTirExpr *high, NjTirExpr *distance)
{
    NjSpmd *c = m->c;
    NjTirLocal *lane = nj_sp_block_local(c, c->int_type);
    NjTirStmt *lanes = nj_sp_for(c, lane, low, high);
    lanes->as.for_.is_unit_lanes = lanes->as.for_.keeps_rounds = true;
    NjTirExpr *at = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, m->start), nj_sp_use(c, lane));
    NjTirExpr *source = nj_sp_bin(c, NJ_BIN_ADD, nj_tir_clone(c->arena, at), distance);
    nj_tir_push(c->arena, &lanes->as.for_.body,
                nj_sp_store(c, m->to, at, nj_sp_load(c, m->from, source)));
    nj_tir_push(c->arena, m->out, lanes);
}

static NjTirExpr *minus(NjSpmd *c, NjTirExpr *e)
{
    return nj_sp_bin(c, NJ_BIN_SUB, nj_sp_int(c, 0), e);
}

/* Lanes of the warp that starts at `start`. */
static NjTirExpr *n_lanes(NjSpmd *c, NjTirLocal *start)
{
    NjTirExpr *n = nj_sp_n_threads(c), *lanes = nj_sp_int(c, NJ_CUDA_LANES);
    if (n->kind == NJ_X_CONST_INT && n->as.const_int.value % NJ_CUDA_LANES == 0)
        return lanes;
    return nj_sp_bin(c, NJ_BIN_MIN, nj_sp_bin(c, NJ_BIN_SUB, n, nj_sp_use(c, start)), lanes);
}

/* Halves of groups of 2 * step lanes change places. */
static void exchange(const Move *m, int64_t step)
{
    for (int64_t group = 0; group < NJ_CUDA_LANES; group += 2 * step) {
        NjSpmd *c = m->c;
        NjTirExpr *middle = nj_sp_int(c, group + step);
        move_lanes(m, nj_sp_int(c, group), middle, nj_sp_int(c, step));
        move_lanes(m, nj_tir_clone(c->arena, middle), nj_sp_int(c, group + 2 * step),
                   nj_sp_int(c, -step));
    }
}

/* Every lane of a whole warp gets what the one has whose number differs by xor. */
static void exchange_by(const Move *m, NjTirLocal *distance)
{
    NjSpmd *c = m->c;
    NjTirLocal *lane = nj_sp_block_local(c, c->int_type);
    NjTirStmt *lanes = nj_sp_for(c, lane, nj_sp_int(c, 0), nj_sp_int(c, NJ_CUDA_LANES));
    lanes->as.for_.is_unit_lanes = true;
    NjTirExpr *other = nj_tir_binary(c->arena, NJ_BIN_XOR, NJ_ARITH_WRAP, c->int_type,
                                     nj_sp_use(c, lane), nj_sp_use(c, distance));
    NjTirExpr *source = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, m->start), other);
    NjTirExpr *at = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, m->start), nj_sp_use(c, lane));
    nj_tir_push(c->arena, &lanes->as.for_.body,
                nj_sp_store(c, m->to, at, nj_sp_load(c, m->from, source)));
    nj_tir_push(c->arena, m->out, lanes);
}

/* Lanes 0 .. n: those whose source exists move by `distance`, the others keep what they have. */
static void shift(const Move *m, NjCudaOp op, NjTirLocal *distance, NjTirExpr *n)
{
    NjSpmd *c = m->c;
    NjTirLocal *edge = nj_sp_block_local(c, c->int_type);
    NjTirExpr *by = nj_sp_use(c, distance), *zero = nj_sp_int(c, 0);
    bool is_up = op == NJ_CU_shfl_up;
    NjTirExpr *at =
        is_up ? nj_sp_bin(c, NJ_BIN_MIN, by, nj_tir_clone(c->arena, n))
              : nj_sp_bin(c, NJ_BIN_MAX, nj_sp_bin(c, NJ_BIN_SUB, nj_tir_clone(c->arena, n), by),
                          nj_tir_clone(c->arena, zero));
    nj_tir_push(c->arena, m->out, nj_sp_assign(c, edge, at));
    NjTirExpr *low = nj_sp_use(c, edge), *high = nj_sp_use(c, edge);
    if (is_up) {
        move_lanes(m, zero, high, nj_sp_int(c, 0));
        move_lanes(m, low, n, minus(c, nj_sp_use(c, distance)));
    } else {
        move_lanes(m, zero, high, nj_sp_use(c, distance));
        move_lanes(m, low, n, nj_sp_int(c, 0));
    }
}

static bool is_power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

enum { MIN_RUN = 8 /* lanes that are worth a vector */ };

/* The values of all threads after a shuffle by an equal distance; NULL: this is none. */
static NjTirLocal *move_all(const Warp *w, NjCudaOp op, NjTirLocal *slots)
{
    NjSpmd *c = w->c;
    NjTirExpr *operand = arg(w, ARG_LANE), *n = nj_sp_n_threads(c);
    int64_t by = operand->kind == NJ_X_CONST_INT ? operand->as.const_int.value : -1;
    bool is_full = n->kind == NJ_X_CONST_INT && n->as.const_int.value % NJ_CUDA_LANES == 0;
    bool is_exchange = op == NJ_CU_shfl_xor && is_full;
    if (c->is_grid || !is_uniform(c, operand) ||
        !(is_exchange || op == NJ_CU_shfl_up || op == NJ_CU_shfl_down))
        return NULL;
    NjTirLocal *warp = nj_sp_block_local(c, c->int_type);
    NjTirLocal *distance = nj_sp_block_local(c, c->int_type);
    NjTirStmt *warps = nj_sp_for(c, warp, nj_sp_int(c, 0), nj_sp_n_warps(c));
    Move m = {c, slots, nj_sp_thread_array(c, slots->type->dtype),
              nj_sp_block_local(c, c->int_type), &warps->as.for_.body};
    NjTirExpr *top = nj_sp_int(c, NJ_CUDA_LANES - 1);
    nj_sp_add_block(w->cut,
                    nj_sp_assign(c, distance,
                                 by >= 0 ? nj_sp_int(c, by & top->as.const_int.value)
                                         : bit_and(c, nj_tir_clone(c->arena, operand), top)));
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, warp), nj_sp_int(c, NJ_CUDA_LANES));
    nj_tir_push(c->arena, m.out, nj_sp_assign(c, m.start, first));
    if (is_exchange && by >= MIN_RUN && by < NJ_CUDA_LANES && is_power_of_two(by))
        exchange(&m, by);
    else if (is_exchange)
        exchange_by(&m, distance);
    else
        shift(&m, op, distance, n_lanes(c, m.start));
    nj_sp_add_block(w->cut, warps);
    return m.to;
}

static void shuffle(const Warp *w, NjCudaOp op)
{
    NjSpmd *c = w->c;
    NjTirExpr *value = arg(w, ARG_VALUE);
    NjTirLocal *slots = nj_sp_thread_array(c, value->type->dtype);
    nj_sp_add_thread(
        w->cut, nj_sp_store(c, slots, nj_sp_slot(c), as_type(c, element_type(c, slots), value)));
    nj_sp_cut_here(w->cut);
    if (!w->result)
        return;
    NjTirLocal *moved = move_all(w, op, slots);
    if (moved) {
        give(w, nj_sp_load(c, moved, nj_sp_slot(c)));
        return;
    }
    NjTirLocal *lane = let(w, lane_of(c, nj_sp_thread(c)));
    NjTirLocal *from = let(w, source_lane(w, op, nj_sp_use(c, lane)));
    /* a thread whose source does not exist keeps its own value */
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_SUB, nj_sp_thread(c), nj_sp_use(c, lane));
    NjTirLocal *at = let(w, nj_sp_bin(c, NJ_BIN_ADD, first, nj_sp_use(c, from)));
    NjTirExpr *exists = nj_sp_cmp(c, NJ_CMP_LT, nj_sp_use(c, at), nj_sp_n_threads(c));
    if (op == NJ_CU_shfl_up)
        exists = nj_sp_cmp(c, NJ_CMP_GE, nj_sp_use(c, from), nj_sp_int(c, 0));
    else if (op == NJ_CU_shfl_down)
        exists =
            nj_sp_bin(c, NJ_BIN_AND, exists,
                      nj_sp_cmp(c, NJ_CMP_LT, nj_sp_use(c, from), nj_sp_int(c, NJ_CUDA_LANES)));
    NjTirExpr *index = nj_tir_select(c->arena, exists, nj_sp_use(c, at), nj_sp_thread(c));
    if (c->is_grid)
        index = nj_sp_bin(c, NJ_BIN_ADD, nj_sp_use(c, c->first), index);
    give(w, nj_sp_load(c, slots, index));
}

/* ---- masks of a warp ------------------------------------------------------------------------ */

/* For every warp the bits of its lanes whose element of `flags` (uint8) has `bit` set. */
static NjTirLocal *gather_bits(const Warp *w, NjTirLocal *flags, int64_t bit)
{
    NjSpmd *c = w->c;
    NjTirLocal *masks = per_warp(c);
    NjTirLocal *warp = nj_sp_block_local(c, c->int_type), *lane = nj_sp_block_local(c, c->int_type);
    NjTirLocal *bits = nj_sp_block_local(c, c->int_type);
    NjTirStmt *warps = nj_sp_for(c, warp, nj_sp_int(c, 0), nj_sp_n_warps(c)), *all = warps;
    NjTirBlock *body = &warps->as.for_.body;
    NjTirExpr *start = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, warp), nj_sp_int(c, NJ_CUDA_LANES));
    NjTirExpr *left = nj_sp_bin(c, NJ_BIN_SUB, nj_sp_n_threads(c), nj_tir_clone(c->arena, start));
    NjTirExpr *first = start;
    if (c->is_grid) {
        all = nj_sp_for(c, c->block, nj_sp_int(c, 0), nj_sp_n_blocks(c));
        nj_tir_push(c->arena, &all->as.for_.body, warps);
        NjTirExpr *base = nj_sp_bin(c, NJ_BIN_MUL, nj_sp_use(c, c->block), nj_sp_n_threads(c));
        first = nj_sp_bin(c, NJ_BIN_ADD, base, start);
    }
    nj_tir_push(c->arena, body, nj_sp_assign(c, bits, nj_sp_int(c, 0)));
    NjTirStmt *lanes = nj_sp_for(c, lane, nj_sp_int(c, 0),
                                 nj_sp_bin(c, NJ_BIN_MIN, left, nj_sp_int(c, NJ_CUDA_LANES)));
    NjTirExpr *at = nj_sp_bin(c, NJ_BIN_ADD, first, nj_sp_use(c, lane));
    NjTirExpr *flag = as_type(c, c->int_type, nj_sp_load(c, flags, at));
    NjTirExpr *is_set =
        nj_tir_binary(c->arena, NJ_BIN_SHR, NJ_ARITH_WRAP, c->int_type, flag, nj_sp_int(c, bit));
    is_set = bit_and(c, is_set, nj_sp_int(c, 1));
    NjTirExpr *shifted =
        nj_tir_binary(c->arena, NJ_BIN_SHL, NJ_ARITH_WRAP, c->int_type, is_set, nj_sp_use(c, lane));
    nj_tir_push(c->arena, &lanes->as.for_.body,
                nj_sp_assign(c, bits, nj_sp_bin(c, NJ_BIN_OR, nj_sp_use(c, bits), shifted)));
    nj_tir_push(c->arena, body, lanes);
    nj_tir_push(c->arena, body,
                nj_sp_store(c, masks, warp_slot(c, nj_sp_use(c, warp)),
                            as_type(c, element_type(c, masks), nj_sp_use(c, bits))));
    nj_sp_add_block(w->cut, all);
    return masks;
}

/* Flags of the threads: bit 0, it runs; bit 1, its predicate holds. */
static NjTirLocal *leave_flags(const Warp *w, NjTirExpr *predicate)
{
    NjSpmd *c = w->c;
    NjTirLocal *flags = nj_sp_thread_array(c, NPRT_U8);
    const NjType *type = element_type(c, flags);
    NjTirExpr *value = nj_sp_int(c, 1);
    if (predicate) {
        NjTirExpr *two = nj_tir_binary(c->arena, NJ_BIN_SHL, NJ_ARITH_WRAP, c->int_type,
                                       as_type(c, c->int_type, predicate), nj_sp_int(c, 1));
        value = nj_sp_bin(c, NJ_BIN_OR, two, nj_sp_int(c, 1));
    }
    NjTirStmt *store = nj_sp_store(c, flags, nj_sp_slot(c), as_type(c, type, value));
    NjTirExpr *mask = nj_sp_mask(w->cut);
    if (!mask) {
        nj_sp_add_every(w->cut, store);
        return flags;
    }
    NjTirStmt *choice = nj_sp_if(c, mask);
    nj_tir_push(c->arena, &choice->as.if_.then_block, store);
    nj_tir_push(c->arena, &choice->as.if_.else_block,
                nj_sp_store(c, flags, nj_sp_slot(c), nj_tir_int(c->arena, type, 0, c->span)));
    nj_sp_add_every(w->cut, choice);
    return flags;
}

static NjTirExpr *own_mask(NjSpmd *c, NjTirLocal *masks)
{
    return as_type(c, c->int_type, nj_sp_load(c, masks, warp_slot(c, warp_of(c))));
}

static void vote(const Warp *w, NjCudaOp op)
{
    NjSpmd *c = w->c;
    NjTirLocal *flags = leave_flags(w, arg(w, ARG_VALUE));
    NjTirLocal *running = gather_bits(w, flags, 0), *holding = gather_bits(w, flags, 1);
    NjTirLocal *asked = let(w, arg(w, ARG_MASK));
    NjTirLocal *all = let(w, bit_and(c, own_mask(c, running), nj_sp_use(c, asked)));
    NjTirLocal *yes = let(w, bit_and(c, own_mask(c, holding), nj_sp_use(c, asked)));
    NjTirExpr *is_all = nj_sp_cmp(c, NJ_CMP_EQ, nj_sp_use(c, yes), nj_sp_use(c, all));
    NjTirExpr *is_none = nj_sp_cmp(c, NJ_CMP_EQ, nj_sp_use(c, yes), nj_sp_int(c, 0));
    switch (op) {
    case NJ_CU_vote_all:
        give(w, is_all);
        return;
    case NJ_CU_vote_any:
        give(w, nj_sp_not(c, is_none));
        return;
    case NJ_CU_vote_eq:
        give(w, nj_sp_bin(c, NJ_BIN_OR, is_all, is_none));
        return;
    default:
        give(w, nj_sp_use(c, yes));
        return;
    }
}

static void active_mask(const Warp *w)
{
    NjTirLocal *running = gather_bits(w, leave_flags(w, NULL), 0);
    give(w, own_mask(w->c, running));
}

/* ---- matches -------------------------------------------------------------------------------- */

/* match_any: the lanes with an equal value; match_all: all lanes, or 0 when the values differ. */
static void match(const Warp *w, NjCudaOp op)
{
    NjSpmd *c = w->c;
    NjTirExpr *value = arg(w, ARG_VALUE);
    NjTirLocal *slots = nj_sp_thread_array(c, value->type->dtype);
    nj_sp_add_thread(
        w->cut, nj_sp_store(c, slots, nj_sp_slot(c), as_type(c, element_type(c, slots), value)));
    NjTirLocal *running = gather_bits(w, leave_flags(w, NULL), 0);
    NjTirLocal *all = let(w, bit_and(c, own_mask(c, running), arg(w, ARG_MASK)));
    NjTirLocal *own = let(w, nj_sp_load(c, slots, nj_sp_slot(c)));
    NjTirLocal *equal = let(w, nj_sp_int(c, 0)), *lane = nj_sp_temp(c, c->int_type);
    NjTirExpr *first = nj_sp_bin(c, NJ_BIN_SUB, nj_sp_slot(c), lane_of(c, nj_sp_thread(c)));
    NjTirStmt *lanes = nj_sp_for(c, lane, nj_sp_int(c, 0), nj_sp_int(c, NJ_CUDA_LANES));
    NjTirExpr *is_asked =
        nj_sp_cmp(c, NJ_CMP_NE, bit_and(c, nj_sp_use(c, all), bit_at(c, nj_sp_use(c, lane))),
                  nj_sp_int(c, 0));
    NjTirStmt *if_asked = nj_sp_if(c, is_asked);
    NjTirExpr *theirs = nj_sp_load(c, slots, nj_sp_bin(c, NJ_BIN_ADD, first, nj_sp_use(c, lane)));
    NjTirStmt *if_equal = nj_sp_if(c, nj_sp_cmp(c, NJ_CMP_EQ, theirs, nj_sp_use(c, own)));
    nj_tir_push(
        c->arena, &if_equal->as.if_.then_block,
        nj_sp_assign(c, equal,
                     nj_sp_bin(c, NJ_BIN_OR, nj_sp_use(c, equal), bit_at(c, nj_sp_use(c, lane)))));
    nj_tir_push(c->arena, &if_asked->as.if_.then_block, if_equal);
    nj_tir_push(c->arena, &lanes->as.for_.body, if_asked);
    nj_sp_add_thread(w->cut, lanes);
    if (op == NJ_CU_match_any) {
        give(w, nj_sp_use(c, equal));
        return;
    }
    NjTirExpr *is_all = nj_sp_cmp(c, NJ_CMP_EQ, nj_sp_use(c, equal), nj_sp_use(c, all));
    give(w, nj_tir_select(c->arena, is_all, nj_sp_use(c, all), nj_sp_int(c, 0)));
}

/* ---- barriers that count -------------------------------------------------------------------- */

static NjTirExpr *combined(const Warp *w, NjCudaOp op, NjTirExpr *n)
{
    NjSpmd *c = w->c;
    NjTirExpr *holds = as_type(c, c->int_type, arg(w, 0));
    return nj_sp_bin(c,
                     op == NJ_CU_syncthreads_and  ? NJ_BIN_AND
                     : op == NJ_CU_syncthreads_or ? NJ_BIN_OR
                                                  : NJ_BIN_ADD,
                     n, holds);
}

/* In a grid every block has a count of its own. */
static void count_by_block(const Warp *w, NjCudaOp op)
{
    NjSpmd *c = w->c;
    NjTirExpr *n_blocks = nj_sp_n_blocks(c);
    NjTirLocal *counts =
        nj_sp_alloc(c, nj_type_array(c->types, NPRT_I64, 1, NJ_LAYOUT_C), &n_blocks);
    const NjType *type = element_type(c, counts);
    NjTirStmt *clear = nj_sp_for(c, c->block, nj_sp_int(c, 0), nj_sp_n_blocks(c));
    nj_tir_push(c->arena, &clear->as.for_.body,
                nj_sp_store(c, counts, nj_sp_use(c, c->block),
                            nj_tir_int(c->arena, type, op == NJ_CU_syncthreads_and, c->span)));
    nj_sp_add_block(w->cut, clear);
    NjTirExpr *n = as_type(c, c->int_type, nj_sp_load(c, counts, nj_sp_use(c, c->block)));
    NjTirStmt *add =
        nj_sp_store(c, counts, nj_sp_use(c, c->block), as_type(c, type, combined(w, op, n)));
    nj_map_put(c->arena, &c->dependent, add, NULL);
    nj_sp_add_thread(w->cut, add);
    nj_sp_barrier(w->cut, w->call->span);
    give(w, nj_sp_load(c, counts, nj_sp_use(c, c->block)));
}

static void count_threads(const Warp *w, NjCudaOp op)
{
    NjSpmd *c = w->c;
    if (c->is_grid) {
        count_by_block(w, op);
        return;
    }
    NjTirLocal *n = nj_sp_block_local(c, c->int_type);
    NjTirExpr *value = combined(w, op, nj_sp_use(c, n));
    nj_sp_add_before(w->cut, nj_sp_assign(c, n, nj_sp_int(c, op == NJ_CU_syncthreads_and)));
    nj_sp_add_thread(w->cut, nj_sp_assign(c, n, value));
    nj_sp_barrier(w->cut, w->call->span);
    if (!w->result)
        return;
    NjTirStmt *take = nj_sp_assign(c, w->result, nj_sp_use(c, n));
    if (nj_sp_facts(c, w->result)->is_block)
        nj_sp_add_block(w->cut, take);
    else
        nj_sp_add_thread(w->cut, take);
}

static void sync_warp(const Warp *w)
{
    NjSpmd *c = w->c;
    bool tells = nj_sp_finds_races(c);
    if (tells)
        nj_sp_add_thread(w->cut, nj_sp_tell(c, NJ_RT_race_warp_arrive, NULL));
    nj_sp_cut_here(w->cut);
    NjTirExpr *mask = w->call->as.target_call.n ? arg(w, ARG_MASK) : nj_sp_int(c, UINT32_MAX);
    if (tells)
        nj_sp_add_thread(w->cut,
                         nj_sp_tell(c, NJ_RT_race_warp_leave, as_type(c, c->int_type, mask)));
}

void nj_sp_warp_op(NjCut *cut, NjTirStmt *s, NjCudaOp op)
{
    NjSpmd *c = nj_sp_of_cut(cut);
    Warp w = {cut, c, nj_sp_call_of(s), s->kind == NJ_S_ASSIGN ? s->as.assign.local : NULL};
    switch (op) {
    case NJ_CU_shfl_idx:
    case NJ_CU_shfl_up:
    case NJ_CU_shfl_down:
    case NJ_CU_shfl_xor:
        shuffle(&w, op);
        return;
    case NJ_CU_vote_all:
    case NJ_CU_vote_any:
    case NJ_CU_vote_eq:
    case NJ_CU_ballot:
        vote(&w, op);
        return;
    case NJ_CU_match_any:
    case NJ_CU_match_all:
        match(&w, op);
        return;
    case NJ_CU_activemask:
        active_mask(&w);
        return;
    case NJ_CU_syncthreads_count:
    case NJ_CU_syncthreads_and:
    case NJ_CU_syncthreads_or:
        count_threads(&w, op);
        return;
    case NJ_CU_grid_sync:
        nj_sp_grid_barrier(cut, s->span);
        return;
    default:
        sync_warp(&w);
        return;
    }
}
