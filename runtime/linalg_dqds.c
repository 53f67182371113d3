/* Singular values of a bidiagonal matrix by the differential quotient-difference algorithm with
 * shifts: LAPACK's dlasq1 to dlasq6 (Fernando and Parlett, Numer. Math. 67, 1994; Parlett and
 * Marques, Linear Algebra Appl. 309, 2000).
 *
 * The squares of the elements form a qd array q0 e0 q1 e1 ... A transform maps it to another with
 * the same eigenvalues, less a shift that keeps it positive, from side 0 to side 1 of the memory
 * and back (ping and pong). Eigenvalues come off at the bottom; the sum of the shifts is sigma.
 * Needs no vectors, and gives every value to high relative accuracy. */
#include "runtime/linalg_internal.h"

#include <stdlib.h>
#include <string.h>

static const double tolerance = 100 * LA_ULP;
static const double tolerance2 = 100 * LA_ULP * (100 * LA_ULP);

typedef struct Qd {
    int64_t n, lo, hi; /* the active rows are lo .. hi */
    double *q[2], *e[2];
    int side;           /* where the array is now; 2: on side 0, just reversed */
    double sigma, rest; /* the sum of the shifts, and what rounding left of it */
    double largest;     /* q */
    double tau;         /* the next shift */
    int type;           /* how it was chosen: the numbers of dlasq4's cases */
    double guess;       /* its factor where nothing is known */
    double min, min1,
        min2;         /* least d of the last transform: of all, without the last, the last two */
    double d, d1, d2; /* its last three */
} Qd;

/* NaN where there is one, so that it is noticed. */
static double least(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : a < b ? a : b;
}

static void exchange(double *x, int64_t i, int64_t j)
{
    double old = x[i];
    x[i] = x[j];
    x[j] = old;
}

/* Turns the active rows around on the given sides. */
static void reverse(Qd *z, int sides)
{
    for (int64_t k = z->lo; k <= (z->lo + z->hi - 1) / 2; k++) {
        for (int s = 0; s < sides; s++) {
            exchange(z->q[s], k, z->lo + z->hi - k);
            exchange(z->e[s], k, z->lo + z->hi - 1 - k);
        }
    }
}

/* ---- transforms
 * ---------------------------------------------------------------------------------- */

/* d across one row, without overflow or division by zero: from q (below it) and e to the new qq and
 * ee. */
static double step_safely(double d, double e, double q, double *qq, double *ee, bool *vanished)
{
    *qq = d + e;
    *vanished = *qq == 0;
    if (*vanished) {
        *ee = 0;
        return q;
    }
    if (LA_SAFE_MIN * q < *qq && LA_SAFE_MIN * *qq < q) {
        double ratio = q / *qq;
        *ee = e * ratio;
        return d * ratio;
    }
    *ee = q * (e / *qq);
    return q * (d / *qq);
}

/* dqd without a shift (dlasq6). */
static void transform_unshifted(Qd *z)
{
    int64_t hi = z->hi;
    const double *q = z->q[z->side], *e = z->e[z->side];
    double *qq = z->q[1 - z->side], *ee = z->e[1 - z->side];
    double d = q[z->lo], least_e = q[z->lo + 1];
    z->min = d;
    for (int64_t j = z->lo; j < hi; j++) {
        bool vanished;
        if (j == hi - 2) {
            z->d2 = d;
            z->min2 = z->min;
        } else if (j == hi - 1) {
            z->d1 = d;
            z->min1 = z->min;
        }
        d = step_safely(d, e[j], q[j + 1], &qq[j], &ee[j], &vanished);
        if (vanished) {
            z->min = d;
            least_e = 0;
        }
        z->min = least(z->min, d);
        if (j < hi - 2)
            least_e = least(least_e, ee[j]);
    }
    z->d = d;
    qq[hi] = d;
    ee[hi] = least_e;
}

/* dqds with the shift tau (dlasq5). A tau below the rounding error of sigma counts as zero, and so
 * do the d then.
 */
