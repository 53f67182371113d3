/* cuda_code.c - what kernels tell of their code: signatures, texts, registers and memory. */
#include "compiler/funcs/cuda_internal.h"

#include "runtime/cuda.h"

#include <string.h>

static bool want_cuda_kernel(NjWalk *w, const NjCall *c)
{
    const NjType *t = c->self.type;
    if (t->kind == NJ_T_FUNC && t->func->jit.kind == NJ_JIT_CUDA_KERNEL && !w->in_kernel)
        return true;
    nj_fail(w, c->span,
            "AttributeError: only CUDA kernels have %s; npjit --emit=llvm and --emit=asm print the "
            "code of "
            "other functions",
            nj_func_row(c->id)->name);
    return false;
}

NJ_HANDLER(cuda_signatures)
{
    NjVal signatures, symbols;
    if (!want_cuda_kernel(w, c) || !nj_cuda_compiled(w, c->self, &signatures, &symbols, c->span))
        return nj_val_error(w);
    return signatures;
}

/* `number` of each specialisation by its signature, or of the one that is asked for. */
static NjVal tell(NjWalk *w, const NjCall *c, const char *function, int64_t number)
{
    NjVal args[4];
    if (!want_cuda_kernel(w, c) || !nj_cuda_compiled(w, c->self, &args[0], &args[1], c->span))
        return nj_val_error(w);
    args[2] = nj_val_int(w, number, c->span);
    args[3] = c->args[0];
    /* a tuple of types says the same as the text; one of several cannot be told from it */
    if (!nj_is_none(args[3]) && args[3].type->kind != NJ_T_STR)
        args[3] = nj_val_str(w, "", 0, c->span);
    const char *name =
        nj_arena_printf(w->arena, "%s%s", function, nj_is_none(args[3]) ? "_all" : "");
    return nj_call_prelude(w, "cuda", name, args, nj_is_none(args[3]) ? 3 : 4, c->span);
}

NJ_HANDLER(cuda_inspect_asm)
{
    return tell(w, c, "code", NPRT_CUDA_TEXT_PTX);
}

NJ_HANDLER(cuda_inspect_llvm)
{
    return tell(w, c, "code", NPRT_CUDA_TEXT_LLVM);
}

NJ_HANDLER(cuda_inspect_sass)
{
    return tell(w, c, "code", NPRT_CUDA_TEXT_SASS);
}

/* Prints the types of the variables. */
NJ_HANDLER(cuda_inspect_types)
{
    if (!want_cuda_kernel(w, c))
        return nj_val_error(w);
    const char *name = c->self.type->func->name->text;
    NjVal arg = nj_val_str(w, name, (uint32_t)strlen(name), c->span);
    return nj_call_prelude(w, "cuda", "print_types", &arg, 1, c->span);
}

NJ_HANDLER(cuda_kernel_number)
{
    static const struct {
        const char *name;
        NprtCudaKernelInfo what;
    } numbers[] = {{"get_regs_per_thread", NPRT_CUDA_KERNEL_REGISTERS},
                   {"get_shared_mem_per_block", NPRT_CUDA_KERNEL_SHARED},
                   {"get_const_mem_size", NPRT_CUDA_KERNEL_CONST},
                   {"get_local_mem_per_thread", NPRT_CUDA_KERNEL_LOCAL},
                   {"get_max_threads_per_block", NPRT_CUDA_KERNEL_MAX_THREADS}};
    const char *name = nj_func_row(c->id)->name;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].name, name) == 0)
            return tell(w, c, "info", numbers[i].what);
    return nj_val_error(w);
}

/* _code(what, arch) and _kernel_info(symbol, what), for the prelude. */
NJ_HANDLER(cuda_code)
{
    return nj_rtcall2(w, NJ_RT_cuda_code, nj_type_str(w->types), c->span, c->args[0], c->args[1]);
}

NJ_HANDLER(cuda_kernel_info)
{
    return nj_rtcall2(w, NJ_RT_cuda_kernel_info, nj_type_pyint(w->types), c->span, c->args[0],
                      c->args[1]);
}

NJ_HANDLER(cuda_declare_device)
{
    return nj_fail(w, c->span,
                   "device code of other compilers cannot be linked; write the function with "
                   "@cuda.jit(device=True), or look whether numba.cuda.libdevice has it");
}

NJ_HANDLER(cuda_compile)
{
    return nj_fail(w, c->span, "cuda.%s is only supported in a call", nj_func_row(c->id)->name);
}
