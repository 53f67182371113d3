#ifndef NPJIT_COMPILER_SYNTAX_AST_H
#define NPJIT_COMPILER_SYNTAX_AST_H

/* The abstract syntax tree, after CPython's ASDL. Nodes live in the arena of their source and never
 * change once parsed. Every expression and every statement has a dense id in its module, so that
 * what a pass finds out goes to arrays indexed by it (NjModule.nexprs, .nstmts). Pointers are never
 * NULL unless said so; all memory below is `arena`. */

#include "compiler/support/intern.h"
#include "compiler/support/source.h"

typedef enum NjStmtKind {
#define STMT(name, field, title) NJ_STMT_##name,
#include "compiler/syntax/ast.def"
#undef STMT
    NJ_STMT_COUNT
} NjStmtKind;

typedef enum NjExprKind {
#define EXPR(name, field, title) NJ_EXPR_##name,
#include "compiler/syntax/ast.def"
#undef EXPR
    NJ_EXPR_COUNT
} NjExprKind;

typedef enum NjPatternKind {
#define PATTERN(name, field, title) NJ_PATTERN_##name,
#include "compiler/syntax/ast.def"
#undef PATTERN
    NJ_PATTERN_COUNT
} NjPatternKind;

typedef enum NjBinOp {
#define BINOP(name, text, title) NJ_BINOP_##name,
#include "compiler/syntax/ast.def"
#undef BINOP
    NJ_BINOP_COUNT
} NjBinOp;

typedef enum NjUnaryOp {
#define UNARYOP(name, text, title) NJ_UNARYOP_##name,
#include "compiler/syntax/ast.def"
#undef UNARYOP
    NJ_UNARYOP_COUNT
} NjUnaryOp;

typedef enum NjBoolOp {
#define BOOLOP(name, text, title) NJ_BOOLOP_##name,
#include "compiler/syntax/ast.def"
#undef BOOLOP
    NJ_BOOLOP_COUNT
} NjBoolOp;

typedef enum NjCmpOp {
#define CMPOP(name, text, title) NJ_CMPOP_##name,
#include "compiler/syntax/ast.def"
#undef CMPOP
    NJ_CMPOP_COUNT
} NjCmpOp;

/* Whether a name, attribute, subscript, starred, list or tuple is read, assigned or deleted. */
typedef enum NjExprContext { NJ_CTX_LOAD, NJ_CTX_STORE, NJ_CTX_DEL } NjExprContext;

typedef struct NjExpr NjExpr;
typedef struct NjStmt NjStmt;
typedef struct NjPattern NjPattern;

/* Arrays of children. `items` may be NULL when `n` is 0. */
typedef struct NjExprs {
    NjExpr **items;
    uint32_t n;
} NjExprs;

typedef struct NjBlock {
    NjStmt **items;
    uint32_t n;
} NjBlock;

typedef struct NjPatterns {
    NjPattern **items;
    uint32_t n;
} NjPatterns;

typedef struct NjNames {
    const NjName **items;
    NjSpan *spans; /* where each is written */
    uint32_t n;
} NjNames;

/* ---- constants ---- */

typedef enum NjConstKind {
    NJ_CONST_NONE,
    NJ_CONST_BOOL,
    NJ_CONST_INT,
    NJ_CONST_FLOAT,
    NJ_CONST_COMPLEX, /* a literal is imaginary: the real part is 0 */
    NJ_CONST_STR,
    NJ_CONST_BYTES,
    NJ_CONST_ELLIPSIS,
} NjConstKind;

typedef struct NjConst {
    NjConstKind kind;
    union {
        bool boolean;
        struct {
            int64_t value;      /* 0 when it does not fit */
            bool fits;          /* in int64; literals are never negative */
            uint8_t base;       /* of `digits`: 2, 8, 10 or 16 */
            const char *digits; /* without prefix, underscores and leading zeros; NUL-terminated */
            uint32_t ndigits;
        } integer;
        double real; /* FLOAT */
        double imag; /* COMPLEX */
        struct {
            /* NUL-terminated, may hold NULs. STR: UTF-8, lone surrogates as three bytes. */
            const char *text;
            uint32_t len; /* bytes */
            bool has_u_prefix;
        } string; /* STR, BYTES */
    } as;
} NjConst;

/* ---- expressions ---- */

typedef struct NjArg {
    const NjName *name;
    NjExpr *annotation; /* or NULL */
    NjSpan span;
} NjArg;

typedef struct NjArgs {
    NjArg **items;
    uint32_t n;
} NjArgs;

/* Parameters of a function or lambda. `defaults` belong to the last of posonly followed by args;
 * `kw_defaults` has one entry per kwonly, NULL where there is none. */