static void transform(Qd *z)
{
    int64_t hi = z->hi;
    const double *q = z->q[z->side], *e = z->e[z->side];
    double *qq = z->q[1 - z->side], *ee = z->e[1 - z->side];
    double threshold = LA_ULP * (z->sigma + z->tau);
    if (z->tau < threshold * 0.5)
        z->tau = 0;
    double tau = z->tau, d = q[z->lo] - tau, least_e = q[z->lo + 1];
    z->min = d;
    z->min1 = -q[z->lo];
    for (int64_t j = z->lo; j < hi - 2; j++) {
        qq[j] = d + e[j];
        double ratio = q[j + 1] / qq[j];
        d = d * ratio - tau;
        if (tau == 0 && d < threshold)
            d = 0;
        z->min = least(z->min, d);
        ee[j] = e[j] * ratio;
        least_e = least(ee[j], least_e);
    }
    z->d2 = d;
    z->min2 = z->min;
    for (int64_t j = hi - 2; j < hi; j++) {
        if (j == hi - 1) {
            z->d1 = d;
            z->min1 = z->min;
        }
        qq[j] = d + e[j];
        ee[j] = q[j + 1] * (e[j] / qq[j]);
        d = q[j + 1] * (d / qq[j]) - tau;
        z->min = least(z->min, d);
    }
    z->d = d;
    qq[hi] = d;
    ee[hi] = least_e;
}

/* ---- shifts (dlasq4)
 * ------------------------------------------------------------------------------ */

/* Bounds the norm of an approximate eigenvector: adds b and its products with e / q from row j up
 * to *sum, until they no longer matter. False where a ratio is above 1. */
static bool add_norm(const Qd *z, int64_t j, double b, double enough, double *sum)
{
    const double *q = z->q[z->side], *e = z->e[z->side];
    for (; j >= z->lo && b != 0; j--) {
        double previous = b;
        if (e[j] > q[j])
            return false;
        b *= e[j] / q[j];
        *sum += b;
        if (100 * fmax(b, previous) < *sum || enough < *sum)
            break;
    }
    return true;
}

/* No eigenvalue came off, and the least d was one of the last two: cases 2 and 3, 4. False: keep
 * tau. */
static bool shift_at_end(Qd *z, double *s)
{
    const double *q = z->q[z->side], *e = z->e[z->side];
    const double *qq = z->q[1 - z->side], *ee = z->e[1 - z->side];
    int64_t hi = z->hi, from;
    if (z->min == z->d && z->min1 == z->d1) {
        double b1 = sqrt(q[hi]) * sqrt(e[hi - 1]), b2 = sqrt(q[hi - 1]) * sqrt(e[hi - 2]);
        double a2 = q[hi - 1] + e[hi - 1], gap2 = z->min2 - a2 - z->min2 * 0.25;
        double gap1 = gap2 > 0 && gap2 > b2 ? a2 - z->d - b2 / gap2 * b2 : a2 - z->d - (b1 + b2);
        if (gap1 > 0 && gap1 > b1) {
            *s = fmax(z->d - b1 / gap1 * b1, 0.5 * z->min);
            z->type = -2;
            return true;
        }
        *s = z->d > b1 ? z->d - b1 : 0;
        if (a2 > b1 + b2)
            *s = fmin(*s, a2 - (b1 + b2));
        *s = fmax(*s, 0.333 * z->min);
        z->type = -3;
        return true;
    }
    double gamma, a2 = 0, b2;
    z->type = -4;
    *s = 0.25 * z->min;
    if (z->min == z->d) {
        gamma = z->d;
        if (e[hi - 1] > q[hi - 1])
            return false;
        b2 = e[hi - 1] / q[hi - 1];
        from = hi - 2;
    } else {
        gamma = z->d1;
        if (ee[hi - 1] > qq[hi])
            return false;
        a2 = ee[hi - 1] / qq[hi];
        if (e[hi - 2] > q[hi - 2])
            return false;
        b2 = e[hi - 2] / q[hi - 2];
        from = hi - 3;
    }
    a2 += b2;
    if (!add_norm(z, from, b2, 0.563, &a2))
        return false;
    a2 *= 1.05;
    if (a2 < 0.563)
        *s = gamma * (1 - sqrt(a2)) / (1 + a2);
    return true;
}

/* The least d was the third last: case 5. */
static bool shift_before_end(Qd *z, double *s)
{
    const double *q = z->q[z->side], *e = z->e[z->side];
    const double *qq = z->q[1 - z->side], *ee = z->e[1 - z->side];
    int64_t hi = z->hi;
    double b1 = qq[hi], b2 = qq[hi - 1];
    z->type = -5;
    *s = 0.25 * z->min;
    if (ee[hi - 2] > b2 || ee[hi - 1] > b1)
        return false;
    double a2 = ee[hi - 2] / b2 * (1 + ee[hi - 1] / b1);
    if (hi - z->lo > 2) {
        b2 = e[hi - 3] / q[hi - 3];
        a2 += b2;
        if (!add_norm(z, hi - 4, b2, 0.563, &a2))
            return false;
        a2 *= 1.05;
    }
    if (a2 < 0.563)
        *s = z->d2 * (1 - sqrt(a2)) / (1 + a2);
    return true;
}

