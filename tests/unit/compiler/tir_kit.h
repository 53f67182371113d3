/* tir_kit.h - TIR built by hand, compiled and called: for tests of lowering and of the CPU backend.
 *
 *     Kit k;
 *     kit_open(&k);
 *     NjTirFn *fn = kit_fn(&k, "twice", k.i64);
 *     NjTirLocal *x = kit_param(fn, "x", k.i64);
 *     kit_return(&fn->body, kit_bin(NJ_BIN_MUL, kit_get(x), kit_int(2)));
 *     kit_compile(&k);
 *     int64_t arg = 21, result;
 *     kit_call(&k, "twice", &result, &arg, NULL, NULL);
 *     kit_close(&k);
 *
 * The kit in use is a file-scope pointer, so that expressions read well; a test uses one at a time.
 */
#ifndef NJ_TESTS_UNIT_COMPILER_TIR_KIT_H
#define NJ_TESTS_UNIT_COMPILER_TIR_KIT_H

#include "compiler/ir/tir.h"
#include "compiler/ir/tir_verify.h"
#include "compiler/lower/lower.h"
#include "cpu-backend/cpu_backend.h"
#include "runtime/errors.h"
#include "runtime/memory.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIT_MAX_FNS = 32, KIT_MAX_ARGS = 8 };

typedef struct Kit {
    NjUnit u;
    NjArena *arena;
    NjTypes *types;
    NjSource source;
    NjTirModule module;
    NjLowerEntry entries[KIT_MAX_FNS];
    NjBackendState *state;
    NjCode *code;
    const NjType *i64, *f64, *b, *none, *str; /* Python's own int, float, bool, None, str */
} Kit;

static Kit *kit;

static inline void kit_open(Kit *k)
{
    static const uint32_t starts[] = {0, 2, 4, 6, 8, 10, 12, 14};
    memset(k, 0, sizeof *k);
    kit = k;
    nj_unit_init(&k->u, NULL, NULL);
    k->arena = &k->u.arena;
    k->types = nj_types_new(k->arena);
    k->source = (NjSource){.path = "kit.py", .text = "0\n1\n2\n3\n4\n5\n6\n7\n", .len = 16};
    k->source.line_starts = starts;
    k->source.nlines = 8;
    k->i64 = nj_type_pyint(k->types);
    k->f64 = nj_type_pyfloat(k->types);
    k->b = nj_type_pybool(k->types);
    k->none = nj_type_none(k->types);
    k->str = nj_type_str(k->types);
    k->module.fns = NJ_NEW_ARRAY(k->arena, NjTirFn *, KIT_MAX_FNS);
}

static inline void kit_close(Kit *k)
{
    if (k->code)
        nj_cpu_backend.unload(k->state, k->code);
    if (k->state)
        nj_cpu_backend.close(k->state);
    nj_unit_fini(&k->u);
}

/* A place on the given line of the kit's source. */
static inline NjSpan kit_line(uint32_t line)
{
    return (NjSpan){&kit->source, 2 * (line - 1), 2 * line - 1};
}

/* ---- functions and statements ---- */

static inline NjTirFn *kit_fn(Kit *k, const char *name, const NjType *result)
{
    NjTirFn *fn = nj_tir_fn(k->arena, name);
    fn->id = k->module.n_fns;
    fn->result = result;
    fn->span = kit_line(1);
    fn->is_hot = true;
    fn->params = NJ_NEW_ARRAY(k->arena, NjTirLocal *, KIT_MAX_ARGS);
    k->entries[fn->id] = (NjLowerEntry){fn, nj_arena_printf(k->arena, "call_%s", name)};
    k->module.fns[k->module.n_fns++] = fn;
    return fn;
}

static inline NjTirLocal *kit_param(NjTirFn *fn, const char *name, const NjType *type)
{
    NjTirLocal *local = nj_tir_local_new(kit->arena, fn, name, type);
    local->is_param = true;
    fn->params[fn->n_params++] = local;
    return local;
}

static inline NjTirLocal *kit_local(NjTirFn *fn, const char *name, const NjType *type)
{
    return nj_tir_local_new(kit->arena, fn, name, type);
}

