/* decorate.c - decorators: Numba's options and signatures, everything else called as in Python.
 *
 * @njit(parallel=True), @vectorize([...]) and friends set the facts in NjFuncDef.jit; the function value
 * stays the same. Signatures may be strings or type expressions. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/types/sigparse.h"

#include <string.h>

/* ---- signatures ---- */

/* float64[:, ::1] as an expression: the slices give rank and layout. */
static const NjType *array_of_slices(NjWalk *w, NprtDtype dtype, const NjExpr *index)
{
    NjExpr *one[1] = {(NjExpr *)index};
    NjExprs elts = {one, 1};
    if (index->kind == NJ_EXPR_TUPLE)
        elts = index->as.tuple.elts;
    int32_t contiguous = -1;
    for (uint32_t i = 0; i < elts.n; i++) {
        if (elts.items[i]->kind != NJ_EXPR_SLICE)
            return NULL;
        if (elts.items[i]->as.slice.step)
            contiguous = (int32_t)i;
    }
    NjLayout layout = contiguous < 0                        ? NJ_LAYOUT_A
                      : contiguous == (int32_t)elts.n - 1   ? NJ_LAYOUT_C
                      : contiguous == 0                     ? NJ_LAYOUT_F
                                                            : NJ_LAYOUT_A;
    return nj_type_array(w->types, dtype, elts.n, layout);
}

/* types.Array(dtype, ndim, layout) */
static const NjType *array_of_parts(NjWalk *w, const NjType *elem, NjExprs args)
{
    int64_t n;
    const char *layout;
    if (args.n != 3 || elem->kind != NJ_T_SCALAR || !nj_known_int(nj_walk_expr(w, args.items[1]), &n) ||
        n < 0 || n > NPRT_MAX_DIMS || !nj_known_str(nj_walk_expr(w, args.items[2]), &layout, NULL))
        return NULL;
    return nj_type_array(w->types, elem->dtype, (unsigned)n,
                         layout[0] == 'C'   ? NJ_LAYOUT_C
                         : layout[0] == 'F' ? NJ_LAYOUT_F
                                            : NJ_LAYOUT_A);
}

/* int64, float, "f8[:]", str ... as a type. */
static const NjType *type_of_value(NjWalk *w, NjVal v, NjSpan span)
{
    const char *text;
    NprtDtype d;
    if (nj_is_error(v))
        return NULL;
    if (v.type->kind == NJ_T_NONE)
        return v.type;
    if (nj_known_str(v, &text, NULL))
        return nj_sig_parse_type(w->types, w->arena, text);
    if (v.type->kind == NJ_T_BUILTIN && (strcmp(nj_func_row(v.type->id)->name, "str") == 0 ||
                                         strcmp(nj_func_row(v.type->id)->name, "unicode_type") == 0))
        return nj_type_str(w->types);
    if (!nj_dtype_arg(w, v, span, &d))
        return NULL;
    return nj_type_to_numba(w->types, nj_type_scalar(w->types, d, false));
}

