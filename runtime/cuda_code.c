/* cuda_code.c - texts of the device code, for programs that look at theirs. */
#include "runtime/cuda.h"
#include "runtime/errors.h"
#include "runtime/str.h"

#include <stdlib.h>

/* Set before the program starts. */
static NprtCudaCode *make_code;

void nprt_cuda_install_code(NprtCudaCode *make)
{
    make_code = make;
}

int32_t nprt_cuda_code(int64_t what, NprtStr *arch, void **out)
{
    if (!make_code)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR,
                          "the code of kernels can only be seen when npjit runs the program");
    char error[256] = "";
    char *text = make_code((NprtCudaText)what, arch->text, error, sizeof error);
    if (!text)
        return nprt_raise(NPRT_EXC_RUNTIME_ERROR, "%s", error);
    *out = nprt_str_from_c(text);
    free(text);
    return 0;
}
