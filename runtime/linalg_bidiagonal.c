/* Singular values and vectors of bidiagonal matrices by implicit QR sweeps.
 *
 * This is LAPACK's dbdsqr as dbdsdc calls it for small matrices (Demmel and Kahan, SIAM J. Sci.
 * Stat. Comput. 11(5), 1990): all singular values come out to high relative accuracy, by a sweep
 * without a shift where a shift would spoil them. A sweep chases the bulge from the larger end to
 * the smaller; its rotations are saved and applied to the vectors afterwards. The choices decide
 * the signs, so they are kept. */
#include "runtime/linalg_internal.h"

#include <string.h>

enum { SWEEPS_PER_VALUE = 6 };

typedef struct Chase {
    int64_t n;
    double *d, *e;
    double *u, *v;      /* columns to rotate with the rows and columns of B, or both NULL */
    int64_t u_rows;     /* of u; v has n */
    double tolerance;   /* relative accuracy of the values */
    double threshold;   /* off-diagonal elements up to this are zero */
    double *cosines[2]; /* of the current sweep: from the right, from the left */
    double *sines[2];
} Chase;

/* ---- 2 x 2 ------------------------------------------------------------------------------------
 */

/* The singular values of (f g; 0 h): dlas2. Returns the smaller. */
static double values_2x2(double f, double g, double h, double *out_most)
{
    double size_f = fabs(f), size_g = fabs(g), size_h = fabs(h);
    double least = fmin(size_f, size_h), most = fmax(size_f, size_h);
    if (least == 0) {
        double larger = fmax(most, size_g), smaller = fmin(most, size_g);
        *out_most = most == 0 ? size_g : larger * sqrt(1 + smaller / larger * (smaller / larger));
        return 0;
    }
    double sum = 1 + least / most, difference = (most - least) / most;
    if (size_g < most) {
        double ratio = size_g / most * (size_g / most);
        double c = 2 / (sqrt(sum * sum + ratio) + sqrt(difference * difference + ratio));
        *out_most = most / c;
        return least * c;
    }
    double ratio = most / size_g;
    if (ratio == 0) {
        *out_most = size_g;
        return least * most / size_g;
    }
    double c = 1 / (sqrt(1 + sum * ratio * (sum * ratio)) +
                    sqrt(1 + difference * ratio * (difference * ratio)));
    *out_most = size_g / (c + c);
    return 2 * (least * c * ratio);
}

/* The singular values of (f g; 0 h), and rotations with (cl sl; -sl cl) (f g; 0 h) (cr -sr; sr cr)
 * = diag(most, least): dlasv2. */
typedef struct Svd2 {
    double least, most, cr, sr, cl, sl;
} Svd2;

/* The case |f| >= |h|, g not zero and not huge. */
static void solve_common(double f, double g, double h, Svd2 *out)
{
    double size_f = fabs(f), size_h = fabs(h), difference = size_f - size_h;
    double l = difference == size_f ? 1 : difference / size_f;
    double m = g / f, t = 2 - l, mm = m * m, s = sqrt(t * t + mm);
    double r = l == 0 ? fabs(m) : sqrt(l * l + mm), a = 0.5 * (s + r);
    out->least = size_h / a;
    out->most = size_f * a;
    if (mm != 0)
        t = (m / (s + t) + m / (r + l)) * (1 + a);
    else if (l == 0)
        t = copysign(2, f) * copysign(1, g);
    else
        t = g / copysign(difference, f) + m / t;
    l = sqrt(t * t + 4);
    out->cr = 2 / l;
    out->sr = t / l;
    out->cl = (out->cr + out->sr * m) / a;
    out->sl = h / f * out->sr / a;
}

static Svd2 solve_2x2(double f, double g, double h)
{
    bool swapped = fabs(h) > fabs(f);
    double large = swapped ? h : f, small = swapped ? f : h;
    double size_l = fabs(large), size_s = fabs(small), size_g = fabs(g), sign;
    Svd2 x = {.least = size_s, .most = size_l, .cr = 1, .cl = 1};
    if (size_g != 0 && size_g > size_l && size_l / size_g < LA_EPS) {
        x.most = size_g;
        x.least = size_s > 1 ? size_l / (size_g / size_s) : size_l / size_g * size_s;
        x.cl = 1;
        x.sl = small / g;
        x.sr = 1;
        x.cr = large / g;
    } else if (size_g != 0) {
        solve_common(large, g, small, &x);
    }
    if (swapped) {
        const Svd2 y = x;
        x.cl = y.sr;
        x.sl = y.cr;
        x.cr = y.sl;
        x.sr = y.cl;
    }
    if (size_g > size_l)
        sign = copysign(1, x.sr) * copysign(1, x.cl) * copysign(1, g);
    else if (swapped)
        sign = copysign(1, x.sr) * copysign(1, x.sl) * copysign(1, h);
    else
        sign = copysign(1, x.cr) * copysign(1, x.cl) * copysign(1, f);
    x.most = copysign(x.most, sign);
    x.least = copysign(x.least, sign * copysign(1, f) * copysign(1, h));
    return x;
}