const NjType *nj_type_of_expr(NjWalk *w, const NjExpr *e)
{
    NprtDtype d;
    if (e->kind == NJ_EXPR_SUBSCRIPT) {
        NjVal base = nj_walk_expr(w, e->as.subscript.value);
        if (nj_is_error(base) || !nj_dtype_arg(w, base, e->span, &d))
            return NULL;
        return array_of_slices(w, d, e->as.subscript.index);
    }
    if (e->kind == NJ_EXPR_TUPLE) {
        const NjType *elems[32];
        for (uint32_t i = 0; i < e->as.tuple.elts.n && i < 32; i++)
            if (!(elems[i] = nj_type_of_expr(w, e->as.tuple.elts.items[i])))
                return NULL;
        return nj_type_tuple(w->types, elems, e->as.tuple.elts.n);
    }
    if (e->kind == NJ_EXPR_CALL && e->as.call.args.n >= 1) {
        /* types.Tuple((a, b)), types.UniTuple(t, n), types.ListType(t), types.DictType(k, v) */
        NjVal callee = nj_walk_expr(w, e->as.call.callee);
        const char *name = callee.type->kind == NJ_T_BUILTIN ? nj_func_row(callee.type->id)->name : "";
        const NjType *first = nj_type_of_arg(w, e->as.call.args, 0);
        if (!first)
            return NULL;
        if (strcmp(name, "Array") == 0)
            return array_of_parts(w, first, e->as.call.args);
        if (strcmp(name, "Tuple") == 0 || strcmp(name, "optional") == 0 || strcmp(name, "Optional") == 0)
            return name[0] == 'T' ? first : nj_type_optional(w->types, first);
        if (strcmp(name, "UniTuple") == 0 && e->as.call.args.n == 2) {
            int64_t n;
            const NjType *elems[32];
            if (!nj_known_int(nj_walk_expr(w, e->as.call.args.items[1]), &n) || n > 32)
                return NULL;
            for (int64_t i = 0; i < n; i++)
                elems[i] = first;
            return nj_type_tuple(w->types, elems, (uint32_t)n);
        }
        if (strcmp(name, "ListType") == 0 || strcmp(name, "List") == 0)
            return nj_type_list(w->types, first);
        if (strcmp(name, "DictType") == 0) {
            const NjType *value = nj_type_of_arg(w, e->as.call.args, 1);
            return value ? nj_type_dict(w->types, first, value) : NULL;
        }
        return NULL;
    }
    return type_of_value(w, nj_walk_expr(w, e), e->span);
}

const NjType *nj_type_of_arg(NjWalk *w, NjExprs args, uint32_t i)
{
    if (args.n == 1 && args.items[0]->kind == NJ_EXPR_STARRED) {
        NjVal all = nj_walk_expr(w, args.items[0]->as.starred.value);
        bool has = all.type->kind == NJ_T_TUPLE && i < all.type->n;
        return has ? type_of_value(w, nj_tuple_item(w, all, i, args.items[0]->span), args.items[0]->span) : NULL;
    }
    return i < args.n ? nj_type_of_expr(w, args.items[i]) : NULL;
}

static bool signature_of_text(NjWalk *w, const char *text, NjSpan span, NjSignature *out)
{
    const char *error;
    if (nj_sig_parse(w->types, w->arena, text, &out->result, &out->params, &out->n, &error))
        return true;
    nj_fail(w, span, "%s", error);
    return false;
}

static const char *spelling_of_type(NjVal v)
{
    const char *text;
    if (v.type->kind == NJ_T_DTYPE)
        return nj_dtype_name(v.type->dtype);
    return nj_known_str(v, &text, NULL) && strchr(text, '[') ? text : NULL;
}

bool nj_signature_value(NjWalk *w, NjVal callee, const NjVal *args, uint32_t n, NjSpan span, NjVal *out)
{
    const char *text = callee.type->kind == NJ_T_NONE ? "void" : nj_dtype_name(callee.type->dtype);
    text = nj_arena_printf(w->arena, "%s(", text);
    for (uint32_t i = 0; i < n; i++) {
        const char *arg = spelling_of_type(args[i]);
        if (!arg)
            return false;
        text = nj_arena_printf(w->arena, "%s%s%s", text, i ? ", " : "", arg);
    }
    text = nj_arena_printf(w->arena, "%s)", text);
    *out = nj_val_str(w, text, (uint32_t)strlen(text), span);
    return n > 0;
}

/* The types of the parameters in a tuple that has a name: sig = (int32[:], float64). */
static bool params_of_value(NjWalk *w, NjVal tuple, NjSpan span, NjSignature *out)
{
    out->params = NJ_NEW_ARRAY(w->arena, const NjType *, tuple.type->n + 1);
    for (uint32_t i = 0; i < tuple.type->n; i++)
        if (!(out->params[out->n++] = type_of_value(w, nj_tuple_item(w, tuple, i, span), span)))
            return false;
    return true;
}

