/* type.c - the table of interned types.
 *
 * A type is looked up by its contents in an open-addressing table and made when new. Parts are interned
 * before the whole, so contents compare by pointer. */
#include "compiler/types/type.h"

#include <string.h>

struct NjTypes {
    NjArena *arena;
    const NjType **slots; /* power of two */
    uint32_t n_slots, n;
    NjType **objects; /* instance types, one per class */
    uint32_t n_objects, cap_objects;
    bool has_variants;
};

static uint64_t mix(uint64_t h, uint64_t x)
{
    h ^= x + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0xff51afd7ed558ccdu;
}

static uint64_t hash_type(const NjType *t)
{
    uint64_t h = mix(t->kind, ((uint64_t)t->dtype << 8) | t->ndim);
    h = mix(h, ((uint64_t)t->layout << 2) | (uint64_t)t->py << 1 | t->frozen | (uint64_t)t->device << 6);
    for (uint32_t i = 0; i < t->n && t->elems; i++)
        h = mix(h, (uintptr_t)t->elems[i]);
    h = mix(h, (uintptr_t)t->name);
    h = mix(h, (uintptr_t)t->func ^ (uintptr_t)t->cls);
    h = mix(h, (uint64_t)(uint32_t)t->id << 32 | t->site);
    return h ^ (h >> 32);
}

static bool same_type(const NjType *a, const NjType *b)
{
    if (a->kind != b->kind || a->dtype != b->dtype || a->py != b->py || a->frozen != b->frozen ||
        a->ndim != b->ndim || a->layout != b->layout || a->device != b->device || a->n != b->n ||
        a->name != b->name ||
        a->func != b->func || a->cls != b->cls || a->id != b->id || a->site != b->site ||
        !a->names != !b->names)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->elems[i] != b->elems[i] || (a->names && a->names[i] != b->names[i]))
            return false;
    return true;
}

static bool kind_is_heap(NjTypeKind kind)
{
    switch (kind) {
    case NJ_T_STR:
    case NJ_T_BYTES:
    case NJ_T_LIST:
    case NJ_T_DICT:
    case NJ_T_SET:
    case NJ_T_ARRAY:
    case NJ_T_OBJECT:
    case NJ_T_CELL:
    case NJ_T_EXC:
    case NJ_T_RNG:
    case NJ_T_OPAQUE:
        return true;
    default:
        return false;
    }
}

static bool kind_is_struct(NjTypeKind kind)
{
    return kind == NJ_T_TUPLE || kind == NJ_T_FUNC || kind == NJ_T_BOUND || kind == NJ_T_ITER;
}

/* Facts that follow from the contents. */
static void derive(NjType *t)
{
    t->is_managed = kind_is_heap(t->kind);
    switch (t->kind) {
    case NJ_T_NONE:
    case NJ_T_BUILTIN:
    case NJ_T_MODULE:
    case NJ_T_DTYPE:
    case NJ_T_CLASS:
    case NJ_T_ELLIPSIS:
    case NJ_T_ERROR:
    case NJ_T_NEVER:
    case NJ_T_BIGINT:
        t->is_unit = true;
        return;
    default:
        break;
    }
    if (!kind_is_struct(t->kind) && t->kind != NJ_T_OPTIONAL)
        return;
    bool unit = kind_is_struct(t->kind);
    for (uint32_t i = 0; i < t->n; i++) {
        t->is_managed |= t->elems[i]->is_managed;
        unit &= t->elems[i]->is_unit;
    }
    t->is_unit = unit;
}

static void insert_slot(NjTypes *types, const NjType *t)
{
    uint32_t at = (uint32_t)hash_type(t) & (types->n_slots - 1);
    while (types->slots[at])
        at = (at + 1) & (types->n_slots - 1);
    types->slots[at] = t;
}

static void grow(NjTypes *types)
{
    const NjType **old = types->slots;
    uint32_t n_old = types->n_slots;
    types->n_slots = n_old ? n_old * 2 : 256;
    types->slots = NJ_NEW_ARRAY(types->arena, const NjType *, types->n_slots);
    for (uint32_t i = 0; i < n_old; i++)
        if (old[i])
            insert_slot(types, old[i]);
}

