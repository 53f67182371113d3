/* inplace.c - in-place operators on arrays: array op= value, the result cast to the array's dtype.
 *
 * What NumPy refuses it refuses while the program runs, so that a handler may catch it: a result of
 * another kind (UFuncTypeError), and a value that would make the array bigger (ValueError). */
#include "compiler/sema/sema.h"

/* The ufunc behind an operator, for messages. */
static const char *const ufunc_names[NJ_BINOP_COUNT] = {
    [NJ_BINOP_ADD] = "add",           [NJ_BINOP_SUB] = "subtract",        [NJ_BINOP_MULT] = "multiply",
    [NJ_BINOP_MATMULT] = "matmul",    [NJ_BINOP_DIV] = "divide",          [NJ_BINOP_MOD] = "remainder",
    [NJ_BINOP_POW] = "power",         [NJ_BINOP_LSHIFT] = "left_shift",   [NJ_BINOP_RSHIFT] = "right_shift",
    [NJ_BINOP_BITOR] = "bitwise_or",  [NJ_BINOP_BITXOR] = "bitwise_xor",  [NJ_BINOP_BITAND] = "bitwise_and",
    [NJ_BINOP_FLOORDIV] = "floor_divide"};

const char *nj_binop_ufunc(NjBinOp op)
{
    return ufunc_names[op];
}

/* Appends "(%lld,%lld)" and its arguments. */
static const char *shape_text(NjWalk *w, const char *text, NjVal array, NjTirExpr **args, uint32_t *n, NjSpan span)
{
    unsigned ndim = array.type->ndim;
    for (unsigned i = 0; i < ndim; i++) {
        text = nj_arena_printf(w->arena, "%s%s%%lld%s", text, i ? "," : "(", ndim == 1 ? "," : "");
        args[(*n)++] = nj_expr_of(w, nj_spill(w, nj_shape_of(w, array, i, span)), span);
    }
    return nj_arena_printf(w->arena, "%s)", text);
}

/* A result of more dimensions than the array fails, even where the leading extents are 1. */
static void raise_bigger(NjWalk *w, NjVal array, NjVal result, NjSpan span)
{
    uint32_t n = 0;
    NjTirExpr **args = NJ_NEW_ARRAY(w->arena, NjTirExpr *, array.type->ndim + result.type->ndim);
    result = nj_spill(w, result);
    array = nj_spill(w, array);
    const char *text = "non-broadcastable output operand with shape ";
    text = shape_text(w, text, array, args, &n, span);
    text = nj_arena_printf(w->arena, "%s doesn't match the broadcast shape ", text);
    text = shape_text(w, text, result, args, &n, span);
    NjTirExpr *never = nj_tir_int(w->arena, nj_type_pybool(w->types), 0, span);
    nj_check(w, never, NPRT_EXC_VALUE_ERROR, span, text, n, args);
}

void nj_update_array(NjWalk *w, NjBinOp op, NjVal array, NjVal value, NjSpan span)
{
    NjVal result = nj_binary(w, op, array, value, span);
    if (nj_is_error(result))
        return;
    if (!nj_can_cast_same_kind(result.type->dtype, array.type->dtype)) {
        nj_raises(w, span, NPRT_EXC_UFUNC_TYPE_ERROR,
                  "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting rule 'same_kind'",
                  ufunc_names[op], nj_dtype_name(result.type->dtype), nj_dtype_name(array.type->dtype));
        return;
    }
    if (result.type->kind == NJ_T_ARRAY && result.type->ndim > array.type->ndim) {
        raise_bigger(w, array, result, span);
        return;
    }
    result = nj_to_dtype(w, result, array.type->dtype, false, span);
    if (nj_is_error(result))
        return;
    NjTirStmt *s = nj_tir_stmt(w->arena, NJ_S_ARRAY_STORE, span);
    s->as.array_store.view = nj_expr_of(w, array, span);
    s->as.array_store.value = nj_expr_of(w, result, span);
    s->as.array_store.in_place = true;
    nj_emit(w, s);
}
