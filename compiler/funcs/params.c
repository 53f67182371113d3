/* params.c - see params.h. The parameter text is short, so it is read anew at each call. */
#include "compiler/funcs/params.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARAMS = 32 };

typedef struct Param {
    const char *name;
    uint32_t len;
    const char *value; /* text of the default; NULL: required; "" may be left out */
    uint32_t value_len;
    bool keyword_only, positional_only;
} Param;

typedef struct Params {
    Param items[MAX_PARAMS];
    uint32_t n;
    bool star, star_star;
} Params;

static const char *skip(const char *p)
{
    while (*p == ' ' || *p == ',')
        p++;
    return p;
}

static uint32_t name_len(const char *p)
{
    uint32_t n = 0;
    while ((p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z') || p[n] == '_' ||
           (p[n] >= '0' && p[n] <= '9'))
        n++;
    return n;
}

static void parse_params(const char *p, Params *out)
{
    bool keyword_only = false;
    memset(out, 0, sizeof *out);
    for (p = skip(p); *p; p = skip(p)) {
        if (p[0] == '*' && p[1] == '*') {
            out->star_star = true;
            p += 2 + name_len(p + 2);
            continue;
        }
        if (*p == '*') {
            out->star = name_len(p + 1) > 0;
            keyword_only = true;
            p += 1 + name_len(p + 1);
            continue;
        }
        if (*p == '/') {
            for (uint32_t i = 0; i < out->n; i++)
                out->items[i].positional_only = true;
            p++;
            continue;
        }
        Param *param = &out->items[out->n++];
        param->name = p;
        param->len = name_len(p);
        param->keyword_only = keyword_only;
        p += param->len;
        if (*p != '=')
            continue;
        param->value = ++p;
        while (*p && *p != ',')
            p++;
        param->value_len = (uint32_t)(p - param->value);
    }
}

static NjVal default_value(NjWalk *w, const Param *p, NjSpan span)
{
    char text[64];
    if (p->value_len == 0)
        return (NjVal){0};
    uint32_t n = p->value_len < sizeof text - 1 ? p->value_len : (uint32_t)sizeof text - 1;
    memcpy(text, p->value, n);
    text[n] = 0;
    if (strcmp(text, "None") == 0)
        return nj_val_none(w, span);
    if (strcmp(text, "True") == 0 || strcmp(text, "False") == 0)
        return nj_val_bool(w, text[0] == 'T', span);
    if (text[0] == '\'') {
        char *copy = nj_arena_strndup(w->arena, text + 1, n - 2);
        return nj_val_str(w, copy, n - 2, span);
    }
    if (strpbrk(text, ".einf"))
        return nj_val_float(w, strtod(text, NULL), span);
    return nj_val_int(w, strtoll(text, NULL, 10), span);
}

static const char *row_title(NjWalk *w, const NjFuncRow *row)
{
    size_t n = strlen(row->name);
    if (row->name[0] == '<') /* what no program can name */
        return nj_arena_printf(w->arena, "%.*s", (int)n - 2, row->name + 1);
    if (row->module && strcmp(row->module, "builtins") != 0)
        return nj_arena_printf(w->arena, "%s.%s", row->module, row->name);
    return row->name;
}

static int32_t find_param(const Params *ps, const NjName *name)
{
    for (uint32_t i = 0; i < ps->n; i++)
        if (ps->items[i].len == name->len && memcmp(ps->items[i].name, name->text, name->len) == 0 &&
            !ps->items[i].positional_only)
            return (int32_t)i;
    return -1;
}

static uint32_t positional_count(const Params *ps)
{
    uint32_t n = 0;
    while (n < ps->n && !ps->items[n].keyword_only)
        n++;
    return n;
}

static bool take_positional(NjWalk *w, const NjFuncRow *row, const Params *ps, const NjVal *args,
                            const NjSpan *spans, uint32_t n, NjCall *out)
{
    uint32_t room = positional_count(ps);
    for (uint32_t i = 0; i < n; i++) {
        if (i < room) {
            out->args[i] = args[i];
            out->spans[i] = spans[i];
        } else if (ps->star) {
            out->rest[out->n_rest] = args[i];
            out->rest_spans[out->n_rest++] = spans[i];
        } else {
            const char *limit = room == 0 ? "no arguments"
                                : room == 1 && ps->n == 1 && !ps->items[0].value
                                    ? "exactly one argument"
                                    : nj_arena_printf(w->arena, "at most %u argument%s", room,
                                                      room == 1 ? "" : "s");
            nj_raises(w, out->span, NPRT_EXC_TYPE_ERROR, "%s() takes %s (%u given)",
                      row_title(w, row), limit, n);
            return false;
        }
    }
    return true;
}

bool nj_params_match(NjWalk *w, const NjFuncRow *row, const NjVal *args, const NjSpan *spans, uint32_t n,
                     const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjCall *out)
{
    Params ps;
    parse_params(row->params ? row->params : "", &ps);
    out->n = ps.n;
    out->args = NJ_NEW_ARRAY(w->arena, NjVal, ps.n + 1);
    out->spans = NJ_NEW_ARRAY(w->arena, NjSpan, ps.n + 1);
    if (ps.star) {
        out->rest = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
        out->rest_spans = NJ_NEW_ARRAY(w->arena, NjSpan, n + 1);
    }
    if (!take_positional(w, row, &ps, args, spans, n, out))
        return false;
    out->kw_names = NJ_NEW_ARRAY(w->arena, const NjName *, n_kw + 1);
    out->kw_vals = NJ_NEW_ARRAY(w->arena, NjVal, n_kw + 1);
    for (uint32_t k = 0; k < n_kw; k++) {
        int32_t at = find_param(&ps, kw_names[k]);
        if (at >= 0 && out->args[at].type) {
            nj_raises(w, out->span, NPRT_EXC_TYPE_ERROR, "%s() got multiple values for argument '%s'",
                      row_title(w, row), kw_names[k]->text);
            return false;
        }
        if (at >= 0) {
            out->args[at] = kw_vals[k];
            out->spans[at] = out->span;
        } else if (ps.star_star) {
            out->kw_names[out->n_kw] = kw_names[k];
            out->kw_vals[out->n_kw++] = kw_vals[k];
        } else {
            nj_raises(w, out->span, NPRT_EXC_TYPE_ERROR,
                      "%s() got an unexpected keyword argument '%s'", row_title(w, row),
                      kw_names[k]->text);
            return false;
        }
    }
    for (uint32_t i = 0; i < ps.n; i++) {
        if (out->args[i].type)
            continue;
        if (!ps.items[i].value) {
            nj_raises(w, out->span, NPRT_EXC_TYPE_ERROR,
                      "%s() missing required argument '%.*s' (pos %u)", row_title(w, row),
                      (int)ps.items[i].len, ps.items[i].name, i + 1);
            return false;
        }
        out->args[i] = default_value(w, &ps.items[i], out->span);
        out->spans[i] = out->span;
    }
    return true;
}
