/* The executor: kernels by name on the CPU, as a device would run them; and the clocks of --record.
 */
#include "runtime/cuda.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/record.h"
#include "runtime/str.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct Row {
    NprtObj *owner;
    char *data;
    int64_t shape, stride;
} Row;

static const NprtDesc row_desc = {
    .kind = NPRT_K_ARRAY, .dtype = NPRT_F32, .ndim = 1, .size = sizeof(Row), .align = 8};
static const NprtDesc f32_desc = {.kind = NPRT_K_SCALAR, .dtype = NPRT_F32, .size = 4, .align = 4};
static const NprtDesc int_desc = {
    .kind = NPRT_K_SCALAR, .dtype = NPRT_I64, .py = 1, .size = 8, .align = 8};

typedef struct Args {
    float a;
    Row x;
} Args;

static const NprtDesc *const elems[] = {&f32_desc, &row_desc};
static const uint32_t offsets[] = {offsetof(Args, a), offsetof(Args, x)};
static const NprtDesc args_desc = {.kind = NPRT_K_TUPLE,
                                   .size = sizeof(Args),
                                   .align = 8,
                                   .n = 2,
                                   .elems = elems,
                                   .offsets = offsets};

/* ---- a kernel as generated code has it ------------------------------------------------------ */

static int n_calls;
static int64_t extents[7];

static int32_t add(void **args, void *result)
{
    const Row *x = args[1];
    (void)result;
    n_calls++;
    for (int i = 0; i < 7; i++)
        extents[i] = *(int64_t *)args[2 + i];
    for (int64_t i = 0; i < x->shape; i++)
        *(float *)(x->data + i * x->stride) += *(float *)args[0];
    return 0;
}

static int32_t fail(void **args, void *result)
{
    (void)args;
    (void)result;
    n_calls++;
    return nprt_raise(NPRT_EXC_INDEX_ERROR, "in call %d", n_calls);
}

static NprtStr *names[2];

static void open_device(void)
{
    int32_t (*const codes[])(void **, void *) = {add, fail};
    nprt_cuda_use_executor();
    names[0] = nprt_str_from_c("add");
    names[1] = nprt_str_from_c("fail");
    for (int i = 0; i < 2; i++) {
        NprtObj *code;
        memcpy(&code, &codes[i], sizeof code);
        nprt_cuda_kernel_code(names[i], code);
    }
    n_calls = 0;
}

static int32_t launch(int kernel, float a, Row x, int64_t grid, int64_t block, int64_t shared)
{
    Args args = {a, x};
    return nprt_cuda_launch(names[kernel], grid, 1, 1, block, 1, 1, shared, NULL, &args_desc, &args,
                            0);
}

static Row device_row(int64_t n)
{
    Row row;
    cr_assert_eq(nprt_cuda_device_array(&int_desc, &n, 0, &row_desc, &row), 0);
    return row;
}

static bool raises(const char *text)
{
    NprtExc *exc = nprt_exc_take();
    bool is_it = exc && strstr(exc->message->text, text);
    nprt_release(exc);
    return is_it;
}

/* ---- tests ---------------------------------------------------------------------------------- */

Test(cuda_executor, host_arrays_travel)
{
    float x[] = {1, 2, 3};
    open_device();
    cr_assert_eq(launch(0, 10, (Row){NULL, (char *)x, 3, 4}, 2, 32, 64), 0);
    cr_expect_eq(n_calls, 1, "its result is wanted");
    cr_expect_eq(x[2], 13);
    const int64_t want[] = {2, 1, 1, 32, 1, 1, 64};
    cr_expect_arr_eq(extents, want, sizeof want);
}

Test(cuda_executor, memory_is_apart_and_not_zero)
{
    float host[2] = {0, 0};
    Row there = {NULL, (char *)host, 2, 4};
    open_device();
    Row d = device_row(2);
    cr_assert_eq(nprt_cuda_copy(&row_desc, &there, &row_desc, &d, NULL), 0);
    cr_expect(isnan(host[0]) && isnan(host[1]));
    host[0] = 5;
    cr_assert_eq(nprt_cuda_copy(&row_desc, &d, &row_desc, &there, NULL), 0);
    host[0] = 6;
    cr_assert_eq(nprt_cuda_copy(&row_desc, &there, &row_desc, &d, NULL), 0);
    cr_expect_eq(host[0], 5);
    nprt_release(d.owner);
}

