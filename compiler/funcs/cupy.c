/* cupy.c - what CuPy has beside NumPy's functions. Its arrays are ordinary ones here. */
#include "compiler/funcs/func.h"

static NjVal module_value(NjWalk *w, const char *name, NjSpan span)
{
    int32_t id = nj_module_find(name);
    NJ_ASSERT(w->u, id >= 0);
    return nj_val_unit(w, nj_type_module(w->types, id), span);
}

/* get_array_module(*arrays): one module serves both. */
NJ_HANDLER(cupy_module)
{
    return module_value(w, "cupy", c->span);
}

NJ_HANDLER(cupy_pool)
{
    return module_value(w, "cupy.<pool>", c->span);
}

NJ_HANDLER(cupy_device)
{
    return module_value(w, "cupy.cuda.<device>", c->span);
}

/* a.get(): a copy for the host. */
NJ_HANDLER(arr_get)
{
    return nj_call_prelude(w, "cupy", "copied", &c->self, 1, c->span);
}
