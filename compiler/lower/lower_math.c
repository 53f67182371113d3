/* lower_math.c - elementary functions: rows of funcs/math.def.
 *
 * In hot functions the rows that compiler/mathlib has are called there: they are linked in, inlined
 * and vectorised. Elsewhere the target's library is called, which is nearly correctly rounded. A
 * Python float of the numpy model (math.exp, not np.exp) always takes the library, as CPython does.
 */
#include "compiler/lower/lower_internal.h"
#include "compiler/mathlib/mathlib.h"

static const char *const names[NJ_M_COUNT] = {
#define MATH(name, nargs, libm) [NJ_M_##name] = #name,
#include "compiler/funcs/math.def"
#undef MATH
};

bool nj_ir_is_exact_math(const NjEmit *e, const NjType *t)
{
    const NjTirFn *fn = e->fn ? e->fn->tir : NULL;
    return fn && t && t->py && fn->model == NJ_MODEL_NUMPY && !fn->fastmath;
}

static LLVMValueRef call_function(NjEmit *e, const char *symbol, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef type = LLVMTypeOf(args[0]), params[] = {type, type, type};
    NjCallee callee = nj_ir_declare(e, symbol, LLVMFunctionType(type, params, n, false));
    nj_ir_add_attribute(e, callee.fn, -1, "willreturn", 0);
    /* errno is of no interest, so calls may be moved and merged */
    nj_ir_add_attribute(e, callee.fn, -1, "memory", 0);
    return nj_ir_fast(e, nj_ir_call(e, callee, args, n));
}

static LLVMValueRef call_mathlib(NjEmit *e, const char *name, LLVMValueRef *args, unsigned n)
{
    const char *precision = LLVMTypeOf(args[0]) == e->f32 ? "f32" : "f64";
    return call_function(e, nj_arena_printf(e->arena, "nj_%s_%s", name, precision), args, n);
}

/* LLVM rewrites calls of functions that it knows, as pow(x, -1) to 1 / x, which rounds otherwise.
 */
static void forbid_rewriting(NjEmit *e, LLVMValueRef call)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("nobuiltin", 9);
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(e->context, kind, 0));
}

LLVMValueRef nj_ir_math_call(NjEmit *e, NjMathId id, const NjType *t, LLVMValueRef *args,
                             unsigned n)
{
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    if (id == NJ_M_fma)
        return nj_ir_intrinsic(e, "llvm.fma", &type, 1, args, 3);
    LLVMValueRef own = e->target->own_math ? e->target->own_math(e->target, e, id, args) : NULL;
    if (own)
        return own;
    bool is_exact = nj_ir_is_exact_math(e, t), is_hot = e->fn && e->fn->is_hot;
    if (is_hot && !is_exact && e->target->has_mathlib && nj_mathlib_has(names[id], NULL))
        return call_mathlib(e, names[id], args, n);
    const char *symbol = e->target->math_symbol(e->target, id, type == e->f32);
    LLVMValueRef call = call_function(e, symbol, args, n);
    if (is_exact)
        forbid_rewriting(e, call);
    return call;
}

LLVMValueRef nj_ir_fmod(NjEmit *e, LLVMValueRef a, LLVMValueRef b, bool is_hot)
{
    if (is_hot && e->target->has_mathlib && nj_mathlib_has("fmod", NULL))
        return call_mathlib(e, "fmod", (LLVMValueRef[]){a, b}, 2);
    return nj_ir_fp(e, LLVMFRem, a, b);
}

/* void nprt_c_<name>(const NprtC128 *a[, const NprtC128 *b], NprtC128 *out) */
LLVMValueRef nj_ir_complex_call(NjEmit *e, const char *name, NprtDtype dtype, LLVMValueRef *args,
                                unsigned n)
{
    LLVMTypeRef params[] = {e->ptr, e->ptr, e->ptr, e->ptr};
    LLVMValueRef addresses[4];
    NJ_ASSERT(e->u, n < 4);
    for (unsigned i = 0; i < n; i++) {
        addresses[i] = nj_ir_call_buffer_bytes(e, sizeof(NprtC128), 8);
        nj_ir_scalar_store(e, NPRT_C128, nj_ir_convert(e, args[i], dtype, NPRT_C128), addresses[i],
                           NJ_MEM_STACK);
    }
    addresses[n] = nj_ir_call_buffer_bytes(e, sizeof(NprtC128), 8);
    const char *symbol = nj_arena_printf(e->arena, "nprt_c_%s", name);
    NjCallee callee = nj_ir_declare(e, symbol, LLVMFunctionType(e->void_, params, n + 1, false));
    for (unsigned i = 0; i <= n; i++) {
        nj_ir_add_attribute(e, callee.fn, (int)i + 1, "captures", 0);
        nj_ir_add_attribute(e, callee.fn, (int)i + 1, i < n ? "readonly" : "writeonly", 0);
    }
    nj_ir_add_attribute(e, callee.fn, -1, "willreturn", 0);
    nj_ir_call(e, callee, addresses, n + 1);
    return nj_ir_convert(e, nj_ir_scalar_load(e, NPRT_C128, addresses[n], NJ_MEM_STACK), NPRT_C128,
                         dtype);
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
        return nj_ir_value(x->type, nj_ir_complex_call(e, names[x->as.math.id], dtype, args, n));
    if (dtype != NPRT_F16)
        return nj_ir_value(x->type, nj_ir_math_call(e, x->as.math.id, x->type, args, n));
    for (uint32_t i = 0; i < n; i++)
        args[i] = nj_ir_from_half(e, args[i]);
    return nj_ir_value(x->type,
                       nj_ir_to_half(e, nj_ir_math_call(e, x->as.math.id, x->type, args, n)));
}