Test(cuda_executor, launches_wait)
{
    open_device();
    Row d = device_row(1);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(launch(0, 1, d, 1, 1, 0), 0);
    cr_expect_eq(n_calls, 0);
    cr_assert_eq(nprt_cuda_synchronize(), 0);
    cr_expect_eq(n_calls, 3);
    cr_assert_eq(launch(0, 1, d, 1, 1, 0), 0);
    nprt_release(d.owner);
    cr_expect_eq(n_calls, 4, "before its memory is gone");
    d = device_row(1);
    for (int i = 0; i < 5000; i++)
        cr_assert_eq(launch(0, 1, d, 1, 1, 0), 0);
    cr_expect_gt(n_calls, 4, "not all wait for ever");
    nprt_release(d.owner);
}

Test(cuda_executor, exceptions_wait)
{
    open_device();
    Row d = device_row(1);
    cr_assert_eq(launch(1, 1, d, 1, 1, 0), 0);
    cr_assert_eq(launch(1, 1, d, 1, 1, 0), 0);
    cr_assert_eq(launch(0, 1, d, 1, 1, 0), 0);
    cr_expect_eq(nprt_cuda_synchronize(), 1);
    cr_expect(raises("in call 1"), "the first");
    cr_expect_eq(n_calls, 3, "later kernels run");
    cr_expect_eq(nprt_cuda_synchronize(), 0, "once");
    /* an exception of the host is not lost when memory is freed on its way */
    cr_assert_eq(launch(1, 1, d, 1, 1, 0), 0);
    nprt_raise(NPRT_EXC_VALUE_ERROR, "of the host");
    nprt_release(d.owner);
    cr_expect(raises("of the host"));
    cr_expect_eq(nprt_cuda_finish(), 1);
    cr_expect(raises("in call 4"));
}

Test(cuda_executor, limits)
{
    float x[] = {1};
    Row row = {NULL, (char *)x, 1, 4};
    open_device();
    cr_expect_eq(launch(0, 1, row, 0, 32, 0), 1);
    cr_expect(raises("must be positive"));
    cr_expect_eq(launch(0, 1, row, 1, 1025, 0), 1);
    cr_expect(raises("too large"));
    cr_expect_eq(launch(0, 1, row, 1, 32, 1 << 20), 1);
    cr_expect(raises("shared memory"));
    NprtStr *other = nprt_str_from_c("other");
    Args args = {1, row};
    cr_expect_eq(nprt_cuda_launch(other, 1, 1, 1, 1, 1, 1, 0, NULL, &args_desc, &args, 0), 1);
    cr_expect(raises("no device code"));
    nprt_release(other);
    cr_expect_eq(launch(0, 1, row, 1000, NPRT_CUDA_GRID_OF_TASKS, 0), 0);
    cr_expect_eq(extents[0] * extents[3], 1024, "blocks for 1000 tasks");
}

Test(cuda_executor, clocks)
{
    char path[] = "/tmp/npjit-test-XXXXXX";
    float x[] = {1};
    int fd = mkstemp(path);
    close(fd);
    open_device();
    cr_assert(nprt_record_open(path, 0));
    nprt_record_watch_cuda();
    for (int i = 0; i < 3000; i++)
        cr_assert_eq(launch(0, 1, (Row){NULL, (char *)x, 1, 4}, 1, 1, 0), 0);
    Row d = device_row(1);
    cr_assert_eq(launch(1, 1, d, 1, 1, 0), 0);
    cr_expect_eq(nprt_record_variables(), 1, "as the end of the program");
    cr_expect(raises("in call 3001"));
    nprt_release(d.owner);
    nprt_record_add_cuda();
    cr_expect(nprt_record_close());
    unlink(path);
}
