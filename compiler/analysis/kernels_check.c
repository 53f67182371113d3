/* kernels_check.c - what a kernel may not contain, whatever the target: a program that runs with
 * its kernels on the CPU runs on a GPU too.
 *
 * A function reports its first fault only, as what follows from one looks like more. Faults inside
 * of the library (a prelude function) are shown where the program called it. */
#include "compiler/analysis/kernels.h"

#include "compiler/analysis/kernels_internal.h"
#include "compiler/ir/cuda.h"

#include <string.h>

typedef struct Check {
    NjUnit *u;
    NjTypes *types;
    NjMap *seen; /* functions */
    const NjTirFn *fn;
    NjSpan place; /* of the call, in a library function */
    bool has_failed;
} Check;

/* ---- what a device cannot do ---------------------------------------------------------------- */

static const char no_list[] =
    "a list cannot be made in a kernel; cuda.local.array(n, dtype) makes an array, "
    "and tuples work";
static const char no_dict[] = "a dict or set cannot be made in a kernel";
static const char no_object[] = "an instance of a class cannot be used in a kernel";
static const char no_cell[] = "a kernel cannot share a variable that an enclosing function assigns";

/* Runtime calls by the start of their names. */
static const struct {
    const char *prefix, *text;
} reasons[] = {
    {"str_", "text cannot be made in a kernel"},
    {"format", "text cannot be made in a kernel; print(a, b) prints numbers and constant text"},
    {"percent_format",
     "text cannot be made in a kernel; print(a, b) prints numbers and constant text"},
    {"random_",
     "the random numbers of the host cannot be used in a kernel; numba.cuda.random has others"},
    {"list_", no_list},
    {"dict_", no_dict},
    {"set_", no_dict},
    {"exc_new_args", "an exception of a kernel can only have a constant text"},
    {"gen_", "a kernel cannot be a generator"},
    {"array_overlaps",
     "arrays that may overlap cannot be assigned whole in a kernel; assign their elements"},
    {"print_stderr", "print(file=...) cannot be used in a kernel"},
};

static const char *const rt_names[] = {
#define RTCALL(name, result, params, raises) [NJ_RT_##name] = #name,
#include "runtime/rtcalls.def"
#undef RTCALL
};

static bool is_device_rtcall(NjRtId id)
{
    return id == NJ_RT_print_value || id == NJ_RT_print_text || id == NJ_RT_print_flush ||
           id == NJ_RT_exc_new;
}

/* What is wrong with the call; NULL: nothing. A "" asks for a text from the source. */
static const char *unfit_rtcall(NjRtId id)
{
    if (is_device_rtcall(id))
        return NULL;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strncmp(rt_names[id], reasons[i].prefix, strlen(reasons[i].prefix)) == 0)
            return reasons[i].text;
    return "";
}

/* Numbers, text, None, and tuples of numbers. */
static bool is_printable(const NjType *t)
{
    if (t->kind != NJ_T_TUPLE)
        return t->kind == NJ_T_SCALAR || t->kind == NJ_T_STR || t->kind == NJ_T_NONE;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->elems[i]->kind != NJ_T_SCALAR)
            return false;
    return true;
}

static const char *unfit_expr(const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_RTCALL:
        if (x->as.rtcall.id == NJ_RT_print_value && !is_printable(x->as.rtcall.args[0]->type))
            return "a kernel prints numbers, constant text and tuples of numbers only";
        return unfit_rtcall(x->as.rtcall.id);
    case NJ_X_LEN:
        return x->as.len.a->type->kind == NJ_T_STR
                   ? "text cannot be used in a kernel, but for printing"
                   : "a container cannot be used in a kernel";
    case NJ_X_LIST_GET:
    case NJ_X_NEW_LIST:
        return no_list;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
        return no_dict;
    case NJ_X_FIELD:
    case NJ_X_NEW_OBJECT:
        return no_object;
    case NJ_X_CELL_GET:
    case NJ_X_NEW_CELL:
        return no_cell;
    case NJ_X_ALLOC:
        return "a kernel has no memory for a new array; cuda.local.array(shape, dtype) makes one "
               "of a thread, "
               "cuda.shared.array(shape, dtype) one of a block";
    case NJ_X_FN_ADDR:
        return "a function cannot be a value in a kernel";
    case NJ_X_TARGET_CALL:
        return x->as.target_call.id == NJ_CU_launch ? "a kernel cannot launch a kernel" : NULL;
    default:
        return NULL;
    }
}

