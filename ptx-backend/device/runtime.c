/* runtime.c - the functions of the run-time library that device code calls: exceptions, print.
 *
 * They have the names and arguments of runtime/errors.h and runtime/print.h, so that lowering need
 * not know on which side it is. A thread that raises leaves a record; the first one wins. The host
 * makes the exception from it (ptx-backend/cuda_report.c). */
#include "ptx-backend/device/device_abi.h"
#include "runtime/errors.h"
#include "runtime/nprt.h"

#include <stdbool.h>

extern NjDeviceState nj_device_state;
NjDeviceState nj_device_state;

#define COLD __attribute__((noinline, cold))

/* ---- this thread ---------------------------------------------------------------------------- */

static uint64_t thread_number(void)
{
    uint64_t block = __nvvm_read_ptx_sreg_ctaid_x() +
                     (uint64_t)__nvvm_read_ptx_sreg_nctaid_x() *
                         (__nvvm_read_ptx_sreg_ctaid_y() +
                          (uint64_t)__nvvm_read_ptx_sreg_nctaid_y() * __nvvm_read_ptx_sreg_ctaid_z());
    uint64_t thread =
        __nvvm_read_ptx_sreg_tid_x() +
        (uint64_t)__nvvm_read_ptx_sreg_ntid_x() *
            (__nvvm_read_ptx_sreg_tid_y() +
             (uint64_t)__nvvm_read_ptx_sreg_ntid_y() * __nvvm_read_ptx_sreg_tid_z());
    return block * 1024 + thread;
}

/* ---- exceptions ----------------------------------------------------------------------------- */

