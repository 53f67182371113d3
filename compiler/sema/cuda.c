/* cuda.c - launches of CUDA kernels, and device arrays in host code.
 *
 * `kernel[grid, block, stream, shared]` is a value: a bound method whose receiver is the tuple of
 * the kernel and its launch configuration, so that it can be kept in a variable. Calling it
 * specialises the kernel for the arguments, device arrays counting as arrays, and emits the
 * TARGET_CALL `launch`. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"
#include "compiler/ir/cuda.h"
#include "runtime/cuda.h"

#include <string.h>

/* The parts of a configured kernel. */
enum {
    CONFIG_KERNEL,
    CONFIG_GRID,
    CONFIG_BLOCK = 4,
    CONFIG_SHARED = 7,
    CONFIG_STREAM,
    CONFIG_FORALL, /* a known 1: the grid may be empty */
    CONFIG_SIZE
};

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

/* ---- device arrays -------------------------------------------------------------------------- */

/* A stream argument: 0, None and one left out are the default stream. */
NjVal nj_cuda_stream_arg(NjWalk *w, NjVal v, NjSpan span)
{
    int64_t k;
    if (!nj_is_given(v) || nj_is_none(v) || (nj_known_int(v, &k) && k == 0))
        return nj_val_none(w, span);
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v) || (v.type->kind == NJ_T_OPAQUE && v.type->id == NJ_OPAQUE_STREAM))
        return v;
    return nj_fail(
        w, span,
        "TypeError: a stream is needed here, not %s; cuda.stream() makes one, 0 is the default",
        nj_ty(w, v.type));
}

NjVal nj_cuda_to_host(NjWalk *w, NjVal v, NjSpan span)
{
    const NjType *type = nj_type_host_array(w->types, v.type);
    return nj_rtcall2(w, NJ_RT_cuda_copy_to_host, type, span, v, nj_val_none(w, span));
}

static bool is_device(NjVal v)
{
    return v.type && v.type->kind == NJ_T_ARRAY && v.type->device;
}

bool nj_cuda_refuse_operator(NjWalk *w, const char *op, NjVal a, NjVal b, NjSpan span, NjVal *out)
{
    if (!is_device(a) && !is_device(b))
        return false;
    *out =
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                  "the operator %s does not work on device arrays; copy the array to the host with "
                  "copy_to_host(), or launch a kernel",
                  op);
    return true;
}

NjVal nj_cuda_to_device(NjWalk *w, NjVal v, NjVal stream, NjSpan span)
{
    const NjType *type = nj_type_device_array(w->types, v.type);
    return nj_rtcall2(w, NJ_RT_cuda_to_device, type, span, v, nj_cuda_stream_arg(w, stream, span));
}

void nj_cuda_copy(NjWalk *w, NjVal to, NjVal from, NjSpan span)
{
    from = nj_unwrap(w, from, span);
    if (from.type->kind != NJ_T_ARRAY && from.type->kind != NJ_T_SCALAR)
        from = nj_as_array(w, from, span);
    if (nj_is_error(from))
        return;
    nj_rtcall3(w, NJ_RT_cuda_copy, nj_type_none(w->types), span, to, from, nj_val_none(w, span));
}

void nj_cuda_assign(NjWalk *w, NjVal to, NjVal from, NjSpan span)
{
    from = nj_unwrap(w, from, span);
    bool is_number = from.type->kind == NJ_T_SCALAR;
    bool is_same =
        is_device(from) && from.type->dtype == to.type->dtype && from.type->ndim == to.type->ndim;
    if (!is_number && !is_same)
        from = nj_as_array(w, from, span);
    if (nj_is_error(from))
        return;
    is_same |= from.type->kind == NJ_T_ARRAY && from.type->dtype == to.type->dtype &&
               from.type->ndim == to.type->ndim;
    if (!is_number && !is_same) {
        NjVal shape[NPRT_MAX_DIMS];
        to = nj_spill(w, to);
        from = nj_spill(w, from);
        for (unsigned i = 0; i < to.type->ndim; i++)
            shape[i] = nj_spill(w, nj_shape_of(w, to, i, span));
        NjVal whole = nj_spill(w, nj_alloc(w, to.type->dtype, shape, to.type->ndim, false, span));
        nj_array_assign(w, whole, from, span);
        from = whole;
    }
    nj_cuda_copy(w, to, from, span);
}

