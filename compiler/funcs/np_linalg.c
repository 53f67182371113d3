/* np_linalg.c - numpy.linalg: types of the results, and calls of the runtime (linalg_api.h). */
#include "compiler/funcs/np_internal.h"
#include "runtime/linalg.h"

#include <math.h>
#include <string.h>

/* The dtype of inv, det, qr ... of `d`, as linalg.h says: float32 and complex64 stay. */
static NprtDtype result_dtype(NprtDtype d)
{
    if (d == NPRT_F32 || d == NPRT_C64)
        return d;
    return nj_dtype_is_complex(d) ? NPRT_C128 : NPRT_F64;
}

static NprtDtype complex_dtype(NprtDtype d)
{
    return d == NPRT_F32 || d == NPRT_C64 ? NPRT_C64 : NPRT_C128;
}

/* The operand: an array of at least two dimensions, spilled. */
static NjVal matrix(NjWalk *w, NjVal v, NjSpan span)
{
    v = nj_as_array(w, v, span);
    if (nj_is_error(v))
        return v;
    if (nj_np_ndim(v) < 2)
        return nj_raises(w, span, NPRT_EXC_LINALG_ERROR,
                         "%u-dimensional array given. Array must be at least two-dimensional",
                         nj_np_ndim(v));
    if (v.type->dtype == NPRT_F16)
        return nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                         "array type float16 is unsupported in linalg");
    return nj_spill(w, v);
}

/* A scalar when there is no stack. */
static const NjType *stack_type(NjWalk *w, NprtDtype d, unsigned ndim)
{
    return ndim ? nj_np_array_type(w, d, ndim) : nj_type_scalar(w->types, d, false);
}

static const NjType *named(NjWalk *w, const char *name, const char *const *fields,
                           const NjType **types, uint32_t n)
{
    const NjName **names = NJ_NEW_ARRAY(w->arena, const NjName *, n);
    for (uint32_t i = 0; i < n; i++)
        names[i] = nj_name(w, fields[i]);
    return nj_type_namedtuple(w->types, nj_name(w, name), names, types, n);
}

/* ---- systems ---- */

NJ_HANDLER(la_inv)
{
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a))
        return a;
    const NjType *type = nj_np_array_type(w, result_dtype(a.type->dtype), nj_np_ndim(a));
    return nj_rtcall1(w, NJ_RT_la_api_inv, type, c->span, a);
}

NJ_HANDLER(la_solve)
{
    NjVal a = matrix(w, c->args[0], c->span), b = nj_np_array(w, c->args[1], 1, c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    NprtDtype d = result_dtype(nj_promote_dtypes(a.type->dtype, b.type->dtype));
    unsigned na = nj_np_ndim(a), nb = nj_np_ndim(b), n = nb == 1 ? na - 1 : na > nb ? na : nb;
    return nj_rtcall2(w, NJ_RT_la_api_solve, nj_np_array_type(w, d, n), c->span,
                      nj_to_dtype(w, a, d, false, c->span), nj_to_dtype(w, b, d, false, c->span));
}

NJ_HANDLER(la_det)
{
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a))
        return a;
    const NjType *type = stack_type(w, result_dtype(a.type->dtype), nj_np_ndim(a) - 2);
    return nj_normal(w, nj_rtcall1(w, NJ_RT_la_api_det, type, c->span, a));
}

NJ_HANDLER(la_slogdet)
{
    static const char *const fields[] = {"sign", "logabsdet"};
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a))
        return a;
    NprtDtype d = result_dtype(a.type->dtype);
    const NjType *types[2] = {stack_type(w, d, nj_np_ndim(a) - 2),
                              stack_type(w, nj_dtype_real(d), nj_np_ndim(a) - 2)};
    const NjType *type = named(w, "SlogdetResult", fields, types, 2);
    return nj_normal(w, nj_rtcall1(w, NJ_RT_la_api_slogdet, type, c->span, a));
}

/* ---- decompositions ---- */

