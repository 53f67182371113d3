/* cuda_host.c - numba.cuda in host code: device arrays, streams, events, devices.
 *
 * All of it becomes calls of runtime/cuda.h, which asks the driver of the target. Devices, contexts
 * and cuda.gpus are modules: there is one device, and it has no state of its own. */
#include "compiler/funcs/cuda_internal.h"

#include <string.h>

static const NjType *pyint(NjWalk *w)
{
    return nj_type_pyint(w->types);
}

static const NjType *none_type(NjWalk *w)
{
    return nj_type_none(w->types);
}

static bool want_host(NjWalk *w, const NjCall *c)
{
    if (!w->in_kernel)
        return true;
    nj_fail(w, c->span, "cuda.%s cannot be used in a kernel", nj_func_row(c->id)->name);
    return false;
}

static bool order_arg(NjWalk *w, NjVal order, NjSpan span, bool *out_is_fortran)
{
    *out_is_fortran = nj_is_given(order) && nj_known_is(order, "F");
    if (!nj_is_given(order) || *out_is_fortran || nj_known_is(order, "C"))
        return true;
    nj_fail(w, span, "ValueError: order must be either 'C' or 'F'");
    return false;
}

static bool dtype_or_float64(NjWalk *w, NjVal v, NjSpan span, NprtDtype *out)
{
    *out = NPRT_F64;
    return !nj_is_given(v) || nj_is_none(v) || nj_dtype_arg(w, v, span, out);
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* A new array by the runtime call `id`: uninitialised, C or Fortran order. */
static NjVal new_array(NjWalk *w, NjRtId id, NprtDtype dtype, const NjVal *shape, uint32_t n,
                       bool fortran, NjSpan span)
{
    const NjType *type = nj_type_array(w->types, dtype, n, fortran ? NJ_LAYOUT_F : NJ_LAYOUT_C);
    if (id == NJ_RT_cuda_device_array)
        type = nj_type_device_array(w->types, type);
    return nj_rtcall2(w, id, type, span, nj_val_tuple(w, shape, n, span),
                      nj_val_bool(w, fortran, span));
}

/* (shape, dtype, strides, order ...) */
static NjVal array_of_shape(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal *shape;
    uint32_t n;
    NprtDtype dtype;
    bool is_fortran;
    if (!want_host(w, c) || !nj_shape_arg(w, c->args[0], c->spans[0], &shape, &n) ||
        !dtype_or_float64(w, c->args[1], c->spans[1], &dtype) ||
        !order_arg(w, c->args[3], c->spans[3], &is_fortran))
        return nj_val_error(w);
    if (!nj_is_none(c->args[2]))
        return nj_fail(w, c->spans[2], "strides= of a device array is not supported");
    return new_array(w, id, dtype, shape, n, is_fortran, c->span);
}

static NjVal array_like(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal like = c->args[0], shape[NPRT_MAX_DIMS];
    if (!want_host(w, c) || nj_is_error(like))
        return nj_val_error(w);
    if (like.type->kind != NJ_T_ARRAY)
        like = nj_as_array(w, like, c->span);
    if (nj_is_error(like) || like.type->kind != NJ_T_ARRAY)
        return nj_fail(w, c->spans[0], "TypeError: an array is needed here");
    like = nj_spill(w, like);
    for (unsigned i = 0; i < like.type->ndim; i++)
        shape[i] = nj_spill(w, nj_shape_of(w, like, i, c->span));
    return new_array(w, id, like.type->dtype, shape, like.type->ndim,
                     like.type->layout == NJ_LAYOUT_F, c->span);
}

NJ_HANDLER(cuda_device_array)
{
    return array_of_shape(w, c, NJ_RT_cuda_device_array);
}

NJ_HANDLER(cuda_new_device_array)
{
    return nj_fail(w, c->span, "cuda.device_array(shape, dtype) makes device arrays");
}

NJ_HANDLER(cuda_device_array_like)
{
    return array_like(w, c, NJ_RT_cuda_device_array);
}

NJ_HANDLER(cuda_pinned_array)
{
    return array_of_shape(w, c, NJ_RT_cuda_pinned_array);
}

NJ_HANDLER(cuda_pinned_array_like)
{
    return array_like(w, c, NJ_RT_cuda_pinned_array);
}

NJ_HANDLER(cuda_to_device)
{
    enum { OBJECT, STREAM, COPY, TO };
    NjVal v = nj_unwrap(w, c->args[OBJECT], c->span);
    if (!want_host(w, c) || nj_is_error(v))
        return nj_val_error(w);
    bool is_device = v.type->kind == NJ_T_ARRAY && v.type->device;
    if (nj_is_none(c->args[TO]) && is_device)
        return v;
    if (!is_device)
        v = nj_as_array(w, v, c->span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_SCALAR)
        v = nj_as_array_min(w, v, 0, c->span);
    v = nj_spill(w, v);
    if (nj_is_none(c->args[TO]))
        return nj_cuda_to_device(w, v, c->args[STREAM], c->span);
    nj_cuda_copy(w, c->args[TO], v, c->span);
    return c->args[TO];
}

/* d.copy_to_host(ary, stream): a new host array, or `ary`. */
NJ_HANDLER(cuda_copy_to_host)
{
    NjVal stream = nj_cuda_stream_arg(w, c->args[1], c->span), d = c->self;
    if (nj_is_error(stream))
        return stream;
    if (nj_is_none(c->args[0])) {
        const NjType *type = nj_type_host_array(w->types, d.type);
        return nj_rtcall2(w, NJ_RT_cuda_copy_to_host, type, c->span, d, stream);
    }
    NjVal to = nj_spill(w, nj_unwrap(w, c->args[0], c->span));
    if (nj_is_error(to))
        return to;
    if (to.type->kind != NJ_T_ARRAY || to.type->device)
        return nj_fail(w, c->spans[0],
                       "TypeError: copy_to_host() copies to a host array, not to %s",
                       nj_ty(w, to.type));
    nj_rtcall3(w, NJ_RT_cuda_copy, none_type(w), c->span, to, d, stream);
    return to;
}

/* d.copy_to_device(ary, stream): ary, on either side, into d. */
NJ_HANDLER(cuda_copy_to_device)
{
    NjVal stream = nj_cuda_stream_arg(w, c->args[1], c->span),
          from = nj_unwrap(w, c->args[0], c->span);
    if (nj_is_error(from) || nj_is_error(stream))
        return nj_val_error(w);
    if (from.type->kind != NJ_T_ARRAY)
        from = nj_as_array(w, from, c->span);
    if (nj_is_error(from))
        return from;
    nj_rtcall3(w, NJ_RT_cuda_copy, none_type(w), c->span, c->self, nj_spill(w, from), stream);
    return nj_val_none(w, c->span);
}

static NjVal has_layout(NjWalk *w, const NjCall *c, NjLayout layout)
{
    NjLayout own = c->self.type->layout;
    bool both = c->self.type->ndim < 2 && own != NJ_LAYOUT_A;
    return nj_val_bool(w, own == layout || both, c->span);
}

NJ_HANDLER(cuda_is_c_contiguous)
{
    return has_layout(w, c, NJ_LAYOUT_C);
}

NJ_HANDLER(cuda_is_f_contiguous)
{
    return has_layout(w, c, NJ_LAYOUT_F);
}

NJ_HANDLER(cuda_bind)
{
    (void)w;
    return c->self;
}

/* d.split(section): views of `section` elements. */
NJ_HANDLER(cuda_split)
{
    NjVal args[2] = {c->self, nj_to_index(w, c->args[0], c->span)};
    if (nj_is_error(args[1]))
        return args[1];
    if (c->self.type->ndim != 1)
        return nj_fail(w, c->span, "ValueError: only support 1d array");
    return nj_call_prelude(w, "cuda", "split", args, 2, c->span);
}

NJ_HANDLER(cuda_is_cuda_array)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    return nj_is_error(v) ? v
                          : nj_val_bool(w, v.type->kind == NJ_T_ARRAY && v.type->device, c->span);
}

