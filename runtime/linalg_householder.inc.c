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

/* The rows of m x n without zero rows at the end, and the columns without zero columns. LAPACK
 * leaves these out (iladlr, iladlc), which changes how sums are grouped. */
static inline int64_t NAME(last_row)(int64_t m, int64_t n, const SCALAR *a, int64_t lda)
{
    int64_t last = 0;
    for (int64_t j = 0; j < n && last < m; j++) {
        int64_t i = m;
        while (i > last && a[i - 1 + j * lda] == 0)
            i--;
        last = i > last ? i : last;
    }
    return last;
}

static inline int64_t NAME(last_column)(int64_t m, int64_t n, const SCALAR *a, int64_t lda)
{
    for (; n > 0; n--) {
        for (int64_t i = 0; i < m; i++) {
            if (a[i + (n - 1) * lda] != 0)
                return n;
        }
    }
    return 0;
}

/* A = (1 - tau v v^H) A for m x n. v[0] counts as 1 and is not read; `sums` has room for n. */
static inline void NAME(reflect_left)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                                      int64_t lda, SCALAR *sums)
{
    if (tau == 0)
        return;
    while (m > 1 && v[m - 1] == 0)
        m--;
    n = NAME(last_column)(m, n, a, lda);
    for (int64_t j = 0; j < n && m == 1; j++)
        a[j * lda] = MUL(1 - tau, a[j * lda]);
    if (m == 1)
        return;
    NAME(nprt_la_gemv_c)(m - 1, n, a + 1, lda, v + 1, sums);
    for (int64_t j = 0; j < n; j++) {
        SCALAR step = -MUL(tau, CONJ(sums[j]) + a[j * lda]);
        a[j * lda] += step;
        NAME(nprt_la_axpy)(m - 1, step, v + 1, a + 1 + j * lda);
    }
}

/* A -= (A v) tau v^H, where sums is A v but for the first column. */
static inline void NAME(finish_right)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                                      int64_t lda, SCALAR *sums)
{
    if (n == 1) {
        NAME(nprt_la_scale)(m, 1 - tau, a);
        return;
    }
    for (int64_t i = 0; i < m; i++)
        sums[i] += a[i];
    NAME(nprt_la_axpy)(m, -tau, sums, a);
    for (int64_t j = 1; j < n; j++)
        NAME(nprt_la_axpy)(m, -MUL(tau, CONJ(v[j])), sums, a + j * lda);
}

/* A = A (1 - tau v v^H) for m x n; `sums` has room for m. */
static inline void NAME(reflect_right)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau, SCALAR *a,
                                       int64_t lda, SCALAR *sums)
{
    if (tau == 0)
        return;
    while (n > 1 && v[n - 1] == 0)
        n--;
    m = NAME(last_row)(m, n, a, lda);
    for (int64_t i = 0; i < m; i++)
        sums[i] = 0;
    NAME(nprt_la_gemv_n)(m, n - 1, 1, a + lda, lda, v + 1, sums);
    NAME(finish_right)(m, n, v, tau, a, lda, sums);
}

/* The same for a reflector made from a row of a matrix, which LAPACK keeps there. */
static inline void NAME(reflect_right_row)(int64_t m, int64_t n, const SCALAR *v, SCALAR tau,
                                           SCALAR *a, int64_t lda, SCALAR *sums)
{
    if (tau == 0)
        return;
    while (n > 1 && v[n - 1] == 0)
        n--;
    m = NAME(last_row)(m, n, a, lda);
    for (int64_t i = 0; i < m; i++)
        sums[i] = 0;
    NAME(nprt_la_gemv_n_row)(m, n - 1, 1, a + lda, lda, v + 1, sums);
    NAME(finish_right)(m, n, v, tau, a, lda, sums);
}
