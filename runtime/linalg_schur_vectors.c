/* Eigenvectors of a real Schur form by back substitution: LAPACK's dtrevc3 with dlaln2.
 *
 * An eigenvalue w of T gives (T - w) x = 0 with a 1, or for a complex pair a 2 x 2 block's own
 * vector, at its place on the diagonal. Above it 1 x 1 and 2 x 2 blocks are solved from the bottom
 * up. Pivots too small are replaced, and vectors that would overflow scaled. */
#include "runtime/linalg_internal.h"

/* A right-hand side or solution with real and imaginary part of up to two elements. */
typedef struct Pair {
    double re[2], im[2];
} Pair;

/* The system (T - w) x = scale * b for one block. */
typedef struct BlockSystem {
    const double *t; /* the block's corner, columns ld apart */
    int64_t ld;
    double wr, wi;
    double least; /* smaller pivots are replaced by this */
    bool is_real;
} BlockSystem;

static const double big = 0.5 / LA_SAFE_MIN;

/* Returns scale; *out_norm is the largest element of x. */
static double solve_1x1(const BlockSystem *s, const Pair *b, Pair *x, double *out_norm)
{
    double re = s->t[0] - s->wr, im = s->is_real ? 0 : -s->wi, scale = 1;
    double size = fabs(re) + fabs(im);
    if (size < s->least) {
        re = size = s->least;
        im = 0;
    }
    double size_b = fabs(b->re[0]) + (s->is_real ? 0 : fabs(b->im[0]));
    if (size < 1 && size_b > 1 && size_b > big * size)
        scale = 1 / size_b;
    if (s->is_real) {
        x->re[0] = b->re[0] * scale / re;
        x->im[0] = 0;
    } else {
        NprtLaComplex quotient = nprt_la_div(nprt_la_complex(scale * b->re[0], scale * b->im[0]),
                                             nprt_la_complex(re, im));
        x->re[0] = creal(quotient);
        x->im[0] = cimag(quotient);
    }
    *out_norm = fabs(x->re[0]) + fabs(x->im[0]);
    return scale;
}

/* Element 0..3 of a 2 x 2 matrix by columns, after rows and columns are exchanged so that `pivot`
 * comes first: exclusive or does it. */
static int exchanged(int element, int pivot)
{
    return element ^ pivot;
}

/* Multiplies x and all that was made from it where ||T|| ||x|| would overflow. */
static double limit(double most, double *norm, Pair *x)
{
    if (!(*norm > 1 && most > 1 && *norm > big / most))
        return 1;
    double factor = most / big;
    for (int i = 0; i < 2; i++) {
        x->re[i] *= factor;
        x->im[i] *= factor;
    }
    *norm *= factor;
    return factor;
}

