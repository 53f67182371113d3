/* np_fft.c - numpy.fft: lengths, norms and dtypes; runtime/np_fft.c computes. */
#include "runtime/np_fft.h"
#include "compiler/funcs/np_internal.h"

#include <string.h>

/* norm=: what the result is multiplied with. */
static bool factor_of(NjWalk *w, NjVal norm, NjVal n, bool forward, NjSpan span, NjVal *out)
{
    const char *text = "backward";
    if (nj_np_given(norm) && !nj_np_known_text(w, norm, span, "norm", &text))
        return false;
    NjVal one = nj_val_float(w, 1, span), size = nj_to_float(w, n, span);
    if (strcmp(text, "ortho") == 0) {
        *out = nj_map_binary(w, NJ_BIN_DIV, one, nj_map_unary(w, NJ_UN_SQRT, size, NPRT_F64, span),
                             NPRT_F64, span);
    } else if (strcmp(text, "backward") == 0 || strcmp(text, "forward") == 0) {
        bool scaled = forward == (text[0] == 'f');
        *out = scaled ? nj_map_binary(w, NJ_BIN_DIV, one, size, NPRT_F64, span) : one;
    } else {
        nj_raises(w, span, NPRT_EXC_VALUE_ERROR,
                  "Invalid norm value %s; should be \"backward\", \"ortho\" or \"forward\".", text);
        return false;
    }
    return true;
}

/* fft, ifft, rfft, irfft: "a, n=None, axis=-1, norm=None, out=None". */
static NjVal fft(NjWalk *w, const NjCall *c, NprtFft kind)
{
    NjVal a = nj_np_array(w, c->args[0], 1, c->span), n, factor;
    unsigned axis;
    if (nj_is_error(a) || !nj_np_axis(w, c->args[2], nj_np_ndim(a), c->span, &axis))
        return nj_val_error(w);
    NprtDtype d = a.type->dtype;
    if (kind == NPRT_FFT_REAL && nj_dtype_is_complex(d))
        return nj_raises(
            w, c->span, NPRT_EXC_TYPE_ERROR,
            "ufunc 'rfft_n_even' did not contain a loop with signature matching types");
    if (nj_np_given(c->args[1])) {
        n = nj_to_index(w, c->args[1], c->span);
    } else {
        n = nj_shape_of(w, a, axis, c->span);
        NjVal one = nj_val_int(w, 1, c->span), two = nj_val_int(w, 2, c->span);
        if (kind == NPRT_FFT_REAL_BACK)
            n = nj_map_binary(w, NJ_BIN_MUL,
                              nj_map_binary(w, NJ_BIN_SUB, n, one, NPRT_I64, c->span), two,
                              NPRT_I64, c->span);
    }
    n = nj_spill(w, n);
    bool forward = kind == NPRT_FFT_FORWARD || kind == NPRT_FFT_REAL;
    if (nj_is_error(n) || !factor_of(w, c->args[3], n, forward, c->span, &factor))
        return nj_val_error(w);
    bool single = d == NPRT_F32 || d == NPRT_C64 || d == NPRT_F16;
    NprtDtype out = kind == NPRT_FFT_REAL_BACK ? (single ? NPRT_F32 : NPRT_F64)
                                               : (single ? NPRT_C64 : NPRT_C128);
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, 5);
    NjVal vals[5] = {a, nj_val_int(w, axis, c->span), n, nj_val_int(w, kind, c->span), factor};
    for (int i = 0; i < 5; i++)
        args[i] = nj_expr_of(w, vals[i], c->span);
    NjVal v = nj_rtcall(w, NJ_RT_fft, nj_np_array_type(w, out, nj_np_ndim(a)), c->span, 5, args);
    return nj_np_into_out(w, v, c->args[4], "fft", c->span);
}

NJ_HANDLER(fft_fft)
{
    return fft(w, c, NPRT_FFT_FORWARD);
}

NJ_HANDLER(fft_ifft)
{
    return fft(w, c, NPRT_FFT_BACKWARD);
}

NJ_HANDLER(fft_rfft)
{
    return fft(w, c, NPRT_FFT_REAL);
}

NJ_HANDLER(fft_irfft)
{
    return fft(w, c, NPRT_FFT_REAL_BACK);
}
