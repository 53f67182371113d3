/* Finding and calling a BLAS/LAPACK library; see linalg_blas.h.
 *
 * Integers are always passed as pointers to int64_t. A library with 32-bit integers reads the low
 * half, which is the value (the machine is little-endian, the sizes fit); only arrays of integers
 * differ. Fortran's hidden lengths of strings come last; libraries written in C ignore them. */
#include "runtime/linalg_blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/linalg_internal.h"

typedef const int64_t *Int;
typedef const char *Flag;

typedef void Gemm(Flag, Flag, Int m, Int n, Int k, const void *alpha, const void *a, Int lda,
                  const void *b, Int ldb, const void *beta, void *c, Int ldc, size_t, size_t);
typedef void Gemv(Flag, Int m, Int n, const void *alpha, const void *a, Int lda, const void *x,
                  Int incx, const void *beta, void *y, Int incy, size_t);
typedef double Dot(Int n, const double *x, Int incx, const double *y, Int incy);
typedef void Getrf(Int m, Int n, void *a, Int lda, void *ipiv, int64_t *info);
typedef void Gesv(Int n, Int nrhs, void *a, Int lda, void *ipiv, void *b, Int ldb, int64_t *info);
typedef void Potrf(Flag, Int n, void *a, Int lda, int64_t *info, size_t);
typedef void Geqrf(Int m, Int n, void *a, Int lda, void *tau, void *work, Int lwork, int64_t *info);
typedef void Orgqr(Int m, Int n, Int k, void *a, Int lda, const void *tau, void *work, Int lwork,
                   int64_t *info);
typedef void Syevd(Flag, Flag, Int n, void *a, Int lda, double *w, void *work, Int lwork,
                   void *iwork, Int liwork, int64_t *info, size_t, size_t);
typedef void Heevd(Flag, Flag, Int n, void *a, Int lda, double *w, void *work, Int lwork,
                   double *rwork, Int lrwork, void *iwork, Int liwork, int64_t *info, size_t,
                   size_t);
typedef void RealGeev(Flag, Flag, Int n, void *a, Int lda, double *wr, double *wi, void *vl,
                      Int ldvl, void *vr, Int ldvr, void *work, Int lwork, int64_t *info, size_t,
                      size_t);
typedef void ComplexGeev(Flag, Flag, Int n, void *a, Int lda, void *w, void *vl, Int ldvl, void *vr,
                         Int ldvr, void *work, Int lwork, double *rwork, int64_t *info, size_t,
                         size_t);
typedef void RealGesdd(Flag, Int m, Int n, void *a, Int lda, double *s, void *u, Int ldu, void *vt,
                       Int ldvt, void *work, Int lwork, void *iwork, int64_t *info, size_t);
typedef void ComplexGesdd(Flag, Int m, Int n, void *a, Int lda, double *s, void *u, Int ldu,
                          void *vt, Int ldvt, void *work, Int lwork, double *rwork, void *iwork,
                          int64_t *info, size_t);

/* What a library offers. A routine it lacks is NULL. */
static struct {
    bool wide;      /* 64-bit integers */
    char name[160]; /* for people */
    Gemm *gemm[4];  /* float, double, float complex, double complex */
    Gemv *gemv[4];
    Getrf *getrf[2]; /* double, double complex */
    Gesv *gesv[2];
    Potrf *potrf[2];
    Geqrf *geqrf[2];
    Orgqr *orgqr[2];
    Syevd *syevd;
    Heevd *heevd;
    RealGeev *dgeev;
    ComplexGeev *zgeev;
    RealGesdd *dgesdd;
    ComplexGesdd *zgesdd;
} library = {.name = "built-in"};

static pthread_once_t library_once = PTHREAD_ONCE_INIT;

/* ---- loading -------------------------------------------------------------------------------- */

/* How a library spells dgemm: dgemm_, dgemm_64_, scipy_dgemm_ ... */
typedef struct Spelling {
    const char *prefix, *suffix;
} Spelling;

static const Spelling spellings[] = {
    {"", "_"}, {"", "_64_"}, {"", "_64"}, {"scipy_", "_"}, {"scipy_", "_64_"},
};

/* Object and function pointers are the same thing to dlsym, but not to ISO C. */
static void find(void *handle, const Spelling *spelling, const char *routine, void *out)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s%s%s", spelling->prefix, routine, spelling->suffix);
    void *address = dlsym(handle, symbol);
    memcpy(out, &address, sizeof address);
}

