/* cpu_symbols.c - addresses of what generated code refers to: the runtime, the math library, and a
 * few functions that LLVM calls by itself.
 *
 * The table is made from the .def files, so a new row of rtcalls.def needs nothing here. Only
 * addresses are taken: each symbol is declared under a name of this file's own (an assembler
 * label), because its real type stands in many headers and matters to nobody here. */
#include "cpu-backend/cpu_internal.h"

#include <string.h>

/* Names that LLVM's code generator calls for operations without an instruction. */
#define LLVM_CALLS(F)                                                                              \
    F(memcpy)                                                                                      \
    F(memmove)                                                                                     \
    F(memset) F(memcmp) F(bcmp) F(fmod) F(fmodf) F(floor) F(floorf) F(ceil) F(ceilf) F(trunc)      \
        F(truncf) F(rint) F(rintf) F(nearbyint) F(nearbyintf) F(round) F(roundf) F(roundeven)      \
            F(roundevenf) F(fmaf) F(fmin) F(fminf) F(fmax) F(fmaxf) F(sqrt) F(sqrtf) F(ldexpf)     \
                F(sincos) F(sincosf) F(exp10) F(exp10f) F(__truncdfhf2) F(__truncsfhf2)            \
                    F(__extendhfsf2)

/* Complex functions of the runtime. */
#define COMPLEX_CALLS(F)                                                                           \
    F(sqrt)                                                                                        \
    F(exp)                                                                                         \
    F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p) F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) \
        F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh) F(pow)

/* A build without the whole runtime (a unit test of the compiler) leaves missing symbols NULL. */
#ifdef NJ_PARTIAL_RUNTIME
#define LINKAGE __attribute__((weak))
#else
#define LINKAGE
#endif

#define DECLARE(label)        extern const char at_##label[] __asm__(#label) LINKAGE;
#define DECLARE_COMPLEX(name) DECLARE(nprt_c_##name)
LLVM_CALLS(DECLARE)
COMPLEX_CALLS(DECLARE_COMPLEX)
#define RTCALL(name, result, params, raises) DECLARE(nprt_##name)
#include "runtime/rtcalls.def"
#undef RTCALL
#define HELPER(name, result, params) DECLARE(nprt_##name)
#include "compiler/lower/helpers.def"
#undef HELPER
DECLARE(nprt_threads_active)

/* Rarely taken parts of the math library, compiled into the runtime. */
#define NJ_MATH_SLOWFN(name, nargs) DECLARE(nj_##name##_slow_f64) DECLARE(nj_##name##_slow_f32)
#include "compiler/mathlib/mathlib_slow.def"
#undef NJ_MATH_SLOWFN

/* libm's functions, in both precisions. */
#define MATH(name, nargs, libm)                                                                    \
    extern const char at_m_##name[] __asm__(#libm) LINKAGE;                                        \
    extern const char at_mf_##name[] __asm__(#libm "f") LINKAGE;
#include "compiler/funcs/math.def"
#undef MATH

typedef struct Symbol {
    const char *name;
    const void *address;
} Symbol;

#define ENTRY(label)        {#label, at_##label},
#define ENTRY_COMPLEX(name) ENTRY(nprt_c_##name)
static const Symbol symbols[] = {
#define RTCALL(name, result, params, raises) ENTRY(nprt_##name)
#include "runtime/rtcalls.def"
#undef RTCALL
#define HELPER(name, result, params) ENTRY(nprt_##name)
#include "compiler/lower/helpers.def"
#undef HELPER
    ENTRY(nprt_threads_active)
#define NJ_MATH_SLOWFN(name, nargs) ENTRY(nj_##name##_slow_f64) ENTRY(nj_##name##_slow_f32)
#include "compiler/mathlib/mathlib_slow.def"
#undef NJ_MATH_SLOWFN
#define MATH(name, nargs, libm) {#libm, at_m_##name}, {#libm "f", at_mf_##name},
#include "compiler/funcs/math.def"
#undef MATH
        LLVM_CALLS(ENTRY) COMPLEX_CALLS(ENTRY_COMPLEX)};

void *nj_cpu_find_symbol(const char *name)
{
    for (unsigned i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return (void *)(uintptr_t)symbols[i].address;
    return NULL;
}
