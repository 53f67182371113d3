/* cupy.c - what CuPy has beside NumPy's functions. Its arrays are ordinary ones here. */
#include "compiler/funcs/func.h"

/* get_array_module(*arrays): one module serves both. */
NJ_HANDLER(cupy_module)
{
    return nj_val_module(w, "cupy", c->span);
}

NJ_HANDLER(cupy_pool)
{
    return nj_val_module(w, "cupy.<pool>", c->span);
}

NJ_HANDLER(cupy_device)
{
    return nj_val_module(w, "cupy.cuda.<device>", c->span);
}

/* Copies for the host. */
NJ_HANDLER(cupy_copy)
{
    return nj_call_prelude(w, "cupy", "copied", &c->args[0], 1, c->span);
}

NJ_HANDLER(arr_get)
{
    return nj_call_prelude(w, "cupy", "copied", &c->self, 1, c->span);
}