bool nj_signature_of_expr(NjWalk *w, const NjExpr *e, NjSignature *out)
{
    const char *text;
    memset(out, 0, sizeof *out);
    if (e->kind == NJ_EXPR_CALL) {
        NjExprs args = e->as.call.args;
        out->result = nj_type_of_expr(w, e->as.call.callee);
        out->params = NJ_NEW_ARRAY(w->arena, const NjType *, args.n + 1);
        for (uint32_t i = 0; i < args.n && out->result; i++) {
            out->params[out->n] = nj_type_of_expr(w, args.items[i]);
            if (!out->params[out->n++]) {
                nj_fail(w, args.items[i]->span, "this is not a type that a signature can have");
                return false;
            }
        }
        if (out->result)
            return true;
        nj_fail(w, e->span, "this is not a signature");
        return false;
    }
    if (e->kind == NJ_EXPR_TUPLE) {
        out->params = NJ_NEW_ARRAY(w->arena, const NjType *, e->as.tuple.elts.n + 1);
        for (uint32_t i = 0; i < e->as.tuple.elts.n; i++)
            if (!(out->params[out->n++] = nj_type_of_expr(w, e->as.tuple.elts.items[i])))
                return false;
        return true;
    }
    NjVal v = nj_walk_expr(w, e);
    if (nj_known_str(v, &text, NULL))
        return signature_of_text(w, text, e->span, out);
    if (v.type->kind == NJ_T_TUPLE && params_of_value(w, v, e->span, out))
        return true;
    if (!nj_is_error(v))
        nj_fail(w, e->span, "a signature must be a string or a type call, not %s", nj_ty(w, v.type));
    return false;
}

bool nj_signature_fits(NjWalk *w, const NjFuncDef *def, const NjSignature *sig, NjSpan span)
{
    uint32_t n = def->args ? def->args->posonly.n + def->args->args.n : sig->n;
    if (sig->n == n || (sig->n > n && def->args->vararg) || def->jit.kind == NJ_JIT_STENCIL)
        return true;
    nj_fail(w, span, "TypeError: Signature mismatch: %u argument types given, but '%s' takes %u arguments", sig->n,
            def->name->text, n);
    return false;
}

static void add_signature(NjWalk *w, NjFuncDef *def, const NjExpr *e)
{
    if (e->kind == NJ_EXPR_LIST) {
        for (uint32_t i = 0; i < e->as.list.elts.n; i++)
            add_signature(w, def, e->as.list.elts.items[i]);
        return;
    }
    NjSignature sig;
    if (!nj_signature_of_expr(w, e, &sig) || !nj_signature_fits(w, def, &sig, e->span))
        return;
    NjSignature *grown = NJ_NEW_ARRAY(w->arena, NjSignature, def->jit.n_signatures + 1);
    if (def->jit.n_signatures)
        memcpy(grown, def->jit.signatures, def->jit.n_signatures * sizeof *grown);
    grown[def->jit.n_signatures++] = sig;
    def->jit.signatures = grown;
}

/* ---- options ---- */

/* Options that Numba has and that change nothing here. */
static const char *const silent_options[] = {
    "nopython", "cache", "nogil", "forceobj", "looplift", "inline", "debug", "forceinline",
    "locals", "no_cpython_wrapper", "no_cfunc_wrapper", "identity", "pipeline_class", "writable_args",
    "func_or_sig", "device", "max_registers", "lineinfo", "link", "opt", "launch_bounds", "extensions"};

static bool is_cuda(const NjFuncDef *def)
{
    return def->jit.kind == NJ_JIT_CUDA_KERNEL || def->jit.kind == NJ_JIT_CUDA_DEVICE;
}

static bool is_empty_display(const NjExpr *e)
{
    return (e->kind == NJ_EXPR_LIST && e->as.list.elts.n == 0) ||
           (e->kind == NJ_EXPR_TUPLE && e->as.tuple.elts.n == 0);
}

