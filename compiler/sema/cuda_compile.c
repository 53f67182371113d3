/* cuda_compile.c - code as a value: cuda.compile_ptx(f, signature) and what kernels tell of theirs.
 *
 * The functions are specialised like others and marked as exported, so that the device's module
 * holds them even when nothing launches them. Their text is made when the program asks for it
 * (nprt_cuda_code): the whole module of the device. Functions for other code have C's calling
 * convention, whatever abi= says. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/ir/cuda.h"
#include "runtime/cuda.h"

#include <string.h>

typedef struct Request {
    const NjExpr *function, *signature;
    bool is_device, fastmath;
    NjKernelOptions options;
    const char *arch; /* "sm_90", "": the device found */
    const char *name; /* abi_info's, or NULL */
} Request;

/* ---- the arguments -------------------------------------------------------------------------- */

static bool is_true(NjWalk *w, const NjExpr *e)
{
    int known;
    nj_truth(w, nj_walk_expr(w, e), e->span, &known);
    if (known < 0)
        nj_fail(w, e->span, "this must be a constant");
    return known == 1;
}

/* cc=(9, 0) */
static const char *arch_of(NjWalk *w, const NjExpr *e)
{
    int64_t major, minor;
    NjVal v = nj_walk_expr(w, e);
    if (nj_is_none(v))
        return "";
    if (v.type->kind == NJ_T_TUPLE && v.type->n == 2 &&
        nj_known_int(nj_tuple_item(w, v, 0, e->span), &major) &&
        nj_known_int(nj_tuple_item(w, v, 1, e->span), &minor))
        return nj_arena_printf(w->arena, "sm_%d%d", (int)major, (int)minor);
    nj_fail(w, e->span, "the compute capability must be a constant tuple (major, minor)");
    return "";
}

/* abi_info={"abi_name": "f"} */
static const char *abi_name(NjWalk *w, const NjExpr *e)
{
    const char *key, *name;
    if (e->kind == NJ_EXPR_DICT && e->as.dict.keys.n == 1 && e->as.dict.keys.items[0] &&
        nj_known_str(nj_walk_expr(w, e->as.dict.keys.items[0]), &key, NULL) &&
        strcmp(key, "abi_name") == 0 &&
        nj_known_str(nj_walk_expr(w, e->as.dict.values.items[0]), &name, NULL))
        return name;
    if (!(e->kind == NJ_EXPR_DICT && e->as.dict.keys.n == 0) && !nj_is_none(nj_walk_expr(w, e)))
        nj_fail(w, e->span, "abi_info must be {'abi_name': name}");
    return NULL;
}

static bool read_keyword(NjWalk *w, const NjKeyword *k, Request *r)
{
    const char *name = k->name ? k->name->text : "**";
    if (strcmp(name, "pyfunc") == 0)
        r->function = k->value;
    else if (strcmp(name, "sig") == 0)
        r->signature = k->value;
    else if (strcmp(name, "device") == 0)
        r->is_device = is_true(w, k->value);
    else if (strcmp(name, "fastmath") == 0)
        r->fastmath = is_true(w, k->value);
    else if (strcmp(name, "cc") == 0)
        r->arch = arch_of(w, k->value);
    else if (strcmp(name, "abi_info") == 0)
        r->name = abi_name(w, k->value);
    else if (strcmp(name, "output") == 0) {
        const char *what;
        if (!nj_known_str(nj_walk_expr(w, k->value), &what, NULL) || strcmp(what, "ptx") != 0) {
            nj_fail(w, k->span, "the only output there is is 'ptx'");
            return false;
        }
    } else if (strcmp(name, "abi") == 0) {
        nj_walk_expr(w, k->value);
    } else if (!nj_cuda_option(w, &r->options, name, nj_walk_expr(w, k->value), k->span)) {
        nj_fail(w, k->span, "TypeError: compile() got an unexpected keyword argument '%s'", name);
        return false;
    }
    return true;
}

