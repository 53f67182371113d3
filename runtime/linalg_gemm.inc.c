/* The product for one element type; see linalg_gemm.c. The includer defines REAL, IS_COMPLEX (an
 * element is then two REALs), NAME, KERNELS, KERNEL_SET and BLAS_TYPE; all are undefined at the
 * end. */

#define WIDTH (IS_COMPLEX ? 2 : 1)

/* One operand as packing sees it: `across` runs over the panel's width, `along` over k. */
typedef struct NAME(Operand) {
    const REAL *data;
    int64_t across, along; /* in REALs */
    REAL sign;             /* of the imaginary parts */
} NAME(Operand);

/* Lines first .. first + width of the operand, k from `from` on, as one panel padded with zeros to
 * `tile` lines. */
static void NAME(pack)(REAL *to, const NAME(Operand) * operand, int64_t first, int64_t width,
                       int64_t tile, int64_t from, int64_t k)
{
    const REAL *data = operand->data + first * operand->across + from * operand->along;
    int64_t across = operand->across, along = operand->along;
    if (!IS_COMPLEX && across == 1 && width == tile) {
        for (int64_t l = 0; l < k; l++)
            memcpy(to + l * tile, data + l * along, (size_t)tile * sizeof *to);
        return;
    }
    for (int64_t r = 0; r < tile; r++) {
        const REAL *line = data + r * across;
        REAL *slot = to + r;
        for (int64_t l = 0; l < k && r < width; l++, line += along, slot += tile * WIDTH) {
            slot[0] = line[0];
#if IS_COMPLEX
            slot[tile] = operand->sign * line[1];
#endif
        }
        for (int64_t l = 0; l < k && r >= width; l++, slot += tile * WIDTH) {
            slot[0] = 0;
#if IS_COMPLEX
            slot[tile] = 0;
#endif
        }
    }
}

/* Puts a finished tile in its place in c, of which only rows x cols exist. */
static void NAME(merge)(const REAL *tile, const KERNELS *set, const NprtLaProduct *p, REAL *c,
                        int64_t rows, int64_t cols)
{
    int64_t tile_cols = IS_COMPLEX ? set->complex_cols : set->cols;
    REAL sign = p->update == NPRT_LA_SUB ? -1 : 1;
#if IS_COMPLEX
    const REAL *imaginary = tile + set->complex_rows * tile_cols;
    for (int64_t i = 0; i < rows;
         i++, c += p->c_row * 2, tile += tile_cols, imaginary += tile_cols) {
        for (int64_t j = 0; j < cols && p->update == NPRT_LA_STORE; j++) {
            c[j * 2] = tile[j];
            c[j * 2 + 1] = imaginary[j];
        }
        for (int64_t j = 0; j < cols && p->update != NPRT_LA_STORE; j++) {
            c[j * 2] += sign * tile[j];
            c[j * 2 + 1] += sign * imaginary[j];
        }
    }
#else
    for (int64_t i = 0; i < rows; i++, c += p->c_row, tile += tile_cols) {
        if (p->update == NPRT_LA_STORE)
            memcpy(c, tile, (size_t)cols * sizeof *c);
        else
            set->axpy(cols, sign, tile, c);
    }
#endif
}

/* A packed block of A times a packed block of B. */
static void NAME(multiply_blocks)(const REAL *a, const REAL *b, const KERNELS *set,
                                  const NprtLaProduct *p)
{
    REAL tile[NPRT_LA_MAX_TILE];
    int64_t tile_rows = IS_COMPLEX ? set->complex_rows : set->rows;
    int64_t tile_cols = IS_COMPLEX ? set->complex_cols : set->cols;
    for (int64_t j = 0; j < p->n; j += tile_cols) {
        for (int64_t i = 0; i < p->m; i += tile_rows) {
            const REAL *ai = a + i * p->k * WIDTH, *bj = b + j * p->k * WIDTH;
            REAL *c = (REAL *)p->c + (i * p->c_row + j) * WIDTH;
#if IS_COMPLEX
            set->complex_tile(p->k, ai, bj, tile);
#else
            bool is_whole = i + tile_rows <= p->m && j + tile_cols <= p->n;
            if (is_whole && p->update == NPRT_LA_STORE) {
                set->tile(p->k, ai, bj, c, p->c_row);
                continue;
            }
            set->tile(p->k, ai, bj, tile, tile_cols);
#endif
            NAME(merge)(tile, set, p, c, min64(tile_rows, p->m - i), min64(tile_cols, p->n - j));
        }
    }
}