/* ---- configurations ------------------------------------------------------------------------- */

static bool is_kernel(NjVal v)
{
    return v.type->kind == NJ_T_FUNC && v.type->func->jit.kind == NJ_JIT_CUDA_KERNEL;
}

/* Can the value stand where an int is wanted? Reports it otherwise. */
static bool want_int(NjWalk *w, NjVal v, const char *what, const char *wanted, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return false;
    bool is_number = v.type->kind == NJ_T_SCALAR && !nj_dtype_is_complex(v.type->dtype);
    if (is_number && nj_dtype_is_float(v.type->dtype))
        nj_fail(w, span, "TypeError: %s must be %s, not %s (the operator // divides ints)", what,
                wanted, nj_ty(w, v.type));
    else if (!is_number && v.type->kind != NJ_T_OBJECT && !nj_type_is_union(v.type))
        nj_fail(w, span, "TypeError: %s must be %s, not %s", what, wanted, nj_ty(w, v.type));
    else
        return true;
    return false;
}

/* An int or up to three of them, as three. */
static bool three_extents(NjWalk *w, NjVal v, const char *what, NjSpan span, NjVal *out)
{
    static const char wanted[] = "an int or a tuple of 1, 2 or 3 ints";
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return false;
    bool is_tuple = v.type->kind == NJ_T_TUPLE;
    if (is_tuple && (v.type->n == 0 || v.type->n > 3)) {
        nj_fail(w, span, "ValueError: %s must be %s, not a tuple of %u", what, wanted, v.type->n);
        return false;
    }
    v = nj_spill(w, v);
    for (uint32_t i = 0; i < (is_tuple ? v.type->n : 1); i++)
        if (!want_int(w, is_tuple ? nj_tuple_item(w, v, i, span) : v, what, wanted, span))
            return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (i >= (is_tuple ? v.type->n : 1)) {
            out[i] = nj_val_int(w, 1, span);
            continue;
        }
        out[i] = nj_spill(w, nj_to_index(w, is_tuple ? nj_tuple_item(w, v, i, span) : v, span));
        if (nj_is_error(out[i]))
            return false;
    }
    return true;
}

static NjVal make_config(NjWalk *w, const NjVal *parts, NjSpan span)
{
    NjVal tuple = nj_spill(w, nj_val_tuple(w, parts, CONFIG_SIZE, span));
    int32_t row = nj_func_find("numba.cuda", "<launch>");
    NJ_ASSERT(w->u, row >= 0);
    const NjType *type = nj_type_bound_builtin(w->types, tuple.type, row);
    NjKnown *known = NJ_NEW(w->arena, NjKnown);
    known->kind = NJ_KNOWN_ITEMS;
    known->items = NJ_NEW_ARRAY(w->arena, const NjKnown *, 1);
    known->items[0] = tuple.known;
    known->n = 1;
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    items[0] = nj_expr_of(w, tuple, span);
    return (NjVal){type, nj_tir_tuple(w->arena, type, items, 1, span), known};
}

