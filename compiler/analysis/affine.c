/* affine.c - linear expressions, and a small prover over facts of the form "expression >= 0".
 *
 * To prove g >= 0 the prover first looks at the ranges of g's symbols. If they do not suffice it
 * takes one symbol of g, looks for a fact f that has it with the same sign, and tries g - m * f (m
 * > 0) that lacks the symbol: g >= g - m * f. That is Fourier-Motzkin elimination with a bounded
 * depth and a budget. */
#include "compiler/analysis/affine.h"

#include <string.h>

enum { MAX_DEPTH = 4, BUDGET = 160, MAX_FACTS = 64 /* that a proof looks at, the newest */ };

/* ---- expressions ------------------------------------------------------------------------------
 */

NjAffine nj_affine_const(int64_t value)
{
    return (NjAffine){.constant = value, .is_valid = true};
}

bool nj_affine_is_const(NjAffine a)
{
    return a.is_valid && a.n == 0;
}

static NjAffine invalid(void)
{
    return (NjAffine){.is_valid = false};
}

static bool push_term(NjAffine *a, uint32_t symbol, int64_t factor)
{
    if (factor == 0)
        return true;
    if (a->n == NJ_AFFINE_TERMS)
        return false;
    a->terms[a->n++] = (NjAffineTerm){symbol, factor};
    return true;
}

/* a + scale * b */
static NjAffine combine(NjAffine a, NjAffine b, int64_t scale)
{
    int64_t scaled, factor;
    NjAffine sum = {.is_valid = true};
    if (!a.is_valid || !b.is_valid || __builtin_mul_overflow(b.constant, scale, &scaled) ||
        __builtin_add_overflow(a.constant, scaled, &sum.constant))
        return invalid();
    uint32_t i = 0, k = 0;
    while (i < a.n || k < b.n) {
        bool takes_a = k == b.n || (i < a.n && a.terms[i].symbol <= b.terms[k].symbol);
        bool takes_b = i == a.n || (k < b.n && b.terms[k].symbol <= a.terms[i].symbol);
        uint32_t symbol = takes_a ? a.terms[i].symbol : b.terms[k].symbol;
        factor = takes_a ? a.terms[i++].factor : 0;
        if (takes_b && (__builtin_mul_overflow(b.terms[k++].factor, scale, &scaled) ||
                        __builtin_add_overflow(factor, scaled, &factor)))
            return invalid();
        if (!push_term(&sum, symbol, factor))
            return invalid();
    }
    return sum;
}

NjAffine nj_affine_add(NjAffine a, NjAffine b)
{
    return combine(a, b, 1);
}

NjAffine nj_affine_sub(NjAffine a, NjAffine b)
{
    return combine(a, b, -1);
}

NjAffine nj_affine_scale(NjAffine a, int64_t factor)
{
    return combine(nj_affine_const(0), a, factor);
}

NjAffine nj_affine_plus(NjAffine a, int64_t constant)
{
    return combine(a, nj_affine_const(constant), 1);
}

/* ---- facts ------------------------------------------------------------------------------------
 */

void nj_facts_init(NjFacts *f, NjArena *arena)
{
    *f = (NjFacts){.arena = arena};
}

static void *grow(NjArena *arena, const void *items, uint32_t n, uint32_t *cap, size_t size)
{
    *cap = *cap ? *cap * 2 : 32;
    void *more = nj_arena_alloc_array(arena, *cap, size);
    if (n)
        memcpy(more, items, n * size);
    return more;
}

NjAffine nj_facts_symbol(NjFacts *f, int64_t min, int64_t max)
{
    if (f->n_symbols == f->cap_symbols)
        f->symbols = grow(f->arena, f->symbols, f->n_symbols, &f->cap_symbols, sizeof *f->symbols);
    f->symbols[f->n_symbols] = (NjSymbolRange){min, max};
    NjAffine a = {.n = 1, .is_valid = true};
    a.terms[0] = (NjAffineTerm){f->n_symbols++, 1};
    return a;
}

