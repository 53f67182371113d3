/* strings.c - methods of str and bytes: each is a function of the runtime (runtime/str_methods.h),
 * whose arguments are checked here. The receiver is a str for methods of str, bytes for those of
 * bytes. */
#include "compiler/funcs/std_internal.h"

#include <string.h>

static const NjType *text_type(const NjCall *c)
{
    return c->self.type;
}

/* ---- no arguments ---- */

#define TO_TEXT(name)                                                                              \
    NJ_HANDLER(str_##name)                                                                         \
    {                                                                                              \
        return nj_rtcall1(w, NJ_RT_str_##name, text_type(c), c->span, c->self);                    \
    }
TO_TEXT(upper)
TO_TEXT(lower)
TO_TEXT(title)
TO_TEXT(capitalize)
TO_TEXT(swapcase)
TO_TEXT(casefold)
#undef TO_TEXT

#define TO_BOOL(name)                                                                              \
    NJ_HANDLER(str_##name)                                                                         \
    {                                                                                              \
        return nj_rtcall1(w, NJ_RT_str_##name, nj_std_bool(w), c->span, c->self);                  \
    }
TO_BOOL(isalpha)
TO_BOOL(isalnum)
TO_BOOL(isdecimal)
TO_BOOL(isdigit)
TO_BOOL(isnumeric)
TO_BOOL(isspace)
TO_BOOL(isupper)
TO_BOOL(islower)
TO_BOOL(istitle)
TO_BOOL(isidentifier)
TO_BOOL(isprintable)
TO_BOOL(isascii)
#undef TO_BOOL

/* ---- stripping and padding ---- */

static NjVal strip(NjWalk *w, const NjCall *c, int64_t sides)
{
    NjVal which = nj_val_int(w, sides, c->span);
    if (nj_is_none(c->args[0]))
        return nj_rtcall2(w, NJ_RT_str_strip_space, text_type(c), c->span, c->self, which);
    return nj_rtcall3(w, NJ_RT_str_strip, text_type(c), c->span, c->self,
                      nj_want_text(w, c, c->args[0]), which);
}

NJ_HANDLER(str_lstrip)
{
    return strip(w, c, 1);
}

NJ_HANDLER(str_rstrip)
{
    return strip(w, c, 2);
}

NJ_HANDLER(str_strip)
{
    return strip(w, c, 3);
}

NJ_HANDLER(str_removeprefix)
{
    NjVal prefix = nj_want_text(w, c, c->args[0]);
    return nj_rtcall2(w, NJ_RT_str_removeprefix, text_type(c), c->span, c->self, prefix);
}

NJ_HANDLER(str_removesuffix)
{
    NjVal suffix = nj_want_text(w, c, c->args[0]);
    return nj_rtcall2(w, NJ_RT_str_removesuffix, text_type(c), c->span, c->self, suffix);
}

static NjVal pad(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal fill = c->args[1];
    if (nj_is_given(fill)) {
        fill = nj_want_text(w, c, fill);
    } else {
        fill = nj_text_val(w, " ", c->span);
        fill.type = text_type(c);
        fill.expr->type = fill.type;
    }
    return nj_rtcall3(w, id, text_type(c), c->span, c->self, nj_to_index(w, c->args[0], c->span),
                      fill);
}

NJ_HANDLER(str_ljust)
{
    return pad(w, c, NJ_RT_str_ljust);
}

NJ_HANDLER(str_rjust)
{
    return pad(w, c, NJ_RT_str_rjust);
}

NJ_HANDLER(str_center)
{
    return pad(w, c, NJ_RT_str_center);
}

NJ_HANDLER(str_zfill)
{
    NjVal width = nj_to_index(w, c->args[0], c->span);
    return nj_rtcall2(w, NJ_RT_str_zfill, text_type(c), c->span, c->self, width);
}

NJ_HANDLER(str_expandtabs)
{
    NjVal size = nj_to_index(w, c->args[0], c->span);
    return nj_rtcall2(w, NJ_RT_str_expandtabs, text_type(c), c->span, c->self, size);
}

/* ---- splitting ---- */

static NjVal split(NjWalk *w, const NjCall *c, NjRtId by_space, NjRtId by_text)
{
    const NjType *list = nj_type_list(w->types, text_type(c));
    NjVal max = nj_to_index(w, c->args[1], c->span);
    if (nj_is_none(c->args[0]))
        return nj_rtcall2(w, by_space, list, c->span, c->self, max);
    return nj_rtcall3(w, by_text, list, c->span, c->self, nj_want_text(w, c, c->args[0]), max);
}

NJ_HANDLER(str_split)
{
    return split(w, c, NJ_RT_str_split_space, NJ_RT_str_split);
}

NJ_HANDLER(str_rsplit)
{
    return split(w, c, NJ_RT_str_rsplit_space, NJ_RT_str_rsplit);
}

NJ_HANDLER(str_splitlines)
{
    const NjType *list = nj_type_list(w->types, text_type(c));
    return nj_rtcall2(w, NJ_RT_str_splitlines, list, c->span, c->self,
                      nj_want_bool(w, c->args[0], c->span));
}

static NjVal partition(NjWalk *w, const NjCall *c, NjRtId id)
{
    const NjType *parts[3] = {text_type(c), text_type(c), text_type(c)};
    NjVal separator = nj_want_text(w, c, c->args[0]);
    return nj_rtcall2(w, id, nj_type_tuple(w->types, parts, 3), c->span, c->self, separator);
}

NJ_HANDLER(str_partition)
{
    return partition(w, c, NJ_RT_str_partition);
}

NJ_HANDLER(str_rpartition)
{
    return partition(w, c, NJ_RT_str_rpartition);
}

/* ---- searching ---- */

/* id(self, what, start, end) */
static NjVal search(NjWalk *w, const NjCall *c, NjRtId id, const NjType *type, NjVal what)
{
    NjVal start = nj_int_or(w, c->args[1], 0, c->span),
          stop = nj_int_or(w, c->args[2], INT64_MAX, c->span);
    if (nj_is_error(what) || nj_is_error(start) || nj_is_error(stop))
        return nj_val_error(w);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    args[0] = nj_expr_of(w, c->self, c->span);
    args[1] = nj_expr_of(w, what, c->span);
    args[2] = nj_expr_of(w, start, c->span);
    args[3] = nj_expr_of(w, stop, c->span);
    return nj_rtcall(w, id, type, c->span, 4, args);
}

/* The needle; a byte may be given as an int. */
static NjVal needle(NjWalk *w, const NjCall *c)
{
    NjVal v = c->args[0];
    if (c->self.type->kind == NJ_T_BYTES && nj_type_is_integral(v.type)) {
        NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
        items[0] = nj_expr_of(w, nj_to_index(w, v, c->span), c->span);
        NjTirExpr *list =
            nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_type_list(w->types, nj_std_int(w)), c->span);
        list->as.new_list.items = items;
        list->as.new_list.n = 1;
        return nj_rtcall1(w, NJ_RT_bytes_of_list, c->self.type, c->span, nj_effect(w, list));
    }
    return nj_want_text(w, c, v);
}

NJ_HANDLER(str_find)
{
    return search(w, c, NJ_RT_str_find, nj_std_int(w), needle(w, c));
}

NJ_HANDLER(str_rfind)
{
    return search(w, c, NJ_RT_str_rfind, nj_std_int(w), needle(w, c));
}

NJ_HANDLER(str_index)
{
    return search(w, c, NJ_RT_str_index_of, nj_std_int(w), needle(w, c));
}

NJ_HANDLER(str_rindex)
{
    return search(w, c, NJ_RT_str_rindex_of, nj_std_int(w), needle(w, c));
}

NJ_HANDLER(str_count)
{
    return search(w, c, NJ_RT_str_count, nj_std_int(w), needle(w, c));
}

static NjVal affix(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    NjTypeKind kind = c->self.type->kind;
    bool ok = v.type->kind == kind || v.type->kind == NJ_T_ERROR;
    if (v.type->kind == NJ_T_TUPLE) {
        ok = true;
        for (uint32_t i = 0; i < v.type->n; i++)
            ok &= v.type->elems[i]->kind == kind;
    }
    if (v.type->kind == NJ_T_LIST) /* tuple(...) of run-time length */
        ok = v.type->frozen && v.type->elems[0]->kind == kind;
    if (!ok)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "%s first arg must be %s or a tuple of %s, not %s",
                         nj_func_row(c->id)->name, nj_ty(w, c->self.type), nj_ty(w, c->self.type),
                         nj_ty(w, v.type));
    return search(w, c, id, nj_std_bool(w), v);
}

NJ_HANDLER(str_startswith)
{
    return affix(w, c, NJ_RT_str_startswith);
}

NJ_HANDLER(str_endswith)
{
    return affix(w, c, NJ_RT_str_endswith);
}

NJ_HANDLER(str_replace)
{
    NjVal old = nj_want_text(w, c, c->args[0]), fresh = nj_want_text(w, c, c->args[1]);
    NjVal count = nj_to_index(w, c->args[2], c->span);
    if (nj_is_error(old) || nj_is_error(fresh) || nj_is_error(count))
        return nj_val_error(w);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 4);
    args[0] = nj_expr_of(w, c->self, c->span);
    args[1] = nj_expr_of(w, old, c->span);
    args[2] = nj_expr_of(w, fresh, c->span);
    args[3] = nj_expr_of(w, count, c->span);
    return nj_rtcall(w, NJ_RT_str_replace, text_type(c), c->span, 4, args);
}

/* ---- join and format ---- */

static bool is_text_tuple(const NjType *t, NjTypeKind kind)
{
    bool ok = t->kind == NJ_T_TUPLE;
    for (uint32_t i = 0; ok && i < t->n; i++)
        ok = t->elems[i]->kind == kind;
    return ok;
}

NJ_HANDLER(str_join)
{
    NjTypeKind kind = c->self.type->kind;
    NjVal self = c->self, v = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind != NJ_T_LIST && !is_text_tuple(v.type, kind)) {
        if (v.type->kind == NJ_T_SCALAR || v.type->kind == NJ_T_NONE)
            return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "can only join an iterable");
        v = nj_list_of(w, v, c->span);
        if (nj_is_error(v))
            return v;
    }
    if (v.type->kind == NJ_T_LIST) {
        const NjType *elem = v.type->elems[0];
        if (elem->kind == NJ_T_NEVER) /* nothing was ever put in */
            return nj_rtcall2(w, NJ_RT_str_repeat, self.type, c->span, self,
                              nj_val_int(w, 0, c->span));
        if (elem->kind != kind)
            return nj_raises(
                w, c->span, NPRT_EXC_TYPE_ERROR, "sequence item 0: expected %s, %s found",
                kind == NJ_T_STR ? "str instance" : "a bytes-like object", nj_ty(w, elem));
    }
    return nj_rtcall2(w, NJ_RT_str_join, self.type, c->span, self, v);
}