NJ_HANDLER(cuda_as_cuda_array)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (!nj_is_error(v) && !(v.type->kind == NJ_T_ARRAY && v.type->device))
        return nj_fail(w, c->span, "TypeError: *obj* doesn't implement the cuda array interface.");
    return v;
}

/* In(a), Out(a), InOut(a): a bound method whose receiver is the array; launches take it apart. */
NJ_HANDLER(cuda_direction)
{
    NjVal v = nj_unwrap(w, c->args[0], c->span);
    if (!want_host(w, c) || nj_is_error(v))
        return nj_val_error(w);
    if (v.type->kind != NJ_T_ARRAY)
        return nj_fail(w, c->spans[0], "TypeError: cuda.%s() takes an array, not %s",
                       nj_func_row(c->id)->name, nj_ty(w, v.type));
    v = nj_spill(w, v);
    const NjType *type = nj_type_bound_builtin(w->types, v.type, c->id);
    NjTirExpr **items = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 1);
    items[0] = nj_expr_of(w, v, c->span);
    return nj_val(type, nj_tir_tuple(w->arena, type, items, 1, c->span));
}

/* Context managers and calls that change nothing here. */
NJ_HANDLER(cuda_nothing)
{
    return want_host(w, c) ? nj_val_none(w, c->span) : nj_val_error(w);
}

