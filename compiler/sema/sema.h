/* sema.h - inference of a whole program, and what its parts share behind walk.h.
 *
 * nj_sema_run types the program from its top-level code on and returns the TIR of everything reachable.
 * The rest of this header is internal to compiler/sema. */
#ifndef NJ_COMPILER_SEMA_SEMA_H
#define NJ_COMPILER_SEMA_SEMA_H

#include "compiler/sema/walk.h"
#include "compiler/support/vec.h"

/* Types and builds the program. NULL when there are errors, which are reported in `u`. */
NjTirModule *nj_sema_run(NjUnit *u, NjTypes *types, const NjModule *ast);

/* ---- hints: facts found late that earlier parts need; they survive a restart ---- */

typedef enum NjHintKind {
    NJ_HINT_RESULT, /* result type of a recursive specialisation: key = its signature hash */
    NJ_HINT_SITE,   /* element type(s) of a container: key = site */
    NJ_HINT_SITE_VALUE,
    NJ_HINT_CELL,      /* type of a cell variable */
    NJ_HINT_GLOBAL,    /* type of a global that functions write */
    NJ_HINT_LITERAL,   /* parameter that must be known at compile time */
    NJ_HINT_ATTR_SITE, /* type of a container made at the site that an attribute has its first from
                        */
    NJ_HINT_STATEFUL   /* variable whose iterator is asked by next(): it must be an object */
} NjHintKind;

/* The hint's type, or NULL. `a` and `b` identify what it is about. */
const NjType *nj_hint_get(NjSema *s, NjHintKind kind, const void *a, uint64_t b);
/* Joins `type` into the hint; asks for a restart when that changes it. False: the types do not join. */
bool nj_hint_join(NjSema *s, NjHintKind kind, const void *a, uint64_t b, const NjType *type);

/* Replaces the hint's type; asks for a restart when that changes it. */
void nj_hint_set(NjSema *s, NjHintKind kind, const void *a, uint64_t b, const NjType *type);

/* A container was filled as `made` and its site says `now`: are they the same? If not, the caller fills it
 * again, and the round need not start over when the site is all that changed since `changes` (s->changes). */
bool nj_settled(NjWalk *w, const NjType *made, const NjType *now, uint32_t changes);

/* ---- specialisations ---- */

typedef struct NjGlobalDep {
    NjVar *var;
    const NjType *type; /* NULL: it was unbound */
    const NjKnown *known;
} NjGlobalDep;

struct NjSpec {
    NjFuncDef *def;
    NjVal self_value;      /* the function value it was made from (captures) */
    NjVal *args;           /* type and, where the key has it, known */
    uint32_t n;
    uint64_t key;          /* hash, stable over restarts */
    NjTirFn *fn;
    NjTirFn *gen_entry;    /* a generator's start function */
    const NjType *result;  /* while in progress: the hint */
    const NjKnown *result_known;
    bool in_progress, is_recursive;
    bool has_errors; /* they may have been dropped with a walk: it is not used again, so they are
                        reported again */
    bool in_kernel;
    NjModel model;
    NJ_VEC(NjGlobalDep) deps;
};

/* An import of a module that npjit does not have: using the name is the error. */
typedef struct NjMissing {
    const char *module; /* dotted */
    NjSpan span;
} NjMissing;

struct NjSema {
    NjUnit *u;
    NjArena *arena;
    NjTypes *types;
    NjTirModule *module;
    NjModuleInfo *main;
    NjWalk *main_walk;  /* of the top-level code: its env holds the globals */
    NJ_VEC(NjSpec *) specs;
    NJ_VEC(NjSpec *) stack; /* specialisations in progress, outermost first */
    NJ_VEC(NjSpan) call_spans;
    NjMap preludes;     /* NjName * -> NjModuleInfo * */
    NjMap global_slots; /* NjVar * -> list of slots */
    struct NjHint *hints;
    uint32_t n_hints, cap_hints;
    struct NjSite *sites;
    uint32_t n_sites, cap_sites;
    uint32_t changes;  /* what this round found out too late; any: another round */
    bool missed_attr;   /* an attribute was looked up before it was known */
    uint32_t next_loop;
    uint32_t next_fn;
    const char **exc_names;
    int32_t *exc_parents;
    uint32_t n_excs;
    NjMap missing;         /* NjName -> NjMissing *, of imports of modules that npjit does not have */
    NJ_VEC(int32_t) stars; /* modules of `from m import *`, the latest last */
};

/* A stable number for an allocation site: the AST node in this specialisation. */
uint32_t nj_site(NjWalk *w, const void *node);

/* A loop over a few items known in number. */
typedef struct NjIterNode {
    struct NjIterNode *outer;
    const void *node;
} NjIterNode;

/* ---- frames: where return and yield go ---- */

typedef struct NjReturn {
    NjTirStmt *stmt;
    NjVal value;
    NjSpan span;
} NjReturn;