NJ_HANDLER(la_cholesky)
{
    bool upper;
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a) || !nj_np_known_bool(w, c->args[1], c->span, "upper", &upper))
        return nj_val_error(w);
    const NjType *type = nj_np_array_type(w, result_dtype(a.type->dtype), nj_np_ndim(a));
    return nj_rtcall2(w, NJ_RT_la_api_cholesky, type, c->span, a, nj_val_int(w, upper, c->span));
}

NJ_HANDLER(la_qr)
{
    static const char *const fields[] = {"Q", "R"};
    const char *mode;
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a) || !nj_np_known_text(w, c->args[1], c->span, "mode", &mode))
        return nj_val_error(w);
    unsigned n = nj_np_ndim(a);
    const NjType *full = nj_np_array_type(w, result_dtype(a.type->dtype), n),
                 *types[2] = {full, full};
    const NjType *type = named(w, "QRResult", fields, types, 2);
    NprtLaQrMode how = NPRT_LA_QR_REDUCED;
    if (strcmp(mode, "complete") == 0) {
        how = NPRT_LA_QR_COMPLETE;
    } else if (strcmp(mode, "r") == 0) {
        how = NPRT_LA_QR_R;
        type = full;
    } else if (strcmp(mode, "raw") == 0) {
        how = NPRT_LA_QR_RAW;
        types[1] = nj_np_array_type(w, full->dtype, n - 1);
        type = nj_type_tuple(w->types, types, 2);
    } else if (strcmp(mode, "reduced") != 0) {
        return nj_raises(w, c->span, NPRT_EXC_VALUE_ERROR, "Unrecognized mode '%s'", mode);
    }
    return nj_rtcall2(w, NJ_RT_la_api_qr, type, c->span, a, nj_val_int(w, how, c->span));
}

static NjVal eig(NjWalk *w, const NjCall *c, bool vectors)
{
    static const char *const fields[] = {"eigenvalues", "eigenvectors"};
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a))
        return a;
    NprtDtype d = complex_dtype(a.type->dtype);
    const NjType *types[2] = {nj_np_array_type(w, d, nj_np_ndim(a) - 1),
                              nj_np_array_type(w, d, nj_np_ndim(a))};
    return nj_rtcall1(w, NJ_RT_la_api_eig,
                      vectors ? named(w, "EigResult", fields, types, 2) : types[0], c->span, a);
}

NJ_HANDLER(la_eig)
{
    return eig(w, c, true);
}

NJ_HANDLER(la_eigvals)
{
    return eig(w, c, false);
}

static NjVal eigh(NjWalk *w, const NjCall *c, bool vectors)
{
    static const char *const fields[] = {"eigenvalues", "eigenvectors"};
    const char *uplo;
    NjVal a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a) || !nj_np_known_text(w, c->args[1], c->span, "UPLO", &uplo))
        return nj_val_error(w);
    NprtDtype d = result_dtype(a.type->dtype);
    const NjType *types[2] = {nj_np_array_type(w, nj_dtype_real(d), nj_np_ndim(a) - 1),
                              nj_np_array_type(w, d, nj_np_ndim(a))};
    bool upper = uplo[0] == 'U' || uplo[0] == 'u';
    return nj_rtcall2(w, NJ_RT_la_api_eigh,
                      vectors ? named(w, "EighResult", fields, types, 2) : types[0], c->span, a,
                      nj_val_int(w, upper, c->span));
}

NJ_HANDLER(la_eigh)
{
    return eigh(w, c, true);
}

NJ_HANDLER(la_eigvalsh)
{
    return eigh(w, c, false);
}

static NjVal svd(NjWalk *w, NjVal v, bool full, bool vectors, bool hermitian, NjSpan span)
{
    static const char *const fields[] = {"U", "S", "Vh"};
    NjVal a = matrix(w, v, span);
    if (nj_is_error(a))
        return a;
    unsigned n = nj_np_ndim(a);
    NprtDtype d = result_dtype(a.type->dtype);
    const NjType *types[3] = {nj_np_array_type(w, d, n),
                              nj_np_array_type(w, nj_dtype_real(d), n - 1),
                              nj_np_array_type(w, d, n)};
    return nj_rtcall2(w, NJ_RT_la_api_svd,
                      vectors ? named(w, "SVDResult", fields, types, 3) : types[1], span, a,
                      nj_val_int(w, full | hermitian << 1, span));
}

