/* cuda.c - names and kinds of the CUDA operations. */
#include "compiler/ir/cuda.h"

#include "compiler/support/strbuf.h"

static const char *const names[] = {
#define CUDA_OP(name, purity) #name,
#include "compiler/funcs/cuda_ops.def"
#undef CUDA_OP
};

static const NjCudaKind kinds[] = {
#define CUDA_OP(name, purity) NJ_CUDA_##purity,
#include "compiler/funcs/cuda_ops.def"
#undef CUDA_OP
};

NjCudaKind nj_cuda_kind(NjCudaOp op)
{
    return kinds[op];
}

const char *nj_cuda_name(NjCudaOp op)
{
    return names[op];
}

const char *nj_cuda_symbol(NjArena *arena, const char *name)
{
    NjStrBuf text;
    nj_strbuf_init(&text, arena);
    for (const unsigned char *at = (const unsigned char *)name; *at; at++) {
        bool is_plain = (*at >= '0' && *at <= '9') || (*at >= 'A' && *at <= 'Z') ||
                        (*at >= 'a' && *at <= 'z') || *at == '_';
        if (is_plain)
            nj_strbuf_putc(&text, (char)*at);
        else if (*at == '.')
            nj_strbuf_putc(&text, '$');
        else
            nj_strbuf_printf(&text, "$%02x", *at);
    }
    return text.text;
}
