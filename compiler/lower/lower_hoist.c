/* lower_hoist.c - bounds checks in front of loops: two versions of a loop nest.
 *
 * In a numerical loop nearly every subscript is affine in the loop variables: c + f1 * i + f2 * j +
 * ... with values that do not change in the loop. Its least and greatest value follow from the
 * ranges of the loops, so one test before the nest tells whether every such subscript stays within
 * its array:
 *
 *     if (all least >= 0 and all greatest < extent)
 *         the nest without wrap-around and checks of these subscripts
 *     else
 *         the nest as written, which raises at the right element
 *
 * The first version is what LLVM vectorises; where the test folds to true (range(len(a))) the
 * second disappears. The ranges are a hull (triangular loops, empty inner loops), so the test may
 * fail for a nest that would not raise: then the second version runs, slower and right. Subscripts
 * under a condition take no part, because the condition may be what guards them (`if i > 0: a[i -
 * 1]`).
 *
 * Sums of the test cannot overflow: every variable is tested to lie within 2^40, factors are small.
 */
#include "compiler/lower/lower_internal.h"

#include <stdlib.h>

enum {
    MAX_TERMS = 6,
    MAX_CHECKS = 48,
    MAX_FACTOR = 1 << 16,
    LIMIT_BITS = 40 /* of variables and constants */
};

/* A value that does not change in the nest, or a loop variable, times a factor. */
typedef struct Term {
    const NjTirExpr *x; /* LOCAL, GLOBAL, SHAPE of these, or an opaque expression of invariants */
    int64_t factor;
} Term;

typedef struct Affine {
    int64_t constant;
    Term terms[MAX_TERMS];
    unsigned n;
} Affine;

/* A counted loop of the nest around the statement in work. */
typedef struct Loop {
    const struct Loop *outer;
    const NjTirLocal *var;
    const NjTirLocal *name; /* what the body sets to the variable first, and only then; or NULL */
    Affine low, high; /* least and greatest value of the variable */
    bool is_known;
} Loop;

typedef struct Check {
    const NjTirExpr *index; /* of the subscript: its identity */
    const NjTirExpr *array; /* LOCAL or GLOBAL */
    uint32_t dim;
    Affine low, high;
} Check;

typedef struct Nest {
    NjEmit *e;
    NjMap assigned;       /* locals that a statement of the nest assigns (not as loop variable) */
    NjMap loop_vars;      /* loop variables of the nest */
    bool changes_globals; /* sets one, or calls what might */
    const Loop *loop;     /* innermost */
    uint32_t conditions;  /* around the statement in work, inside of the nest */
    Check checks[MAX_CHECKS];
    unsigned n;
} Nest;

/* ---- what changes in the nest --------------------------------------------------------------- */

static void find_calls(void *ctx, NjTirExpr **child)
{
    Nest *nest = ctx;
    nest->changes_globals |= (*child)->kind == NJ_X_CALL || (*child)->kind == NJ_X_RTCALL;
    nj_tir_children(*child, find_calls, nest);
}

static void find_changes(void *ctx, NjTirBlock *block);

static void find_changes_of(Nest *nest, NjTirStmt *s)
{
    NjArena *arena = nest->e->arena;
    if (s->kind == NJ_S_ASSIGN)
        nj_map_put(arena, &nest->assigned, s->as.assign.local, s);
    else if (s->kind == NJ_S_FOR)
        nj_map_put(arena, &nest->loop_vars, s->as.for_.var, s);
    else if (s->kind == NJ_S_TRY && s->as.try_.exc)
        nj_map_put(arena, &nest->assigned, s->as.try_.exc, s);
    nest->changes_globals |= s->kind == NJ_S_GLOBAL_SET;
    nj_tir_stmt_exprs(s, find_calls, nest);
    nj_tir_stmt_blocks(s, find_changes, nest);
}

static void find_changes(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        find_changes_of(ctx, block->items[i]);
}

static bool is_invariant_variable(const Nest *nest, const NjTirExpr *x)
{
    if (x->kind == NJ_X_LOCAL)
        return !nj_map_has(&nest->assigned, x->as.local.local) &&
               !nj_map_has(&nest->loop_vars, x->as.local.local);
    return x->kind == NJ_X_GLOBAL && !nest->changes_globals;
}

