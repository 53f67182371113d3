/* program.h - what the front of inference knows of a program: modules, functions, scopes, classes.
 *
 * Made by resolve.c from the AST, before any typing; afterwards only the decorator facts of a function
 * (`jit`) and the attributes of a class change. Lives in the unit's arena. */
#ifndef NJ_COMPILER_SEMA_PROGRAM_H
#define NJ_COMPILER_SEMA_PROGRAM_H

#include "compiler/ir/cuda.h"
#include "compiler/support/map.h"
#include "compiler/support/unit.h"
#include "compiler/syntax/ast.h"
#include "compiler/types/promote.h"

/* A variable of one scope. */
typedef struct NjVar {
    const NjName *name;
    uint32_t index;       /* dense in its scope */
    uint32_t n_assigns;   /* binding places in the scope itself, parameters counted once */
    NjSpan first;         /* the first binding place */
    uint32_t first_pos;   /* its offset in the source */
    uint32_t last_pos;    /* of the last binding place: the end of its statement */
    uint32_t capture_pos; /* is_captured, not in a module: the first inner function that reads it */
    bool is_param;
    bool is_def;          /* some binding place is a def statement */
    bool is_captured;     /* an inner function or class body reads it */
    bool inner_assigns;   /* an inner function declares it nonlocal, or global (module scope) */
    bool in_loop;         /* some binding place stands in a loop */
    bool is_cell;         /* captured and changing: lives in a heap cell */
} NjVar;

typedef enum NjFuncKind { NJ_FUNC_MODULE, NJ_FUNC_DEF, NJ_FUNC_LAMBDA, NJ_FUNC_CLASS_BODY } NjFuncKind;

/* What decorators made of a function. */
typedef enum NjJitKind {
    NJ_JIT_NONE, /* plain Python: the numpy model */
    NJ_JIT_JIT,
    NJ_JIT_VECTORIZE,
    NJ_JIT_GUVECTORIZE,
    NJ_JIT_STENCIL,
    NJ_JIT_CFUNC,
    NJ_JIT_CUDA_KERNEL,
    NJ_JIT_CUDA_DEVICE
} NjJitKind;

typedef struct NjSignature {
    const NjType *result; /* NULL: inferred */
    const NjType **params;
    uint32_t n;
} NjSignature;

typedef struct NjJit {
    NjJitKind kind;
    bool parallel, fastmath, no_boundscheck, numpy_errors, always_inline;
    bool is_cuda; /* target='cuda' */
    NjKernelOptions kernel; /* of CUDA kernels */
    NjSignature *signatures; /* eager ones, in order */
    uint32_t n_signatures;
    const char *layout;          /* guvectorize: "(n),(n)->()" */
    double cval;                 /* stencil border value */
    const NjExpr *neighborhood;  /* stencil */
    const NjExpr *standard_indexing;
} NjJit;

typedef struct NjModuleInfo NjModuleInfo;

struct NjFuncDef {
    uint32_t id;
    NjFuncKind kind;
    const NjName *name; /* "<module>", "<lambda>" for those */
    NjModuleInfo *module;
    NjFuncDef *parent;         /* the enclosing function (never a class body); NULL for a module */
    const NjStmt *stmt;        /* DEF */
    const NjExpr *lambda;      /* LAMBDA */
    const NjArguments *args;   /* NULL for a module */
    NjBlock body;              /* not LAMBDA */
    NjSpan span;
    NjVar **vars;
    uint32_t n_vars, cap_vars;
    NjMap var_map;             /* NjName * -> NjVar * */
    NjMap globals;             /* names declared global here */
    NjMap nonlocals;           /* names declared nonlocal here */
    const NjName **free_names; /* variables of enclosing functions used here or further in */
    uint32_t n_free, cap_free;
    NjClassDef *cls;           /* method of a class, or NULL */
    bool is_generator;
    bool is_static, is_classmethod, is_property;
    bool has_loop;
    NjJit jit;
};

struct NjClassDef {
    uint32_t id;
    const NjName *name;
    const NjStmt *stmt;
    NjModuleInfo *module;
    NjClassDef *base;      /* single inheritance; NULL: object */
    int32_t exc_kind;      /* NprtExcKind when derived from an exception class, else -1 */
    bool calls_exc_init;   /* an exception whose __init__ calls Exception.__init__ */
    NjMap methods;         /* NjName * -> NjFuncDef * */
    NjMap setters;         /* of properties: NjName * -> NjFuncDef * */
    NjMap class_attrs;     /* NjName * -> NjExpr *: class-level constants */
    NjMap class_vars;      /* NjName * -> NjVar *: those that the program assigns */
    const NjName **fields; /* dataclass or NamedTuple: in order */
    NjExpr **field_defaults;
    NjExpr **field_types;
    uint32_t n_fields;
    bool is_dataclass, is_namedtuple, is_enum, is_jitclass;
    bool is_total; /* @total_ordering: one comparison gives the others */
    bool is_frozen, is_hashed; /* of @dataclass(frozen=True, unsafe_hash=True); frozen ones are hashed */
    bool needs_methods; /* the runtime prints, compares or hashes instances */
};

struct NjModuleInfo {
    const NjModule *ast;
    NjFuncDef *top;   /* its top-level code */
    bool is_prelude;  /* numpy model without overflow checks; not shown in tracebacks */
    bool is_checked;  /* prelude file of Python's own library (std_*.py): with the checks of Python code */
    NjMap func_of;    /* NjStmt * or NjExpr * (lambda) -> NjFuncDef * */
    NjMap class_of;   /* NjStmt * -> NjClassDef * */
    NjMap loop_vars;  /* NjStmt * (for, while, try) -> NjNameSet *: names bound inside */
};

/* Names bound somewhere inside a statement, nested functions excluded. */
typedef struct NjNameSet {
    const NjName **items;
    uint32_t n, cap;
} NjNameSet;

/* Builds scopes, functions and classes of a parsed module. Reports what is wrong with scopes. */
NjModuleInfo *nj_resolve(NjUnit *u, const NjModule *ast, bool is_prelude);

/* The variable of exactly this scope, or NULL. */
NjVar *nj_scope_find(const NjFuncDef *scope, const NjName *name);
/* The function of a def statement or lambda; the class of a class statement. */
NjFuncDef *nj_func_of(const NjModuleInfo *module, const void *node);
NjClassDef *nj_class_of(const NjModuleInfo *module, const NjStmt *stmt);
/* Names bound inside a loop or try statement. */
const NjNameSet *nj_bound_names(const NjModuleInfo *module, const NjStmt *stmt);

/* Texts for diagnostics. */
const char *nj_func_name(const NjFuncDef *func);
const char *nj_class_name(const NjClassDef *cls);
const char *nj_builtin_name(int32_t id);

#endif
