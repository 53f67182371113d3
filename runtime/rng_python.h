/* rng_python.h - the random module of the standard library, bit for bit CPython 3.13's.
 *
 * random.Random is an NprtRng of kind NPRT_RNG_MT19937 whose `gauss` keeps the second value of
 * random.gauss(). Sequences are dealt with by position: the caller moves the elements. As in
 * rng_dist.h, draws do not check their arguments; the nprt_rng_python_check_* functions do. */
#ifndef NPRT_RNG_PYTHON_H
#define NPRT_RNG_PYTHON_H

#include "runtime/rng_bits.h"

/* ---- random.seed(a) ------------------------------------------------------------ */

void nprt_rng_python_seed_int(NprtRng *rng, int64_t a);
/* An int of any size, its absolute value as n >= 1 words, lowest first, no leading zeros but for 0.
 */
void nprt_rng_python_seed_words(NprtRng *rng, const uint32_t *words, int64_t n);
void nprt_rng_python_seed_float(NprtRng *rng, double a);
/* str (as UTF-8), bytes or bytearray: all bytes and their SHA-512. */
NprtRngError nprt_rng_python_seed_bytes(NprtRng *rng, const void *bytes, int64_t n);
/* random.seed(), and the state a program starts with. */
NprtRngError nprt_rng_python_seed_os(NprtRng *rng);

/* ---- integers ------------------------------------------------------------------ */

/* getrandbits(k), 0 <= k <= 64. */
uint64_t nprt_rng_python_getrandbits(NprtRng *rng, int32_t k);
void nprt_rng_python_randbytes(NprtRng *rng, void *out, int64_t n);
/* A number below n >= 1: choice(seq) is seq[randbelow(len(seq))]. */
int64_t nprt_rng_python_randbelow(NprtRng *rng, uint64_t n);
/* randrange(start, stop, step); randint(a, b) is randrange(a, b + 1, 1). */
int64_t nprt_rng_python_randrange(NprtRng *rng, int64_t start, int64_t stop, int64_t step);
/* The texts of NPRT_RNG_PY_EMPTY_RANGE and ..._STEP are formats for start, stop (and step) as
 * long long. randrange(n) with n <= 0 has a text of its own, NPRT_RNG_PY_EMPTY_RANGE_1. */
NprtRngError nprt_rng_python_check_randrange(int64_t start, int64_t stop, int64_t step);
int64_t nprt_rng_python_binomialvariate(NprtRng *rng, int64_t n, double p);
NprtRngError nprt_rng_python_check_binomialvariate(int64_t n, double p);

/* ---- sequences ----------------------------------------------------------------- */

/* shuffle: item i changes places with out_partner[i], for i from n - 1 down to 1. */
void nprt_rng_python_shuffle_swaps(NprtRng *rng, int64_t *out_partner, int64_t n);
/* The same on n items of `itemsize` bytes in a row. */
void nprt_rng_python_shuffle(NprtRng *rng, void *data, int64_t n, int64_t itemsize);
/* sample(population of n, k): k positions. */
NprtRngError nprt_rng_python_sample(NprtRng *rng, int64_t *out, int64_t k, int64_t n);
/* choices(population of n, k=k), and with weights accumulated from the left (n of them). */
void nprt_rng_python_choices(NprtRng *rng, int64_t *out, int64_t k, int64_t n);
NprtRngError nprt_rng_python_choices_weighted(NprtRng *rng, int64_t *out, int64_t k,
                                              const double *cum_weights, int64_t n);

/* ---- real numbers -------------------------------------------------------------- */

double nprt_rng_python_random(NprtRng *rng);
double nprt_rng_python_uniform(NprtRng *rng, double a, double b);
double nprt_rng_python_triangular(NprtRng *rng, double low, double high, double mode);
double nprt_rng_python_triangular_symmetric(NprtRng *rng, double low, double high); /* mode=None */
double nprt_rng_python_normalvariate(NprtRng *rng, double mu, double sigma);
double nprt_rng_python_gauss(NprtRng *rng, double mu, double sigma);
double nprt_rng_python_lognormvariate(NprtRng *rng, double mu, double sigma);
double nprt_rng_python_expovariate(NprtRng *rng, double lambd);
double nprt_rng_python_vonmisesvariate(NprtRng *rng, double mu, double kappa);
double nprt_rng_python_gammavariate(NprtRng *rng, double alpha, double beta);
double nprt_rng_python_betavariate(NprtRng *rng, double alpha, double beta);
double nprt_rng_python_paretovariate(NprtRng *rng, double alpha);
double nprt_rng_python_weibullvariate(NprtRng *rng, double alpha, double beta);

/* expovariate's lambd, paretovariate's alpha, weibullvariate's beta: a divisor. */
NprtRngError nprt_rng_python_check_divisor(double divisor);
NprtRngError nprt_rng_python_check_gammavariate(double alpha, double beta);

#endif