/* Evaluating the expression early is harmless and gives what it gives inside of the nest. */
static bool is_invariant(const Nest *nest, const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_CONST_INT:
        return true;
    case NJ_X_LOCAL:
    case NJ_X_GLOBAL:
        return is_invariant_variable(nest, x);
    case NJ_X_SHAPE:
        return is_invariant_variable(nest, x->as.shape.a);
    case NJ_X_CAST:
        return x->as.cast.arith == NJ_ARITH_WRAP && nj_type_is_integral(x->type) &&
               nj_type_is_integral(x->as.cast.a->type) && is_invariant(nest, x->as.cast.a);
    case NJ_X_BINARY: {
        const NjTirExpr *b = x->as.binary.b;
        bool divides = x->as.binary.op == NJ_BIN_FLOORDIV || x->as.binary.op == NJ_BIN_MOD;
        bool is_safe = x->as.binary.arith == NJ_ARITH_WRAP ||
                       (divides && b->kind == NJ_X_CONST_INT && b->as.const_int.value > 0);
        return is_safe && nj_type_is_int(x->type) && x->as.binary.op != NJ_BIN_POW &&
               is_invariant(nest, x->as.binary.a) && is_invariant(nest, b);
    }
    default:
        return false;
    }
}

/* ---- affine forms --------------------------------------------------------------------------- */

static bool same_variable(const NjTirExpr *a, const NjTirExpr *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case NJ_X_LOCAL:
        return a->as.local.local == b->as.local.local;
    case NJ_X_GLOBAL:
        return a->as.global.global == b->as.global.global;
    case NJ_X_SHAPE:
        return a->as.shape.dim == b->as.shape.dim && same_variable(a->as.shape.a, b->as.shape.a);
    default:
        return false;
    }
}

/* sum += factor * x; false when there is no room. */
static bool add_term(Affine *sum, const NjTirExpr *x, int64_t factor)
{
    for (unsigned i = 0; i < sum->n; i++) {
        if (!same_variable(sum->terms[i].x, x))
            continue;
        sum->terms[i].factor += factor;
        if (sum->terms[i].factor == 0)
            sum->terms[i] = sum->terms[--sum->n];
        return true;
    }
    if (sum->n == MAX_TERMS)
        return false;
    sum->terms[sum->n++] = (Term){x, factor};
    return true;
}

static bool add_affine(Affine *sum, const Affine *other, int64_t factor)
{
    for (unsigned i = 0; i < other->n; i++)
        if (!add_term(sum, other->terms[i].x, factor * other->terms[i].factor))
            return false;
    sum->constant += factor * other->constant;
    return true;
}

static bool is_small(const Affine *a)
{
    for (unsigned i = 0; i < a->n; i++)
        if (llabs(a->terms[i].factor) > MAX_FACTOR)
            return false;
    return llabs(a->constant) < INT64_C(1) << LIMIT_BITS;
}

static const Loop *loop_of(const Nest *nest, const NjTirLocal *var)
{
    for (const Loop *loop = nest->loop; loop; loop = loop->outer)
        if (loop->var == var)
            return loop;
    return NULL;
}

/* The variable of a loop around the statement that nothing else assigns. */
static bool is_loop_variable(const Nest *nest, const NjTirExpr *x)
{
    if (x->kind != NJ_X_LOCAL || nj_map_has(&nest->assigned, x->as.local.local))
        return false;
    const Loop *loop = loop_of(nest, x->as.local.local);
    return loop && loop->is_known;
}

static bool get_affine(const Nest *nest, const NjTirExpr *x, Affine *out);

static bool get_sum(const Nest *nest, const NjTirExpr *x, Affine *out)
{
    Affine a, b;
    if (!get_affine(nest, x->as.binary.a, &a) || !get_affine(nest, x->as.binary.b, &b))
        return false;
    *out = a;
    switch (x->as.binary.op) {
    case NJ_BIN_ADD:
        return add_affine(out, &b, 1) && is_small(out);
    case NJ_BIN_SUB:
        return add_affine(out, &b, -1) && is_small(out);
    case NJ_BIN_MUL: {
        const Affine *factor = a.n == 0 ? &a : &b, *rest = a.n == 0 ? &b : &a;
        *out = (Affine){0};
        return factor->n == 0 && llabs(factor->constant) <= MAX_FACTOR &&
               add_affine(out, rest, factor->constant) && is_small(out);
    }
    default:
        return false;
    }
}

