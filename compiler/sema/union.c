/* union.c - values of one of several types: {"add": add, "sub": sub}, ["a", 1], f(x) that returns either.
 *
 * A union is a tuple in memory: a tag and one slot per alternative (functions and other values without bits
 * need none). What is done with one is written out per alternative behind a test of the tag. Only the numpy
 * model makes unions: a jitted function whose values do not join is an error, as in Numba. */
#include "compiler/sema/iter_internal.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* The type of the slot of alternative k: itself when it has no bits, else optional of it. */
static const NjType *alternative(const NjType *u, uint32_t k)
{
    const NjType *slot = u->elems[k + 1];
    return slot->kind == NJ_T_OPTIONAL ? slot->elems[0] : slot;
}

uint32_t nj_union_count(const NjType *u)
{
    return u->n - 1;
}

static int32_t find_alternative(const NjType *u, const NjType *t)
{
    for (uint32_t k = 0; k < nj_union_count(u); k++)
        if (alternative(u, k) == t)
            return (int32_t)k;
    return -1;
}

/* v as a value of the union; it is one of the alternatives (or coerces to one). */
NjVal nj_union_make(NjWalk *w, NjVal v, const NjType *u, NjSpan span)
{
    int32_t at = find_alternative(u, v.type);
    for (uint32_t k = 0; at < 0 && k < nj_union_count(u); k++)
        if (nj_can_coerce(w, v.type, alternative(u, k)))
            at = (int32_t)k;
    if (at < 0)
        return nj_fail(w, span, "TypeError: cannot use %s as %s", nj_ty(w, v.type), nj_ty(w, u));
    v = nj_coerce(w, v, alternative(u, (uint32_t)at), span);
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, u->n);
    items[0] = nj_tir_int(w->arena, u->elems[0], at, span);
    for (uint32_t k = 0; k < nj_union_count(u); k++) {
        const NjType *slot = u->elems[k + 1];
        if (slot->kind != NJ_T_OPTIONAL) {
            items[k + 1] = nj_tir_unit(w->arena, slot, span);
        } else if ((int32_t)k == at) {
            items[k + 1] = nj_tir_expr(w->arena, NJ_X_OPT_SOME, slot, span);
            items[k + 1]->as.opt.a = nj_expr_of(w, v, span);
        } else {
            items[k + 1] = nj_tir_expr(w->arena, NJ_X_OPT_NONE, slot, span);
        }
    }
    return nj_val(u, nj_tir_tuple(w->arena, u, items, u->n, span));
}

static NjVal get_alternative(NjWalk *w, NjVal v, uint32_t k, NjSpan span)
{
    const NjType *slot = v.type->elems[k + 1];
    if (slot->kind != NJ_T_OPTIONAL)
        return nj_val_unit(w, slot, span);
    NjTirExpr *get = nj_tir_expr(w->arena, NJ_X_OPT_GET, slot->elems[0], span);
    get->as.opt.a = nj_tir_tuple_get(w->arena, v.expr, k + 1, slot);
    return nj_val(slot->elems[0], get);
}

static NjTirExpr *tag_is(NjWalk *w, NjVal v, uint32_t k, NjSpan span)
{
    const NjType *pyint = v.type->elems[0];
    return nj_tir_compare(w->arena, NJ_CMP_EQ, nj_type_pybool(w->types),
                          nj_tir_tuple_get(w->arena, v.expr, 0, pyint), nj_tir_int(w->arena, pyint, k, span));
}

/* What the visit gives for each alternative, found in scratch blocks. An alternative for which it is an
 * error raises TypeError at run time; all of them: the error is reported. */
static const NjType *visit_types(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, bool *bad, NjSpan span)
{
    const NjType *type = NULL;
    NjTirBlock *block = w->block;
    NjEnv env = nj_env_copy(w, &w->env);
    uint32_t n_bad = 0, n = nj_union_count(v.type);
    for (uint32_t k = 0; k < n; k++) {
        NjTirBlock scratch = {0};
        NjDiagMark mark = nj_diag_mark(w);
        bool dead = w->dead;
        uint32_t changes = w->s->changes;
        w->block = &scratch;
        NjVal one = visit(w, get_alternative(w, v, k, span), ctx);
        w->dead = dead;
        w->block = block;
        w->env = env;
        /* an error may be inside a function that was specialised */
        bad[k] = one.type->kind == NJ_T_ERROR || nj_diag_mark(w).nerrors > mark.nerrors;
        if (bad[k] && ++n_bad < n) {
            nj_diag_rollback(w, mark);
            w->s->changes = changes;
        }
        if (bad[k])
            continue;
        const NjType *joined = type ? nj_element_join(w, type, one.type) : one.type;
        if (!joined) {
            nj_fail(w, span, "this gives %s for one type and %s for another", nj_ty(w, type), nj_ty(w, one.type));
            return NULL;
        }
        type = joined;
    }
    return type;
}

