/* np_einsum.c - sums of products over named indices: einsum, tensordot.
 *
 * Two operands that share a summed index become one matrix product: indices are grouped into batch,
 * left, summed and right ones, the operands transposed and reshaped accordingly, as numpy.tensordot
 * does. All other forms become one lazy product over all indices, reduced over the summed ones,
 * which loopify fuses. */
#include "compiler/funcs/np_internal.h"

#include <ctype.h>
#include <string.h>

enum { MAX_INDICES = 16, MAX_OPERANDS = 8, ELLIPSIS_BASE = 1 /* ... is the indices 1, 2 ... */ };

/* The indices of an operand or the result, one per dimension: letters, or small numbers for an
 * ellipsis. */
typedef struct Term {
    unsigned char at[MAX_INDICES * 2];
    unsigned n;
} Term;

typedef struct Sum {
    NjVal a[MAX_OPERANDS];
    Term in[MAX_OPERANDS], out;
    unsigned n;
    NprtDtype dtype;
    NjSpan span;
} Sum;

static int find(const Term *t, unsigned char index)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->at[i] == index)
            return (int)i;
    return -1;
}

static void add(Term *t, unsigned char index)
{
    if (t->n < MAX_INDICES)
        t->at[t->n++] = index;
}

/* ---- the subscripts ---- */

static const char *parse_term(NjWalk *w, const char *p, unsigned ellipsis, Term *out, NjSpan span)
{
    out->n = 0;
    for (; *p && *p != ',' && *p != '-'; p++) {
        if (*p == ' ')
            continue;
        if (strncmp(p, "...", 3) == 0) {
            for (unsigned i = 0; i < ellipsis; i++)
                add(out, (unsigned char)(ELLIPSIS_BASE + i));
            p += 2;
        } else if (isalpha((unsigned char)*p)) {
            add(out, (unsigned char)*p);
        } else {
            nj_raises(w, span, NPRT_EXC_VALUE_ERROR,
                      "invalid subscript '%c' in einstein sum subscripts string, subscripts must "
                      "be letters",
                      *p);
            return NULL;
        }
    }
    return p;
}

static unsigned letters_of(const char *p)
{
    unsigned n = 0;
    for (; *p && *p != ',' && *p != '-'; p++)
        n += isalpha((unsigned char)*p) != 0;
    return n;
}

/* Dimensions that the ellipsis of any operand stands for. The operands' are aligned at the right.
 */
static unsigned ellipsis_size(const Sum *s, const char *p)
{
    unsigned most = 0;
    for (unsigned i = 0; i < s->n; i++) {
        unsigned letters = letters_of(p), ndim = nj_np_ndim(s->a[i]);
        const char *end = strpbrk(p, ",-");
        bool has = strstr(p, "...") && (!end || strstr(p, "...") < end);
        if (has && ndim > letters && ndim - letters > most)
            most = ndim - letters;
        if (!end || *end == '-')
            break;
        p = end + 1;
    }
    return most;
}

/* Without "->": the ellipsis, then the letters that stand once, in order. */
static void implicit_output(Sum *s, unsigned ellipsis)
{
    s->out.n = 0;
    for (unsigned i = 0; i < ellipsis; i++)
        add(&s->out, (unsigned char)(ELLIPSIS_BASE + i));
    for (int c = 'A'; c <= 'z'; c++) {
        unsigned times = 0;
        for (unsigned i = 0; i < s->n; i++)
            for (unsigned k = 0; k < s->in[i].n; k++)
                times += s->in[i].at[k] == c;
        if (times == 1)
            add(&s->out, (unsigned char)c);
    }
}