/* The interned type with the contents of `proto`, whose arrays are copied when it is new. */
static const NjType *intern(NjTypes *types, const NjType *proto)
{
    if ((types->n + 1) * 2 > types->n_slots)
        grow(types);
    uint32_t at = (uint32_t)hash_type(proto) & (types->n_slots - 1);
    for (; types->slots[at]; at = (at + 1) & (types->n_slots - 1))
        if (same_type(types->slots[at], proto))
            return types->slots[at];
    NjType *t = nj_arena_copy(types->arena, proto, sizeof *proto);
    if (proto->elems)
        t->elems = nj_arena_copy(types->arena, proto->elems, proto->n * sizeof *proto->elems);
    if (proto->names)
        t->names = nj_arena_copy(types->arena, proto->names, proto->n * sizeof *proto->names);
    derive(t);
    t->index = types->n++;
    types->slots[at] = t;
    return t;
}

NjTypes *nj_types_new(NjArena *arena)
{
    NjTypes *types = NJ_NEW(arena, NjTypes);
    types->arena = arena;
    return types;
}

uint32_t nj_types_count(const NjTypes *types)
{
    return types->n + types->n_objects;
}

static const NjType *plain(NjTypes *types, NjTypeKind kind)
{
    return intern(types, &(NjType){.kind = kind});
}

const NjType *nj_type_error(NjTypes *t)
{
    return plain(t, NJ_T_ERROR);
}

const NjType *nj_type_never(NjTypes *t)
{
    return plain(t, NJ_T_NEVER);
}

const NjType *nj_type_none(NjTypes *t)
{
    return plain(t, NJ_T_NONE);
}

const NjType *nj_type_bigint(NjTypes *t)
{
    return plain(t, NJ_T_BIGINT);
}

const NjType *nj_type_str(NjTypes *t)
{
    return plain(t, NJ_T_STR);
}

const NjType *nj_type_bytes(NjTypes *t)
{
    return plain(t, NJ_T_BYTES);
}

const NjType *nj_type_range(NjTypes *t)
{
    return plain(t, NJ_T_RANGE);
}

const NjType *nj_type_slice(NjTypes *t)
{
    return plain(t, NJ_T_SLICE);
}

const NjType *nj_type_exc(NjTypes *t)
{
    return plain(t, NJ_T_EXC);
}

const NjType *nj_type_exc_args(NjTypes *t)
{
    return intern(t, &(NjType){.kind = NJ_T_EXC, .frozen = true});
}

const NjType *nj_type_rng(NjTypes *t)
{
    return plain(t, NJ_T_RNG);
}

const NjType *nj_type_ellipsis(NjTypes *t)
{
    return plain(t, NJ_T_ELLIPSIS);
}

const NjType *nj_type_scalar(NjTypes *t, NprtDtype dtype, bool py)
{
    return intern(t, &(NjType){.kind = NJ_T_SCALAR, .dtype = dtype, .py = py});
}

const NjType *nj_type_pybool(NjTypes *t)
{
    return nj_type_scalar(t, NPRT_BOOL, true);
}

const NjType *nj_type_pyint(NjTypes *t)
{
    return nj_type_scalar(t, NPRT_I64, true);
}

const NjType *nj_type_pyfloat(NjTypes *t)
{
    return nj_type_scalar(t, NPRT_F64, true);
}

const NjType *nj_type_pycomplex(NjTypes *t)
{
    return nj_type_scalar(t, NPRT_C128, true);
}

const NjType *nj_type_array(NjTypes *t, NprtDtype dtype, unsigned ndim, NjLayout layout)
{
    if (layout == NJ_LAYOUT_F && ndim < 2)
        layout = NJ_LAYOUT_C;
    return intern(t, &(NjType){.kind = NJ_T_ARRAY,
                               .dtype = dtype,
                               .ndim = (uint8_t)ndim,
                               .layout = ndim == 0 ? NJ_LAYOUT_C : layout});
}