NjVal nj_union_visit(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span)
{
    uint32_t n = nj_union_count(v.type), depth = 0;
    bool *bad = NJ_NEW_ARRAY(w->arena, bool, n);
    v = nj_spill(w, v);
    const NjType *type = visit_types(w, v, visit, ctx, bad, span);
    if (!type)
        return nj_val_error(w);
    NjTirLocal *out = type->is_unit ? NULL : nj_temp(w, type);
    NjIf *ifs = NJ_NEW_ARRAY(w->arena, NjIf, n);
    for (uint32_t k = 0; k < n; k++) {
        bool last = k + 1 == n;
        if (!last)
            ifs[depth++] = nj_if_begin(w, tag_is(w, v, k, span), span);
        if (bad[k]) {
            nj_raise_text(w, NPRT_EXC_TYPE_ERROR, span,
                          nj_arena_printf(w->arena, "unsupported operation for %s", nj_ty(w, alternative(v.type, k))));
        } else {
            NjVal one = visit(w, get_alternative(w, v, k, span), ctx);
            if (out && !w->dead)
                nj_emit_assign(w, out, nj_expr_of(w, nj_coerce(w, one, type, span), span));
        }
        if (!last)
            nj_if_else(w, &ifs[depth - 1]);
    }
    while (depth > 0)
        nj_if_end(w, &ifs[--depth]);
    return out ? nj_val(type, nj_tir_local(w->arena, out, span)) : nj_val_unit(w, type, span);
}

/* ---- joining ---- */

static bool may_be_part(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_SCALAR:
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_ARRAY:
    case NJ_T_OBJECT:
    case NJ_T_RANGE:
    case NJ_T_FUNC:
        return true;
    case NJ_T_TUPLE:
        return !nj_type_is_union(t);
    case NJ_T_BUILTIN:
    case NJ_T_CLASS:
    case NJ_T_DTYPE:
        return t->is_unit;
    default:
        return false;
    }
}

static bool add_part(NjWalk *w, const NjType **parts, uint32_t *n, const NjType *t)
{
    for (uint32_t i = 0; i < *n; i++) {
        bool scalars = parts[i]->kind == NJ_T_SCALAR && t->kind == NJ_T_SCALAR; /* these stay as they are */
        const NjType *joined = scalars ? (parts[i] == t ? t : NULL) : nj_type_join(w->types, parts[i], t);
        if (joined) {
            parts[i] = joined;
            return true;
        }
    }
    if (*n == NJ_MAX_UNION || !may_be_part(t))
        return false;
    parts[(*n)++] = t;
    return true;
}

static bool add_all(NjWalk *w, const NjType **parts, uint32_t *n, const NjType *t)
{
    if (!nj_type_is_union(t))
        return add_part(w, parts, n, t);
    for (uint32_t k = 0; k < nj_union_count(t); k++)
        if (!add_part(w, parts, n, alternative(t, k)))
            return false;
    return true;
}

static const NjType *make_union(NjWalk *w, const NjType *a, const NjType *b)
{
    const NjType *parts[NJ_MAX_UNION], *elems[NJ_MAX_UNION + 1];
    uint32_t n = 0;
    bool optional = a->kind == NJ_T_OPTIONAL || b->kind == NJ_T_OPTIONAL;
    if (optional) {
        const NjType *inner = nj_union_join(w, a->kind == NJ_T_OPTIONAL ? a->elems[0] : a,
                                            b->kind == NJ_T_OPTIONAL ? b->elems[0] : b);
        return inner ? nj_type_optional(w->types, inner) : NULL;
    }
    if (!add_all(w, parts, &n, a) || !add_all(w, parts, &n, b))
        return NULL;
    /* one order, so that equal sets are one type */
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && parts[k]->index < parts[k - 1]->index; k--) {
            const NjType *t = parts[k];
            parts[k] = parts[k - 1];
            parts[k - 1] = t;
        }
    elems[0] = nj_type_pyint(w->types);
    for (uint32_t i = 0; i < n; i++)
        elems[i + 1] = parts[i]->is_unit ? parts[i] : nj_type_optional(w->types, parts[i]);
    return nj_type_union(w->types, nj_name(w, "|"), elems, n + 1);
}

