/* Linear algebra: identities on random matrices, NumPy's own results where signs and order matter,
 * views, dtypes and errors. Criterion runs every test in a process of its own, so each can choose
 * the library. */
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/linalg.h"
#include "runtime/linalg_kernels.h"

enum { MOST = 150 };

static uint64_t state = 88172645463325252u;

static double random_number(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(int64_t)(state >> 12) / 0x1p51 - 1;
}

static double *random_matrix(int64_t count)
{
    double *a = malloc((size_t)(count > 0 ? count : 1) * sizeof *a);
    for (int64_t i = 0; i < count; i++)
        a[i] = random_number();
    return a;
}

/* A C-contiguous view; `parts` doubles make an element. */
static NprtLaMatrix view(const double *a, int64_t rows, int64_t cols, int64_t parts)
{
    return (NprtLaMatrix){a, rows, cols, cols * parts * 8, parts * 8};
}

static NprtLaMatrix real(const double *a, int64_t rows, int64_t cols)
{
    return view(a, rows, cols, 1);
}

static NprtLaMatrix turned(NprtLaMatrix a)
{
    return (NprtLaMatrix){a.data, a.cols, a.rows, a.col_stride, a.row_stride};
}

static void expect_near(const char *what, int64_t count, const double *got, const double *want,
                        double tolerance)
{
    double size = 1;
    for (int64_t i = 0; i < count; i++)
        size = fmax(size, fabs(want[i]));
    for (int64_t i = 0; i < count; i++)
        cr_assert(fabs(got[i] - want[i]) <= tolerance * size, "%s: element %ld is %.17g, not %.17g",
                  what, (long)i, got[i], want[i]);
}

static double *product(NprtDtype type, NprtLaMatrix a, NprtLaMatrix b)
{
    int64_t parts = type == NPRT_C128 ? 2 : 1;
    double *c = malloc((size_t)(a.rows * b.cols * parts + 1) * sizeof *c);
    cr_assert_eq(nprt_la_gemm(type, &a, &b, c), NPRT_LA_OK);
    return c;
}

/* a @ b must be `want`. */
static void expect_product(const char *what, NprtDtype type, NprtLaMatrix a, NprtLaMatrix b,
                           const double *want)
{
    double *c = product(type, a, b);
    expect_near(what, a.rows * b.cols * (type == NPRT_C128 ? 2 : 1), c, want, 1e-11);
    free(c);
}

/* Columns of q must be orthonormal. */
static void expect_orthonormal(const char *what, const double *q, int64_t rows, int64_t cols)
{
    double *identity = calloc((size_t)(cols * cols) + 1, sizeof *identity);
    for (int64_t i = 0; i < cols; i++)
        identity[i * (cols + 1)] = 1;
    expect_product(what, NPRT_F64, turned(real(q, rows, cols)), real(q, rows, cols), identity);
    free(identity);
}

/* ---- products
 * ------------------------------------------------------------------------------------ */

static void multiply_naively(int64_t m, int64_t n, int64_t k, NprtLaMatrix a, NprtLaMatrix b,
                             double *c)
{
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum += *(const double *)(const void *)((const char *)a.data + i * a.row_stride +
                                                       l * a.col_stride) *
                       *(const double *)(const void *)((const char *)b.data + l * b.row_stride +
                                                       j * b.col_stride);
            c[i * n + j] = sum;
        }
    }
}

static void check_gemm(int64_t m, int64_t n, int64_t k)
{
    double *a = random_matrix(m * k), *b = random_matrix(k * n), *want = random_matrix(m * n);
    NprtLaMatrix forms_a[2] = {real(a, m, k), turned(real(a, k, m))};
    NprtLaMatrix forms_b[2] = {real(b, k, n), turned(real(b, n, k))};
    for (int form = 0; form < 4; form++) {
        NprtLaMatrix va = forms_a[form / 2], vb = forms_b[form % 2];
        multiply_naively(m, n, k, va, vb, want);
        expect_product("gemm", NPRT_F64, va, vb, want);
    }
    free(a);
    free(b);
    free(want);
}

static void check_gemm_sizes(void)
{
    static const int64_t sizes[] = {0, 1, 2, 3, 5, 8, 17, 33, 64};
    for (size_t i = 0; i < 9; i++) {
        for (size_t j = 0; j < 9; j++) {
            for (size_t l = 0; l < 9; l++)
                check_gemm(sizes[i], sizes[j], sizes[l]);
        }
    }
    check_gemm(130, 97, 300);
    check_gemm(3, 1600, 270);
    check_gemm(200, 3, 129);
}

