/* lower_math.c - elementary functions: rows of funcs/math.def.
 *
 * In hot functions the rows that compiler/mathlib has are called there: they are linked in, inlined and
 * vectorised. Elsewhere the target's library is called, which is nearly correctly rounded. A Python
 * float of the numpy model (math.exp, not np.exp) always takes the library, as CPython does. */
#include "compiler/lower/lower_internal.h"

#include <string.h>

static const char *const names[NJ_M_COUNT] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = #name,
#include "compiler/funcs/math.def"
#undef MATH
};

/* Has compiler/mathlib nj_<name>_f64 and _f32? */
static bool in_mathlib(const char *name)
{
    static const char *const rows[] = {
#define NJ_MATHFN(row, nargs, ulp64, ulp32, domain) #row,
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i], name) == 0)
            return true;
    return false;
}

static bool uses_mathlib(NjEmit *e, NjMathId id, const NjType *t)
{
    if (!e->target->mathlib || !in_mathlib(names[id]) || !e->fn)
        return false;
    const NjTirFn *fn = e->fn->tir;
    bool is_exact = t && t->py && fn->model == NJ_MODEL_NUMPY && !fn->fastmath;
    return fn->is_hot && !is_exact;
}

static LLVMValueRef call_function(NjEmit *e, const char *symbol, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef type = LLVMTypeOf(args[0]), params[] = {type, type, type};
    NjCallee callee = nj_declare(e, symbol, LLVMFunctionType(type, params, n, false));
    nj_add_attribute(e, callee.fn, -1, "willreturn", 0);
    /* errno is of no interest, so calls may be moved and merged */
    nj_add_attribute(e, callee.fn, -1, "memory", 0);
    return nj_fast(e, nj_call(e, callee, args, n));
}

static LLVMValueRef math_call(NjEmit *e, NjMathId id, const NjType *t, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    bool is_f32 = type == e->f32;
    if (id == NJ_M_fma)
        return nj_intrinsic(e, "llvm.fma", &type, 1, args, 3);
    const char *symbol;
    if (uses_mathlib(e, id, t))
        symbol = nj_arena_printf(e->arena, "nj_%s_%s", names[id], is_f32 ? "f32" : "f64");
    else
        symbol = e->target->math_symbol(e->target, id, is_f32);
    return call_function(e, symbol, args, n);
}

LLVMValueRef nj_math_call(NjEmit *e, NjMathId id, LLVMValueRef *args, unsigned n)
{
    return math_call(e, id, NULL, args, n);
}

/* void nprt_c_<name>(const NprtC128 *a[, const NprtC128 *b], NprtC128 *out) */
LLVMValueRef nj_complex_call(NjEmit *e, const char *name, NprtDtype dtype, LLVMValueRef *args,
                             unsigned n)
{
    LLVMTypeRef params[] = {e->ptr, e->ptr, e->ptr, e->ptr};
    LLVMValueRef addresses[4];
    NJ_ASSERT(e->u, n < 4);
    for (unsigned i = 0; i < n; i++) {
        addresses[i] = nj_call_buffer_bytes(e, sizeof(NprtC128), 8);
        nj_scalar_store(e, NPRT_C128, nj_convert(e, args[i], dtype, NPRT_C128), addresses[i],
                        NJ_MEM_STACK);
    }
    addresses[n] = nj_call_buffer_bytes(e, sizeof(NprtC128), 8);
    const char *symbol = nj_arena_printf(e->arena, "nprt_c_%s", name);
    NjCallee callee = nj_declare(e, symbol, LLVMFunctionType(e->void_, params, n + 1, false));
    for (unsigned i = 0; i <= n; i++) {
        nj_add_attribute(e, callee.fn, (int)i + 1, "captures", 0);
        nj_add_attribute(e, callee.fn, (int)i + 1, i < n ? "readonly" : "writeonly", 0);
    }
    nj_add_attribute(e, callee.fn, -1, "willreturn", 0);
    nj_call(e, callee, addresses, n + 1);
    return nj_convert(e, nj_scalar_load(e, NPRT_C128, addresses[n], NJ_MEM_STACK), NPRT_C128, dtype);
}

NjValue nj_lower_math(NjEmit *e, const NjTirExpr *x)
{
    uint32_t n = x->as.math.n;
    NprtDtype dtype = x->as.math.args[0]->type->dtype;
    LLVMValueRef args[3];
    NJ_ASSERT(e->u, n >= 1 && n <= 3);
    for (uint32_t i = 0; i < n; i++)
        args[i] = nj_lower_direct(e, x->as.math.args[i]);
    if (nj_dtype_is_complex(dtype))
        return nj_value(x->type, nj_complex_call(e, names[x->as.math.id], dtype, args, n));
    if (dtype != NPRT_F16)
        return nj_value(x->type, math_call(e, x->as.math.id, x->type, args, n));
    for (uint32_t i = 0; i < n; i++)
        args[i] = nj_from_half(e, args[i]);
    return nj_value(x->type, nj_to_half(e, math_call(e, x->as.math.id, x->type, args, n)));
}
