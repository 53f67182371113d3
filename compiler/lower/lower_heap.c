/* lower_heap.c - lists, dict entries, objects, cells, strings: what generated code does inline with
 * heap objects of runtime/nprt.h. */
#include "compiler/lower/lower_internal.h"

#include <stddef.h>
#include <string.h>

/* ---- length --------------------------------------------------------------------------------- */

static uint64_t length_offset(NjEmit *e, const NjType *t)
{
    switch (t->kind) {
    case NJ_T_STR:
    case NJ_T_BYTES:
        return offsetof(NprtStr, len);
    case NJ_T_LIST:
        return offsetof(NprtList, len);
    case NJ_T_DICT:
    case NJ_T_SET:
        return offsetof(NprtDict, len);
    default:
        NJ_UNREACHABLE(e->u);
    }
}

static LLVMValueRef length_of(NjEmit *e, NjValue container)
{
    uint64_t offset = length_offset(e, container.type);
    LLVMValueRef length = nj_ir_load_i64(e, container.v, offset, NJ_MEM_HEADER, "len");
    LLVMSetMetadata(length, e->kind_range, e->extent_range);
    return length;
}

NjValue nj_lower_len(NjEmit *e, const NjTirExpr *x)
{
    return nj_ir_value(x->type, length_of(e, nj_lower_expr(e, x->as.len.a)));
}

/* ---- lists ---------------------------------------------------------------------------------- */

static LLVMValueRef list_address(NjEmit *e, NjValue list, LLVMValueRef index)
{
    LLVMValueRef data = nj_ir_load_ptr(e, list.v, offsetof(NprtList, data), NJ_MEM_HEADER, "data");
    int64_t size = (int64_t)nj_ir_layout(e, list.type->elems[0])->size;
    LLVMValueRef bytes = nj_ir_mul_nsw(e, index, nj_ir_i64(e, size), "");
    return LLVMBuildInBoundsGEP2(e->b, e->i8, data, &bytes, 1, "");
}

NjValue nj_lower_list_get(NjEmit *e, const NjTirExpr *x)
{
    NjValue list = nj_lower_expr(e, x->as.list_get.base);
    LLVMValueRef index = nj_lower_sub(e, x->as.list_get.sub, length_of(e, list), 0, 0, x->span);
    if (x->type->is_unit)
        return nj_ir_unit_value(x->type);
    return nj_ir_value_load(e, x->type, list_address(e, list, index), NJ_MEM_LIST);
}

void nj_lower_list_set(NjEmit *e, const NjTirStmt *s)
{
    NjValue value = nj_lower_expr(e, s->as.list_set.value);
    NjValue list = nj_lower_expr(e, s->as.list_set.base);
    NjTirSub sub = s->as.list_set.sub;
    LLVMValueRef length = length_of(e, list);
    bool check = sub.check;
    sub.check = false; /* its text differs from that of reading */
    LLVMValueRef index = nj_lower_sub(e, sub, length, 0, 0, s->span);
    if (check)
        nj_ir_check_text(e, LLVMBuildICmp(e->b, LLVMIntULT, index, length, ""),
                         NPRT_EXC_INDEX_ERROR, "list assignment index out of range", NULL, 0,
                         s->span);
    value.type = list.type->elems[0];
    nj_ir_assign_value(e, value, nj_ir_is_owned(s->as.list_set.value), list_address(e, list, index),
                       NJ_MEM_LIST);
}

static NjValue lower_new_list(NjEmit *e, const NjTirExpr *x)
{
    uint32_t n = x->as.new_list.n;
    NjValue *items = NJ_NEW_ARRAY(e->arena, NjValue, n);
    for (uint32_t i = 0; i < n; i++)
        items[i] = nj_lower_expr(e, x->as.new_list.items[i]);
    LLVMValueRef args[] = {nj_ir_desc(e, x->type), nj_ir_i64(e, n)};
    NjValue list = nj_ir_value(x->type, nj_ir_call_helper(e, NJ_H_list_new, args));
    const NjType *element = x->type->elems[0];
    uint64_t size = nj_ir_layout(e, element)->size;
    if (n == 0)
        return list;
    LLVMValueRef data = list_address(e, list, nj_ir_i64(e, 0));
    nj_ir_store_at(e, nj_ir_i64(e, n), list.v, offsetof(NprtList, len), 8, NJ_MEM_HEADER);
    for (uint32_t i = 0; i < n; i++) {
        items[i].type = element;
        nj_ir_retain_value(e, items[i]);
        nj_ir_value_store(e, items[i], nj_ir_offset(e, data, size * i), NJ_MEM_LIST);
    }
    return list;
}

