/* Eigenvalues and eigenvectors of symmetric tridiagonal matrices by implicit QL and QR sweeps.
 *
 * This is LAPACK's dsteqr: the matrix is cut where an off-diagonal element is negligible; each
 * block is swept towards its smaller end (QL upwards, QR downwards) with Wilkinson's shift; the
 * rotations of a sweep are saved and applied to the eigenvectors afterwards. Signs and order of the
 * vectors depend on every one of these choices, so they are kept. */
#include "runtime/linalg_internal.h"

#include <string.h>

enum { SWEEPS_PER_VALUE = 30 };

/* One block of the matrix on its way to diagonal form. */
typedef struct Sweep {
    int64_t n;
    double *d, *e;
    double *z;               /* n x n, or NULL */
    double *cosines, *sines; /* of the current sweep, by column */
    int64_t left;            /* sweeps that may still be made */
} Sweep;

void nprt_la_make_rotation(double f, double g, double *c, double *s, double *r)
{
    double size_f = fabs(f), size_g = fabs(g);
    /* Between these, squares neither overflow nor vanish. */
    const double least = 0x1p-511, most = 0x1p510;
    if (g == 0) {
        *c = 1;
        *s = 0;
        *r = f;
    } else if (f == 0) {
        *c = 0;
        *s = copysign(1, g);
        *r = size_g;
    } else if (size_f > least && size_f < most && size_g > least && size_g < most) {
        double d = sqrt(f * f + g * g);
        *c = size_f / d;
        *r = copysign(d, f);
        *s = g / *r;
    } else {
        double unit = fmin(1 / LA_SAFE_MIN, fmax(LA_SAFE_MIN, fmax(size_f, size_g)));
        double fs = f / unit, gs = g / unit, d = sqrt(fs * fs + gs * gs);
        *c = fabs(fs) / d;
        *r = copysign(d, f);
        *s = gs / *r;
        *r *= unit;
    }
}

/* Eigenvalues of (a b; b c), the larger in size first, and the unit vector (cs, sn) of that one:
 * dlaev2. */
static void solve_2x2(double a, double b, double c, double *rt1, double *rt2, double *cs,
                      double *sn)
{
    double sum = a + c, difference = a - c, twice_b = b + b;
    double size_d = fabs(difference), size_b = fabs(twice_b), root;
    double larger = fabs(a) > fabs(c) ? a : c, smaller = fabs(a) > fabs(c) ? c : a;
    bool same_sign = true;
    if (size_d > size_b)
        root = size_d * sqrt(1 + (size_b / size_d) * (size_b / size_d));
    else if (size_d < size_b)
        root = size_b * sqrt(1 + (size_d / size_b) * (size_d / size_b));
    else
        root = size_b * sqrt(2);
    if (sum == 0) {
        *rt1 = 0.5 * root;
        *rt2 = -0.5 * root;
    } else {
        *rt1 = 0.5 * (sum < 0 ? sum - root : sum + root);
        *rt2 = larger / *rt1 * smaller - b / *rt1 * b;
    }
    double along = difference >= 0 ? difference + root : difference - root;
    same_sign = (sum >= 0) == (difference >= 0);
    if (fabs(along) > size_b) {
        double cotangent = -twice_b / along;
        *sn = 1 / sqrt(1 + cotangent * cotangent);
        *cs = cotangent * *sn;
    } else if (size_b == 0) {
        *cs = 1;
        *sn = 0;
    } else {
        double tangent = -along / twice_b;
        *cs = 1 / sqrt(1 + tangent * tangent);
        *sn = tangent * *cs;
    }
    if (same_sign) {
        double old = *cs;
        *cs = -*sn;
        *sn = old;
    }
}

static void rotate_columns(const Sweep *s, int64_t column, double c, double sn)
{
    nprt_la_rot_d(s->n, s->z + column * s->n, s->z + (column + 1) * s->n, c, sn);
}

static bool is_negligible(const Sweep *s, int64_t i)
{
    double size = fabs(s->e[i]);
    return size * size <= LA_EPS * LA_EPS * fabs(s->d[i]) * fabs(s->d[i + 1]) + LA_SAFE_MIN;
}

/* Wilkinson's shift for the end `at`, whose neighbour is `next` across e: what the sweep starts
 * with. */
static double first_element(double at, double next, double e, double far)
{
    double g = (next - at) / (2 * e), r = nprt_la_lapy2(g, 1);
    return far - at + e / (g + copysign(r, g));
}

/* Rows first .. last, |d[first]| <= |d[last]|: values come out at the top. False when out of
 * sweeps. */
