/* What kernels leave for the host, with a driver whose device memory is host memory. */
#include "ptx-backend/cuda_internal.h"
#include "runtime/errors.h"
#include "runtime/memory.h"

#include <criterion/criterion.h>
#include <string.h>

/* Texts are fetched in steps of 64 bytes, which this driver does not refuse behind their ends. */
enum { ROOM = 128 };

static CudaResult fake_to_host(void *to, CudaAddress from, size_t bytes, void *stream)
{
    (void)stream;
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return CUDA_OK;
}

static CudaResult fake_sync(void *stream)
{
    (void)stream;
    return CUDA_OK;
}

static void use_fake_driver(NjDeviceError *error)
{
    NjCudaDevice *d = nj_gpu_device();
    d->api.to_host = fake_to_host;
    d->api.stream_sync = fake_sync;
    d->error = error;
}

Test(ptx_report, nothing_to_report)
{
    NjDeviceError error = {0};
    use_fake_driver(&error);
    cr_expect_eq(nj_gpu_report(), 0);
    cr_expect_null(nprt_exc_pending());
}

Test(ptx_report, index_error_with_place)
{
    static const char file[ROOM] = "a rather long name of a file.py", function[ROOM] = "kernel";
    NprtSite site = {file, function, 12};
    NjDeviceError error = {.kind = NPRT_EXC_INDEX_ERROR,
                           .text_form = NJ_DEVICE_TEXT_INDEX,
                           .args = {7, 5, 0, 1},
                           .n_args = 4,
                           .n_frames = 1,
                           .frames = {(uint64_t)(uintptr_t)&site},
                           .block = {3, 0, 0},
                           .thread = {17, 2, 0}};
    use_fake_driver(&error);
    cr_assert_eq(nj_gpu_report(), 1);
    NprtExc *exc = nprt_exc_take();
    cr_assert_not_null(exc);
    cr_expect_eq(exc->kind, NPRT_EXC_INDEX_ERROR);
    cr_expect_eq(exc->line, 12);
    cr_expect_str_eq(exc->message->text,
                     "index 7 is out of bounds for axis 0 with size 5 (in kernel "
                     "'kernel', block (3, 0, 0), thread (17, 2, 0))");
    nprt_release(exc);
    cr_expect_eq(nj_gpu_report(), 0, "an exception is raised once");
}

Test(ptx_report, text_from_the_device)
{
    static const char format[ROOM] = "%lld is more than %lld";
    NjDeviceError error = {.kind = NPRT_EXC_VALUE_ERROR,
                           .text_form = NJ_DEVICE_TEXT_FORMAT,
                           .args = {9, 4},
                           .n_args = 2,
                           .text = (uint64_t)(uintptr_t)format};
    use_fake_driver(&error);
    cr_assert_eq(nj_gpu_report(), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_str_eq(exc->message->text,
                     "9 is more than 4 (in kernel '?', block (0, 0, 0), thread (0, 0, 0))");
    nprt_release(exc);
}

static int n_fetches;

static CudaResult count_to_host(void *to, CudaAddress from, size_t bytes, void *stream)
{
    n_fetches++;
    return fake_to_host(to, from, bytes, stream);
}

Test(ptx_report, constants_are_fetched_once)
{
    static const char file[ROOM] = "file.py", function[ROOM] = "kernel";
    NprtSite site = {file, function, 3};
    int first = 0;
    for (int i = 0; i < 3; i++) {
        NjDeviceError error = {.kind = NPRT_EXC_OVERFLOW_ERROR,
                               .text_form = NJ_DEVICE_TEXT_OVERFLOW,
                               .n_frames = 1,
                               .frames = {(uint64_t)(uintptr_t)&site}};
        use_fake_driver(&error);
        nj_gpu_device()->api.to_host = count_to_host;
        cr_assert_eq(nj_gpu_report(), 1);
        NprtExc *exc = nprt_exc_take();
        cr_expect_eq(exc->line, 3);
        nprt_release(exc);
        first = first ? first : n_fetches;
    }
    cr_expect_eq(n_fetches, first);
    nj_gpu_forget_constants();
}
