/* tir_print.h - the TIR as text: --dump-after, --emit=tir, golden tests.
 *
 * The notation is described in IR.md ("The dump"). It is made for people: types of expressions are left out
 * where the locals' types give them. Printing changes nothing and never fails; half-built trees print too. */
#ifndef NJ_COMPILER_IR_TIR_PRINT_H
#define NJ_COMPILER_IR_TIR_PRINT_H

#include "compiler/ir/tir.h"
#include "compiler/support/strbuf.h"

/* Globals and all functions, the module's top-level code last. */
void nj_tir_print_module(NjStrBuf *out, const NjTirModule *module);
void nj_tir_print_fn(NjStrBuf *out, const NjTirFn *fn);
/* One statement with what is nested in it, from `depth` levels of indentation on. */
void nj_tir_print_stmt(NjStrBuf *out, const NjTirStmt *stmt, unsigned depth);
/* One expression, without a line end. */
void nj_tir_print_expr(NjStrBuf *out, const NjTirExpr *expr);
/* A type as the dump writes it: "f64[:,:]C", "i64", "int". */
void nj_tir_print_type(NjStrBuf *out, const NjType *type);

#endif