NJ_HANDLER(la_svd)
{
    bool full, vectors, hermitian;
    if (!nj_np_known_bool(w, c->args[1], c->span, "full_matrices", &full) ||
        !nj_np_known_bool(w, c->args[2], c->span, "compute_uv", &vectors) ||
        !nj_np_known_bool(w, c->args[3], c->span, "hermitian", &hermitian))
        return nj_val_error(w);
    return svd(w, c->args[0], full, vectors, hermitian, c->span);
}

NJ_HANDLER(la_svdvals)
{
    return svd(w, c->args[0], false, false, false, c->span);
}

/* ---- what follows from singular values ---- */

static NjVal number_or(NjWalk *w, NjVal v, double fallback, NjSpan span)
{
    if (!nj_np_given(v))
        return nj_val_float(w, fallback, span);
    return nj_to_float(w, nj_as_array(w, v, span), span);
}

NJ_HANDLER(la_lstsq)
{
    NjVal a = matrix(w, c->args[0], c->span), b = nj_np_array(w, c->args[1], 1, c->span);
    if (nj_is_error(a) || nj_is_error(b))
        return nj_val_error(w);
    if (nj_np_ndim(a) != 2 || nj_np_ndim(b) > 2)
        return nj_raises(w, c->span, NPRT_EXC_LINALG_ERROR, "Array must be two-dimensional");
    NprtDtype d = result_dtype(nj_promote_dtypes(a.type->dtype, b.type->dtype)),
              real = nj_dtype_real(d);
    const NjType *types[4] = {nj_np_array_type(w, d, nj_np_ndim(b)), nj_np_array_type(w, real, 1),
                              nj_type_scalar(w->types, NPRT_I32, false),
                              nj_np_array_type(w, real, 1)};
    return nj_rtcall3(w, NJ_RT_la_api_lstsq, nj_type_tuple(w->types, types, 4), c->span,
                      nj_to_dtype(w, a, d, false, c->span), nj_to_dtype(w, b, d, false, c->span),
                      number_or(w, c->args[2], NAN, c->span));
}

NJ_HANDLER(la_pinv)
{
    bool hermitian;
    NjVal a = matrix(w, c->args[0], c->span),
          rcond = nj_np_given(c->args[3]) ? c->args[3] : c->args[1];
    if (nj_is_error(a) || !nj_np_known_bool(w, c->args[2], c->span, "hermitian", &hermitian))
        return nj_val_error(w);
    const NjType *type = nj_np_array_type(w, result_dtype(a.type->dtype), nj_np_ndim(a));
    return nj_rtcall3(w, NJ_RT_la_api_pinv, type, c->span, a, number_or(w, rcond, 1e-15, c->span),
                      nj_val_int(w, hermitian, c->span));
}

NJ_HANDLER(la_matrix_rank)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(a))
        return a;
    if (nj_np_ndim(a) < 2) {
        NjVal any = nj_call_row(w, nj_func_find("numpy", "any"), (NjVal){0}, &a, 1, c->span);
        return nj_to_dtype(w, any, NPRT_I64, false, c->span);
    }
    const NjType *type = stack_type(w, NPRT_I64, nj_np_ndim(a) - 2);
    return nj_normal(w, nj_rtcall3(w, NJ_RT_la_api_rank, type, c->span, a,
                                   number_or(w, c->args[1], -1, c->span),
                                   number_or(w, c->args[3], -1, c->span)));
}

