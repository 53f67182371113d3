/* npjit's own elementary functions: nj_<name>_f64 and nj_<name>_f32 for every row of mathlib.def.
 *
 * They compute what the C function of that name does, for every argument, to the error that
 * mathlib.def states; NaNs, infinities, zeros and their signs, subnormals, overflow and underflow
 * come out as in C99 Annex F. Results that are exact numbers are exact. They read and set no errno
 * and no floating-point flags that anyone may rely on, assume round-to-nearest, and keep no state.
 *
 * Written to be inlined as bitcode into loops that LLVM vectorises, for CPUs and GPUs alike: the
 * builds with FMA (macro NJ_MATH_FMA) give the same bits on both, scalar or in vectors of any
 * length. See mathlib.h for how they get into generated code, real.h for how they are written.
 */
#ifndef NJ_COMPILER_MATHLIB_NJ_MATH_H
#define NJ_COMPILER_MATHLIB_NJ_MATH_H

/* A program that holds several builds at once (the unit tests) sets another prefix for each. */
#ifndef NJ_MATH_PREFIX
#define NJ_MATH_PREFIX nj_
#endif
#define NJ_MATH_PASTE(prefix, name)  prefix##name
#define NJ_MATH_EXPAND(prefix, name) NJ_MATH_PASTE(prefix, name)
#define NJ_MATH(name)                NJ_MATH_EXPAND(NJ_MATH_PREFIX, name)

#define NJ_MATH_ARGS_1(type)         (type)
#define NJ_MATH_ARGS_2(type)         (type, type)
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain)                                               \
    double NJ_MATH(name##_f64) NJ_MATH_ARGS_##nargs(double);                                       \
    float NJ_MATH(name##_f32) NJ_MATH_ARGS_##nargs(float);
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN

/* The rarely taken scalar parts of some functions. Only the functions above call them. */
#define NJ_MATH_SLOWFN(name, nargs)                                                                \
    double NJ_MATH(name##_slow_f64) NJ_MATH_ARGS_##nargs(double);                                  \
    float NJ_MATH(name##_slow_f32) NJ_MATH_ARGS_##nargs(float);
#include "compiler/mathlib/mathlib_slow.def"
#undef NJ_MATH_SLOWFN
#undef NJ_MATH_ARGS_1
#undef NJ_MATH_ARGS_2

#endif
