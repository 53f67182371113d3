/* General eigenproblems for one scalar, double or (LA_COMPLEX 1) double complex; see linalg_eig.c.
 */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_householder.inc.c"

/* ---- balancing (gebal) --------------------------------------------------------------------------
 */

/* Rows and columns lo .. hi - 1 are what is left after eigenvalues were isolated at both ends.
 * scale[i] is the row that row i was exchanged with, or inside the range the factor of column i. */
typedef struct NAME(Balance) {
    int64_t lo, hi;
    double *scale;
} NAME(Balance);

static void NAME(exchange)(int64_t n, SCALAR *a, NAME(Balance) * b, int64_t i, int64_t with)
{
    b->scale[with] = (double)i;
    if (i == with)
        return;
    NAME(nprt_la_swap)(b->hi, a + i * n, a + with * n);
    for (int64_t j = b->lo; j < n; j++)
        NAME(nprt_la_swap)(1, a + i + j * n, a + with + j * n);
}

/* Pushes rows that are zero but for the diagonal down, then such columns to the left. */
static void NAME(isolate)(int64_t n, SCALAR *a, NAME(Balance) * b)
{
    for (bool found = true; found && b->hi > 0;) {
        found = false;
        for (int64_t i = b->hi - 1; i >= 0; i--) {
            bool is_isolated = true;
            for (int64_t j = 0; j < b->hi && is_isolated; j++)
                is_isolated = j == i || a[i + j * n] == 0;
            if (!is_isolated)
                continue;
            NAME(exchange)(n, a, b, i, b->hi - 1);
            found = true;
            if (b->hi == 1) {
                b->hi = 1;
                return;
            }
            b->hi--;
        }
    }
    for (bool found = true; found;) {
        found = false;
        for (int64_t j = b->lo; j < b->hi; j++) {
            bool is_isolated = true;
            for (int64_t i = b->lo; i < b->hi && is_isolated; i++)
                is_isolated = i == j || a[i + j * n] == 0;
            if (!is_isolated)
                continue;
            NAME(exchange)(n, a, b, j, b->lo);
            found = true;
            b->lo++;
        }
    }
}

static double NAME(size)(SCALAR x)
{
    return LA_COMPLEX ? hypot(RE(x), IM(x)) : fabs(RE(x));
}

/* The element that idamax or izamax finds, by its size. */
static double NAME(largest)(int64_t count, const SCALAR *x, int64_t step)
{
    int64_t best = 0;
    for (int64_t i = 1; i < count; i++) {
        if (ABS1(x[i * step]) > ABS1(x[best * step]))
            best = i;
    }
    return count > 0 ? NAME(size)(x[best * step]) : 0;
}

/* The power of 2 that brings column i and row i of the balanced range to about the same norm. `row`
 * has room for n. */
static double NAME(balancing_factor)(int64_t n, const SCALAR *a, const NAME(Balance) * b, int64_t i,
                                     SCALAR *row)
{
    const double least = LA_SAFE_MIN / LA_ULP * 2, most = 1 / least;
    int64_t lo = b->lo, range = b->hi - b->lo;
    for (int64_t j = 0; j < range; j++)
        row[j] = a[i + (lo + j) * n];
    double c = NAME(nprt_la_norm2)(range, a + lo + i * n), r = NAME(nprt_la_norm2)(range, row);
    double ca = NAME(largest)(b->hi, a + i * n, 1), ra = NAME(largest)(n - lo, a + i + lo * n, n);
    if (c == 0 || r == 0)
        return 1;
    double sum = c + r, f = 1, g = r / 2;
    while (c < g && fmax(f, fmax(c, ca)) < most && fmin(r, fmin(g, ra)) > least) {
        f *= 2;
        c *= 2;
        ca *= 2;
        r /= 2;
        g /= 2;
        ra /= 2;
    }
    g = c / 2;
    while (g >= r && fmax(r, ra) < most && fmin(fmin(f, c), fmin(g, ca)) > least) {
        f /= 2;
        c /= 2;
        g /= 2;
        ca /= 2;
        r *= 2;
        ra *= 2;
    }
    const double bottom = LA_SAFE_MIN / LA_ULP;
    if (c + r >= 0.95 * sum)
        return 1;
    if (f < 1 && b->scale[i] < 1 && f * b->scale[i] <= bottom)
        return 1;
    if (f > 1 && b->scale[i] > 1 && b->scale[i] >= 1 / bottom / f)
        return 1;
    return f;
}

static void NAME(balance)(int64_t n, SCALAR *a, NAME(Balance) * b, SCALAR *row)
{
    b->lo = 0;
    b->hi = n;
    NAME(isolate)(n, a, b);
    for (int64_t i = b->lo; i < b->hi; i++)
        b->scale[i] = 1;
    for (bool changed = b->hi - b->lo > 1; changed;) {
        changed = false;
        for (int64_t i = b->lo; i < b->hi; i++) {
            double f = NAME(balancing_factor)(n, a, b, i, row);
            if (f == 1)
                continue;
            b->scale[i] *= f;
            changed = true;
            for (int64_t j = b->lo; j < n; j++)
                a[i + j * n] *= 1 / f;
            NAME(nprt_la_scale)(b->hi, f, a + i * n);
        }
    }
}