/* ---- sweeps -----------------------------------------------------------------------------------
 */

static void rotate(double *vectors, int64_t rows, int64_t column, double cosine, double sine)
{
    double *x = vectors + column * rows;
    nprt_la_rot_d(rows, x, x + rows, cosine, sine);
}

/* Applies the saved rotations between columns first .. last, in the order they were made. */
static void apply_sweep(const Chase *c, bool down, int64_t first, int64_t last)
{
    for (int64_t step = first; step < last && c->v; step++) {
        int64_t i = down ? step : first + last - 1 - step;
        rotate(c->v, c->n, i, c->cosines[0][i], c->sines[0][i]);
        rotate(c->u, c->u_rows, i, c->cosines[1][i], c->sines[1][i]);
    }
}

/* Saves the rotations between columns i and i + 1. Upwards, right and left change places and sines
 * their sign. */
static void save(Chase *c, bool down, int64_t i, const double right[2], const double left[2])
{
    c->cosines[0][i] = down ? right[0] : left[0];
    c->sines[0][i] = down ? right[1] : -left[1];
    c->cosines[1][i] = down ? left[0] : right[0];
    c->sines[1][i] = down ? left[1] : -right[1];
}

/* A sweep without shift over rows first .. last. */
static void sweep_unshifted(Chase *c, bool down, int64_t first, int64_t last)
{
    double *d = c->d, *e = c->e, right[2] = {1, 0}, left[2] = {1, 0}, r;
    int64_t rows = last - first;
    for (int64_t step = 0; step < rows; step++) {
        /* Element i of d and the off-diagonal to its neighbour `next`; `before` is the one behind.
         */
        int64_t i = down ? first + step : last - step, next = down ? i + 1 : i - 1;
        int64_t off = down ? i : i - 1, before = down ? i - 1 : i;
        nprt_la_make_rotation(d[i] * right[0], e[off], &right[0], &right[1], &r);
        if (step > 0)
            e[before] = left[1] * r;
        nprt_la_make_rotation(left[0] * r, d[next] * right[1], &left[0], &left[1], &d[i]);
        save(c, down, off, right, left);
    }
    int64_t end = down ? last : first, off = down ? last - 1 : first;
    double h = d[end] * right[0];
    d[end] = h * left[0];
    e[off] = h * left[1];
    apply_sweep(c, down, first, last);
    if (fabs(e[off]) <= c->threshold)
        e[off] = 0;
}

static void sweep_shifted(Chase *c, bool down, int64_t first, int64_t last, double shift)
{
    double *d = c->d, *e = c->e, right[2], left[2], r;
    int64_t rows = last - first, start = down ? first : last;
    double f = (fabs(d[start]) - shift) * (copysign(1, d[start]) + shift / d[start]);
    double g = e[down ? first : last - 1];
    for (int64_t step = 0; step < rows; step++) {
        int64_t i = down ? first + step : last - step, next = down ? i + 1 : i - 1;
        int64_t off = down ? i : i - 1, before = down ? i - 1 : i, after = down ? i + 1 : i - 2;
        nprt_la_make_rotation(f, g, &right[0], &right[1], &r);
        if (step > 0)
            e[before] = r;
        f = right[0] * d[i] + right[1] * e[off];
        e[off] = right[0] * e[off] - right[1] * d[i];
        g = right[1] * d[next];
        d[next] = right[0] * d[next];
        nprt_la_make_rotation(f, g, &left[0], &left[1], &r);
        d[i] = r;
        f = left[0] * e[off] + left[1] * d[next];
        d[next] = left[0] * d[next] - left[1] * e[off];
        if (step + 1 < rows) {
            g = left[1] * e[after];
            e[after] = left[0] * e[after];
        }
        save(c, down, off, right, left);
    }
    int64_t off = down ? last - 1 : first;
    e[off] = f;
    if (fabs(f) <= c->threshold)
        e[off] = 0;
    apply_sweep(c, down, first, last);
}

