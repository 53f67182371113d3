/* ufunc_like.c - @vectorize, @guvectorize and @stencil functions applied to arrays.
 *
 * The function is specialised for scalars (or sub-arrays) like any other, and called in a loop nest over
 * the broadcast shape that is emitted where it is used. */
#include "compiler/sema/ufunc_like.h"

#include "compiler/funcs/func.h"

#include <string.h>

enum { MAX_ARGS = NJ_UFUNC_ARGS };

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

unsigned nj_ufunc_ndim(NjVal v)
{
    return v.type->kind == NJ_T_ARRAY ? v.type->ndim : 0;
}

static NjVal select_int(NjWalk *w, NjTirExpr *cond, NjVal a, NjVal b)
{
    return nj_val(pyint(w), nj_tir_select(w->arena, cond, a.expr, b.expr));
}

static NjTirExpr *is_one(NjWalk *w, NjVal n, NjSpan span)
{
    return nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), n.expr,
                          nj_tir_int(w->arena, pyint(w), 1, span));
}

void nj_ufunc_extents(NjWalk *w, const NjVal *args, const unsigned *core, uint32_t n, unsigned loop, NjVal *out,
                      NjSpan span)
{
    for (unsigned d = 0; d < loop; d++) {
        NjVal extent = {0};
        for (uint32_t i = 0; i < n; i++) {
            unsigned own = nj_ufunc_ndim(args[i]) - core[i];
            if (nj_ufunc_ndim(args[i]) < core[i] || own + d < loop)
                continue;
            NjVal e = nj_spill(w, nj_shape_of(w, args[i], own + d - loop, span));
            if (!extent.type) {
                extent = e;
                continue;
            }
            /* equal, or one of them 1 */
            NjTirExpr *same = nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), extent.expr, e.expr);
            NjTirExpr *ok = nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, same->type, same,
                                          nj_tir_binary(w->arena, NJ_BIN_OR, NJ_ARITH_WRAP, same->type,
                                                        is_one(w, extent, span), is_one(w, e, span)));
            nj_check(w, ok, NPRT_EXC_VALUE_ERROR, span, "operands could not be broadcast together", 0, NULL);
            extent = nj_spill(w, select_int(w, is_one(w, extent, span), e, extent));
        }
        out[d] = extent.type ? extent : nj_val_int(w, 1, span);
    }
}

NjVal nj_ufunc_pick(NjWalk *w, NjVal v, unsigned core, const NjVal *at, unsigned loop, bool broadcasts, NjSpan span)
{
    unsigned n = nj_ufunc_ndim(v);
    if (n <= core)
        return v;
    NjVal subs[NPRT_MAX_DIMS];
    unsigned own = n - core;
    for (unsigned d = 0; d < own; d++) {
        NjVal i = at[loop - own + d];
        if (!broadcasts) {
            subs[d] = i;
            continue;
        }
        NjVal extent = nj_shape_of(w, v, d, span);
        subs[d] = select_int(w, is_one(w, extent, span), nj_val_int(w, 0, span), i);
    }
    return nj_load(w, v, subs, own, true, span);
}

/* ---- vectorize ---- */

/* The first signature whose dtypes the arguments fit safely; NULL: none, or no signatures. */
static const NjSignature *choose_signature(const NjFuncDef *def, const NjVal *args, uint32_t n)
{
    bool is_all_weak = true; /* Python numbers alone are of the types int64 and float64 */
    for (uint32_t k = 0; k < n; k++)
        is_all_weak &= args[k].type->kind == NJ_T_SCALAR && args[k].type->py;
    for (int same_kind = 0; same_kind < 2; same_kind++)
        for (uint32_t i = 0; i < def->jit.n_signatures; i++) {
            const NjSignature *s = &def->jit.signatures[i];
            bool fits = s->n == n;
            for (uint32_t k = 0; k < n && fits; k++) {
                NprtDtype from = args[k].type->dtype, to = s->params[k]->dtype;
                bool weak = !is_all_weak && args[k].type->kind == NJ_T_SCALAR && args[k].type->py;
                fits = nj_can_cast_safe(from, to) || (same_kind && nj_can_cast_same_kind(from, to)) ||
                       (weak && nj_can_cast_same_kind(from, to) && nj_dtype_is_float(to) == nj_dtype_is_float(from));
            }
            if (fits)
                return s;
        }
    return NULL;
}