/* Turns eigenvectors of the balanced matrix into those of the original (gebak). */
static void NAME(unbalance)(int64_t n, const NAME(Balance) * b, SCALAR *v)
{
    for (int64_t i = b->lo; i < b->hi && b->hi - b->lo > 1; i++) {
        for (int64_t j = 0; j < n; j++)
            v[i + j * n] *= b->scale[i];
    }
    for (int64_t step = 0; step < n; step++) {
        int64_t i = step < b->lo ? b->lo - 1 - step : step;
        if (i >= b->lo && i < b->hi)
            continue;
        int64_t with = (int64_t)b->scale[i];
        for (int64_t j = 0; j < n && with != i; j++)
            NAME(nprt_la_swap)(1, v + i + j * n, v + with + j * n);
    }
}

/* ---- Hessenberg form (gehrd, orghr)
 * -------------------------------------------------------------- */

/* The reflectors stay below the subdiagonal. */
static void NAME(make_hessenberg)(int64_t n, const NAME(Balance) * b, SCALAR *a, SCALAR *tau,
                                  SCALAR *sums)
{
    for (int64_t i = b->lo; i + 1 < b->hi; i++) {
        SCALAR *v = a + i + 1 + i * n;
        int64_t count = b->hi - i - 1;
        tau[i] = NAME(make_reflector)(count, v, v + 1);
        NAME(reflect_right)(b->hi, count, v, tau[i], a + (i + 1) * n, n, sums);
        NAME(reflect_left)(count, n - i - 1, v, CONJ(tau[i]), v + n, n, sums);
    }
}

/* z = the product of the reflectors. */
static int NAME(collect)(NprtLaWork *work, int64_t n, const NAME(Balance) * b, const SCALAR *a,
                         const SCALAR *tau, SCALAR *z)
{
    int64_t count = b->hi - b->lo - 1, from = b->lo + 1;
    memset(z, 0, (size_t)(n * n) * sizeof *z);
    for (int64_t i = 0; i < n; i++)
        z[i + i * n] = 1;
    if (count < 1)
        return NPRT_LA_OK;
    SCALAR *q = WORK_ALLOC(work, count * count);
    if (!q)
        return NPRT_LA_NOMEM;
    for (int64_t j = 0; j < count; j++)
        memcpy(q + j * count, a + from + (b->lo + j) * n, (size_t)count * sizeof *q);
    int status = NAME(nprt_la_make_q)(work, count, count, count, q, tau + b->lo);
    for (int64_t j = 0; j < count; j++)
        memcpy(z + from + (from + j) * n, q + j * count, (size_t)count * sizeof *q);
    return status;
}

/* ---- eigenvectors
 * -------------------------------------------------------------------------------- */

/* v = z x, where x holds the vectors of T, each scaled to a largest element of 1. */
static int NAME(back_transform)(int64_t n, const NprtLaComplex *w, const SCALAR *z, const SCALAR *x,
                                SCALAR *v)
{
    NprtLaProduct p = {.m = n, .n = n, .k = n, .a = x, .a_row = n, .a_col = 1, .b = z, .b_row = n};
    p.b_col = 1;
    p.c = v;
    p.c_row = n;
    int status = NAME(nprt_la_product)(&p);
    for (int64_t j = 0; j < n && status == NPRT_LA_OK; j++) {
        bool is_pair = !LA_COMPLEX && cimag(w[j]) != 0;
        SCALAR *column = v + j * n;
        double most = 0;
        for (int64_t i = 0; i < n; i++)
            most = fmax(most, ABS1(column[i]) + (is_pair ? ABS1(column[i + n]) : 0));
        NAME(nprt_la_scale)(is_pair ? 2 * n : n, 1 / most, column);
        j += is_pair;
    }
    return status;
}

#if LA_COMPLEX
/* Unit length, the largest element real. */
static void normalise_z(int64_t n, const NprtLaComplex *w, NprtLaComplex *v)
{
    (void)w;
    for (int64_t j = 0; j < n; j++, v += n) {
        double most = -1;
        int64_t best = 0;
        nprt_la_scale_d(2 * n, 1 / nprt_la_norm2_z(n, v), (double *)v);
        for (int64_t i = 0; i < n; i++) {
            double square = creal(v[i]) * creal(v[i]) + cimag(v[i]) * cimag(v[i]);
            if (square > most) {
                most = square;
                best = i;
            }
        }
        nprt_la_scale_z(n, conj(v[best]) / sqrt(most), v);
        v[best] = creal(v[best]);
    }
}
#else
/* Unit length, and of a complex pair (two columns) the largest element real. */
static void normalise_d(int64_t n, const NprtLaComplex *w, double *v)
{
    for (int64_t j = 0; j < n; j++, v += n) {
        if (cimag(w[j]) == 0) {
            nprt_la_scale_d(n, 1 / nprt_la_norm2_d(n, v), v);
            continue;
        }
        double *im = v + n, most = -1, c, s, r;
        int64_t best = 0;
        nprt_la_scale_d(2 * n, 1 / nprt_la_lapy2(nprt_la_norm2_d(n, v), nprt_la_norm2_d(n, im)), v);
        for (int64_t i = 0; i < n; i++) {
            double square = v[i] * v[i] + im[i] * im[i];
            if (square > most) {
                most = square;
                best = i;
            }
        }
        nprt_la_make_rotation(v[best], im[best], &c, &s, &r);
        nprt_la_rot_fused_d(n, v, im, c, s);
        im[best] = 0;
        v = im;
        j++;
    }
}
#endif

