/* value.c - making abstract values and emitting the statements behind them. */
#include "compiler/funcs/func.h"
#include "compiler/sema/sema.h"

#include <stdarg.h>
#include <string.h>

NjVal nj_val(const NjType *type, NjTirExpr *expr)
{
    return (NjVal){type, expr, NULL};
}

NjVal nj_val_unit(NjWalk *w, const NjType *type, NjSpan span)
{
    return nj_val(type, nj_tir_unit(w->arena, type, span));
}

NjVal nj_val_module(NjWalk *w, const char *dotted, NjSpan span)
{
    int32_t id = nj_module_find(dotted);
    NJ_ASSERT(w->u, id >= 0);
    return nj_val_unit(w, nj_type_module(w->types, id), span);
}

NjVal nj_val_none(NjWalk *w, NjSpan span)
{
    return nj_val_unit(w, nj_type_none(w->types), span);
}

NjVal nj_val_error(NjWalk *w)
{
    return nj_val_unit(w, nj_type_error(w->types), w->at);
}

NjVal nj_val_int(NjWalk *w, int64_t value, NjSpan span)
{
    const NjType *type = nj_type_pyint(w->types);
    return (NjVal){type, nj_tir_int(w->arena, type, value, span), nj_known_new_int(w, value)};
}

NjVal nj_val_bool(NjWalk *w, bool value, NjSpan span)
{
    const NjType *type = nj_type_pybool(w->types);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_BOOL;
    known->i = value;
    return (NjVal){type, nj_tir_int(w->arena, type, value, span), known};
}

NjVal nj_val_float(NjWalk *w, double value, NjSpan span)
{
    const NjType *type = nj_type_pyfloat(w->types);
    return (NjVal){type, nj_tir_float(w->arena, type, value, span), nj_known_new_float(w, value)};
}

NjVal nj_val_str(NjWalk *w, const char *text, uint32_t len, NjSpan span)
{
    const NjType *type = nj_type_str(w->types);
    return (NjVal){type, nj_tir_str(w->arena, type, text, len, span),
                   nj_known_new_str(w, text, len)};
}

NjVal nj_val_dtype(NjWalk *w, NprtDtype dtype, NjSpan span)
{
    return nj_val_unit(w, nj_type_dtype(w->types, dtype), span);
}

NjVal nj_val_tuple(NjWalk *w, const NjVal *items, uint32_t n, NjSpan span)
{
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, n);
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    const NjKnown **knowns = NJ_NEW_ARRAY(w->arena, const NjKnown *, n);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(items[i]))
            return items[i];
        types[i] = items[i].type;
        exprs[i] = nj_expr_of(w, items[i], span);
        knowns[i] = items[i].known;
    }
    const NjType *type = nj_type_tuple(w->types, types, n);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = knowns;
    known->n = n;
    return (NjVal){type, nj_tir_tuple(w->arena, type, exprs, n, span), known};
}

bool nj_is_error(NjVal v)
{
    return v.type->kind == NJ_T_ERROR || v.type->kind == NJ_T_NEVER;
}

bool nj_is_none(NjVal v)
{
    return v.type && v.type->kind == NJ_T_NONE;
}

bool nj_is_given(NjVal v)
{
    return v.type != NULL;
}

NjTirExpr *nj_expr_of(NjWalk *w, NjVal v, NjSpan span)
{
    return v.expr ? v.expr : nj_tir_unit(w->arena, v.type, span);
}

/* ---- known ---- */

static NjKnown *new_known(NjWalk *w, NjKnownKind kind)
{
    NjKnown *k = NJ_NEW(w->arena, NjKnown);
    k->kind = kind;
    return k;
}

const NjKnown *nj_known_new_int(NjWalk *w, int64_t value)
{
    NjKnown *k = new_known(w, NJ_KNOWN_INT);
    k->i = value;
    return k;
}

const NjKnown *nj_known_new_float(NjWalk *w, double value)
{
    NjKnown *k = new_known(w, NJ_KNOWN_FLOAT);
    k->f = value;
    return k;
}

const NjKnown *nj_known_new_str(NjWalk *w, const char *text, uint32_t len)
{
    NjKnown *k = new_known(w, NJ_KNOWN_STR);
    k->text = text;
    k->len = len;
    return k;
}

/* A list in a variable may change: only where it was made lasts. */
const NjKnown *nj_known_lasting(NjWalk *w, const NjKnown *known)
{
    if (!known || known->kind != NJ_KNOWN_SITE || !known->n)
        return known;
    NjKnown *site = new_known(w, NJ_KNOWN_SITE);
    site->i = known->i;
    return site;
}