const NjType *nj_union_join(NjWalk *w, const NjType *a, const NjType *b)
{
    const NjType *joined = nj_type_join(w->types, a, b);
    return joined || w->model == NJ_MODEL_NUMBA ? joined : make_union(w, a, b);
}

/* Elements of containers keep their own types: [1, 2.5] prints like that. */
const NjType *nj_element_join(NjWalk *w, const NjType *a, const NjType *b)
{
    bool numbers = a->kind == NJ_T_SCALAR && b->kind == NJ_T_SCALAR && a != b;
    const NjModuleInfo *m = w->def->module;
    if (numbers && w->model == NJ_MODEL_NUMPY && (!m->is_prelude || m->is_checked))
        return make_union(w, a, b);
    if (a != b && (a->kind == NJ_T_OPTIONAL || b->kind == NJ_T_OPTIONAL) && a->kind != NJ_T_NONE && b->kind != NJ_T_NONE) {
        const NjType *inner = nj_element_join(w, a->kind == NJ_T_OPTIONAL ? a->elems[0] : a,
                                              b->kind == NJ_T_OPTIONAL ? b->elems[0] : b);
        return inner ? nj_type_optional(w->types, inner) : NULL;
    }
    if (a->kind == NJ_T_TUPLE && b->kind == NJ_T_TUPLE && a != b && a->n == b->n && !a->name && !b->name &&
        a->frozen == b->frozen) {
        const NjType **elems = NJ_NEW_ARRAY(w->arena, const NjType *, a->n + 1);
        for (uint32_t i = 0; i < a->n; i++) {
            elems[i] = nj_element_join(w, a->elems[i], b->elems[i]);
            if (!elems[i])
                return nj_union_join(w, a, b);
        }
        return a->frozen ? nj_type_mixed_list(w->types, elems, a->n) : nj_type_tuple(w->types, elems, a->n);
    }
    return nj_union_join(w, a, b);
}

const NjType *nj_value_join(NjWalk *w, const NjType *a, const NjType *b)
{
    bool numbers = a->kind == NJ_T_SCALAR && b->kind == NJ_T_SCALAR;
    if (numbers && a->dtype == b->dtype) /* float and np.float64 are shown alike */
        return nj_type_join(w->types, a, b);
    return nj_element_join(w, a, b);
}

/* ---- operations ---- */

typedef struct OpCtx {
    int kind; /* 0 str, 1 repr, 2 unary, 3 truth, 4 len */
    int op;
    NjVal other;
    bool swapped;
    const NjVal *args;
    uint32_t n;
    const NjName *name;
    NjSpan span;
} OpCtx;

static NjVal text_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    return c->kind ? nj_repr_of(w, v, c->span) : nj_to_str(w, v, c->span);
}

NjVal nj_union_text(NjWalk *w, NjVal v, bool repr, NjSpan span)
{
    OpCtx c = {.kind = repr, .span = span};
    return nj_union_visit(w, v, text_one, &c, span);
}

static NjVal binary_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    return c->swapped ? nj_binary(w, (NjBinOp)c->op, c->other, v, c->span)
                      : nj_binary(w, (NjBinOp)c->op, v, c->other, c->span);
}

NjVal nj_union_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span)
{
    bool left = nj_type_is_union(a.type);
    OpCtx c = {.op = (int)op, .other = nj_spill(w, left ? b : a), .swapped = !left, .span = span};
    return nj_union_visit(w, left ? a : b, binary_one, &c, span);
}

static NjVal compare_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    NjVal r = c->swapped ? nj_compare(w, (NjCmpOp)c->op, c->other, v, c->span)
                         : nj_compare(w, (NjCmpOp)c->op, v, c->other, c->span);
    return nj_is_error(r) ? r : nj_to_dtype(w, r, NPRT_BOOL, true, c->span);
}

NjVal nj_union_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span)
{
    bool left = nj_type_is_union(a.type);
    OpCtx c = {.op = (int)op, .other = nj_spill(w, left ? b : a), .swapped = !left, .span = span};
    return nj_union_visit(w, left ? a : b, compare_one, &c, span);
}

static NjVal unary_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    if (c->kind == 2)
        return nj_unary(w, (NjUnaryOp)c->op, v, c->span);
    if (c->kind == 4)
        return nj_len(w, v, c->span);
    int known;
    return nj_val(nj_type_pybool(w->types), nj_truth(w, v, c->span, &known));
}

NjVal nj_union_unary(NjWalk *w, NjUnaryOp op, NjVal v, NjSpan span)
{
    OpCtx c = {.kind = 2, .op = (int)op, .span = span};
    return nj_union_visit(w, v, unary_one, &c, span);
}

