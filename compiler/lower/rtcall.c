/* rtcall.c - calls of the runtime functions in runtime/rtcalls.def.
 *
 * A row's letters say how each TIR argument becomes C parameters (rtcalls.def explains them).
 * Values of any type go by address with their descriptor; the address is that of a copy. */
#include "compiler/lower/lower_internal.h"

#include <string.h>

typedef struct RtRow {
    const char *symbol;
    char result; /* 0 i d b p o */
    const char *params;
    bool raises;
} RtRow;

static const RtRow rows[] = {
#define RTCALL(name, result, params, raises)                                                       \
    {"nprt_" #name, (#result)[0], params, (#raises)[0] == 'R'},
#include "runtime/rtcalls.def"
#undef RTCALL
};

enum { MAX_PARAMS = 24 };

static LLVMTypeRef result_type(NjEmit *e, char letter)
{
    switch (letter) {
    case 'i':
        return e->i64;
    case 'd':
        return e->f64;
    case 'b':
        return e->i8;
    case 'p':
        return e->ptr;
    default:
        return e->void_;
    }
}

static unsigned add_params(NjEmit *e, const RtRow *row, LLVMTypeRef *params)
{
    unsigned n = 0;
    for (const char *letter = row->params; *letter; letter++) {
        params[n++] = *letter == 'i'   ? e->i64
                      : *letter == 'd' ? e->f64
                      : *letter == 'b' ? e->i8
                                       : e->ptr;
        if (*letter == 'v' || *letter == 'm')
            params[n++] = e->ptr;
    }
    if (row->result == 'o') {
        params[n++] = e->ptr;
        params[n++] = e->ptr;
    } else if (row->raises && row->result != '0') {
        params[n++] = e->ptr;
    }
    return n;
}

/* The runtime keeps no address of an argument; `v` values are only read. */
static void mark_params(NjEmit *e, const RtRow *row, LLVMValueRef fn)
{
    int index = 1;
    for (const char *letter = row->params; *letter; letter++, index++) {
        if (*letter == 'b')
            nj_ir_add_attribute(e, fn, index, "zeroext", 0);
        if (*letter != 'v' && *letter != 'm')
            continue;
        index++;
        nj_ir_add_attribute(e, fn, index, "captures", 0);
        if (*letter == 'v')
            nj_ir_add_attribute(e, fn, index, "readonly", 0);
    }
    if (row->result == 'o')
        nj_ir_add_attribute(e, fn, index + 1, "captures", 0);
    else if (row->raises && row->result != '0')
        nj_ir_add_attribute(e, fn, index, "captures", 0);
    if (row->result == 'b' && !row->raises)
        nj_ir_add_attribute(e, fn, 0, "zeroext", 0);
}

NjCallee nj_ir_rtcall_callee(NjEmit *e, NjRtId id)
{
    if (e->rtcalls[id].fn)
        return e->rtcalls[id];
    const RtRow *row = &rows[id];
    LLVMTypeRef params[MAX_PARAMS];
    unsigned n = add_params(e, row, params);
    LLVMTypeRef result = row->raises ? e->i32 : result_type(e, row->result);
    if (row->result == 'o' && !row->raises)
        result = e->void_;
    e->rtcalls[id] = nj_ir_declare(e, row->symbol, LLVMFunctionType(result, params, n, false));
    mark_params(e, row, e->rtcalls[id].fn);
    return e->rtcalls[id];
}

static unsigned add_value(NjEmit *e, NjValue value, LLVMValueRef *args)
{
    LLVMValueRef address = nj_ir_spill(e, value);
    args[0] = nj_ir_desc(e, value.type);
    args[1] = address ? address : nj_ir_null(e);
    return 2;
}

/* Adds the C arguments for one TIR argument. */
static unsigned add_arg(NjEmit *e, char letter, const NjTirExpr *x, LLVMValueRef *args)
{
    switch (letter) {
    case 'i':
        args[0] = nj_lower_i64(e, x);
        return 1;
    case 'd':
        args[0] = nj_ir_convert(e, nj_lower_direct(e, x), x->type->dtype, NPRT_F64);
        return 1;
    case 'b':
        args[0] = LLVMBuildZExt(e->b, nj_lower_cond(e, x), e->i8, "");
        return 1;
    case 't':
        args[0] = nj_ir_desc(e, x->type);
        return 1;
    case 'v':
    case 'm':
        return add_value(e, nj_lower_expr(e, x), args);
    default: {
        NjValue value = nj_lower_expr(e, x);
        args[0] = value.v ? value.v : nj_ir_null(e);
        return 1;
    }
    }
}

/* The value of type `t` for a C result of the letter. */
static NjValue take_result(NjEmit *e, char letter, const NjType *t, LLVMValueRef v)
{
    if (t->is_unit)
        return nj_ir_unit_value(t);
    if (letter == 'b')
        v = LLVMBuildICmp(e->b, LLVMIntNE, v, nj_ir_i8(e, 0), "");
    if (t->kind == NJ_T_SCALAR)
        v = nj_ir_convert(e, v,
                          letter == 'b'   ? NPRT_BOOL
                          : letter == 'd' ? NPRT_F64
                                          : NPRT_I64,
                          t->dtype);
    return nj_ir_value(t, v);
}

static uint32_t result_size(char letter)
{
    return letter == 'b' ? 1 : 8;
}

NjValue nj_lower_rtcall(NjEmit *e, const NjTirExpr *x)
{
    NjRtId id = x->as.rtcall.id;
    const RtRow *row = &rows[id];
    NJ_ASSERT(e->u, strlen(row->params) == x->as.rtcall.n);
    NjCallee callee = nj_ir_rtcall_callee(e, id);
    LLVMValueRef args[MAX_PARAMS];
    unsigned n = 0;
    for (uint32_t i = 0; i < x->as.rtcall.n; i++)
        n += add_arg(e, row->params[i], x->as.rtcall.args[i], args + n);

    LLVMValueRef out = NULL;
    if (row->result == 'o') {
        out = nj_ir_call_buffer(e, x->type);
        args[n++] = nj_ir_desc(e, x->type);
        args[n++] = out ? out : nj_ir_null(e);
    } else if (row->raises && row->result != '0') {
        out = nj_ir_call_buffer_bytes(e, result_size(row->result), result_size(row->result));
        args[n++] = out;
    }
    LLVMValueRef returned = nj_ir_call(e, callee, args, n);
    if (row->raises)
        nj_ir_check_status(e, returned, x->span);
    if (row->result == '0')
        return nj_ir_unit_value(x->type);
    if (row->result == 'o')
        return nj_ir_value_load(e, x->type, out, NJ_MEM_STACK);
    if (row->raises)
        returned = nj_ir_load(e, result_type(e, row->result), out, result_size(row->result),
                              NJ_MEM_STACK, "");
    return take_result(e, row->result, x->type, returned);
}