struct NjFrame {
    NjFrame *outer;          /* of an inlined generator: the consumer's */
    NjFuncDef *def;
    NjVal self_value;        /* captures of the function in hand */
    NJ_VEC(NjReturn) returns;
    NjIterBody *yield;       /* inlined generator: what to do with a yielded value */
    void *yield_ctx;
    NjTirLocal *done;        /* inlined generator: set by return */
    NjVal class_self;        /* first parameter of a method, for super() */
    struct NjFinally *finals; /* finally blocks around the point in hand, innermost first */
    struct NjComp *comps;    /* comprehension scopes around the point in hand */
    struct NjComp *binds;    /* the one whose targets are being assigned */
    NjVal handled;           /* exception being handled, for a bare raise */
    struct NjIterNode *nodes; /* loops around the point in hand that could be unrolled */
};

typedef struct NjFinally {
    struct NjFinally *outer;
    NjBlock body;
    NjLoopCtx *loop; /* the loop around the try statement */
} NjFinally;

/* Names of a comprehension in hand, innermost first. */
typedef struct NjCompName {
    const NjName *name;
    NjVal value;
} NjCompName;
typedef struct NjComp {
    struct NjComp *outer;
    NjCompName *names;
    uint32_t n;
} NjComp;

/* ---- lazy iterators (iter.c) ---- */

typedef enum NjIterKind {
    NJ_ITER_ZIP,
    NJ_ITER_ENUMERATE, /* parts: iterable, start */
    NJ_ITER_REVERSED,
    NJ_ITER_MAP,    /* parts: function, iterables */
    NJ_ITER_FILTER, /* parts: function or None, iterable */
    NJ_ITER_ITEMS,  /* parts: dict */
    NJ_ITER_VALUES,
    NJ_ITER_KEYS,
    NJ_ITER_COUNT, /* itertools.count: parts: start, step */
    NJ_ITER_CHAIN,
    NJ_ITER_FLAT, /* a.flat: parts: array */
    NJ_ITER_NDENUMERATE,
    NJ_ITER_NDINDEX,      /* parts: extents */
    NJ_ITER_CYCLE,        /* itertools (funcs/std_iter.c): parts: pool */
    NJ_ITER_REPEAT,       /* object, times or not */
    NJ_ITER_ISLICE,       /* iterable, start, stop, step */
    NJ_ITER_ZIP_LONGEST,  /* fill value, iterables */
    NJ_ITER_TAKEWHILE,    /* predicate, iterable */
    NJ_ITER_PRODUCT,      /* pools */
    NJ_ITER_POWER,        /* product(pool, repeat=n): pool, n */
    NJ_ITER_COMBINATIONS, /* pool, length; the next two as well */
    NJ_ITER_REPLACEMENT,
    NJ_ITER_PERMUTATIONS,
    NJ_ITER_SPLAT, /* print(*items): parts: the iterable */
    NJ_ITER_GENEXP /* node: walked where it is consumed */
} NjIterKind;

struct NjIter {
    NjIterKind kind;
    NjVal *parts; /* spilled */
    uint32_t n;
    const NjExpr *node;
    NjComp *comps; /* GENEXP: comprehension scopes around it */
};

/* A lazy iterator as a value. */
NjVal nj_val_iter(NjWalk *w, NjIterKind kind, const NjVal *parts, uint32_t n, NjSpan span);
NjVal nj_val_genexp(NjWalk *w, const NjExpr *node);

/* How a loop over an iterable is to be built. */
typedef struct NjIterOptions {
    const void *node;      /* identifies the loop for hints */
    const NjNameSet *bound;
    NjBlock orelse;
    bool has_jumps;        /* the body has break or continue of this loop */
} NjIterOptions;
bool nj_iterate_with(NjWalk *w, NjVal iterable, NjSpan span, const NjIterOptions *options,
                     NjIterBody *body, void *ctx);
/* Something needs a value at compile time that is not known: asks for a restart with the enclosing
 * short loops unrolled and the function specialised for its arguments' values. True when that helps. */
bool nj_need_known(NjWalk *w);

/* The iterators of itertools (funcs/std_iter.c): those with positions, and arrangements. */
struct NjSeq;
bool nj_iter_seq_more(NjWalk *w, const NjIter *it, NjSpan span, struct NjSeq *out);
NjVal nj_iter_get_more(NjWalk *w, const struct NjSeq *seq, const NjIter *it, NjVal index, NjSpan span);
bool nj_iterate_arrangements(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *options,
                             NjIterBody *body, void *ctx);

/* dict[key] of the module collections (funcs/std_collections.c), where a missing key is no error; operators of
 * Counters: true when it was one. */
bool nj_collection_get(NjWalk *w, NjVal dict, NjVal key, NjSpan span, NjVal *out);
bool nj_counter_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out);

/* Sequences that can be indexed: what zip, enumerate and reversed work on. */
typedef struct NjSeq {
    NjVal value;      /* spilled */
    NjVal length;     /* int; type NULL: endless */
    struct NjSeq *parts;
    uint32_t n;
} NjSeq;
bool nj_seq_of(NjWalk *w, NjVal iterable, NjSpan span, NjSeq *out);
NjVal nj_seq_get(NjWalk *w, const NjSeq *seq, NjVal index, NjSpan span);
NjVal nj_range_part(NjWalk *w, NjVal range, uint32_t part, NjSpan span); /* 0 start, 1 stop, 2 step */
NjVal nj_range_length(NjWalk *w, NjVal range, NjSpan span);

