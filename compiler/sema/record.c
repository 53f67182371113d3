/* record.c - for --record: the end of the program tells the run-time library its variables. */
#include "compiler/sema/sema.h"

/* Numbers, arrays, text and containers of these. Handles and instances mean nothing to another
 * process, and a type without bits is the same in all. */
static bool is_recorded(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_SCALAR:
    case NJ_T_ARRAY:
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_RANGE:
    case NJ_T_NONE:
        return true;
    case NJ_T_TUPLE:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_OPTIONAL:
        for (uint32_t i = 0; i < t->n; i++)
            if (!is_recorded(t->elems[i]))
                return false;
        return true;
    default:
        return false;
    }
}

static void record(NjWalk *w, const NjVar *var, NjVal v, NjSpan span)
{
    NjVal name = nj_val_str(w, var->name->text, (uint32_t)var->name->len, span);
    nj_rtcall2(w, NJ_RT_record_value, nj_type_none(w->types), span, name, v);
}

void nj_record_variables(NjWalk *w)
{
    NjSpan span = NJ_NO_SPAN;
    if (w->dead)
        return;
    nj_rtcall(w, NJ_RT_record_variables, nj_type_none(w->types), span, 0, NULL);
    for (uint32_t i = 0; i < w->def->n_vars; i++) {
        NjVar *var = w->def->vars[i];
        NjBinding *b = &w->env.vars[var->index];
        bool is_there = b->state == NJ_BOUND || b->state == NJ_MAYBE;
        if (!is_there || b->type->is_unit || !is_recorded(b->type))
            continue;
        if (b->state == NJ_BOUND) {
            record(w, var, nj_read_binding(w, var, b, span), span);
            continue;
        }
        NjIf bound = nj_if_begin(w, nj_tir_local(w->arena, nj_flag_for(w, var), span), span);
        record(w, var, nj_read_binding(w, var, &w->env.vars[var->index], span), span);
        nj_if_end(w, &bound);
    }
}