/* Length 2 to a 32-bit reader, a negative one (so the sum is empty) to a 64-bit reader. */
static bool has_wide_integers(Dot *dot)
{
    int64_t length = INT64_C(-0x100000000) + 2, step = 1;
    const double ones[2] = {1, 1};
    return dot(&length, ones, &step, ones, &step) == 0;
}

static void find_blas(void *handle, const Spelling *spelling)
{
    static const char *const gemm[] = {"sgemm", "dgemm", "cgemm", "zgemm"};
    static const char *const gemv[] = {"sgemv", "dgemv", "cgemv", "zgemv"};
    for (int i = 0; i < 4; i++) {
        find(handle, spelling, gemm[i], &library.gemm[i]);
        find(handle, spelling, gemv[i], &library.gemv[i]);
    }
}

static void find_lapack(void *handle, const Spelling *spelling)
{
    static const struct {
        const char *name;
        void *slot;
    } routines[] = {
        {"dgetrf", &library.getrf[0]}, {"zgetrf", &library.getrf[1]}, {"dgesv", &library.gesv[0]},
        {"zgesv", &library.gesv[1]},   {"dpotrf", &library.potrf[0]}, {"zpotrf", &library.potrf[1]},
        {"dgeqrf", &library.geqrf[0]}, {"zgeqrf", &library.geqrf[1]}, {"dorgqr", &library.orgqr[0]},
        {"zungqr", &library.orgqr[1]}, {"dsyevd", &library.syevd},    {"zheevd", &library.heevd},
        {"dgeev", &library.dgeev},     {"zgeev", &library.zgeev},     {"dgesdd", &library.dgesdd},
        {"zgesdd", &library.zgesdd},
    };
    for (size_t i = 0; i < sizeof routines / sizeof routines[0]; i++)
        find(handle, spelling, routines[i].name, routines[i].slot);
}

static void describe(void *handle, const Spelling *spelling, const char *file)
{
    char *(*config)(void);
    char suffix[16];
    /* openblas_get_config64_, scipy_openblas_get_config64_: without the Fortran underscore. */
    snprintf(suffix, sizeof suffix, "%s", strcmp(spelling->suffix, "_64_") == 0 ? "64_" : "");
    const Spelling c_spelling = {spelling->prefix, suffix};
    find(handle, &c_spelling, "openblas_get_config", &config);
    if (config) {
        const char *text = config(); /* "OpenBLAS 0.3.21 DYNAMIC_ARCH ..." */
        size_t word = strcspn(text, " ");
        size_t length = text[word] ? word + 1 + strcspn(text + word + 1, " ") : word;
        snprintf(library.name, sizeof library.name, "%.*s (%.100s)", (int)length, text, file);
    } else {
        const char *kind = strstr(file, "mkl") ? "MKL" : strstr(file, "blis") ? "BLIS" : "BLAS";
        snprintf(library.name, sizeof library.name, "%s (%.100s)", kind, file);
    }
}

/* Uses the library if it can be loaded. The reference BLAS is slower than the code here, so only
 * the LAPACK of such a library is wanted. */
static bool use_library(const char *file, bool is_reference)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return false;
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        Dot *dot;
        find(handle, &spellings[i], "ddot", &dot);
        if (!dot)
            continue;
        library.wide = has_wide_integers(dot);
        if (!is_reference)
            find_blas(handle, &spellings[i]);
        find_lapack(handle, &spellings[i]);
        if (!library.gesv[0] && !library.wide) {
            void *lapack = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL); /* beside BLIS */
            if (lapack)
                find_lapack(lapack, &spellings[0]);
        }
        describe(handle, &spellings[i], file);
        return true;
    }
    dlclose(handle);
    return false;
}

static void load(void)
{
    static const char *const files[] = {
        "libopenblas.so.0",   "libopenblas.so",   "libopenblas64_.so.0", "libopenblas64_.so",
        "libopenblas64.so.0", "libopenblas64.so", "libmkl_rt.so.2",      "libmkl_rt.so",
        "libblis.so.4",       "libblis.so.3",     "libblis-mt.so",       "libblis.so",
    };
    const char *wanted = getenv("NPJIT_BLAS");
    if (wanted && strcmp(wanted, "none") == 0)
        return;
    if (wanted && *wanted && use_library(wanted, false))
        return;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (use_library(files[i], false))
            return;
    }
    use_library("liblapack.so.3", true);
}

