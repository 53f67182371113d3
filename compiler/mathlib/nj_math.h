/* npjit's own elementary functions: nj_<name>_f64 and nj_<name>_f32 for every row of mathlib.def. */
#ifndef NJ_COMPILER_MATHLIB_NJ_MATH_H
#define NJ_COMPILER_MATHLIB_NJ_MATH_H

/* A program that holds several builds at once (the unit tests) sets another prefix for each. */
#ifndef NJ_MATH_PREFIX
#define NJ_MATH_PREFIX nj_
#endif
#define NJ_MATH_PASTE(prefix, name) prefix##name
#define NJ_MATH_EXPAND(prefix, name) NJ_MATH_PASTE(prefix, name)
#define NJ_MATH(name) NJ_MATH_EXPAND(NJ_MATH_PREFIX, name)

#define NJ_MATH_ARGS_1(type) (type)
#define NJ_MATH_ARGS_2(type) (type, type)
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