Test(linalg, gemm_built_in)
{
    setenv("NPJIT_BLAS", "none", 1);
    check_gemm_sizes();
    cr_assert_str_eq(nprt_la_backend_name(), "built-in");
}

Test(linalg, gemm_with_library)
{
    check_gemm_sizes();
}

/* Every kernel set multiplies alike; a machine may lack some of them. */
static void check_kernels(const NprtLaKernels *set)
{
    double a[40 * 7] = {0}, b[48 * 7] = {0}, c[NPRT_LA_MAX_TILE];
    int64_t k = 7, rows = set->d->rows, cols = set->d->cols;
    for (int64_t i = 0; i < k * rows; i++)
        a[i] = random_number();
    for (int64_t i = 0; i < k * cols; i++)
        b[i] = random_number();
    set->d->tile(k, a, b, c, cols);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < cols; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum += a[l * rows + i] * b[l * cols + j];
            cr_assert(fabs(sum - c[i * cols + j]) < 1e-14, "%s", set->name);
        }
    }
    double sum = 0, dot = set->d->dot(40, a, b);
    for (int i = 0; i < 40; i++)
        sum += a[i] * b[i];
    cr_assert(fabs(sum - dot) < 1e-13, "%s", set->name);
}

Test(linalg, kernels)
{
    check_kernels(&nprt_la_kernels_generic);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        check_kernels(&nprt_la_kernels_avx2);
    if (__builtin_cpu_supports("avx512f"))
        check_kernels(&nprt_la_kernels_avx512);
#endif
}

Test(linalg, integer_products_wrap)
{
    const int8_t a[4] = {100, 3, -7, 50}, b[4] = {2, 5, -1, 9};
    int8_t c[4], dot;
    NprtLaMatrix va = {a, 2, 2, 2, 1}, vb = {b, 2, 2, 2, 1};
    nprt_la_gemm(NPRT_I8, &va, &vb, c);
    cr_assert_eq(c[0], (int8_t)(100 * 2 - 3));
    cr_assert_eq(c[1], (int8_t)(500 + 27));
    cr_assert_eq(c[2], (int8_t)(-14 - 50));
    cr_assert_eq(c[3], (int8_t)(-35 + 450));
    NprtLaVector x = {a, 4, 1}, y = {b + 3, 4, -1};
    nprt_la_dot(NPRT_I8, &x, &y, &dot);
    cr_assert_eq(dot, (int8_t)(900 - 3 - 35 + 100));
    const uint64_t big[2] = {UINT64_C(1) << 63, 3};
    uint64_t wrapped;
    NprtLaVector z = {big, 2, 8};
    nprt_la_dot(NPRT_U64, &z, &z, &wrapped);
    cr_assert_eq(wrapped, 9u);
    const uint8_t flags[4] = {1, 0, 1, 1};
    uint8_t any[4];
    NprtLaMatrix f = {flags, 2, 2, 2, 1};
    nprt_la_gemm(NPRT_BOOL, &f, &f, any);
    cr_assert(any[0] == 1 && any[1] == 0 && any[2] == 1 && any[3] == 1);
}

Test(linalg, half_complex_and_batches)
{
    const uint16_t h[2] = {0x3e00, 0xc100}; /* 1.5, -2.5 */
    uint16_t half;
    NprtLaVector x = {h, 2, 2};
    nprt_la_dot(NPRT_F16, &x, &x, &half);
    cr_assert_eq(half, 0x4840); /* 8.5 */
    const double z[4] = {1, 2, 3, -1};
    double dot[2], vdot[2];
    NprtLaVector v = {z, 2, 16};
    nprt_la_dot(NPRT_C128, &v, &v, dot);
    nprt_la_vdot(NPRT_C128, &v, &v, vdot);
    cr_assert(dot[0] == 5 && dot[1] == -2 && vdot[0] == 15 && vdot[1] == 0);
    double *a = random_matrix(3 * 4 * 5), *b = random_matrix(5 * 2), got[3 * 4 * 2], want[4 * 2];
    NprtLaMatrix va = real(a, 4, 5), vb = real(b, 5, 2);
    nprt_la_gemm_batch(NPRT_F64, &va, 4 * 5 * 8, &vb, 0, 3, got);
    for (int i = 0; i < 3; i++) {
        va.data = a + i * 4 * 5;
        nprt_la_gemm(NPRT_F64, &va, &vb, want);
        cr_assert_arr_eq(got + i * 8, want, sizeof want);
    }
    free(a);
    free(b);
}

