/* spmd_unroll.c - loops around syncs whose few rounds are known become straight code.
 *
 *     s = 128                          lanes for thread in 0 .. 128: tile[thread] += tile[thread +
 * 128] while s > 0:                     lanes for thread in 0 .. 64: ... threads below s: ...    to
 * ... s = s // 2
 *
 * The loops over threads then have constant ends, subscripts are seen to be in range, and the last
 * rounds, with a thread or two, cost next to nothing. */
#include "compiler/analysis/spmd_internal.h"

enum { MAX_ROUNDS = 16, MAX_STMTS = 400 };

/* What block-level ints are known to be at the point in work: local -> int64_t *. */
typedef struct Unroll {
    NjSpmd *c;
    NjMap known;
    bool has_changed;
} Unroll;

/* ---- values --------------------------------------------------------------------------------- */

static bool is_int(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && t->dtype == NPRT_I64;
}

static bool combine(NjTirBinop op, int64_t a, int64_t b, int64_t *out)
{
    int64_t q;
    switch (op) {
    case NJ_BIN_ADD:
        return !__builtin_add_overflow(a, b, out);
    case NJ_BIN_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case NJ_BIN_MUL:
        return !__builtin_mul_overflow(a, b, out);
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
        if (b <= 0)
            return false;
        q = a / b - (a % b < 0);
        *out = op == NJ_BIN_MOD ? a - q * b : q;
        return true;
    case NJ_BIN_SHR:
        *out = b >= 0 && b < 64 ? a >> b : 0;
        return b >= 0 && b < 64;
    case NJ_BIN_SHL:
        *out = b >= 0 && b < 32 && a >= 0 && a < INT32_MAX ? a << b : 0;
        return b >= 0 && b < 32 && a >= 0 && a < INT32_MAX;
    case NJ_BIN_AND:
        *out = a & b;
        return true;
    case NJ_BIN_OR:
        *out = a | b;
        return true;
    case NJ_BIN_XOR:
        *out = a ^ b;
        return true;
    case NJ_BIN_MIN:
        *out = a < b ? a : b;
        return true;
    case NJ_BIN_MAX:
        *out = a > b ? a : b;
        return true;
    default:
        return false;
    }
}

static bool holds(NjTirCmpop op, int64_t a, int64_t b)
{
    switch (op) {
    case NJ_CMP_EQ:
        return a == b;
    case NJ_CMP_NE:
        return a != b;
    case NJ_CMP_LT:
        return a < b;
    case NJ_CMP_LE:
        return a <= b;
    case NJ_CMP_GT:
        return a > b;
    case NJ_CMP_GE:
        return a >= b;
    }
    return false;
}

/* The value of an int64, or of a comparison of two. */
static bool value_of(const Unroll *u, const NjTirExpr *e, int64_t *out)
{
    int64_t a, b;
    switch (e->kind) {
    case NJ_X_CONST_INT:
        *out = e->as.const_int.value;
        return is_int(e->type);
    case NJ_X_LOCAL: {
        const int64_t *known = nj_map_get(&u->known, e->as.local.local);
        if (known)
            *out = *known;
        return known != NULL;
    }
    case NJ_X_CAST:
        return is_int(e->type) && is_int(e->as.cast.a->type) && value_of(u, e->as.cast.a, out);
    case NJ_X_BINARY:
        return is_int(e->type) && value_of(u, e->as.binary.a, &a) &&
               value_of(u, e->as.binary.b, &b) && combine(e->as.binary.op, a, b, out);
    case NJ_X_COMPARE:
        if (!value_of(u, e->as.compare.a, &a) || !value_of(u, e->as.compare.b, &b))
            return false;
        *out = holds(e->as.compare.op, a, b);
        return true;
    default:
        return false;
    }
}

static void learn_value(Unroll *u, const NjTirLocal *local, int64_t value)
{
    int64_t *known = NJ_NEW(u->c->arena, int64_t);
    *known = value;
    *nj_map_at(u->c->arena, &u->known, local) = known;
}

static void learn(Unroll *u, const NjTirLocal *local, const NjTirExpr *value)
{
    int64_t n;
    if (is_int(local->type) && nj_sp_facts(u->c, local)->is_block && value_of(u, value, &n))
        learn_value(u, local, n);
    else
        *nj_map_at(u->c->arena, &u->known, local) = NULL;
}

static void forget_block(void *data, NjTirBlock *block)
{
    Unroll *u = data;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        const NjTirLocal *local = s->kind == NJ_S_ASSIGN ? s->as.assign.local
                                  : s->kind == NJ_S_FOR  ? s->as.for_.var
                                                         : NULL;
        if (local)
            *nj_map_at(u->c->arena, &u->known, local) = NULL;
        nj_tir_stmt_blocks(s, forget_block, u);
    }
}

/* What the statement may assign inside is not known. */
static void forget(Unroll *u, NjTirStmt *s)
{
    NjTirBlock one = {&s, 1, 1};
    forget_block(u, &one);
}

static Unroll fork_of(const Unroll *u)
{
    Unroll copy = {.c = u->c};
    for (uint32_t i = 0; i < u->known.n; i++)
        nj_map_put(u->c->arena, &copy.known, u->known.entries[i].key, u->known.entries[i].value);
    return copy;
}

/* ---- putting values in ---------------------------------------------------------------------- */