NjVal nj_cuda_configure(NjWalk *w, NjVal kernel, const NjVal *args, uint32_t n, NjSpan span)
{
    NjVal parts[CONFIG_SIZE];
    if (w->in_kernel)
        return nj_fail(w, span, "a kernel cannot launch a kernel");
    if (n < 2 || n > 4)
        return nj_fail(
            w, span,
            "ValueError: a launch needs a grid and a block: kernel[blocks, threads](...), and may "
            "have a stream and a number of bytes of shared memory");
    parts[CONFIG_KERNEL] = kernel;
    if (!three_extents(w, args[0], "the grid", span, &parts[CONFIG_GRID]) ||
        !three_extents(w, args[1], "the block", span, &parts[CONFIG_BLOCK]))
        return nj_val_error(w);
    parts[CONFIG_FORALL] = nj_val_int(w, 0, span);
    parts[CONFIG_STREAM] = nj_cuda_stream_arg(w, n > 2 ? args[2] : (NjVal){0}, span);
    bool has_shared = n > 3 && !nj_is_none(args[3]);
    if (has_shared && !want_int(w, args[3], "the size of shared memory", "an int, in bytes", span))
        return nj_val_error(w);
    parts[CONFIG_SHARED] = has_shared ? nj_to_index(w, args[3], span) : nj_val_int(w, 0, span);
    if (nj_is_error(parts[CONFIG_SHARED]) || nj_is_error(parts[CONFIG_STREAM]))
        return nj_val_error(w);
    return make_config(w, parts, span);
}

/* kernel[...], kernel.overloads[...], and cuda.gpus[i], of which there is one. */
bool nj_cuda_subscript(NjWalk *w, NjVal base, NjVal index, NjSpan span, NjVal *out)
{
    if (base.type->kind == NJ_T_MODULE) {
        const char *name = nj_module_name(base.type->id);
        if (strcmp(name, "numba.cuda.<overloads>") == 0) {
            *out = nj_val_module(w, "numba.cuda.<overload>", span);
            return true;
        }
        if (strcmp(name, "numba.cuda.gpus") != 0)
            return false;
        nj_rtcall1(w, NJ_RT_cuda_select_device, nj_type_none(w->types), span,
                   nj_to_index(w, index, span));
        *out = nj_val_module(w, "numba.cuda.<device>", span);
        return true;
    }
    if (!is_kernel(base))
        return false;
    NjVal args[8];
    uint32_t n = 0;
    if (index.type->kind != NJ_T_TUPLE) {
        args[n++] = index;
    } else {
        for (; n < index.type->n && n < 8; n++)
            args[n] = nj_tuple_item(w, index, n, span);
    }
    *out = nj_cuda_configure(w, base, args, n, span);
    return true;
}

/* Iterating over cuda.gpus, of which a program uses one. */
NjVal nj_cuda_items(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind != NJ_T_MODULE || strcmp(nj_module_name(v.type->id), "numba.cuda.gpus") != 0)
        return v;
    NjVal device = nj_val_module(w, "numba.cuda.<device>", span);
    return nj_val_tuple(w, &device, 1, span);
}

/* len(cuda.gpus) */
NjVal nj_cuda_len(NjWalk *w, NjVal v, NjSpan span)
{
    if (strcmp(nj_module_name(v.type->id), "numba.cuda.gpus") == 0)
        return nj_rtcall(w, NJ_RT_cuda_device_count, pyint(w), span, 0, NULL);
    return nj_fail(w, span, "TypeError: object of type 'module' has no len()");
}

static NjTirExpr *compare_int(NjWalk *w, NjTirCmpop op, NjTirExpr *a, int64_t b)
{
    return nj_tir_compare(w->arena, op, nj_type_pybool(w->types), a,
                          nj_tir_int(w->arena, pyint(w), b, a->span));
}

/* Raises unless the int is 0 or more. */
static void check_natural(NjWalk *w, NjVal v, NjSpan span, const char *format, const char *name)
{
    int64_t k;
    if (nj_known_int(v, &k) && k >= 0)
        return;
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    args[0] = v.expr;
    const char *text = nj_arena_printf(w->arena, "kernel '%s' cannot be launched %s", name, format);
    nj_check(w, compare_int(w, NJ_CMP_GE, v.expr, 0), NPRT_EXC_VALUE_ERROR, span, text, 1, args);
}

/* kernel.forall(n): one thread for each of n tasks, in blocks of `threads` or as the target likes.
 */