static bool parse_subscripts(NjWalk *w, Sum *s, const char *text)
{
    unsigned ellipsis = ellipsis_size(s, text);
    const char *p = text;
    for (unsigned i = 0; i < s->n; i++) {
        unsigned own = nj_np_ndim(s->a[i]) -
                       (letters_of(p) < nj_np_ndim(s->a[i]) ? letters_of(p) : nj_np_ndim(s->a[i]));
        Term all;
        const char *end = parse_term(w, p, own, &all, s->span);
        if (!end)
            return false;
        /* a shorter ellipsis means the last of the dimensions */
        for (unsigned k = 0; k < all.n; k++)
            if (all.at[k] < 32)
                all.at[k] = (unsigned char)(all.at[k] + ellipsis - own);
        s->in[i] = all;
        if (all.n > nj_np_ndim(s->a[i])) {
            nj_raises(w, s->span, NPRT_EXC_VALUE_ERROR,
                      "einstein sum subscripts string contains too many subscripts for operand %u",
                      i);
            return false;
        }
        if (all.n < nj_np_ndim(s->a[i])) {
            nj_raises(w, s->span, NPRT_EXC_VALUE_ERROR,
                      "operand has more dimensions than subscripts given in einstein sum, but no "
                      "'...' ellipsis provided to broadcast the extra dimensions.");
            return false;
        }
        if (i + 1 < s->n && *end != ',') {
            nj_raises(w, s->span, NPRT_EXC_VALUE_ERROR,
                      "fewer operands provided to einstein sum function than specified in the "
                      "subscripts string");
            return false;
        }
        p = *end == ',' ? end + 1 : end;
    }
    if (*p == '\0') {
        implicit_output(s, ellipsis);
        return true;
    }
    if (strncmp(p, "->", 2) != 0) {
        nj_raises(w, s->span, NPRT_EXC_VALUE_ERROR,
                  "more operands provided to einstein sum function than specified in the "
                  "subscripts string");
        return false;
    }
    if (!parse_term(w, p + 2, ellipsis, &s->out, s->span))
        return false;
    for (unsigned k = 0; k < s->out.n; k++) {
        bool known = false;
        for (unsigned i = 0; i < s->n; i++)
            known |= find(&s->in[i], s->out.at[k]) >= 0;
        bool twice = find(&s->out, s->out.at[k]) != (int)k;
        if (twice) {
            nj_raises(
                w, s->span, NPRT_EXC_VALUE_ERROR,
                "einstein sum subscripts string includes output subscript '%c' multiple times",
                s->out.at[k]);
            return false;
        }
        if (!known) {
            nj_raises(w, s->span, NPRT_EXC_VALUE_ERROR,
                      "einstein sum subscripts string included output subscript '%c' which never "
                      "appeared in an input",
                      s->out.at[k]);
            return false;
        }
    }
    return true;
}

/* ---- operands ---- */

/* An index that stands twice in one operand walks its diagonal. */
static void take_diagonals(NjWalk *w, Sum *s, unsigned i)
{
    Term *t = &s->in[i], once = {.n = 0};
    bool twice = false;
    for (unsigned k = 0; k < t->n; k++) {
        twice |= find(&once, t->at[k]) >= 0;
        if (find(&once, t->at[k]) < 0)
            add(&once, t->at[k]);
    }
    if (!twice)
        return;
    NjVal a = s->a[i], shape[MAX_INDICES], strides[MAX_INDICES];
    for (unsigned k = 0; k < once.n; k++) {
        strides[k] = nj_val_int(w, 0, s->span);
        bool first = true;
        for (unsigned d = 0; d < t->n; d++) {
            if (t->at[d] != once.at[k])
                continue;
            NjVal extent = nj_spill(w, nj_shape_of(w, a, d, s->span));
            if (!first)
                nj_np_require(
                    w, nj_compare(w, NJ_CMPOP_EQ, extent, shape[k], s->span), NPRT_EXC_VALUE_ERROR,
                    "dimensions of one operand with the same subscript do not match", s->span);
            shape[k] = extent;
            strides[k] = nj_map_binary(w, NJ_BIN_ADD, strides[k], nj_np_stride(w, a, d, s->span),
                                       NPRT_I64, s->span);
            first = false;
        }
    }
    s->a[i] = nj_np_strided(w, a, a.type->dtype, shape, strides, once.n, nj_val_int(w, 0, s->span),
                            s->span);
    *t = once;
}