/* ---- loops ---- */

typedef struct NjExit {
    NjEnv env;
    NjTirBlock *block; /* conversions go here, before the jump */
} NjExit;

struct NjLoopCtx {
    NjLoopCtx *outer;
    NjFrame *frame;
    NJ_VEC(NjExit) breaks;
    NJ_VEC(NjExit) continues;
    NjTirLocal *broke;      /* set by break: for else clauses and unrolled loops */
    bool is_unrolled;       /* one copy of the body: continue leaves the copy */
    NjTirLocal *skip;       /* unrolled: set by break */
};

/* Variables of a try body: a handler may see any of the values they had, so all are kept in one slot. */
typedef struct NjPin {
    struct NjPin *outer;
    NjVar *var;
    const NjType *type; /* NULL: not known yet */
    bool changed;       /* a value of another type came: walk the try statement again */
} NjPin;

/* Diagnostics reported since a mark are dropped when a walk is thrown away. */
typedef struct NjDiagMark {
    uint32_t n, nerrors, nwarnings;
    NjDiag *latest;
} NjDiagMark;
NjDiagMark nj_diag_mark(NjWalk *w);
void nj_diag_rollback(NjWalk *w, NjDiagMark mark);

/* ---- variables (env.c) ---- */
/* The bool local that says whether a variable is bound; one per variable and function. */
NjTirLocal *nj_flag_for(NjWalk *w, NjVar *var);
void nj_set_flag(NjWalk *w, NjVar *var, bool bound, NjSpan span);
/* The value of a binding that is known to be bound, converted and stored in the slot of `type`. */
void nj_move_binding(NjWalk *w, NjVar *var, NjBinding *b, const NjType *type, NjTirBlock *block);
NjEnv nj_env_copy(NjWalk *w, const NjEnv *env);
/* Reads a variable by name: locals, captures, globals, builtins. Reports unknown names. */
NjVal nj_load_name(NjWalk *w, const NjName *name, NjSpan span);
/* Assigns. The value is coerced where the variable has a fixed type (cells, pinned by a try). */
void nj_bind_name(NjWalk *w, const NjName *name, NjVal value, NjSpan span);
void nj_bind_comp_name(NjWalk *w, const NjName *name, NjVal value); /* in the comprehension frame->binds */
void nj_unbind_name(NjWalk *w, const NjName *name, NjSpan span);
void nj_bind_param(NjWalk *w, NjVar *var, NjVal value, NjSpan span);
NjVal nj_read_binding(NjWalk *w, NjVar *var, NjBinding *b, NjSpan span);
/* Joins the variables of several control paths into w->env; conversions are appended to the blocks of
 * the paths. Paths with block NULL are unreachable and ignored; none left: w->dead. */
void nj_join_paths(NjWalk *w, NjExit *paths, uint32_t n);
bool nj_binding_same(const NjBinding *a, const NjBinding *b);
NjTirLocal *nj_slot_for(NjWalk *w, NjVar *var, const NjType *type);
/* Cells of variables that loops assign, made where the function in hand starts. */
void nj_make_loop_cells(NjWalk *w);
NjTirGlobal *nj_global_slot(NjSema *s, NjVar *var, const NjType *type);
NjVal nj_load_module_name(NjWalk *w, const NjName *name, NjSpan span, bool *out_found);
bool nj_var_is_shared(const NjWalk *w, const NjVar *var);

/* Containers whose element types are found out by use. */
/* A key for a container made by the text at `span`; `tag` tells several of one text apart. */
const void *nj_site_node(NjSpan span, unsigned tag);
NjVal nj_new_set_site(NjWalk *w, const void *node, NjSpan span);
NjVal nj_new_dict_site(NjWalk *w, const void *node, NjSpan span);
const NjType *nj_site_list_type(NjWalk *w, const void *node);
const NjType *nj_site_set_type(NjWalk *w, const void *node);
const NjType *nj_site_dict_type(NjWalk *w, const void *node);
/* Joins types into the elements of a container made at a site (or checks that they fit otherwise): the
 * container's element type afterwards, NULL after an error. `which`: 0 element or key, 1 value. */
const NjType *nj_container_accepts(NjWalk *w, NjVal container, uint32_t which, const NjType *item,
                                   NjSpan span);

/* ---- statements (stmt.c, loops.c, try.c, match.c, with.c, classes.c) ---- */
void nj_walk_stmt(NjWalk *w, const NjStmt *s);
void nj_assign_target(NjWalk *w, const NjExpr *target, NjVal value);
void nj_walk_for(NjWalk *w, const NjStmt *s);
void nj_walk_while(NjWalk *w, const NjStmt *s);
void nj_walk_break(NjWalk *w, NjSpan span, bool is_continue);
void nj_walk_return(NjWalk *w, NjVal value, NjSpan span);
void nj_walk_try(NjWalk *w, const NjStmt *s);
void nj_walk_raise(NjWalk *w, const NjStmt *s);
void nj_walk_with(NjWalk *w, const NjStmt *s);
void nj_walk_match(NjWalk *w, const NjStmt *s);
void nj_walk_assert(NjWalk *w, const NjStmt *s);
void nj_walk_import(NjWalk *w, const NjStmt *s);
void nj_walk_def(NjWalk *w, const NjStmt *s);
void nj_walk_class(NjWalk *w, const NjStmt *s);
/* Runs the finally blocks between the point in hand and `until` (NULL: all of the frame). */
void nj_run_finals(NjWalk *w, NjFinally *until);
/* A loop to build: `body` emits one iteration, and is called again with better types until they are
 * stable. The bounds of a FOR are trivial expressions of int. */