typedef struct Nest {
    NjFor loops[NPRT_MAX_DIMS];
    NjVal at[NPRT_MAX_DIMS];
    unsigned n;
} Nest;

static void begin_nest(NjWalk *w, Nest *nest, const NjVal *extents, unsigned n, NjSpan span)
{
    nest->n = n;
    for (unsigned d = 0; d < n; d++)
        nest->at[d] = nj_for_begin(w, &nest->loops[d], nj_val_int(w, 0, span), extents[d], span);
}

static void end_nest(NjWalk *w, Nest *nest)
{
    while (nest->n > 0)
        nj_for_end(w, &nest->loops[--nest->n]);
}

const NjType *nj_ufunc_result(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjSpan span)
{
    NjTirBlock scratch = {0}, *block = w->block;
    bool dead = w->dead;
    w->block = &scratch;
    NjVal v = nj_call_func(w, callee, args, n, span);
    w->block = block;
    w->dead = dead;
    return v.type;
}

bool nj_ufunc_signature(NjWalk *w, const NjFuncDef *def, const NjVal *args, uint32_t n, const NjSignature **out,
                        NjSpan span)
{
    *out = choose_signature(def, args, n);
    if (*out || def->jit.n_signatures == 0)
        return true;
    nj_fail(w, span,
            "TypeError: ufunc '%s' not supported for the input types, and the inputs could not be "
            "safely coerced to any supported types",
            def->name->text);
    return false;
}

static NjVal vectorize_args(NjWalk *w, const NjFuncDef *def, NjVal *args, uint32_t n, const NjType **out_result,
                            NjSpan span)
{
    const NjSignature *sig;
    *out_result = NULL;
    if (!nj_ufunc_signature(w, def, args, n, &sig, span))
        return nj_val_error(w);
    if (sig)
        *out_result = sig->result;
    for (uint32_t i = 0; i < n; i++) {
        if (sig)
            args[i] = nj_to_dtype(w, args[i], sig->params[i]->dtype, sig->params[i]->py, span);
        if (nj_is_error(args[i]))
            return args[i];
        args[i] = nj_spill(w, args[i]);
    }
    return nj_val_none(w, span);
}

static NjVal call_vectorized(NjWalk *w, NjVal callee, NjVal *args, uint32_t n, NjVal out, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    const NjType *result;
    unsigned core[MAX_ARGS] = {0}, loop = 0;
    uint32_t arrays = 0;
    NjVal ok = vectorize_args(w, def, args, n, &result, span);
    if (nj_is_error(ok))
        return ok;
    for (uint32_t i = 0; i < n; i++) {
        arrays += nj_ufunc_ndim(args[i]) > 0;
        if (nj_ufunc_ndim(args[i]) > loop)
            loop = nj_ufunc_ndim(args[i]);
    }
    NjVal picked[MAX_ARGS], extents[NPRT_MAX_DIMS];
    if (loop == 0) {
        NjVal v = nj_call_func(w, callee, args, n, span);
        if (nj_is_error(v))
            return v;
        NprtDtype d = result && result->kind == NJ_T_SCALAR ? result->dtype : v.type->dtype;
        return nj_normal(w, nj_to_dtype(w, v, d, false, span));
    }
    nj_ufunc_extents(w, args, core, n, loop, extents, span);
    NjVal zero[NPRT_MAX_DIMS];
    for (unsigned d = 0; d < loop; d++)
        zero[d] = nj_val_int(w, 0, span);
    if (!result) {
        for (uint32_t i = 0; i < n; i++)
            picked[i] = nj_ufunc_pick(w, args[i], 0, zero, loop, false, span);
        result = nj_ufunc_result(w, callee, picked, n, span);
        if (result->kind != NJ_T_SCALAR)
            return nj_fail(w, span, "TypeError: a vectorized function must return a number, not %s",
                           nj_ty(w, result));
    }
    NjVal into = nj_is_given(out) && !nj_is_none(out) ? out : nj_alloc(w, result->dtype, extents, loop, false, span);
    Nest nest;
    begin_nest(w, &nest, extents, loop, span);
    for (uint32_t i = 0; i < n; i++)
        picked[i] = nj_spill(w, nj_ufunc_pick(w, args[i], 0, nest.at, loop, arrays > 1, span));
    NjVal v = nj_call_func(w, callee, picked, n, span);
    if (!nj_is_error(v))
        nj_store(w, into, nest.at, loop, nj_to_dtype(w, v, result->dtype, false, span), true, span);
    end_nest(w, &nest);
    return into;
}