static bool sweep_ql(Sweep *s, int64_t first, int64_t last)
{
    double *d = s->d, *e = s->e;
    for (int64_t l = first; l <= last;) {
        int64_t m = l;
        while (m < last && !is_negligible(s, m))
            m++;
        if (m < last)
            e[m] = 0;
        if (m == l) {
            l++;
            continue;
        }
        if (m == l + 1) {
            double rt1, rt2, c, sn;
            solve_2x2(d[l], e[l], d[l + 1], &rt1, &rt2, &c, &sn);
            rotate_columns(s, l, c, sn);
            d[l] = rt1;
            d[l + 1] = rt2;
            e[l] = 0;
            l += 2;
            continue;
        }
        if (s->left-- == 0)
            return false;
        double g = first_element(d[l], d[l + 1], e[l], d[m]), c = 1, sn = 1, p = 0;
        for (int64_t i = m - 1; i >= l; i--) {
            double f = sn * e[i], b = c * e[i], r;
            nprt_la_make_rotation(g, f, &c, &sn, &r);
            if (i != m - 1)
                e[i + 1] = r;
            g = d[i + 1] - p;
            r = (d[i] - g) * sn + 2 * c * b;
            p = sn * r;
            d[i + 1] = g + p;
            g = c * r - b;
            s->cosines[i] = c;
            s->sines[i] = -sn;
        }
        for (int64_t i = m - 1; i >= l; i--)
            rotate_columns(s, i, s->cosines[i], s->sines[i]);
        d[l] -= p;
        e[l] = g;
    }
    return true;
}

/* The mirror image: |d[last]| < |d[first]|, values come out at the bottom. */
static bool sweep_qr(Sweep *s, int64_t first, int64_t last)
{
    double *d = s->d, *e = s->e;
    for (int64_t l = last; l >= first;) {
        int64_t m = l;
        while (m > first && !is_negligible(s, m - 1))
            m--;
        if (m > first)
            e[m - 1] = 0;
        if (m == l) {
            l--;
            continue;
        }
        if (m == l - 1) {
            double rt1, rt2, c, sn;
            solve_2x2(d[l - 1], e[l - 1], d[l], &rt1, &rt2, &c, &sn);
            rotate_columns(s, l - 1, c, sn);
            d[l - 1] = rt1;
            d[l] = rt2;
            e[l - 1] = 0;
            l -= 2;
            continue;
        }
        if (s->left-- == 0)
            return false;
        double g = first_element(d[l], d[l - 1], e[l - 1], d[m]), c = 1, sn = 1, p = 0;
        for (int64_t i = m; i < l; i++) {
            double f = sn * e[i], b = c * e[i], r;
            nprt_la_make_rotation(g, f, &c, &sn, &r);
            if (i != m)
                e[i - 1] = r;
            g = d[i] - p;
            r = (d[i + 1] - g) * sn + 2 * c * b;
            p = sn * r;
            d[i] = g + p;
            g = c * r - b;
            s->cosines[i] = c;
            s->sines[i] = sn;
        }
        for (int64_t i = m; i < l; i++)
            rotate_columns(s, i, s->cosines[i], s->sines[i]);
        d[l] -= p;
        e[l - 1] = g;
    }
    return true;
}

/* Values only, without square roots: dsterf, after Pal, Walker and Kahan. e holds squares on the
 * way. The block is walked from its smaller end: row k is k rows from there. */
typedef struct Walk {
    double *d, *e;
    int64_t end, step; /* the row walked from, and 1 or -1 */
} Walk;

static double *row(const Walk *w, int64_t k)
{
    return w->d + w->end + k * w->step;
}

/* The square of the off-diagonal element between rows k and k + 1. */
static double *between(const Walk *w, int64_t k)
{
    return w->e + w->end + k * w->step - (w->step < 0);
}

/* One sweep over rows l .. m. */
static void sweep_values(const Walk *w, int64_t l, int64_t m)
{
    double root = sqrt(*between(w, l)), ratio = (*row(w, l + 1) - *row(w, l)) / (2 * root);
    double r = nprt_la_lapy2(ratio, 1);
    double shift = *row(w, l) - root / (ratio + copysign(r, ratio));
    double c = 1, s = 0, gamma = *row(w, m) - shift, p = gamma * gamma;
    for (int64_t i = m - 1; i >= l; i--) {
        double square = *between(w, i), old_c = c, old_gamma = gamma, alpha = *row(w, i);
        r = p + square;
        if (i != m - 1)
            *between(w, i + 1) = s * r;
        c = p / r;
        s = square / r;
        gamma = c * (alpha - shift) - s * old_gamma;
        *row(w, i + 1) = old_gamma + (alpha - gamma);
        p = c != 0 ? gamma * gamma / c : old_c * square;
    }
    *between(w, l) = s * p;
    *row(w, l) = shift + gamma;
}