Test(linalg, matrix_power_and_kron)
{
    const int64_t fibonacci[4] = {1, 1, 1, 0};
    int64_t power[4];
    NprtLaMatrix f = {fibonacci, 2, 2, 16, 8};
    nprt_la_matrix_power(NPRT_I64, &f, 30, power);
    cr_assert_eq(power[1], 832040);
    nprt_la_matrix_power(NPRT_I64, &f, 0, power);
    cr_assert(power[0] == 1 && power[1] == 0 && power[2] == 0 && power[3] == 1);
    double inverse[4];
    nprt_la_matrix_power(NPRT_I64, &f, -3, inverse);
    expect_near("power", 4, inverse, (const double[]){-1, 2, 2, -3}, 1e-15);
    const int32_t a[2] = {2, 3}, b[2] = {1, -1};
    int32_t k[4];
    NprtLaMatrix va = {a, 1, 2, 8, 4}, vb = {b, 2, 1, 4, 4};
    nprt_la_kron(NPRT_I32, &va, &vb, k);
    cr_assert(k[0] == 2 && k[1] == 3 && k[2] == -2 && k[3] == -3);
}

/* ---- linear systems
 * ------------------------------------------------------------------------------ */

static void check_solve(int64_t n, int64_t cols)
{
    double *a = random_matrix(n * n), *b = random_matrix(n * cols), *x = random_matrix(n * cols);
    double *inverse = random_matrix(n * n),
           *identity = calloc((size_t)(n * n) + 1, sizeof *identity);
    NprtLaMatrix va = turned(real(a, n, n)), vb = real(b, n, cols);
    for (int64_t i = 0; i < n; i++) {
        a[i * (n + 1)] += 4;
        identity[i * (n + 1)] = 1;
    }
    cr_assert_eq(nprt_la_solve(NPRT_F64, &va, &vb, x), NPRT_LA_OK);
    expect_product("solve", NPRT_F64, va, real(x, n, cols), b);
    cr_assert_eq(nprt_la_inv(NPRT_F64, &va, inverse), NPRT_LA_OK);
    expect_product("inv", NPRT_F64, va, real(inverse, n, n), identity);
    free(a);
    free(b);
    free(x);
    free(inverse);
    free(identity);
}

Test(linalg, solve_and_inv)
{
    setenv("NPJIT_BLAS", "none", 1);
    for (int64_t n = 0; n < 40; n++)
        check_solve(n, 1 + n % 4);
    check_solve(100, 1);
    check_solve(MOST, 33);
}

Test(linalg, solve_and_inv_with_library)
{
    check_solve(70, 1);
    check_solve(MOST, 9);
}

static const double a4[16] = {4, -2, 1, 3, 0, 3, -1, 2, 5, 1, 2, -4, 1, -3, 6, 2};

/* NumPy prints these digits. */
Test(linalg, det_to_the_bit)
{
    const double a2[4] = {1, 2, 3, 4};
    double det, logdet, sign;
    NprtLaMatrix v2 = real(a2, 2, 2), v4 = real(a4, 4, 4);
    nprt_la_det(NPRT_F64, &v2, &det);
    cr_assert_eq(det, -2.0000000000000004);
    nprt_la_det(NPRT_F64, &v4, &det);
    cr_assert_eq(det, 662.0);
    nprt_la_slogdet(NPRT_F64, &v2, &sign, &logdet);
    cr_assert_eq(sign, -1);
    cr_assert(fabs(logdet - log(2)) < 1e-15);
    const int64_t singular[4] = {2, 4, 1, 2};
    NprtLaMatrix vs = {singular, 2, 2, 16, 8};
    nprt_la_det(NPRT_I64, &vs, &det);
    cr_assert_eq(det, 0);
    nprt_la_slogdet(NPRT_I64, &vs, &sign, &logdet);
    cr_assert(sign == 0 && logdet == -INFINITY);
}

Test(linalg, cholesky)
{
    setenv("NPJIT_BLAS", "none", 1);
    for (int64_t n = 1; n <= MOST; n += n < 35 ? 1 : 23) {
        double *x = random_matrix(n * n), *l = random_matrix(n * n), *u = random_matrix(n * n);
        double *a = product(NPRT_F64, real(x, n, n), turned(real(x, n, n)));
        for (int64_t i = 0; i < n; i++)
            a[i * (n + 1)] += 1;
        NprtLaMatrix va = real(a, n, n);
        cr_assert_eq(nprt_la_cholesky(NPRT_F64, &va, false, l), NPRT_LA_OK);
        expect_product("lower", NPRT_F64, real(l, n, n), turned(real(l, n, n)), a);
        cr_assert_eq(nprt_la_cholesky(NPRT_F64, &va, true, u), NPRT_LA_OK);
        expect_product("upper", NPRT_F64, turned(real(u, n, n)), real(u, n, n), a);
        free(x);
        free(l);
        free(u);
        free(a);
    }
}

