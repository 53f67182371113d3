/* np_print.c - NumPy's print options and functions that make text of arrays and numbers.
 *
 * Options live in the runtime. A formatter= is a function of the program: it is known only while
 * the code in its scope is walked (np.set_printoptions: what follows; np.printoptions: the body of
 * the with statement), and arrays printed there become text through prelude/np_text.py. */
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
            nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "this print option must be a str");
        return;
    }
    if (nj_type_is_float(v.type) && nj_known_float(v, &x) && isinf(x))
        v = nj_val_int(w, INT64_MAX, span);
    v = nj_to_index(w, v, span);
    nj_rtcall2(w, NJ_RT_printoptions_set_int, none_type(w), span, which, v);
}

/* ---- formatters ---- */

enum { FORMAT_BOOL, FORMAT_INT, FORMAT_FLOAT, FORMAT_COMPLEX, N_FORMATS };

/* Functions by kind of element; type NULL: none. */
typedef struct NjPrintFormat {
    struct NjPrintFormat *outer;
    NjVal fns[N_FORMATS];
} NjPrintFormat;

/* Keys of the dict formatter=, in the order in which they override one another. */
static const struct {
    const char *key;
    unsigned kinds; /* bits */
} format_keys[] = {{"all", 15}, {"int_kind", 2}, {"float_kind", 4}, {"complex_kind", 8},
                   {"bool", 1}, {"int", 2},      {"float", 4},      {"complexfloat", 8}};

enum { N_FORMAT_KEYS = sizeof format_keys / sizeof format_keys[0] };

/* The dict display given as formatter= in the call: its functions. False when it is written
 * otherwise. */
static bool read_formatter(NjWalk *w, const NjCall *c, NjPrintFormat *out)
{
    const NjExpr *dict = NULL;
    for (uint32_t i = 0; c->node && i < c->node->as.call.keywords.n; i++) {
        const NjKeyword *k = c->node->as.call.keywords.items[i];
        if (k->name && strcmp(k->name->text, "formatter") == 0)
            dict = k->value;
    }
    if (!dict || dict->kind != NJ_EXPR_DICT) {
        nj_fail(w, c->span, "formatter= must be a dict display");
        return false;
    }
    for (unsigned f = 0; f < N_FORMAT_KEYS; f++)
        for (uint32_t i = 0; i < dict->as.dict.values.n; i++) {
            const NjExpr *key = dict->as.dict.keys.items[i];
            if (!key || key->kind != NJ_EXPR_CONSTANT || key->as.constant.kind != NJ_CONST_STR ||
                strcmp(key->as.constant.as.string.text, format_keys[f].key) != 0)
                continue;
            NjVal fn = nj_walk_expr(w, dict->as.dict.values.items[i]);
            if (nj_is_error(fn))
                return false;
            for (unsigned k = 0; k < N_FORMATS; k++)
                if (format_keys[f].kinds >> k & 1)
                    out->fns[k] = fn;
        }
    return true;
}

static const NjVal *formatter_of(const NjPrintFormat *f, NjVal v)
{
    if (!f || v.type->kind != NJ_T_ARRAY || v.type->ndim == 0)
        return NULL;
    NprtDtype d = v.type->dtype;
    unsigned kind = d == NPRT_BOOL         ? FORMAT_BOOL
                    : nj_dtype_is_int(d)   ? FORMAT_INT
                    : nj_dtype_is_float(d) ? FORMAT_FLOAT
                                           : FORMAT_COMPLEX;
    return f->fns[kind].type ? &f->fns[kind] : NULL;
}

bool nj_has_formatter(NjWalk *w, NjVal v)
{
    return formatter_of(w->print_format, v) != NULL;
}

static NjVal formatted(NjWalk *w, NjVal a, NjVal fn, NjVal separator, NjVal prefix, NjVal suffix,
                       NjSpan span)
{
    NjVal args[5] = {a, fn, separator, prefix, suffix};
    return nj_call_prelude(w, "np_text", "format_array", args, 5, span);
}

NjVal nj_formatted_text(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal none = nj_val_str(w, "", 0, span);
    return formatted(w, v, *formatter_of(w->print_format, v), nj_val_str(w, " ", 1, span), none,
                     none, span);
}

/* ---- options ---- */

NJ_HANDLER(np_set_printoptions)
{
    /* "precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, formatter, sign,
     * floatmode" */
    static const char *const names[] = {"precision", "threshold", "edgeitems", "linewidth",
                                        "suppress",  "nanstr",    "infstr",    NULL,
                                        "sign",      "floatmode"};
    NjPrintFormat *f = NJ_NEW(w->arena, NjPrintFormat);
    if (nj_np_given(c->args[7]) && !read_formatter(w, c, f))
        return nj_val_error(w);
    f->outer = w->print_format ? w->print_format->outer : NULL;
    w->print_format = f;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        for (unsigned k = 0; k < N_OPTIONS && names[i]; k++)
            if (strcmp(options[k].name, names[i]) == 0)
                set_option(w, options[k].id, c->args[i], c->span);
    return nj_val_none(w, c->span);
}