/* ---- guvectorize ---- */

/* "(m,n),(n)->(m)": the core dimensions of each argument, inputs first. */
static bool parse_layout(const char *p, NjCoreDims *out, uint32_t *out_inputs, uint32_t *out_total)
{
    uint32_t n = 0;
    *out_inputs = 0;
    for (; *p; p++) {
        if (*p == '-' && p[1] == '>') {
            *out_inputs = n;
            p++;
            continue;
        }
        if (*p != '(')
            continue;
        NjCoreDims *c = &out[n];
        if (n++ == MAX_ARGS)
            return false;
        c->n = 0;
        for (p++; *p && *p != ')'; p++) {
            if (*p == ',' || *p == ' ')
                continue;
            unsigned k = 0;
            while (*p && *p != ',' && *p != ')' && *p != ' ' && k < 7)
                c->names[c->n][k++] = *p++;
            c->names[c->n][k] = 0;
            c->n++;
            if (*p == ')')
                break;
            if (c->n == 8)
                return false;
        }
    }
    *out_total = n;
    return n > 0 && (*out_inputs > 0 || n == 1);
}

static NjVal core_extent(NjWalk *w, const NjCoreDims *dims, const NjVal *args, uint32_t n, const char *name,
                         NjSpan span)
{
    for (uint32_t i = 0; i < n; i++)
        for (unsigned d = 0; d < dims[i].n; d++)
            if (strcmp(dims[i].names[d], name) == 0 && nj_ufunc_ndim(args[i]) >= dims[i].n)
                return nj_shape_of(w, args[i], nj_ufunc_ndim(args[i]) - dims[i].n + d, span);
    return nj_fail(w, span, "core dimension '%s' of an output is not one of an input", name);
}

bool nj_gufunc_find(NjWalk *w, const NjFuncDef *def, const NjVal *args, uint32_t n, NjGufunc *out, NjSpan span)
{
    memset(out, 0, sizeof *out);
    if (!def->jit.layout || !parse_layout(def->jit.layout, out->dims, &out->inputs, &out->total) ||
        def->jit.n_signatures == 0) {
        nj_fail(w, span, "@guvectorize needs signatures and a layout such as '(n),(n)->()'");
        return false;
    }
    if (n < out->inputs || n > out->total) {
        nj_fail(w, span, "TypeError: %s() takes from %u to %u positional arguments but %u were given",
                def->name->text, out->inputs, out->total, n);
        return false;
    }
    for (uint32_t i = 0; i < def->jit.n_signatures && !out->sig; i++) {
        bool fits = def->jit.signatures[i].n == out->total;
        for (uint32_t k = 0; k < out->inputs && fits; k++)
            fits = nj_can_cast_safe(args[k].type->dtype, def->jit.signatures[i].params[k]->dtype) ||
                   (args[k].type->kind == NJ_T_SCALAR && args[k].type->py);
        if (fits)
            out->sig = &def->jit.signatures[i];
    }
    if (!out->sig)
        nj_fail(w, span, "TypeError: no signature of '%s' takes these arguments", def->name->text);
    return out->sig != NULL;
}

