/* Reduction to bidiagonal form for one scalar, by reflectors from both sides (LAPACK's gebd2). To
 * be included in the file that needs it. */
#include "runtime/linalg_scalar.inc.c"

#include "runtime/linalg_householder.inc.c"

/* A = Q B P^H. The column reflectors (Q) stay below the diagonal of a, or below its first
 * subdiagonal for a wide matrix; the row reflectors (P) go to p, laid out the same way. */
typedef struct NAME(Bidiagonal) {
    int64_t m, n;
    bool lower; /* B: for a wide matrix the off-diagonal lies below */
    SCALAR *a;
    SCALAR *p; /* n x min(m, n) */
    SCALAR *tau_q, *tau_p;
    SCALAR *sums; /* max(m, n) */
    double *d, *e;
} NAME(Bidiagonal);

/* Reflects row i, columns from `from` on, onto its first element, which is returned. */
static inline double NAME(reflect_row)(NAME(Bidiagonal) * b, int64_t i, int64_t from)
{
    int64_t count = b->n - from;
    SCALAR *u = b->p + from + i * b->n;
    for (int64_t j = 0; j < count; j++)
        u[j] = CONJ(b->a[i + (from + j) * b->m]);
    b->tau_p[i] = NAME(make_reflector)(count, u, u + 1);
    double value = RE(u[0]);
    NAME(reflect_right_row)(b->m - i - 1, count, u, b->tau_p[i], b->a + i + 1 + from * b->m, b->m,
                            b->sums);
    return value;
}

/* Reflects column i, rows from `from` on. */
static inline double NAME(reflect_column)(NAME(Bidiagonal) * b, int64_t i, int64_t from)
{
    SCALAR *v = b->a + from + i * b->m;
    b->tau_q[i] = NAME(make_reflector)(b->m - from, v, v + 1);
    double value = RE(v[0]);
    NAME(reflect_left)(b->m - from, b->n - i - 1, v, CONJ(b->tau_q[i]), v + b->m, b->m, b->sums);
    return value;
}

static inline void NAME(make_bidiagonal)(NAME(Bidiagonal) * b)
{
    int64_t least = b->m < b->n ? b->m : b->n;
    b->lower = b->m < b->n;
    for (int64_t i = 0; i < least; i++) {
        b->d[i] = b->lower ? NAME(reflect_row)(b, i, i) : NAME(reflect_column)(b, i, i);
        if (i + 1 == least)
            break;
        b->e[i] = b->lower ? NAME(reflect_column)(b, i, i + 1) : NAME(reflect_row)(b, i, i + 1);
    }
}

/* The reflectors of Q and of P, and how far they are shifted: one side starts a row (column)
 * further in. */
static inline REFLECTORS NAME(left_reflectors)(const NAME(Bidiagonal) * b, int64_t *out_shift)
{
    int64_t shift = b->lower, least = b->m < b->n ? b->m : b->n;
    *out_shift = shift;
    return (REFLECTORS){b->m - shift, least - shift, b->a + shift, b->m, b->tau_q};
}

static inline REFLECTORS NAME(right_reflectors)(const NAME(Bidiagonal) * b, int64_t *out_shift)
{
    int64_t shift = !b->lower, least = b->m < b->n ? b->m : b->n;
    *out_shift = shift;
    return (REFLECTORS){b->n - shift, least - shift, b->p + shift, b->n, b->tau_p};
}

/* Memory for all but a and d. */
static inline bool NAME(alloc_bidiagonal)(NprtLaWork *work, NAME(Bidiagonal) * b)
{
    int64_t least = b->m < b->n ? b->m : b->n, most = b->m < b->n ? b->n : b->m;
    b->p = WORK_ALLOC(work, b->n * least);
    b->tau_q = WORK_ALLOC(work, least);
    b->tau_p = WORK_ALLOC(work, least);
    b->sums = WORK_ALLOC(work, most);
    b->e = nprt_la_work_d(work, least);
    return !work->failed;
}