typedef struct NjArguments {
    NjArgs posonly, args;
    NjArg *vararg; /* *args, or NULL */
    NjArgs kwonly;
    NjExprs kw_defaults;
    NjArg *kwarg; /* **kwargs, or NULL */
    NjExprs defaults;
} NjArguments;

typedef struct NjKeyword {
    const NjName *name; /* NULL: **value */
    NjExpr *value;
    NjSpan span;
} NjKeyword;

typedef struct NjKeywords {
    NjKeyword **items;
    uint32_t n;
} NjKeywords;

typedef struct NjComprehension {
    NjExpr *target, *iter;
    NjExprs ifs;
    bool is_async;
    NjSpan span;
} NjComprehension;

typedef struct NjComprehensions {
    NjComprehension **items; /* outermost loop first */
    uint32_t n;
} NjComprehensions;

/* clang-format off */
struct NjExpr {
    NjExprKind kind;
    uint32_t id;
    NjSpan span; /* without parentheses around it, except those of a tuple or generator */
    union {
        struct { NjBoolOp op; NjExprs values; } bool_op; /* two values or more */
        struct { NjExpr *target, *value; } named_expr;
        struct { NjExpr *lhs, *rhs; NjBinOp op; NjSpan op_span; } bin_op;
        struct { NjExpr *operand; NjUnaryOp op; } unary_op;
        struct { NjArguments *args; NjExpr *body; } lambda;
        struct { NjExpr *test, *body, *orelse; } if_exp;
        struct { NjExprs keys, values; } dict; /* of one length; a key is NULL for **value */
        struct { NjExprs elts; } set;
        struct { NjExpr *elt; NjComprehensions generators; } list_comp;
        struct { NjExpr *elt; NjComprehensions generators; } set_comp;
        struct { NjExpr *key, *value; NjComprehensions generators; } dict_comp;
        struct { NjExpr *elt; NjComprehensions generators; } generator_exp;
        struct { NjExpr *value; } await;
        struct { NjExpr *value; /* or NULL */ } yield;
        struct { NjExpr *value; } yield_from;
        struct {
            NjExpr *left;
            NjCmpOp *ops; /* comparators.n of each */
            NjSpan *op_spans;
            NjExprs comparators;
        } compare;
        struct { NjExpr *callee; NjExprs args; NjKeywords keywords; } call;
        struct {
            NjExpr *value;
            char conversion;     /* 'r', 's', 'a', or 0 */
            NjExpr *format_spec; /* a JOINED_STR, or NULL */
        } formatted_value;
        struct { NjExprs values; } joined_str; /* str constants and formatted values */
        NjConst constant;
        struct {
            NjExpr *value;
            const NjName *attr;
            NjSpan attr_span;
            NjExprContext ctx;
        } attribute;
        struct { NjExpr *value, *index; NjExprContext ctx; } subscript; /* a tuple for a[i, j] */
        struct { NjExpr *value; NjExprContext ctx; } starred;
        struct { const NjName *name; NjExprContext ctx; } name;
        struct { NjExprs elts; NjExprContext ctx; } list;
        struct { NjExprs elts; NjExprContext ctx; } tuple;
        struct { NjExpr *lower, *upper, *step; /* each may be NULL */ } slice;
    } as;
};
/* clang-format on */

/* ---- patterns ---- */

/* clang-format off */
struct NjPattern {
    NjPatternKind kind;
    uint32_t id;
    NjSpan span;
    union {
        struct { NjExpr *value; } value;
        struct { NjConst value; } singleton; /* None, True, False */
        struct { NjPatterns patterns; } sequence;
        struct {
            NjExprs keys;
            NjPatterns patterns; /* one per key */
            const NjName *rest;  /* **rest, or NULL */
        } mapping;
        struct {
            NjExpr *cls;
            NjPatterns patterns;
            NjNames kwd_attrs;
            NjPatterns kwd_patterns; /* one per kwd_attrs */
        } cls;
        struct { const NjName *name; /* NULL: *_ */ } star;
        struct {
            NjPattern *pattern; /* or NULL */
            const NjName *name; /* NULL: _ */
        } as;
        struct { NjPatterns patterns; } or_;
    } as;
};
/* clang-format on */

/* ---- statements ---- */

typedef enum NjTypeParamKind {
    NJ_TYPE_PARAM_TYPE_VAR,
    NJ_TYPE_PARAM_TYPE_VAR_TUPLE, /* *Ts */
    NJ_TYPE_PARAM_PARAM_SPEC,     /* **P */
} NjTypeParamKind;

typedef struct NjTypeParam {
    NjTypeParamKind kind;
    const NjName *name;
    NjExpr *bound;         /* of a TYPE_VAR, or NULL */
    NjExpr *default_value; /* or NULL */
    NjSpan span;
} NjTypeParam;