bool nj_gufunc_shape(NjWalk *w, const NjGufunc *g, uint32_t i, const NjVal *inputs, const NjVal *extents, unsigned loop,
                     NjVal *shape, NjSpan span)
{
    memcpy(shape, extents, loop * sizeof *shape);
    for (unsigned d = 0; d < g->dims[i].n; d++) {
        shape[loop + d] = core_extent(w, g->dims, inputs, g->inputs, g->dims[i].names[d], span);
        if (nj_is_error(shape[loop + d]))
            return false;
    }
    return true;
}

/* The extent of core dimension d of argument i. */
static NjVal own_core_extent(NjWalk *w, const NjGufunc *g, const NjVal *args, uint32_t i, unsigned d, NjSpan span)
{
    unsigned at = nj_ufunc_ndim(args[i]) - g->dims[i].n + d;
    return nj_spill(w, nj_shape_of(w, args[i], at, span));
}

static bool find_core(const NjGufunc *g, uint32_t before, const char *name, uint32_t *out_arg, unsigned *out_dim)
{
    for (uint32_t i = 0; i < before; i++)
        for (unsigned d = 0; d < g->dims[i].n; d++)
            if (strcmp(g->dims[i].names[d], name) == 0) {
                *out_arg = i;
                *out_dim = d;
                return true;
            }
    return false;
}

void nj_gufunc_check(NjWalk *w, const NjFuncDef *def, const NjGufunc *g, const NjVal *args, NjSpan span)
{
    for (uint32_t i = 1; i < g->total; i++) {
        if (nj_ufunc_ndim(args[i]) < g->dims[i].n)
            continue; /* reported elsewhere */
        for (unsigned d = 0; d < g->dims[i].n; d++) {
            uint32_t first;
            unsigned dim;
            int64_t known[2];
            if (!find_core(g, i, g->dims[i].names[d], &first, &dim))
                continue;
            NjVal own = own_core_extent(w, g, args, i, d, span), want = own_core_extent(w, g, args, first, dim, span);
            if (nj_known_int(own, &known[0]) && nj_known_int(want, &known[1]) && known[0] == known[1])
                continue;
            NjTirExpr **sizes = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 2);
            sizes[0] = own.expr;
            sizes[1] = want.expr;
            bool is_input = i < g->inputs;
            nj_check(w, nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types), own.expr, want.expr),
                     NPRT_EXC_VALUE_ERROR, span,
                     nj_arena_printf(w->arena,
                                     "%s: %s operand %u has a mismatch in its core dimension %u, with gufunc "
                                     "signature %s (size %%lld is different from %%lld)",
                                     def->name->text, is_input ? "Input" : "Output",
                                     (unsigned)(is_input ? i : i - g->inputs), d, def->jit.layout),
                     2, sizes);
        }
    }
}

/* A scalar core that is given as an array of one element. */
static NjVal pick_one(NjWalk *w, NjVal v, const NjVal *at, unsigned loop, NjSpan span)
{
    unsigned own = nj_ufunc_ndim(v);
    if (own == 0)
        return nj_as_array_min(w, v, 1, span);
    NjVal *index = NJ_NEW_ARRAY(w->arena, NjVal, own + 1);
    memcpy(index, at + loop - own, own * sizeof *index);
    NjVal last = index[own - 1];
    NjVal next = nj_binary(w, NJ_BINOP_ADD, last, nj_val_int(w, 1, span), span);
    index[own - 1] = nj_val_slice(w, last, next, span);
    return nj_index_get(w, v, nj_val_tuple(w, index, own, span), span);
}

NjVal nj_gufunc_call(NjWalk *w, NjVal callee, const NjGufunc *g, const NjVal *args, const NjVal *at, unsigned loop,
                     NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjVal picked[MAX_ARGS];
    for (uint32_t i = 0; i < g->total; i++) {
        bool wants_array = g->sig->params[i]->kind == NJ_T_ARRAY;
        NjVal v = wants_array && g->dims[i].n == 0
                      ? pick_one(w, args[i], at, loop, span)
                      : nj_ufunc_pick(w, args[i], g->dims[i].n, at, loop, i < g->inputs, span);
        picked[i] = nj_spill(w, nj_coerce_layout(w, v, g->sig->params[i], span));
        if (nj_is_error(picked[i]))
            return picked[i];
    }
    NjSignature *saved = def->jit.signatures;
    uint32_t n_saved = def->jit.n_signatures;
    def->jit.n_signatures = 0;
    NjVal v = nj_call_func(w, callee, picked, g->total, span);
    def->jit.signatures = saved;
    def->jit.n_signatures = n_saved;
    return v;
}