static const char *const format_fields[N_FORMATS] = {"format bool", "format int", "format float",
                                                     "format complex"};

/* A value for nj_printoptions_enter: the options that were given, as a namedtuple. */
NJ_HANDLER(np_printoptions)
{
    NjVal vals[N_OPTIONS + N_FORMATS];
    const NjName *names[N_OPTIONS + N_FORMATS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_kw; i++) {
        bool found = false;
        if (strcmp(c->kw_names[i]->text, "formatter") == 0) {
            NjPrintFormat f = {NULL, {{NULL, NULL, NULL}}};
            if (nj_is_none(c->kw_vals[i]))
                continue;
            if (!read_formatter(w, c, &f))
                return nj_val_error(w);
            for (unsigned k = 0; k < N_FORMATS; k++) {
                if (!f.fns[k].type)
                    continue;
                names[n] = nj_name(w, format_fields[k]);
                vals[n++] = f.fns[k];
            }
            continue;
        }
        for (unsigned k = 0; k < N_OPTIONS; k++)
            found |= strcmp(options[k].name, c->kw_names[i]->text) == 0;
        if (!found && strcmp(c->kw_names[i]->text, "legacy") != 0)
            return nj_fail(w, c->span, "%s= of print options is not supported",
                           c->kw_names[i]->text);
        if (!found || n >= N_OPTIONS)
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
    NjPrintFormat *f = NJ_NEW(w->arena, NjPrintFormat);
    if (w->print_format)
        *f = *w->print_format;
    f->outer = w->print_format;
    w->print_format = f;
    for (uint32_t i = 0; i < t->n; i++)
        for (unsigned k = 0; k < N_FORMATS; k++)
            if (strcmp(format_fields[k], t->names[i]->text) == 0)
                f->fns[k] = nj_tuple_item(w, ctx, i, span);
    for (uint32_t i = 0; i < t->n; i++)
        for (unsigned k = 0; k < N_OPTIONS; k++)
            if (strcmp(options[k].name, t->names[i]->text) == 0)
                set_option(w, options[k].id, nj_tuple_item(w, ctx, i, span), span);
    return true;
}

static void restore_options(NjWalk *w, NjSpan span)
{
    nj_rtcall(w, NJ_RT_printoptions_restore, none_type(w), span, 0, NULL);
}

void nj_printoptions_exit(NjWalk *w, NjSpan span)
{
    if (w->print_format)
        w->print_format = w->print_format->outer;
    restore_options(w, span);
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
    NjPrintFormat f = {NULL, {{NULL, NULL, NULL}}};
    if (nj_np_given(c->args[6]) && !read_formatter(w, c, &f))
        return nj_val_error(w);
    const NjVal *fn = formatter_of(&f, a);
    nj_rtcall(w, NJ_RT_printoptions_save, none_type(w), c->span, 0, NULL);
    with_option(w, "linewidth", c->args[1], c->span);
    with_option(w, "precision", c->args[2], c->span);
    with_option(w, "suppress", c->args[3], c->span);
    with_option(w, "threshold", c->args[7], c->span);
    with_option(w, "edgeitems", c->args[8], c->span);
    with_option(w, "sign", c->args[9], c->span);
    with_option(w, "floatmode", c->args[10], c->span);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    NjVal vals[4] = {a, c->args[4], c->args[5], c->args[11]}, text;
    for (int i = 0; i < 4; i++)
        args[i] = nj_expr_of(w, vals[i], c->span);
    if (fn)
        text = formatted(w, a, *fn, vals[1], vals[2], vals[3], c->span);
    else
        text = nj_rtcall(w, NJ_RT_array2string, nj_type_str(w->types), c->span, 4, args);
    restore_options(w, c->span);
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
    NjVal text =
        nj_rtcall1(w, repr ? NJ_RT_repr_of : NJ_RT_str_of, nj_type_str(w->types), c->span, a);
    restore_options(w, c->span);
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

static NjVal float_text(NjWalk *w, NjRtId id, NjVal x, NjVal trim, const NjVal *args, unsigned n,
                        NjSpan span)
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
    NjVal args[7] = {c->args[1], c->args[2], c->args[3], c->args[5],
                     c->args[6], c->args[7], c->args[8]};
    return float_text(w, NJ_RT_format_positional, c->args[0], c->args[4], args, 7, c->span);
}

NJ_HANDLER(np_format_scientific)
{
    /* x, precision, unique, trim, sign, pad_left, exp_digits, min_digits */
    NjVal args[6] = {c->args[1], c->args[2], c->args[4], c->args[5], c->args[6], c->args[7]};
    return float_text(w, NJ_RT_format_scientific, c->args[0], c->args[3], args, 6, c->span);
}
