/* np_print.c - NumPy's print options and functions that make text of arrays and numbers. */
#include "compiler/funcs/np_internal.h"
#include "runtime/print_array.h"

#include <math.h>
#include <string.h>

static const struct Option {
    const char *name;
    NprtPrintOption id;
} options[] = {
    {"precision", NPRT_PRINTOPT_PRECISION}, {"threshold", NPRT_PRINTOPT_THRESHOLD},
    {"edgeitems", NPRT_PRINTOPT_EDGEITEMS}, {"linewidth", NPRT_PRINTOPT_LINEWIDTH},
    {"suppress", NPRT_PRINTOPT_SUPPRESS},   {"sign", NPRT_PRINTOPT_SIGN},
    {"floatmode", NPRT_PRINTOPT_FLOATMODE}, {"nanstr", NPRT_PRINTOPT_NANSTR},
    {"infstr", NPRT_PRINTOPT_INFSTR},
};

enum { N_OPTIONS = sizeof options / sizeof options[0] };

static const NjType *none_type(NjWalk *w)
{
    return nj_type_none(w->types);
}

static void set_option(NjWalk *w, NprtPrintOption id, NjVal v, NjSpan span)
{
    double x;
    if (!nj_np_given(v) || nj_is_error(v))
        return;
    NjVal which = nj_val_int(w, id, span);
    if (id >= NPRT_PRINTOPT_SIGN) {
        if (v.type->kind == NJ_T_STR)
            nj_rtcall2(w, NJ_RT_printoptions_set_text, none_type(w), span, which, v);
        else
            nj_fail(w, span, "TypeError: this print option must be a str");
        return;
    }
    if (nj_type_is_float(v.type) && nj_known_float(v, &x) && isinf(x))
        v = nj_val_int(w, INT64_MAX, span);
    v = nj_to_index(w, v, span);
    nj_rtcall2(w, NJ_RT_printoptions_set_int, none_type(w), span, which, v);
}

/* Options given as keywords of a row: args[first + i] is options[order[i]]. */
NJ_HANDLER(np_set_printoptions)
{
    /* "precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, formatter, sign, floatmode" */
    static const char *const names[] = {"precision", "threshold", "edgeitems", "linewidth", "suppress",
                                        "nanstr",    "infstr",    NULL,        "sign",      "floatmode"};
    if (nj_np_given(c->args[7]))
        return nj_fail(w, c->span, "formatter= of print options is not supported: format the elements instead");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        for (unsigned k = 0; k < N_OPTIONS && names[i]; k++)
            if (strcmp(options[k].name, names[i]) == 0)
                set_option(w, options[k].id, c->args[i], c->span);
    return nj_val_none(w, c->span);
}

/* A value for nj_printoptions_enter: the options that were given, as a namedtuple. */
NJ_HANDLER(np_printoptions)
{
    NjVal vals[N_OPTIONS];
    const NjName *names[N_OPTIONS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_kw; i++) {
        bool found = false;
        for (unsigned k = 0; k < N_OPTIONS; k++)
            found |= strcmp(options[k].name, c->kw_names[i]->text) == 0;
        if (!found && strcmp(c->kw_names[i]->text, "legacy") != 0)
            return nj_fail(w, c->span, "%s= of print options is not supported", c->kw_names[i]->text);
        if (!found || n == N_OPTIONS)
            continue;
        names[n] = c->kw_names[i];
        vals[n++] = c->kw_vals[i];
    }
    NjVal v = nj_val_tuple(w, vals, n, c->span);
    if (nj_is_error(v))
        return v;
    v.type = nj_type_namedtuple(w->types, nj_name(w, "printoptions"), names, v.type->elems, n);
    v.expr->type = v.type;
    return v;
}

bool nj_printoptions_enter(NjWalk *w, NjVal ctx, NjSpan span)
{
    const NjType *t = ctx.type;
    if (t->kind != NJ_T_TUPLE || !t->name || strcmp(t->name->text, "printoptions") != 0)
        return false;
    nj_rtcall(w, NJ_RT_printoptions_save, none_type(w), span, 0, NULL);
    for (uint32_t i = 0; i < t->n; i++)
        for (unsigned k = 0; k < N_OPTIONS; k++)
            if (strcmp(options[k].name, t->names[i]->text) == 0)
                set_option(w, options[k].id, nj_tuple_item(w, ctx, i, span), span);
    return true;
}

void nj_printoptions_exit(NjWalk *w, NjSpan span)
{
    nj_rtcall(w, NJ_RT_printoptions_restore, none_type(w), span, 0, NULL);
}

