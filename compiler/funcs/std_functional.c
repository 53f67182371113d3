/* std_functional.c - the modules functools, operator, copy, heapq, bisect, statistics and string.
 *
 * Functions that give functions (partial, itemgetter, cache) are closures of the prelude: the inner
 * function of a prelude function, with its captures filled in here, so that what is known of them
 * stays known. */
#include "compiler/funcs/iterables.h"
#include "compiler/funcs/std_internal.h"

#include <string.h>

/* ---- closures ---- */

typedef struct Capture {
    const char *name;
    NjVal value;
} Capture;

/* The function defined inside `outer` (prelude/std_functional.py). */
static NjFuncDef *inner_function(NjWalk *w, const char *outer, NjSpan span)
{
    const NjFuncDef *def = nj_prelude_function(w, "std_functional", outer, span).type->func;
    for (uint32_t i = 0; i < def->body.n; i++)
        if (def->body.items[i]->kind == NJ_STMT_FUNCTION_DEF)
            return nj_func_of(def->module, def->body.items[i]);
    nj_unit_internal_error(w->u, __FILE__, __LINE__, outer);
}

static NjVal closure(NjWalk *w, const char *outer, const Capture *captures, uint32_t n, NjSpan span)
{
    NjFuncDef *def = inner_function(w, outer, span);
    const NjType **types = NJ_NEW_ARRAY(w->arena, const NjType *, def->n_free + 1);
    NjTirExpr **exprs = NJ_NEW_ARRAY(w->arena, NjTirExpr *, def->n_free + 1);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, def->n_free + 1);
    known->n = def->n_free;
    for (uint32_t i = 0; i < def->n_free; i++) {
        const Capture *found = NULL;
        for (uint32_t k = 0; k < n; k++)
            if (strcmp(captures[k].name, def->free_names[i]->text) == 0)
                found = &captures[k];
        NJ_ASSERT(w->u, found != NULL);
        if (nj_is_error(found->value))
            return found->value;
        types[i] = found->value.type;
        exprs[i] = nj_expr_of(w, found->value, span);
        known->items[i] = found->value.known;
    }
    const NjType *type = nj_type_func(w->types, def, types, def->n_free);
    if (type->is_unit)
        return (NjVal){type, nj_tir_unit(w->arena, type, span), known};
    return nj_spill(w,
                    (NjVal){type, nj_tir_tuple(w->arena, type, exprs, def->n_free, span), known});
}

/* ---- functools ---- */

NJ_HANDLER(functools_reduce)
{
    NjVal args[3] = {c->args[0], nj_unwrap(w, c->args[1], c->span), c->args[2]};
    bool has_start = nj_is_given(args[2]);
    return nj_call_prelude(w, "std_functional", has_start ? "reduce_from" : "reduce", args,
                           has_start ? 3 : 2, c->span);
}

NJ_HANDLER(functools_partial)
{
    Capture captures[3] = {
        {"function", c->args[0]},
        {"args", nj_spill_deep(w, nj_val_tuple(w, c->rest, c->n_rest, c->span))},
        {"keywords",
         nj_spill_deep(w, nj_keyword_tuple(w, c->kw_names, c->kw_vals, c->n_kw, c->span))}};
    return closure(w, "partial", captures, 3, c->span);
}

/* cache(function): results are kept in a dict by the tuple of arguments. */
NJ_HANDLER(functools_cache)
{
    Capture captures[2] = {{"function", c->args[0]},
                           {"memo", nj_new_dict_site(w, nj_call_site(c), c->span)}};
    return closure(w, "cache", captures, 2, c->span);
}

/* @lru_cache and @lru_cache(maxsize=...): the size is no limit here. */
NJ_HANDLER(functools_lru_cache)
{
    int32_t row = nj_func_find("functools", "cache");
    if (c->args[0].type->kind == NJ_T_FUNC || c->args[0].type->kind == NJ_T_BUILTIN)
        return nj_call_row(w, row, (NjVal){0}, c->args, 1, c->span);
    return nj_val_unit(w, nj_type_builtin(w->types, row), c->span);
}

/* f.cache_clear() of a cached function: empties its dict. */
NJ_HANDLER(cache_clear)
{
    const NjFuncDef *def = c->self.type->func;
    if (def != inner_function(w, "cache", c->span))
        return nj_raises(w, c->span, NPRT_EXC_ATTRIBUTE_ERROR,
                         "'function' object has no attribute 'cache_clear'");
    for (uint32_t i = 0; i < def->n_free; i++)
        if (strcmp(def->free_names[i]->text, "memo") == 0) {
            NjVal memo = nj_tuple_item(w, c->self, i, c->span);
            return nj_rtcall1(w, NJ_RT_dict_clear, nj_std_none(w), c->span, memo);
        }
    return nj_val_none(w, c->span);
}