/* compile() makes functions unless told otherwise, compile_ptx() makes kernels. */
static bool read_request(NjWalk *w, const NjExpr *e, const char *name, Request *r)
{
    const NjExprs *args = &e->as.call.args;
    *r = (Request){.arch = "", .is_device = strstr(name, "ptx") == NULL};
    r->function = args->n > 0 ? args->items[0] : NULL;
    r->signature = args->n > 1 ? args->items[1] : NULL;
    if (args->n > 2) {
        nj_fail(w, e->span, "arguments after the signature must be given by keyword");
        return false;
    }
    for (uint32_t i = 0; i < e->as.call.keywords.n; i++)
        if (!read_keyword(w, e->as.call.keywords.items[i], r))
            return false;
    if (r->function && r->signature)
        return true;
    nj_fail(w, e->span, "TypeError: a function and a signature are needed");
    return false;
}

/* ---- compile -------------------------------------------------------------------------------- */

/* The function for arguments of these types; NULL: an error. Nothing calls it. */
static NjSpec *export_spec(NjWalk *w, NjVal f, const NjSignature *sig, bool is_device, NjSpan span)
{
    bool was_in_kernel = w->in_kernel;
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, sig->n + 1), *given;
    NjTirBlock scratch = {0}, *block = w->block;
    w->block = &scratch;
    for (uint32_t i = 0; i < sig->n; i++) {
        const NjType *t = sig->params[i];
        args[i] = t->is_unit ? nj_val_unit(w, t, span)
                             : nj_val(t, nj_tir_local(w->arena, nj_temp(w, t), span));
    }
    w->in_kernel = is_device;
    NjSpec *spec = nj_specialise(w, f, args, sig->n, span, &given);
    w->in_kernel = was_in_kernel;
    w->block = block;
    if (spec)
        spec->fn->is_exported = true;
    return spec;
}

void nj_cuda_export(NjWalk *w, NjVal kernel, NjSpan span)
{
    const NjFuncDef *def = kernel.type->func;
    for (uint32_t i = 0; i < def->jit.n_signatures && kernel.type->is_unit; i++)
        export_spec(w, kernel, &def->jit.signatures[i], false, span);
}

static NjVal code_value(NjWalk *w, NprtCudaText what, const char *arch, NjSpan span)
{
    return nj_rtcall2(w, NJ_RT_cuda_code, nj_type_str(w->types), span, nj_val_int(w, what, span),
                      nj_val_str(w, arch, (uint32_t)strlen(arch), span));
}

/* (text, result type) */
static NjVal compile(NjWalk *w, const NjExpr *e, const char *name)
{
    Request r;
    NjSignature sig;
    if (!read_request(w, e, name, &r) || !nj_signature_of_expr(w, r.signature, &sig))
        return nj_val_error(w);
    NjVal f = nj_walk_expr(w, r.function);
    if (nj_is_error(f))
        return f;
    if (f.type->kind != NJ_T_FUNC || !f.type->is_unit)
        return nj_fail(w, e->span,
                       "TypeError: a function without captured variables is needed, not %s",
                       nj_ty(w, f.type));
    NjFuncDef *def = (NjFuncDef *)f.type->func;
    if (!nj_signature_fits(w, def, &sig, r.signature->span))
        return nj_val_error(w);
    bool is_decorated = def->jit.kind != NJ_JIT_NONE;
    if (!is_decorated && !r.is_device)
        def->jit.kind = NJ_JIT_CUDA_KERNEL;
    NjSpec *spec = export_spec(w, f, &sig, r.is_device, e->span);
    if (!spec)
        return nj_val_error(w);
    spec->fn->fastmath |= r.fastmath;
    if (def->jit.kind != NJ_JIT_CUDA_KERNEL || !is_decorated)
        spec->fn->kernel = r.options;
    spec->fn->export_name = r.name ? r.name : def->name->text;
    const NjType *result = spec->result;
    if (result->kind != NJ_T_NONE && !(r.is_device && result->kind == NJ_T_SCALAR))
        return nj_fail(w, e->span,
                       r.is_device
                           ? "TypeError: '%s' returns %s; code for others returns a number or None"
                           : "TypeError: kernel '%s' returns %s; a kernel must not return a value",
                       def->name->text, nj_ty(w, result));
    NjVal items[2] = {code_value(w, NPRT_CUDA_TEXT_PTX, r.arch, e->span),
                      result->kind == NJ_T_NONE ? nj_val_none(w, e->span)
                                                : nj_val_dtype(w, result->dtype, e->span)};
    return nj_val_tuple(w, items, 2, e->span);
}