static void put_value(void *data, NjTirExpr **child)
{
    Unroll *u = data;
    int64_t n;
    if ((*child)->kind != NJ_X_LOCAL)
        nj_tir_children(*child, put_value, u);
    if ((*child)->kind != NJ_X_CONST_INT && is_int((*child)->type) && value_of(u, *child, &n))
        *child = nj_tir_int(u->c->arena, (*child)->type, n, (*child)->span);
}

static void put_values(void *data, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++) {
        nj_tir_stmt_exprs(block->items[i], put_value, data);
        nj_tir_stmt_blocks(block->items[i], put_values, data);
    }
}

/* ---- loops ---------------------------------------------------------------------------------- */

static void count_block(void *data, NjTirBlock *block)
{
    uint32_t *n = data;
    *n += block->n;
    for (uint32_t i = 0; i < block->n; i++)
        nj_tir_stmt_blocks(block->items[i], count_block, data);
}

/* One round: a copy of the body with what is known by then. */
static void add_round(Unroll *u, const NjTirBlock *body, NjTirBlock *out)
{
    NjTirBlock copy = {0};
    nj_sp_clone_block(u->c, NULL, body, &copy);
    for (uint32_t i = 0; i < copy.n; i++) {
        NjTirStmt *s = copy.items[i];
        NjTirBlock one = {&s, 1, 1};
        if (s->kind != NJ_S_ASSIGN)
            forget(u, s);
        put_values(u, &one);
        nj_tir_push(u->c->arena, out, s);
        if (s->kind == NJ_S_ASSIGN)
            learn(u, s->as.assign.local, s->as.assign.value);
    }
}

static bool has_sync(const NjTirStmt *s)
{
    return nj_sp_sync_of(s) & (NJ_SYNC_BARRIER | NJ_SYNC_WARP);
}

static bool unroll_while(Unroll *u, const NjTirStmt *s, NjTirBlock *out)
{
    uint32_t size = 0;
    count_block(&size, (NjTirBlock *)&s->as.while_.body);
    if (s->as.while_.pre.n || (nj_sp_block_sync(&s->as.while_.body) & NJ_SYNC_JUMP))
        return false;
    Unroll inner = fork_of(u);
    NjTirBlock rounds = {0};
    int64_t goes_on;
    for (uint32_t n = 0; value_of(&inner, s->as.while_.cond, &goes_on); n++) {
        if (!goes_on) {
            for (uint32_t i = 0; i < rounds.n; i++)
                nj_tir_push(u->c->arena, out, rounds.items[i]);
            *u = inner;
            u->has_changed = true;
            return true;
        }
        if (n == MAX_ROUNDS || (n + 1) * size > MAX_STMTS)
            return false;
        add_round(&inner, &s->as.while_.body, &rounds);
    }
    return false;
}

static bool unroll_for(Unroll *u, const NjTirStmt *s, NjTirBlock *out)
{
    int64_t start, stop, step;
    uint32_t size = 0;
    count_block(&size, (NjTirBlock *)&s->as.for_.body);
    if ((nj_sp_block_sync(&s->as.for_.body) & NJ_SYNC_JUMP) ||
        !value_of(u, s->as.for_.start, &start) || !value_of(u, s->as.for_.stop, &stop) ||
        !value_of(u, s->as.for_.step, &step) || step == 0)
        return false;
    int64_t n = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
    if (n < 0)
        n = 0;
    if (n > MAX_ROUNDS || n * size > MAX_STMTS)
        return false;
    u->has_changed = true;
    for (int64_t i = 0; i < n; i++) {
        NjTirExpr *value = nj_sp_int(u->c, start + i * step);
        nj_tir_push(u->c->arena, out, nj_sp_assign(u->c, s->as.for_.var, value));
        learn_value(u, s->as.for_.var, start + i * step);
        add_round(u, &s->as.for_.body, out);
    }
    return true;
}

static void unroll_block(Unroll *u, NjTirBlock *block)
{
    NjTirBlock out = {0};
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        u->c->span = s->span;
        if (has_sync(s) && ((s->kind == NJ_S_WHILE && unroll_while(u, s, &out)) ||
                            (s->kind == NJ_S_FOR && unroll_for(u, s, &out))))
            continue;
        nj_tir_push(u->c->arena, &out, s);
        if (s->kind == NJ_S_ASSIGN) {
            learn(u, s->as.assign.local, s->as.assign.value);
            continue;
        }
        forget(u, s);
        if (s->kind == NJ_S_IF) {
            Unroll yes = fork_of(u), no = fork_of(u);
            unroll_block(&yes, &s->as.if_.then_block);
            unroll_block(&no, &s->as.if_.else_block);
            u->has_changed |= yes.has_changed | no.has_changed;
        } else if (s->kind == NJ_S_FOR) {
            Unroll inner = fork_of(u);
            unroll_block(&inner, &s->as.for_.body);
            u->has_changed |= inner.has_changed;
        } else if (s->kind == NJ_S_WHILE) {
            Unroll inner = fork_of(u);
            unroll_block(&inner, &s->as.while_.body);
            u->has_changed |= inner.has_changed;
        }
    }
    *block = out;
}

bool nj_sp_unroll(NjSpmd *c)
{
    Unroll u = {.c = c};
    if (!nj_sp_finds_races(c) && (c->has_barrier || c->has_warp))
        unroll_block(&u, &c->fn->body);
    return u.has_changed;
}
