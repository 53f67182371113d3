/* np_bytes.c - arrays as memory: flags, bytes. */
#include "runtime/np_arrays.h"

#include "runtime/errors.h"
#include "runtime/str.h"
#include "runtime/view.h"

#include <string.h>

int64_t nprt_array_flags(const NprtDesc *desc, const void *value)
{
    NprtView v;
    nprt_view_of(&v, desc, value);
    int64_t flags = 8;
    if (nprt_view_is_contiguous(&v))
        flags |= 1;
    if (nprt_view_is_contiguous_f(&v))
        flags |= 2;
    const NprtBlock *block = (const NprtBlock *)v.owner;
    if (block && block->obj.kind == NPRT_O_BLOCK && v.data == block->data &&
        nprt_view_size(&v) * nprt_view_itemsize(&v) == block->nbytes)
        flags |= 4;
    return flags;
}

void nprt_array_base(const NprtDesc *desc, const void *value, const NprtDesc *out_desc, void *out)
{
    NprtView v;
    nprt_view_of(&v, desc, value);
    int64_t itemsize = nprt_view_itemsize(&v), size = nprt_view_size(&v);
    const NprtBlock *block = (const NprtBlock *)v.owner;
    if (block && block->obj.kind == NPRT_O_BLOCK) {
        v.data = block->data;
        size = block->nbytes / itemsize;
    }
    v.ndim = 1;
    v.shape[0] = size;
    v.strides[0] = itemsize;
    nprt_view_store(&v, out_desc, out);
}

NprtStr *nprt_array_tobytes(const NprtDesc *desc, const void *value)
{
    NprtView v, to;
    nprt_view_of(&v, desc, value);
    int64_t nbytes = nprt_view_size(&v) * nprt_view_itemsize(&v);
    NprtStr *bytes = nprt_str_raw(nbytes, nbytes);
    bytes->obj.flags = NPRT_STR_BYTES;
    to = v;
    to.data = bytes->text;
    nprt_view_set_strides(&to);
    nprt_view_copy(&to, &v);
    return bytes;
}

int32_t nprt_array_frombuffer(NprtStr *bytes, int64_t count, int64_t offset,
                              const NprtDesc *out_desc, void *out)
{
    static const uint8_t sizes[] = {
#define DTYPE(E, name, ctype, size, kind, bits, chr) size,
#include "runtime/dtypes.def"
#undef DTYPE
    };
    NprtView v;
    int64_t size = sizes[out_desc->dtype];
    if (offset < 0 || offset > bytes->nbytes)
        return nprt_raise(NPRT_EXC_VALUE_ERROR,
                          "offset must be non-negative and no greater than buffer length (%lld)",
                          (long long)bytes->nbytes);
    int64_t room = bytes->nbytes - offset;
    if (count < 0 && room % size != 0)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "buffer size must be a multiple of element size");
    if (count < 0)
        count = room / size;
    if (count > room / size)
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "buffer is smaller than requested size");
    if (nprt_view_new(out_desc, out, 1, &count, false, &v))
        return 1;
    memcpy(v.data, bytes->text + offset, (size_t)(count * size));
    return 0;
}