typedef void NjLoopBody(NjWalk *w, void *ctx);
typedef struct NjLoop {
    NjTirStmtKind kind; /* FOR or WHILE */
    NjSpan span;
    const NjNameSet *bound; /* names that the body binds; NULL: none */
    NjTirExpr *start, *stop, *step;
    int8_t step_sign;
    bool is_parallel;
    bool at_least_once; /* known to run */
    NjTirLocal *var;    /* FOR: the loop variable, made anew for each attempt */
    /* WHILE: emits the condition; NULL: forever. Returns the bool expression, NULL when known true. */
    NjTirExpr *(*head)(NjWalk *w, void *ctx);
    NjLoopBody *body;
    void *ctx;
    NjBlock orelse;
} NjLoop;
void nj_run_loop(NjWalk *w, NjLoop *loop);
/* Runs the iterations of an unrolled loop one after another: body(w, ctx) for i in 0..n-1. */
void nj_run_unrolled(NjWalk *w, uint32_t n, NjSpan span, void (*body)(NjWalk *w, uint32_t i, void *ctx),
                     void *ctx, bool has_jumps, NjBlock orelse);

bool nj_is_main_guard(NjWalk *w, const NjExpr *test);
void nj_run_finals_of_try(NjWalk *w, const NjStmt *s);
/* Exceptions. A kind is an NprtExcKind (user classes count on from NPRT_EXC_USER); -1: not a class. */
int32_t nj_exc_kind_of(NjWalk *w, NjVal cls);
int32_t nj_exc_kind_of_row(int32_t row);
NjVal nj_new_exception(NjWalk *w, int32_t kind, const NjVal *args, uint32_t n, NjSpan span);
/* Emits `raise kind(args)`; the rest of the block is dead. */
void nj_raise_new(NjWalk *w, int32_t kind, const NjVal *args, uint32_t n, NjSpan span);
NjVal nj_exception_text(NjWalk *w, NjVal object, bool repr, NjSpan span);
NjVal nj_exception_of_object(NjWalk *w, NjVal object, NjSpan span);
bool nj_class_has_payload(const NjClassDef *cls);
/* e.attr where classes of exceptions of the program have a constant of that name (funcs/numbers.c). */
bool nj_exc_class_attr(NjWalk *w, NjVal exc, const NjName *attr, NjSpan span, NjVal *out);
/* Context managers that are not classes of the program (np.printoptions, a stream ...): false: not one. */
bool nj_context_enter(NjWalk *w, NjVal *ctx, NjVal *out_entered, NjSpan span);
void nj_context_exit(NjWalk *w, NjVal ctx, NjSpan span);
/* with np.printoptions(...), whose value `ctx` is; false: it is not one. */
bool nj_printoptions_enter(NjWalk *w, NjVal ctx, NjSpan span);
void nj_printoptions_exit(NjWalk *w, NjSpan span);
/* Is the text of `v` made by a formatter= of the print options? The text (compiler/funcs/np_print.c). */
bool nj_has_formatter(NjWalk *w, NjVal v);
NjVal nj_formatted_text(NjWalk *w, NjVal v, NjSpan span);
/* np.poly1d values (compiler/funcs/np_poly1d.c). */
bool nj_is_poly1d(NjVal v);
NjVal nj_poly1d_call(NjWalk *w, NjVal p, const NjVal *args, uint32_t n, NjSpan span);
bool nj_poly1d_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out);
NjVal nj_poly1d_text(NjWalk *w, NjVal p, bool repr, NjSpan span);
/* a.real = v, a.imag = v, a.flat = v; false: another attribute. */
bool nj_array_set_part(NjWalk *w, NjVal array, const char *attr, NjVal value, NjSpan span);
/* The real or imaginary parts of a complex array as a view (a.real as a value is computed instead). */
NjVal nj_array_part(NjWalk *w, NjVal array, bool imag, NjSpan span);
/* An expression (or attribute) whose elements are going to change: a.real and a.imag are views there. */
NjVal nj_walk_changed(NjWalk *w, const NjExpr *e);
NjVal nj_changed_attr(NjWalk *w, NjVal base, const NjName *attr, NjSpan span);
NjVal nj_val_slice(NjWalk *w, NjVal start, NjVal stop, NjSpan span);
/* Like nj_spill, but a tuple display stays one, its items spilled (an index that is used twice). */
NjVal nj_spill_deep(NjWalk *w, NjVal v);

