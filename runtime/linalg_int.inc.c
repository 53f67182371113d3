/* The integer product for one width; see linalg_int.c. The includer defines ELEM (unsigned), NAME,
 * MUL and ADD; all are undefined at the end. */

#define LANES ((int64_t)(PANEL_BYTES / sizeof(ELEM)))

/* uint64_t keeps 16-bit products from overflowing int. */
static ELEM NAME(times_plus)(ELEM a, ELEM b, ELEM c)
{
    return (ELEM)ADD(MUL((uint64_t)a, (uint64_t)b), c);
}

static ELEM NAME(load)(const void *base, int64_t offset)
{
    ELEM value;
    memcpy(&value, (const char *)base + offset, sizeof value);
    return value;
}

/* The panel's product with PANEL_ROWS rows of A, whose column l is at rows[r] + l * step. */
CLONES static void NAME(panel_rows)(int64_t k, const char *const *rows, int64_t step,
                                    const ELEM *panel, ELEM (*sums)[PANEL_BYTES / sizeof(ELEM)])
{
    typedef ELEM Lanes __attribute__((vector_size(PANEL_BYTES)));
    Lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    for (int64_t l = 0; l < k; l++) {
        Lanes b;
        memcpy(&b, panel + l * LANES, sizeof b);
        s0 = ADD(s0, MUL(b, NAME(load)(rows[0], l * step)));
        s1 = ADD(s1, MUL(b, NAME(load)(rows[1], l * step)));
        s2 = ADD(s2, MUL(b, NAME(load)(rows[2], l * step)));
        s3 = ADD(s3, MUL(b, NAME(load)(rows[3], l * step)));
    }
    memcpy(sums[0], &s0, sizeof s0);
    memcpy(sums[1], &s1, sizeof s1);
    memcpy(sums[2], &s2, sizeof s2);
    memcpy(sums[3], &s3, sizeof s3);
}

static void NAME(multiply)(const NprtLaMatrix *a, const NprtLaMatrix *b, ELEM *panel, ELEM *c)
{
    for (int64_t j = 0; j < b->cols; j += LANES) {
        int64_t width = b->cols - j < LANES ? b->cols - j : LANES;
        for (int64_t l = 0; l < b->rows; l++) {
            for (int64_t t = 0; t < LANES; t++)
                panel[l * LANES + t] =
                    t < width ? NAME(load)(b->data, l * b->row_stride + (j + t) * b->col_stride)
                              : (ELEM)0;
        }
        for (int64_t i = 0; i < a->rows; i += PANEL_ROWS) {
            const char *rows[PANEL_ROWS];
            ELEM sums[PANEL_ROWS][PANEL_BYTES / sizeof(ELEM)];
            int64_t height = a->rows - i < PANEL_ROWS ? a->rows - i : PANEL_ROWS;
            for (int64_t r = 0; r < PANEL_ROWS; r++)
                rows[r] = (const char *)a->data + (i + (r < height ? r : 0)) * a->row_stride;
            NAME(panel_rows)(a->cols, rows, a->col_stride, panel, sums);
            for (int64_t r = 0; r < height; r++)
                memcpy(c + (i + r) * b->cols + j, sums[r], (size_t)width * sizeof(ELEM));
        }
    }
}

static void NAME(dot)(const NprtLaVector *x, const NprtLaVector *y, void *out)
{
    ELEM sum = 0;
    for (int64_t i = 0; i < x->count; i++)
        sum = NAME(times_plus)(NAME(load)(x->data, i * x->stride),
                               NAME(load)(y->data, i * y->stride), sum);
    memcpy(out, &sum, sizeof sum);
}

#undef LANES
#undef ELEM
#undef NAME
#undef MUL
#undef ADD