NJ_HANDLER(cuda_forall)
{
    enum { TASKS, THREADS, STREAM, SHARED, FREE_BLOCK = 256 };
    NjVal parts[CONFIG_SIZE];
    if (!is_kernel(c->self))
        return nj_fail(w, c->span, "AttributeError: only CUDA kernels have forall()");
    const char *name = c->self.type->func->name->text;
    if (!want_int(w, c->args[TASKS], "the number of tasks", "an int", c->spans[TASKS]) ||
        !want_int(w, c->args[THREADS], "the number of threads per block", "an int",
                  c->spans[THREADS]) ||
        !want_int(w, c->args[SHARED], "the size of shared memory", "an int, in bytes",
                  c->spans[SHARED]))
        return nj_val_error(w);
    NjVal tasks = nj_spill(w, nj_to_index(w, c->args[TASKS], c->span));
    NjVal threads = nj_spill(w, nj_to_index(w, c->args[THREADS], c->span));
    if (nj_is_error(tasks) || nj_is_error(threads))
        return nj_val_error(w);
    check_natural(w, tasks, c->span, "for %lld tasks", name);
    check_natural(w, threads, c->span, "with %lld threads per block", name);
    int64_t k;
    NjVal one = nj_val_int(w, 1, c->span), blocks = tasks;
    bool is_free = nj_known_int(threads, &k) && k == 0;
    if (is_free) {
        threads = nj_val_int(w, -1, c->span);
    } else {
        if (!nj_known_int(threads, &k)) /* 0 leaves the choice to us */
            threads = nj_spill(
                w,
                nj_val(pyint(w), nj_tir_select(w->arena, compare_int(w, NJ_CMP_EQ, threads.expr, 0),
                                               nj_tir_int(w->arena, pyint(w), FREE_BLOCK, c->span),
                                               nj_expr_of(w, threads, c->span))));
        NjVal more = nj_binary(w, NJ_BINOP_SUB, nj_binary(w, NJ_BINOP_ADD, tasks, threads, c->span),
                               one, c->span);
        blocks = nj_to_index(w, nj_binary(w, NJ_BINOP_FLOORDIV, more, threads, c->span), c->span);
    }
    parts[CONFIG_KERNEL] = c->self;
    for (int i = 0; i < 3; i++) {
        parts[CONFIG_GRID + i] = i == 0 ? blocks : one;
        parts[CONFIG_BLOCK + i] = i == 0 ? threads : one;
    }
    parts[CONFIG_FORALL] = nj_val_int(w, 1, c->span);
    parts[CONFIG_SHARED] = nj_to_index(w, c->args[SHARED], c->span);
    parts[CONFIG_STREAM] = nj_cuda_stream_arg(w, c->args[STREAM], c->span);
    if (nj_is_error(parts[CONFIG_SHARED]) || nj_is_error(parts[CONFIG_STREAM]))
        return nj_val_error(w);
    return make_config(w, parts, c->span);
}

/* kernel.configure(grid, block, stream, shared), the same as kernel[...]. */
NJ_HANDLER(cuda_configure)
{
    return nj_cuda_configure(w, c->self, c->rest, c->n_rest, c->span);
}

/* ---- launches ------------------------------------------------------------------------------- */

static bool is_known_within(NjVal v, int64_t low, int64_t high)
{
    int64_t k;
    return nj_known_int(v, &k) && k >= low && k <= high;
}