typedef struct NjTypeParams {
    NjTypeParam **items;
    uint32_t n;
} NjTypeParams;

typedef struct NjWithItem {
    NjExpr *context;
    NjExpr *target; /* or NULL */
} NjWithItem;

typedef struct NjWithItems {
    NjWithItem **items;
    uint32_t n;
} NjWithItems;

typedef struct NjMatchCase {
    NjPattern *pattern;
    NjExpr *guard; /* or NULL */
    NjBlock body;
    NjSpan span;
} NjMatchCase;

typedef struct NjMatchCases {
    NjMatchCase **items;
    uint32_t n;
} NjMatchCases;

typedef struct NjExceptHandler {
    NjExpr *type;       /* NULL: bare except */
    const NjName *name; /* or NULL */
    NjSpan name_span;
    NjBlock body;
    NjSpan span;
} NjExceptHandler;

typedef struct NjExceptHandlers {
    NjExceptHandler **items;
    uint32_t n;
} NjExceptHandlers;

typedef struct NjAlias {
    const NjName *name;   /* dotted as written: "os.path"; "*" for a star import */
    const NjName *asname; /* or NULL */
    NjSpan span;
} NjAlias;

typedef struct NjAliases {
    NjAlias **items;
    uint32_t n;
} NjAliases;

/* clang-format off */
struct NjStmt {
    NjStmtKind kind;
    uint32_t id;
    uint32_t line; /* of the first token; of a def or class that word, not a decorator */
    NjSpan span;   /* the whole statement without decorators */
    union {
        struct {
            const NjName *name;
            NjSpan name_span;
            NjArguments *args;
            NjBlock body;
            NjExprs decorators; /* outermost first */
            NjExpr *returns;    /* or NULL */
            NjTypeParams type_params;
            bool is_async;
            bool has_yield; /* a generator: yield or yield from in its own body */
        } function_def;
        struct {
            const NjName *name;
            NjSpan name_span;
            NjExprs bases;
            NjKeywords keywords;
            NjBlock body;
            NjExprs decorators;
            NjTypeParams type_params;
        } class_def;
        struct { NjExpr *value; /* or NULL */ } ret;
        struct { NjExprs targets; } del;
        struct { NjExprs targets; NjExpr *value; } assign; /* a = b = value: two targets */
        struct { NjExpr *name; NjTypeParams type_params; NjExpr *value; } type_alias;
        struct { NjExpr *target; NjBinOp op; NjSpan op_span; NjExpr *value; } aug_assign;
        struct {
            NjExpr *target, *annotation;
            NjExpr *value; /* or NULL */
            bool is_simple; /* a bare name without parentheses */
        } ann_assign;
        struct { NjExpr *target, *iter; NjBlock body, orelse; bool is_async; } for_loop;
        struct { NjExpr *test; NjBlock body, orelse; } while_loop;
        struct { NjExpr *test; NjBlock body, orelse; } if_else; /* elif: an IF alone in orelse */
        struct { NjWithItems items; NjBlock body; bool is_async; } with;
        struct { NjExpr *subject; NjMatchCases cases; } match;
        struct { NjExpr *exc, *cause; /* each may be NULL */ } raise;
        struct {
            NjBlock body;
            NjExceptHandlers handlers;
            NjBlock orelse, finalbody;
            bool is_star; /* except* */
        } try_block;
        struct { NjExpr *test; NjExpr *msg; /* or NULL */ } assertion;
        struct { NjAliases names; } import;
        struct {
            const NjName *module; /* dotted; NULL: from . import x */
            NjAliases names;
            uint32_t level; /* number of leading dots */
        } import_from;
        struct { NjNames names; } global;
        struct { NjNames names; } nonlocal;
        struct { NjExpr *value; } expr;
    } as;
};
/* clang-format on */

/* One parsed source. */
typedef struct NjModule {
    const NjSource *source;
    NjBlock body;
    uint32_t nexprs, nstmts, npatterns; /* ids are below these */
} NjModule;

/* "BinOp", "For", ...; for the flagged kinds of statement CPython's own names ("AsyncFor",
 * "TryStar"). */
const char *nj_expr_kind_name(NjExprKind kind);
const char *nj_stmt_kind_name(NjStmtKind kind);
const char *nj_stmt_title(const NjStmt *stmt);
const char *nj_pattern_kind_name(NjPatternKind kind);

/* The spelling of operators: "+", "not", "and", "is not". */
const char *nj_binop_text(NjBinOp op);
const char *nj_unaryop_text(NjUnaryOp op);
const char *nj_boolop_text(NjBoolOp op);
const char *nj_cmpop_text(NjCmpOp op);

/* The docstring of a body: the str constant that is its first statement, or NULL. */
const NjExpr *nj_block_docstring(NjBlock body);

#endif