/* One eigenvalue came off: cases 7 to 9. */
static bool shift_after_one(Qd *z, double *s)
{
    const double *q = z->q[z->side], *e = z->e[z->side];
    int64_t hi = z->hi;
    if (z->min1 != z->d1 || z->min2 != z->d2) {
        *s = z->min1 == z->d1 ? 0.5 * z->min1 : 0.25 * z->min1;
        z->type = -9;
        return true;
    }
    z->type = -7;
    *s = 0.333 * z->min1;
    if (e[hi - 1] > q[hi - 1])
        return false;
    double b = e[hi - 1] / q[hi - 1], sum = b;
    if (!add_norm(z, hi - 2, b, INFINITY, &sum))
        return false;
    sum = sqrt(1.05 * sum);
    double a = z->min1 / (1 + sum * sum), gap = 0.5 * z->min2 - a;
    if (gap > 0 && gap > sum * a) {
        *s = fmax(*s, a * (1 - 1.01 * a * (sum / gap) * sum));
    } else {
        *s = fmax(*s, a * (1 - 1.01 * sum));
        z->type = -8;
    }
    return true;
}

/* Two came off: cases 10 and 11. */
static bool shift_after_two(Qd *z, double *s)
{
    const double *q = z->q[z->side], *e = z->e[z->side];
    int64_t hi = z->hi;
    if (z->min2 != z->d2 || 2 * e[hi - 1] >= q[hi - 1]) {
        *s = 0.25 * z->min2;
        z->type = -11;
        return true;
    }
    z->type = -10;
    *s = 0.333 * z->min2;
    double b = e[hi - 1] / q[hi - 1], sum = b;
    for (int64_t j = hi - 2; j >= z->lo && b != 0; j--) {
        if (e[j] > q[j])
            return false;
        b *= e[j] / q[j];
        sum += b;
        if (100 * b < sum)
            break;
    }
    sum = sqrt(1.05 * sum);
    double a = z->min2 / (1 + sum * sum);
    double gap = q[hi - 1] + e[hi - 2] - sqrt(q[hi - 2]) * sqrt(e[hi - 2]) - a;
    if (gap > 0 && gap > sum * a)
        *s = fmax(*s, a * (1 - 1.01 * a * (sum / gap) * sum));
    else
        *s = fmax(*s, a * (1 - 1.01 * sum));
    return true;
}

/* Sets tau after `gone` eigenvalues came off. */
static void choose_shift(Qd *z, int64_t gone)
{
    double s = 0;
    bool known = true;
    if (z->min <= 0) {
        z->tau = -z->min;
        z->type = -1;
        return;
    }
    if (gone == 0 && (z->min == z->d || z->min == z->d1)) {
        known = shift_at_end(z, &s);
    } else if (gone == 0 && z->min == z->d2) {
        known = shift_before_end(z, &s);
    } else if (gone == 0) { /* case 6: nothing is known */
        z->guess = z->type == -6    ? z->guess + 0.333 * (1 - z->guess)
                   : z->type == -18 ? 0.25 * 0.333
                                    : 0.25;
        s = z->guess * z->min;
        z->type = -6;
    } else if (gone == 1) {
        known = shift_after_one(z, &s);
    } else if (gone == 2) {
        known = shift_after_two(z, &s);
    } else {
        z->type = -12;
    }
    if (known)
        z->tau = s;
}

/* ---- steps (dlasq3)
 * ------------------------------------------------------------------------------- */

/* The eigenvalues of the last 2 x 2 block go to side 0. */
static void finish_pair(Qd *z)
{
    double *q = z->q[z->side], *e = z->e[z->side];
    int64_t hi = z->hi;
    if (q[hi] > q[hi - 1])
        exchange(q, hi, hi - 1);
    double t = 0.5 * ((q[hi - 1] - q[hi]) + e[hi - 1]);
    if (e[hi - 1] > q[hi] * tolerance2 && t != 0) {
        double s = q[hi] * (e[hi - 1] / t);
        if (s <= t)
            s = q[hi] * (e[hi - 1] / (t * (1 + sqrt(1 + s / t))));
        else
            s = q[hi] * (e[hi - 1] / (t + sqrt(t) * sqrt(t + s)));
        t = q[hi - 1] + (s + e[hi - 1]);
        q[hi] = q[hi] * (q[hi - 1] / t);
        q[hi - 1] = t;
    }
    double larger = q[hi - 1] + z->sigma, smaller = q[hi] + z->sigma;
    z->q[0][hi - 1] = larger;
    z->q[0][hi] = smaller;
}