/* ---- dicts and sets ------------------------------------------------------------------------- */

NjValue nj_lower_entry(NjEmit *e, const NjTirExpr *x)
{
    NjValue dict = nj_lower_expr(e, x->as.entry.base);
    LLVMValueRef index = nj_lower_i64(e, x->as.entry.index);
    if (x->type->is_unit)
        return nj_ir_unit_value(x->type);
    bool is_key = x->kind == NJ_X_ENTRY_KEY;
    uint64_t part = is_key ? offsetof(NprtDict, key_offset) : offsetof(NprtDict, value_offset);
    LLVMValueRef entries =
        nj_ir_load_ptr(e, dict.v, offsetof(NprtDict, entries), NJ_MEM_HEADER, "entries");
    LLVMValueRef size =
        nj_ir_load(e, e->i32, nj_ir_offset(e, dict.v, offsetof(NprtDict, entry_size)), 4,
                   NJ_MEM_HEADER, "size");
    LLVMValueRef offset =
        nj_ir_load(e, e->i32, nj_ir_offset(e, dict.v, part), 4, NJ_MEM_HEADER, "at");
    size = LLVMBuildZExt(e->b, size, e->i64, "");
    offset = LLVMBuildZExt(e->b, offset, e->i64, "");
    offset = nj_ir_add_nsw(e, nj_ir_mul_nsw(e, index, size, ""), offset, "");
    LLVMValueRef address = LLVMBuildInBoundsGEP2(e->b, e->i8, entries, &offset, 1, "");
    return nj_ir_value_load(e, x->type, address, NJ_MEM_LIST);
}

/* Calls a row that takes the container and `n` values, and raises: dict_set, set_add. */
static void insert(NjEmit *e, NjRtId id, LLVMValueRef container, NjValue *values, unsigned n,
                   NjSpan span)
{
    LLVMValueRef args[5] = {container};
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef address = nj_ir_spill(e, values[i]);
        args[1 + 2 * i] = nj_ir_desc(e, values[i].type);
        args[2 + 2 * i] = address ? address : nj_ir_null(e);
    }
    nj_ir_check_status(e, nj_ir_call(e, nj_ir_rtcall_callee(e, id), args, 1 + 2 * n), span);
}

static NjValue lower_new_dict(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef args[] = {nj_ir_desc(e, x->type), nj_ir_i64(e, x->as.new_dict.n)};
    LLVMValueRef dict = nj_ir_call_helper(e, NJ_H_dict_new, args);
    for (uint32_t i = 0; i < x->as.new_dict.n; i++) {
        NjValue pair[] = {nj_lower_expr(e, x->as.new_dict.keys[i]),
                          nj_lower_expr(e, x->as.new_dict.values[i])};
        pair[0].type = x->type->elems[0];
        pair[1].type = x->type->elems[1];
        insert(e, NJ_RT_dict_set, dict, pair, 2, x->span);
    }
    return nj_ir_value(x->type, dict);
}

static NjValue lower_new_set(NjEmit *e, const NjTirExpr *x)
{
    LLVMValueRef desc = nj_ir_desc(e, x->type);
    LLVMValueRef set = nj_ir_call_helper(e, NJ_H_set_new, &desc);
    for (uint32_t i = 0; i < x->as.new_list.n; i++) {
        NjValue item = nj_lower_expr(e, x->as.new_list.items[i]);
        item.type = x->type->elems[0];
        insert(e, NJ_RT_set_add, set, &item, 1, x->span);
    }
    return nj_ir_value(x->type, set);
}

/* ---- objects and cells ---------------------------------------------------------------------- */

NjValue nj_lower_field(NjEmit *e, const NjTirExpr *x)
{
    NjValue base = nj_lower_expr(e, x->as.field.base);
    NjLayoutInfo body = nj_ir_body_layout(e, base.type);
    NJ_ASSERT(e->u, x->as.field.index < body.n);
    return nj_ir_value_load(e, x->type, nj_ir_offset(e, base.v, body.offsets[x->as.field.index]),
                            NJ_MEM_FIELD);
}

