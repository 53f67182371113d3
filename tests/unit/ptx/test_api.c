/* Finding the driver's library, and what is said when it is not to be had. */
#include "ptx-backend/cuda_api.h"

#include <criterion/criterion.h>
#include <string.h>

static char text[256];

static bool open_file(const char *path)
{
    NjCudaApi api;
    text[0] = '\0';
    return nj_gpu_api_open_file(&api, path, text, sizeof text);
}

Test(ptx_api, no_library)
{
    cr_expect_not(open_file("/no/such/folder/libcuda.so.1"));
    cr_expect_str_eq(text, "there is no NVIDIA driver (/no/such/folder/libcuda.so.1 was not found)");
}

Test(ptx_api, not_a_library)
{
    cr_expect_not(open_file(NJ_TEST_ROOT "/README.md"));
    cr_expect_eq(strncmp(text, "the NVIDIA driver cannot be loaded (", 36), 0, "%s", text);
}

Test(ptx_api, library_without_the_functions)
{
    cr_expect_not(open_file("libm.so.6"));
    cr_expect_eq(strncmp(text, "the NVIDIA driver is too old: it lacks cu", 41), 0, "%s", text);
}