/* ---- orthogonal decompositions
 * ------------------------------------------------------------------- */

static const double r5[15] = {1, 2, 3, 4, 5, 6, 7, 8, 10, -1, 3, 2, 0, 2, -5};
static const double s4[16] = {2, -1, 0, 3, -1, 3, 1, -2, 0, 1, -4, 1, 3, -2, 1, 1};

static void check_qr(int64_t m, int64_t n)
{
    int64_t k = m < n ? m : n;
    double *a = random_matrix(m * n), *q = random_matrix(m * m), *r = random_matrix(m * n);
    NprtLaMatrix va = real(a, m, n);
    cr_assert_eq(nprt_la_qr(NPRT_F64, &va, NPRT_LA_QR_REDUCED, q, r), NPRT_LA_OK);
    expect_product("reduced", NPRT_F64, real(q, m, k), real(r, k, n), a);
    expect_orthonormal("reduced", q, m, k);
    cr_assert_eq(nprt_la_qr(NPRT_F64, &va, NPRT_LA_QR_COMPLETE, q, r), NPRT_LA_OK);
    expect_product("complete", NPRT_F64, real(q, m, m), real(r, m, n), a);
    expect_orthonormal("complete", q, m, m);
    free(a);
    free(q);
    free(r);
}

Test(linalg, qr)
{
    setenv("NPJIT_BLAS", "none", 1);
    for (int64_t m = 1; m < 20; m++)
        check_qr(m, 1 + m * 7 % 13);
    check_qr(MOST, MOST);
    check_qr(140, 100);
    check_qr(100, 140);
}

Test(linalg, qr_as_numpy)
{
    static const double want_q[15] = {-0.12216944435630528,
                                      -0.18755315000349532,
                                      0.22043715519510634,
                                      -0.48867777742522095,
                                      -0.11126034322241245,
                                      0.031585353739887925,
                                      -0.8551861104941366,
                                      -0.03496753644132969,
                                      0.005282567872873262,
                                      0.12216944435630524,
                                      -0.8773672779824526,
                                      0.38375654526477054,
                                      -0.0,
                                      -0.4259681711943792,
                                      -0.896165628933475};
    double q[15], r[9], h[15], tau[3];
    NprtLaMatrix a = real(r5, 5, 3);
    nprt_la_qr(NPRT_F64, &a, NPRT_LA_QR_REDUCED, q, r);
    expect_near("q", 15, q, want_q, 1e-15);
    cr_assert(signbit(q[12]), "NumPy shows -0.");
    cr_assert(fabs(r[0] + 8.18535277187245) < 1e-14 && r[3] == 0);
    nprt_la_qr(NPRT_F64, &a, NPRT_LA_QR_RAW, h, tau);
    cr_assert(h[0] == r[0] && h[5] == r[1] && h[10] == r[2]);
}

static void check_eigh(int64_t n, bool upper)
{
    double *x = random_matrix(n * n), *w = random_matrix(n), *v = random_matrix(n * n);
    double *scaled = random_matrix(n * n), *values = random_matrix(n);
    NprtLaMatrix triangle = real(x, n, n);
    cr_assert_eq(nprt_la_eigh(NPRT_F64, &triangle, upper, w, v), NPRT_LA_OK);
    cr_assert_eq(nprt_la_eigh(NPRT_F64, &triangle, upper, values, NULL), NPRT_LA_OK);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++) {
            scaled[i * n + j] = v[i * n + j] * w[j];
            if (upper ? j < i : j > i)
                x[i * n + j] = x[j * n + i]; /* what eigh did not read */
        }
        cr_assert(i == 0 || w[i] >= w[i - 1]);
    }
    expect_product("eigh", NPRT_F64, real(x, n, n), real(v, n, n), scaled);
    expect_orthonormal("eigh", v, n, n);
    expect_near("eigvalsh", n, values, w, 1e-13);
    free(x);
    free(w);
    free(v);
    free(scaled);
    free(values);
}