static const NjType *array_in(NjTypes *t, const NjType *array, bool device)
{
    if (array->kind != NJ_T_ARRAY || array->device == device)
        return array;
    NjType proto = *array;
    proto.device = device;
    return intern(t, &proto);
}

const NjType *nj_type_device_array(NjTypes *t, const NjType *array)
{
    return array_in(t, array, true);
}

const NjType *nj_type_host_array(NjTypes *t, const NjType *array)
{
    return array_in(t, array, false);
}

const NjType *nj_type_array_like(NjTypes *t, const NjType *base, unsigned ndim, NjLayout layout)
{
    return array_in(t, nj_type_array(t, base->dtype, ndim, layout), base->device);
}

const NjType *nj_type_tuple(NjTypes *t, const NjType *const *elems, uint32_t n)
{
    return intern(t, &(NjType){.kind = NJ_T_TUPLE, .elems = (const NjType **)elems, .n = n});
}

const NjType *nj_type_mixed_list(NjTypes *t, const NjType *const *elems, uint32_t n)
{
    return intern(
        t, &(NjType){.kind = NJ_T_TUPLE, .elems = (const NjType **)elems, .n = n, .frozen = true});
}

const NjType *nj_type_namedtuple(NjTypes *t, const NjName *name, const NjName *const *fields,
                                 const NjType *const *elems, uint32_t n)
{
    return intern(t, &(NjType){.kind = NJ_T_TUPLE,
                               .elems = (const NjType **)elems,
                               .names = (const NjName **)fields,
                               .name = name,
                               .n = n});
}

static const NjType *with_elems(NjTypes *t, NjTypeKind kind, const NjType *const *elems, uint32_t n)
{
    return intern(t, &(NjType){.kind = kind, .elems = (const NjType **)elems, .n = n});
}

const NjType *nj_type_list(NjTypes *t, const NjType *elem)
{
    return with_elems(t, NJ_T_LIST, &elem, 1);
}

const NjType *nj_type_frozen_list(NjTypes *t, const NjType *elem)
{
    return intern(t, &(NjType){.kind = NJ_T_LIST, .elems = &elem, .n = 1, .frozen = true});
}

const NjType *nj_type_set(NjTypes *t, const NjType *elem, bool frozen)
{
    return intern(t, &(NjType){.kind = NJ_T_SET, .elems = &elem, .n = 1, .frozen = frozen});
}

const NjType *nj_type_dict(NjTypes *t, const NjType *key, const NjType *value)
{
    const NjType *elems[2] = {key, value};
    return with_elems(t, NJ_T_DICT, elems, 2);
}

const NjType *nj_type_collection(NjTypes *t, const NjType *container, const NjName *name,
                                 const NjType *factory)
{
    NjType proto = *container;
    proto.name = name;
    proto.func = factory ? factory->func : NULL;
    proto.cls = factory ? factory->cls : NULL;
    proto.id = !factory ? 0 : factory->kind == NJ_T_NONE ? 1 : factory->id;
    return intern(t, &proto);
}

static const NjType *unknown_at(NjTypes *t, NjTypeKind kind, uint32_t n, uint32_t site)
{
    const NjType *never = nj_type_never(t);
    const NjType *elems[2] = {never, never};
    return intern(t, &(NjType){.kind = kind, .elems = elems, .n = n, .site = site});
}

const NjType *nj_type_list_at(NjTypes *t, uint32_t site)
{
    return unknown_at(t, NJ_T_LIST, 1, site);
}

const NjType *nj_type_set_at(NjTypes *t, uint32_t site)
{
    return unknown_at(t, NJ_T_SET, 1, site);
}

const NjType *nj_type_dict_at(NjTypes *t, uint32_t site)
{
    return unknown_at(t, NJ_T_DICT, 2, site);
}

const NjType *nj_type_optional(NjTypes *t, const NjType *elem)
{
    return with_elems(t, NJ_T_OPTIONAL, &elem, 1);
}