/* The record, if this thread is the first to raise. */
static COLD NjDeviceError *claim(int32_t kind, NjDeviceText form)
{
    uint64_t none = 0, me = thread_number() + 1;
    if (!nj_device_state.error ||
        !__atomic_compare_exchange_n(&nj_device_state.error_claimed, &none, me, false,
                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return 0;
    NjDeviceError *error = (NjDeviceError *)nj_device_state.error;
    error->text_form = form;
    error->n_args = error->n_frames = 0;
    error->text = 0;
    error->owner = me;
    error->block[0] = __nvvm_read_ptx_sreg_ctaid_x();
    error->block[1] = __nvvm_read_ptx_sreg_ctaid_y();
    error->block[2] = __nvvm_read_ptx_sreg_ctaid_z();
    error->thread[0] = __nvvm_read_ptx_sreg_tid_x();
    error->thread[1] = __nvvm_read_ptx_sreg_tid_y();
    error->thread[2] = __nvvm_read_ptx_sreg_tid_z();
    error->extent[0] = __nvvm_read_ptx_sreg_ntid_x();
    error->extent[1] = __nvvm_read_ptx_sreg_ntid_y();
    error->extent[2] = __nvvm_read_ptx_sreg_ntid_z();
    error->n_copies = 0;
    error->kind = kind;
    return error;
}

COLD int32_t nprt_raise_index(int64_t index, int64_t size, int32_t axis, int32_t ndim)
{
    NjDeviceError *error = claim(NPRT_EXC_INDEX_ERROR, NJ_DEVICE_TEXT_INDEX);
    if (error) {
        error->args[0] = index;
        error->args[1] = size;
        error->args[2] = axis;
        error->args[3] = ndim;
        error->n_args = 4;
    }
    return 1;
}

COLD int32_t nprt_raise_check(int32_t kind, const char *format, int32_t nargs, const int64_t *args)
{
    NjDeviceError *error = claim(kind, NJ_DEVICE_TEXT_FORMAT);
    if (error) {
        error->text = (uint64_t)format;
        for (int32_t i = 0; i < nargs && i < NJ_DEVICE_MAX_ARGS; i++)
            error->args[error->n_args++] = args[i];
    }
    return 1;
}

COLD int32_t nprt_raise_overflow(void)
{
    claim(NPRT_EXC_OVERFLOW_ERROR, NJ_DEVICE_TEXT_OVERFLOW);
    return 1;
}

COLD int32_t nprt_raise_zero_division(int32_t what)
{
    NjDeviceError *error = claim(NPRT_EXC_ZERO_DIVISION_ERROR, NJ_DEVICE_TEXT_ZERO);
    if (error) {
        error->args[0] = what;
        error->n_args = 1;
    }
    return 1;
}

/* An exception value is its kind above the address of its text: addresses have 48 bits. */
enum { KIND_SHIFT = 48 };

NprtExc *nprt_exc_new(int64_t kind, NprtStr *message)
{
    return (NprtExc *)((uint64_t)kind << KIND_SHIFT | (uint64_t)message);
}

COLD int32_t nprt_exc_raise(NprtExc *exc)
{
    uint64_t word = (uint64_t)exc;
    NjDeviceError *error = claim((int32_t)(word >> KIND_SHIFT), NJ_DEVICE_TEXT_STR);
    if (error)
        error->text = word & ((UINT64_C(1) << KIND_SHIFT) - 1);
    return 1;
}

/* The thread that raised stands for several (compiler/analysis/kernels_coarse.c). */
COLD void nj_device_copy(int64_t copy, int64_t n_copies, int32_t dim)
{
    NjDeviceError *error = (NjDeviceError *)nj_device_state.error;
    if (!error || nj_device_state.error_claimed != thread_number() + 1)
        return;
    error->copy = (uint32_t)copy;
    error->n_copies = (uint32_t)n_copies;
    error->copy_dim = (uint32_t)dim;
}

COLD void nprt_traceback(const NprtSite *site)
{
    NjDeviceError *error = (NjDeviceError *)nj_device_state.error;
    if (error && nj_device_state.error_claimed == thread_number() + 1 &&
        error->n_frames < NJ_DEVICE_MAX_FRAMES)
        error->frames[error->n_frames++] = (uint64_t)site;
}

/* ---- print ---------------------------------------------------------------------------------- */

static COLD void print_piece(uint8_t kind, uint8_t dtype, uint8_t py, const char *bytes, uint32_t n)
{
    uint64_t size = (sizeof(NjDevicePiece) + n + 15) / 16 * 16;
    uint64_t at = __atomic_fetch_add(&nj_device_state.print_used, size, __ATOMIC_RELAXED);
    if (at + size > nj_device_state.print_room)
        return;
    NjDevicePiece *piece = (NjDevicePiece *)(nj_device_state.print_buffer + at);
    piece->thread = thread_number();
    piece->kind = kind;
    piece->dtype = dtype;
    piece->py = py;
    char *to = (char *)(piece + 1);
    for (uint32_t i = 0; i < n; i++)
        to[i] = bytes[i];
    piece->bytes = n;
}

void nprt_print_text(NprtStr *text)
{
    print_piece(NPRT_K_STR, 0, 0, text->text, (uint32_t)text->nbytes);
}

static void print_literal(const char *text)
{
    uint32_t n = 0;
    while (text[n])
        n++;
    print_piece(NPRT_K_STR, 0, 0, text, n);
}

static void print_scalar(const NprtDesc *desc, const void *value)
{
    print_piece(NPRT_K_SCALAR, desc->dtype, desc->py, value, desc->size);
}

/* Numbers, str, None, and tuples of numbers. */
COLD void nprt_print_value(const NprtDesc *desc, const void *value)
{
    if (desc->kind == NPRT_K_STR) {
        nprt_print_text(*(NprtStr *const *)value);
    } else if (desc->kind == NPRT_K_SCALAR) {
        print_scalar(desc, value);
    } else if (desc->kind == NPRT_K_TUPLE) {
        print_literal("(");
        for (uint32_t i = 0; i < desc->n; i++) {
            if (i)
                print_literal(", ");
            if (desc->elems[i]->kind == NPRT_K_SCALAR)
                print_scalar(desc->elems[i], (const char *)value + desc->offsets[i]);
        }
        print_literal(desc->n == 1 ? ",)" : ")");
    } else {
        print_literal(desc->kind == NPRT_K_NONE ? "None" : "?");
    }
}

void nprt_print_flush(void)
{
}

/* ---- cooperative launches ------------------------------------------------------------------- */

static uint32_t arrivals; /* the top bit flips when the last block of the grid arrives */

/* All blocks are resident, so that waiting for them is safe. */
COLD void nj_grid_sync(void)
{
    const uint32_t top = UINT32_C(1) << 31;
    __nvvm_bar_sync(0);
    bool is_first_thread = __nvvm_read_ptx_sreg_tid_x() == 0 &&
                           __nvvm_read_ptx_sreg_tid_y() == 0 && __nvvm_read_ptx_sreg_tid_z() == 0;
    if (is_first_thread) {
        uint32_t blocks = __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_nctaid_y() *
                          __nvvm_read_ptx_sreg_nctaid_z();
        bool is_first_block = __nvvm_read_ptx_sreg_ctaid_x() == 0 &&
                              __nvvm_read_ptx_sreg_ctaid_y() == 0 &&
                              __nvvm_read_ptx_sreg_ctaid_z() == 0;
        __nvvm_membar_gl();
        uint32_t old = __atomic_fetch_add(&arrivals, is_first_block ? top - (blocks - 1) : 1,
                                          __ATOMIC_RELAXED);
        while (((old ^ __atomic_load_n(&arrivals, __ATOMIC_RELAXED)) & top) == 0) {
        }
        __nvvm_membar_gl();
    }
    __nvvm_bar_sync(0);
}
