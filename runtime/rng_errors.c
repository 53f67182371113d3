/* rng_errors.c - exception kinds and texts of NprtRngError, from rng_errors.def. */
#include "runtime/rng_bits.h"

typedef struct ErrorRow {
    NprtExcKind kind;
    const char *text;
} ErrorRow;

static const ErrorRow rows[NPRT_RNG_ERROR_COUNT] = {
#define NPRT_RNG_ERROR(name, exception, text) [NPRT_RNG_##name] = {NPRT_EXC_##exception, text},
#include "runtime/rng_errors.def"
#undef NPRT_RNG_ERROR
};

NprtExcKind nprt_rng_error_kind(NprtRngError error)
{
    return rows[error].kind;
}

const char *nprt_rng_error_text(NprtRngError error)
{
    return rows[error].text;
}

NprtRngError nprt_rng_error_array_form(NprtRngError error)
{
    switch (error) {
    case NPRT_RNG_A_LE_1:
        return NPRT_RNG_A_LE_1_ARRAY;
    case NPRT_RNG_NSAMPLE_LT_1:
        return NPRT_RNG_NSAMPLE_LT_1_ARRAY;
    case NPRT_RNG_P_NOT_0_1:
        return NPRT_RNG_P_NOT_0_1_ARRAY;
    case NPRT_RNG_P_NOT_LT_0_1:
        return NPRT_RNG_P_NOT_LT_0_1_ARRAY;
    case NPRT_RNG_LAM_LT_0:
        return NPRT_RNG_LAM_LT_0_ARRAY;
    case NPRT_RNG_LAM_NAN: /* arrays are compared with the upper bound first */
        return NPRT_RNG_LAM_TOO_LARGE;
    case NPRT_RNG_RANGE_INFINITE:
        return NPRT_RNG_RANGE_INFINITE_ARRAY;
    default:
        return error;
    }
}