bool nj_known_int(NjVal v, int64_t *out)
{
    if (!v.known || (v.known->kind != NJ_KNOWN_INT && v.known->kind != NJ_KNOWN_BOOL))
        return false;
    *out = v.known->i;
    return true;
}

bool nj_known_bool(NjVal v, bool *out)
{
    if (!v.known || v.known->kind != NJ_KNOWN_BOOL)
        return false;
    *out = v.known->i != 0;
    return true;
}

bool nj_known_float(NjVal v, double *out)
{
    int64_t i;
    if (nj_known_int(v, &i)) {
        *out = (double)i;
        return true;
    }
    if (!v.known || v.known->kind != NJ_KNOWN_FLOAT)
        return false;
    *out = v.known->f;
    return true;
}

bool nj_known_str(NjVal v, const char **out_text, uint32_t *out_len)
{
    if (!v.known || v.known->kind != NJ_KNOWN_STR)
        return false;
    *out_text = v.known->text;
    if (out_len)
        *out_len = v.known->len;
    return true;
}

bool nj_known_is(NjVal v, const char *text)
{
    const char *t;
    uint32_t len;
    return nj_known_str(v, &t, &len) && len == strlen(text) && memcmp(t, text, len) == 0;
}

bool nj_known_equal(const NjKnown *a, const NjKnown *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case NJ_KNOWN_BOOL:
    case NJ_KNOWN_INT:
    case NJ_KNOWN_SITE:
        return a->i == b->i;
    case NJ_KNOWN_FLOAT:
    case NJ_KNOWN_COMPLEX:
        return memcmp(&a->f, &b->f, sizeof a->f) == 0 && memcmp(&a->im, &b->im, sizeof a->im) == 0;
    case NJ_KNOWN_BIG:
        return strcmp(a->text, b->text) == 0;
    case NJ_KNOWN_STR:
        return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
    case NJ_KNOWN_ITEMS:
        if (a->n != b->n)
            return false;
        for (uint32_t i = 0; i < a->n; i++)
            if (!nj_known_equal(a->items[i], b->items[i]))
                return false;
        return true;
    case NJ_KNOWN_ITER:
        return a->iter == b->iter;
    }
    return false;
}

/* A known scalar as the constant that it is, so that a variable holding it folds. */
static NjTirExpr *const_of_known(NjWalk *w, const NjType *type, const NjKnown *known, NjSpan span)
{
    if (!known)
        return NULL;
    if (type->kind == NJ_T_SCALAR &&
        (known->kind == NJ_KNOWN_INT || known->kind == NJ_KNOWN_BOOL) &&
        !nj_dtype_is_float(type->dtype) && !nj_dtype_is_complex(type->dtype))
        return nj_tir_int(w->arena, type, known->i, span);
    if (type->kind == NJ_T_SCALAR && known->kind == NJ_KNOWN_FLOAT &&
        nj_dtype_is_float(type->dtype))
        return nj_tir_float(w->arena, type, known->f, span);
    if (type->kind == NJ_T_STR && known->kind == NJ_KNOWN_STR)
        return nj_tir_str(w->arena, type, known->text, known->len, span);
    return NULL;
}

NjVal nj_tuple_item(NjWalk *w, NjVal tuple, uint32_t i, NjSpan span)
{
    const NjType *type = tuple.type->elems[i];
    const NjKnown *known = NULL;
    if (tuple.known && tuple.known->kind == NJ_KNOWN_ITEMS && i < tuple.known->n)
        known = tuple.known->items[i];
    NjTirExpr *expr = const_of_known(w, type, known, span);
    if (!expr)
        expr = nj_tir_tuple_get(w->arena, nj_expr_of(w, tuple, span), i, type);
    return (NjVal){type, expr, known};
}

/* ---- emitting ---- */

NjTirLocal *nj_temp(NjWalk *w, const NjType *type)
{
    return nj_tir_local_new(w->arena, w->fn, NULL, type);
}

void nj_emit(NjWalk *w, NjTirStmt *stmt)
{
    if (!w->dead)
        nj_tir_push(w->arena, w->block, stmt);
    if (stmt->kind != NJ_S_ASSIGN)
        w->effects++;
}

void nj_emit_assign(NjWalk *w, NjTirLocal *local, NjTirExpr *value)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_ASSIGN, value->span);
    s->as.assign.local = local;
    s->as.assign.value = value;
    nj_emit(w, s);
    if (!local->is_temp)
        w->rebinds++;
}