/* Takes off eigenvalues whose e above is negligible. */
static void deflate(Qd *z)
{
    while (z->hi >= z->lo && z->side != 2) {
        const double *q = z->q[z->side], *e = z->e[z->side], *ee = z->e[1 - z->side];
        int64_t hi = z->hi;
        bool single = hi == z->lo;
        if (!single && hi != z->lo + 1)
            single = e[hi - 1] <= tolerance2 * (z->sigma + q[hi]) ||
                     ee[hi - 1] <= tolerance2 * q[hi - 1];
        if (single) {
            z->q[0][hi] = q[hi] + z->sigma;
            z->hi--;
            continue;
        }
        if (hi != z->lo + 1 && e[hi - 2] > tolerance2 * z->sigma &&
            ee[hi - 2] > tolerance2 * q[hi - 2])
            return;
        finish_pair(z);
        z->hi -= 2;
    }
}

/* Puts the larger end on top, where the algorithm converges faster. */
static void reverse_if_needed(Qd *z)
{
    double *q = z->q[z->side], *e = z->e[z->side], *ee = z->e[1 - z->side];
    if (!(1.5 * q[z->lo] < q[z->hi]))
        return;
    int64_t lo = z->lo, hi = z->hi;
    reverse(z, 2);
    if (hi - lo <= 4) {
        e[hi] = e[lo];
        ee[hi] = ee[lo];
    }
    z->min2 = least(z->min2, e[hi]);
    e[hi] = least(e[hi], least(e[lo], e[lo + 1]));
    ee[hi] = least(ee[hi], least(ee[lo], ee[lo + 1]));
    z->largest = fmax(z->largest, fmax(q[lo], q[lo + 1]));
    z->min = -0.0;
}

/* Transforms with ever smaller shifts until the result is positive. */
static void transform_until_positive(Qd *z)
{
    for (;;) {
        double *qq = z->q[1 - z->side], *ee = z->e[1 - z->side];
        transform(z);
        if (z->min >= 0 && z->min1 >= 0)
            return;
        if (z->min < 0 && z->min1 > 0 && ee[z->hi - 1] < tolerance * (z->sigma + z->d1) &&
            fabs(z->d) < tolerance * z->sigma) { /* converged, hidden by a negative d */
            qq[z->hi] = 0;
            z->min = 0;
            return;
        }
        if (z->min < 0) {
            if (z->type < -22) { /* failed twice */
                z->tau = 0;
            } else if (z->min1 > 0) { /* failed late: that gives an excellent shift */
                z->tau = (z->tau + z->min) * (1 - 2 * LA_ULP);
                z->type -= 11;
            } else {
                z->tau *= 0.25;
                z->type -= 12;
            }
        } else if (isnan(z->min) && z->tau != 0) {
            z->tau = 0;
        } else {
            transform_unshifted(z);
            z->tau = 0;
            return;
        }
    }
}

static void step(Qd *z)
{
    int64_t before = z->hi;
    deflate(z);
    if (z->hi < z->lo)
        return;
    if (z->side == 2)
        z->side = 0;
    if (z->min <= 0 || z->hi < before)
        reverse_if_needed(z);
    choose_shift(z, before - z->hi);
    transform_until_positive(z);
    double sum;
    if (z->tau < z->sigma) {
        z->rest += z->tau;
        sum = z->sigma + z->rest;
        z->rest -= sum - z->sigma;
    } else {
        sum = z->sigma + z->tau;
        z->rest = z->sigma - (sum - z->tau) + z->rest;
    }
    z->sigma = sum;
}

/* ---- whole arrays (dlasq2)
 * ------------------------------------------------------------------------ */

/* Two plain transforms that find where the array splits (Li's test). */
static void split_at_start(Qd *z)
{
    if (1.5 * z->q[0][0] < z->q[0][z->hi])
        reverse(z, 1);
    for (int side = 0; side < 2; side++) {
        double *q = z->q[side], *e = z->e[side], *qq = z->q[1 - side], *ee = z->e[1 - side];
        double d = q[z->hi];
        for (int64_t k = z->hi - 1; k >= 0; k--) {
            if (e[k] <= tolerance2 * d) {
                e[k] = -0.0;
                d = q[k];
            } else {
                d = q[k] * (d / (d + e[k]));
            }
        }
        d = q[0];
        for (int64_t k = 0; k < z->hi; k++) {
            bool vanished;
            if (e[k] <= tolerance2 * d) {
                e[k] = -0.0;
                qq[k] = d;
                ee[k] = 0;
                d = q[k + 1];
            } else {
                d = step_safely(d, e[k], q[k + 1], &qq[k], &ee[k], &vanished);
            }
        }
        qq[z->hi] = d;
    }
}