/* Texts are not read back: they are what NumPy starts with. */
NJ_HANDLER(np_get_printoptions)
{
    const NjName *names[5];
    NjVal vals[5];
    for (unsigned i = 0; i < 5; i++) {
        names[i] = nj_name(w, options[i].name);
        vals[i] = nj_rtcall1(w, NJ_RT_printoptions_get_int, nj_type_pyint(w->types), c->span,
                             nj_val_int(w, options[i].id, c->span));
        if (options[i].id == NPRT_PRINTOPT_SUPPRESS)
            vals[i] = nj_to_dtype(w, vals[i], NPRT_BOOL, true, c->span);
    }
    return nj_keyword_tuple(w, names, vals, 5, c->span);
}

/* ---- arrays ---- */

static void with_option(NjWalk *w, const char *name, NjVal v, NjSpan span)
{
    for (unsigned k = 0; k < N_OPTIONS; k++)
        if (strcmp(options[k].name, name) == 0)
            set_option(w, options[k].id, v, span);
}

NJ_HANDLER(np_array2string)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(a))
        return a;
    if (nj_np_given(c->args[6]))
        return nj_fail(w, c->span, "formatter= of array2string() is not supported: format the elements instead");
    nj_rtcall(w, NJ_RT_printoptions_save, none_type(w), c->span, 0, NULL);
    with_option(w, "linewidth", c->args[1], c->span);
    with_option(w, "precision", c->args[2], c->span);
    with_option(w, "suppress", c->args[3], c->span);
    with_option(w, "threshold", c->args[7], c->span);
    with_option(w, "edgeitems", c->args[8], c->span);
    with_option(w, "sign", c->args[9], c->span);
    with_option(w, "floatmode", c->args[10], c->span);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjVal vals[4] = {a, c->args[4], c->args[5], c->args[11]};
    for (int i = 0; i < 4; i++)
        args[i] = nj_expr_of(w, vals[i], c->span);
    NjVal text = nj_rtcall(w, NJ_RT_array2string, nj_type_str(w->types), c->span, 4, args);
    nj_printoptions_exit(w, c->span);
    return text;
}

static NjVal array_text(NjWalk *w, const NjCall *c, bool repr)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(a))
        return a;
    nj_rtcall(w, NJ_RT_printoptions_save, none_type(w), c->span, 0, NULL);
    with_option(w, "linewidth", c->args[1], c->span);
    with_option(w, "precision", c->args[2], c->span);
    with_option(w, "suppress", c->args[3], c->span);
    NjVal text = nj_rtcall1(w, repr ? NJ_RT_repr_of : NJ_RT_str_of, nj_type_str(w->types), c->span, a);
    nj_printoptions_exit(w, c->span);
    return text;
}

NJ_HANDLER(np_array_repr)
{
    return array_text(w, c, true);
}

NJ_HANDLER(np_array_str)
{
    return array_text(w, c, false);
}

/* ---- numbers ---- */

/* None as -1, bools as 0 and 1. */
static NjVal int_options(NjWalk *w, const NjVal *args, unsigned n, NjSpan span)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, n);
    for (unsigned i = 0; i < n; i++)
        items[i] = nj_np_given(args[i]) ? nj_to_index(w, args[i], span) : nj_val_int(w, -1, span);
    return nj_val_tuple(w, items, n, span);
}

static NjVal float_text(NjWalk *w, NjRtId id, NjVal x, NjVal trim, const NjVal *args, unsigned n, NjSpan span)
{
    x = nj_as_array(w, x, span);
    if (nj_is_error(x))
        return x;
    if (!nj_dtype_is_float(x.type->dtype))
        x = nj_to_dtype(w, x, NPRT_F64, false, span);
    if (x.type->kind == NJ_T_ARRAY)
        x = nj_single_element(w, x, span);
    return nj_rtcall3(w, id, nj_type_str(w->types), span, x, trim, int_options(w, args, n, span));
}

NJ_HANDLER(np_format_positional)
{
    /* x, precision, unique, fractional, trim, sign, pad_left, pad_right, min_digits */
    NjVal args[7] = {c->args[1], c->args[2], c->args[3], c->args[5], c->args[6], c->args[7], c->args[8]};
    return float_text(w, NJ_RT_format_positional, c->args[0], c->args[4], args, 7, c->span);
}

NJ_HANDLER(np_format_scientific)
{
    /* x, precision, unique, trim, sign, pad_left, exp_digits, min_digits */
    NjVal args[6] = {c->args[1], c->args[2], c->args[4], c->args[5], c->args[6], c->args[7]};
    return float_text(w, NJ_RT_format_scientific, c->args[0], c->args[3], args, 6, c->span);
}