/* ---- iteration ---------------------------------------------------------------------------------
 */

/* Zeroes an off-diagonal element that no singular value would notice, if there is one, and says so.
 * *out_least becomes a lower bound of the values of the block. */
static bool deflate(const Chase *c, bool down, int64_t first, int64_t last, double *out_least)
{
    const double *d = c->d;
    double *e = c->e;
    int64_t end = down ? last : first, off = down ? last - 1 : first;
    if (fabs(e[off]) <= c->tolerance * fabs(d[end])) {
        e[off] = 0;
        return true;
    }
    double bound = fabs(d[down ? first : last]);
    *out_least = bound;
    for (int64_t step = first; step < last; step++) {
        int64_t i = down ? step : first + last - 1 - step;
        if (fabs(e[i]) <= c->tolerance * bound) {
            e[i] = 0;
            return true;
        }
        bound = fabs(d[down ? i + 1 : i]) * (bound / (bound + fabs(e[i])));
        *out_least = fmin(*out_least, bound);
    }
    return false;
}

/* The shift for a sweep, 0 where one would cost accuracy or change nothing. */
static double choose_shift(const Chase *c, bool down, int64_t first, int64_t last, double least,
                           double most)
{
    const double *d = c->d, *e = c->e;
    if ((double)c->n * c->tolerance * (least / most) <= fmax(LA_EPS, 0.01 * c->tolerance))
        return 0;
    double start = fabs(d[down ? first : last]), other;
    int64_t corner = down ? last - 1 : first;
    double shift = values_2x2(d[corner], e[corner], d[corner + 1], &other);
    if (start > 0 && shift / start * (shift / start) < LA_EPS)
        return 0;
    return shift;
}

/* The start of the block that ends at `last`: *out_most is its largest element. */
static int64_t find_block(const Chase *c, int64_t last, double *out_most)
{
    double most = fabs(c->d[last]);
    int64_t first = last;
    for (; first > 0; first--) {
        double size_e = fabs(c->e[first - 1]);
        if (size_e <= c->threshold) {
            c->e[first - 1] = 0;
            break;
        }
        most = fmax(most, fmax(fabs(c->d[first - 1]), size_e));
    }
    *out_most = most;
    return first;
}

static void finish_2x2(Chase *c, int64_t i)
{
    Svd2 x = solve_2x2(c->d[i], c->e[i], c->d[i + 1]);
    c->d[i] = x.most;
    c->e[i] = 0;
    c->d[i + 1] = x.least;
    if (c->v) {
        nprt_la_rot_fused_d(c->n, c->v + i * c->n, c->v + (i + 1) * c->n, x.cr, x.sr);
        nprt_la_rot_fused_d(c->u_rows, c->u + i * c->u_rows, c->u + (i + 1) * c->u_rows, x.cl,
                            x.sl);
    }
}

static bool iterate(Chase *c)
{
    double least = 0, most, most_work = (double)SWEEPS_PER_VALUE * (double)c->n * (double)c->n;
    int64_t old_first = -1, old_last = -1;
    bool down = true;
    for (int64_t last = c->n - 1; last > 0;) {
        int64_t first = find_block(c, last, &most);
        if (first == last) {
            last--;
            continue;
        }
        if (first == last - 1) {
            finish_2x2(c, first);
            last -= 2;
            continue;
        }
        if (first > old_last || last < old_first)
            down = fabs(c->d[first]) >= fabs(c->d[last]);
        if (deflate(c, down, first, last, &least))
            continue;
        old_first = first;
        old_last = last;
        double shift = choose_shift(c, down, first, last, least, most);
        most_work -= (double)(last - first);
        if (!(most_work > 0))
            return false;
        if (shift == 0)
            sweep_unshifted(c, down, first, last);
        else
            sweep_shifted(c, down, first, last, shift);
    }
    return true;
}

/* Values to the relative accuracy of a little more than the rounding error. */
static void set_tolerance(Chase *c)
{
    c->tolerance = fmax(10, fmin(100, pow(LA_EPS, -0.125))) * LA_EPS;
    double bound = fabs(c->d[0]), least = bound;
    for (int64_t i = 1; i < c->n && least != 0; i++) {
        bound = fabs(c->d[i]) * (bound / (bound + fabs(c->e[i - 1])));
        least = fmin(least, bound);
    }
    least /= sqrt((double)c->n);
    double underflow = (double)SWEEPS_PER_VALUE * (double)c->n * ((double)c->n * LA_SAFE_MIN);
    c->threshold = fmax(c->tolerance * least, underflow);
}