static void set_option(NjWalk *w, NjFuncDef *def, const NjKeyword *k)
{
    const char *name = k->name ? k->name->text : "";
    NjVal v = nj_walk_expr(w, k->value);
    bool flag = false;
    double f;
    const char *text;
    int known;
    if (is_cuda(def) && nj_cuda_option(w, &def->jit.kernel, name, v, k->span))
        return;
    if (is_cuda(def) && strcmp(name, "link") == 0 && !is_empty_display(k->value))
        nj_fail(w, k->span, "link= is not supported: kernels are linked with nothing else");
    nj_truth(w, v, k->span, &known);
    flag = known == 1;
    if (strcmp(name, "parallel") == 0)
        def->jit.parallel = flag;
    else if (strcmp(name, "fastmath") == 0)
        def->jit.fastmath = flag;
    else if (strcmp(name, "boundscheck") == 0)
        def->jit.no_boundscheck = known == 0 && v.type->kind != NJ_T_NONE;
    else if (strcmp(name, "error_model") == 0)
        def->jit.numpy_errors = nj_known_is(v, "numpy");
    else if (strcmp(name, "target") == 0)
        def->jit.is_cuda = nj_known_is(v, "cuda");
    else if (strcmp(name, "signature") == 0)
        add_signature(w, def, k->value);
    else if (strcmp(name, "cval") == 0 && nj_known_float(v, &f))
        def->jit.cval = f;
    else if (strcmp(name, "neighborhood") == 0)
        def->jit.neighborhood = k->value;
    else if (strcmp(name, "standard_indexing") == 0)
        def->jit.standard_indexing = k->value;
    else if (strcmp(name, "func_or_mode") == 0 && nj_known_str(v, &text, NULL))
        return;
    else {
        for (size_t i = 0; i < sizeof silent_options / sizeof silent_options[0]; i++)
            if (strcmp(name, silent_options[i]) == 0) {
                if (strcmp(name, "inline") == 0)
                    def->jit.always_inline = nj_known_is(v, "always");
                return;
            }
        nj_warning(w->u, k->span, "unknown option '%s' is ignored", name);
    }
}

static NjJitKind jit_kind_of(NjVal decorator)
{
    if (decorator.type->kind != NJ_T_BUILTIN)
        return NJ_JIT_NONE;
    const NjFuncRow *r = nj_func_row(decorator.type->id);
    if (!r->module || strncmp(r->module, "numba", 5) != 0)
        return NJ_JIT_NONE;
    static const struct {
        const char *name;
        NjJitKind kind;
    } kinds[] = {{"jit", NJ_JIT_JIT},           {"njit", NJ_JIT_JIT},
                 {"generated_jit", NJ_JIT_JIT}, {"register_jitable", NJ_JIT_JIT},
                 {"vectorize", NJ_JIT_VECTORIZE}, {"guvectorize", NJ_JIT_GUVECTORIZE},
                 {"stencil", NJ_JIT_STENCIL},   {"cfunc", NJ_JIT_CFUNC}};
    bool cuda = strcmp(r->module, "numba.cuda") == 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, r->name) == 0)
            return cuda && kinds[i].kind == NJ_JIT_JIT ? NJ_JIT_CUDA_KERNEL : kinds[i].kind;
    return NJ_JIT_NONE;
}

/* Arguments of a Numba decorator (or of njit(f, ...) called as a function, from `first` on). */
static void apply_jit(NjWalk *w, NjFuncDef *def, NjJitKind kind, const NjExpr *call, uint32_t first)
{
    NjJit jit = {.kind = kind};
    def->jit = jit;
    if (!call)
        return;
    NjExprs args = call->as.call.args;
    for (uint32_t i = first; i < args.n; i++) {
        if (kind == NJ_JIT_GUVECTORIZE && i == first + 1) {
            const char *text;
            NjVal v = nj_walk_expr(w, args.items[i]);
            if (nj_known_str(v, &text, NULL))
                def->jit.layout = text;
            else
                nj_fail(w, args.items[i]->span, "the layout must be a constant string such as '(n),(n)->()'");
        } else if (kind == NJ_JIT_STENCIL) {
            nj_walk_expr(w, args.items[i]); /* func_or_mode: 'constant' is the only mode */
        } else {
            add_signature(w, def, args.items[i]);
        }
    }
    for (uint32_t i = 0; i < call->as.call.keywords.n; i++) {
        const NjKeyword *k = call->as.call.keywords.items[i];
        if (kind == NJ_JIT_CUDA_KERNEL && k->name && strcmp(k->name->text, "device") == 0) {
            int known;
            nj_truth(w, nj_walk_expr(w, k->value), k->span, &known);
            if (known == 1)
                def->jit.kind = NJ_JIT_CUDA_DEVICE;
            continue;
        }
        set_option(w, def, k);
    }
}