/* What a replacement field can show: integers of any size as their text. */
static NjVal format_arg(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_BIGINT)
        return nj_to_str(w, v, span);
    return v.type->kind == NJ_T_ARRAY || v.type->kind == NJ_T_OBJECT ? nj_spill(w, v) : v;
}

static NjVal format_with(NjWalk *w, const NjCall *c, NjVal keywords)
{
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    for (uint32_t i = 0; i < c->n_rest; i++)
        items[i] = format_arg(w, c->rest[i], c->span);
    NjVal positional = nj_val_tuple(w, items, c->n_rest, c->span);
    return nj_rtcall3(w, NJ_RT_str_format, nj_type_str(w->types), c->span, c->self, positional,
                      keywords);
}

NJ_HANDLER(str_format)
{
    NjVal *vals = NJ_NEW_ARRAY(w->arena, NjVal, c->n_kw + 1);
    for (uint32_t i = 0; i < c->n_kw; i++)
        vals[i] = format_arg(w, c->kw_vals[i], c->span);
    return format_with(w, c, nj_keyword_tuple(w, c->kw_names, vals, c->n_kw, c->span));
}

NJ_HANDLER(str_format_map)
{
    NjVal map = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(map))
        return map;
    if (map.type->kind != NJ_T_DICT && !map.type->names)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "format_map() argument must be a dict, not %s", nj_ty(w, map.type));
    return format_with(w, c, map);
}

