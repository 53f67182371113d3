/* Device arrays and launches of the run-time library, with a driver that keeps device memory apart
 * from host memory and looks at what it is given. */
#include "runtime/cuda.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/str.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct Device {
    int64_t n_live, n_in, n_back; /* allocations, bytes copied */
    int n_launches;
    char bytes[256];
    size_t n_bytes;
    void (*kernel)(const char *bytes);
} Device;

static Device device;

static int32_t fake_alloc(int64_t nbytes, void *stream, char **out)
{
    (void)stream;
    device.n_live++;
    *out = malloc((size_t)nbytes + 1);
    return 0;
}

static void fake_free(char *address)
{
    device.n_live--;
    free(address);
}

static int32_t fake_copy(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream)
{
    (void)stream;
    *(direction == NPRT_CUDA_TO_HOST ? &device.n_back : &device.n_in) +=
        rows->row_bytes * rows->n_rows;
    return nprt_cuda_host_driver.copy(rows, direction, stream);
}

static int32_t fake_launch(const NprtCudaLaunch *launch)
{
    device.n_launches++;
    device.n_bytes = launch->n_bytes;
    cr_assert_leq(launch->n_bytes, sizeof device.bytes);
    memcpy(device.bytes, launch->bytes, launch->n_bytes);
    if (device.kernel)
        device.kernel(launch->bytes);
    return 0;
}

static void open_device(void)
{
    static NprtCudaDriver driver;
    driver = nprt_cuda_host_driver;
    driver.is_host = false;
    driver.alloc = fake_alloc;
    driver.free = fake_free;
    driver.copy = fake_copy;
    driver.launch = fake_launch;
    device = (Device){0};
    nprt_cuda_install(&driver);
}

/* ---- values --------------------------------------------------------------------------------- */

typedef struct Row {
    NprtObj *owner;
    char *data;
    int64_t shape, stride;
} Row;

static const NprtDesc row_desc = {
    .kind = NPRT_K_ARRAY, .dtype = NPRT_F32, .ndim = 1, .size = sizeof(Row), .align = 8};
static const NprtDesc f32_desc = {.kind = NPRT_K_SCALAR, .dtype = NPRT_F32, .size = 4, .align = 4};

typedef struct Args {
    float a;
    Row x, y;
} Args;

static const NprtDesc *const elems[] = {&f32_desc, &row_desc, &row_desc};
static const uint32_t offsets[] = {offsetof(Args, a), offsetof(Args, x), offsetof(Args, y)};
static const NprtDesc args_desc = {.kind = NPRT_K_TUPLE,
                                   .size = sizeof(Args),
                                   .align = 8,
                                   .n = 3,
                                   .elems = elems,
                                   .offsets = offsets};

static int32_t launch(Args *args, int64_t grid, int64_t block, int64_t flags)
{
    NprtStr *name = nprt_str_from_c("kernel");
    int32_t status = nprt_cuda_launch(name, grid, 1, 1, block, 1, 1, 0, NULL, &args_desc, args,
                                      flags);
    nprt_release(name);
    return status;
}

/* y[i] = a * x[i] + y[i], as a device would read its parameters. */
static void saxpy(const char *bytes)
{
    struct {
        float a;
        const float *x;
        int64_t nx, sx;
        float *y;
        int64_t ny, sy;
    } p;
    memcpy(&p, bytes, sizeof p);
    for (int64_t i = 0; i < p.ny; i++)
        p.y[i] = p.a * p.x[i] + p.y[i];
}

/* ---- tests ---------------------------------------------------------------------------------- */

Test(cuda_launch, host_arrays_travel)
{
    float x[] = {1, 2, 3, 4}, y[] = {1, 1, 1, 1};
    Args args = {2, {NULL, (char *)x, 4, 4}, {NULL, (char *)y, 4, 4}};
    open_device();
    device.kernel = saxpy;
    int64_t flags = NPRT_CUDA_ARG_NOT_WRITTEN << 2; /* x */
    cr_assert_eq(launch(&args, 1, 4, flags), 0);
    cr_expect_eq(device.n_bytes, 56u);
    cr_expect_eq(device.n_in, 32);
    cr_expect_eq(device.n_back, 16, "x is only read");
    cr_expect_eq(device.n_live, 0);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(y[i], 2 * (i + 1) + 1);
    nprt_cuda_install(NULL);
}

