/* Names of the nodes and operators, from the table. */

#include "compiler/syntax/ast.h"

#include <stddef.h>

const char *nj_expr_kind_name(NjExprKind kind)
{
    static const char *const names[] = {
#define EXPR(name, field, title) title,
#include "compiler/syntax/ast.def"
#undef EXPR
    };
    return names[kind];
}

const char *nj_stmt_kind_name(NjStmtKind kind)
{
    static const char *const names[] = {
#define STMT(name, field, title) title,
#include "compiler/syntax/ast.def"
#undef STMT
    };
    return names[kind];
}

const char *nj_pattern_kind_name(NjPatternKind kind)
{
    static const char *const names[] = {
#define PATTERN(name, field, title) title,
#include "compiler/syntax/ast.def"
#undef PATTERN
    };
    return names[kind];
}

const char *nj_stmt_title(const NjStmt *stmt)
{
    if (stmt->kind == NJ_STMT_FUNCTION_DEF && stmt->as.function_def.is_async)
        return "AsyncFunctionDef";
    if (stmt->kind == NJ_STMT_FOR && stmt->as.for_loop.is_async)
        return "AsyncFor";
    if (stmt->kind == NJ_STMT_WITH && stmt->as.with.is_async)
        return "AsyncWith";
    if (stmt->kind == NJ_STMT_TRY && stmt->as.try_block.is_star)
        return "TryStar";
    return nj_stmt_kind_name(stmt->kind);
}

const char *nj_binop_text(NjBinOp op)
{
    static const char *const texts[] = {
#define BINOP(name, text, title) text,
#include "compiler/syntax/ast.def"
#undef BINOP
    };
    return texts[op];
}

const char *nj_unaryop_text(NjUnaryOp op)
{
    static const char *const texts[] = {
#define UNARYOP(name, text, title) text,
#include "compiler/syntax/ast.def"
#undef UNARYOP
    };
    return texts[op];
}

const char *nj_boolop_text(NjBoolOp op)
{
    static const char *const texts[] = {
#define BOOLOP(name, text, title) text,
#include "compiler/syntax/ast.def"
#undef BOOLOP
    };
    return texts[op];
}

const char *nj_cmpop_text(NjCmpOp op)
{
    static const char *const texts[] = {
#define CMPOP(name, text, title) text,
#include "compiler/syntax/ast.def"
#undef CMPOP
    };
    return texts[op];
}

const NjExpr *nj_block_docstring(NjBlock body)
{
    if (!body.n || body.items[0]->kind != NJ_STMT_EXPR)
        return NULL;
    const NjExpr *first = body.items[0]->as.expr.value;
    bool is_text = first->kind == NJ_EXPR_CONSTANT && first->as.constant.kind == NJ_CONST_STR;
    return is_text ? first : NULL;
}