static int NAME(multiply_packed)(const NprtLaProduct *p)
{
    _Alignas(64) REAL room[STACK_REALS];
    const KERNELS *set = KERNEL_SET;
    int64_t tile_rows = IS_COMPLEX ? set->complex_rows : set->rows;
    int64_t tile_cols = IS_COMPLEX ? set->complex_cols : set->cols;
    int64_t most_k = min64(p->k, BLOCK_K);
    int64_t a_size = round_up(min64(p->m, BLOCK_M), tile_rows) * most_k * WIDTH;
    int64_t b_size = round_up(min64(p->n, BLOCK_N), tile_cols) * most_k * WIDTH;
    size_t bytes = (size_t)round_up((a_size + b_size) * (int64_t)sizeof(REAL), 64);
    REAL *packed_a = bytes <= sizeof room ? room : aligned_alloc(64, bytes);
    if (!packed_a)
        return NPRT_LA_NOMEM;
    REAL *packed_b = packed_a + a_size;
    NAME(Operand) a = {p->a, p->a_row * WIDTH, p->a_col * WIDTH, p->conj_a ? -1 : 1};
    NAME(Operand) b = {p->b, p->b_col * WIDTH, p->b_row * WIDTH, p->conj_b ? -1 : 1};
    for (int64_t j = 0; j < p->n; j += BLOCK_N) {
        int64_t cols = min64(BLOCK_N, p->n - j);
        for (int64_t l = 0; l < p->k || l == 0; l += BLOCK_K) { /* once for k = 0, to clear c */
            int64_t k = min64(BLOCK_K, p->k - l);
            for (int64_t t = 0; t < cols; t += tile_cols)
                NAME(pack)(packed_b + t * k * WIDTH, &b, j + t, min64(tile_cols, cols - t),
                           tile_cols, l, k);
            for (int64_t i = 0; i < p->m; i += BLOCK_M) {
                int64_t rows = min64(BLOCK_M, p->m - i);
                for (int64_t t = 0; t < rows; t += tile_rows)
                    NAME(pack)(packed_a + t * k * WIDTH, &a, i + t, min64(tile_rows, rows - t),
                               tile_rows, l, k);
                NprtLaProduct block = {.m = rows, .n = cols, .k = k, .c_row = p->c_row};
                block.c = (REAL *)p->c + (i * p->c_row + j) * WIDTH;
                block.update = l > 0 && p->update == NPRT_LA_STORE ? NPRT_LA_ADD : p->update;
                NAME(multiply_blocks)(packed_a, packed_b, set, &block);
            }
        }
    }
    if (packed_a != room)
        free(packed_a);
    return NPRT_LA_OK;
}

#if !IS_COMPLEX
static void NAME(multiply_small)(const NprtLaProduct *p)
{
    if (p->b_col == 1) {
        KERNEL_SET->small(p);
        return;
    }
    REAL copy[SMALL_B];
    for (int64_t l = 0; l < p->k; l++) {
        for (int64_t j = 0; j < p->n; j++)
            copy[l * p->n + j] = ((const REAL *)p->b)[l * p->b_row + j * p->b_col];
    }
    NprtLaProduct tight = *p;
    tight.b = copy;
    tight.b_row = p->n;
    tight.b_col = 1;
    KERNEL_SET->small(&tight);
}
#endif

int NAME(nprt_la_product)(const NprtLaProduct *p)
{
    if (nprt_la_blas_gemm(BLAS_TYPE, p))
        return NPRT_LA_OK;
#if !IS_COMPLEX
    if (is_small(p)) {
        NAME(multiply_small)(p);
        return NPRT_LA_OK;
    }
#endif
    return NAME(multiply_packed)(p);
}

#undef WIDTH
#undef REAL
#undef IS_COMPLEX
#undef NAME
#undef KERNELS
#undef KERNEL_SET
#undef BLAS_TYPE