Test(cuda_launch, overlapping_arrays_stay_together)
{
    float both[] = {0, 1, 2, 3, 4};
    Args args = {1, {NULL, (char *)both, 4, 4}, {NULL, (char *)(both + 1), 4, 4}};
    open_device();
    device.kernel = saxpy;
    cr_assert_eq(launch(&args, 1, 4, NPRT_CUDA_ARG_NOT_WRITTEN << 2), 0);
    cr_expect_eq(device.n_in, 20, "one copy for both");
    const float want[] = {0, 1, 3, 6, 10};
    cr_expect_arr_eq(both, want, sizeof want);
    nprt_cuda_install(NULL);
}

Test(cuda_launch, device_arrays_stay)
{
    float x[] = {1, 2, 3}, y[] = {4, 5, 6};
    Row host_x = {NULL, (char *)x, 3, 4}, host_y = {NULL, (char *)y, 3, 4}, back;
    open_device();
    device.kernel = saxpy;
    Args args = {10, {0}, {0}};
    cr_assert_eq(nprt_cuda_to_device(&row_desc, &host_x, NULL, &row_desc, &args.x), 0);
    cr_assert_eq(nprt_cuda_to_device(&row_desc, &host_y, NULL, &row_desc, &args.y), 0);
    cr_expect(nprt_cuda_is_device(&row_desc, &args.x));
    cr_expect_not(nprt_cuda_is_device(&row_desc, &host_x));
    cr_assert_eq(launch(&args, 1, 3, 0), 0);
    cr_expect_eq(device.n_back, 0);
    cr_assert_eq(nprt_cuda_copy_to_host(&row_desc, &args.y, NULL, &row_desc, &back), 0);
    const float want[] = {14, 25, 36};
    cr_expect_arr_eq(back.data, want, sizeof want);
    nprt_release(args.x.owner);
    nprt_release(args.y.owner);
    nprt_release(back.owner);
    cr_expect_eq(device.n_live, 0);
    nprt_cuda_install(NULL);
}

Test(cuda_launch, strided_copies)
{
    float x[] = {0, 1, 2, 3, 4, 5, 6};
    Row host = {NULL, (char *)x, 7, 4}, whole, back;
    open_device();
    cr_assert_eq(nprt_cuda_to_device(&row_desc, &host, NULL, &row_desc, &whole), 0);
    Row odd = {whole.owner, whole.data + 4, 3, 8};
    cr_assert_eq(nprt_cuda_copy_to_host(&row_desc, &odd, NULL, &row_desc, &back), 0);
    const float want[] = {1, 3, 5};
    cr_expect_arr_eq(back.data, want, sizeof want);
    float value = 9;
    cr_assert_eq(nprt_cuda_copy(&row_desc, &odd, &f32_desc, &value, NULL), 0);
    nprt_release(back.owner);
    cr_assert_eq(nprt_cuda_copy_to_host(&row_desc, &whole, NULL, &row_desc, &back), 0);
    const float filled[] = {0, 9, 2, 9, 4, 9, 6};
    cr_expect_arr_eq(back.data, filled, sizeof filled);
    nprt_release(back.owner);
    nprt_release(whole.owner);
    nprt_cuda_install(NULL);
}

Test(cuda_launch, bad_shapes_raise)
{
    Args args = {0};
    open_device();
    cr_expect_eq(launch(&args, 0, 32, 0), 1);
    nprt_exc_clear();
    cr_expect_eq(launch(&args, 1, 0, 0), 1);
    nprt_exc_clear();
    cr_expect_eq(device.n_launches, 0);
    nprt_cuda_install(NULL);
}

Test(cuda_launch, host_driver_has_no_kernels)
{
    Args args = {0};
    nprt_cuda_install(NULL);
    cr_expect_eq(launch(&args, 1, 1, 0), 1);
    NprtExc *exc = nprt_exc_take();
    cr_expect_eq(exc->kind, NPRT_EXC_RUNTIME_ERROR);
    nprt_release(exc);
}