Test(linalg, eigh)
{
    setenv("NPJIT_BLAS", "none", 1);
    for (int64_t n = 1; n < 30; n++)
        check_eigh(n, n % 2);
    check_eigh(90, false);
}

Test(linalg, eigh_with_library)
{
    check_eigh(25, false);
    check_eigh(26, true);
    check_eigh(90, false);
}

Test(linalg, eigh_as_numpy)
{
    static const double want_w[4] = {-4.5188166932722975, -1.3906992728836531, 1.9095159661559507,
                                     6.000000000000001};
    static const double want_v[16] = {
        0.10686092062622873,  0.602903486852931,    0.540143310474321,   -0.5773502691896258,
        -0.18801199567900945, -0.11777697696622957, 0.7857777929186844,  0.5773502691896253,
        0.9307428196625289,   -0.32133415365733126, 0.17453413803600648, -2.220446049250313e-16,
        -0.29487291630523793, -0.7206804638191606,  0.24563448244436314, -0.5773502691896255};
    static const double hermitian[18] = {2, 0, 1, -1, 0, 3, 1, 1, -1, 0, 2, 0, 0, -3, 2, 0, 4, 0};
    static const double want_z[6] = {-0.4669461438830169, 0, -0.6948097562261739, 0,
                                     -0.5469924143584677, 0};
    double w[4], v[18];
    NprtLaMatrix a = real(s4, 4, 4), h = view(hermitian, 3, 3, 2);
    nprt_la_eigh(NPRT_F64, &a, false, w, v);
    expect_near("w", 4, w, want_w, 1e-15);
    expect_near("v", 16, v, want_v, 1e-15);
    nprt_la_eigh(NPRT_C128, &h, false, w, v);
    expect_near("first row", 6, v, want_z, 1e-14);
    cr_assert(fabs(w[0] + 2.8572156302559732) < 1e-14);
}

static void check_eig(int64_t n)
{
    double *x = random_matrix(n * n), *a = calloc((size_t)(2 * n * n) + 1, sizeof *a);
    double complex *w = calloc((size_t)n + 1, sizeof *w),
                   *v = calloc((size_t)(n * n) + 1, sizeof *v);
    double complex *scaled = calloc((size_t)(n * n) + 1, sizeof *scaled);
    double complex *values = calloc((size_t)n + 1, sizeof *values);
    bool is_real;
    NprtLaMatrix vx = real(x, n, n);
    cr_assert_eq(nprt_la_eig(NPRT_F64, &vx, w, v, &is_real), NPRT_LA_OK);
    cr_assert_eq(nprt_la_eig(NPRT_F64, &vx, values, NULL, &is_real), NPRT_LA_OK);
    for (int64_t i = 0; i < n * n; i++) {
        a[2 * i] = x[i];
        scaled[i] = v[i] * w[i % n];
    }
    expect_product("eig", NPRT_C128, view(a, n, n, 2), view((double *)v, n, n, 2),
                   (double *)scaled);
    expect_near("eigvals", 2 * n, (double *)values, (double *)w, 1e-10);
    free(x);
    free(a);
    free(w);
    free(v);
    free(scaled);
    free(values);
}

Test(linalg, eig)
{
    setenv("NPJIT_BLAS", "none", 1);
    for (int64_t n = 1; n < 25; n++)
        check_eig(n);
    check_eig(80);
}

Test(linalg, eig_as_numpy)
{
    static const double want_w[8] = {0.7463133629417862, 5.637409434315044,
                                     0.7463133629417862, -5.637409434315044,
                                     6.21172122205713,   0,
                                     3.2956520520593036, 0};
    static const double want_v[8] = {0.03207279635504686,  0.35343020721080487,
                                     0.03207279635504686,  -0.35343020721080487,
                                     -0.7119673084843118,  0,
                                     -0.22264289478113816, 0};
    static const double z3[18] = {1, 2, 3, -1, 0, 1, 2, 0, 0, -1, 4, 1, -3, 1, 2, 2, 1, 0};
    static const double want_z[6] = {-3.2603343578280235, -0.20917015120494253, 1.7435811074708578,
                                     -1.1649643370480185, 3.5167532503571763,   2.3741344882529627};
    double w[8], v[32];
    bool is_real;
    NprtLaMatrix a = real(a4, 4, 4), z = view(z3, 3, 3, 2), s = real(s4, 4, 4);
    nprt_la_eig(NPRT_F64, &a, w, v, &is_real);
    cr_assert_not(is_real);
    expect_near("w", 8, w, want_w, 1e-14);
    expect_near("first row", 8, v, want_v, 1e-14);
    nprt_la_eig(NPRT_C128, &z, w, v, &is_real);
    cr_assert_not(is_real);
    expect_near("complex w", 6, w, want_z, 1e-14);
    nprt_la_eig(NPRT_F64, &s, w, v, &is_real);
    cr_assert(is_real);
}

