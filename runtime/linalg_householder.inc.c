/* Elementary reflectors for one scalar, after LAPACK (larfg, larf1f): H = 1 - tau v v^H
 * with v[0] = 1 and H^H x = (beta, 0, ..., 0), beta real. To be included in the file that needs
 * them. */
#include "runtime/linalg_scalar.inc.c"

/* sqrt(|alpha|^2 + norm^2), as dlapy2 and dlapy3 take it. */
static inline double NAME(length)(SCALAR alpha, double norm)
{
    double re = fabs(RE(alpha)), im = fabs(IM(alpha));
#if LA_COMPLEX
    double most = fmax(fmax(re, im), norm);
    if (most == 0)
        return re + im + norm;
    return most *
           sqrt(re / most * (re / most) + im / most * (im / most) + norm / most * (norm / most));
#else
    return nprt_la_lapy2(re + im, norm);
#endif
}

/* Makes the reflector for x = (*alpha, rest): *alpha becomes beta, the rest becomes v[1..], and tau
 * is returned. No reflection (tau 0) where the rest is zero already and alpha is real. */
static inline SCALAR NAME(make_reflector)(int64_t n, SCALAR *alpha, SCALAR *rest)
{
    double norm = n > 1 ? NAME(nprt_la_norm2)(n - 1, rest) : 0;
    int shrunk = 0;
    if (n < 1 || (norm == 0 && IM(*alpha) == 0))
        return 0;
    double beta = -copysign(NAME(length)(*alpha, norm), RE(*alpha));
    /* So small that 1 / (alpha - beta) would overflow: scale up first. */
    const double least = LA_SAFE_MIN / LA_EPS;
    while (fabs(beta) < least && shrunk < 20) {
        shrunk++;
        NAME(nprt_la_scale)(n - 1, 1 / least, rest);
        *alpha *= 1 / least;
        norm = NAME(nprt_la_norm2)(n - 1, rest);
        beta = -copysign(NAME(length)(*alpha, norm), RE(*alpha));
    }
    SCALAR tau = (beta - *alpha) / beta;
    NAME(nprt_la_scale)(n - 1, DIV(1.0, *alpha - beta), rest);
    for (; shrunk > 0; shrunk--)
        beta *= least;
    *alpha = beta;
    return tau;
}

/* A = (1 - tau v v^H) A for m x n. v[0] counts as 1 and is not read; `sums` has room for n. */
static inline void NAME(reflect_left)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                                      int64_t lda, SCALAR *sums)
{
    if (tau == 0)
        return;
    while (m > 1 && v[m - 1] == 0)
        m--;
    NAME(nprt_la_gemv_c)(m - 1, n, a + 1, lda, v + 1, sums);
    for (int64_t j = 0; j < n; j++) {
        SCALAR step = -MUL(tau, CONJ(sums[j]) + a[j * lda]);
        a[j * lda] += step;
        NAME(nprt_la_axpy)(m - 1, step, v + 1, a + 1 + j * lda);
    }
}

/* A = A (1 - tau v v^H) for m x n; `sums` has room for m. */
static inline void NAME(reflect_right)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                                       int64_t lda, SCALAR *sums)
{
    if (tau == 0)
        return;
    while (n > 1 && v[n - 1] == 0)
        n--;
    for (int64_t i = 0; i < m; i++)
        sums[i] = 0;
    NAME(nprt_la_gemv_n_row)(m, n - 1, 1, a + lda, lda, v + 1, sums);
    for (int64_t i = 0; i < m; i++) {
        sums[i] += a[i];
        a[i] -= MUL(tau, sums[i]);
    }
    for (int64_t j = 1; j < n; j++)
        NAME(nprt_la_axpy)(m, -MUL(tau, CONJ(v[j])), sums, a + j * lda);
}
