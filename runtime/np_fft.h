/* np_fft.h - discrete Fourier transforms along one axis of an array. */
#ifndef NPRT_NP_FFT_H
#define NPRT_NP_FFT_H

#include "runtime/nprt.h"

#include <stdint.h>

typedef enum NprtFft {
    NPRT_FFT_FORWARD, /* sum of x[j] * exp(-2 pi i j k / n) */
    NPRT_FFT_BACKWARD,
    NPRT_FFT_REAL,     /* of real numbers: the first n / 2 + 1 values */
    NPRT_FFT_REAL_BACK /* n real numbers of the first n / 2 + 1 values of a Hermitian sequence */
} NprtFft;

/* Transforms of length n (the input is cut or padded with zeros) along the axis, times `factor`.
 * The result is complex, for REAL_BACK real. ValueError when n < 1. */
int32_t nprt_fft(const NprtDesc *desc, const void *value, int64_t axis, int64_t n, int64_t kind,
                 double factor, const NprtDesc *out_desc, void *out);

#endif