static void ensure_loaded(void)
{
    pthread_once(&library_once, load);
}

const char *nprt_la_blas_name(void)
{
    ensure_loaded();
    return library.name;
}

/* ---- products ------------------------------------------------------------------------------- */

/* Products of at least this many multiplications go to the library. */
#define LEAST_GEMM (64 * 64 * 64)
#define LEAST_GEMV (256 * 256)

static int type_index(NprtDtype type)
{
    return type == NPRT_F32 ? 0 : type == NPRT_F64 ? 1 : type == NPRT_C64 ? 2 : 3;
}

/* The constants 0, 1, -1 in the four types. */
static const void *constant(NprtDtype type, int value)
{
    static const float f[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
    static const double d[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
    bool is_single = type == NPRT_F32 || type == NPRT_C64;
    return is_single ? (const void *)f[value + 1] : (const void *)d[value + 1];
}

/* How Fortran reads an operand of `rows` rows that is meant transposed (we compute C' = B' A'): the
 * flag, or 0 when neither rows nor columns are contiguous. */
static char operand_flag(int64_t rows, int64_t cols, int64_t row, int64_t col, bool conj,
                         int64_t *out_ld)
{
    if (col == 1 && row >= cols && !conj) {
        *out_ld = row > 0 ? row : 1;
        return 'N';
    }
    if (row == 1 && col >= rows) {
        *out_ld = col > 0 ? col : 1;
        return conj ? 'C' : 'T';
    }
    return 0;
}

bool nprt_la_blas_gemm(NprtDtype type, const NprtLaProduct *p)
{
    if (p->m * p->n * p->k < LEAST_GEMM)
        return false;
    ensure_loaded();
    Gemm *gemm = library.gemm[type_index(type)];
    int64_t lda, ldb;
    char flag_a = operand_flag(p->m, p->k, p->a_row, p->a_col, p->conj_a, &lda);
    char flag_b = operand_flag(p->k, p->n, p->b_row, p->b_col, p->conj_b, &ldb);
    if (!gemm || !flag_a || !flag_b)
        return false;
    gemm(&flag_b, &flag_a, &p->n, &p->m, &p->k, constant(type, p->update == NPRT_LA_SUB ? -1 : 1),
         p->b, &ldb, p->a, &lda, constant(type, p->update == NPRT_LA_STORE ? 0 : 1), p->c,
         &p->c_row, 1, 1);
    return true;
}

bool nprt_la_blas_gemv(NprtDtype type, int64_t rows, int64_t cols, const void *a, int64_t lda,
                       const void *x, void *y)
{
    const int64_t step = 1;
    if (rows * cols < LEAST_GEMV)
        return false;
    ensure_loaded();
    Gemv *gemv = library.gemv[type_index(type)];
    if (!gemv)
        return false;
    gemv("T", &cols, &rows, constant(type, 1), a, &lda, x, &step, constant(type, 0), y, &step, 1);
    return true;
}

/* ---- decompositions ------------------------------------------------------------------------- */

/* The least sizes. Symmetric eigenvalues and singular vectors go to the library from where LAPACK
 * turns to divide and conquer, general eigenvalues from where its dhseqr turns to the small-bulge
 * iteration: the signs of the vectors and the order of the values depend on it. */
enum {
    LEAST_LU = 64,
    LEAST_CHOLESKY = 64,
    LEAST_QR = 32,
    LEAST_EIGH = 26,
    LEAST_EIG = 76,
    LEAST_SVD = 26,
    LEAST_SINGULAR_VALUES = 128
};

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static size_t scalar_size(NprtLaScalar scalar)
{
    return scalar == NPRT_LA_D ? sizeof(double) : 2 * sizeof(double);
}

/* A 32-bit library writes half of an info that starts as 0. */
static int64_t info_value(int64_t info)
{
    return library.wide ? info : (int64_t)(int32_t)(uint32_t)info;
}

bool nprt_la_blas_lu(NprtLaScalar scalar, int64_t n, void *a, int64_t *pivots, int64_t *info)
{
    if (n < LEAST_LU)
        return false;
    ensure_loaded();
    if (!library.getrf[scalar])
        return false;
    *info = 0;
    library.getrf[scalar](&n, &n, a, &n, pivots, info);
    *info = info_value(*info);
    const int32_t *narrow = (const int32_t *)pivots;
    for (int64_t i = n - 1; !library.wide && i >= 0; i--) {
        int32_t pivot;
        memcpy(&pivot, narrow + i, sizeof pivot); /* widening in place, from the end */
        pivots[i] = pivot;
    }
    for (int64_t i = 0; i < n; i++)
        pivots[i]--;
    return true;
}

bool nprt_la_blas_solve(NprtLaScalar scalar, int64_t n, int64_t columns, void *a, void *b,
                        int64_t *info)
{
    if (n < LEAST_LU || columns == 0)
        return false;
    ensure_loaded();
    if (!library.gesv[scalar])
        return false;
    int64_t *pivots = malloc((size_t)n * sizeof *pivots);
    if (!pivots)
        return false;
    *info = 0;
    library.gesv[scalar](&n, &columns, a, &n, pivots, b, &n, info);
    *info = info_value(*info);
    free(pivots);
    return true;
}

bool nprt_la_blas_cholesky(NprtLaScalar scalar, int64_t n, void *a, int64_t *info)
{
    if (n < LEAST_CHOLESKY)
        return false;
    ensure_loaded();
    if (!library.potrf[scalar])
        return false;
    *info = 0;
    library.potrf[scalar]("L", &n, a, &n, info, 1);
    *info = info_value(*info);
    return true;
}

/* LAPACK answers a query with the best size as a floating-point number. */
static void *alloc_work(NprtLaScalar scalar, const double *answer, int64_t *out_lwork)
{
    *out_lwork = max64((int64_t)answer[0], 1);
    return malloc((size_t)*out_lwork * scalar_size(scalar));
}

bool nprt_la_blas_qr(NprtLaScalar scalar, int64_t m, int64_t n, void *a, void *tau)
{
    if (m < LEAST_QR || n < LEAST_QR)
        return false;
    ensure_loaded();
    Geqrf *geqrf = library.geqrf[scalar];
    double answer[2];
    int64_t lwork = -1, info = 0;
    if (!geqrf)
        return false;
    geqrf(&m, &n, a, &m, tau, answer, &lwork, &info);
    void *work = alloc_work(scalar, answer, &lwork);
    if (!work)
        return false;
    geqrf(&m, &n, a, &m, tau, work, &lwork, &info);
    free(work);
    return true;
}

bool nprt_la_blas_make_q(NprtLaScalar scalar, int64_t m, int64_t columns, int64_t reflectors,
                         void *a, const void *tau)
{
    if (columns < LEAST_QR)
        return false;
    ensure_loaded();
    Orgqr *orgqr = library.orgqr[scalar];
    double answer[2];
    int64_t lwork = -1, info = 0;
    if (!orgqr)
        return false;
    orgqr(&m, &columns, &reflectors, a, &m, tau, answer, &lwork, &info);
    void *work = alloc_work(scalar, answer, &lwork);
    if (!work)
        return false;
    orgqr(&m, &columns, &reflectors, a, &m, tau, work, &lwork, &info);
    free(work);
    return true;
}

bool nprt_la_blas_eigh(NprtLaScalar scalar, bool upper, bool vectors, int64_t n, void *a, double *w,
                       int64_t *info)
{
    if (n < LEAST_EIGH)
        return false;
    ensure_loaded();
    if (scalar == NPRT_LA_D ? !library.syevd : !library.heevd)
        return false;
    const char *job = vectors ? "V" : "N", *half = upper ? "U" : "L";
    double answer[2], real_answer[1];
    int64_t lwork = -1, lrwork = -1, liwork = -1, integer_answer = 0;
    *info = 0;
    if (scalar == NPRT_LA_D)
        library.syevd(job, half, &n, a, &n, w, answer, &lwork, &integer_answer, &liwork, info, 1,
                      1);
    else
        library.heevd(job, half, &n, a, &n, w, answer, &lwork, real_answer, &lrwork,
                      &integer_answer, &liwork, info, 1, 1);
    lrwork = scalar == NPRT_LA_D ? 1 : max64((int64_t)real_answer[0], 1);
    liwork = max64(info_value(integer_answer), 1);
    void *work = alloc_work(scalar, answer, &lwork);
    double *real_work = malloc((size_t)lrwork * sizeof *real_work);
    int64_t *integer_work = malloc((size_t)liwork * sizeof *integer_work);
    bool done = work && real_work && integer_work;
    if (done) {
        if (scalar == NPRT_LA_D)
            library.syevd(job, half, &n, a, &n, w, work, &lwork, integer_work, &liwork, info, 1, 1);
        else
            library.heevd(job, half, &n, a, &n, w, work, &lwork, real_work, &lrwork, integer_work,
                          &liwork, info, 1, 1);
        *info = info_value(*info);
    }
    free(work);
    free(real_work);
    free(integer_work);
    return done;
}

static bool real_eig(int64_t n, void *a, double *w, void *v, int64_t *info)
{
    const char *job = v ? "V" : "N";
    double answer[2];
    int64_t lwork = -1;
    library.dgeev("N", job, &n, a, &n, answer, answer, NULL, &n, v, &n, answer, &lwork, info, 1, 1);
    void *work = alloc_work(NPRT_LA_D, answer, &lwork);
    double *parts = malloc((size_t)n * 2 * sizeof *parts);
    bool done = work && parts;
    if (done) {
        library.dgeev("N", job, &n, a, &n, parts, parts + n, NULL, &n, v, &n, work, &lwork, info, 1,
                      1);
        for (int64_t i = 0; i < n; i++) {
            w[2 * i] = parts[i];
            w[2 * i + 1] = parts[n + i];
        }
    }
    free(work);
    free(parts);
    return done;
}

static bool complex_eig(int64_t n, void *a, double *w, void *v, int64_t *info)
{
    const char *job = v ? "V" : "N";
    double answer[2];
    int64_t lwork = -1;
    double *real_work = malloc((size_t)n * 2 * sizeof *real_work);
    if (!real_work)
        return false;
    library.zgeev("N", job, &n, a, &n, w, NULL, &n, v, &n, answer, &lwork, real_work, info, 1, 1);
    void *work = alloc_work(NPRT_LA_Z, answer, &lwork);
    if (work)
        library.zgeev("N", job, &n, a, &n, w, NULL, &n, v, &n, work, &lwork, real_work, info, 1, 1);
    free(real_work);
    free(work);
    return work != NULL;
}

bool nprt_la_blas_eig(NprtLaScalar scalar, int64_t n, void *a, double *w, void *v, int64_t *info)
{
    if (n < LEAST_EIG)
        return false;
    ensure_loaded();
    if (scalar == NPRT_LA_D ? !library.dgeev : !library.zgeev)
        return false;
    *info = 0;
    bool done = scalar == NPRT_LA_D ? real_eig(n, a, w, v, info) : complex_eig(n, a, w, v, info);
    *info = info_value(*info);
    return done;
}

bool nprt_la_blas_svd(NprtLaScalar scalar, char job, int64_t m, int64_t n, void *a, double *s,
                      void *u, void *vt, int64_t *info)
{
    int64_t least = m < n ? m : n, most = max64(m, n), lwork = -1;
    if (least < (job == 'N' ? LEAST_SINGULAR_VALUES : LEAST_SVD))
        return false;
    ensure_loaded();
    if (scalar == NPRT_LA_D ? !library.dgesdd : !library.zgesdd)
        return false;
    double answer[2];
    int64_t ldvt = job == 'A' ? n : least;
    /* zgesdd's own bound on rwork. */
    int64_t reals = scalar == NPRT_LA_D ? 1 : least * (5 * least + 7 + 2 * most + 1);
    double *real_work = malloc((size_t)reals * sizeof *real_work);
    int64_t *integer_work = malloc((size_t)least * 8 * sizeof *integer_work);
    void *work = NULL;
    for (int pass = 0; pass < 2 && real_work && integer_work; pass++) {
        void *target = pass == 0 ? answer : work;
        *info = 0;
        if (scalar == NPRT_LA_D)
            library.dgesdd(&job, &m, &n, a, &m, s, u, &m, vt, &ldvt, target, &lwork, integer_work,
                           info, 1);
        else
            library.zgesdd(&job, &m, &n, a, &m, s, u, &m, vt, &ldvt, target, &lwork, real_work,
                           integer_work, info, 1);
        if (pass == 0) {
            work = alloc_work(scalar, answer, &lwork);
            if (!work)
                break;
        }
    }
    *info = info_value(*info);
    bool done = work != NULL;
    free(work);
    free(real_work);
    free(integer_work);
    return done;
}
