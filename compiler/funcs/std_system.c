/* std_system.c - the modules cmath, time, timeit, sys, os, warnings and the names that only
 * annotations use. */
#include "compiler/funcs/std_internal.h"

#include "runtime/stdlib_cmath.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- cmath ---- */

static NjVal complex_arg(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_unwrap(w, v, span);
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_BIGINT)
        v = nj_to_float(w, v, span);
    if (v.type->kind != NJ_T_SCALAR)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR, "must be complex number, not %s",
                         nj_ty(w, v.type));
    return nj_to_dtype(w, v, NPRT_C128, true, span);
}

static NjTirExpr *part_is(NjWalk *w, NjTirUnop op, NjVal z)
{
    return nj_tir_unary(w->arena, op, nj_std_bool(w), z.expr);
}

static NjVal call(NjWalk *w, NprtCmath which, NjMathId id, NjVal arg, NjSpan span)
{
    NjVal z = complex_arg(w, arg, span);
    if (nj_is_error(z))
        return z;
    if (w->checked)
        return nj_rtcall2(w, NJ_RT_cmath, nj_type_pycomplex(w->types), span,
                          nj_val_int(w, which, span), z);
    if (which == NPRT_CMATH_SQRT)
        return nj_map_unary(w, NJ_UN_SQRT, z, NPRT_C128, span);
    return nj_map_math(w, id, &z, 1, NPRT_C128, span);
}