/* The loop variable that a name of it stands for. */
static const NjTirExpr *unname(const Nest *nest, const NjTirExpr *x)
{
    for (const Loop *loop = nest->loop; loop && x->kind == NJ_X_LOCAL; loop = loop->outer)
        if (loop->name == x->as.local.local)
            return nj_tir_local(nest->e->arena, (NjTirLocal *)loop->var, x->span);
    return x;
}

static bool get_affine(const Nest *nest, const NjTirExpr *x, Affine *out)
{
    *out = (Affine){0};
    x = unname(nest, x);
    if (x->kind == NJ_X_CONST_INT) {
        out->constant = x->as.const_int.value;
        return is_small(out);
    }
    if (x->type->kind != NJ_T_SCALAR || x->type->dtype != NPRT_I64)
        return false;
    if (x->kind == NJ_X_BINARY && get_sum(nest, x, out))
        return true;
    if (!is_loop_variable(nest, x) && !is_invariant(nest, x))
        return false;
    *out = (Affine){0};
    return add_term(out, x, 1);
}

/* Replaces loop variables, innermost first, by the end of their range that makes the sum largest
 * (or least): what remains is invariant. */
static bool reach(const Nest *nest, const Affine *a, bool greatest, Affine *out)
{
    *out = *a;
    for (const Loop *loop = nest->loop; loop; loop = loop->outer) {
        for (unsigned i = 0; i < out->n; i++) {
            const NjTirExpr *x = out->terms[i].x;
            if (x->kind != NJ_X_LOCAL || x->as.local.local != loop->var)
                continue;
            int64_t factor = out->terms[i].factor;
            out->terms[i] = out->terms[--out->n];
            const Affine *end = (factor > 0) == greatest ? &loop->high : &loop->low;
            if (!loop->is_known || !add_affine(out, end, factor) || !is_small(out))
                return false;
            break;
        }
    }
    return true;
}

/* ---- collecting ----------------------------------------------------------------------------- */

static void add_check(Nest *nest, const NjTirExpr *base, const NjTirSub *sub, uint32_t dim)
{
    Affine a;
    Check check = {sub->index, base, dim, {0}, {0}};
    if (!(sub->wrap || sub->check) || nest->conditions > 0 || nest->n == MAX_CHECKS ||
        nj_map_get(&nest->e->fn->proved, sub->index) || !is_invariant_variable(nest, base) ||
        !get_affine(nest, sub->index, &a) || !reach(nest, &a, false, &check.low) ||
        !reach(nest, &a, true, &check.high))
        return;
    if (check.low.n == 0 && check.low.constant < 0)
        return; /* wraps on purpose */
    nest->checks[nest->n++] = check;
}

static void visit_expr(void *ctx, NjTirExpr **child)
{
    Nest *nest = ctx;
    NjTirExpr *x = *child;
    nj_tir_children(x, visit_expr, nest);
    if (x->kind == NJ_X_LOAD)
        for (uint32_t i = 0; i < x->as.load.n; i++)
            add_check(nest, x->as.load.base, &x->as.load.subs[i], i);
}

static void visit_stmt(Nest *nest, NjTirStmt *s);

static void visit_block(void *ctx, NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        visit_stmt(ctx, block->items[i]);
}

/* The range of a loop variable, when start, stop and step tell it. */
static bool find_range(const Nest *nest, const NjTirStmt *s, Loop *loop)
{
    const NjTirExpr *step = s->as.for_.step;
    Affine start, stop;
    if (step->kind != NJ_X_CONST_INT || !get_affine(nest, s->as.for_.start, &start) ||
        !get_affine(nest, s->as.for_.stop, &stop))
        return false;
    bool rises = step->as.const_int.value > 0;
    stop.constant += rises ? -1 : 1;
    loop->low = rises ? start : stop;
    loop->high = rises ? stop : start;
    return true;
}

typedef struct Count {
    const NjTirLocal *local;
    uint32_t n;
} Count;

