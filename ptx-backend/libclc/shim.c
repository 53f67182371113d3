/* shim.c - libdevice's names for libclc's functions, for machines where no CUDA toolkit is
 * (libdevice.c). Compiled to NVPTX bitcode and linked with what it needs of libclc when npjit is
 * built (cmake/libclc.cmake). libclc's functions have the mangled names of OpenCL. */

#define UNARY(nv, n, name)                                                                         \
    double clc_##nv(double) __asm__("_Z" #n #name "d");                                            \
    float clc_##nv##f(float) __asm__("_Z" #n #name "f");                                           \
    double __nv_##nv(double x)                                                                     \
    {                                                                                              \
        return clc_##nv(x);                                                                        \
    }                                                                                              \
    float __nv_##nv##f(float x)                                                                    \
    {                                                                                              \
        return clc_##nv##f(x);                                                                     \
    }

#define BINARY(nv, n, name)                                                                        \
    double clc_##nv(double, double) __asm__("_Z" #n #name "dd");                                   \
    float clc_##nv##f(float, float) __asm__("_Z" #n #name "ff");                                   \
    double __nv_##nv(double x, double y)                                                           \
    {                                                                                              \
        return clc_##nv(x, y);                                                                     \
    }                                                                                              \
    float __nv_##nv##f(float x, float y)                                                           \
    {                                                                                              \
        return clc_##nv##f(x, y);                                                                  \
    }

UNARY(exp, 3, exp)
UNARY(exp2, 4, exp2)
UNARY(expm1, 5, expm1)
UNARY(log, 3, log)
UNARY(log2, 4, log2)
UNARY(log10, 5, log10)
UNARY(log1p, 5, log1p)
UNARY(sin, 3, sin)
UNARY(cos, 3, cos)
UNARY(tan, 3, tan)
UNARY(asin, 4, asin)
UNARY(acos, 4, acos)
UNARY(atan, 4, atan)
UNARY(sinh, 4, sinh)
UNARY(cosh, 4, cosh)
UNARY(tanh, 4, tanh)
UNARY(asinh, 5, asinh)
UNARY(acosh, 5, acosh)
UNARY(atanh, 5, atanh)
UNARY(cbrt, 4, cbrt)
UNARY(erf, 3, erf)
UNARY(erfc, 4, erfc)
UNARY(lgamma, 6, lgamma)
BINARY(pow, 3, pow)
BINARY(atan2, 5, atan2)
BINARY(hypot, 5, hypot)
BINARY(nextafter, 9, nextafter)
BINARY(remainder, 9, remainder)

/* libclc's gamma function is off by up to 1900 ULP, and it has no Bessel functions: npjit's own. */
double nj_gamma_f64(double);
float nj_gamma_f32(float);
double nj_i0_f64(double);
float nj_i0_f32(float);

double __nv_tgamma(double x)
{
    return nj_gamma_f64(x);
}

float __nv_tgammaf(float x)
{
    return nj_gamma_f32(x);
}

double __nv_cyl_bessel_i0(double x)
{
    return nj_i0_f64(x);
}

float __nv_cyl_bessel_i0f(float x)
{
    return nj_i0_f32(x);
}