/* ---- expressions ---- */
NjVal nj_walk_const(NjWalk *w, const NjConst *c, NjSpan span);
NjVal nj_walk_comp(NjWalk *w, const NjExpr *e);
NjVal nj_walk_call(NjWalk *w, const NjExpr *e);
NjVal nj_walk_lambda(NjWalk *w, const NjExpr *e);
NjVal nj_walk_fstring(NjWalk *w, const NjExpr *e);
NjVal nj_walk_subscript(NjWalk *w, const NjExpr *e);
/* The same before the subscript is taken; false: it is a form of its own, whose value is `out`. */
bool nj_walk_subscript_parts(NjWalk *w, const NjExpr *e, NjVal *base, NjVal *index, NjVal *out);
NjVal nj_walk_slice_value(NjWalk *w, const NjExpr *e);
void nj_store_subscript(NjWalk *w, const NjExpr *target, NjVal value);
/* The same as a constructor does, of frozen dataclasses too. */
void nj_init_attr(NjWalk *w, NjVal base, const NjName *attr, NjVal value, NjSpan span);
void nj_store_attr(NjWalk *w, NjVal base, const NjName *attr, NjVal value, NjSpan span);
void nj_del_subscript(NjWalk *w, const NjExpr *target);
/* In-place a op= b where the value in `a` is mutable (arrays, lists, sets): true when done. */
bool nj_inplace(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span);
/* array op= value. */
void nj_update_array(NjWalk *w, NjBinOp op, NjVal array, NjVal value, NjSpan span);
/* Name of the ufunc that an operator calls. */
const char *nj_binop_ufunc(NjBinOp op);

/* Operators on strings, lists, tuples, sets, dicts. */
NjVal nj_sequence_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span);
/* Comparison of scalars and arrays (==, != and orders). */
NjVal nj_numeric_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span);

/* Items of a display or call, stars of tuples expanded. False after an error; *out NULL when a starred
 * value has a length known only at run time. */
bool nj_walk_items(NjWalk *w, NjExprs elts, NjVal **out, uint32_t *out_n);
/* A list display; `node` is its allocation site. Items of types that do not join make a mixed list. */
NjVal nj_make_list(NjWalk *w, const void *node, NjVal *items, uint32_t n, NjSpan span);
NjVal nj_list_as(NjWalk *w, NjVal list, const NjType *elem, NjSpan span);
NjVal nj_percent_format(NjWalk *w, NjVal a, NjVal b, NjSpan span);
NjVal nj_mixed_list(NjWalk *w, const NjVal *items, uint32_t n, NjSpan span);
/* A mixed list that is used as a real one (appended to, indexed by a variable): asks for a restart in which
 * its display makes a list. False: its site is not known. */
bool nj_promote_mixed(NjWalk *w, NjVal list);
NjVal nj_repr_of(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_format(NjWalk *w, NjVal v, NjVal spec, NjSpan span);
NjVal nj_walk_yield(NjWalk *w, const NjExpr *e);
/* What a test says of an optional variable: `x is None`, `x is not None`, `x`. */
typedef struct NjNarrow {
    NjVar *var;
    bool when_true, when_false; /* the variable is not None there */
} NjNarrow;
NjNarrow nj_narrow_of(NjWalk *w, const NjExpr *test);
void nj_narrow_apply(NjWalk *w, const NjNarrow *narrow, bool branch);

/* A rectangular list display as the argument of np.array: its items, walked. False: not such a display
 * (nothing was walked). */
typedef struct NjDisplay {
    bool ok; /* false: an item had an error */
    NjVal *items;
    uint32_t n;
    unsigned ndim;
    int64_t shape[5];
    NprtDtype dtype;
    NjVal general; /* type not NULL: items are no scalars; the display as a list value */
} NjDisplay;
bool nj_array_display(NjWalk *w, const NjExpr *e, NjDisplay *out);
NjVal nj_array_of_display(NjWalk *w, NjDisplay *d, const NprtDtype *dtype, NjSpan span);

/* Operand order: when evaluating something emitted statements after `v` was made, `v` must have been
 * computed before them. Take a mark first; `nj_settle` moves v into a temporary at the mark if needed. */
typedef struct NjMark {
    NjTirBlock *block;
    uint32_t at, effects, rebinds;
} NjMark;
NjMark nj_mark(NjWalk *w);
NjVal nj_settle(NjWalk *w, NjMark mark, NjVal v);

/* ---- constant folding (known.c) ---- */
/* The value of a op b when both are known ints, floats, strs ...; false when it is not foldable (or would
 * raise). Ints are exact: a result outside int64 is NJ_KNOWN_BIG. */
bool nj_fold_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out);
bool nj_fold_unary(NjWalk *w, NjUnaryOp op, NjVal a, NjSpan span, NjVal *out);
bool nj_fold_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span, NjVal *out);
NjVal nj_val_big(NjWalk *w, const char *digits, NjSpan span);
bool nj_known_equal(const NjKnown *a, const NjKnown *b);
/* The known value as a decimal text (ints of any size), or NULL. */
const char *nj_known_int_text(NjWalk *w, NjVal v);

