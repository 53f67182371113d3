/* tir_print_internal.h - pieces of expressions that the printer of statements uses too. */
#ifndef NJ_COMPILER_IR_TIR_PRINT_INTERNAL_H
#define NJ_COMPILER_IR_TIR_PRINT_INTERNAL_H

#include "compiler/ir/tir_print.h"

/* A call in the dump's notation: name(items). */
void nj_tir_print_apply(NjStrBuf *out, const char *name, NjTirExpr *const *items, uint32_t n);
/* base[subs] */
void nj_tir_print_element(NjStrBuf *out, const NjTirExpr *base, const NjTirSub *subs, uint32_t n);
/* One field of an object or item of a tuple, by its position. */
void nj_tir_print_field(NjStrBuf *out, const NjTirExpr *base, uint32_t index);
/* A string in double quotes, escaped. */
void nj_tir_print_text(NjStrBuf *out, const char *text, uint32_t len);

#endif