static NjVal call_gufunc(NjWalk *w, NjVal callee, NjVal *args, uint32_t n, NjVal out_arg, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjGufunc g;
    if (!nj_gufunc_find(w, def, args, n, &g, span))
        return nj_val_error(w);
    unsigned core[MAX_ARGS] = {0}, loop = 0;
    for (uint32_t i = 0; i < g.inputs; i++) {
        args[i] = nj_spill(w, nj_to_dtype(w, args[i], g.sig->params[i]->dtype, false, span));
        if (nj_is_error(args[i]))
            return args[i];
        core[i] = g.dims[i].n;
        if (nj_ufunc_ndim(args[i]) < core[i])
            return nj_fail(w, span, "ValueError: %s: Input operand %u does not have enough dimensions",
                           def->name->text, i);
        if (nj_ufunc_ndim(args[i]) - core[i] > loop)
            loop = nj_ufunc_ndim(args[i]) - core[i];
    }
    NjVal extents[NPRT_MAX_DIMS], shape[NPRT_MAX_DIMS];
    nj_ufunc_extents(w, args, core, g.inputs, loop, extents, span);
    for (uint32_t i = n; i < g.total; i++) {
        if (i == g.inputs && nj_is_given(out_arg) && !nj_is_none(out_arg)) {
            args[i] = out_arg;
            continue;
        }
        if (!nj_gufunc_shape(w, &g, i, args, extents, loop, shape, span))
            return nj_val_error(w);
        args[i] = nj_alloc(w, g.sig->params[i]->dtype, shape, loop + g.dims[i].n, true, span);
    }
    nj_gufunc_check(w, def, &g, args, span);
    Nest nest;
    begin_nest(w, &nest, extents, loop, span);
    NjVal done = nj_gufunc_call(w, callee, &g, args, nest.at, loop, span);
    end_nest(w, &nest);
    if (nj_is_error(done) || g.total == g.inputs)
        return nj_is_error(done) ? done : nj_val_none(w, span);
    NjVal *outs = args + g.inputs;
    for (uint32_t i = 0; i < g.total - g.inputs; i++) /* everything scalar: NumPy gives scalars */
        if (nj_ufunc_ndim(outs[i]) == 0 && outs[i].type->kind == NJ_T_ARRAY)
            outs[i] = nj_load(w, outs[i], NULL, 0, true, span);
    return g.total - g.inputs > 1 ? nj_val_tuple(w, outs, g.total - g.inputs, span) : outs[0];
}

/* A sub-array as a parameter of array type; a 0-d result slot as a one-element view. */
NjVal nj_coerce_layout(NjWalk *w, NjVal v, const NjType *param, NjSpan span)
{
    if (nj_is_error(v))
        return v;
    if (param->kind != NJ_T_ARRAY)
        return nj_to_dtype(w, v.type->kind == NJ_T_ARRAY && v.type->ndim == 0 ? nj_load(w, v, NULL, 0, true, span) : v,
                           param->dtype, param->py, span);
    return v;
}

/* ---- stencils ---- */

typedef struct Reach {
    int64_t lo[8], hi[8];
    unsigned ndim;
    const NjFuncDef *def;
    const NjArguments *args;
    const bool *relative;
    bool ok;
} Reach;

static bool constant_index(const NjExpr *e, int64_t *out)
{
    if (e->kind == NJ_EXPR_CONSTANT && e->as.constant.kind == NJ_CONST_INT) {
        *out = e->as.constant.as.integer.value;
        return true;
    }
    if (e->kind == NJ_EXPR_UNARY_OP && e->as.unary_op.op == NJ_UNARYOP_USUB &&
        constant_index(e->as.unary_op.operand, out)) {
        *out = -*out;
        return true;
    }
    return false;
}

