/* random_api.h - random numbers for programs: generator objects, what is drawn from them, errors.
 *
 * The functions generated code calls for numpy.random and the random module, over rng_*.h. An
 * object is an NprtRandom behind its NprtObj *; its class says which family of algorithms it draws
 * with. Positions are drawn here, elements moved by the caller where it knows their type. Status
 * functions return 1 with an exception pending: ValueError and the like with the library's text.
 * Arguments and results as in array.h. Two threads must not draw from one object at a time. */
#ifndef NPRT_RANDOM_API_H
#define NPRT_RANDOM_API_H

#include "runtime/nprt.h"
#include "runtime/rng_bits.h"

#include <stdint.h>

/* The class of an object, in obj.flags. */
typedef enum NprtRandomClass {
    NPRT_RANDOM_GENERATOR, /* numpy.random.Generator */
    NPRT_RANDOM_STATE,     /* numpy.random.RandomState and numpy.random itself */
    NPRT_RANDOM_STD,       /* random.Random and the random module */
    NPRT_RANDOM_SEED_SEQ,  /* numpy.random.SeedSequence: `rng.seed` alone counts */
    NPRT_RANDOM_BITS       /* + NprtRngKind: numpy.random.PCG64 ...; drawn from like a Generator */
} NprtRandomClass;

/* Added to a class for random_new and random_seed: the seed is one int, as a tuple of its 32-bit
 * words, lowest first. */
#define NPRT_RANDOM_WORDS 0x100

/* Added to the class for random_global: the state of functions compiled as Numba's. Numba keeps it
 * apart from the module's; here it is the module's until such a function seeds it (..._SEEDED asks
 * for it in order to), so that programs that never do are reproducible. */
#define NPRT_RANDOM_NUMBA        0x200
#define NPRT_RANDOM_NUMBA_SEEDED 0x400

typedef struct NprtRandom {
    NprtObj obj; /* flags: NprtRandomClass */
    NprtRng rng;
} NprtRandom;

/* The distributions of both families, by the names of rng_dist_gen.def. */
typedef enum NprtRandomDist {
#define NPRT_RNG_DIST0(name, R, check)                         NPRT_RANDOM_##name,
#define NPRT_RNG_DIST1(name, R, T1, a1, check)                 NPRT_RANDOM_##name,
#define NPRT_RNG_DIST2(name, R, T1, a1, T2, a2, check)         NPRT_RANDOM_##name,
#define NPRT_RNG_DIST3(name, R, T1, a1, T2, a2, T3, a3, check) NPRT_RANDOM_##name,
#define NPRT_RNG_BULK0                                         NPRT_RNG_DIST0
#define NPRT_RNG_BULK2                                         NPRT_RNG_DIST2
#include "runtime/rng_dist_gen.def"
#undef NPRT_RNG_BULK0
#undef NPRT_RNG_BULK2
#undef NPRT_RNG_DIST0
#undef NPRT_RNG_DIST1
#undef NPRT_RNG_DIST2
#undef NPRT_RNG_DIST3
    NPRT_RANDOM_tomaxint, /* RandomState alone */
    NPRT_RANDOM_DIST_COUNT
} NprtRandomDist;

/* The real-valued functions of the random module: STD(name, number of parameters). */
#define NPRT_RANDOM_STD_FUNCTIONS(STD)                                                             \
    STD(uniform, 2)                                                                                \
    STD(triangular, 3)                                                                             \
    STD(triangular_symmetric, 2) /* mode=None */                                                   \
    STD(normalvariate, 2)                                                                          \
    STD(gauss, 2)                                                                                  \
    STD(lognormvariate, 2)                                                                         \
    STD(expovariate, 1)                                                                            \
    STD(vonmisesvariate, 2)                                                                        \
    STD(gammavariate, 2)                                                                           \
    STD(betavariate, 2)                                                                            \
    STD(paretovariate, 1)                                                                          \
    STD(weibullvariate, 2)

typedef enum NprtRandomStd {
#define STD(name, n) NPRT_RANDOM_STD_##name,
    NPRT_RANDOM_STD_FUNCTIONS(STD)
#undef STD
} NprtRandomStd;

/* ---- objects (random_object.c) -------------------------------------------------------------- */

/* The state of numpy.random (NPRT_RANDOM_STATE) or of random (NPRT_RANDOM_STD), seeded by the
 * system at first use; also + NPRT_RANDOM_NUMBA or NPRT_RANDOM_NUMBA_SEEDED. Immortal. */
NprtObj *nprt_random_global(int64_t which);
/* An object of the class from a seed: None, an int, ints (tuple, list, array), for NPRT_RANDOM_STD
 * also float, str, bytes; or from another object: a SeedSequence seeds, a bit generator becomes
 * (for a Generator: is) the state. */
int32_t nprt_random_new(int64_t class, const NprtDesc *desc, const void *seed, void **out);
/* numpy.random.Philox(key=key, counter=counter). */
NprtObj *nprt_random_new_philox(int64_t key, int64_t counter);
/* seed() of numpy.random, RandomState and random. `flags`: 0 or NPRT_RANDOM_WORDS. */
int32_t nprt_random_seed(NprtObj *obj, int64_t flags, const NprtDesc *desc, const void *seed);
/* get_state() as an object, and set_state(). */
NprtObj *nprt_random_copy(NprtObj *obj);
void nprt_random_assign(NprtObj *obj, NprtObj *state);
/* spawn(n): a list of objects of the same class. */
void nprt_random_spawn(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out);
/* SeedSequence.generate_state(n): uint32 or uint64. */
void nprt_random_generate_state(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out);
/* bit_generator.random_raw(size). */
int32_t nprt_random_raw(NprtObj *obj, const NprtDesc *size_desc, const void *size,
                        const NprtDesc *out_desc, void *out);
