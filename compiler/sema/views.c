/* views.c - d.keys(), d.values() and d.items() as values: their length, text, membership and set
 * operations. A loop over one needs nothing of this (iter.c). */
#include "compiler/sema/iter_internal.h"

#include "compiler/funcs/func.h"

#include <string.h>

bool nj_is_view(NjVal v)
{
    return v.type->kind == NJ_T_ITER &&
           (v.type->id == NJ_ITER_KEYS || v.type->id == NJ_ITER_VALUES ||
            v.type->id == NJ_ITER_ITEMS);
}

NjVal nj_view_dict(NjWalk *w, NjVal view, NjSpan span)
{
    return nj_iter_of(w, view, span)->parts[0];
}

NjVal nj_view_set(NjWalk *w, NjVal v, NjSpan span)
{
    if (!nj_is_view(v) || v.type->id == NJ_ITER_VALUES)
        return v;
    return nj_call_row(w, nj_func_find("builtins", "set"), (NjVal){0}, &v, 1, span);
}

NjVal nj_view_text(NjWalk *w, NjVal view, NjSpan span)
{
    const NjType *dict = nj_view_dict(w, view, span).type;
    bool ordered =
        dict->kind == NJ_T_DICT && dict->name && strcmp(dict->name->text, "OrderedDict") == 0;
    const char *what = view.type->id == NJ_ITER_KEYS     ? "keys"
                       : view.type->id == NJ_ITER_VALUES ? "values"
                                                         : "items";
    const char *head = nj_arena_printf(w->arena, "%sdict_%s(", ordered ? "o" : "", what);
    NjVal items = nj_repr_of(w, nj_list_of(w, view, span), span);
    if (nj_is_error(items))
        return items;
    NjVal text =
        nj_binary(w, NJ_BINOP_ADD, nj_val_str(w, head, (uint32_t)strlen(head), span), items, span);
    return nj_binary(w, NJ_BINOP_ADD, text, nj_val_str(w, ")", 1, span), span);
}