static inline NjTirStmt *kit_stmt(NjTirBlock *block, NjTirStmtKind kind)
{
    NjTirStmt *s = nj_tir_stmt(kit->arena, kind, kit_line(2));
    nj_tir_push(kit->arena, block, s);
    return s;
}

static inline void kit_set(NjTirBlock *block, NjTirLocal *local, NjTirExpr *value)
{
    if (local->is_param)
        local->is_assigned = true;
    nj_tir_assign(kit->arena, block, local, value);
}

static inline void kit_return(NjTirBlock *block, NjTirExpr *value)
{
    kit_stmt(block, NJ_S_RETURN)->as.ret.value = value;
}

static inline void kit_do(NjTirBlock *block, NjTirExpr *value)
{
    kit_stmt(block, NJ_S_EXPR)->as.expr.value = value;
}

/* ---- expressions ---- */

static inline NjTirExpr *kit_expr(NjTirExprKind kind, const NjType *type)
{
    return nj_tir_expr(kit->arena, kind, type, kit_line(2));
}

static inline NjTirExpr *kit_get(NjTirLocal *local)
{
    return nj_tir_local(kit->arena, local, kit_line(2));
}

static inline NjTirExpr *kit_int(int64_t value)
{
    return nj_tir_int(kit->arena, kit->i64, value, kit_line(2));
}

static inline NjTirExpr *kit_float(double value)
{
    return nj_tir_float(kit->arena, kit->f64, value, kit_line(2));
}

static inline NjTirExpr *kit_text(const char *text)
{
    return nj_tir_str(kit->arena, kit->str, text, (uint32_t)strlen(text), kit_line(2));
}

static inline NjTirExpr *kit_bin(NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(kit->arena, op, NJ_ARITH_WRAP, a->type, a, b);
}

static inline NjTirExpr *kit_checked(NjTirBinop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_binary(kit->arena, op, NJ_ARITH_CHECKED, a->type, a, b);
}

static inline NjTirExpr *kit_cmp(NjTirCmpop op, NjTirExpr *a, NjTirExpr *b)
{
    return nj_tir_compare(kit->arena, op, kit->b, a, b);
}

static inline NjTirExpr **kit_list(uint32_t n, NjTirExpr *a, NjTirExpr *b, NjTirExpr *c)
{
    NjTirExpr **items = NJ_NEW_ARRAY(kit->arena, NjTirExpr *, 3);
    NjTirExpr *given[] = {a, b, c};
    memcpy(items, given, n * sizeof *items);
    return items;
}

static inline NjTirExpr *kit_rt(NjRtId id, const NjType *type, uint32_t n, NjTirExpr *a,
                                NjTirExpr *b, NjTirExpr *c)
{
    NjTirExpr *x = kit_expr(NJ_X_RTCALL, type);
    x->as.rtcall.id = id;
    x->as.rtcall.n = n;
    x->as.rtcall.args = kit_list(n, a, b, c);
    return x;
}

static inline NjTirExpr *kit_callx(NjTirFn *fn, uint32_t n, NjTirExpr *a, NjTirExpr *b)
{
    NjTirExpr *x = kit_expr(NJ_X_CALL, fn->result);
    x->as.call.fn = fn;
    x->as.call.n = n;
    x->as.call.args = kit_list(n, a, b, NULL);
    return x;
}

static inline NjTirSub *kit_subs(uint32_t n, NjTirExpr *i, NjTirExpr *j)
{
    NjTirSub *subs = NJ_NEW_ARRAY(kit->arena, NjTirSub, 2);
    NjTirExpr *given[] = {i, j};
    for (uint32_t k = 0; k < n; k++)
        subs[k] = (NjTirSub){given[k], true, true};
    return subs;
}

/* array[i] or, with j, array[i, j]; wraps and checks. */
static inline NjTirExpr *kit_load(NjTirExpr *array, NjTirExpr *i, NjTirExpr *j)
{
    NjTirExpr *x = kit_expr(NJ_X_LOAD, nj_type_scalar(kit->types, array->type->dtype, false));
    x->as.load.base = array;
    x->as.load.n = j ? 2 : 1;
    x->as.load.subs = kit_subs(x->as.load.n, i, j);
    return x;
}

