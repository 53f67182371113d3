/* The words the decompositions are written in, for LA_COMPLEX 0 (double) or 1 (double complex). To
 * be included anew before each instance of a *.inc.c. */
#undef SCALAR
#undef NAME
#undef MUL
#undef DIV
#undef INVERSE
#undef CONJ
#undef RE
#undef IM
#undef ABS1
#undef LA_TYPE
#undef WORK_ALLOC
#undef LOAD
#undef STORE
#undef REFLECTORS

#if LA_COMPLEX
#define SCALAR     NprtLaComplex
#define NAME(f)    f##_z
#define MUL(a, b)  nprt_la_mul(a, b)
#define DIV(a, b)  nprt_la_div(a, b)
#define INVERSE(a) nprt_la_inverse(a)
#define CONJ(x)    conj(x)
#define RE(x)      creal(x)
#define IM(x)      cimag(x)
#define ABS1(x)    nprt_la_abs1(x)
#define LA_TYPE    NPRT_LA_Z
#define WORK_ALLOC nprt_la_work_z
#define LOAD       nprt_la_load_z
#define STORE      nprt_la_store_z
#define REFLECTORS NprtLaReflectorsZ
#else
#define SCALAR     double
#define NAME(f)    f##_d
#define MUL(a, b)  ((a) * (b))
#define DIV(a, b)  ((a) / (b))
#define INVERSE(a) (1 / (a))
#define CONJ(x)    (x)
#define RE(x)      (x)
#define IM(x)      0.0
#define ABS1(x)    fabs(x)
#define LA_TYPE    NPRT_LA_D
#define WORK_ALLOC nprt_la_work_d
#define LOAD       nprt_la_load_d
#define STORE      nprt_la_store_d
#define REFLECTORS NprtLaReflectorsD
#endif