/* Gaussian elimination with the largest element as the first pivot. */
static double solve_2x2(const BlockSystem *s, const Pair *b, Pair *x, double *out_norm)
{
    const double re[4] = {s->t[0] - s->wr, s->t[1], s->t[s->ld], s->t[s->ld + 1] - s->wr};
    const double im[4] = {s->is_real ? 0 : -s->wi, 0, 0, s->is_real ? 0 : -s->wi};
    double most = 0, scale = 1;
    int pivot = 0;
    for (int i = 0; i < 4; i++) {
        if (fabs(re[i]) + fabs(im[i]) > most) {
            most = fabs(re[i]) + fabs(im[i]);
            pivot = i;
        }
    }
    if (most < s->least) {
        double norm = fmax(fabs(b->re[0]) + fabs(b->im[0]), fabs(b->re[1]) + fabs(b->im[1]));
        if (s->least < 1 && norm > 1 && norm > big * s->least)
            scale = 1 / norm;
        for (int i = 0; i < 2; i++) {
            x->re[i] = scale / s->least * b->re[i];
            x->im[i] = scale / s->least * b->im[i];
        }
        *out_norm = scale / s->least * norm;
        return scale;
    }
    double u11r = re[pivot], u11i = im[pivot], inverse_r, inverse_i;
    double c21r = re[exchanged(1, pivot)], c21i = im[exchanged(1, pivot)];
    double u12r = re[exchanged(2, pivot)], u12i = im[exchanged(2, pivot)];
    double c22r = re[exchanged(3, pivot)], c22i = im[exchanged(3, pivot)];
    if (fabs(u11r) > fabs(u11i)) {
        double ratio = u11i / u11r;
        inverse_r = 1 / (u11r * (1 + ratio * ratio));
        inverse_i = -ratio * inverse_r;
    } else {
        double ratio = u11r / u11i;
        inverse_i = -1 / (u11i * (1 + ratio * ratio));
        inverse_r = -ratio * inverse_i;
    }
    /* Either the off-diagonal elements or the diagonal ones are real. */
    bool pivot_on_diagonal = pivot == 0 || pivot == 3;
    double l21r = c21r * inverse_r,
           l21i = (pivot_on_diagonal ? c21r * inverse_i : c21i * inverse_r);
    double u12sr = u12r * inverse_r,
           u12si = pivot_on_diagonal ? u12r * inverse_i : u12i * inverse_r;
    double u22r = c22r - u12r * l21r + u12i * l21i;
    double u22i = pivot_on_diagonal ? c22i - u12r * l21i : -u12r * l21i - u12i * l21r;
    double size22 = fabs(u22r) + fabs(u22i);
    if (size22 < s->least) {
        u22r = s->least;
        u22i = 0;
    }
    int first = pivot & 1; /* rows exchanged */
    double b1r = b->re[first], b1i = b->im[first], b2r = b->re[!first], b2i = b->im[!first];
    b2r = b2r - l21r * b1r + l21i * b1i;
    b2i = b2i - l21i * b1r - l21r * b1i;
    double bound = fmax((fabs(b1r) + fabs(b1i)) * (size22 * (fabs(inverse_r) + fabs(inverse_i))),
                        fabs(b2r) + fabs(b2i));
    if (bound > 1 && size22 < 1 && bound >= big * size22) {
        scale = 1 / bound;
        b1r *= scale;
        b1i *= scale;
        b2r *= scale;
        b2i *= scale;
    }
    NprtLaComplex x2 = s->is_real
                           ? nprt_la_complex(b2r / u22r, 0)
                           : nprt_la_div(nprt_la_complex(b2r, b2i), nprt_la_complex(u22r, u22i));
    double x2r = creal(x2), x2i = cimag(x2);
    double x1r = inverse_r * b1r - inverse_i * b1i - u12sr * x2r + u12si * x2i;
    double x1i = inverse_i * b1r + inverse_r * b1i - u12si * x2r - u12sr * x2i;
    int place = pivot >> 1; /* columns exchanged */
    x->re[place] = x1r;
    x->im[place] = x1i;
    x->re[!place] = x2r;
    x->im[!place] = x2i;
    *out_norm = fmax(fabs(x1r) + fabs(x1i), fabs(x2r) + fabs(x2i));
    return scale * limit(most, out_norm, x);
}

/* The vector being computed: one column of n, or two for a complex pair. */
typedef struct Vector {
    int64_t n;
    const double *t;
    const double *norms; /* of the columns of T above the diagonal */
    double *re, *im;     /* im NULL for a real eigenvalue */
    int64_t length;      /* elements that are not zero */
} Vector;

static void scale_vector(const Vector *v, double factor)
{
    if (factor == 1)
        return;
    nprt_la_scale_d(v->length, factor, v->re);
    if (v->im)
        nprt_la_scale_d(v->length, factor, v->im);
}