static NjVal transposed(NjWalk *w, NjVal a, const Term *from, const Term *to, NjSpan span)
{
    uint8_t perm[MAX_INDICES];
    for (unsigned k = 0; k < to->n; k++)
        perm[k] = (uint8_t)find(from, to->at[k]);
    return to->n > 1 ? nj_transpose(w, a, perm, span) : a;
}

/* ---- as one matrix product ---- */

typedef struct Groups {
    Term batch, left, sum, right;
} Groups;

static bool group_indices(const Sum *s, Groups *g)
{
    memset(g, 0, sizeof *g);
    for (unsigned k = 0; k < s->in[0].n; k++) {
        unsigned char c = s->in[0].at[k];
        bool shared = find(&s->in[1], c) >= 0, kept = find(&s->out, c) >= 0;
        if (!shared && !kept)
            return false;
        add(shared ? (kept ? &g->batch : &g->sum) : &g->left, c);
    }
    for (unsigned k = 0; k < s->in[1].n; k++) {
        unsigned char c = s->in[1].at[k];
        if (find(&s->in[0], c) >= 0)
            continue;
        if (find(&s->out, c) < 0)
            return false;
        add(&g->right, c);
    }
    return g->sum.n > 0 && (g->left.n > 0 || g->right.n > 0);
}

static void append(Term *t, const Term *more)
{
    for (unsigned k = 0; k < more->n; k++)
        add(t, more->at[k]);
}

/* Product of the extents of `group` in operand `a`, whose indices are `t`. */
static NjVal extent_of(NjWalk *w, NjVal a, const Term *t, const Term *group, NjSpan span)
{
    NjVal n = nj_val_int(w, 1, span);
    for (unsigned k = 0; k < group->n; k++)
        n = nj_map_binary(w, NJ_BIN_MUL, n,
                          nj_shape_of(w, a, (uint32_t)find(t, group->at[k]), span), NPRT_I64, span);
    return nj_spill(w, n);
}

/* The operand as (batch, first, second), each group one dimension; no batch dimension when there is
 * none. */
static NjVal grouped(NjWalk *w, const Sum *s, unsigned i, const Groups *g, const Term *first,
                     const Term *second)
{
    Term order = g->batch;
    append(&order, first);
    append(&order, second);
    NjVal a = nj_spill(w, transposed(w, s->a[i], &s->in[i], &order, s->span)), shape[3];
    uint32_t n = 0;
    if (g->batch.n)
        shape[n++] = extent_of(w, a, &order, &g->batch, s->span);
    shape[n++] = extent_of(w, a, &order, first, s->span);
    shape[n++] = extent_of(w, a, &order, second, s->span);
    if (g->batch.n <= 1 && first->n == 1 && second->n == 1)
        return a;
    return nj_reshape(w, a, shape, n, s->span);
}

static NjVal as_product(NjWalk *w, Sum *s, const Groups *g)
{
    NjVal shape[MAX_INDICES];
    Term made = g->batch;
    append(&made, &g->left);
    append(&made, &g->right);
    for (unsigned k = 0; k < made.n; k++) {
        unsigned i = find(&s->in[0], made.at[k]) >= 0 ? 0 : 1;
        shape[k] =
            nj_spill(w, nj_shape_of(w, s->a[i], (uint32_t)find(&s->in[i], made.at[k]), s->span));
    }
    NjVal a = grouped(w, s, 0, g, &g->left, &g->sum), b = grouped(w, s, 1, g, &g->sum, &g->right);
    NjVal v = nj_matmul(w, a, b, s->span);
    if (nj_is_error(v))
        return v;
    if (g->batch.n > 1 || g->left.n != 1 || g->right.n != 1)
        v = nj_reshape(w, v, shape, made.n, s->span);
    return transposed(w, v, &made, &s->out, s->span);
}

/* ---- as a reduced product ---- */