const NjType *nj_type_func(NjTypes *t, const NjFuncDef *func, const NjType *const *captures, uint32_t n)
{
    return intern(
        t, &(NjType){.kind = NJ_T_FUNC, .func = func, .elems = (const NjType **)captures, .n = n});
}

const NjType *nj_type_builtin(NjTypes *t, int32_t id)
{
    return intern(t, &(NjType){.kind = NJ_T_BUILTIN, .id = id});
}

const NjType *nj_type_bound_builtin(NjTypes *t, const NjType *self, int32_t id)
{
    return intern(t, &(NjType){.kind = NJ_T_BOUND, .elems = &self, .n = 1, .id = id});
}

const NjType *nj_type_bound_func(NjTypes *t, const NjType *self, const NjFuncDef *func)
{
    return intern(t, &(NjType){.kind = NJ_T_BOUND, .elems = &self, .n = 1, .id = -1, .func = func});
}

const NjType *nj_type_module(NjTypes *t, int32_t id)
{
    return intern(t, &(NjType){.kind = NJ_T_MODULE, .id = id});
}

const NjType *nj_type_dtype(NjTypes *t, NprtDtype dtype)
{
    return intern(t, &(NjType){.kind = NJ_T_DTYPE, .dtype = dtype});
}

const NjType *nj_type_scalar_class(NjTypes *t, NprtDtype dtype)
{
    return intern(t, &(NjType){.kind = NJ_T_DTYPE, .dtype = dtype, .frozen = true});
}

const NjType *nj_type_class(NjTypes *t, NjClassDef *cls)
{
    return intern(t, &(NjType){.kind = NJ_T_CLASS, .cls = cls});
}

const NjType *nj_type_cell(NjTypes *t, const NjType *elem)
{
    return with_elems(t, NJ_T_CELL, &elem, 1);
}

const NjType *nj_type_iter(NjTypes *t, int32_t kind, const NjType *const *elems, uint32_t n)
{
    return intern(
        t, &(NjType){.kind = NJ_T_ITER, .id = kind, .elems = (const NjType **)elems, .n = n});
}

const NjType *nj_type_opaque(NjTypes *t, int32_t id)
{
    return intern(t, &(NjType){.kind = NJ_T_OPAQUE, .id = id});
}

const NjType *nj_type_generator(NjTypes *t, const NjType *elem)
{
    return intern(t, &(NjType){.kind = NJ_T_OPAQUE, .id = NJ_OPAQUE_GENERATOR, .elems = &elem, .n = 1});
}

const NjType *nj_type_variant(NjTypes *t, const NjType *const *objects, uint32_t n)
{
    t->has_variants = true;
    return intern(t, &(NjType){.kind = NJ_T_OPAQUE,
                               .id = NJ_OPAQUE_VARIANT,
                               .elems = (const NjType **)objects,
                               .n = n});
}

const NjType *nj_type_union(NjTypes *t, const NjName *name, const NjType *const *elems, uint32_t n)
{
    return intern(t, &(NjType){.kind = NJ_T_TUPLE, .name = name, .elems = (const NjType **)elems, .n = n});
}

bool nj_type_is_union(const NjType *t)
{
    return t->kind == NJ_T_TUPLE && t->name && t->name->text[0] == '|';
}

bool nj_type_is_generator(const NjType *t)
{
    return t->kind == NJ_T_OPAQUE && t->id == NJ_OPAQUE_GENERATOR;
}

bool nj_types_have_variants(const NjTypes *t)
{
    return t->has_variants;
}

bool nj_type_is_variant(const NjType *t)
{
    return t->kind == NJ_T_OPAQUE && t->id == NJ_OPAQUE_VARIANT;
}