static int32_t param_index(const NjArguments *args, const NjName *name)
{
    for (uint32_t i = 0; i < args->args.n; i++)
        if (args->args.items[i]->name == name)
            return (int32_t)i;
    return -1;
}

static void reach_expr(Reach *r, const NjExpr *e);

static void reach_subscript(Reach *r, const NjExpr *e)
{
    const NjExpr *base = e->as.subscript.value, *index = e->as.subscript.index;
    reach_expr(r, index);
    if (base->kind != NJ_EXPR_NAME)
        return;
    int32_t p = param_index(r->args, base->as.name.name);
    if (p < 0 || !r->relative[p])
        return;
    NjExpr *one[1] = {(NjExpr *)index};
    NjExprs elts = {one, 1};
    if (index->kind == NJ_EXPR_TUPLE)
        elts = index->as.tuple.elts;
    for (uint32_t d = 0; d < elts.n && d < 8; d++) {
        int64_t k;
        if (!constant_index(elts.items[d], &k)) {
            r->ok = false;
            return;
        }
        if (k < r->lo[d])
            r->lo[d] = k;
        if (k > r->hi[d])
            r->hi[d] = k;
    }
}

/* Constant offsets of relative arrays in an expression of a stencil kernel. */
static void reach_expr(Reach *r, const NjExpr *e)
{
    switch (e->kind) {
    case NJ_EXPR_SUBSCRIPT:
        reach_subscript(r, e);
        return;
    case NJ_EXPR_BIN_OP:
        reach_expr(r, e->as.bin_op.lhs);
        reach_expr(r, e->as.bin_op.rhs);
        return;
    case NJ_EXPR_UNARY_OP:
        reach_expr(r, e->as.unary_op.operand);
        return;
    case NJ_EXPR_COMPARE:
        reach_expr(r, e->as.compare.left);
        for (uint32_t i = 0; i < e->as.compare.comparators.n; i++)
            reach_expr(r, e->as.compare.comparators.items[i]);
        return;
    case NJ_EXPR_BOOL_OP:
        for (uint32_t i = 0; i < e->as.bool_op.values.n; i++)
            reach_expr(r, e->as.bool_op.values.items[i]);
        return;
    case NJ_EXPR_IF_EXP:
        reach_expr(r, e->as.if_exp.test);
        reach_expr(r, e->as.if_exp.body);
        reach_expr(r, e->as.if_exp.orelse);
        return;
    case NJ_EXPR_CALL:
        for (uint32_t i = 0; i < e->as.call.args.n; i++)
            reach_expr(r, e->as.call.args.items[i]);
        return;
    case NJ_EXPR_TUPLE:
        for (uint32_t i = 0; i < e->as.tuple.elts.n; i++)
            reach_expr(r, e->as.tuple.elts.items[i]);
        return;
    default:
        return;
    }
}

static void reach_block(Reach *r, NjBlock block)
{
    for (uint32_t i = 0; i < block.n; i++) {
        const NjStmt *s = block.items[i];
        if (s->kind == NJ_STMT_RETURN && s->as.ret.value)
            reach_expr(r, s->as.ret.value);
        else if (s->kind == NJ_STMT_ASSIGN)
            reach_expr(r, s->as.assign.value);
        else if (s->kind == NJ_STMT_AUG_ASSIGN)
            reach_expr(r, s->as.aug_assign.value);
        else if (s->kind == NJ_STMT_EXPR)
            reach_expr(r, s->as.expr.value);
        else if (s->kind == NJ_STMT_FOR)
            reach_block(r, s->as.for_loop.body);
        else if (s->kind == NJ_STMT_WHILE)
            reach_block(r, s->as.while_loop.body);
        else if (s->kind == NJ_STMT_IF) {
            reach_expr(r, s->as.if_else.test);
            reach_block(r, s->as.if_else.body);
            reach_block(r, s->as.if_else.orelse);
        }
    }
}