static void count_assignments(void *ctx, NjTirBlock *block)
{
    Count *count = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        NjTirStmt *s = block->items[i];
        count->n += (s->kind == NJ_S_ASSIGN && s->as.assign.local == count->local) ||
                    (s->kind == NJ_S_FOR && s->as.for_.var == count->local) ||
                    (s->kind == NJ_S_TRY && s->as.try_.exc == count->local);
        nj_tir_stmt_blocks(s, count_assignments, count);
    }
}

/* for t in ...: k = t; ... */
static const NjTirLocal *find_name(NjTirStmt *s)
{
    NjTirBlock *body = &s->as.for_.body;
    if (body->n == 0 || body->items[0]->kind != NJ_S_ASSIGN)
        return NULL;
    Count count = {body->items[0]->as.assign.local, 0};
    const NjTirExpr *x = body->items[0]->as.assign.value;
    if (x->kind != NJ_X_LOCAL || x->as.local.local != s->as.for_.var)
        return NULL;
    count_assignments(&count, body);
    return count.n == 1 ? count.local : NULL;
}

static void visit_loop(Nest *nest, NjTirStmt *s)
{
    Loop loop = {.outer = nest->loop, .var = s->as.for_.var, .name = find_name(s)};
    loop.is_known = find_range(nest, s, &loop);
    nest->loop = &loop;
    visit_block(nest, &s->as.for_.body);
    nest->loop = loop.outer;
}

static void visit_stmt(Nest *nest, NjTirStmt *s)
{
    nj_tir_stmt_exprs(s, visit_expr, nest);
    if (s->kind == NJ_S_STORE)
        for (uint32_t i = 0; i < s->as.store.n; i++)
            add_check(nest, s->as.store.base, &s->as.store.subs[i], i);
    if (s->kind == NJ_S_FOR) {
        visit_loop(nest, s);
        return;
    }
    bool is_conditional = s->kind == NJ_S_IF || s->kind == NJ_S_WHILE || s->kind == NJ_S_TRY;
    nest->conditions += is_conditional;
    nj_tir_stmt_blocks(s, visit_block, nest);
    nest->conditions -= is_conditional;
}

/* ---- the test ------------------------------------------------------------------------------- */

/* Values of the variables in the test, each computed and range-tested once. */
typedef struct Test {
    NjEmit *e;
    LLVMValueRef holds; /* i1 so far */
    const NjTirExpr *variables[MAX_CHECKS];
    LLVMValueRef values[MAX_CHECKS];
    unsigned n;
    bool is_full; /* too many variables */
} Test;

static void demand(Test *test, LLVMValueRef condition)
{
    test->holds = LLVMBuildAnd(test->e->b, test->holds, condition, "");
}

static LLVMValueRef value_of(Test *test, const NjTirExpr *x)
{
    for (unsigned i = 0; i < test->n; i++)
        if (same_variable(test->variables[i], x))
            return test->values[i];
    NjEmit *e = test->e;
    LLVMValueRef v = nj_lower_i64(e, x);
    if (test->n == MAX_CHECKS) {
        test->is_full = true;
        return v;
    }
    test->variables[test->n] = x;
    test->values[test->n++] = v;
    LLVMValueRef shifted = LLVMBuildAdd(e->b, v, nj_ir_i64(e, INT64_C(1) << LIMIT_BITS), "");
    LLVMValueRef range = nj_ir_i64(e, INT64_C(1) << (LIMIT_BITS + 1));
    demand(test, LLVMBuildICmp(e->b, LLVMIntULT, shifted, range, ""));
    return v;
}

static LLVMValueRef sum_of(Test *test, const Affine *a)
{
    NjEmit *e = test->e;
    LLVMValueRef sum = NULL;
    for (unsigned i = 0; i < a->n; i++) {
        LLVMValueRef v = value_of(test, a->terms[i].x);
        if (a->terms[i].factor != 1)
            v = nj_ir_mul_nsw(e, v, nj_ir_i64(e, a->terms[i].factor), "");
        sum = sum ? nj_ir_add_nsw(e, sum, v, "") : v;
    }
    LLVMValueRef constant = nj_ir_i64(e, a->constant);
    if (!sum)
        return constant;
    return a->constant ? nj_ir_add_nsw(e, sum, constant, "") : sum;
}