static void check_svd(int64_t m, int64_t n, bool full)
{
    int64_t k = m < n ? m : n, u_cols = full ? m : k, v_rows = full ? n : k;
    double *a = random_matrix(m * n), *u = random_matrix(m * u_cols), *s = random_matrix(k);
    double *vt = random_matrix(v_rows * n), *us = random_matrix(m * k), *values = random_matrix(k);
    NprtLaMatrix va = real(a, m, n), left = view(u, m, u_cols, 1);
    cr_assert_eq(nprt_la_svd(NPRT_F64, &va, full, u, s, vt), NPRT_LA_OK);
    cr_assert_eq(nprt_la_svd(NPRT_F64, &va, full, NULL, values, NULL), NPRT_LA_OK);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < k; j++)
            us[i * k + j] = ((const double *)left.data)[i * u_cols + j] * s[j];
    }
    expect_product("svd", NPRT_F64, real(us, m, k), real(vt, k, n), a);
    expect_orthonormal("u", u, m, u_cols);
    double *v = random_matrix(n * v_rows);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < v_rows; j++)
            v[i * v_rows + j] = vt[j * n + i];
    }
    expect_orthonormal("v", v, n, v_rows);
    expect_near("values", k, values, s, 1e-13);
    free(a);
    free(u);
    free(s);
    free(vt);
    free(us);
    free(values);
    free(v);
}

static void check_svd_sizes(void)
{
    for (int64_t m = 1; m < 16; m++) {
        for (int64_t n = 1; n < 16; n += 3)
            check_svd(m, n, (m + n) % 2);
    }
    check_svd(60, 40, true);
    check_svd(40, 100, false);
    check_svd(100, 40, true);
    check_svd(50, 110, true);
}

Test(linalg, svd)
{
    setenv("NPJIT_BLAS", "none", 1);
    check_svd_sizes();
}

Test(linalg, svd_with_library)
{
    check_svd_sizes();
}

Test(linalg, svd_as_numpy)
{
    static const double want_u[6] = {-0.2067636799677716, -0.06923885112692786,
                                     0.2261611344636416,  -0.49311901745095443,
                                     0.08743684746101503, -0.03702568066060544};
    static const double want_s[3] = {17.772732380244626, 4.86268188755955, 2.7357464430397886};
    static const double want_vt[9] = {
        -0.43726088889766507, -0.5400394509261596, -0.7191385864239216,
        0.18502011393771006,  0.728510361159253,   -0.6595757811821867,
        -0.8800968540330666,  0.4214617955722525,  0.21863092735043768};
    double u[25], s[3], vt[9];
    NprtLaMatrix a = real(r5, 5, 3);
    nprt_la_svd(NPRT_F64, &a, false, u, s, vt);
    expect_near("u", 6, u, want_u, 1e-14);
    expect_near("s", 3, s, want_s, 1e-15);
    expect_near("vt", 9, vt, want_vt, 1e-14);
    nprt_la_svd(NPRT_F64, &a, true, u, s, vt);
    expect_near("full vt", 9, vt, want_vt, 1e-14);
    NprtLaMatrix symmetric = real(s4, 4, 4);
    double hu[16], hs[4], hvt[16];
    nprt_la_svd_hermitian(NPRT_F64, &symmetric, hu, hs, hvt);
    cr_assert(fabs(hs[0] - 6) < 1e-14 && fabs(hs[1] - 4.5188166932722975) < 1e-14);
    cr_assert(fabs(hvt[4] + hu[1]) < 1e-15, "a negative eigenvalue turns its right vector");
}

/* ---- least squares, norms
 * ------------------------------------------------------------------------ */