#define ELEMENTARY(name, which)                                                                    \
    NJ_HANDLER(cmath_##name)                                                                       \
    {                                                                                              \
        return call(w, NPRT_CMATH_##which, NJ_M_##name, c->args[0], c->span);                      \
    }
ELEMENTARY(exp, EXP)
ELEMENTARY(log10, LOG10)
ELEMENTARY(sin, SIN)
ELEMENTARY(cos, COS)
ELEMENTARY(tan, TAN)
ELEMENTARY(asin, ASIN)
ELEMENTARY(acos, ACOS)
ELEMENTARY(atan, ATAN)
ELEMENTARY(sinh, SINH)
ELEMENTARY(cosh, COSH)
ELEMENTARY(tanh, TANH)
ELEMENTARY(asinh, ASINH)
ELEMENTARY(acosh, ACOSH)
ELEMENTARY(atanh, ATANH)
#undef ELEMENTARY

NJ_HANDLER(cmath_sqrt)
{
    return call(w, NPRT_CMATH_SQRT, NJ_M_exp, c->args[0], c->span);
}

NJ_HANDLER(cmath_log)
{
    NjVal r = call(w, NPRT_CMATH_LOG, NJ_M_log, c->args[0], c->span);
    if (!nj_is_given(c->args[1]))
        return r;
    return nj_binary(w, NJ_BINOP_DIV, r, call(w, NPRT_CMATH_LOG, NJ_M_log, c->args[1], c->span),
                     c->span);
}

static NjVal part(NjWalk *w, NjTirUnop op, NjVal z, NjSpan span)
{
    return nj_map_unary(w, op, z, NPRT_F64, span);
}

static NjVal phase(NjWalk *w, NjVal z, NjSpan span)
{
    NjVal parts[2] = {part(w, NJ_UN_IMAG, z, span), part(w, NJ_UN_REAL, z, span)};
    return nj_map_math(w, NJ_M_atan2, parts, 2, NPRT_F64, span);
}

NJ_HANDLER(cmath_phase)
{
    NjVal z = nj_spill(w, complex_arg(w, c->args[0], c->span));
    return nj_is_error(z) ? z : phase(w, z, c->span);
}

NJ_HANDLER(cmath_polar)
{
    NjVal z = nj_spill(w, complex_arg(w, c->args[0], c->span));
    if (nj_is_error(z))
        return z;
    NjVal items[2] = {nj_map_unary(w, NJ_UN_ABS, z, NPRT_F64, c->span), phase(w, z, c->span)};
    return nj_val_tuple(w, items, 2, c->span);
}

NJ_HANDLER(cmath_rect)
{
    NjVal args[2] = {nj_to_float(w, nj_unwrap(w, c->args[0], c->span), c->span),
                     nj_to_float(w, nj_unwrap(w, c->args[1], c->span), c->span)};
    return nj_call_prelude(w, "std_math", "rect", args, 2, c->span);
}

static NjVal classify(NjWalk *w, const NjCall *c, NjTirUnop op)
{
    NjVal z = complex_arg(w, c->args[0], c->span);
    return nj_is_error(z) ? z : nj_val(nj_std_bool(w), part_is(w, op, z));
}

NJ_HANDLER(cmath_isnan)
{
    return classify(w, c, NJ_UN_ISNAN);
}

NJ_HANDLER(cmath_isinf)
{
    return classify(w, c, NJ_UN_ISINF);
}

NJ_HANDLER(cmath_isfinite)
{
    return classify(w, c, NJ_UN_ISFINITE);
}

NJ_HANDLER(cmath_isclose)
{
    NjVal args[4] = {complex_arg(w, c->args[0], c->span), complex_arg(w, c->args[1], c->span),
                     nj_to_float(w, c->args[2], c->span), nj_to_float(w, c->args[3], c->span)};
    if (nj_is_error(args[0]) || nj_is_error(args[1]))
        return nj_val_error(w);
    return nj_call_prelude(w, "std_math", "isclose_complex", args, 4, c->span);
}

static NjVal imaginary(NjWalk *w, double value, NjSpan span)
{
    NjTirExpr *e = nj_tir_expr(w->arena, NJ_X_CONST_COMPLEX, nj_type_pycomplex(w->types), span);
    e->as.const_complex.im = value;
    return nj_val(e->type, e);
}

NJ_HANDLER(cmath_infj)
{
    return imaginary(w, INFINITY, c->span);
}

NJ_HANDLER(cmath_nanj)
{
    return imaginary(w, NAN, c->span);
}

/* ---- time ---- */

NJ_HANDLER(time_time)
{
    return nj_rtcall(w, NJ_RT_time_wall, nj_std_float(w), c->span, 0, NULL);
}

NJ_HANDLER(time_perf)
{
    return nj_rtcall(w, NJ_RT_time_perf, nj_std_float(w), c->span, 0, NULL);
}

NJ_HANDLER(time_process)
{
    return nj_rtcall(w, NJ_RT_time_process, nj_std_float(w), c->span, 0, NULL);
}

NJ_HANDLER(time_perf_ns)
{
    return nj_rtcall(w, NJ_RT_time_perf_ns, nj_std_int(w), c->span, 0, NULL);
}

NJ_HANDLER(time_wall_ns)
{
    return nj_rtcall(w, NJ_RT_time_wall_ns, nj_std_int(w), c->span, 0, NULL);
}

NJ_HANDLER(time_process_ns)
{
    return nj_rtcall(w, NJ_RT_time_process_ns, nj_std_int(w), c->span, 0, NULL);
}

NJ_HANDLER(time_sleep)
{
    NjVal seconds = nj_to_float(w, nj_unwrap(w, c->args[0], c->span), c->span);
    return nj_rtcall1(w, NJ_RT_time_sleep, nj_std_none(w), c->span, seconds);
}

NJ_HANDLER(time_strftime)
{
    return nj_rtcall1(w, NJ_RT_time_format, nj_type_str(w->types), c->span,
                      nj_want_str(w, c, c->args[0]));
}

/* timeit.timeit(function): statements in a str cannot be compiled here. */
NJ_HANDLER(timeit)
{
    if (c->args[0].type->kind == NJ_T_STR)
        return nj_fail(w, c->span, "timeit() of a text is not supported; pass a function");
    NjVal args[2] = {c->args[0], nj_to_index(w, c->args[2], c->span)};
    return nj_call_prelude(w, "std_misc", "timeit", args, 2, c->span);
}

/* ---- sys ---- */

NJ_HANDLER(sys_argv)
{
    return nj_rtcall(w, NJ_RT_sys_argv, nj_type_list(w->types, nj_type_str(w->types)), c->span, 0,
                     NULL);
}

NJ_HANDLER(sys_exit)
{
    NjVal exc =
        nj_new_exception(w, NPRT_EXC_SYSTEM_EXIT, c->args, nj_is_none(c->args[0]) ? 0 : 1, c->span);
    if (nj_is_error(exc))
        return exc;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_RAISE, c->span);
    s->as.raise.exc = nj_expr_of(w, exc, c->span);
    nj_emit(w, s);
    w->dead = true;
    return nj_val_unit(w, nj_type_never(w->types), c->span);
}

NJ_HANDLER(sys_maxsize)
{
    return nj_val_int(w, INT64_MAX, c->span);
}

NJ_HANDLER(sys_platform)
{
    return nj_text_val(w, "linux", c->span);
}

NJ_HANDLER(sys_byteorder)
{
    return nj_text_val(w, "little", c->span);
}

NJ_HANDLER(sys_version)
{
    return nj_text_val(w, "3.13.0 (npjit)", c->span);
}

NJ_HANDLER(sys_none)
{
    return nj_val_none(w, c->span);
}

NJ_HANDLER(sys_recursion_limit)
{
    return nj_val_int(w, 1000, c->span);
}

/* A namedtuple of known values. */
static NjVal named_tuple(NjWalk *w, const char *name, const char *const *fields, NjVal *vals,
                         uint32_t n, NjSpan span)
{
    NjVal v = nj_val_tuple(w, vals, n, span);
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, n);
    for (uint32_t i = 0; i < n; i++)
        names[i] = nj_name(w, fields[i]);
    v.type = nj_type_namedtuple(w->types, nj_name(w, name), names, v.type->elems, n);
    v.expr->type = v.type;
    return v;
}