/* The operand in the space of all indices: new axes where it has none. */
static NjVal spread(NjWalk *w, const Sum *s, unsigned i, const Term *all)
{
    Term own = {.n = 0};
    NjVal index[MAX_INDICES];
    bool has_new = false;
    for (unsigned k = 0; k < all->n; k++) {
        bool has = find(&s->in[i], all->at[k]) >= 0;
        if (has)
            add(&own, all->at[k]);
        index[k] = has ? nj_slice_all(w, s->span) : nj_val_none(w, s->span);
        has_new |= !has;
    }
    NjVal a = transposed(w, s->a[i], &s->in[i], &own, s->span);
    return has_new && own.n
               ? nj_index_get(w, nj_spill(w, a), nj_val_tuple(w, index, all->n, s->span), s->span)
               : a;
}

static NjVal as_reduction(NjWalk *w, Sum *s)
{
    Term all = s->out;
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < s->in[i].n; k++)
            if (find(&all, s->in[i].at[k]) < 0)
                add(&all, s->in[i].at[k]);
    NjVal v = nj_to_dtype(w, spread(w, s, 0, &all), s->dtype, false, s->span), none = {0};
    for (unsigned i = 1; i < s->n; i++)
        v = nj_map_binary(w, NJ_BIN_MUL, v,
                          nj_to_dtype(w, spread(w, s, i, &all), s->dtype, false, s->span), s->dtype,
                          s->span);
    uint32_t axes = 0;
    for (unsigned k = s->out.n; k < all.n; k++)
        axes |= 1u << k;
    return axes ? nj_reduce(w, NJ_RED_SUM, v, axes, false, s->dtype, none, none, s->span) : v;
}

static NjVal sum_of_products(NjWalk *w, Sum *s)
{
    Groups g;
    s->dtype = s->a[0].type->dtype;
    for (unsigned i = 0; i < s->n; i++) {
        if (i)
            s->dtype = nj_promote_dtypes(s->dtype, s->a[i].type->dtype);
        take_diagonals(w, s, i);
        if (nj_is_error(s->a[i]))
            return s->a[i];
    }
    if (s->n == 2 && group_indices(s, &g))
        return as_product(w, s, &g);
    return as_reduction(w, s);
}

/* Left to right, two operands at a time, keeping the indices that are needed later. */
static NjVal sum_pairwise(NjWalk *w, Sum *s)
{
    while (s->n > 2) {
        Sum pair = {.n = 2, .span = s->span};
        for (unsigned i = 0; i < 2; i++) {
            pair.a[i] = s->a[i];
            pair.in[i] = s->in[i];
            for (unsigned k = 0; k < s->in[i].n; k++) {
                unsigned char c = s->in[i].at[k];
                bool later = find(&s->out, c) >= 0;
                for (unsigned j = 2; j < s->n; j++)
                    later |= find(&s->in[j], c) >= 0;
                if (later && find(&pair.out, c) < 0)
                    add(&pair.out, c);
            }
        }
        NjVal v = sum_of_products(w, &pair);
        if (nj_is_error(v))
            return v;
        s->a[0] = nj_spill(w, v.type->kind == NJ_T_SCALAR ? nj_as_array_min(w, v, 1, s->span) : v);
        s->in[0] = pair.out;
        if (v.type->kind == NJ_T_SCALAR)
            add(&s->in[0], 31); /* a number: one dimension that is summed */
        for (unsigned i = 1; i + 1 < s->n; i++) {
            s->a[i] = s->a[i + 1];
            s->in[i] = s->in[i + 1];
        }
        s->n--;
    }
    return sum_of_products(w, s);
}