/* neighborhood=((-2, 2), (0, 1)) */
static bool reach_option(NjWalk *w, Reach *r, const NjExpr *option)
{
    NjVal v = nj_walk_expr(w, option);
    for (uint32_t d = 0; v.type->kind == NJ_T_TUPLE && d < v.type->n && d < 8; d++) {
        NjVal pair = nj_tuple_item(w, v, d, option->span);
        if (pair.type->kind != NJ_T_TUPLE || pair.type->n != 2 ||
            !nj_known_int(nj_tuple_item(w, pair, 0, option->span), &r->lo[d]) ||
            !nj_known_int(nj_tuple_item(w, pair, 1, option->span), &r->hi[d]))
            return false;
    }
    return v.type->kind == NJ_T_TUPLE;
}

static bool is_standard(NjWalk *w, const NjFuncDef *def, const NjName *name)
{
    if (!def->jit.standard_indexing)
        return false;
    NjVal v = nj_walk_expr(w, def->jit.standard_indexing);
    if (v.type->kind == NJ_T_STR)
        return nj_known_is(v, name->text);
    if (v.type->kind == NJ_T_LIST && def->jit.standard_indexing->kind == NJ_EXPR_LIST) {
        NjExprs elts = def->jit.standard_indexing->as.list.elts;
        for (uint32_t i = 0; i < elts.n; i++)
            if (nj_known_is(nj_walk_expr(w, elts.items[i]), name->text))
                return true;
        return false;
    }
    for (uint32_t i = 0; v.type->kind == NJ_T_TUPLE && i < v.type->n; i++)
        if (nj_known_is(nj_tuple_item(w, v, i, def->span), name->text))
            return true;
    return false;
}

static NjVal call_stencil(NjWalk *w, NjVal callee, NjVal *args, uint32_t n, NjVal out, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    bool relative[MAX_ARGS] = {false};
    if (n != def->args->args.n || n == 0 || nj_ufunc_ndim(args[0]) == 0)
        return nj_fail(w, span, "TypeError: stencil '%s' takes %u arguments, the first an array", def->name->text,
                       def->args->args.n);
    Reach r = {.ndim = nj_ufunc_ndim(args[0]), .def = def, .args = def->args, .relative = relative, .ok = true};
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_spill(w, args[i]);
        relative[i] = nj_ufunc_ndim(args[i]) > 0 && !is_standard(w, def, def->args->args.items[i]->name);
    }
    if (def->jit.neighborhood) {
        if (!reach_option(w, &r, def->jit.neighborhood))
            return nj_fail(w, span, "the neighborhood of '%s' must be a constant tuple of pairs", def->name->text);
    } else {
        reach_block(&r, def->body);
        if (!r.ok)
            return nj_fail(w, span, "stencil '%s' has offsets that are not constant: give it neighborhood=",
                           def->name->text);
    }
    unsigned ndim = r.ndim;
    NjVal shape[8], start[8], stop[8], call_args[MAX_ARGS + 8];
    for (unsigned d = 0; d < ndim; d++) {
        shape[d] = nj_spill(w, nj_shape_of(w, args[0], d, span));
        start[d] = nj_val_int(w, r.lo[d] < 0 ? -r.lo[d] : 0, span);
        NjVal hi = nj_val_int(w, r.hi[d] > 0 ? r.hi[d] : 0, span);
        stop[d] = nj_spill(w, nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_SUB, NJ_ARITH_WRAP, pyint(w),
                                                             shape[d].expr, hi.expr)));
    }
    memcpy(call_args, args, n * sizeof *args);
    for (unsigned d = 0; d < ndim; d++)
        call_args[n + d] = nj_val(pyint(w), nj_tir_int(w->arena, pyint(w), 0, span));
    const NjType *result = nj_ufunc_result(w, callee, call_args, n + ndim, span);
    if (result->kind != NJ_T_SCALAR)
        return nj_is_error(nj_val(result, NULL)) ? nj_val_error(w)
                                                 : nj_fail(w, span, "a stencil kernel must return a number");
    bool given = nj_is_given(out) && !nj_is_none(out);
    NjVal into = given ? out : nj_alloc(w, result->dtype, shape, ndim, def->jit.cval == 0, span);
    if (!given && def->jit.cval != 0)
        nj_array_assign(w, into, nj_val_float(w, def->jit.cval, span), span);
    if (given) {
        NjVal border = nj_val_float(w, def->jit.cval, span);
        if (def->jit.cval != 0)
            nj_array_assign(w, into, border, span);
    }
    Nest nest = {.n = ndim};
    for (unsigned d = 0; d < ndim; d++) {
        nest.at[d] = nj_for_begin(w, &nest.loops[d], start[d], stop[d], span);
        call_args[n + d] = nest.at[d];
    }
    NjVal v = nj_call_func(w, callee, call_args, n + ndim, span);
    if (!nj_is_error(v))
        nj_store(w, into, nest.at, ndim, nj_to_dtype(w, v, into.type->dtype, false, span), true, span);
    end_nest(w, &nest);
    return into;
}