static bool is_same(NjAffine a, NjAffine b)
{
    return a.constant == b.constant && a.n == b.n &&
           memcmp(a.terms, b.terms, a.n * sizeof *a.terms) == 0;
}

static uint32_t oldest(const NjFacts *f)
{
    return f->n > MAX_FACTS ? f->n - MAX_FACTS : 0;
}

void nj_facts_assume(NjFacts *f, NjAffine a)
{
    if (!a.is_valid || a.n == 0)
        return;
    for (uint32_t i = f->n; i-- > oldest(f);)
        if (is_same(f->items[i], a))
            return;
    if (f->n == f->cap)
        f->items = grow(f->arena, f->items, f->n, &f->cap, sizeof *f->items);
    f->items[f->n++] = a;
}

/* Sum and product that err downwards: INT64_MIN stands for minus infinity. */
static int64_t low_add(int64_t a, int64_t b)
{
    int64_t sum;
    if (a == INT64_MIN || b == INT64_MIN)
        return INT64_MIN;
    if (__builtin_add_overflow(a, b, &sum))
        return a > 0 ? INT64_MAX : INT64_MIN;
    return sum;
}

static int64_t low_mul(int64_t a, int64_t b)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return (a > 0) == (b > 0) ? INT64_MAX : INT64_MIN;
    return product;
}

/* A lower bound by the ranges of the symbols. */
static int64_t least(const NjFacts *f, NjAffine a)
{
    int64_t sum = a.constant;
    for (uint32_t i = 0; i < a.n; i++) {
        NjSymbolRange range = f->symbols[a.terms[i].symbol];
        int64_t factor = a.terms[i].factor;
        sum = low_add(sum, low_mul(factor, factor > 0 ? range.min : range.max));
    }
    return sum;
}

NjSymbolRange nj_facts_range(const NjFacts *f, NjAffine a)
{
    NjAffine negative = nj_affine_scale(a, -1);
    if (!a.is_valid || !negative.is_valid)
        return (NjSymbolRange){INT64_MIN, INT64_MAX};
    int64_t max = least(f, negative);
    return (NjSymbolRange){least(f, a), max == INT64_MIN ? INT64_MAX : -max};
}

/* ---- proving ----------------------------------------------------------------------------------
 */

static int64_t factor_of(const NjAffine *a, uint32_t symbol)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (a->terms[i].symbol == symbol)
            return a->terms[i].factor;
    return 0;
}

static bool prove(const NjFacts *f, NjAffine goal, unsigned depth, unsigned *budget)
{
    if (!goal.is_valid || *budget == 0)
        return false;
    --*budget;
    if (least(f, goal) >= 0)
        return true;
    if (depth == 0)
        return false;
    for (uint32_t t = 0; t < goal.n; t++) {
        int64_t factor = goal.terms[t].factor;
        for (uint32_t i = f->n; i-- > oldest(f);) {
            int64_t of_fact = factor_of(&f->items[i], goal.terms[t].symbol);
            if (of_fact == 0 || (of_fact > 0) != (factor > 0) || factor % of_fact != 0)
                continue;
            if (prove(f, combine(goal, f->items[i], -(factor / of_fact)), depth - 1, budget))
                return true;
        }
    }
    return false;
}

bool nj_facts_prove(const NjFacts *f, NjAffine a)
{
    unsigned budget = BUDGET;
    return prove(f, a, MAX_DEPTH, &budget);
}

bool nj_facts_within(const NjFacts *f, NjAffine a, int64_t min, int64_t max)
{
    if (!a.is_valid)
        return false;
    NjSymbolRange range = nj_facts_range(f, a);
    bool low = min == INT64_MIN ? range.min > min : range.min >= min;
    bool high = max == INT64_MAX ? range.max < max : range.max <= max;
    /* the differences below must be representable themselves */
    const int64_t limit = INT64_C(1) << 62;
    if (!low)
        low = nj_facts_prove(f, nj_affine_plus(a, min < -limit ? limit : -min));
    if (low && !high)
        high = nj_facts_prove(f, nj_affine_sub(nj_affine_const(max > limit ? limit : max), a));
    return low && high;
}
