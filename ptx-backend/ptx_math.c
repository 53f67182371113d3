/* ptx_math.c - functions of floats that are not npjit's own. float32 under fastmath: the
 * instructions of the special function units, as CUDA's -use_fast_math and Numba's fastmath take
 * them. With --libdevice: calls of NVIDIA's library, which gives the bits that Numba's kernels
 * give. */
#include "compiler/lower/emit.h"
#include "ptx-backend/ptx_internal.h"

static LLVMValueRef unit(NjEmit *e, const char *name, LLVMValueRef x)
{
    return nj_ir_intrinsic(e, name, NULL, 0, &x, 1);
}

static LLVMValueRef scaled(NjEmit *e, LLVMValueRef x, double factor)
{
    return nj_ir_fp(e, LLVMFMul, x, LLVMConstReal(e->f32, factor));
}

static LLVMValueRef exp2_of(NjEmit *e, LLVMValueRef x)
{
    return nj_ir_fast(e, nj_ir_intrinsic1(e, "llvm.exp2", x));
}

static LLVMValueRef log2_of(NjEmit *e, LLVMValueRef x)
{
    return unit(e, "llvm.nvvm.lg2.approx.f", x);
}

static LLVMValueRef fast_math(NjEmit *e, NjMathId id, LLVMValueRef *args)
{
    const double log2_e = 1.4426950408889634, log2_10 = 3.3219280948873623;
    LLVMValueRef x = args[0];
    switch (id) {
    case NJ_M_sin:
        return unit(e, "llvm.nvvm.sin.approx.f", x);
    case NJ_M_cos:
        return unit(e, "llvm.nvvm.cos.approx.f", x);
    case NJ_M_tan:
        return nj_ir_fp(e, LLVMFDiv, unit(e, "llvm.nvvm.sin.approx.f", x),
                        unit(e, "llvm.nvvm.cos.approx.f", x));
    case NJ_M_exp:
        return exp2_of(e, scaled(e, x, log2_e));
    case NJ_M_exp2:
        return exp2_of(e, x);
    case NJ_M_log:
        return scaled(e, log2_of(e, x), 1 / log2_e);
    case NJ_M_log2:
        return log2_of(e, x);
    case NJ_M_log10:
        return scaled(e, log2_of(e, x), 1 / log2_10);
    case NJ_M_tanh:
        return nj_ir_fast(e, nj_ir_intrinsic1(e, "llvm.tanh", x));
    case NJ_M_pow:
        return exp2_of(e, nj_ir_fp(e, LLVMFMul, args[1], log2_of(e, x)));
    default:
        return NULL;
    }
}

/* The name in libdevice of a row that it has, without the prefix. */
static const char *libdevice_name(NjMathId id)
{
    switch (id) {
    case NJ_M_gamma:
        return "tgamma";
    case NJ_M_i0:
        return "cyl_bessel_i0";
    case NJ_M_ldexp: /* its exponent is an int */
    case NJ_M_logaddexp:
    case NJ_M_logaddexp2:
    case NJ_M_spacing:
        return NULL;
    default:
        break;
    }
    static const char *const names[NJ_M_COUNT] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = #name,
#include "compiler/funcs/math.def"
#undef MATH
    };
    return names[id];
}

static unsigned argument_count(NjMathId id)
{
    static const unsigned char counts[NJ_M_COUNT] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = nargs,
#include "compiler/funcs/math.def"
#undef MATH
    };
    return counts[id];
}

static LLVMValueRef call_libdevice(NjEmit *e, NjMathId id, LLVMValueRef *args)
{
    LLVMTypeRef type = LLVMTypeOf(args[0]), params[] = {type, type, type};
    const char *name = libdevice_name(id);
    unsigned n = argument_count(id);
    if (!name)
        return NULL;
    const char *symbol = nj_arena_printf(e->arena, "__nv_%s%s", name, type == e->f32 ? "f" : "");
    NjCallee callee = nj_ir_declare(e, symbol, LLVMFunctionType(type, params, n, false));
    nj_ir_add_attribute(e, callee.fn, -1, "willreturn", 0);
    nj_ir_add_attribute(e, callee.fn, -1, "memory", 0);
    return nj_ir_call(e, callee, args, n);
}

LLVMValueRef nj_ptx_own_math(const NjTarget *target, NjEmit *e, NjMathId id, LLVMValueRef *args)
{
    const NjBackendState *state = target->state;
    LLVMValueRef fast =
        e->fastmath && LLVMTypeOf(args[0]) == e->f32 ? fast_math(e, id, args) : NULL;
    return !fast && state->options.libdevice ? call_libdevice(e, id, args) : fast;
}