/* Decorators that change nothing here. */
NJ_HANDLER(cuda_same)
{
    (void)w;
    return c->args[0];
}

NJ_HANDLER(cuda_true)
{
    return nj_val_bool(w, true, c->span);
}

/* `with cuda.mapped(a, b) as (da, db)` */
/* with cuda.mapped(a, b) as (x, y): device arrays that are copied back in the end. */
NJ_HANDLER(cuda_mapped)
{
    static const char *const names[] = {"mapped1", "mapped2", "mapped3"};
    if (!want_host(w, c))
        return nj_val_error(w);
    if (c->n_rest < 1 || c->n_rest > 3)
        return nj_fail(w, c->span, "cuda.mapped() is supported for 1, 2 or 3 arrays");
    return nj_call_prelude(w, "cuda", names[c->n_rest - 1], c->rest, c->n_rest, c->span);
}

/* d.getitem(i), d.setitem(i, value): d[i] */
NJ_HANDLER(cuda_getitem)
{
    return nj_index_get(w, c->self, c->args[0], c->span);
}

NJ_HANDLER(cuda_setitem)
{
    nj_index_set(w, c->self, c->args[0], c->args[1], c->span);
    return nj_val_none(w, c->span);
}

/* ---- streams and events --------------------------------------------------------------------- */

static const NjType *stream_type(NjWalk *w)
{
    return nj_type_opaque(w->types, NJ_OPAQUE_STREAM);
}

static const NjType *event_type(NjWalk *w)
{
    return nj_type_opaque(w->types, NJ_OPAQUE_EVENT);
}

static bool want_handle(NjWalk *w, const NjCall *c, NjVal v, int32_t id)
{
    if (v.type->kind == NJ_T_OPAQUE && v.type->id == id)
        return true;
    if (!nj_is_error(v))
        nj_fail(w, c->span, "AttributeError: %s() is for CUDA %s, not for %s",
                nj_func_row(c->id)->name, id == NJ_OPAQUE_EVENT ? "events" : "streams",
                nj_ty(w, v.type));
    return false;
}

NJ_HANDLER(cuda_stream)
{
    return want_host(w, c) ? nj_rtcall(w, NJ_RT_cuda_stream_new, stream_type(w), c->span, 0, NULL)
                           : nj_val_error(w);
}

NJ_HANDLER(cuda_external_stream)
{
    return nj_fail(w, c->span,
                   "there are no streams of other libraries in a program; cuda.stream() makes one");
}

