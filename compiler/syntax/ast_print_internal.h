#ifndef NPJIT_COMPILER_SYNTAX_AST_PRINT_INTERNAL_H
#define NPJIT_COMPILER_SYNTAX_AST_PRINT_INTERNAL_H

/* The layout of ast.dump(tree, indent=2), shared by ast_print.c (statements, patterns) and
 * ast_print_expr.c. A node is `Kind(field=..., ...)`. It stays on one line if it has at most three
 * fields and none of them is a node with fields or a list; so it is written on several lines first,
 * and joined when it turns out to be short. */

#include "compiler/syntax/ast_print.h"

typedef struct NjPrinter {
    NjStrBuf *out;
    uint32_t level;
} NjPrinter;

/* A node being written. */
typedef struct NjPrintNode {
    uint32_t nfields;
    bool is_simple; /* so far: no field is a node with fields, or a list */
    size_t gaps[3]; /* where the line break before a field starts, and the field behind it */
    size_t fields[3];
} NjPrintNode;

NjPrintNode nj_print_open(NjPrinter *printer, const char *title);
void nj_print_close(NjPrinter *printer, NjPrintNode *node);

/* Starts a field, whose value is written next. A complex one is a node with fields. */
void nj_print_field(NjPrinter *printer, NjPrintNode *node, const char *name);
void nj_print_complex_field(NjPrinter *printer, NjPrintNode *node, const char *name);

/* A list is a field too; an empty one is left out by the caller. */
void nj_print_open_list(NjPrinter *printer, NjPrintNode *node, const char *name);
void nj_print_item(NjPrinter *printer, uint32_t index);
void nj_print_close_list(NjPrinter *printer);

/* Fields of the usual types; a NULL or an empty list is left out. */
void nj_print_name(NjPrinter *printer, NjPrintNode *node, const char *field, const NjName *name);
void nj_print_expr_field(NjPrinter *printer, NjPrintNode *node, const char *field,
                         const NjExpr *expr);
void nj_print_exprs(NjPrinter *printer, NjPrintNode *node, const char *field, NjExprs exprs);
void nj_print_names(NjPrinter *printer, NjPrintNode *node, const char *field, NjNames names);
void nj_print_keywords(NjPrinter *printer, NjPrintNode *node, NjKeywords keywords);

/* Tells whether the node had fields: Yield() and Dict() have none. */
bool nj_print_expr(NjPrinter *printer, const NjExpr *expr);
void nj_print_arguments(NjPrinter *printer, NjPrintNode *node, const NjArguments *args);

/* Values as Python's ascii() writes them. */
void nj_const_print(const NjConst *constant, NjStrBuf *out);
void nj_text_print(const char *text, size_t len, bool is_bytes, NjStrBuf *out);

/* The titles of operators: "Add", "IsNot". */
const char *nj_binop_title(NjBinOp op);

#endif