/* ---- specialising and calling (spec.c, call.c) ---- */
NjVal nj_func_value(NjWalk *w, NjFuncDef *def, NjSpan span); /* captures taken here */
NjVal nj_call_func(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjSpan span);
/* Finds or makes the specialisation for these arguments, given back as the callee takes them. */
NjSpec *nj_specialise(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjSpan span, NjVal **out_args);
/* Variants (variant.c): `visit` builds what happens for one class. */
typedef NjVal NjVariantVisit(NjWalk *w, NjVal object, void *ctx);
NjVal nj_variant_visit(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span);
NjVal nj_variant_attr(NjWalk *w, NjVal v, const NjName *name, NjSpan span);
void nj_variant_set_attr(NjWalk *w, NjVal v, const NjName *name, NjVal value, NjSpan span);
NjVal nj_variant_call(NjWalk *w, NjVal v, const NjName *name, const NjVal *args, uint32_t n,
                      const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
NjVal nj_variant_text(NjWalk *w, NjVal v, bool repr, NjSpan span);
/* type(v).__name__ and v.__class__.__name__, whatever v may be: true and *out. */
bool nj_class_name_form(NjWalk *w, const NjExpr *e, NjVal *out);
bool nj_variant_has_method(const NjType *variant, const NjName *name);
NjVal nj_variant_isinstance(NjWalk *w, NjVal v, const NjClassDef *cls, NjSpan span);
/* Specialises the special methods of classes that the runtime needs, at the end of the walk (special.c). */
void nj_make_special_methods(NjWalk *w);
/* For --record: the top-level code ends with a call for each of its variables (record.c). */
void nj_record_variables(NjWalk *w);
NjVal nj_dataclass_repr(NjWalk *w, NjVal self, NjSpan span);
NjVal nj_dataclass_tuple(NjWalk *w, NjVal self, NjSpan span);
/* Unions (union.c). nj_union_join is nj_type_join, and in the numpy model a union where types do not join. */
enum { NJ_MAX_UNION = 8 };
const NjType *nj_union_join(NjWalk *w, const NjType *a, const NjType *b);
/* What a variable may get on two ways: int and float stay apart, as in CPython. */
const NjType *nj_value_join(NjWalk *w, const NjType *a, const NjType *b);
const NjType *nj_element_join(NjWalk *w, const NjType *a, const NjType *b);
NjVal nj_union_cast(NjWalk *w, NjVal v, NprtDtype dtype, bool py, NjSpan span);
NjVal nj_union_number(NjWalk *w, NjVal v, NjSpan span);
/* Calls with argument `at` (a union) as each of its alternatives. */
NjVal nj_union_argument(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, uint32_t at,
                        const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
uint32_t nj_union_count(const NjType *u);
NjVal nj_union_make(NjWalk *w, NjVal v, const NjType *u, NjSpan span);
NjVal nj_union_visit(NjWalk *w, NjVal v, NjVariantVisit *visit, void *ctx, NjSpan span);
NjVal nj_union_text(NjWalk *w, NjVal v, bool repr, NjSpan span);
NjVal nj_union_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span);
NjVal nj_union_compare(NjWalk *w, NjCmpOp op, NjVal a, NjVal b, NjSpan span);
NjVal nj_union_unary(NjWalk *w, NjUnaryOp op, NjVal v, NjSpan span);
NjVal nj_union_truth(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_union_len(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_union_call(NjWalk *w, NjVal v, const NjName *method, const NjVal *args, uint32_t n,
                    const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
/* v[index](...) for each alternative. */
NjVal nj_union_call_item(NjWalk *w, NjVal v, NjVal index, const NjVal *args, uint32_t n,
                         const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
NjVal nj_union_index(NjWalk *w, NjVal v, NjVal index, NjSpan span);
void nj_union_index_set(NjWalk *w, NjVal base, NjVal index, NjVal value, NjSpan span);
NjVal nj_union_attr(NjWalk *w, NjVal v, const NjName *name, NjSpan span);
NjVal nj_union_isinstance(NjWalk *w, NjVal v, NjVal cls, NjSpan span);
/* Is it a union, or an iterator (zip, enumerate ...) over one? nj_union_iterate writes these loops out. */
bool nj_union_is_stepped(NjWalk *w, NjVal v, NjSpan span);
bool nj_union_iterate(NjWalk *w, NjVal v, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx);
/* Class variables that the program assigns live in globals (classes.c): true and *out when it is one. */
bool nj_class_var_get(NjWalk *w, NjClassDef *cls, const NjName *name, NjSpan span, NjVal *out);
/* Where a class is made, the defaults of a method's parameters that are not constants are evaluated. */
void nj_method_defaults(NjWalk *w, NjFuncDef *method);
void nj_class_var_set(NjWalk *w, NjClassDef *cls, const NjName *name, NjVal value, NjSpan span);
/* Enum classes (enum.c). A base named Enum, IntEnum or StrEnum; the members, made by the class statement. */
bool nj_enum_base(NjWalk *w, NjClassDef *cls, const char *name);
void nj_enum_make_members(NjWalk *w, NjClassDef *cls);
/* The members as a tuple when v is an enum class, else v. */
/* The number that a member stands for in a kernel, where there are no objects; false: it is none. */
bool nj_enum_value(NjWalk *w, const NjClassDef *cls, const NjName *name, NjVal *out);
NjVal nj_enum_items(NjWalk *w, NjVal v, NjSpan span);
/* Color(value) and Color[name]. */
NjVal nj_enum_lookup(NjWalk *w, NjVal cls, NjVal value, NjSpan span);
NjVal nj_enum_by_name(NjWalk *w, NjVal cls, NjVal name, NjSpan span);
/* Views of dicts (views.c): d.keys() and the like, their dict, a set of one (values are left), repr(view). */
bool nj_is_view(NjVal v);
NjVal nj_view_dict(NjWalk *w, NjVal view, NjSpan span);
NjVal nj_view_set(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_view_text(NjWalk *w, NjVal view, NjSpan span);
/* Generators (generator.c). */
NjVal nj_call_generator(NjWalk *w, NjVal callee, const NjVal *given, uint32_t n, NjSpan span);
NjVal nj_gen_next(NjWalk *w, NjVal gen, NjSpan span); /* bool: is there another value? */
/* The type of what send() gives to generators that yield this type, `sent` joined in; NULL: nothing
 * is sent. */
const NjType *nj_gen_send_type(NjWalk *w, const NjType *yielded, const NjType *sent);
NjVal nj_gen_value(NjWalk *w, NjVal gen, NjSpan span);
bool nj_iterate_generator(NjWalk *w, NjVal gen, NjSpan span, const NjIterOptions *o, NjIterBody *body, void *ctx);
bool nj_iterate_zip_pull(NjWalk *w, const NjIter *it, NjSpan span, const NjIterOptions *o, NjIterBody *body,
                         void *ctx);
/* Matches arguments to the parameters of a function of the program (defaults included). */
bool nj_match_args(NjWalk *w, NjVal callee, const NjVal *args, const NjSpan *spans, uint32_t n,
                   const NjName *const *kw_names, const NjVal *kw_vals, uint32_t n_kw, NjSpan span,
                   NjVal **out, uint32_t *out_n);
NjVal nj_frozen_list(NjWalk *w, NjVal list, NjSpan span);
NjVal nj_copy_array(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_slice_all(NjWalk *w, NjSpan span); /* the slice ":" */
/* The parts of a slice; NULL: left out (start, stop) or 1 (step). */
typedef struct NjSliceParts {
    NjTirExpr *start, *stop, *step;
    bool step_is_one;
    int64_t k[3]; /* what is known of start, stop, step */
    bool known[3];
} NjSliceParts;
bool nj_slice_parts(NjWalk *w, NjVal s, NjSpan span, NjSliceParts *out);
NjVal nj_range_slice(NjWalk *w, NjVal range, NjVal slice, NjSpan span);
/* s.start, s.stop, s.step: an int, None, or an optional int. False: another attribute. */
bool nj_slice_attr(NjWalk *w, NjVal s, const char *attr, NjSpan span, NjVal *out);
/* An array that will be read twice: computed once if lazy, else used as it is. */
NjVal nj_spill_view(NjWalk *w, NjVal v);
void nj_sort_list(NjWalk *w, NjVal list, NjVal key, NjVal reverse, NjSpan span);
NjVal nj_abs(NjWalk *w, NjVal v, NjSpan span);
NjVal nj_val_range(NjWalk *w, NjVal start, NjVal stop, NjVal step, bool parallel, NjSpan span);
const NjType *nj_type_of_expr(NjWalk *w, const NjExpr *e); /* a type written as in a signature; NULL: none */
const NjType *nj_type_of_arg(NjWalk *w, NjExprs args, uint32_t i); /* of argument i; also of f(*types) */
bool nj_stencil_subscript(NjWalk *w, const NjExpr *e, NjVal *out);
NjVal nj_coerce_layout(NjWalk *w, NjVal v, const NjType *param, NjSpan span);
NjVal nj_keyword_tuple(NjWalk *w, const NjName *const *names, const NjVal *vals, uint32_t n, NjSpan span);
NjVal nj_keyword_names(NjWalk *w, NjVal v, NjSpan span); /* of a **keywords tuple: what iterating it gives; else v */
/* x[...] on what is no container: a kernel launch configuration, types like int64[:]. */
bool nj_subscript_form(NjWalk *w, const NjExpr *e, NjVal *out);
/* Calls whose arguments are not plain values: super(), locals(), kernel[...]; true when it was one. */
bool nj_special_form(NjWalk *w, const NjExpr *e, NjVal *out);
/* An int that the text fixes where values are not known: n = len(a) (static_extent.c). */
bool nj_static_int(NjWalk *w, const NjExpr *e, int64_t *out);
/* cuda.compile_ptx(...) and the like (cuda_compile.c). */
bool nj_cuda_compile_form(NjWalk *w, const NjExpr *e, NjVal *out);
/* The specialisations of a kernel so far, and those of its signatures: lists of text. False: an error. */
bool nj_cuda_compiled(NjWalk *w, NjVal kernel, NjVal *out_signatures, NjVal *out_symbols, NjSpan span);
/* float64(int32, int32[:]), (int32, float32), a text. False: an error. */
bool nj_signature_of_expr(NjWalk *w, const NjExpr *e, NjSignature *out);
/* float64(int32, float64[:]) or void(int32[:]) as a value: its spelling, if all n > 0 arguments are types. */
bool nj_signature_value(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjSpan span, NjVal *out);
/* Has it as many arguments as the function? Reports it otherwise. */
bool nj_signature_fits(NjWalk *w, const NjFuncDef *def, const NjSignature *sig, NjSpan span);
/* An option of @cuda.jit that reaches the code generator; false: it is none (cuda_options.c). */
bool nj_cuda_option(NjWalk *w, NjKernelOptions *o, const char *name, NjVal v, NjSpan span);
/* Compiles a kernel for its signatures though nothing may launch it (cuda_compile.c). */
void nj_cuda_export(NjWalk *w, NjVal kernel, NjSpan span);
/* CUDA (cuda.c). kernel[grid, block, stream, shared] as a value; args: two to four of these. */
NjVal nj_cuda_configure(NjWalk *w, NjVal kernel, const NjVal *args, uint32_t n, NjSpan span);
/* x[...] where x is a kernel or cuda.gpus; false: it is neither. */
bool nj_cuda_subscript(NjWalk *w, NjVal base, NjVal index, NjSpan span, NjVal *out);
NjVal nj_cuda_items(NjWalk *w, NjVal v, NjSpan span); /* cuda.gpus as a tuple; else v */
NjVal nj_cuda_len(NjWalk *w, NjVal v, NjSpan span); /* of a module: cuda.gpus */
/* A stream argument; 0, None and one not given are None. */
NjVal nj_cuda_stream_arg(NjWalk *w, NjVal v, NjSpan span);
/* A device array as a new host array, and the other way round; to[...] = from on either side. */
NjVal nj_cuda_to_host(NjWalk *w, NjVal v, NjSpan span);
/* Reports (as nj_raises) that device arrays have no operators, if one of the two is one: `b` may be all zero. */
bool nj_cuda_refuse_operator(NjWalk *w, const char *op, NjVal a, NjVal b, NjSpan span, NjVal *out);
/* The end of `with` on a CUDA handle: stream.auto_synchronize() waits. */
NjVal nj_cuda_leave(NjWalk *w, NjVal context, NjSpan span);
NjVal nj_cuda_to_device(NjWalk *w, NjVal v, NjVal stream, NjSpan span);
void nj_cuda_copy(NjWalk *w, NjVal to, NjVal from, NjSpan span);
/* to[...] = from: `from` is cast and broadcast on the host first where that is needed. */
void nj_cuda_assign(NjWalk *w, NjVal to, NjVal from, NjSpan span);
/* Launches a kernel with a thread for each task; directions: NPRT_CUDA_ARG_* of each argument. */
NjVal nj_cuda_launch_tasks(NjWalk *w, NjVal kernel, NjVal tasks, NjVal stream, NjVal *args, uint32_t n,
                           const uint8_t *directions, NjSpan span);
/* @vectorize, @guvectorize and @stencil functions applied to arrays. */
NjVal nj_call_ufunc_like(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, const NjName *const *kw_names,
                         const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
void nj_add_dep(NjSema *s, NjSpec *spec, NjGlobalDep dep);
/* Ends a function: the last return, the joined result type, the bound-flags. */
void nj_finish_fn(NjWalk *w);
NjModuleInfo *nj_prelude(NjSema *s, const char *file);
/* A class of a prelude file, or NULL. Nothing runs there: its methods have no decorators. */
NjClassDef *nj_prelude_class(const NjModuleInfo *m, const NjName *name);
NjVal nj_prelude_function(NjWalk *w, const char *file, const char *name, NjSpan span);
NjWalk *nj_walk_new(NjSema *s, NjFuncDef *def, NjTirFn *fn, NjModel model);
/* Creates an instance: cls(args). */
NjVal nj_construct(NjWalk *w, NjClassDef *cls, const NjVal *args, uint32_t n, const NjName *const *kw_names,
                   const NjVal *kw_vals, uint32_t n_kw, NjSpan span);
NjVal nj_field_default(NjWalk *w, const NjExpr *e);
NjFuncDef *nj_class_method(const NjClassDef *cls, const NjName *name);
NjFuncDef *nj_class_setter(const NjClassDef *cls, const NjName *name); /* of a property */
const NjExpr *nj_class_attr(const NjClassDef *cls, const NjName *name);
/* Calls method `name` of an instance when its class has one: true and *out. */
bool nj_call_special(NjWalk *w, NjVal self, const char *name, const NjVal *args, uint32_t n, NjSpan span,
                     NjVal *out);
/* Applies decorators to a function: fills def->jit; the value may become another. */
/* Numba's decorators of a method; false: it is another one. */
bool nj_decorate_method(NjWalk *w, NjFuncDef *def, const NjExpr *decorator);
NjVal nj_decorate(NjWalk *w, NjFuncDef *def, NjVal value, const NjExprs *decorators);
const NjName *nj_name(NjWalk *w, const char *text);

#endif