bool nj_decorate_method(NjWalk *w, NjFuncDef *def, const NjExpr *d)
{
    const NjExpr *call = d->kind == NJ_EXPR_CALL ? d : NULL;
    NjJitKind kind = jit_kind_of(nj_walk_expr(w, call ? call->as.call.callee : d));
    if (kind == NJ_JIT_NONE)
        return false;
    apply_jit(w, def, kind, call, 0);
    def->is_static |= kind == NJ_JIT_CUDA_KERNEL; /* an instance does not bind it */
    return true;
}

NjVal nj_decorate(NjWalk *w, NjFuncDef *def, NjVal value, const NjExprs *decorators)
{
    for (uint32_t i = decorators->n; i-- > 0;) {
        const NjExpr *d = decorators->items[i];
        const NjExpr *call = d->kind == NJ_EXPR_CALL ? d : NULL;
        NjVal callee = nj_walk_expr(w, call ? call->as.call.callee : d);
        if (nj_is_error(callee))
            return callee;
        NjJitKind kind = jit_kind_of(callee);
        if (kind != NJ_JIT_NONE) {
            apply_jit(w, def, kind, call, 0);
            if (w->u->options.eager_kernels && def->jit.kind == NJ_JIT_CUDA_KERNEL)
                nj_cuda_export(w, value, d->span);
            continue;
        }
        if (call)
            callee = nj_walk_expr(w, d);
        value = nj_call_value(w, callee, &value, 1, NULL, NULL, 0, d->span);
    }
    return value;
}

/* ---- calls with a form of their own ---- */

static NjFuncDef *enclosing_method(NjWalk *w)
{
    NjFuncDef *def = w->def;
    while (def && !def->cls)
        def = def->parent;
    return def;
}

/* super().method(...) : the base class's function called with this self. */
static bool super_call(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (callee->kind != NJ_EXPR_ATTRIBUTE || callee->as.attribute.value->kind != NJ_EXPR_CALL)
        return false;
    const NjExpr *inner = callee->as.attribute.value->as.call.callee;
    if (inner->kind != NJ_EXPR_NAME || strcmp(inner->as.name.name->text, "super") != 0)
        return false;
    NjFuncDef *method = enclosing_method(w);
    if (!method || !w->frame->class_self.type) {
        *out = nj_fail(w, e->span, "RuntimeError: super(): no arguments");
        return true;
    }
    const NjName *name = callee->as.attribute.attr;
    NjFuncDef *target = method->cls->base ? nj_class_method(method->cls->base, name) : NULL;
    NjVal *args;
    uint32_t n;
    if (!nj_walk_items(w, e->as.call.args, &args, &n) || !args) {
        *out = nj_val_error(w);
        return true;
    }
    if (!target) {
        if (strcmp(name->text, "__init__") == 0 && method->cls->exc_kind >= 0) {
            method->cls->calls_exc_init = true;
            nj_store_attr(w, w->frame->class_self, nj_name(w, "args"), nj_val_tuple(w, args, n, e->span), e->span);
        } else if (strcmp(name->text, "__init__") != 0) {
            *out = nj_fail(w, e->span, "AttributeError: 'super' object has no attribute '%s'", name->text);
            return true;
        }
        *out = nj_val_none(w, e->span);
        return true;
    }
    NjVal *all = NJ_NEW_ARRAY(w->arena, NjVal, n + 1);
    all[0] = w->frame->class_self;
    memcpy(all + 1, args, n * sizeof *all);
    const NjName **kw_names = NJ_NEW_ARRAY(w->arena, const NjName *, e->as.call.keywords.n + 1);
    NjVal *kw_vals = NJ_NEW_ARRAY(w->arena, NjVal, e->as.call.keywords.n + 1);
    for (uint32_t i = 0; i < e->as.call.keywords.n; i++) {
        kw_names[i] = e->as.call.keywords.items[i]->name;
        kw_vals[i] = nj_walk_expr(w, e->as.call.keywords.items[i]->value);
    }
    NjVal fn = nj_val_unit(w, nj_type_func(w->types, target, NULL, 0), e->span);
    *out = nj_call_value(w, fn, all, n + 1, kw_names, kw_vals, e->as.call.keywords.n, e->span);
    return true;
}