/* @wraps(f): the function it is applied to stays as it is. */
NJ_HANDLER(functools_wraps)
{
    return nj_val_unit(w, nj_type_builtin(w->types, nj_func_find("builtins", "staticmethod")),
                       c->span);
}

/* ---- operator ---- */

static const struct {
    const char *name;
    NjBinOp op;
} binary_ops[] = {
    {"add", NJ_BINOP_ADD},        {"sub", NJ_BINOP_SUB},           {"mul", NJ_BINOP_MULT},
    {"truediv", NJ_BINOP_DIV},    {"floordiv", NJ_BINOP_FLOORDIV}, {"mod", NJ_BINOP_MOD},
    {"pow", NJ_BINOP_POW},        {"and_", NJ_BINOP_BITAND},       {"or_", NJ_BINOP_BITOR},
    {"xor", NJ_BINOP_BITXOR},     {"lshift", NJ_BINOP_LSHIFT},     {"rshift", NJ_BINOP_RSHIFT},
    {"matmul", NJ_BINOP_MATMULT}, {"concat", NJ_BINOP_ADD},        {"iadd", NJ_BINOP_ADD},
    {"isub", NJ_BINOP_SUB},       {"imul", NJ_BINOP_MULT}};

NJ_HANDLER(operator_binary)
{
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof binary_ops / sizeof *binary_ops; i++)
        if (strcmp(binary_ops[i].name, name) == 0)
            return nj_binary(w, binary_ops[i].op, c->args[0], c->args[1], c->span);
    return nj_val_error(w);
}

static const struct {
    const char *name;
    NjCmpOp op;
} compare_ops[] = {{"lt", NJ_CMPOP_LT},     {"le", NJ_CMPOP_LT_E},      {"eq", NJ_CMPOP_EQ},
                   {"ne", NJ_CMPOP_NOT_EQ}, {"gt", NJ_CMPOP_GT},        {"ge", NJ_CMPOP_GT_E},
                   {"is_", NJ_CMPOP_IS},    {"is_not", NJ_CMPOP_IS_NOT}};

NJ_HANDLER(operator_compare)
{
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof compare_ops / sizeof *compare_ops; i++)
        if (strcmp(compare_ops[i].name, name) == 0)
            return nj_compare(w, compare_ops[i].op, c->args[0], c->args[1], c->span);
    return nj_val_error(w);
}

NJ_HANDLER(operator_neg)
{
    return nj_unary(w, NJ_UNARYOP_USUB, c->args[0], c->span);
}

NJ_HANDLER(operator_pos)
{
    return nj_unary(w, NJ_UNARYOP_UADD, c->args[0], c->span);
}

NJ_HANDLER(operator_invert)
{
    return nj_unary(w, NJ_UNARYOP_INVERT, c->args[0], c->span);
}

NJ_HANDLER(operator_not)
{
    return nj_unary(w, NJ_UNARYOP_NOT, c->args[0], c->span);
}

NJ_HANDLER(operator_truth)
{
    return nj_want_bool(w, c->args[0], c->span);
}

NJ_HANDLER(operator_abs)
{
    return nj_abs(w, c->args[0], c->span);
}

NJ_HANDLER(operator_contains)
{
    return nj_contains(w, c->args[0], c->args[1], c->span);
}

NJ_HANDLER(operator_getitem)
{
    return nj_index_get(w, c->args[0], c->args[1], c->span);
}

NJ_HANDLER(operator_setitem)
{
    nj_index_set(w, nj_spill(w, c->args[0]), c->args[1], c->args[2], c->span);
    return nj_val_none(w, c->span);
}

/* A function of one, two or three values taken out of its argument. */
static NjVal getter(NjWalk *w, const NjCall *c, const char *const outers[3])
{
    static const char *const names[3] = {"first", "second", "third"};
    Capture captures[3];
    if (c->n_rest < 1 || c->n_rest > 3)
        return nj_fail(w, c->span, "%s() of %u items is not supported; use a lambda",
                       nj_func_row(c->id)->name, c->n_rest);
    for (uint32_t i = 0; i < c->n_rest; i++)
        captures[i] = (Capture){names[i], nj_spill_deep(w, c->rest[i])};
    return closure(w, outers[c->n_rest - 1], captures, c->n_rest, c->span);
}

NJ_HANDLER(operator_itemgetter)
{
    static const char *const outers[3] = {"itemgetter", "itemgetter2", "itemgetter3"};
    return getter(w, c, outers);
}

NJ_HANDLER(operator_attrgetter)
{
    static const char *const outers[3] = {"attrgetter", "attrgetter2", "attrgetter3"};
    return getter(w, c, outers);
}

