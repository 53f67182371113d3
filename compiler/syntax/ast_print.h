#ifndef NPJIT_COMPILER_SYNTAX_AST_PRINT_H
#define NPJIT_COMPILER_SYNTAX_AST_PRINT_H

/* Dumps for people and tests: --emit=ast and --emit=tokens. */

#include "compiler/support/strbuf.h"
#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"

/* The tree in the form of CPython 3.13's ast.dump(tree, indent=2), with text in ASCII escapes. */
void nj_ast_print(const NjModule *module, NjStrBuf *out);

/* One expression or statement in the same form, for debuggers and tests. */
void nj_expr_print(const NjExpr *expr, NjStrBuf *out);
void nj_stmt_print(const NjStmt *stmt, NjStrBuf *out);

/* One token a line: place, kind, text. */
void nj_tokens_print(const NjTokens *tokens, NjStrBuf *out);

/* An expression on one line as Python source, shortened with "..." past `max_len` bytes; for
 * messages. */
void nj_expr_print_source(const NjExpr *expr, size_t max_len, NjStrBuf *out);

#endif