/* Finds the last unreduced block (sets lo) and a first shift (negative, in min). */
static void begin_block(Qd *z)
{
    const double *q = z->q[0], *e = z->e[0];
    double most_e = 0, least_q = q[z->hi];
    int64_t k = z->hi;
    z->largest = least_q;
    for (; k > 0 && e[k - 1] > 0; k--) {
        if (least_q >= 4 * most_e) {
            least_q = fmin(least_q, q[k]);
            most_e = fmax(most_e, e[k - 1]);
        }
        z->largest = fmax(z->largest, q[k - 1] + e[k - 1]);
    }
    z->lo = k;
    z->side = 0;
    if (z->hi - z->lo > 1) {
        double d = q[z->lo], least_d = d;
        int64_t at = z->lo;
        for (k = z->lo + 1; k <= z->hi; k++) {
            d = q[k] * (d / (d + e[k - 1]));
            if (d <= least_d) {
                least_d = d;
                at = k;
            }
        }
        if ((at - z->lo) * 2 < z->hi - at && least_d <= 0.5 * q[z->hi]) {
            reverse(z, 2);
            z->side = 2;
        }
    }
    z->min = -fmax(0, least_q - 2 * sqrt(least_q) * sqrt(most_e));
}

/* Looks for new splits after a step that ended on side 0: an e there becomes -sigma. */
static void split_block(Qd *z)
{
    double *q = z->q[0], *e = z->e[0], *ee = z->e[1];
    int64_t lo = z->lo;
    if (!(ee[z->hi] <= tolerance2 * z->largest || e[z->hi] <= tolerance2 * z->sigma))
        return;
    double largest = q[lo], least_e = e[lo], least_old = ee[lo];
    for (int64_t k = z->lo; k <= z->hi - 3; k++) {
        if (ee[k] <= tolerance2 * q[k] || e[k] <= tolerance2 * z->sigma) {
            e[k] = -z->sigma;
            lo = k + 1;
            largest = 0;
            least_e = e[k + 1];
            least_old = ee[k + 1];
        } else {
            largest = fmax(largest, q[k + 1]);
            least_e = least(least_e, e[k]);
            least_old = least(least_old, ee[k]);
        }
    }
    z->largest = largest;
    e[z->hi] = least_e;
    ee[z->hi] = least_old;
    z->lo = lo;
}

static bool find_eigenvalues(Qd *z)
{
    split_at_start(z);
    for (int64_t blocks = 0; z->hi >= 0; blocks++) {
        if (blocks > z->n)
            return false;
        z->rest = 0;
        z->sigma = z->hi == z->n - 1 ? 0 : -z->e[0][z->hi];
        if (z->sigma < 0)
            return false;
        begin_block(z);
        int64_t left = 100 * (z->hi - z->lo + 1);
        for (; z->lo <= z->hi; left--) {
            if (left == 0)
                return false;
            step(z);
            z->side = 1 - z->side;
            if (z->side == 0 && z->hi - z->lo >= 3)
                split_block(z);
        }
    }
    return true;
}

static int compare_descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

bool nprt_la_dqds(NprtLaWork *work, int64_t n, double *d, const double *e)
{
    Qd z = {.n = n, .hi = n - 1};
    double largest_e = nprt_la_max_abs_d(n - 1, e),
           largest = fmax(largest_e, nprt_la_max_abs_d(n, d));
    double *room = nprt_la_work_d(work, 4 * n);
    if (!room || !isfinite(largest))
        return false;
    if (largest_e == 0) {
        for (int64_t i = 0; i < n; i++)
            d[i] = fabs(d[i]);
        qsort(d, (size_t)n, sizeof *d, compare_descending);
        return true;
    }
    memset(room, 0, (size_t)(4 * n) * sizeof *room);
    z.q[0] = room;
    z.e[0] = room + n;
    z.q[1] = room + 2 * n;
    z.e[1] = room + 3 * n;
    const double scale = sqrt(LA_ULP / LA_SAFE_MIN), up = scale / largest;
    double sum_e = 0;
    for (int64_t i = 0; i < n; i++) {
        z.q[0][i] = fabs(d[i]) * up * (fabs(d[i]) * up);
        if (i < n - 1)
            z.e[0][i] = e[i] * up * (e[i] * up);
        sum_e += z.e[0][i];
    }
    if (sum_e != 0 && !find_eigenvalues(&z))
        return false;
    qsort(z.q[0], (size_t)n, sizeof *d, compare_descending);
    for (int64_t i = 0; i < n; i++)
        d[i] = sqrt(z.q[0][i]) * (largest / scale);
    return true;
}