NjVal nj_union_truth(NjWalk *w, NjVal v, NjSpan span)
{
    OpCtx c = {.kind = 3, .span = span};
    return nj_union_visit(w, v, unary_one, &c, span);
}

NjVal nj_union_len(NjWalk *w, NjVal v, NjSpan span)
{
    OpCtx c = {.kind = 4, .span = span};
    return nj_union_visit(w, v, unary_one, &c, span);
}

typedef struct CallCtx {
    const NjVal *args;
    uint32_t n;
    const NjName *const *kw_names;
    const NjVal *kw_vals;
    uint32_t n_kw;
    const NjName *name;
    NjVal index; /* type NULL: none */
    NjSpan span;
} CallCtx;

static NjVal call_one(NjWalk *w, NjVal v, void *data)
{
    CallCtx *c = data;
    if (c->name)
        v = nj_get_attr(w, v, c->name, c->span);
    if (c->index.type)
        v = nj_index_get(w, v, c->index, c->span);
    return nj_call_value(w, v, c->args, c->n, c->kw_names, c->kw_vals, c->n_kw, c->span);
}

NjVal nj_union_call(NjWalk *w, NjVal v, const NjName *method, const NjVal *args, uint32_t n,
                    const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    NjVal *spilled = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        spilled[i] = nj_spill(w, args[i]);
    CallCtx c = {spilled, n, kw_names, kw_vals, n_kw, method, {0}, span};
    return nj_union_visit(w, v, call_one, &c, span);
}

NjVal nj_union_call_item(NjWalk *w, NjVal v, NjVal index, const NjVal *args, uint32_t n,
                         const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    NjVal *spilled = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    for (uint32_t i = 0; i < n; i++)
        spilled[i] = nj_spill(w, args[i]);
    CallCtx c = {spilled, n, kw_names, kw_vals, n_kw, NULL, index, span};
    return nj_union_visit(w, v, call_one, &c, span);
}

static NjVal index_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    return c->name ? nj_get_attr(w, v, c->name, c->span) : nj_index_get(w, v, c->other, c->span);
}

NjVal nj_union_index(NjWalk *w, NjVal v, NjVal index, NjSpan span)
{
    OpCtx c = {.other = nj_spill(w, index), .span = span};
    return nj_union_visit(w, v, index_one, &c, span);
}

typedef struct SetCtx {
    NjVal base, index, value;
    NjSpan span;
} SetCtx;

static NjVal set_value(NjWalk *w, NjVal value, void *data)
{
    SetCtx *c = data;
    uint32_t before = w->u->diags.nerrors;
    nj_index_set(w, c->base, c->index, value, c->span);
    return w->u->diags.nerrors > before ? nj_val_error(w) : nj_val_none(w, c->span);
}

/* What fits a container goes in; the alternatives that do not raise at run time. */
static NjVal set_one(NjWalk *w, NjVal base, void *data)
{
    SetCtx c = *(SetCtx *)data;
    c.base = nj_spill(w, base);
    return nj_type_is_union(c.value.type) ? nj_union_visit(w, c.value, set_value, &c, c.span)
                                          : set_value(w, c.value, &c);
}

void nj_union_index_set(NjWalk *w, NjVal base, NjVal index, NjVal value, NjSpan span)
{
    SetCtx c = {.index = nj_spill(w, index), .value = nj_spill(w, value), .span = span};
    nj_union_visit(w, base, set_one, &c, span);
}

NjVal nj_union_attr(NjWalk *w, NjVal v, const NjName *name, NjSpan span)
{
    OpCtx c = {.name = name, .span = span};
    return nj_union_visit(w, v, index_one, &c, span);
}

static NjVal isinstance_one(NjWalk *w, NjVal v, void *data)
{
    OpCtx *c = data;
    NjVal args[2] = {v, c->other};
    return nj_call_row(w, nj_func_find("builtins", "isinstance"), (NjVal){0}, args, 2, c->span);
}

NjVal nj_union_isinstance(NjWalk *w, NjVal v, NjVal cls, NjSpan span)
{
    OpCtx c = {.other = cls, .span = span};
    return nj_union_visit(w, v, isinstance_one, &c, span);
}

typedef struct IterCtx {
    NjSpan span;
    NjVal whole;
    const NjIterOptions *options;
    NjIterBody *body;
    void *ctx;
} IterCtx;