NjVal nj_spill(NjWalk *w, NjVal v)
{
    if (!v.expr || v.type->is_unit || nj_is_error(v) || nj_tir_is_trivial(v.expr))
        return v;
    NjTirLocal *temp = nj_temp(w, v.type);
    nj_emit_assign(w, temp, v.expr);
    return (NjVal){v.type, nj_tir_local(w->arena, temp, v.expr->span), v.known};
}

NjMark nj_mark(NjWalk *w)
{
    return (NjMark){w->block, w->block->n, w->effects, w->rebinds};
}

/* Does evaluating `e` later give something else once memory has changed? */
static void reads_memory(void *ctx, NjTirExpr **child)
{
    bool *out = ctx;
    NjTirExpr *e = *child;
    switch (e->kind) {
    case NJ_X_GLOBAL:
    case NJ_X_LOAD:
    case NJ_X_LIST_GET:
    case NJ_X_FIELD:
    case NJ_X_CELL_GET:
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
    case NJ_X_LEN:
        *out = true;
        return;
    default:
        /* elementwise expressions read the arrays they name */
        if (e->type->kind == NJ_T_ARRAY && e->kind != NJ_X_LOCAL)
            *out = true;
        nj_tir_children(e, reads_memory, ctx);
    }
}

NjVal nj_settle(NjWalk *w, NjMark mark, NjVal v)
{
    if (!v.expr || v.type->is_unit || nj_is_error(v) || nj_tir_is_trivial(v.expr))
        return v;
    bool needed = w->rebinds != mark.rebinds;
    if (!needed && w->effects != mark.effects)
        reads_memory(&needed, &v.expr);
    if (!needed || w->dead)
        return v;
    NjTirLocal *temp = nj_temp(w, v.type);
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_ASSIGN, v.expr->span);
    s->as.assign.local = temp;
    s->as.assign.value = v.expr;
    nj_tir_insert(w->arena, mark.block, mark.at, s);
    return (NjVal){v.type, nj_tir_local(w->arena, temp, v.expr->span), v.known};
}

NjVal nj_effect(NjWalk *w, NjTirExpr *expr)
{
    w->effects++;
    if (expr->type->kind == NJ_T_NEVER || expr->type->is_unit) {
        NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_EXPR, expr->span);
        s->as.expr.value = expr;
        nj_emit(w, s);
        return nj_val_unit(w, expr->type, expr->span);
    }
    NjTirLocal *temp = nj_temp(w, expr->type);
    nj_emit_assign(w, temp, expr);
    return nj_val(expr->type, nj_tir_local(w->arena, temp, expr->span));
}

/* Classes whose instances the runtime sees (in a list it prints or sorts) need their special
 * methods. False for what has no form at run time. */
static bool mark_classes(const NjType *t, unsigned depth)
{
    bool ok = t->kind != NJ_T_BIGINT;
    if (depth > 6)
        return ok;
    if (t->kind == NJ_T_OBJECT) {
        t->cls->needs_methods = true;
        return ok;
    }
    for (uint32_t i = 0; t->elems && i < t->n; i++)
        ok &= mark_classes(t->elems[i], depth + 1);
    return ok;
}

NjVal nj_rtcall(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, uint32_t n, NjTirExpr **args)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_RTCALL, type, span);
    e->as.rtcall.id = id;
    e->as.rtcall.args = args;
    e->as.rtcall.n = n;
    for (uint32_t i = 0; i < n; i++)
        if (!mark_classes(args[i]->type, 0))
            return nj_fail(w, span,
                           "OverflowError: integers beyond int64 are constants only: they cannot "
                           "be used here");
    return nj_effect(w, e);
}

static NjVal rtcall_vals(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, uint32_t n,
                         const NjVal *vals)
{
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n);
    for (uint32_t i = 0; i < n; i++) {
        if (nj_is_error(vals[i]))
            return vals[i];
        args[i] = nj_expr_of(w, vals[i], span);
    }
    return nj_rtcall(w, id, type, span, n, args);
}

NjVal nj_rtcall1(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a)
{
    return rtcall_vals(w, id, type, span, 1, &a);
}

NjVal nj_rtcall2(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a, NjVal b)
{
    NjVal vals[2] = {a, b};
    return rtcall_vals(w, id, type, span, 2, vals);
}

NjVal nj_rtcall3(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, NjVal a, NjVal b, NjVal c)
{
    NjVal vals[3] = {a, b, c};
    return rtcall_vals(w, id, type, span, 3, vals);
}