/* Solves for rows j .. j + size - 1 and takes their part from the rows above. */
static void solve_block(const Vector *v, BlockSystem *s, int64_t j, int64_t size)
{
    const double safe = (1 - LA_ULP) / (LA_SAFE_MIN * ((double)v->n / LA_ULP));
    Pair b = {{0, 0}, {0, 0}}, x = {{0, 0}, {0, 0}};
    double norm, weight = 0;
    for (int64_t i = 0; i < size; i++) {
        b.re[i] = v->re[j + i];
        b.im[i] = v->im ? v->im[j + i] : 0;
        weight = fmax(weight, v->norms[j + i]);
    }
    s->t = v->t + j + j * v->n;
    double scale = size == 1 ? solve_1x1(s, &b, &x, &norm) : solve_2x2(s, &b, &x, &norm);
    double shrink = norm > 1 && weight > safe / norm ? 1 / norm : 1;
    scale_vector(v, scale * shrink);
    for (int64_t i = 0; i < size; i++) {
        v->re[j + i] = x.re[i] * shrink;
        if (v->im)
            v->im[j + i] = x.im[i] * shrink;
    }
    for (int64_t i = 0; i < size; i++) {
        nprt_la_axpy_d(j, -v->re[j + i], v->t + (j + i) * v->n, v->re);
        if (v->im)
            nprt_la_axpy_d(j, -v->im[j + i], v->t + (j + i) * v->n, v->im);
    }
}

/* Back substitution through rows 0 .. rows - 1. */
static void solve_above(const Vector *v, BlockSystem *s, int64_t rows)
{
    for (int64_t j = rows - 1; j >= 0; j--) {
        bool is_pair = j > 0 && v->t[j + (j - 1) * v->n] != 0;
        j -= is_pair;
        solve_block(v, s, j, is_pair ? 2 : 1);
    }
}

static void find_real(Vector *v, BlockSystem *s, int64_t k)
{
    const double *column = v->t + k * v->n;
    v->re[k] = 1;
    for (int64_t i = 0; i < k; i++)
        v->re[i] = -column[i];
    v->length = k + 1;
    solve_above(v, s, k);
}

/* The pair in rows k - 1 and k. */
static void find_complex(Vector *v, BlockSystem *s, int64_t k)
{
    const double *left = v->t + (k - 1) * v->n, *right = v->t + k * v->n;
    double above = right[k - 1], below = left[k];
    v->re[k - 1] = fabs(above) >= fabs(below) ? 1 : -s->wi / below;
    v->im[k] = fabs(above) >= fabs(below) ? s->wi / above : 1;
    v->re[k] = 0;
    v->im[k - 1] = 0;
    for (int64_t i = 0; i < k - 1; i++) {
        v->re[i] = -v->re[k - 1] * left[i];
        v->im[i] = -v->im[k] * right[i];
    }
    v->length = k + 1;
    solve_above(v, s, k - 1);
}

void nprt_la_schur_vectors_d(int64_t n, const double *t, double *norms, double *x)
{
    const double tiny = LA_SAFE_MIN * ((double)n / LA_ULP);
    for (int64_t j = 0; j < n; j++) {
        norms[j] = 0;
        for (int64_t i = 0; i < j; i++)
            norms[j] += fabs(t[i + j * n]);
        for (int64_t i = 0; i < n; i++)
            x[i + j * n] = 0;
    }
    for (int64_t k = n - 1; k >= 0; k--) {
        bool is_pair = k > 0 && t[k + (k - 1) * n] != 0;
        Vector v = {.n = n, .t = t, .norms = norms, .re = x + k * n};
        BlockSystem s = {.ld = n, .wr = t[k + k * n], .is_real = !is_pair};
        if (is_pair)
            s.wi = sqrt(fabs(t[k + (k - 1) * n])) * sqrt(fabs(t[k - 1 + k * n]));
        s.least = fmax(fmax(LA_ULP * (fabs(s.wr) + fabs(s.wi)), tiny), 2 * LA_SAFE_MIN);
        if (is_pair) {
            v.re = x + (k - 1) * n;
            v.im = x + k * n;
            find_complex(&v, &s, k);
            k--;
        } else {
            find_real(&v, &s, k);
        }
    }
}