/* njit(f), njit(parallel=True)(f): decorating by a call. */
static bool jit_call(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    const NjExpr *options = NULL;
    if (callee->kind == NJ_EXPR_CALL) {
        options = callee;
        callee = callee->as.call.callee;
    }
    if (callee->kind != NJ_EXPR_NAME && callee->kind != NJ_EXPR_ATTRIBUTE)
        return false;
    if (e->as.call.args.n == 0)
        return false;
    if (callee->kind == NJ_EXPR_ATTRIBUTE && callee->as.attribute.value->kind != NJ_EXPR_NAME)
        return false;
    NjDiagMark mark = nj_diag_mark(w);
    NjTirBlock scratch = {0}, *block = w->block;
    bool dead = w->dead; /* in a try statement it may be built as a raise */
    w->block = &scratch;
    NjVal fn = nj_walk_expr(w, callee);
    w->block = block;
    w->dead = dead;
    NjJitKind kind = nj_is_error(fn) ? NJ_JIT_NONE : jit_kind_of(fn);
    if (kind == NJ_JIT_NONE) {
        nj_diag_rollback(w, mark);
        return false;
    }
    uint32_t last = e->as.call.args.n - 1;
    NjVal target = nj_walk_expr(w, e->as.call.args.items[options ? 0 : last ? last : 0]);
    if (target.type->kind != NJ_T_FUNC)
        target = nj_walk_expr(w, e->as.call.args.items[0]);
    if (target.type->kind != NJ_T_FUNC) {
        nj_diag_rollback(w, mark);
        return false;
    }
    NjFuncDef *def = (NjFuncDef *)target.type->func;
    if (def->jit.kind == NJ_JIT_NONE) {
        apply_jit(w, def, kind, options, 0);
        if (!options)
            for (uint32_t i = 0; i < e->as.call.keywords.n; i++)
                set_option(w, def, e->as.call.keywords.items[i]);
    }
    *out = target;
    return true;
}

/* np.array([[...], ...]): the items go straight into the array. */
static bool array_call(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (callee->kind != NJ_EXPR_ATTRIBUTE || e->as.call.args.n == 0 || e->as.call.args.n > 2)
        return false;
    const char *name = callee->as.attribute.attr->text;
    if (strcmp(name, "array") != 0 && strcmp(name, "asarray") != 0)
        return false;
    if (callee->as.attribute.value->kind != NJ_EXPR_NAME)
        return false;
    NjVal fn = nj_walk_expr(w, callee);
    if (fn.type->kind != NJ_T_BUILTIN || strncmp(nj_func_row(fn.type->id)->module, "numpy", 5) != 0)
        return false;
    const NjExpr *dtype_expr = e->as.call.args.n == 2 ? e->as.call.args.items[1] : NULL;
    for (uint32_t i = 0; i < e->as.call.keywords.n; i++) {
        const NjKeyword *k = e->as.call.keywords.items[i];
        if (!k->name || strcmp(k->name->text, "dtype") != 0 || dtype_expr)
            return false;
        dtype_expr = k->value;
    }
    NjDisplay d;
    if (!nj_array_display(w, e->as.call.args.items[0], &d))
        return false;
    NprtDtype dtype;
    bool given = false;
    if (dtype_expr) {
        NjVal v = nj_walk_expr(w, dtype_expr);
        given = !nj_is_none(v);
        if (given && !nj_dtype_arg(w, v, dtype_expr->span, &dtype)) {
            *out = nj_val_error(w);
            return true;
        }
    }
    *out = nj_array_of_display(w, &d, given ? &dtype : NULL, e->span);
    return true;
}