void nj_lower_field_set(NjEmit *e, const NjTirStmt *s)
{
    NjValue value = nj_lower_expr(e, s->as.field_set.value);
    NjValue base = nj_lower_expr(e, s->as.field_set.base);
    NjLayoutInfo body = nj_ir_body_layout(e, base.type);
    uint32_t index = s->as.field_set.index;
    NJ_ASSERT(e->u, index < body.n);
    value.type = base.type->elems[index];
    nj_ir_assign_value(e, value, nj_ir_is_owned(s->as.field_set.value),
                       nj_ir_offset(e, base.v, body.offsets[index]), NJ_MEM_FIELD);
}

NjValue nj_lower_cell_get(NjEmit *e, const NjTirExpr *x)
{
    NjValue cell = nj_lower_expr(e, x->as.cell_get.a);
    uint32_t offset = nj_ir_body_layout(e, cell.type).offsets[0];
    return nj_ir_value_load(e, x->type, nj_ir_offset(e, cell.v, offset), NJ_MEM_FIELD);
}

void nj_lower_cell_set(NjEmit *e, const NjTirStmt *s)
{
    NjValue value = nj_lower_expr(e, s->as.cell_set.value);
    NjValue cell = nj_lower_expr(e, s->as.cell_set.cell);
    value.type = cell.type->elems[0];
    nj_ir_assign_value(e, value, nj_ir_is_owned(s->as.cell_set.value),
                       nj_ir_offset(e, cell.v, nj_ir_body_layout(e, cell.type).offsets[0]),
                       NJ_MEM_FIELD);
}

static NjValue lower_new_cell(NjEmit *e, const NjTirExpr *x)
{
    NjValue value = {0};
    if (x->as.new_cell.a)
        value = nj_lower_expr(e, x->as.new_cell.a);
    LLVMValueRef desc = nj_ir_desc(e, x->type);
    LLVMValueRef cell = nj_ir_call_helper(e, NJ_H_new_cell, &desc);
    if (x->as.new_cell.a) {
        value.type = x->type->elems[0];
        nj_ir_retain_value(e, value);
        nj_ir_value_store(e, value, nj_ir_offset(e, cell, nj_ir_body_layout(e, x->type).offsets[0]),
                          NJ_MEM_FIELD);
    }
    return nj_ir_value(x->type, cell);
}

NjValue nj_lower_new(NjEmit *e, const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_NEW_LIST:
        return lower_new_list(e, x);
    case NJ_X_NEW_DICT:
        return lower_new_dict(e, x);
    case NJ_X_NEW_SET:
        return lower_new_set(e, x);
    case NJ_X_NEW_CELL:
        return lower_new_cell(e, x);
    case NJ_X_NEW_OBJECT: {
        LLVMValueRef desc = nj_ir_desc(e, x->type);
        return nj_ir_value(x->type, nj_ir_call_helper(e, NJ_H_new_object, &desc));
    }
    default:
        NJ_UNREACHABLE(e->u);
    }
}

/* ---- strings -------------------------------------------------------------------------------- */

static int64_t count_code_points(const char *text, uint32_t len)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < len; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* An NprtStr as data of the module. It is not constant: its hash and reference count change. */
LLVMValueRef nj_ir_str_constant(NjEmit *e, const NjTirExpr *x)
{
    const char *text = x->as.const_str.text;
    uint32_t len = x->as.const_str.len;
    bool is_bytes = x->type->kind == NJ_T_BYTES;
    char *key_text = nj_arena_alloc(e->arena, len + 1u);
    key_text[0] = is_bytes ? 'b' : 's'; /* equal bytes and str are two objects */
    memcpy(key_text + 1, text, len);
    const NjName *key = nj_intern(&e->names, key_text, len + 1u);
    LLVMValueRef global = nj_map_get(&e->string_objects, key);
    if (global)
        return global;
    int64_t points = is_bytes ? len : count_code_points(text, len);
    LLVMValueRef header[] = {nj_ir_i64(e, NPRT_IMMORTAL), nj_ir_null(e), nj_ir_i32(e, NPRT_O_STR),
                             nj_ir_i32(e, 0)};
    LLVMValueRef fields[] = {
        LLVMConstStructInContext(e->context, header, 4, false),
        nj_ir_i64(e, points),
        nj_ir_i64(e, len),
        nj_ir_i64(e, 0),
        nj_ir_i32(e, points == len),
        nj_ir_i32(e, 0),
        LLVMConstStringInContext2(e->context, text, len, false),
    };
    LLVMValueRef data = LLVMConstStructInContext(e->context, fields, 7, false);
    global = LLVMAddGlobal(e->module, LLVMTypeOf(data), "str");
    LLVMSetInitializer(global, data);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetAlignment(global, 8);
    nj_map_put(e->arena, &e->string_objects, key, global);
    return global;
}