/* Extents that no device takes are errors in the program, not of the device. */
static void check_extents(NjWalk *w, const NjFuncDef *def, const NjVal *parts, NjSpan span)
{
    static const struct {
        const char *what;
        int64_t high;
    } limits[] = {{"grid.x", INT32_MAX}, {"grid.y", 65535}, {"grid.z", 65535},
                  {"block.x", 1024},     {"block.y", 1024}, {"block.z", 64}};
    int64_t k;
    const char *name = def->name->text;
    uint32_t bound = def->jit.kernel.max_threads;
    int64_t most = bound ? bound : NJ_CUDA_MAX_THREADS;
    bool is_free = nj_known_int(parts[CONFIG_BLOCK], &k) && k == -1;
    for (int i = 0; i < 6; i++) {
        NjVal v = parts[CONFIG_GRID + i];
        if (is_free || is_known_within(v, 1, limits[i].high))
            continue;
        NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
        args[0] = v.expr;
        NjTirExpr *fits =
            nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nj_type_pybool(w->types),
                          compare_int(w, NJ_CMP_GE, v.expr, 1),
                          compare_int(w, NJ_CMP_LE, v.expr, limits[i].high));
        nj_check(w, fits, NPRT_EXC_VALUE_ERROR, span,
                 nj_arena_printf(
                     w->arena,
                     "kernel '%s' cannot be launched with %s = %%lld: it must be from 1 to %lld",
                     name, limits[i].what, (long long)limits[i].high),
                 1, args);
    }
    NjVal x = parts[CONFIG_BLOCK], y = parts[CONFIG_BLOCK + 1], z = parts[CONFIG_BLOCK + 2];
    int64_t kx, ky, kz;
    if (nj_known_int(x, &kx) && nj_known_int(y, &ky) && nj_known_int(z, &kz) &&
        kx * ky * kz <= most)
        return;
    NjTirExpr *xy = nj_tir_binary(w->arena, NJ_BIN_MUL, NJ_ARITH_WRAP, pyint(w), x.expr, y.expr);
    NjTirExpr *threads = nj_tir_binary(w->arena, NJ_BIN_MUL, NJ_ARITH_WRAP, pyint(w), xy, z.expr);
    NjVal total = nj_spill(w, nj_val(pyint(w), threads));
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    args[0] = total.expr;
    nj_check(w, compare_int(w, NJ_CMP_LE, total.expr, most), NPRT_EXC_VALUE_ERROR, span,
             nj_arena_printf(
                 w->arena, "kernel '%s' cannot be launched with %%lld threads per block: %s %d %s",
                 name, bound ? "its launch_bounds allow" : "at most", (int)most,
                 bound ? "at most" : "are possible"),
             1, args);
}

/* More shared memory than any device has. What the device at hand has, its driver checks. */
static void check_shared(NjWalk *w, const char *name, NjVal bytes, NjSpan span)
{
    if (is_known_within(bytes, 0, NJ_CUDA_MAX_SHARED))
        return;
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    args[0] = nj_expr_of(w, bytes, span);
    NjTirExpr *fits = nj_tir_binary(w->arena, NJ_BIN_AND, NJ_ARITH_WRAP, nj_type_pybool(w->types),
                                    compare_int(w, NJ_CMP_GE, args[0], 0),
                                    compare_int(w, NJ_CMP_LE, args[0], NJ_CUDA_MAX_SHARED));
    nj_check(w, fits, NPRT_EXC_VALUE_ERROR, span,
             nj_arena_printf(w->arena,
                             "kernel '%s' cannot be launched with %%lld bytes of shared memory: it "
                             "must be from 0 to "
                             "%d",
                             name, NJ_CUDA_MAX_SHARED),
             1, args);
}

/* cuda.In(a), cuda.Out(a), cuda.InOut(a): which way a host array is copied. */
static NjVal take_direction(NjWalk *w, NjVal v, uint8_t *out, NjSpan span)
{
    if (v.type->kind != NJ_T_BOUND || v.type->func)
        return v;
    const NjFuncRow *row = nj_func_row(v.type->id);
    if (!row->module || strcmp(row->module, "numba.cuda") != 0)
        return v;
    *out = strcmp(row->name, "In") == 0    ? NPRT_CUDA_ARG_NOT_WRITTEN
           : strcmp(row->name, "Out") == 0 ? NPRT_CUDA_ARG_NOT_READ
                                           : 0;
    return nj_tuple_item(w, v, 0, span);
}