/* a[-1, 0] in a stencil kernel: relative to the point in hand. */
bool nj_stencil_subscript(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *base = e->as.subscript.value;
    if (base->kind != NJ_EXPR_NAME)
        return false;
    int32_t p = param_index(w->def->args, base->as.name.name);
    if (p < 0 || is_standard(w, w->def, base->as.name.name))
        return false;
    NjVal array = nj_load_name(w, base->as.name.name, base->span);
    if (array.type->kind != NJ_T_ARRAY || array.type->ndim != w->n_stencil)
        return false;
    NjVal index = nj_walk_expr(w, e->as.subscript.index);
    NjVal subs[8];
    if (nj_is_error(index))
        return false;
    uint32_t n = index.type->kind == NJ_T_TUPLE ? index.type->n : 1;
    if (n != w->n_stencil) {
        *out = nj_fail(w, e->span, "a relative subscript needs %u offsets", w->n_stencil);
        return true;
    }
    for (uint32_t d = 0; d < n; d++) {
        NjVal offset = index.type->kind == NJ_T_TUPLE ? nj_tuple_item(w, index, d, e->span) : index;
        offset = nj_to_index(w, offset, e->span);
        if (nj_is_error(offset)) {
            *out = offset;
            return true;
        }
        subs[d] = nj_val(pyint(w), nj_tir_binary(w->arena, NJ_BIN_ADD, NJ_ARITH_WRAP, pyint(w),
                                                 w->stencil[d].expr, offset.expr));
    }
    *out = nj_load(w, array, subs, n, true, e->span);
    return true;
}

/* ---- all ---- */

NjVal nj_call_ufunc_like(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, const NjName *const *kw_names,
                         const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    NjFuncDef *def = (NjFuncDef *)callee.type->func;
    NjVal args[MAX_ARGS], out = {0}, stream = {0}, result;
    if (n > MAX_ARGS - 8)
        return nj_fail(w, span, "too many arguments for '%s'", def->name->text);
    for (uint32_t k = 0; k < n_kw; k++) {
        if (strcmp(kw_names[k]->text, "out") == 0)
            out = kw_vals[k];
        else if (strcmp(kw_names[k]->text, "stream") == 0 && def->jit.is_cuda)
            stream = kw_vals[k];
        else
            return nj_fail(w, span, "TypeError: '%s' got an unexpected keyword argument '%s'", def->name->text,
                           kw_names[k]->text);
    }
    if (def->jit.is_cuda && !w->in_kernel && nj_cuda_call_ufunc(w, callee, given, n, out, stream, &result, span))
        return result;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_as_array(w, given[i], span);
        if (nj_is_error(args[i]))
            return args[i];
    }
    if (def->jit.kind == NJ_JIT_STENCIL)
        return call_stencil(w, callee, args, n, out, span);
    if (def->jit.kind == NJ_JIT_GUVECTORIZE)
        return call_gufunc(w, callee, args, n, out, span);
    uint32_t params = def->args->args.n;
    if (n == params + 1) {
        out = args[params];
        n = params;
    }
    if (n != params)
        return nj_fail(w, span, "TypeError: %s() takes from %u to %u positional arguments but %u were given",
                       def->name->text, params, params + 1, n);
    return call_vectorized(w, callee, args, n, out, span);
}