/* _range_parts(r): start, stop, step of a range, for the prelude. */
static bool range_parts(NjWalk *w, const NjExpr *e, NjVal *out)
{
    const NjExpr *callee = e->as.call.callee;
    if (!w->def->module->is_prelude || callee->kind != NJ_EXPR_NAME ||
        strcmp(callee->as.name.name->text, "_range_parts") != 0)
        return false;
    NjVal r = nj_spill(w, nj_walk_expr(w, e->as.call.args.items[0]));
    NjVal items[3];
    for (uint32_t i = 0; i < 3; i++)
        items[i] = nj_range_part(w, r, i, e->span);
    *out = nj_val_tuple(w, items, 3, e->span);
    return true;
}

bool nj_special_form(NjWalk *w, const NjExpr *e, NjVal *out)
{
    return range_parts(w, e, out) || super_call(w, e, out) || array_call(w, e, out) || jit_call(w, e, out) ||
           nj_cuda_compile_form(w, e, out);
}

/* Subscripts of types: Optional[int], list[float] as values have no use at run time. */
bool nj_subscript_form(NjWalk *w, const NjExpr *e, NjVal *out)
{
    if (w->n_stencil && nj_stencil_subscript(w, e, out))
        return true;
    const NjExpr *base = e->as.subscript.value;
    if (base->kind != NJ_EXPR_NAME && base->kind != NJ_EXPR_ATTRIBUTE)
        return false;
    if (base->kind == NJ_EXPR_ATTRIBUTE && base->as.attribute.value->kind != NJ_EXPR_NAME)
        return false;
    if (base->kind == NJ_EXPR_NAME && nj_scope_find(w->def, base->as.name.name)) {
        NjBinding *b = &w->env.vars[nj_scope_find(w->def, base->as.name.name)->index];
        if (b->state != NJ_BOUND || b->type->kind != NJ_T_BUILTIN)
            return false;
    }
    if (base->kind == NJ_EXPR_ATTRIBUTE) {
        NjVal owner = nj_load_name(w, base->as.attribute.value->as.name.name, base->span);
        if (owner.type->kind != NJ_T_MODULE)
            return false;
    } else if (!nj_scope_find(w->def, base->as.name.name) &&
               nj_func_find("builtins", base->as.name.name->text) < 0) {
        return false;
    }
    NjVal v = nj_walk_expr(w, base);
    if (v.type->kind != NJ_T_BUILTIN || nj_row_is_subscripted(v.type->id))
        return false;
    *out = v;
    return true;
}

/* ---- context managers ---- */

bool nj_context_enter(NjWalk *w, NjVal *ctx, NjVal *out_entered, NjSpan span)
{
    *out_entered = *ctx;
    if (ctx->type->kind == NJ_T_MODULE) /* cuda.gpus[0] */
        return true;
    return ctx->type->kind == NJ_T_OPAQUE || ctx->type->kind == NJ_T_NONE || nj_printoptions_enter(w, *ctx, span);
}

void nj_context_exit(NjWalk *w, NjVal ctx, NjSpan span)
{
    if (ctx.type->kind == NJ_T_TUPLE)
        nj_printoptions_exit(w, span);
    if (ctx.type->kind != NJ_T_OPAQUE)
        return;
    int32_t row = nj_method_find(NJ_RECV_OPAQUE, "__exit__");
    if (row >= 0)
        nj_call_row(w, row, ctx, NULL, 0, span);
}