NJ_HANDLER(cuda_event)
{
    int known;
    if (!want_host(w, c))
        return nj_val_error(w);
    nj_truth(w, c->args[0], c->span, &known);
    return nj_rtcall1(w, NJ_RT_cuda_event_new, event_type(w), c->span,
                      nj_val_bool(w, known != 0, c->span));
}

/* stream.synchronize() and event.synchronize() */
NJ_HANDLER(cuda_handle_synchronize)
{
    bool is_event = c->self.type->id == NJ_OPAQUE_EVENT;
    if (!is_event && !want_handle(w, c, c->self, NJ_OPAQUE_STREAM))
        return nj_val_error(w);
    return nj_rtcall1(w, is_event ? NJ_RT_cuda_event_sync : NJ_RT_cuda_stream_sync, none_type(w),
                      c->span, c->self);
}

/* The stream as a context manager: its __exit__ waits. */
NJ_HANDLER(cuda_auto_synchronize)
{
    if (!want_handle(w, c, c->self, NJ_OPAQUE_STREAM))
        return nj_val_error(w);
    const NjType *type = nj_type_opaque(w->types, NJ_OPAQUE_AUTO_SYNC);
    return nj_val(type, nj_tir_cast(w->arena, type, c->self.expr));
}

NjVal nj_cuda_leave(NjWalk *w, NjVal context, NjSpan span)
{
    if (context.type->id == NJ_OPAQUE_AUTO_SYNC)
        nj_rtcall1(w, NJ_RT_cuda_stream_sync, none_type(w), span, context);
    return nj_val_none(w, span);
}

/* stream.add_callback(f, arg): all that came before has to be done. */
NJ_HANDLER(cuda_add_callback)
{
    if (!want_handle(w, c, c->self, NJ_OPAQUE_STREAM))
        return nj_val_error(w);
    nj_rtcall1(w, NJ_RT_cuda_stream_sync, none_type(w), c->span, c->self);
    NjVal args[3] = {c->self, nj_val_int(w, 0, c->span), c->args[1]};
    nj_call_value(w, c->args[0], args, 3, NULL, NULL, 0, c->span);
    return nj_val_none(w, c->span);
}

NJ_HANDLER(cuda_event_record)
{
    NjVal stream = nj_cuda_stream_arg(w, c->args[0], c->span);
    if (nj_is_error(stream) || !want_handle(w, c, c->self, NJ_OPAQUE_EVENT))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_cuda_event_record, none_type(w), c->span, c->self, stream);
}

NJ_HANDLER(cuda_event_wait)
{
    NjVal stream = nj_cuda_stream_arg(w, c->args[0], c->span);
    if (nj_is_error(stream) || !want_handle(w, c, c->self, NJ_OPAQUE_EVENT))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_cuda_event_wait, none_type(w), c->span, c->self, stream);
}

NJ_HANDLER(cuda_event_query)
{
    if (!want_handle(w, c, c->self, NJ_OPAQUE_EVENT))
        return nj_val_error(w);
    return nj_rtcall1(w, NJ_RT_cuda_event_query, nj_type_pybool(w->types), c->span, c->self);
}

static NjVal elapsed(NjWalk *w, const NjCall *c, NjVal from, NjVal to)
{
    if (!want_handle(w, c, from, NJ_OPAQUE_EVENT) || !want_handle(w, c, to, NJ_OPAQUE_EVENT))
        return nj_val_error(w);
    return nj_rtcall2(w, NJ_RT_cuda_event_elapsed, nj_type_pyfloat(w->types), c->span, from, to);
}

NJ_HANDLER(cuda_elapsed_time)
{
    return elapsed(w, c, c->self, c->args[0]);
}

NJ_HANDLER(cuda_event_elapsed_time)
{
    return elapsed(w, c, c->args[0], c->args[1]);
}

/* ---- devices -------------------------------------------------------------------------------- */

NJ_HANDLER(cuda_synchronize)
{
    return want_host(w, c) ? nj_rtcall(w, NJ_RT_cuda_synchronize, none_type(w), c->span, 0, NULL)
                           : nj_val_error(w);
}