/* a, a.b, a.b.c: evaluating it again does no harm. */
static bool is_plain_name(const NjExpr *e)
{
    while (e->kind == NJ_EXPR_ATTRIBUTE)
        e = e->as.attribute.value;
    return e->kind == NJ_EXPR_NAME;
}

bool nj_cuda_compile_form(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (!is_plain_name(callee))
        return false;
    const NjName *name =
        callee->kind == NJ_EXPR_NAME ? callee->as.name.name : callee->as.attribute.attr;
    if (strncmp(name->text, "compile", 7) != 0)
        return false;
    NjVal fn = nj_walk_expr(w, callee);
    if (fn.type->kind != NJ_T_BUILTIN)
        return false;
    const char *module = nj_func_row(fn.type->id)->module;
    if (!module || strcmp(module, "numba.cuda") != 0)
        return false;
    *out = compile(w, e, nj_func_row(fn.type->id)->name);
    return true;
}

/* ---- what kernels tell ---------------------------------------------------------------------- */

static bool is_same_args(const NjSpec *a, const NjSpec *b)
{
    bool same = a->n == b->n;
    for (uint32_t i = 0; i < a->n && same; i++)
        same = a->args[i].type == b->args[i].type;
    return same;
}

/* "(array(float32, 1d, C), int64)" */
static NjVal signature_text(NjWalk *w, const NjSpec *spec, NjSpan span)
{
    const char *text = "(";
    for (uint32_t i = 0; i < spec->n; i++)
        text =
            nj_arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", nj_ty(w, spec->args[i].type));
    text = nj_arena_printf(w->arena, "%s)", text);
    return nj_val_str(w, text, (uint32_t)strlen(text), span);
}

static NjVal list_of(NjWalk *w, const NjVal *items, uint32_t n, NjSpan span)
{
    NjTirExpr *e =
        nj_tir_expr(w->arena, NJ_X_NEW_LIST, nj_type_list(w->types, nj_type_str(w->types)), span);
    e->as.new_list.n = n;
    e->as.new_list.items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        e->as.new_list.items[i] = nj_expr_of(w, items[i], span);
    return nj_effect(w, e);
}

bool nj_cuda_compiled(NjWalk *w, NjVal kernel, NjVal *out_signatures, NjVal *out_symbols,
                      NjSpan span)
{
    enum { MOST = 64 };
    const NjSpec *found[MOST];
    NjVal signatures[MOST], symbols[MOST];
    uint32_t n = 0;
    NjFuncDef *def = (NjFuncDef *)kernel.type->func;
    for (uint32_t i = 0; i < def->jit.n_signatures; i++)
        if (!export_spec(w, kernel, &def->jit.signatures[i], false, span))
            return false;
    for (uint32_t i = 0; i < w->s->specs.n && n < MOST; i++) {
        const NjSpec *spec = w->s->specs.items[i];
        bool is_new = spec->def == def && spec->fn->is_kernel;
        for (uint32_t k = 0; k < n && is_new; k++)
            is_new = !is_same_args(found[k], spec);
        if (!is_new)
            continue;
        const char *symbol = nj_cuda_symbol(w->arena, spec->fn->name);
        symbols[n] = nj_val_str(w, symbol, (uint32_t)strlen(symbol), span);
        signatures[n] = signature_text(w, spec, span);
        found[n++] = spec;
    }
    *out_signatures = list_of(w, signatures, n, span);
    *out_symbols = list_of(w, symbols, n, span);
    return true;
}
