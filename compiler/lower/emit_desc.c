/* emit_desc.c - NprtDesc constants: what the runtime must know of a type, as data of the module.
 *
 * A class may contain itself, so the global is made and recorded before its initialiser. */
#include "compiler/lower/emit_types.h"

#include "compiler/funcs/func.h"
#include "compiler/lower/lower_internal.h"
#include "compiler/sema/program.h"

#include <string.h>

/* A type constructor used as a value: int, np.float32. */
static bool is_type_row(const NjType *t)
{
    return nj_func_row(t->id)->kind == NJ_ROW_TYPE;
}

static NprtKind desc_kind(NjEmit *e, const NjType *t)
{
    switch (t->kind) {
    case NJ_T_SCALAR:
        return NPRT_K_SCALAR;
    case NJ_T_STR:
        return NPRT_K_STR;
    case NJ_T_BYTES:
        return NPRT_K_BYTES;
    case NJ_T_TUPLE:
    case NJ_T_ITER:
        return NPRT_K_TUPLE;
    case NJ_T_LIST:
        return NPRT_K_LIST;
    case NJ_T_DICT:
        return NPRT_K_DICT;
    case NJ_T_SET:
        return t->frozen ? NPRT_K_FROZENSET : NPRT_K_SET;
    case NJ_T_RANGE:
        return NPRT_K_RANGE;
    case NJ_T_SLICE:
        return NPRT_K_SLICE;
    case NJ_T_ARRAY:
        return NPRT_K_ARRAY;
    case NJ_T_OPTIONAL:
        return NPRT_K_OPTIONAL;
    case NJ_T_OBJECT:
    case NJ_T_OPAQUE:
        return NPRT_K_OBJECT;
    case NJ_T_BUILTIN:
        return is_type_row(t) ? NPRT_K_TYPE : NPRT_K_FUNCTION;
    case NJ_T_FUNC:
    case NJ_T_BOUND:
        return NPRT_K_FUNCTION;
    case NJ_T_MODULE:
        return NPRT_K_MODULE;
    case NJ_T_DTYPE:
        return t->frozen ? NPRT_K_TYPE : NPRT_K_DTYPE;
    case NJ_T_CLASS:
        return NPRT_K_TYPE;
    case NJ_T_CELL:
        return NPRT_K_CELL;
    case NJ_T_EXC:
        return NPRT_K_EXC;
    case NJ_T_RNG:
        return NPRT_K_RNG;
    case NJ_T_ELLIPSIS:
        return NPRT_K_ELLIPSIS;
    case NJ_T_NONE:
    case NJ_T_NEVER:
        return NPRT_K_NONE;
    case NJ_T_ERROR:
    case NJ_T_BIGINT:
        break;
    }
    NJ_UNREACHABLE(e->u);
}

/* As Python shows it: int, numpy.float32. */
static const char *row_name(NjEmit *e, const NjType *t)
{
    const NjFuncRow *row = nj_func_row(t->id);
    bool is_builtin = !row->module || strcmp(row->module, "builtins") == 0 || strcmp(row->name, "NoneType") == 0;
    if (is_builtin)
        return row->name;
    return nj_arena_printf(e->arena, "%s.%s", row->module, row->name);
}

/* A dict of the module collections; a defaultdict shows what makes its values (func, or row id). */
static const char *dict_name(NjEmit *e, const NjType *t)
{
    if (strcmp(t->name->text, "defaultdict") != 0)
        return t->name->text;
    if (t->func)
        return nj_arena_printf(e->arena, "defaultdict(<function %s>, ", nj_func_name(t->func));
    return nj_arena_printf(e->arena, "defaultdict(<class '%s'>, ", nj_func_row(t->id)->name);
}

static const char *desc_name(NjEmit *e, const NjType *t)
{
    switch (t->kind) {
    case NJ_T_TUPLE: /* a list of mixed types is a tuple that calls itself a list */
        return t->name ? t->name->text : t->frozen ? "list" : NULL;
    case NJ_T_LIST:
        return t->name ? t->name->text : t->frozen ? "tuple" : NULL;
    case NJ_T_DICT:
        return t->name ? dict_name(e, t) : NULL;
    case NJ_T_EXC:
        return t->frozen ? "args" : NULL;
    case NJ_T_OBJECT:
        return nj_class_name(t->cls);
    case NJ_T_CLASS:
        return nj_arena_printf(e->arena, "__main__.%s", nj_class_name(t->cls));
    case NJ_T_FUNC:
        return nj_func_name(t->func);
    case NJ_T_BOUND:
        return t->func ? nj_func_name(t->func) : nj_builtin_name(t->id);
    case NJ_T_BUILTIN:
        return is_type_row(t) ? row_name(e, t) : nj_builtin_name(t->id);
    case NJ_T_MODULE:
        return nj_module_name(t->id);
    case NJ_T_DTYPE:
        return t->frozen ? nj_arena_printf(e->arena, "numpy.%s", nj_dtype_name(t->dtype)) : NULL;
    default:
        return NULL;
    }
}