static inline void kit_store(NjTirBlock *block, NjTirExpr *array, NjTirExpr *i, NjTirExpr *j,
                             NjTirExpr *value)
{
    NjTirStmt *s = kit_stmt(block, NJ_S_STORE);
    s->as.store.base = array;
    s->as.store.n = j ? 2 : 1;
    s->as.store.subs = kit_subs(s->as.store.n, i, j);
    s->as.store.value = value;
}

static inline NjTirBlock *kit_for(NjTirBlock *block, NjTirLocal *var, NjTirExpr *start,
                                  NjTirExpr *stop, NjTirExpr *step, int sign)
{
    NjTirStmt *s = kit_stmt(block, NJ_S_FOR);
    s->as.for_.var = var;
    s->as.for_.start = start;
    s->as.for_.stop = stop;
    s->as.for_.step = step;
    s->as.for_.step_sign = (int8_t)sign;
    return &s->as.for_.body;
}

/* ---- compiling and calling ---- */

static inline void kit_lower(NjUnit *u, void *data)
{
    Kit *k = data;
    char error[NJ_BACKEND_ERROR_SIZE] = "";
    const char *fault = nj_tir_verify(k->arena, &k->module, NJ_TIR_LOOPIFIED);
    cr_assert_null(fault, "%s", fault);
    NjBackendOptions options = {.opt_level = 2, .verify = true};
    cr_assert(nj_cpu_backend.open(&options, &k->state, error), "%s", error);
    NjLowerEntry entries[KIT_MAX_FNS];
    uint32_t n_entries = 0;
    for (uint32_t i = 0; i < k->module.n_fns; i++)
        if (k->entries[i].fn != k->module.main)
            entries[n_entries++] = k->entries[i];
    NjLowerOptions lower = {.entries = entries, .n_entries = n_entries, .keep_names = true};
    LLVMModuleRef module = nj_lower_module(u, nj_cpu_backend.target(k->state), &k->module, &lower);
    NjBytes bytes;
    cr_assert(nj_cpu_backend.emit(k->state, module, NJ_EMIT_CODE, &bytes, error), "%s", error);
    cr_assert(nj_cpu_backend.load(k->state, bytes.data, bytes.size, &k->code, error), "%s", error);
    free(bytes.data);
}

static inline void kit_compile(Kit *k)
{
    NjUnitStatus status = nj_unit_run(&k->u, kit_lower, k);
    cr_assert_eq(status, NJ_UNIT_OK, "%s", k->u.failure);
}

/* Calls the function with the addresses of result and arguments; gives the status. */
static inline int32_t kit_call(Kit *k, const char *name, void *result, void *a, void *b, void *c)
{
    typedef int32_t Entry(void **args, void *result);
    void *args[] = {a, b, c};
    char symbol[64];
    snprintf(symbol, sizeof symbol, "call_%s", name);
    void *address = nj_cpu_backend.symbol(k->code, symbol);
    cr_assert_not_null(address, "no %s", symbol);
    Entry *entry;
    memcpy(&entry, &address, sizeof entry);
    return entry(args, result);
}

/* The call must raise; checks kind and message, and clears the exception. */
static inline void kit_raises(Kit *k, const char *name, NprtExcKind kind, const char *message,
                              void *a, void *b)
{
    char result[256];
    cr_assert_eq(kit_call(k, name, result, a, b, NULL), 1, "%s did not raise", name);
    NprtExc *exc = nprt_exc_take();
    cr_assert_not_null(exc);
    cr_assert_eq(exc->kind, (int32_t)kind, "%s raised kind %d", name, exc->kind);
    if (message)
        cr_assert_str_eq(exc->message->text, message);
    nprt_release(exc);
}

/* An array value over the caller's memory. */
typedef struct KitArray {
    NprtObj *owner;
    void *data;
    int64_t dims[4];
} KitArray;

#endif