NJ_HANDLER(la_matrix_power)
{
    int64_t k;
    NjVal a = matrix(w, c->args[0], c->span), n = nj_to_index(w, c->args[1], c->span);
    if (nj_is_error(a) || nj_is_error(n))
        return nj_val_error(w);
    bool negative = nj_known_int(n, &k) && k < 0;
    NprtDtype d = negative ? result_dtype(a.type->dtype) : a.type->dtype;
    return nj_rtcall2(w, NJ_RT_la_api_power, nj_np_array_type(w, d, nj_np_ndim(a)), c->span, a, n);
}

/* ---- norms ---- */

/* ord=: None, "fro", "nuc" or a number. */
static bool norm_of(NjWalk *w, NjVal ord, NjSpan span, NprtLaNorm *out, NjVal *out_p)
{
    *out_p = nj_val_float(w, 0, span);
    *out = NPRT_LA_NORM_DEFAULT;
    if (!nj_np_given(ord))
        return true;
    if (ord.type->kind == NJ_T_STR) {
        const char *text;
        if (!nj_np_known_text(w, ord, span, "ord", &text))
            return false;
        *out = strcmp(text, "nuc") == 0 ? NPRT_LA_NORM_NUC : NPRT_LA_NORM_FRO;
        if (strcmp(text, "nuc") != 0 && strcmp(text, "fro") != 0) {
            nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "Invalid norm order '%s'", text);
            return false;
        }
        return true;
    }
    *out = NPRT_LA_NORM_P;
    *out_p = nj_spill(w, nj_to_float(w, ord, span));
    return !nj_is_error(*out_p);
}

static NjVal norm_all(NjWalk *w, NjVal a, NjVal ord, NjSpan span)
{
    NprtLaNorm norm;
    NjVal p, all = nj_val_int(w, -1, span);
    if (!norm_of(w, ord, span, &norm, &p))
        return nj_val_error(w);
    unsigned n = nj_np_ndim(a);
    if (norm != NPRT_LA_NORM_DEFAULT && n != 1 && n != 2)
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "Improper number of dimensions to norm.");
    if (n == 1 && (norm == NPRT_LA_NORM_FRO || norm == NPRT_LA_NORM_NUC))
        return nj_raises(w, span, NPRT_EXC_VALUE_ERROR, "Invalid norm order '%s' for vectors",
                         norm == NPRT_LA_NORM_FRO ? "fro" : "nuc");
    if (n > 2)
        a = nj_reshape(w, a, &all, 1, span);
    NprtDtype d = a.type->dtype;
    if (nj_np_is_integral(d) || d == NPRT_F16)
        a = nj_to_dtype(w, a, d = d == NPRT_F16 ? NPRT_F32 : NPRT_F64, false, span);
    return nj_normal(w, nj_rtcall3(w, NJ_RT_la_api_norm, stack_type(w, nj_dtype_real(d), 0), span,
                                   a, nj_val_int(w, norm, span), p));
}

NJ_HANDLER(la_norm)
{
    bool keepdims;
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    if (nj_is_error(a) || !nj_np_known_bool(w, c->args[3], c->span, "keepdims", &keepdims))
        return nj_val_error(w);
    if (!nj_np_given(c->args[2]) && !keepdims)
        return norm_all(w, a, c->args[1], c->span);
    NjVal args[4] = {a, c->args[1], c->args[2], c->args[3]};
    return nj_call_prelude(w, "np_linalg", "norm_axes", args, 4, c->span);
}

/* The norm without axes, for the prelude. */
NJ_HANDLER(la_norm_all)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span);
    return nj_is_error(a) ? a : norm_all(w, a, c->args[1], c->span);
}

NJ_HANDLER(la_cond)
{
    NprtLaNorm norm;
    NjVal p, a = matrix(w, c->args[0], c->span);
    if (nj_is_error(a) || !norm_of(w, c->args[1], c->span, &norm, &p))
        return nj_val_error(w);
    const NjType *type =
        stack_type(w, nj_dtype_real(result_dtype(a.type->dtype)), nj_np_ndim(a) - 2);
    return nj_normal(
        w, nj_rtcall3(w, NJ_RT_la_api_cond, type, c->span, a, nj_val_int(w, norm, c->span), p));
}