static bool same_affine(const Affine *a, const Affine *b)
{
    Affine difference = *a;
    return add_affine(&difference, b, -1) && difference.n == 0 && difference.constant == 0;
}

/* The same demand has been made for an earlier check. */
static bool is_repeated(const Nest *nest, unsigned at)
{
    const Check *check = &nest->checks[at];
    for (unsigned i = 0; i < at; i++) {
        const Check *other = &nest->checks[i];
        if (other->dim == check->dim && same_variable(other->array, check->array) &&
            same_affine(&other->low, &check->low) && same_affine(&other->high, &check->high))
            return true;
    }
    return false;
}

/* greatest < extent holds by itself: greatest is extent - k, k > 0. Then LLVM need not be asked. */
static bool is_below_extent(const Check *check)
{
    const Affine *high = &check->high;
    if (high->n != 1 || high->terms[0].factor != 1 || high->constant >= 0)
        return false;
    const NjTirExpr *x = high->terms[0].x;
    return x->kind == NJ_X_SHAPE && x->as.shape.dim == check->dim &&
           same_variable(x->as.shape.a, check->array);
}

static LLVMValueRef emit_test(NjEmit *e, const Nest *nest)
{
    Test test = {.e = e, .holds = nj_ir_i1(e, true)};
    for (unsigned i = 0; i < nest->n; i++) {
        const Check *check = &nest->checks[i];
        if (is_repeated(nest, i))
            continue;
        if (check->low.n > 0 || check->low.constant < 0) {
            LLVMValueRef low = sum_of(&test, &check->low);
            demand(&test, LLVMBuildICmp(e->b, LLVMIntSGE, low, nj_ir_i64(e, 0), ""));
        }
        if (is_below_extent(check))
            continue;
        LLVMValueRef high = sum_of(&test, &check->high);
        LLVMValueRef extent = nj_ir_array_extent(e, nj_lower_expr(e, check->array), check->dim);
        demand(&test, LLVMBuildICmp(e->b, LLVMIntSLT, high, extent, ""));
    }
    return test.is_full ? nj_ir_i1(e, false) : test.holds;
}

/* ---- both versions -------------------------------------------------------------------------- */

static void lower_fast(NjEmit *e, const NjTirStmt *s, const Nest *nest)
{
    for (unsigned i = 0; i < nest->n; i++)
        nj_map_put(e->arena, &e->fn->proved, nest->checks[i].index, (void *)s);
    nj_lower_for(e, s);
    for (unsigned i = 0; i < nest->n; i++)
        nj_map_put(e->arena, &e->fn->proved, nest->checks[i].index, NULL);
}

static void find_return(void *ctx, NjTirBlock *block)
{
    bool *found = ctx;
    for (uint32_t i = 0; i < block->n && !*found; i++) {
        *found = block->items[i]->kind == NJ_S_RETURN;
        nj_tir_stmt_blocks(block->items[i], find_return, found);
    }
}

/* Out of line, unless the loop may leave the function itself. */
static void lower_slow(NjEmit *e, const NjTirStmt *s)
{
    bool returns = false;
    nj_tir_stmt_blocks((NjTirStmt *)s, find_return, &returns);
    if (!returns) {
        nj_lower_outlined(e, s, true);
        return;
    }
    e->fn->is_slow_version = true;
    nj_lower_for(e, s);
    e->fn->is_slow_version = false;
}

bool nj_lower_versioned(NjEmit *e, const NjTirStmt *s)
{
    if (!e->fn->is_hot || e->fn->is_slow_version || !e->fn->tir->may_raise)
        return false;
    Nest *nest = NJ_NEW(e->arena, Nest);
    nest->e = e;
    find_changes_of(nest, (NjTirStmt *)s);
    visit_stmt(nest, (NjTirStmt *)s);
    if (nest->n == 0)
        return false;
    LLVMValueRef test = emit_test(e, nest);
    int64_t known;
    if (nj_ir_const_int_value(test, &known)) {
        if (known)
            lower_fast(e, s, nest);
        return known != 0;
    }
    NjIrIf versions = nj_ir_if_begin(e, test, NJ_LIKELY);
    lower_fast(e, s, nest);
    nj_ir_if_else(e, &versions);
    lower_slow(e, s);
    nj_ir_if_end(e, &versions, NULL, NULL);
    return true;
}