NJ_HANDLER(operator_methodcaller)
{
    Capture captures[2] = {
        {"name", c->args[0]},
        {"args", nj_spill_deep(w, nj_val_tuple(w, c->rest, c->n_rest, c->span))}};
    return closure(w, "methodcaller", captures, 2, c->span);
}

/* ---- copy ---- */

static NjVal copied(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(v) || !v.type->is_managed)
        return v;
    if (v.type->kind == NJ_T_ARRAY)
        return nj_copy_array(w, v, c->span);
    NjVal copy = nj_rtcall1(w, id, v.type, c->span, v);
    copy.known = v.known && v.known->kind == NJ_KNOWN_SITE ? v.known : NULL;
    return copy;
}

NJ_HANDLER(copy_copy)
{
    NjVal v = c->args[0], out;
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__copy__", NULL, 0, c->span, &out))
        return out;
    return copied(w, c, NJ_RT_value_shallow_copy);
}

NJ_HANDLER(copy_deepcopy)
{
    return copied(w, c, NJ_RT_value_deep_copy);
}

/* ---- heapq, bisect: the list takes the new item's type before the prelude sees it ---- */

/* Makes the item's type one of the list's; false when there is nothing to build in this walk. */
static bool prepare(NjWalk *w, NjVal list, NjVal *item, NjSpan span)
{
    if (nj_is_error(list) || nj_is_error(*item))
        return false;
    if (list.type->kind != NJ_T_LIST || list.type->frozen) {
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "the argument must be a list, not %s",
                  nj_ty(w, list.type));
        return false;
    }
    const NjType *elem = nj_container_accepts(w, list, 0, item->type, span);
    if (!elem || elem != list.type->elems[0])
        return false;
    *item = nj_coerce(w, *item, elem, span);
    return !nj_is_error(*item);
}

static NjVal heap_call(NjWalk *w, const NjCall *c, const char *name, bool gives_item)
{
    NjVal args[2] = {nj_unwrap(w, c->args[0], c->span), c->args[1]};
    bool ok = prepare(w, args[0], &args[1], c->span);
    if (!ok && nj_is_error(args[0]))
        return args[0];
    if (!ok)
        return gives_item ? c->args[1] : nj_val_none(w, c->span);
    return nj_call_prelude(w, "std_heap", name, args, 2, c->span);
}

NJ_HANDLER(heap_push)
{
    return heap_call(w, c, "heappush", false);
}

NJ_HANDLER(heap_pushpop)
{
    return heap_call(w, c, "heappushpop", true);
}

NJ_HANDLER(heap_replace)
{
    return heap_call(w, c, "heapreplace", true);
}

NJ_HANDLER(heap_pop)
{
    NjVal heap = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(heap))
        return heap;
    if (heap.type->kind == NJ_T_LIST && heap.type->elems[0]->kind == NJ_T_NEVER) {
        nj_raise_text(w, NPRT_EXC_INDEX_ERROR, c->span, "index out of range");
        return nj_val_unit(w, nj_type_never(w->types), c->span);
    }
    return nj_call_prelude(w, "std_heap", "heappop", &heap, 1, c->span);
}

NJ_HANDLER(heap_heapify)
{
    NjVal heap = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(heap) ||
        (heap.type->kind == NJ_T_LIST && heap.type->elems[0]->kind == NJ_T_NEVER))
        return nj_is_error(heap) ? heap : nj_val_none(w, c->span);
    return nj_call_prelude(w, "std_heap", "heapify", &heap, 1, c->span);
}

static NjVal insort(NjWalk *w, const NjCall *c, const char *name)
{
    NjVal args[5] = {nj_unwrap(w, c->args[0], c->span), c->args[1],
                     nj_to_index(w, c->args[2], c->span), nj_int_or(w, c->args[3], -1, c->span),
                     c->args[4]};
    if (!prepare(w, args[0], &args[1], c->span))
        return nj_val_none(w, c->span);
    return nj_call_prelude(w, "std_heap", name, args, 5, c->span);
}

NJ_HANDLER(bisect_insort_left)
{
    return insort(w, c, "insort_left");
}

NJ_HANDLER(bisect_insort_right)
{
    return insort(w, c, "insort_right");
}

static NjVal bisect(NjWalk *w, const NjCall *c, const char *name)
{
    NjVal args[5] = {nj_unwrap(w, c->args[0], c->span), c->args[1],
                     nj_to_index(w, c->args[2], c->span), nj_int_or(w, c->args[3], -1, c->span),
                     c->args[4]};
    if (args[0].type->kind == NJ_T_LIST && args[0].type->elems[0]->kind == NJ_T_NEVER)
        return nj_val_int(w, 0, c->span);
    return nj_call_prelude(w, "std_heap", name, args, 5, c->span);
}