/* ---- driver
 * -------------------------------------------------------------------------------------- */

/* w and, unless NULL, v in LAPACK's packed form (see nprt_la_blas_eig). Destroys a. */
static int NAME(decompose)(NprtLaWork *work, int64_t n, SCALAR *a, NprtLaComplex *w, SCALAR *v)
{
    NAME(Balance) b = {.scale = nprt_la_work_d(work, n)};
    SCALAR *tau = WORK_ALLOC(work, n), *sums = WORK_ALLOC(work, n);
    SCALAR *z = v ? WORK_ALLOC(work, n * n) : NULL, *x = v ? WORK_ALLOC(work, n * n) : NULL;
    double *norms = nprt_la_work_d(work, n);
    if (work->failed)
        return NPRT_LA_NOMEM;
    const double least = sqrt(LA_SAFE_MIN) / LA_ULP, most = 1 / least;
    double largest = NAME(nprt_la_max_abs)(n * n, a), scale = 1;
    if (largest > 0 && largest < least)
        scale = least / largest;
    else if (largest > most)
        scale = most / largest;
    if (scale != 1)
        NAME(nprt_la_scale)(n * n, scale, a);
    NAME(balance)(n, a, &b, sums);
    NAME(make_hessenberg)(n, &b, a, tau, sums);
    int status = v ? NAME(collect)(work, n, &b, a, tau, z) : NPRT_LA_OK;
    if (status == NPRT_LA_OK)
        status = NAME(nprt_la_schur)(n, b.lo, b.hi, a, w, z);
    if (status == NPRT_LA_OK && v) {
        NAME(nprt_la_schur_vectors)(n, a, norms, x);
        status = NAME(back_transform)(n, w, z, x, v);
        NAME(unbalance)(n, &b, v);
        NAME(normalise)(n, w, v);
    }
    for (int64_t i = 0; i < n && scale != 1; i++)
        w[i] *= 1 / scale;
    return status;
}

/* Writes the vectors out as complex numbers: pairs of columns become conjugates. */
static void NAME(store_vectors)(NprtDtype type, int64_t n, const NprtLaComplex *w, const SCALAR *v,
                                NprtLaComplex *room, void *out)
{
    for (int64_t j = 0; j < n; j++) {
        bool is_pair = !LA_COMPLEX && cimag(w[j]) != 0;
        for (int64_t i = 0; i < n; i++) {
            const SCALAR *at = v + i + j * n;
            room[i + j * n] = is_pair ? nprt_la_complex(RE(at[0]), RE(at[n])) : at[0];
            if (is_pair)
                room[i + (j + 1) * n] = nprt_la_complex(RE(at[0]), -RE(at[n]));
        }
        j += is_pair;
    }
    nprt_la_store_z(type, room, n, n, n, out);
}

static int NAME(eig)(NprtDtype type, const NprtLaMatrix *given, void *out_w, void *out_v,
                     bool *out_is_real)
{
    NprtDtype result =
        nprt_la_result_type(type) == NPRT_F32 || type == NPRT_C64 ? NPRT_C64 : NPRT_C128;
    int64_t n = given->rows, info;
    NprtLaWork work;
    nprt_la_work_init(&work);
    SCALAR *a = WORK_ALLOC(&work, n * n), *v = out_v ? WORK_ALLOC(&work, n * n) : NULL;
    NprtLaComplex *w = nprt_la_work_z(&work, n);
    NprtLaComplex *room = out_v ? nprt_la_work_z(&work, n * n) : NULL;
    int status = NPRT_LA_NOMEM;
    if (!work.failed) {
        LOAD(type, given, a, n);
        if (!isfinite(NAME(nprt_la_max_abs)(n * n, a)))
            status = NPRT_LA_NOT_FINITE;
        else if (n > 0 && nprt_la_blas_eig(LA_TYPE, n, a, (double *)w, v, &info))
            status = info > 0 ? NPRT_LA_NO_CONVERGENCE : NPRT_LA_OK;
        else
            status = NAME(decompose)(&work, n, a, w, v);
    }
    if (status == NPRT_LA_OK) {
        *out_is_real = !LA_COMPLEX;
        for (int64_t i = 0; i < n; i++)
            *out_is_real = *out_is_real && cimag(w[i]) == 0;
        nprt_la_store_z(result, w, 1, 1, n, out_w);
        if (out_v)
            NAME(store_vectors)(result, n, w, v, room, out_v);
    }
    nprt_la_work_fini(&work);
    return status;
}

#undef LA_COMPLEX