NJ_HANDLER(cuda_is_available)
{
    return nj_rtcall(w, NJ_RT_cuda_is_available, nj_type_pybool(w->types), c->span, 0, NULL);
}

NJ_HANDLER(cuda_the_device)
{
    return nj_val_module(w, "numba.cuda.<device>", c->span);
}

NJ_HANDLER(cuda_the_context)
{
    return nj_val_module(w, "numba.cuda.<context>", c->span);
}

NJ_HANDLER(cuda_list_devices)
{
    return nj_val_module(w, "numba.cuda.gpus", c->span);
}

NJ_HANDLER(cuda_select_device)
{
    NjVal i = nj_to_index(w, c->args[0], c->span);
    if (!want_host(w, c) || nj_is_error(i))
        return nj_val_error(w);
    nj_rtcall1(w, NJ_RT_cuda_select_device, none_type(w), c->span, i);
    return nj_val_module(w, "numba.cuda.<context>", c->span);
}

NJ_HANDLER(cuda_device_name)
{
    return nj_rtcall(w, NJ_RT_cuda_device_name, nj_type_str(w->types), c->span, 0, NULL);
}

NJ_HANDLER(cuda_device_id)
{
    return nj_val_int(w, 0, c->span);
}

static NjVal attribute(NjWalk *w, int64_t number, NjSpan span)
{
    return nj_rtcall1(w, NJ_RT_cuda_device_attribute, pyint(w), span, nj_val_int(w, number, span));
}

NJ_HANDLER(cuda_compute_capability)
{
    enum { MAJOR = 75, MINOR = 76 };
    NjVal items[2] = {attribute(w, MAJOR, c->span), attribute(w, MINOR, c->span)};
    return nj_val_tuple(w, items, 2, c->span);
}

/* A name of the enumeration CUdevice_attribute, without its prefix. */
NJ_HANDLER(cuda_device_attribute)
{
    static const struct {
        const char *name;
        int64_t number;
    } attributes[] = {
#define CUDA_ATTRIBUTE(name, number) {name, number},
#include "compiler/funcs/cuda_attributes.def"
#undef CUDA_ATTRIBUTE
    };
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (strcmp(attributes[i].name, name) == 0)
            return attribute(w, attributes[i].number, c->span);
    return nj_val_error(w);
}

/* (free, total) */
NJ_HANDLER(cuda_memory_info)
{
    const NjType *ints[2] = {pyint(w), pyint(w)};
    NjVal v =
        nj_rtcall(w, NJ_RT_cuda_memory_info, nj_type_tuple(w->types, ints, 2), c->span, 0, NULL);
    const NjName *names[2] = {nj_name(w, "free"), nj_name(w, "total")};
    NjVal items[2] = {nj_tuple_item(w, v, 0, c->span), nj_tuple_item(w, v, 1, c->span)};
    NjVal tuple = nj_val_tuple(w, items, 2, c->span);
    tuple.type =
        nj_type_namedtuple(w->types, nj_name(w, "MemoryInfo"), names, tuple.type->elems, 2);
    tuple.expr->type = tuple.type;
    return tuple;
}

NJ_HANDLER(cuda_detect)
{
    if (!want_host(w, c))
        return nj_val_error(w);
    return nj_call_prelude(w, "cuda", "detect", NULL, 0, c->span);
}

/* kernel.overloads[types] is one value for all, with the number of blocks that can meet. */
NJ_HANDLER(cuda_overloads)
{
    if (c->self.type->kind != NJ_T_FUNC || c->self.type->func->jit.kind != NJ_JIT_CUDA_KERNEL)
        return nj_fail(w, c->span, "AttributeError: only CUDA kernels have overloads");
    return nj_val_module(w, "numba.cuda.<overloads>", c->span);
}

/* kernel.specialize(*args): the kernel. */
NJ_HANDLER(cuda_specialize)
{
    (void)w;
    return c->self;
}