NJ_HANDLER(sys_float_info)
{
    static const char *const fields[] = {"max",     "max_exp",    "max_10_exp", "min",
                                         "min_exp", "min_10_exp", "dig",        "mant_dig",
                                         "epsilon", "radix",      "rounds"};
    NjSpan s = c->span;
    NjVal vals[] = {nj_val_float(w, DBL_MAX, s),
                    nj_val_int(w, DBL_MAX_EXP, s),
                    nj_val_int(w, DBL_MAX_10_EXP, s),
                    nj_val_float(w, DBL_MIN, s),
                    nj_val_int(w, DBL_MIN_EXP, s),
                    nj_val_int(w, DBL_MIN_10_EXP, s),
                    nj_val_int(w, DBL_DIG, s),
                    nj_val_int(w, DBL_MANT_DIG, s),
                    nj_val_float(w, DBL_EPSILON, s),
                    nj_val_int(w, 2, s),
                    nj_val_int(w, 1, s)};
    return named_tuple(w, "sys.float_info", fields, vals, 11, s);
}

NJ_HANDLER(sys_version_info)
{
    static const char *const fields[] = {"major", "minor", "micro", "releaselevel", "serial"};
    NjSpan s = c->span;
    NjVal vals[] = {nj_val_int(w, 3, s), nj_val_int(w, 13, s), nj_val_int(w, 0, s),
                    nj_text_val(w, "final", s), nj_val_int(w, 0, s)};
    return named_tuple(w, "sys.version_info", fields, vals, 5, s);
}

/* sys.stdout.write(text): the number of characters. */
static NjVal write_text(NjWalk *w, const NjCall *c, NjRtId id)
{
    NjVal text = nj_spill(w, nj_want_str(w, c, c->args[0]));
    if (nj_is_error(text))
        return text;
    nj_rtcall1(w, id, nj_std_none(w), c->span, text);
    return nj_len(w, text, c->span);
}

NJ_HANDLER(stdout_write)
{
    return write_text(w, c, NJ_RT_print_text);
}

NJ_HANDLER(stderr_write)
{
    return write_text(w, c, NJ_RT_print_stderr);
}

NJ_HANDLER(stdout_flush)
{
    return nj_rtcall(w, NJ_RT_print_flush, nj_std_none(w), c->span, 0, NULL);
}

NJ_HANDLER(stdin_readline)
{
    return nj_rtcall1(w, NJ_RT_stdin_read, nj_type_str(w->types), c->span,
                      nj_val_int(w, 0, c->span));
}

NJ_HANDLER(stdin_read)
{
    return nj_rtcall1(w, NJ_RT_stdin_read, nj_type_str(w->types), c->span,
                      nj_val_int(w, -1, c->span));
}

NJ_HANDLER(input)
{
    NjVal prompt =
        nj_is_given(c->args[0]) ? nj_to_str(w, c->args[0], c->span) : nj_text_val(w, "", c->span);
    return nj_rtcall1(w, NJ_RT_input, nj_type_str(w->types), c->span, prompt);
}