void nj_check(NjWalk *w, NjTirExpr *cond, NprtExcKind exc, NjSpan span, const char *format,
              uint32_t n, NjTirExpr **args)
{
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_CHECK, span);
    s->as.check.cond = cond;
    s->as.check.exc = exc;
    s->as.check.format = format;
    s->as.check.args = args;
    s->as.check.n = n;
    nj_emit(w, s);
}

void nj_raise_text(NjWalk *w, NprtExcKind exc, NjSpan span, const char *text)
{
    NjVal kind = nj_val_int(w, exc, span);
    NjVal message = nj_val_str(w, text, (uint32_t)strlen(text), span);
    NjVal e = nj_rtcall2(w, NJ_RT_exc_new, nj_type_exc(w->types), span, kind, message);
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_RAISE, span);
    s->as.raise.exc = e.expr;
    nj_emit(w, s);
    w->dead = true;
}

NjVal nj_for_begin(NjWalk *w, NjFor *f, NjVal start, NjVal stop, NjSpan span)
{
    const NjType *type = nj_type_pyint(w->types);
    f->stmt = nj_tir_stmt(w->arena, NJ_S_FOR, span);
    f->stmt->as.for_.var = nj_temp(w, type);
    f->stmt->as.for_.start = nj_expr_of(w, start, span);
    f->stmt->as.for_.stop = nj_expr_of(w, stop, span);
    f->stmt->as.for_.step = nj_tir_int(w->arena, type, 1, span);
    f->stmt->as.for_.step_sign = 1;
    f->stmt->as.for_.loop_id = w->s->next_loop++;
    f->outer = w->block;
    nj_emit(w, f->stmt);
    w->block = &f->stmt->as.for_.body;
    return nj_val(type, nj_tir_local(w->arena, f->stmt->as.for_.var, span));
}

void nj_for_end(NjWalk *w, NjFor *f)
{
    w->block = f->outer;
}

/* ---- errors ---- */

bool nj_may_catch(const NjWalk *w)
{
    bool guarded = false;
    for (const NjWalk *at = w; at && !guarded; at = at->caller)
        guarded = at->tries > 0;
    return guarded && w->model == NJ_MODEL_NUMPY;
}

NjVal nj_raises(NjWalk *w, NjSpan span, NprtExcKind exc, const char *format, ...)
{
    static const char *const names[] = {
#define EXC(E, name, parent) #name,
#include "runtime/exceptions.def"
#undef EXC
    };
    va_list args;
    va_start(args, format);
    const char *text = nj_arena_vprintf(w->arena, format, args);
    va_end(args);
    if (!nj_may_catch(w))
        return nj_fail(w, span, "%s: %s", names[exc], text);
    if (!w->dead)
        nj_raise_text(w, exc, span, text);
    return nj_val_error(w);
}

const char *nj_ty(NjWalk *w, const NjType *t)
{
    enum { MOST = 200 }; /* what holds itself has a type without end */
    const char *text = nj_type_str_of(w->arena, t);
    return strlen(text) <= MOST ? text : nj_arena_printf(w->arena, "%.*s...", MOST - 40, text);
}

const char *nj_py(NjWalk *w, const NjType *t)
{
    return nj_type_python_name(w->arena, t);
}

const NjName *nj_name(NjWalk *w, const char *text)
{
    return nj_intern_str(w->u->names, text);
}

NjVal nj_fail(NjWalk *w, NjSpan span, const char *format, ...)
{
    if (w->dead)
        return nj_val_error(w);
    NjSema *s = w->s;
    /* an error inside the prelude is shown at the user's call */
    uint32_t top = s->stack.n;
    while (top > 0 && span.source && span.source->is_prelude) {
        top--;
        span = s->call_spans.items[top];
    }
    va_list args;
    va_start(args, format);
    const char *text = nj_arena_vprintf(w->arena, format, args);
    va_end(args);
    nj_error(w->u, span, "%s", text);
    for (uint32_t i = top; i-- > 0;) {
        NjSpec *spec = s->stack.items[i];
        const char *types = "";
        for (uint32_t k = 0; k < spec->n; k++)
            types = nj_arena_printf(w->arena, "%s%s%s", types, k ? ", " : "",
                                    nj_ty(w, spec->args[k].type));
        if (!s->call_spans.items[i].source || s->call_spans.items[i].source->is_prelude)
            continue;
        nj_note(w->u, s->call_spans.items[i], "in '%s' called here with (%s)",
                spec->def->name->text, types);
    }
    return nj_val_error(w);
}