static const char *unfit_stmt(const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_GLOBAL_SET:
        return "a kernel cannot assign a module-level variable; let it write to an array";
    case NJ_S_LIST_SET:
        return no_list;
    case NJ_S_FIELD_SET:
        return no_object;
    case NJ_S_CELL_SET:
        return no_cell;
    case NJ_S_TRY:
        return "try cannot be used in a kernel";
    default:
        return NULL;
    }
}

/* ---- reporting ------------------------------------------------------------------------------ */

static const char *text_at(Check *c, NjSpan span)
{
    enum { LONGEST = 60 };
    if (!span.source || span.end <= span.start || span.end - span.start > LONGEST)
        return "this";
    char *text = nj_arena_alloc(&c->u->arena, span.end - span.start + 3);
    uint32_t n = span.end - span.start;
    memcpy(text + 1, span.source->text + span.start, n);
    text[0] = text[n + 1] = '\'';
    text[n + 2] = '\0';
    return memchr(text, '\n', n + 1) ? "this" : text;
}

static void reject(Check *c, NjSpan span, const char *why)
{
    if (c->has_failed)
        return;
    c->has_failed = true;
    if (!span.source)
        span = c->fn->span;
    bool is_library = span.source && span.source->is_prelude && c->place.source;
    if (is_library)
        span = c->place;
    if (!*why || is_library)
        nj_error(c->u, span,
                 "%s cannot be used in a kernel: it needs memory or functions of the host",
                 text_at(c, span));
    else
        nj_error(c->u, span, "%s", why);
    if (!c->fn->is_kernel && !is_library)
        nj_note(c->u, c->fn->span, "'%s' is called by a kernel", c->fn->source_name);
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* raise X and raise X(): the same with an empty text. */
static void simplify_exception(Check *c, NjTirExpr *x)
{
    if (x->as.rtcall.id != NJ_RT_exc_new_args || x->as.rtcall.args[1]->type->n != 0)
        return;
    x->as.rtcall.id = NJ_RT_exc_new;
    x->as.rtcall.args[1] = nj_tir_str(&c->u->arena, nj_type_str(c->types), "", 0, x->span);
}

static void check_fn(Check *caller, NjTirFn *fn, NjSpan place);

static void check_expr(void *ctx, NjTirExpr **child)
{
    Check *c = ctx;
    NjTirExpr *x = *child;
    if (x->kind == NJ_X_RTCALL)
        simplify_exception(c, x);
    const char *why = unfit_expr(x);
    if (why)
        reject(c, x->span, why);
    if (x->kind == NJ_X_CALL && !c->has_failed)
        check_fn(c, x->as.call.fn,
                 x->span.source && x->span.source->is_prelude ? c->place : x->span);
    nj_tir_children(x, check_expr, c);
}

static void check_block(void *ctx, NjTirBlock *block)
{
    Check *c = ctx;
    for (uint32_t i = 0; i < block->n; i++) {
        const char *why = unfit_stmt(block->items[i]);
        if (why)
            reject(c, block->items[i]->span, why);
        nj_tir_stmt_exprs(block->items[i], check_expr, c);
        nj_tir_stmt_blocks(block->items[i], check_block, c);
    }
}

static void check_fn(Check *caller, NjTirFn *fn, NjSpan place)
{
    if (nj_map_has(caller->seen, fn))
        return;
    nj_map_put(&caller->u->arena, caller->seen, fn, fn);
    Check c = *caller;
    c.fn = fn;
    c.place = place;
    c.has_failed = false;
    nj_kernel_lists(&c.u->arena, c.types, fn);
    check_block(&c, &fn->body);
}

void nj_kernels_check(NjUnit *u, NjTypes *types, NjTirModule *module)
{
    NjMap seen = {0};
    Check c = {.u = u, .types = types, .seen = &seen};
    for (uint32_t i = 0; i < module->n_fns; i++)
        if (module->fns[i]->is_kernel) {
            check_fn(&c, module->fns[i], NJ_NO_SPAN);
            nj_kernel_check_memory(u, module->fns[i]);
            nj_kernel_check_params(u, module->fns[i]);
        }
}