static bool find_values(Sweep *s, int64_t first, int64_t last)
{
    bool down = !(fabs(s->d[last]) < fabs(s->d[first]));
    const Walk w = {s->d, s->e, down ? first : last, down ? 1 : -1};
    int64_t end = last - first;
    for (int64_t i = first; i < last; i++)
        s->e[i] *= s->e[i];
    for (int64_t l = 0; l <= end;) {
        int64_t m = l;
        while (m < end &&
               !(fabs(*between(&w, m)) <= LA_EPS * LA_EPS * fabs(*row(&w, m) * *row(&w, m + 1))))
            m++;
        if (m < end)
            *between(&w, m) = 0;
        if (m == l) {
            l++;
        } else if (m == l + 1) {
            double rt1, rt2, c, sn;
            solve_2x2(*row(&w, l), sqrt(*between(&w, l)), *row(&w, l + 1), &rt1, &rt2, &c, &sn);
            *row(&w, l) = rt1;
            *row(&w, l + 1) = rt2;
            *between(&w, l) = 0;
            l += 2;
        } else {
            if (s->left-- == 0)
                return false;
            sweep_values(&w, l, m);
        }
    }
    return true;
}

/* Diagonalises rows first .. last, scaled to where squares are safe. */
static bool sweep_block(Sweep *s, int64_t first, int64_t last)
{
    const double most = sqrt(1 / LA_SAFE_MIN) / 3, least = sqrt(LA_SAFE_MIN) / (LA_EPS * LA_EPS);
    int64_t rows = last - first + 1;
    double *d = s->d + first, *e = s->e + first, scale = 1;
    double norm = fmax(nprt_la_max_abs_d(rows, d), nprt_la_max_abs_d(rows - 1, e));
    if (norm == 0)
        return true;
    if (norm > most)
        scale = most / norm;
    else if (norm < least)
        scale = least / norm;
    if (scale != 1) {
        nprt_la_scale_d(rows, scale, d);
        nprt_la_scale_d(rows - 1, scale, e);
    }
    bool done;
    if (!s->z)
        done = find_values(s, first, last);
    else if (fabs(s->d[last]) < fabs(s->d[first]))
        done = sweep_qr(s, first, last);
    else
        done = sweep_ql(s, first, last);
    if (scale != 1) {
        nprt_la_scale_d(rows, 1 / scale, d);
        nprt_la_scale_d(rows - 1, 1 / scale, e);
    }
    return done;
}

/* Selection sort, ascending: it moves the fewest vectors. */
static void sort_values(const Sweep *s)
{
    for (int64_t i = 0; i + 1 < s->n; i++) {
        int64_t least = i;
        for (int64_t j = i + 1; j < s->n; j++) {
            if (s->d[j] < s->d[least])
                least = j;
        }
        if (least == i)
            continue;
        double value = s->d[least];
        s->d[least] = s->d[i];
        s->d[i] = value;
        if (s->z)
            nprt_la_swap_d(s->n, s->z + i * s->n, s->z + least * s->n);
    }
}

int nprt_la_tridiagonal(NprtLaWork *work, int64_t n, double *d, double *e, double *z)
{
    Sweep s = {.n = n, .d = d, .e = e, .z = z, .left = n * SWEEPS_PER_VALUE};
    s.cosines = nprt_la_work_d(work, n);
    s.sines = nprt_la_work_d(work, n);
    if (work->failed)
        return NPRT_LA_NOMEM;
    if (z) {
        memset(z, 0, (size_t)(n * n) * sizeof *z);
        for (int64_t i = 0; i < n; i++)
            z[i + i * n] = 1;
    }
    for (int64_t first = 0, last; first < n; first = last + 1) {
        for (last = first; last + 1 < n; last++) {
            if (e[last] == 0)
                break;
            if (fabs(e[last]) <= sqrt(fabs(d[last])) * sqrt(fabs(d[last + 1])) * LA_EPS) {
                e[last] = 0;
                break;
            }
        }
        if (last > first && !sweep_block(&s, first, last))
            return NPRT_LA_NO_CONVERGENCE;
    }
    sort_values(&s);
    return NPRT_LA_OK;
}