/* Is it, or has it, a part that no device can have? */
static bool is_for_host(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_LIST:
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_OBJECT:
    case NJ_T_OPAQUE:
    case NJ_T_RNG:
        return true;
    case NJ_T_TUPLE:
    case NJ_T_OPTIONAL:
        for (uint32_t i = 0; i < t->n; i++)
            if (is_for_host(t->elems[i]))
                return true;
        return false;
    default:
        return false;
    }
}

static bool has_device_array(const NjType *t)
{
    bool is_tuple = t->kind == NJ_T_TUPLE && !nj_type_is_union(t);
    for (uint32_t i = 0; is_tuple && i < t->n; i++)
        if (has_device_array(t->elems[i]))
            return true;
    return t->kind == NJ_T_ARRAY && t->device;
}

/* The value with device arrays as arrays. */
static NjVal inside_value(NjWalk *w, NjVal v, NjSpan span)
{
    if (v.type->kind == NJ_T_ARRAY) {
        v.type = nj_type_host_array(w->types, v.type);
        return v;
    }
    if (!has_device_array(v.type))
        return v;
    const NjType *t = v.type;
    NjVal *items = NJ_NEW_ARRAY(w->arena, NjVal, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        items[i] = inside_value(w, nj_spill(w, nj_tuple_item(w, v, i, span)), span);
    NjVal tuple = nj_val_tuple(w, items, t->n, span);
    if (t->name) {
        tuple.type = nj_type_namedtuple(w->types, t->name, t->names, tuple.type->elems, t->n);
        tuple.expr->type = tuple.type;
    }
    return nj_spill(w, tuple);
}

/* What the kernel sees of an argument. */
static NjVal as_kernel_arg(NjWalk *w, NjVal v, NjSpan span)
{
    NjVal number;
    v = nj_unwrap(w, v, span);
    if (v.type->kind == NJ_T_OBJECT && nj_call_special(w, v, "__index__", NULL, 0, span, &number))
        return number; /* of IntEnum */
    if (is_for_host(v.type))
        return nj_fail(
            w, span,
            "TypeError: a kernel cannot take %s; it takes numbers, arrays and tuples of them",
            nj_ty(w, v.type));
    if (v.type->kind != NJ_T_ARRAY && !has_device_array(v.type))
        return v;
    return inside_value(w, nj_spill(w, v), span); /* computed before the launch */
}

/* `directions`: NPRT_CUDA_ARG_* of each argument. */
static NjVal launch(NjWalk *w, const NjVal *parts, NjVal *args, uint32_t n,
                    const uint8_t *directions, NjSpan span)
{
    enum { MAX_FLAGGED = 30 };
    NjVal kernel = parts[CONFIG_KERNEL];
    NjFuncDef *def = (NjFuncDef *)kernel.type->func;
    NjVal *given;
    NjSpec *spec = nj_specialise(w, kernel, args, n, span, &given);
    if (!spec)
        return nj_val_error(w);
    if (spec->result->kind == NJ_T_NEVER) /* it always raises */
        spec->fn->result = spec->result = nj_type_none(w->types);
    if (spec->result->kind != NJ_T_NONE)
        return nj_fail(w, span,
                       "TypeError: kernel '%s' returns %s; a kernel must not return a value",
                       def->name->text, nj_ty(w, spec->result));
    NjTirExpr *call = nj_tir_expr(w->arena, NJ_X_TARGET_CALL, nj_type_none(w->types), span);
    NjTirExpr **all = NJ_NEW_ARRAY(w->arena, NjTirExpr *, n + CONFIG_SIZE + 2);
    uint32_t k = 0;
    all[k] = nj_tir_expr(w->arena, NJ_X_FN_ADDR, nj_type_opaque(w->types, NJ_OPAQUE_CODE), span);
    all[k++]->as.call.fn = spec->fn;
    spec->fn->needs_entry = true;
    for (int i = CONFIG_GRID; i < CONFIG_FORALL; i++)
        all[k++] = nj_expr_of(w, parts[i], span);
    int64_t flags = 0;
    uint32_t first = ++k;
    if (!kernel.type->is_unit)
        all[k++] = kernel.expr;
    for (uint32_t i = 0; i < n; i++) {
        if (given[i].type->is_unit)
            continue;
        if (k - first < MAX_FLAGGED)
            flags |= (int64_t)directions[i] << 2 * (k - first);
        all[k++] = nj_expr_of(w, given[i], span);
    }
    all[first - 1] = nj_tir_int(w->arena, pyint(w), flags, span);
    call->as.target_call.id = NJ_CU_launch;
    call->as.target_call.args = all;
    call->as.target_call.n = k;
    return nj_effect(w, call);
}

NjVal nj_cuda_launch_tasks(NjWalk *w, NjVal kernel, NjVal tasks, NjVal stream, NjVal *args,
                           uint32_t n, const uint8_t *directions, NjSpan span)
{
    NjVal parts[CONFIG_SIZE] = {[CONFIG_KERNEL] = kernel};
    for (int i = CONFIG_GRID; i < CONFIG_SHARED; i++)
        parts[i] = nj_val_int(w, 1, span);
    parts[CONFIG_GRID] = tasks;
    parts[CONFIG_BLOCK] = nj_val_int(w, -1, span);
    parts[CONFIG_SHARED] = nj_val_int(w, 0, span);
    parts[CONFIG_STREAM] = nj_cuda_stream_arg(w, stream, span);
    if (nj_is_error(parts[CONFIG_STREAM]))
        return parts[CONFIG_STREAM];
    return launch(w, parts, args, n, directions, span);
}

static NjVal checked_launch(NjWalk *w, const NjVal *parts, NjVal *args, uint32_t n,
                            const uint8_t *directions, NjSpan span)
{
    const NjFuncDef *def = parts[CONFIG_KERNEL].type->func;
    check_extents(w, def, parts, span);
    check_shared(w, def->name->text, parts[CONFIG_SHARED], span);
    return launch(w, parts, args, n, directions, span);
}

/* The call of a configured kernel. */
NJ_HANDLER(cuda_launch)
{
    NjVal parts[CONFIG_SIZE], *vals;
    uint32_t n;
    if (!c->self.type)
        return nj_fail(w, c->span, "kernels are launched with kernel[blocks, threads](...)");
    for (uint32_t i = 0; i < CONFIG_SIZE; i++)
        parts[i] = nj_tuple_item(w, c->self, i, c->span);
    NjVal *args = NJ_NEW_ARRAY(w->arena, NjVal, c->n_rest + 1);
    uint32_t n_params = parts[CONFIG_KERNEL].type->func->args->args.n +
                        parts[CONFIG_KERNEL].type->func->args->posonly.n;
    uint8_t *directions = NJ_NEW_ARRAY(w->arena, uint8_t, c->n_rest + n_params + 1);
    for (uint32_t i = 0; i < c->n_rest; i++) {
        args[i] = as_kernel_arg(w, take_direction(w, c->rest[i], &directions[i], c->rest_spans[i]),
                                c->rest_spans[i]);
        if (nj_is_error(args[i]))
            return args[i];
    }
    if (!nj_match_args(w, parts[CONFIG_KERNEL], args, c->rest_spans, c->n_rest, NULL, NULL, 0,
                       c->span, &vals, &n))
        return nj_val_error(w);
    int64_t is_forall = 0;
    if (!nj_known_int(parts[CONFIG_FORALL], &is_forall) || !is_forall)
        return checked_launch(w, parts, vals, n, directions, c->span);
    NjIf i = nj_if_begin(
        w, compare_int(w, NJ_CMP_NE, nj_expr_of(w, parts[CONFIG_GRID], c->span), 0), c->span);
    NjVal result = checked_launch(w, parts, vals, n, directions, c->span);
    nj_if_end(w, &i);
    return result;
}