/* bit_generator.advance(delta) in place; bit_generator.jumped(jumps), a new object. ValueError
 * where the generator cannot. */
int32_t nprt_random_advance(NprtObj *obj, int64_t delta);
int32_t nprt_random_jumped(NprtObj *obj, int64_t jumps, void **out);

/* ---- distributions (random_draw.c) ---------------------------------------------------------- */

/* random(), for all classes. */
double nprt_random_random(NprtObj *obj);
/* One draw of a distribution (NprtRandomDist) with real, with integer result. Parameter k is the
 * k-th of the doubles or of the integers, as its type is. */
int32_t nprt_random_double(NprtObj *obj, int64_t dist, double a, double b, double c, double *out);
int32_t nprt_random_int(NprtObj *obj, int64_t dist, double a, double b, double c, int64_t i,
                        int64_t j, int64_t k, int64_t *out);
/* Draws into a new array: `params` is a tuple of scalars and arrays, `size` None (the shape they
 * broadcast to), an int or a tuple of ints. Arrays are drawn for in C order. */
int32_t nprt_random_draw(NprtObj *obj, int64_t dist, const NprtDesc *params_desc,
                         const void *params, const NprtDesc *size_desc, const void *size,
                         const NprtDesc *out_desc, void *out);
/* The same into an array that is there (out=). */
int32_t nprt_random_fill(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t dist,
                         const NprtDesc *params_desc, const void *params);

/* ---- integers (random_int.c) ---------------------------------------------------------------- */

/* One integer of [low, high), or [low, high] with `endpoint`, as Generator.integers or randint of
 * dtype int64. */
int32_t nprt_random_integer(NprtObj *obj, int64_t low, int64_t high, uint8_t endpoint,
                            int64_t *out);
/* A scalar or new array of the result's dtype. The bounds are scalars or arrays; `high` None: [0,
 * low). `size` as above. */
int32_t nprt_random_integers(NprtObj *obj, const NprtDesc *low_desc, const void *low,
                             const NprtDesc *high_desc, const void *high, const NprtDesc *size_desc,
                             const void *size, uint8_t endpoint, const NprtDesc *out_desc,
                             void *out);
/* bytes(n). */
NprtStr *nprt_random_bytes(NprtObj *obj, int64_t n);

/* ---- order, choice, several values (random_order.c) ----------------------------------------- */

/* choice(): positions below n, one or an array of `size`. `of_array`: the population is an array.
 * `p`: None, or as many probabilities. `shuffle`: Generator's argument. */
int32_t nprt_random_choice(NprtObj *obj, int64_t n, uint8_t of_array, const NprtDesc *size_desc,
                           const void *size, uint8_t replace, const NprtDesc *p_desc, const void *p,
                           uint8_t shuffle, const NprtDesc *out_desc, void *out);
/* The positions 0 ... n - 1 in random order. */
void nprt_random_permutation(NprtObj *obj, int64_t n, const NprtDesc *out_desc, void *out);
/* shuffle() of a list or of an array along the axis. */
void nprt_random_shuffle(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t axis);
/* permuted() in place: every line along the axis on its own. */
void nprt_random_permute_lines(const NprtDesc *desc, const void *value, NprtObj *obj, int64_t axis);
/* multinomial(n, pvals, size): n and the leading dimensions of pvals broadcast. */
int32_t nprt_random_multinomial(NprtObj *obj, const NprtDesc *n_desc, const void *n,
                                const NprtDesc *pvals_desc, const void *pvals,
                                const NprtDesc *size_desc, const void *size,
                                const NprtDesc *out_desc, void *out);
int32_t nprt_random_dirichlet(NprtObj *obj, const NprtDesc *alpha_desc, const void *alpha,
                              const NprtDesc *size_desc, const void *size, const NprtDesc *out_desc,
                              void *out);
int32_t nprt_random_mv_hypergeometric(NprtObj *obj, const NprtDesc *colors_desc, const void *colors,
                                      int64_t nsample, const NprtDesc *size_desc, const void *size,
                                      uint8_t by_count, const NprtDesc *out_desc, void *out);

/* ---- the random module (random_std.c) ------------------------------------------------------- */

/* One draw of NprtRandomStd. */
int32_t nprt_random_std_double(NprtObj *obj, int64_t function, double a, double b, double c,
                               double *out);
/* randrange(start, stop, step); `n_args` of them were written, for the text of the error. */
int32_t nprt_random_std_range(NprtObj *obj, int64_t start, int64_t stop, int64_t step,
                              int64_t n_args, int64_t *out);
/* A position below n; IndexError for 0: choice(). */
int32_t nprt_random_std_below(NprtObj *obj, int64_t n, int64_t *out);
/* getrandbits(k), k <= 63. */
int32_t nprt_random_std_bits(NprtObj *obj, int64_t k, int64_t *out);
int32_t nprt_random_std_binomial(NprtObj *obj, int64_t n, double p, int64_t *out);
NprtStr *nprt_random_std_bytes(NprtObj *obj, int64_t n);
/* sample(), choices(): k positions below n, a list of int. `weights`: None, or a list, tuple or
 * array of n numbers, accumulated already when `cumulative`. */
int32_t nprt_random_std_sample(NprtObj *obj, int64_t n, int64_t k, const NprtDesc *out_desc,
                               void *out);
int32_t nprt_random_std_choices(NprtObj *obj, int64_t n, int64_t k, const NprtDesc *weights_desc,
                                const void *weights, uint8_t cumulative, const NprtDesc *out_desc,
                                void *out);

#endif