/* A private constant array; NULL pointer when empty. */
static LLVMValueRef const_table(NjEmit *e, LLVMTypeRef type, LLVMValueRef *items, uint32_t n,
                                const char *name)
{
    if (n == 0)
        return nj_ir_null(e);
    LLVMValueRef data = LLVMConstArray2(type, items, n);
    LLVMValueRef global = LLVMAddGlobal(e->module, LLVMTypeOf(data), name);
    LLVMSetInitializer(global, data);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

/* The parts that the runtime walks: with offsets, those that are stored inside the value. */
typedef struct Parts {
    uint32_t n;
    const NjType *const *types;
    const uint32_t *offsets; /* NULL: none */
    uint64_t body_size;
} Parts;

static Parts desc_parts(NjEmit *e, const NjType *t)
{
    Parts parts = {t->elems && t->kind != NJ_T_OPAQUE ? t->n : 0, t->elems, NULL, 0};
    switch (t->kind) {
    case NJ_T_TUPLE:
    case NJ_T_ITER:
    case NJ_T_FUNC:
    case NJ_T_BOUND:
        parts.offsets = nj_ir_layout(e, t)->offsets;
        break;
    case NJ_T_OPTIONAL:
        parts.offsets = nj_ir_layout(e, t)->offsets + 1;
        break;
    case NJ_T_OBJECT:
    case NJ_T_CELL: {
        NjLayoutInfo body = nj_ir_body_layout(e, t);
        parts.offsets = body.offsets;
        parts.body_size = body.size;
        break;
    }
    default:
        break;
    }
    return parts;
}

static LLVMValueRef parts_table(NjEmit *e, Parts parts)
{
    LLVMValueRef *items = NJ_NEW_ARRAY(e->arena, LLVMValueRef, parts.n);
    for (uint32_t i = 0; i < parts.n; i++)
        items[i] = nj_ir_desc(e, parts.types[i]);
    return const_table(e, e->ptr, items, parts.n, "elems");
}

static LLVMValueRef offsets_table(NjEmit *e, Parts parts)
{
    LLVMValueRef *items = NJ_NEW_ARRAY(e->arena, LLVMValueRef, parts.n);
    for (uint32_t i = 0; parts.offsets && i < parts.n; i++)
        items[i] = nj_ir_i32(e, (int32_t)parts.offsets[i]);
    return const_table(e, e->i32, items, parts.offsets ? parts.n : 0, "offsets");
}

static LLVMValueRef names_table(NjEmit *e, const NjType *t)
{
    LLVMValueRef *items = NJ_NEW_ARRAY(e->arena, LLVMValueRef, t->n);
    for (uint32_t i = 0; t->names && i < t->n; i++)
        items[i] = nj_ir_cstring(e, t->names[i]->text);
    return const_table(e, e->ptr, items, t->names ? t->n : 0, "field_names");
}

static LLVMTypeRef desc_type(NjEmit *e)
{
    LLVMTypeRef fields[] = {e->i8,  e->i8,  e->i8,  e->i8,  e->i32, e->i32, e->i32,
                            e->ptr, e->ptr, e->ptr, e->ptr, e->ptr, e->i32, e->i8};
    return LLVMStructTypeInContext(e->context, fields, 14, false);
}

static LLVMValueRef desc_constant(NjEmit *e, const NjType *t)
{
    bool has_dtype = t->kind == NJ_T_SCALAR || t->kind == NJ_T_ARRAY || t->kind == NJ_T_DTYPE;
    const NjLayoutInfo *layout = nj_ir_layout(e, t);
    const char *name = desc_name(e, t);
    Parts parts = desc_parts(e, t);
    LLVMValueRef fields[] = {
        nj_ir_i8(e, (uint8_t)desc_kind(e, t)),
        nj_ir_i8(e, has_dtype ? (uint8_t)t->dtype : 0),
        nj_ir_i8(e, t->kind == NJ_T_SCALAR && t->py),
        nj_ir_i8(e, t->kind == NJ_T_ARRAY ? t->ndim : 0),
        nj_ir_i32(e, (int32_t)layout->size),
        nj_ir_i32(e, (int32_t)layout->align),
        nj_ir_i32(e, (int32_t)parts.n),
        parts_table(e, parts),
        offsets_table(e, parts),
        name ? nj_ir_cstring(e, name) : nj_ir_null(e),
        names_table(e, t),
        nj_ir_methods(e, t),
        nj_ir_i32(e, (int32_t)parts.body_size),
        nj_ir_i8(e, t->is_managed),
    };
    return LLVMConstStructInContext(e->context, fields, 14, false);
}

LLVMValueRef nj_ir_desc(NjEmit *e, const NjType *t)
{
    LLVMValueRef global = nj_map_get(&e->descs, t);
    if (global)
        return global;
    global = LLVMAddGlobal(e->module, desc_type(e), "desc");
    nj_map_put(e->arena, &e->descs, t, global);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, true);
    LLVMSetAlignment(global, 8);
    LLVMSetInitializer(global, desc_constant(e, t));
    return global;
}