NJ_HANDLER(bisect_left)
{
    return bisect(w, c, "bisect_left");
}

NJ_HANDLER(bisect_right)
{
    return bisect(w, c, "bisect_right");
}

/* ---- string ---- */

NJ_HANDLER(string_constant)
{
    static const struct {
        const char *name, *text;
    } constants[] = {{"ascii_lowercase", "abcdefghijklmnopqrstuvwxyz"},
                     {"ascii_uppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
                     {"ascii_letters", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
                     {"digits", "0123456789"},
                     {"hexdigits", "0123456789abcdefABCDEF"},
                     {"octdigits", "01234567"},
                     {"punctuation", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
                     {"whitespace", " \t\n\r\v\f"},
                     {"printable", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\v\f"}};
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(constants[i].name, name) == 0)
            return nj_text_val(w, constants[i].text, c->span);
    return nj_val_error(w);
}

/* ---- statistics ---- */

/* The data as a list of at least `least` floats. */
static NjVal data_list(NjWalk *w, const NjCall *c, int64_t least, const char *message,
                       bool *out_ints)
{
    NjVal list = c->args[0];
    if (list.type->kind != NJ_T_LIST && list.type->kind != NJ_T_ARRAY)
        list = nj_list_of(w, list, c->span);
    *out_ints = list.type->kind == NJ_T_LIST && list.type->elems[0] == nj_std_int(w);
    list = nj_spill(w, nj_float_list(w, list, c->span));
    if (nj_is_error(list))
        return list;
    NjVal n = nj_len(w, list, c->span);
    NjTirExpr *enough = nj_tir_compare(w->arena, NJ_CMP_GE, nj_std_bool(w), n.expr,
                                       nj_tir_int(w->arena, n.type, least, c->span));
    nj_check(w, enough, NPRT_EXC_STATISTICS_ERROR, c->span, message, 0, NULL);
    return list;
}

/* Of ints the result is an int where it is whole. */
static NjVal of_ints(NjWalk *w, NjVal result, bool ints, NjSpan span)
{
    if (!ints || nj_is_error(result) || w->model == NJ_MODEL_NUMBA)
        return result;
    return nj_call_prelude(w, "std_statistics", "whole", &result, 1, span);
}

NJ_HANDLER(statistics_mean)
{
    bool ints;
    NjVal list = data_list(w, c, 1, "mean requires at least one data point", &ints);
    if (nj_is_error(list))
        return list;
    return of_ints(w, nj_rtcall1(w, NJ_RT_statistics_mean, nj_std_float(w), c->span, list), ints,
                   c->span);
}

static NjVal variance(NjWalk *w, const NjCall *c, int64_t ddof, bool root)
{
    const char *message =
        nj_arena_printf(w->arena, "%s requires at least %s data point%s", nj_func_row(c->id)->name,
                        ddof ? "two" : "one", ddof ? "s" : "");
    bool ints;
    NjVal list = data_list(w, c, ddof + 1, message, &ints);
    if (nj_is_error(list))
        return list;
    NjVal result = nj_rtcall3(w, NJ_RT_statistics_variance, nj_std_float(w), c->span, list,
                              nj_val_int(w, ddof, c->span), nj_val_bool(w, root, c->span));
    return of_ints(w, result, ints && !root, c->span);
}

NJ_HANDLER(statistics_variance)
{
    return variance(w, c, 1, false);
}

NJ_HANDLER(statistics_pvariance)
{
    return variance(w, c, 0, false);
}

NJ_HANDLER(statistics_stdev)
{
    return variance(w, c, 1, true);
}

NJ_HANDLER(statistics_pstdev)
{
    return variance(w, c, 0, true);
}

/* Functions of the prelude that take lists of float. */
static NjVal on_floats(NjWalk *w, const NjCall *c, const char *name, uint32_t n)
{
    NjVal args[2];
    for (uint32_t i = 0; i < n; i++) {
        args[i] = nj_spill(w, nj_float_list(w, c->args[i], c->spans[i]));
        if (nj_is_error(args[i]))
            return args[i];
    }
    return nj_call_prelude(w, "std_statistics", name, args, n, c->span);
}

NJ_HANDLER(statistics_fmean)
{
    bool is_weighted = !nj_is_none(c->args[1]);
    return on_floats(w, c, is_weighted ? "fmean_weighted" : "fmean", is_weighted ? 2 : 1);
}

NJ_HANDLER(statistics_one)
{
    return on_floats(w, c, nj_func_row(c->id)->name, 1);
}

NJ_HANDLER(statistics_two)
{
    return on_floats(w, c, nj_func_row(c->id)->name, 2);
}