const NjType *nj_type_object(NjTypes *t, NjClassDef *cls)
{
    for (uint32_t i = 0; i < t->n_objects; i++)
        if (t->objects[i]->cls == cls)
            return t->objects[i];
    if (t->n_objects == t->cap_objects) {
        uint32_t cap = t->cap_objects ? t->cap_objects * 2 : 8;
        NjType **grown = NJ_NEW_ARRAY(t->arena, NjType *, cap);
        if (t->n_objects)
            memcpy(grown, t->objects, t->n_objects * sizeof *grown);
        t->objects = grown;
        t->cap_objects = cap;
    }
    NjType *object = NJ_NEW(t->arena, NjType);
    object->kind = NJ_T_OBJECT;
    object->cls = cls;
    object->is_managed = true;
    object->index = UINT32_MAX - t->n_objects;
    t->objects[t->n_objects++] = object;
    return object;
}

uint32_t nj_type_object_count(const NjTypes *t)
{
    return t->n_objects;
}

const NjType *nj_type_object_at(const NjTypes *t, uint32_t i)
{
    return t->objects[i];
}

uint32_t nj_type_object_set_attr(NjTypes *t, const NjType *object, const NjName *name,
                                 const NjType *type)
{
    NjType *o = (NjType *)object; /* the one kind of type that grows */
    int32_t at = nj_type_field(o, name);
    if (at >= 0) {
        o->elems[at] = type;
        return (uint32_t)at;
    }
    const NjType **elems = NJ_NEW_ARRAY(t->arena, const NjType *, o->n + 1);
    const NjName **names = NJ_NEW_ARRAY(t->arena, const NjName *, o->n + 1);
    for (uint32_t i = 0; i < o->n; i++) {
        elems[i] = o->elems[i];
        names[i] = o->names[i];
    }
    elems[o->n] = type;
    names[o->n] = name;
    o->elems = elems;
    o->names = names;
    return o->n++;
}

int32_t nj_type_field(const NjType *type, const NjName *name)
{
    for (uint32_t i = 0; type->names && i < type->n; i++)
        if (type->names[i] == name)
            return (int32_t)i;
    return -1;
}

bool nj_type_is_scalar(const NjType *t)
{
    return t->kind == NJ_T_SCALAR;
}

bool nj_type_is_bool(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && t->dtype == NPRT_BOOL;
}

bool nj_type_is_int(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && nj_dtype_is_int(t->dtype);
}

bool nj_type_is_integral(const NjType *t)
{
    return nj_type_is_int(t) || nj_type_is_bool(t);
}

bool nj_type_is_float(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && nj_dtype_is_float(t->dtype);
}

bool nj_type_is_complex(const NjType *t)
{
    return t->kind == NJ_T_SCALAR && nj_dtype_is_complex(t->dtype);
}

bool nj_type_is_array(const NjType *t)
{
    return t->kind == NJ_T_ARRAY;
}

static const struct DtypeInfo {
    const char *name;
    char kind;
    uint8_t size;
} dtype_info[NPRT_DTYPE_COUNT] = {
#define DTYPE(E, name, ctype, bytes, kind, bits, chr) {#name, kind, bytes},
#include "runtime/dtypes.def"
#undef DTYPE
};

bool nj_dtype_is_int(NprtDtype d)
{
    return dtype_info[d].kind == 'i' || dtype_info[d].kind == 'u';
}

bool nj_dtype_is_signed(NprtDtype d)
{
    return dtype_info[d].kind == 'i';
}

bool nj_dtype_is_unsigned(NprtDtype d)
{
    return dtype_info[d].kind == 'u';
}

bool nj_dtype_is_float(NprtDtype d)
{
    return dtype_info[d].kind == 'f';
}

bool nj_dtype_is_complex(NprtDtype d)
{
    return dtype_info[d].kind == 'c';
}

unsigned nj_dtype_size(NprtDtype d)
{
    return dtype_info[d].size;
}

const char *nj_dtype_name(NprtDtype d)
{
    return dtype_info[d].name;
}

NprtDtype nj_dtype_real(NprtDtype d)
{
    if (d == NPRT_C64)
        return NPRT_F32;
    return d == NPRT_C128 ? NPRT_F64 : d;
}