static NjVal iterate_one(NjWalk *w, NjVal v, void *data)
{
    IterCtx *c = data;
    if (!nj_iterate_with(w, v, c->span, c->options, c->body, c->ctx))
        return nj_val_error(w);
    return nj_val_none(w, c->span);
}

/* The first union that an iterator steps through, NULL: none. Objects to repeat are no such. */
static const NjVal *union_within(NjWalk *w, const NjVal *v, NjSpan span)
{
    if (nj_type_is_union(v->type))
        return v;
    NjIter *it = v->type->kind == NJ_T_ITER ? nj_iter_of(w, *v, span) : NULL;
    if (!it || it->kind == NJ_ITER_REPEAT || it->kind == NJ_ITER_ZIP_LONGEST)
        return NULL;
    const NjVal *found = NULL;
    for (uint32_t i = 0; i < it->n && !found; i++)
        found = union_within(w, &it->parts[i], span);
    return found;
}

/* The iterator with `one` in the place of its first union. */
static NjVal with_alternative(NjWalk *w, NjVal v, NjVal one, NjSpan span)
{
    if (nj_type_is_union(v.type))
        return one;
    NjIter *it = nj_iter_of(w, v, span);
    NjVal *parts = NJ_NEW_ARRAY(w->arena, NjVal, it->n);
    memcpy(parts, it->parts, it->n * sizeof *parts);
    for (uint32_t i = 0; i < it->n; i++)
        if (union_within(w, &parts[i], span)) {
            parts[i] = with_alternative(w, parts[i], one, span);
            break;
        }
    return nj_val_iter(w, it->kind, parts, it->n, span);
}

static NjVal iterate_within(NjWalk *w, NjVal one, void *data)
{
    IterCtx *c = data;
    return iterate_one(w, with_alternative(w, c->whole, one, c->span), data);
}

bool nj_union_is_stepped(NjWalk *w, NjVal v, NjSpan span)
{
    return union_within(w, &v, span) != NULL;
}

bool nj_union_iterate(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx)
{
    IterCtx c = {span, v, o, body, ctx};
    NjVal part = *union_within(w, &v, span);
    return !nj_is_error(nj_union_visit(w, part, iterate_within, &c, span));
}

typedef struct CastCtx {
    NprtDtype dtype;
    bool py;
    NjSpan span;
} CastCtx;

static NjVal cast_one(NjWalk *w, NjVal v, void *data)
{
    CastCtx *c = data;
    return nj_to_dtype(w, v, c->dtype, c->py, c->span);
}

NjVal nj_union_cast(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span)
{
    CastCtx c = {dtype, py, span};
    return nj_union_visit(w, v, cast_one, &c, span);
}

static NjVal array_one(NjWalk *w, NjVal v, void *data)
{
    return nj_as_array(w, v, *(NjSpan *)data);
}

/* As a number or array: an int or a float becomes a float. */
NjVal nj_union_number(NjWalk *w, NjVal v, NjSpan span)
{
    bool scalars = true, py = true;
    NprtDtype dtype = NPRT_BOOL;
    for (uint32_t i = 1; i < v.type->n && scalars; i++) {
        const NjType *t = v.type->elems[i];
        t = t->kind == NJ_T_OPTIONAL ? t->elems[0] : t;
        scalars = t->kind == NJ_T_SCALAR;
        if (!scalars)
            break;
        dtype = i == 1 ? t->dtype : nj_promote_dtypes(dtype, t->dtype);
        py = py && t->py;
    }
    if (scalars)
        return nj_union_cast(w, v, dtype, py, span);
    return nj_union_visit(w, v, array_one, &span, span);
}

typedef struct RowCtx {
    NjVal callee;
    NjVal *args;
    uint32_t n, at;
    const NjName *const *kw_names;
    const NjVal *kw_vals;
    uint32_t n_kw;
    NjSpan span;
} RowCtx;

static NjVal call_with_one(NjWalk *w, NjVal v, void *data)
{
    RowCtx *c = data;
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, c->n);
    memcpy(args, c->args, c->n * sizeof *args);
    args[c->at] = v;
    return nj_call_value(w, c->callee, args, c->n, c->kw_names, c->kw_vals, c->n_kw, c->span);
}

NjVal nj_union_argument(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, uint32_t at,
                        const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span)
{
    RowCtx c = {callee, NJ_NEW_ARRAY(w->arena, NjVal, n), n, at, kw_names, kw_vals, n_kw, span};
    for (uint32_t i = 0; i < n; i++)
        c.args[i] = nj_spill(w, args[i]);
    return nj_union_visit(w, args[at], call_with_one, &c, span);
}