/* ---- os ---- */

NJ_HANDLER(os_environ)
{
    const NjType *type = nj_type_dict(w->types, nj_type_str(w->types), nj_type_str(w->types));
    return nj_rtcall(w, NJ_RT_os_environ, type, c->span, 0, NULL);
}

NJ_HANDLER(os_getenv)
{
    const NjType *type = nj_type_optional(w->types, nj_type_str(w->types));
    NjVal got =
        nj_spill(w, nj_rtcall1(w, NJ_RT_os_getenv, type, c->span, nj_want_str(w, c, c->args[0])));
    if (nj_is_error(got) || nj_is_none(c->args[1]))
        return got;
    NjVal fallback = nj_spill(w, nj_want_str(w, c, c->args[1]));
    if (nj_is_error(fallback))
        return fallback;
    NjTirExpr *has = nj_tir_expr(w->arena, NJ_X_OPT_HAS, nj_std_bool(w), c->span);
    has->as.opt.a = got.expr;
    NjTirExpr *value = nj_tir_expr(w->arena, NJ_X_OPT_GET, nj_type_str(w->types), c->span);
    value->as.opt.a = got.expr;
    NjTirLocal *out = nj_temp(w, nj_type_str(w->types));
    NjIf i = nj_if_begin(w, has, c->span);
    nj_emit_assign(w, out, value);
    nj_if_else(w, &i);
    nj_emit_assign(w, out, nj_expr_of(w, fallback, c->span));
    nj_if_end(w, &i);
    return nj_std_local(w, out, c->span);
}

NJ_HANDLER(os_cpu_count)
{
    return nj_rtcall(w, NJ_RT_os_cpu_count, nj_std_int(w), c->span, 0, NULL);
}

NJ_HANDLER(os_getpid)
{
    return nj_rtcall(w, NJ_RT_os_getpid, nj_std_int(w), c->span, 0, NULL);
}

NJ_HANDLER(os_getcwd)
{
    return nj_rtcall(w, NJ_RT_os_getcwd, nj_type_str(w->types), c->span, 0, NULL);
}

NJ_HANDLER(os_path_exists)
{
    return nj_rtcall1(w, NJ_RT_os_path_exists, nj_std_bool(w), c->span,
                      nj_want_str(w, c, c->args[0]));
}

NJ_HANDLER(os_slash)
{
    return nj_text_val(w, "/", c->span);
}

NJ_HANDLER(os_linesep)
{
    return nj_text_val(w, "\n", c->span);
}

NJ_HANDLER(os_name)
{
    return nj_text_val(w, "posix", c->span);
}

/* ---- warnings ---- */

/* A line on the standard error output, as Python shows it. */
NJ_HANDLER(warn)
{
    NjVal category = c->args[1];
    const char *name = category.type->kind == NJ_T_BUILTIN ? nj_func_row(category.type->id)->name
                       : category.type->kind == NJ_T_CLASS ? category.type->cls->name->text
                                                           : "UserWarning";
    uint32_t line = 1;
    const NjSource *source = c->span.source;
    for (uint32_t i = 0; source && i < c->span.start; i++)
        line += source->text[i] == '\n';
    const char *head =
        nj_arena_printf(w->arena, "%s:%u: %s: ", source ? source->path : "", line, name);
    NjVal text = nj_sequence_binary(w, NJ_BINOP_ADD, nj_text_val(w, head, c->span),
                                    nj_to_str(w, c->args[0], c->span), c->span);
    text = nj_sequence_binary(w, NJ_BINOP_ADD, text, nj_text_val(w, "\n", c->span), c->span);
    return nj_rtcall1(w, NJ_RT_print_stderr, nj_std_none(w), c->span, text);
}

/* ---- typing and other names that do nothing at run time ---- */

NJ_HANDLER(typing_form)
{
    return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "%s cannot be instantiated",
                     nj_func_row(c->id)->name);
}

NJ_HANDLER(typing_none)
{
    return nj_val_none(w, c->span);
}

NJ_HANDLER(typing_false)
{
    return nj_val_bool(w, false, c->span);
}

NJ_HANDLER(typing_second)
{
    (void)w;
    return c->args[1];
}

NJ_HANDLER(typing_first)
{
    (void)w;
    return c->args[0];
}
