/* std_internal.h - what the rows of Python's containers, strings and standard library share. */
#ifndef NJ_COMPILER_FUNCS_STD_INTERNAL_H
#define NJ_COMPILER_FUNCS_STD_INTERNAL_H

#include "compiler/funcs/func.h"
#include "compiler/sema/sema.h"

static inline const NjType *nj_std_int(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static inline const NjType *nj_std_bool(NjWalk *w)
{
    return nj_type_pybool(w->types);
}

static inline const NjType *nj_std_float(NjWalk *w)
{
    return nj_type_pyfloat(w->types);
}

static inline const NjType *nj_std_none(NjWalk *w)
{
    return nj_type_none(w->types);
}

/* The value of a temporary. */
static inline NjVal nj_std_local(NjWalk *w, NjTirLocal *local, NjSpan span)
{
    return nj_val(local->type, nj_tir_local(w->arena, local, span));
}

/* ---- arguments (std_args.c) ---- */

/* An int argument; None or not given: `fallback`. */
NjVal nj_int_or(NjWalk *w, NjVal arg, int64_t fallback, NjSpan span);
/* A str argument; reports "NAME() argument must be str, not T". */
NjVal nj_want_str(NjWalk *w, const NjCall *c, NjVal arg);
/* The same of the receiver's kind: str for methods of str, bytes for those of bytes. */
NjVal nj_want_text(NjWalk *w, const NjCall *c, NjVal arg);
/* A bool argument. */
NjVal nj_want_bool(NjWalk *w, NjVal arg, NjSpan span);
/* A known str as a value. */
NjVal nj_text_val(NjWalk *w, const char *text, NjSpan span);
/* Identifies the call as an allocation site: its node, or its text when there is no node at hand.
 */
const void *nj_call_site(const NjCall *c);

/* ---- containers ---- */

/* Any iterable of numbers as a list of float (std_math.c). */
NjVal nj_float_list(NjWalk *w, NjVal v, NjSpan span);
/* Assigns `value`, converted to the local's type. */
void nj_set_local(NjWalk *w, NjTirLocal *local, NjVal value, NjSpan span);
/* dict.update(other). */
void nj_dict_update(NjWalk *w, NjVal dict, NjVal other, NjSpan span);
/* Any iterable as a set. */
NjVal nj_set_of(NjWalk *w, NjVal v, NjSpan span);

#endif