Test(linalg, lstsq_as_numpy)
{
    static const double b[5] = {1, 2, 3, 4, 5};
    static const double want[3] = {-0.5928443649373891, 1.4211449016100186, -0.4301610017889087};
    double x[3], residuals[1], s[3], y[5];
    NprtLaMatrix a = real(r5, 5, 3), vb = real(b, 5, 1), wide = turned(a), vx = real(b, 3, 1);
    NprtLaLstsq out = {.x = x, .residuals = residuals, .s = s};
    cr_assert_eq(nprt_la_lstsq(NPRT_F64, &a, &vb, 1e-15, &out), NPRT_LA_OK);
    expect_near("x", 3, x, want, 1e-15);
    cr_assert(out.rank == 3 && out.residuals_count == 1);
    cr_assert(fabs(residuals[0] - 0.03205724508049934) < 1e-15);
    out.x = y;
    cr_assert_eq(nprt_la_lstsq(NPRT_F64, &wide, &vx, 1e-15, &out), NPRT_LA_OK);
    cr_assert(out.rank == 3 && out.residuals_count == 0);
    expect_product("minimal norm", NPRT_F64, wide, real(y, 5, 1), b);
}

Test(linalg, lstsq_drops_small_values)
{
    static const double a[6] = {1, 2, 2, 4, 3, 6}, b[3] = {1, 2, 3}, want[2] = {0.2, 0.4};
    double x[2], residuals[1], s[2];
    NprtLaMatrix va = real(a, 3, 2), vb = real(b, 3, 1);
    NprtLaLstsq out = {.x = x, .residuals = residuals, .s = s};
    nprt_la_lstsq(NPRT_F64, &va, &vb, 1e-12, &out);
    cr_assert(out.rank == 1 && out.residuals_count == 0);
    expect_near("x", 2, x, want, 1e-14);
    int64_t rank;
    nprt_la_matrix_rank(NPRT_F64, &va, -1, -1, false, &rank);
    cr_assert_eq(rank, 1);
}

Test(linalg, pinv)
{
    double p[15], *ap;
    NprtLaMatrix a = real(r5, 5, 3);
    cr_assert_eq(nprt_la_pinv(NPRT_F64, &a, 1e-15, false, p), NPRT_LA_OK);
    cr_assert(fabs(p[0] + 0.07030411449016098) < 1e-15);
    ap = product(NPRT_F64, a, real(p, 3, 5));
    expect_product("a p a", NPRT_F64, real(ap, 5, 5), a, r5);
    free(ap);
}

Test(linalg, norms_and_conditions)
{
    static const struct {
        NprtLaNorm norm;
        double p, cond, value;
    } cases[] = {
        {NPRT_LA_NORM_DEFAULT, 0, 3.057516810927288, 11.832159566199232},
        {NPRT_LA_NORM_FRO, 0, 5.572933191722107, 11.832159566199232},
        {NPRT_LA_NORM_NUC, 0, 19.060274533777275, 22.067887588631045},
        {NPRT_LA_NORM_P, 2, 3.057516810927288, 8.401628749503903},
        {NPRT_LA_NORM_P, -2, 0.327062796981554, 2.7478601980133823},
        {NPRT_LA_NORM_P, 1, 5.649546827794561, 11},
        {NPRT_LA_NORM_P, -1, 2.7734138972809665, 9},
        {NPRT_LA_NORM_P, INFINITY, 5.945619335347432, 12},
        {NPRT_LA_NORM_P, -INFINITY, 1.848942598187311, 6},
    };
    NprtLaMatrix a = real(a4, 4, 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value;
        cr_assert_eq(nprt_la_norm_matrix(NPRT_F64, &a, cases[i].norm, cases[i].p, &value), 0);
        expect_near("norm", 1, &value, &cases[i].value, 1e-15);
        cr_assert_eq(nprt_la_cond(NPRT_F64, &a, cases[i].norm, cases[i].p, &value), 0);
        expect_near("cond", 1, &value, &cases[i].cond, 1e-14);
    }
    const float v[3] = {3, -4, 0};
    const NprtLaVector x = {v, 3, 4};
    static const double orders[6] = {2, 1, 0, INFINITY, -INFINITY, 3};
    static const float wanted[6] = {5, 7, 2, 4, 0, 4.497941445275415f};
    for (int i = 0; i < 6; i++) {
        float value;
        nprt_la_norm_vector(NPRT_F32, &x, NPRT_LA_NORM_P, orders[i], &value);
        cr_assert(fabsf(value - wanted[i]) < 1e-6f);
    }
}

/* ---- dtypes, views, errors
 * ----------------------------------------------------------------------- */

Test(linalg, single_precision_is_computed_in_double)
{
    const float a[4] = {1, 2, 3, 4};
    float inverse[4], det;
    NprtLaMatrix va = {a, 2, 2, 8, 4};
    nprt_la_inv(NPRT_F32, &va, inverse);
    cr_assert(inverse[0] == -2 && inverse[1] == 1 && inverse[2] == 1.5f && inverse[3] == -0.5f);
    nprt_la_det(NPRT_F32, &va, &det);
    cr_assert_eq(det, -2);
    cr_assert_eq(nprt_la_result_type(NPRT_I8), NPRT_F64);
    cr_assert_eq(nprt_la_result_type(NPRT_C64), NPRT_C64);
}