/* Makes the values positive and sorts them, descending, with few exchanges. */
static void sort_values(Chase *c)
{
    for (int64_t i = 0; i < c->n; i++) {
        if (c->d[i] < 0 || (c->d[i] == 0 && signbit(c->d[i]))) {
            bool is_zero = c->d[i] == 0;
            c->d[i] = -c->d[i];
            if (c->v && !is_zero)
                nprt_la_scale_d(c->n, -1, c->v + i * c->n);
        }
    }
    for (int64_t end = c->n - 1; end > 0; end--) {
        int64_t least = 0;
        for (int64_t j = 1; j <= end; j++) {
            if (c->d[j] <= c->d[least])
                least = j;
        }
        if (least == end)
            continue;
        double value = c->d[least];
        c->d[least] = c->d[end];
        c->d[end] = value;
        if (c->v) {
            nprt_la_swap_d(c->n, c->v + least * c->n, c->v + end * c->n);
            nprt_la_swap_d(c->u_rows, c->u + least * c->u_rows, c->u + end * c->u_rows);
        }
    }
}

/* Rotates a lower bidiagonal matrix to upper form from the left, saving the rotations. */
static void make_upper(int64_t n, double *d, double *e, double *cosines, double *sines)
{
    for (int64_t i = 0; i + 1 < n; i++) {
        double r;
        nprt_la_make_rotation(d[i], e[i], &cosines[i], &sines[i], &r);
        d[i] = r;
        e[i] = sines[i] * d[i + 1];
        d[i + 1] = cosines[i] * d[i + 1];
    }
}

/* Undoes make_upper on the rows of u. */
static void turn_rows(int64_t n, const double *cosines, const double *sines, double *u)
{
    for (int64_t i = n - 2; i >= 0; i--) {
        for (int64_t j = 0; j < n; j++) {
            double *x = u + i + j * n, below = x[1];
            x[1] = cosines[i] * below + sines[i] * x[0];
            x[0] = cosines[i] * x[0] - sines[i] * below;
        }
    }
}

static void put_identity(int64_t n, double *a)
{
    memset(a, 0, (size_t)(n * n) * sizeof *a);
    for (int64_t i = 0; i < n; i++)
        a[i + i * n] = 1;
}

/* Diagonalises an upper bidiagonal matrix; room for 4 n. */
static int diagonalise(Chase *c, double *room)
{
    c->cosines[0] = room;
    c->sines[0] = room + c->n;
    c->cosines[1] = room + 2 * c->n;
    c->sines[1] = room + 3 * c->n;
    set_tolerance(c);
    if (!iterate(c))
        return NPRT_LA_SVD_NO_CONVERGENCE;
    sort_values(c);
    return NPRT_LA_OK;
}

int nprt_la_bidiagonal(NprtLaWork *work, bool lower, int64_t n, double *d, double *e, double *u,
                       double *v)
{
    Chase c = {.n = n, .d = d, .e = e, .u = u, .v = v, .u_rows = n};
    double *room = nprt_la_work_d(work, 6 * n);
    if (!room)
        return NPRT_LA_NOMEM;
    if (u) {
        put_identity(n, u);
        put_identity(n, v);
    }
    if (n == 1) {
        if (u)
            u[0] = copysign(1, d[0]);
        d[0] = fabs(d[0]);
        return NPRT_LA_OK;
    }
    if (lower)
        make_upper(n, d, e, room + 4 * n, room + 5 * n);
    if (!u && n == 2) {
        double most;
        d[1] = values_2x2(d[0], e[0], d[1], &most);
        d[0] = most;
        return NPRT_LA_OK;
    }
    if (!u && nprt_la_dqds(work, n, d, e))
        return NPRT_LA_OK;
    int status = diagonalise(&c, room);
    if (status == NPRT_LA_OK && lower && u)
        turn_rows(n, room + 4 * n, room + 5 * n, u);
    return status;
}

int nprt_la_bidiagonal_rows(NprtLaWork *work, int64_t n, double *d, double *e, int64_t b_cols,
                            double *b, double *v)
{
    Chase c = {.n = n, .d = d, .e = e, .u = b, .v = v, .u_rows = b_cols};
    double *room = nprt_la_work_d(work, 4 * n);
    if (!room)
        return NPRT_LA_NOMEM;
    put_identity(n, v);
    return diagonalise(&c, room);
}