/* ---- translation and encoding ---- */

NJ_HANDLER(str_translate)
{
    NjVal table = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(table))
        return table;
    if (table.type->kind != NJ_T_DICT)
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "translate() needs a dict from str.maketrans(), not %s",
                         nj_ty(w, table.type));
    return nj_rtcall2(w, NJ_RT_str_translate, text_type(c), c->span, c->self, table);
}

NJ_HANDLER(str_maketrans)
{
    NjVal args[3] = {c->args[0], c->args[1], c->args[2]};
    if (!nj_is_given(args[1])) {
        NjVal items = nj_unwrap(w, args[0], c->span);
        if (nj_is_error(items) || items.type->kind == NJ_T_DICT)
            return nj_call_prelude(w, "builtins", "maketrans_dict", args, 1, c->span);
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR,
                         "if you give only one argument to maketrans it must be a dict");
    }
    uint32_t n = nj_is_given(args[2]) ? 3 : 2;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_want_str(w, c, args[i]);
        if (nj_is_error(args[i]))
            return args[i];
    }
    return nj_call_prelude(w, "builtins", n == 3 ? "maketrans_without" : "maketrans", args, n,
                           c->span);
}

NJ_HANDLER(str_encode)
{
    NjVal encoding = nj_want_str(w, c, c->args[0]);
    return nj_rtcall2(w, NJ_RT_str_encode, nj_type_bytes(w->types), c->span, c->self, encoding);
}

NJ_HANDLER(bytes_decode)
{
    NjVal encoding = nj_want_str(w, c, c->args[0]);
    return nj_rtcall2(w, NJ_RT_bytes_decode, nj_type_str(w->types), c->span, c->self, encoding);
}

NJ_HANDLER(bytes_hex)
{
    return nj_rtcall1(w, NJ_RT_bytes_hex, nj_type_str(w->types), c->span, c->self);
}

NJ_HANDLER(bytes_fromhex)
{
    return nj_rtcall1(w, NJ_RT_bytes_fromhex, nj_type_bytes(w->types), c->span,
                      nj_want_str(w, c, c->args[0]));
}