Test(linalg, odd_views)
{
    struct {
        char pad;
        double values[9];
    } __attribute__((packed)) packed; /* a field of a record: not aligned */
    double *a = random_matrix(81), want[9], got[9], b[9];
    memcpy(packed.values, a, sizeof packed.values);
    NprtLaMatrix loose = {(const char *)&packed + 1, 3, 3, 24, 8}, dense = real(a, 3, 3);
    /* Every third row and column, backwards. */
    NprtLaMatrix sparse = {a + 80, 3, 3, -27 * 8, -3 * 8};
    for (int64_t i = 0; i < 3; i++) {
        for (int64_t j = 0; j < 3; j++)
            b[i * 3 + j] = a[80 - i * 27 - j * 3];
    }
    NprtLaMatrix copy = real(b, 3, 3);
    nprt_la_gemm(NPRT_F64, &dense, &copy, want);
    nprt_la_gemm(NPRT_F64, &loose, &sparse, got);
    cr_assert_arr_eq(got, want, sizeof want);
    nprt_la_inv(NPRT_F64, &copy, want);
    nprt_la_inv(NPRT_F64, &sparse, got);
    cr_assert_arr_eq(got, want, sizeof want);
    free(a);
}

Test(linalg, errors)
{
    const double ones[4] = {1, 1, 1, 1}, negative[4] = {1, 2, 2, 1}, bad[4] = {1, NAN, 0, 1};
    double out[16], s[2];
    bool is_real;
    NprtLaMatrix a = real(ones, 2, 2), n = real(negative, 2, 2), b = real(bad, 2, 2),
                 none = real(ones, 0, 2);
    cr_assert_eq(nprt_la_inv(NPRT_F64, &a, out), NPRT_LA_SINGULAR);
    cr_assert_eq(nprt_la_solve(NPRT_F64, &a, &a, out), NPRT_LA_SINGULAR);
    cr_assert_eq(nprt_la_cholesky(NPRT_F64, &n, false, out), NPRT_LA_NOT_PD);
    cr_assert_eq(nprt_la_eig(NPRT_F64, &b, out, out, &is_real), NPRT_LA_NOT_FINITE);
    cr_assert_eq(nprt_la_svd(NPRT_F64, &b, true, out, s, out + 4), NPRT_LA_SVD_NO_CONVERGENCE);
    cr_assert_eq(nprt_la_norm_matrix(NPRT_F64, &a, NPRT_LA_NORM_P, 3, out), NPRT_LA_BAD_ORDER);
    cr_assert_eq(nprt_la_norm_matrix(NPRT_F64, &none, NPRT_LA_NORM_P, -1, out), NPRT_LA_OK);
    cr_assert_eq(nprt_la_cond(NPRT_F64, &none, NPRT_LA_NORM_DEFAULT, 0, out), NPRT_LA_EMPTY);
    cr_assert_eq(nprt_la_cond(NPRT_F64, &a, NPRT_LA_NORM_P, 1, out), NPRT_LA_OK);
    cr_assert(isinf(out[0]));
    cr_assert_str_eq(nprt_la_status_text(NPRT_LA_SINGULAR), "Singular matrix");
    cr_assert_eq(nprt_la_status_kind(NPRT_LA_SINGULAR), NPRT_EXC_LINALG_ERROR);
    cr_assert_eq(nprt_la_status_kind(NPRT_LA_BAD_ORDER), NPRT_EXC_VALUE_ERROR);
}

Test(linalg, empty_matrices)
{
    double out[9], w[3], det;
    NprtLaMatrix none = real(out, 0, 0), flat = real(out, 0, 3);
    nprt_la_det(NPRT_F64, &none, &det);
    cr_assert_eq(det, 1);
    cr_assert_eq(nprt_la_inv(NPRT_F64, &none, out), NPRT_LA_OK);
    cr_assert_eq(nprt_la_eigh(NPRT_F64, &none, false, w, out), NPRT_LA_OK);
    cr_assert_eq(nprt_la_svd(NPRT_F64, &flat, true, out, w, out), NPRT_LA_OK);
    cr_assert(out[0] == 1 && out[1] == 0 && out[4] == 1 && out[8] == 1);
}