NJ_HANDLER(np_einsum)
{
    const char *text;
    Sum s = {.n = c->n_rest, .span = c->span};
    NprtDtype d;
    if (c->n_rest == 0 || c->n_rest > MAX_OPERANDS)
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "einsum() takes 1 to %d operands",
                         MAX_OPERANDS);
    if (!nj_np_known_text(w, c->args[0], c->span, "the subscripts of einsum()", &text))
        return nj_val_error(w);
    for (unsigned i = 0; i < s.n; i++) {
        s.a[i] = nj_np_strong(w, nj_as_array(w, c->rest[i], c->span), c->span);
        if (!nj_is_error(s.a[i]) && nj_np_given(c->args[2]) &&
            nj_dtype_arg(w, c->args[2], c->span, &d))
            s.a[i] = nj_to_dtype(w, s.a[i], d, false, c->span);
        if (nj_is_error(s.a[i]))
            return s.a[i];
        s.a[i] = nj_spill(w, s.a[i]);
    }
    if (!parse_subscripts(w, &s, text))
        return nj_val_error(w);
    bool pairwise = s.n > 2 && !nj_known_bool(c->args[3], &(bool){false});
    bool optimize = false;
    if (nj_known_bool(c->args[3], &optimize) && optimize)
        pairwise = s.n > 2;
    NjVal v = pairwise ? sum_pairwise(w, &s) : sum_of_products(w, &s);
    return nj_np_into_out(w, v, c->args[1], "einsum", c->span);
}

/* ---- tensordot ---- */

static bool axis_list(NjWalk *w, NjVal axes, unsigned ndim, NjSpan span, unsigned *out,
                      unsigned *out_n)
{
    axes = nj_listed(w, axes, span);
    if (axes.type->kind == NJ_T_LIST) {
        nj_fail(w, span, "tensordot() needs its axes as tuples");
        return false;
    }
    bool many = axes.type->kind == NJ_T_TUPLE;
    *out_n = many ? axes.type->n : 1;
    for (unsigned i = 0; i < *out_n; i++)
        if (!nj_np_axis(w, many ? nj_tuple_item(w, axes, i, span) : axes, ndim, span, &out[i]))
            return false;
    return true;
}

NJ_HANDLER(np_tensordot)
{
    Sum s = {.n = 2, .span = c->span};
    unsigned at[2][MAX_INDICES], n[2] = {0, 0};
    NjVal axes = nj_listed(w, c->args[2], c->span);
    int64_t k;
    for (unsigned i = 0; i < 2; i++) {
        s.a[i] = nj_np_array(w, c->args[i], 1, c->span);
        if (nj_is_error(s.a[i]))
            return s.a[i];
        for (unsigned d = 0; d < nj_np_ndim(s.a[i]); d++)
            add(&s.in[i], (unsigned char)((i ? 'a' : 'A') + d));
    }
    if (axes.type->kind == NJ_T_TUPLE && axes.type->n == 2) {
        for (unsigned i = 0; i < 2; i++)
            if (!axis_list(w, nj_tuple_item(w, axes, i, c->span), s.in[i].n, c->span, at[i], &n[i]))
                return nj_val_error(w);
    } else {
        if (!nj_np_known_int(w, axes, c->span, "axes", &k))
            return nj_val_error(w);
        if (k < 0 || k > (int64_t)s.in[0].n || k > (int64_t)s.in[1].n)
            return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "shape-mismatch for sum");
        for (unsigned i = 0; i < (unsigned)k; i++) {
            at[0][n[0]++] = s.in[0].n - (unsigned)k + i;
            at[1][n[1]++] = i;
        }
    }
    if (n[0] != n[1])
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "shape-mismatch for sum");
    for (unsigned i = 0; i < n[0]; i++) {
        NjVal extent = nj_shape_of(w, s.a[0], at[0][i], c->span),
              other = nj_shape_of(w, s.a[1], at[1][i], c->span);
        nj_np_require(w, nj_compare(w, NJ_CMPOP_EQ, extent, other, c->span), NPRT_EXC_VALUE_ERROR,
                      "shape-mismatch for sum", c->span);
        s.in[1].at[at[1][i]] = s.in[0].at[at[0][i]];
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned d = 0; d < s.in[i].n; d++)
            if (find(&s.in[1 - i], s.in[i].at[d]) < 0)
                add(&s.out, s.in[i].at[d]);
    return sum_of_products(w, &s);
}
