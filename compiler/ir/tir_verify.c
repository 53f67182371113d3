/* tir_verify.c - the rules of the TIR, one function per kind of node.
 *
 * Each check is a claim that states what must hold; the first one that fails is kept as the verdict
 * and the walk stops. Array types that differ in their layout alone agree: a C array is accepted
 * where any layout is (a CAST may say so, but need not). */
#include "compiler/ir/tir_verify.h"

#include "compiler/support/map.h"

#include <string.h>

typedef struct Verifier {
    NjArena *arena;
    NjTirStage stage;
    const NjTirFn *fn;
    NjMap seen;          /* expression and statement nodes: each has one parent */
    uint32_t loops;      /* around the statement in work */
    NjSpan span;         /* of the statement or expression in work */
    const char *where;   /* its kind */
    const char *verdict; /* NULL: no fault so far */
} Verifier;

static const char *const expr_names[] = {
#define TIR_EXPR(E, name, purity) #name,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
};

static const char *const stmt_names[] = {
#define TIR_STMT(E, name) #name,
#include "compiler/ir/tir.def"
#undef TIR_STMT
};

typedef enum Purity { PURE, READ, RAISES, EFFECT } Purity;

static const Purity purities[] = {
#define TIR_EXPR(E, name, purity) purity,
#include "compiler/ir/tir.def"
#undef TIR_EXPR
};

static void fail(Verifier *v, const char *what)
{
    if (!v->verdict)
        v->verdict =
            nj_arena_printf(v->arena, "%s, line %u: %s: %s", v->fn ? v->fn->name : "module",
                            nj_span_line(v->span), v->where, what);
}

static bool claim(Verifier *v, bool holds, const char *what)
{
    if (!holds)
        fail(v, what);
    return holds;
}

static const char *text(Verifier *v, const NjType *t)
{
    return t ? nj_type_str_of(v->arena, t) : "nothing";
}

/* ---- types ---------------------------------------------------------------------------------- */

/* Equal, or arrays that differ in layout. */
static bool agree(const NjType *a, const NjType *b)
{
    if (a == b)
        return true;
    return a && b && a->kind == NJ_T_ARRAY && b->kind == NJ_T_ARRAY && a->dtype == b->dtype &&
           a->ndim == b->ndim;
}

static void claim_type(Verifier *v, const NjType *have, const NjType *want, const char *what)
{
    if (!agree(have, want))
        fail(v, nj_arena_printf(v->arena, "%s is %s, not %s", what, text(v, have), text(v, want)));
}

static bool is_int64(const NjType *t)
{
    return t && t->kind == NJ_T_SCALAR && t->dtype == NPRT_I64;
}

static bool is_bool(const NjType *t)
{
    return t && t->kind == NJ_T_SCALAR && t->dtype == NPRT_BOOL;
}

static void claim_int64(Verifier *v, const NjTirExpr *x, const char *what)
{
    if (!x || !is_int64(x->type))
        fail(v, nj_arena_printf(v->arena, "%s is %s, not an int64", what,
                                text(v, x ? x->type : NULL)));
}

/* A scalar, or before loopify an array: what elementwise nodes work on. */
static bool is_numeric(const Verifier *v, const NjType *t)
{
    return t->kind == NJ_T_SCALAR || (v->stage == NJ_TIR_BUILT && t->kind == NJ_T_ARRAY);
}

static void claim_numeric(Verifier *v, const NjTirExpr *x)
{
    if (!is_numeric(v, x->type))
        fail(v, nj_arena_printf(v->arena, "operand is %s", text(v, x->type)));
}

static void claim_same_dtype(Verifier *v, const NjTirExpr *a, const NjTirExpr *b)
{
    claim_numeric(v, a);
    claim_numeric(v, b);
    if (a->type->dtype != b->type->dtype)
        fail(v, nj_arena_printf(v->arena, "operands are %s and %s", text(v, a->type),
                                text(v, b->type)));
}

/* ---- expressions: arithmetic ---------------------------------------------------------------- */

static NprtDtype unary_result(NjTirUnop op, NprtDtype d, NprtDtype given)
{
    switch (op) {
    case NJ_UN_NOT:
    case NJ_UN_ISNAN:
    case NJ_UN_ISINF:
    case NJ_UN_ISFINITE:
    case NJ_UN_SIGNBIT:
        return NPRT_BOOL;
    case NJ_UN_ABS:
    case NJ_UN_REAL:
    case NJ_UN_IMAG:
        return nj_dtype_real(d);
    case NJ_UN_POPCOUNT:
        return nj_dtype_is_int(given) ? given : NPRT_U8;
    case NJ_UN_NEG:
    case NJ_UN_INVERT:
    case NJ_UN_SQRT:
    case NJ_UN_FLOOR:
    case NJ_UN_CEIL:
    case NJ_UN_TRUNC:
    case NJ_UN_RINT:
    case NJ_UN_SIGN:
    case NJ_UN_CONJ:
        return d;
    }
    return d;
}

static void check_unary(Verifier *v, const NjTirExpr *x)
{
    const NjTirExpr *a = x->as.unary.a;
    claim_numeric(v, a);
    claim(v, is_numeric(v, x->type), "the result is no number");
    NprtDtype want = unary_result(x->as.unary.op, a->type->dtype, x->type->dtype);
    claim(v, x->type->dtype == want, "the result's dtype is not the operation's");
    bool inexact = nj_dtype_is_float(a->type->dtype) || nj_dtype_is_complex(a->type->dtype);
    if (x->as.unary.op == NJ_UN_SQRT)
        claim(v, inexact, "operand of sqrt is no float");
    if (x->as.unary.op == NJ_UN_INVERT)
        claim(v, !inexact, "operand of invert is no integer");
}

static void check_binary(Verifier *v, const NjTirExpr *x)
{
    const NjTirExpr *a = x->as.binary.a, *b = x->as.binary.b;
    claim_same_dtype(v, a, b);
    claim(v, is_numeric(v, x->type) && x->type->dtype == a->type->dtype,
          "the result's dtype is not the operands'");
    NprtDtype d = a->type->dtype;
    bool is_complex = nj_dtype_is_complex(d), is_exact = !nj_dtype_is_float(d) && !is_complex;
    switch (x->as.binary.op) {
    case NJ_BIN_DIV:
        claim(v, !is_exact, "division of integers");
        return;
    case NJ_BIN_FLOORDIV:
    case NJ_BIN_MOD:
    case NJ_BIN_FMOD:
        claim(v, !is_complex && d != NPRT_BOOL, "floor division of complex or bool");
        return;
    case NJ_BIN_AND:
    case NJ_BIN_OR:
    case NJ_BIN_XOR:
        claim(v, is_exact, "bits of a float");
        return;
    case NJ_BIN_SHL:
    case NJ_BIN_SHR:
        claim(v, is_exact && d != NPRT_BOOL, "shift of what is no integer");
        return;
    case NJ_BIN_COPYSIGN:
        claim(v, nj_dtype_is_float(d), "copysign of what is no float");
        return;
    case NJ_BIN_ADD:
    case NJ_BIN_SUB:
    case NJ_BIN_MUL:
    case NJ_BIN_POW:
    case NJ_BIN_MIN:
    case NJ_BIN_MAX:
    case NJ_BIN_FMIN:
    case NJ_BIN_FMAX:
        return;
    }
}

static void check_select(Verifier *v, const NjTirExpr *x)
{
    claim(v, x->as.select.cond->type->dtype == NPRT_BOOL && is_numeric(v, x->as.select.cond->type),
          "the condition is no bool");
    if (x->type->kind == NJ_T_SCALAR || v->stage == NJ_TIR_LOOPIFIED) {
        claim_type(v, x->as.select.a->type, x->type, "the first arm");
        claim_type(v, x->as.select.b->type, x->type, "the second arm");
    }
}

static void check_math(Verifier *v, const NjTirExpr *x)
{
    static const uint32_t counts[] = {
#define MATH(name, nargs, libm) nargs,
#include "compiler/funcs/math.def"
#undef MATH
    };
    if (!claim(v, x->as.math.n == counts[x->as.math.id], "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < x->as.math.n; i++) {
        NprtDtype d = x->as.math.args[i]->type->dtype;
        claim_numeric(v, x->as.math.args[i]);
        claim(v, nj_dtype_is_float(d) || nj_dtype_is_complex(d), "an argument is no float");
        claim(v, d == x->type->dtype, "an argument's dtype is not the result's");
    }
}

/* ---- expressions: structs and containers ---------------------------------------------------- */

static void check_tuple(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->type;
    if (t->kind == NJ_T_RANGE || t->kind == NJ_T_SLICE) {
        claim(v, x->as.tuple.n == (t->kind == NJ_T_RANGE ? 3u : 4u), "wrong number of items");
        return;
    }
    if (!claim(v, t->n == x->as.tuple.n, "wrong number of items"))
        return;
    for (uint32_t i = 0; i < t->n; i++)
        claim_type(v, x->as.tuple.items[i]->type, t->elems[i], "an item");
}

static void check_tuple_get(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.tuple_get.a->type;
    uint32_t index = x->as.tuple_get.index;
    if (t->kind == NJ_T_RANGE || t->kind == NJ_T_SLICE)
        claim(v, index < (t->kind == NJ_T_RANGE ? 3u : 4u), "no such item");
    else if (claim(v, t->elems && index < t->n, "no such item"))
        claim_type(v, x->type, t->elems[index], "the result");
}

static void check_optional(Verifier *v, const NjTirExpr *x)
{
    if (x->kind == NJ_X_OPT_NONE) {
        claim(v, x->type->kind == NJ_T_OPTIONAL, "the result is no optional");
        return;
    }
    bool wraps = x->kind == NJ_X_OPT_SOME;
    const NjType *optional = wraps ? x->type : x->as.opt.a->type;
    const NjType *inner = wraps ? x->as.opt.a->type : x->type;
    if (!claim(v, optional->kind == NJ_T_OPTIONAL, "not an optional"))
        return;
    if (x->kind == NJ_X_OPT_HAS)
        claim(v, is_bool(x->type), "the result is no bool");
    else
        claim_type(v, inner, optional->elems[0], "the value");
}

static void check_len(Verifier *v, const NjTirExpr *x)
{
    NjTypeKind kind = x->as.len.a->type->kind;
    claim(v,
          kind == NJ_T_LIST || kind == NJ_T_STR || kind == NJ_T_BYTES || kind == NJ_T_DICT ||
              kind == NJ_T_SET,
          "the operand has no length");
    claim(v, is_int64(x->type), "the result is no int64");
}

static void check_list_get(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.list_get.base->type;
    claim_int64(v, x->as.list_get.sub.index, "the index");
    if (claim(v, t->kind == NJ_T_LIST, "the base is no list"))
        claim_type(v, x->type, t->elems[0], "the result");
}

static void check_field(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.field.base->type;
    if (claim(v, t->kind == NJ_T_OBJECT && x->as.field.index < t->n, "no such field"))
        claim_type(v, x->type, t->elems[x->as.field.index], "the result");
}

static void check_entry(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.entry.base->type;
    bool is_key = x->kind == NJ_X_ENTRY_KEY;
    claim_int64(v, x->as.entry.index, "the entry number");
    if (claim(v, t->kind == NJ_T_DICT || (is_key && t->kind == NJ_T_SET), "the base is no dict"))
        claim_type(v, x->type, t->elems[is_key ? 0 : 1], "the result");
}

static void check_new(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->type;
    if (x->kind == NJ_X_NEW_DICT) {
        if (!claim(v, t->kind == NJ_T_DICT, "the result is no dict"))
            return;
        for (uint32_t i = 0; i < x->as.new_dict.n; i++) {
            claim_type(v, x->as.new_dict.keys[i]->type, t->elems[0], "a key");
            claim_type(v, x->as.new_dict.values[i]->type, t->elems[1], "a value");
        }
        return;
    }
    if (!claim(v, t->kind == (x->kind == NJ_X_NEW_LIST ? NJ_T_LIST : NJ_T_SET),
               "wrong result type"))
        return;
    for (uint32_t i = 0; i < x->as.new_list.n; i++)
        claim_type(v, x->as.new_list.items[i]->type, t->elems[0], "an item");
}

/* ---- expressions: arrays -------------------------------------------------------------------- */

static void check_subs(Verifier *v, const NjTirExpr *base, const NjTirSub *subs, uint32_t n)
{
    if (!claim(v, base->type->kind == NJ_T_ARRAY, "the base is no array") ||
        !claim(v, n == base->type->ndim, "not one subscript per dimension"))
        return;
    for (uint32_t i = 0; i < n; i++)
        claim_int64(v, subs[i].index, "a subscript");
}

static void check_load(Verifier *v, const NjTirExpr *x)
{
    check_subs(v, x->as.load.base, x->as.load.subs, x->as.load.n);
    claim(v, x->type->kind == NJ_T_SCALAR && x->type->dtype == x->as.load.base->type->dtype,
          "the result is not the array's element");
}

static void check_view(Verifier *v, const NjTirExpr *x)
{
    const NjType *base = x->as.view.base->type;
    if (!claim(v, base->kind == NJ_T_ARRAY && x->type->kind == NJ_T_ARRAY, "not of arrays"))
        return;
    uint32_t taken = 0, made = 0;
    for (uint32_t i = 0; i < x->as.view.n; i++) {
        const NjTirSpec *spec = &x->as.view.specs[i];
        taken += spec->kind != NJ_SPEC_NEWAXIS;
        made += spec->kind != NJ_SPEC_INDEX;
        if (spec->kind == NJ_SPEC_INDEX)
            claim_int64(v, spec->index.index, "a subscript");
        const NjTirExpr *bounds[] = {spec->start, spec->stop, spec->step};
        for (int k = 0; spec->kind == NJ_SPEC_SLICE && k < 3; k++)
            if (bounds[k])
                claim_int64(v, bounds[k], "a slice bound");
    }
    if (claim(v, taken <= base->ndim, "too many subscripts"))
        claim(v, made + (base->ndim - taken) == x->type->ndim, "wrong rank of the result");
    claim(v, x->type->dtype == base->dtype, "the view has another dtype");
}

static void check_transpose(Verifier *v, const NjTirExpr *x)
{
    const NjType *base = x->as.transpose.a->type;
    if (!claim(v, agree(base, x->type) && base->kind == NJ_T_ARRAY, "wrong type of the result"))
        return;
    uint64_t used = 0;
    for (uint32_t k = 0; k < base->ndim; k++)
        used |= UINT64_C(1) << (x->as.transpose.perm[k] & 63);
    claim(v, used == (UINT64_C(1) << base->ndim) - 1, "not a permutation");
}

static void check_alloc(Verifier *v, const NjTirExpr *x)
{
    if (!claim(v, x->type->kind == NJ_T_ARRAY && x->as.alloc.n == x->type->ndim, "wrong rank"))
        return;
    claim(v, x->type->layout != NJ_LAYOUT_A, "a new array has a layout");
    for (uint32_t i = 0; i < x->as.alloc.n; i++)
        claim_int64(v, x->as.alloc.shape[i], "an extent");
}

static void check_shape(Verifier *v, const NjTirExpr *x)
{
    const NjType *t = x->as.shape.a->type;
    claim(v, t->kind == NJ_T_ARRAY && x->as.shape.dim < t->ndim, "no such dimension");
    claim(v, is_int64(x->type), "the result is no int64");
}

/* ---- expressions: calls --------------------------------------------------------------------- */

static void check_call(Verifier *v, const NjTirExpr *x)
{
    const NjTirFn *fn = x->as.call.fn;
    if (!claim(v, x->as.call.n == fn->n_params, "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < fn->n_params; i++)
        claim_type(v, x->as.call.args[i]->type, fn->params[i]->type, "an argument");
    claim_type(v, x->type, fn->result, "the result");
}

static bool fits_letter(char letter, const NjType *t)
{
    switch (letter) {
    case 'i':
        return nj_type_is_integral(t);
    case 'd':
        return nj_type_is_float(t);
    case 'b':
        return is_bool(t);
    case 'p':
        return t->is_managed && t->kind != NJ_T_ARRAY;
    default:
        return true;
    }
}

static void check_rtcall(Verifier *v, const NjTirExpr *x)
{
    static const char *const params[] = {
#define RTCALL(name, result, params, raises) params,
#include "runtime/rtcalls.def"
#undef RTCALL
    };
    static const char *const names[] = {
#define RTCALL(name, result, params, raises) #name,
#include "runtime/rtcalls.def"
#undef RTCALL
    };
    v->where = names[x->as.rtcall.id];
    const char *letters = params[x->as.rtcall.id];
    if (!claim(v, x->as.rtcall.n == strlen(letters), "wrong number of arguments"))
        return;
    for (uint32_t i = 0; i < x->as.rtcall.n; i++) {
        const NjType *t = x->as.rtcall.args[i]->type;
        if (!fits_letter(letters[i], t))
            fail(v, nj_arena_printf(v->arena, "argument %u is %s, not '%c'", i + 1, text(v, t),
                                    letters[i]));
    }
}

/* ---- the walk over expressions -------------------------------------------------------------- */

static bool is_gone_after_loopify(NjTirExprKind kind)
{
    return kind == NJ_X_BROADCAST || kind == NJ_X_IOTA || kind == NJ_X_REDUCE || kind == NJ_X_SCAN;
}

static void check_local(Verifier *v, const NjTirLocal *local)
{
    claim(v, local->id < v->fn->n_locals && v->fn->locals[local->id] == local,
          "a local of another function");
}

static void check_kind(Verifier *v, const NjTirExpr *x)
{
    switch (x->kind) {
    case NJ_X_CONST_INT:
        claim(v, nj_type_is_integral(x->type) || x->type->kind == NJ_T_BIGINT, "no integer type");
        return;
    case NJ_X_CONST_FLOAT:
        claim(v, nj_type_is_float(x->type), "no float type");
        return;
    case NJ_X_CONST_COMPLEX:
        claim(v, nj_type_is_complex(x->type), "no complex type");
        return;
    case NJ_X_CONST_STR:
        claim(v, x->type->kind == NJ_T_STR || x->type->kind == NJ_T_BYTES, "no text type");
        return;
    case NJ_X_UNIT:
        claim(v, x->type->is_unit, "a type with bits");
        return;
    case NJ_X_LOCAL:
        check_local(v, x->as.local.local);
        claim_type(v, x->type, x->as.local.local->type, "the node");
        return;
    case NJ_X_GLOBAL:
        claim_type(v, x->type, x->as.global.global->type, "the node");
        return;
    case NJ_X_UNARY:
        check_unary(v, x);
        return;
    case NJ_X_BINARY:
        check_binary(v, x);
        return;
    case NJ_X_COMPARE:
        claim_same_dtype(v, x->as.compare.a, x->as.compare.b);
        claim(v, x->type->dtype == NPRT_BOOL && is_numeric(v, x->type), "the result is no bool");
        return;
    case NJ_X_SELECT:
        check_select(v, x);
        return;
    case NJ_X_MATH:
        check_math(v, x);
        return;
    case NJ_X_TUPLE:
        check_tuple(v, x);
        return;
    case NJ_X_TUPLE_GET:
        check_tuple_get(v, x);
        return;
    case NJ_X_OPT_NONE:
    case NJ_X_OPT_SOME:
    case NJ_X_OPT_HAS:
    case NJ_X_OPT_GET:
        check_optional(v, x);
        return;
    case NJ_X_LEN:
        check_len(v, x);
        return;
    case NJ_X_SHAPE:
    case NJ_X_STRIDE:
        check_shape(v, x);
        return;
    case NJ_X_LOAD:
        check_load(v, x);
        return;
    case NJ_X_LIST_GET:
        check_list_get(v, x);
        return;
    case NJ_X_FIELD:
        check_field(v, x);
        return;
    case NJ_X_CELL_GET:
        if (claim(v, x->as.cell_get.a->type->kind == NJ_T_CELL, "not a cell"))
            claim_type(v, x->type, x->as.cell_get.a->type->elems[0], "the result");
        return;
    case NJ_X_ENTRY_KEY:
    case NJ_X_ENTRY_VALUE:
        check_entry(v, x);
        return;
    case NJ_X_VIEW:
        check_view(v, x);
        return;
    case NJ_X_TRANSPOSE:
        check_transpose(v, x);
        return;
    case NJ_X_FLATTEN:
        claim(v,
              x->type->kind == NJ_T_ARRAY && x->type->ndim == 1 &&
                  x->as.flatten.a->type->kind == NJ_T_ARRAY &&
                  x->as.flatten.a->type->layout == NJ_LAYOUT_C,
              "not a C array to one dimension");
        return;
    case NJ_X_ROW_SUM:
        claim(v, x->as.row_sum.a->type->kind == NJ_T_ARRAY && x->as.row_sum.a->type->ndim == 1 &&
                     x->as.row_sum.a->type->layout == NJ_LAYOUT_C,
              "the row is no C array of one dimension");
        claim_int64(v, x->as.row_sum.first, "the first position");
        claim_int64(v, x->as.row_sum.n, "the number of elements");
        return;
    case NJ_X_ALLOC:
        check_alloc(v, x);
        return;
    case NJ_X_NEW_LIST:
    case NJ_X_NEW_DICT:
    case NJ_X_NEW_SET:
        check_new(v, x);
        return;
    case NJ_X_NEW_OBJECT:
        claim(v, x->type->kind == NJ_T_OBJECT, "no class");
        return;
    case NJ_X_NEW_CELL:
        if (claim(v, x->type->kind == NJ_T_CELL, "no cell type") && x->as.new_cell.a)
            claim_type(v, x->as.new_cell.a->type, x->type->elems[0], "the value");
        return;
    case NJ_X_FN_ADDR:
        claim(v, x->as.call.fn->needs_entry, "no entry");
        return;
    case NJ_X_CALL:
        check_call(v, x);
        return;
    case NJ_X_RTCALL:
        check_rtcall(v, x);
        return;
    case NJ_X_CAST:
    case NJ_X_BROADCAST:
    case NJ_X_IOTA:
    case NJ_X_REDUCE:
    case NJ_X_SCAN:
    case NJ_X_TARGET_CALL:
    case NJ_X_COUNT:
        return;
    }
}

static void check_expr(Verifier *v, NjTirExpr *x, bool may_have_effect);

static void visit_child(void *ctx, NjTirExpr **child)
{
    check_expr(ctx, *child, false);
}

static void check_expr(Verifier *v, NjTirExpr *x, bool may_have_effect)
{
    if (v->verdict)
        return;
    if (!claim(v, x != NULL, "a missing operand"))
        return;
    const char *outer = v->where;
    NjSpan outer_span = v->span;
    v->where = x->kind < NJ_X_COUNT ? expr_names[x->kind] : "unknown node";
    if (x->span.source)
        v->span = x->span;
    if (claim(v, x->kind < NJ_X_COUNT && x->type, "no kind or no type") &&
        claim(v, !nj_map_has(&v->seen, x), "a node with two parents")) {
        nj_map_put(v->arena, &v->seen, x, NULL);
        claim(v, purities[x->kind] != EFFECT || may_have_effect, "an effect inside an expression");
        claim(v, v->stage == NJ_TIR_BUILT || !is_gone_after_loopify(x->kind),
              "an array expression after loopify");
        nj_tir_children(x, visit_child, v);
        if (!v->verdict)
            check_kind(v, x);
    }
    v->where = outer;
    v->span = outer_span;
}

/* ---- statements ----------------------------------------------------------------------------- */

static void check_store(Verifier *v, const NjTirStmt *s)
{
    check_subs(v, s->as.store.base, s->as.store.subs, s->as.store.n);
    const NjType *t = s->as.store.value->type;
    claim(v, t->kind == NJ_T_SCALAR && t->dtype == s->as.store.base->type->dtype,
          "the value is not of the array's dtype");
}

static void check_for(Verifier *v, const NjTirStmt *s)
{
    check_local(v, s->as.for_.var);
    claim(v, is_int64(s->as.for_.var->type), "the variable is no int64");
    claim_int64(v, s->as.for_.start, "the start");
    claim_int64(v, s->as.for_.stop, "the stop");
    claim_int64(v, s->as.for_.step, "the step");
    const NjTirExpr *step = s->as.for_.step;
    if (step && step->kind == NJ_X_CONST_INT && s->as.for_.step_sign)
        claim(v,
              (step->as.const_int.value > 0) == (s->as.for_.step_sign > 0) &&
                  step->as.const_int.value != 0,
              "the sign of the step is wrong");
}

static void check_return(Verifier *v, const NjTirStmt *s)
{
    const NjType *have = s->as.ret.value ? s->as.ret.value->type : NULL;
    if (!have)
        claim(v, v->fn->result->is_unit, "a result is missing");
    else if (!have->is_unit || !v->fn->result->is_unit)
        claim_type(v, have, v->fn->result, "the result");
}

static void check_places(Verifier *v, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_ASSIGN:
        check_local(v, s->as.assign.local);
        claim_type(v, s->as.assign.value->type, s->as.assign.local->type, "the value");
        return;
    case NJ_S_GLOBAL_SET:
        claim_type(v, s->as.global_set.value->type, s->as.global_set.global->type, "the value");
        return;
    case NJ_S_STORE:
        check_store(v, s);
        return;
    case NJ_S_ARRAY_STORE:
        claim(v, v->stage == NJ_TIR_BUILT, "an array store after loopify");
        claim(v, s->as.array_store.view->type->kind == NJ_T_ARRAY, "the target is no array");
        claim(v, s->as.array_store.value->type->dtype == s->as.array_store.view->type->dtype,
              "the value has another dtype");
        return;
    case NJ_S_LIST_SET:
        claim_int64(v, s->as.list_set.sub.index, "the index");
        if (claim(v, s->as.list_set.base->type->kind == NJ_T_LIST, "the base is no list"))
            claim_type(v, s->as.list_set.value->type, s->as.list_set.base->type->elems[0],
                       "the value");
        return;
    case NJ_S_FIELD_SET: {
        const NjType *t = s->as.field_set.base->type;
        if (claim(v, t->kind == NJ_T_OBJECT && s->as.field_set.index < t->n, "no such field"))
            claim_type(v, s->as.field_set.value->type, t->elems[s->as.field_set.index],
                       "the value");
        return;
    }
    case NJ_S_CELL_SET:
        if (claim(v, s->as.cell_set.cell->type->kind == NJ_T_CELL, "not a cell"))
            claim_type(v, s->as.cell_set.value->type, s->as.cell_set.cell->type->elems[0],
                       "the value");
        return;
    default:
        return;
    }
}

static void check_control(Verifier *v, const NjTirStmt *s)
{
    switch (s->kind) {
    case NJ_S_IF:
        claim(v, is_bool(s->as.if_.cond->type), "the condition is no bool");
        return;
    case NJ_S_FOR:
        check_for(v, s);
        return;
    case NJ_S_WHILE:
        claim(v, is_bool(s->as.while_.cond->type), "the condition is no bool");
        return;
    case NJ_S_BREAK:
    case NJ_S_CONTINUE:
        claim(v, v->loops > 0, "outside of a loop");
        return;
    case NJ_S_RETURN:
        check_return(v, s);
        return;
    case NJ_S_RAISE:
        if (s->as.raise.exc)
            claim(v, s->as.raise.exc->type->kind == NJ_T_EXC, "not an exception");
        return;
    case NJ_S_CHECK:
        claim(v, is_bool(s->as.check.cond->type), "the condition is no bool");
        for (uint32_t i = 0; i < s->as.check.n; i++)
            claim(v, nj_type_is_integral(s->as.check.args[i]->type), "an argument is no integer");
        return;
    case NJ_S_TRY:
        if (s->as.try_.exc) {
            check_local(v, s->as.try_.exc);
            claim(v, s->as.try_.exc->type->kind == NJ_T_EXC, "the variable is no exception");
        }
        return;
    default:
        return;
    }
}

static void check_block(Verifier *v, const NjTirBlock *block);

static void visit_block(void *ctx, NjTirBlock *block)
{
    check_block(ctx, block);
}

static bool takes_effect(const NjTirStmt *s)
{
    return s->kind == NJ_S_ASSIGN || s->kind == NJ_S_EXPR;
}

static void check_stmt(Verifier *v, NjTirStmt *s)
{
    v->where = s->kind < NJ_S_COUNT ? stmt_names[s->kind] : "unknown statement";
    if (s->span.source)
        v->span = s->span;
    if (!claim(v, s->kind < NJ_S_COUNT, "no kind") ||
        !claim(v, !nj_map_has(&v->seen, s), "a statement in two places"))
        return;
    nj_map_put(v->arena, &v->seen, s, NULL);
    if (takes_effect(s))
        check_expr(v, s->kind == NJ_S_ASSIGN ? s->as.assign.value : s->as.expr.value, true);
    else
        nj_tir_stmt_exprs(s, visit_child, v);
    if (v->verdict)
        return;
    check_places(v, s);
    check_control(v, s);
    bool is_loop = s->kind == NJ_S_FOR || s->kind == NJ_S_WHILE;
    v->loops += is_loop;
    nj_tir_stmt_blocks(s, visit_block, v);
    v->loops -= is_loop;
}

static void check_block(Verifier *v, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n && !v->verdict; i++) {
        if (!block->items[i]) {
            v->where = "block";
            fail(v, "a missing statement");
            return;
        }
        check_stmt(v, block->items[i]);
    }
}

/* ---- functions ------------------------------------------------------------------------------ */

static void check_fn(Verifier *v, const NjTirFn *fn)
{
    v->fn = fn;
    v->span = fn->span;
    v->where = "function";
    v->loops = 0;
    claim(v, fn->name && fn->source_name && fn->result, "no name or no result type");
    for (uint32_t i = 0; i < fn->n_locals; i++)
        claim(v, fn->locals[i] && fn->locals[i]->id == i && fn->locals[i]->type,
              "locals are not numbered");
    for (uint32_t i = 0; i < fn->n_params && !v->verdict; i++) {
        check_local(v, fn->params[i]);
        claim(v, fn->params[i]->is_param, "a parameter that is none");
    }
    if (!v->verdict)
        check_block(v, &fn->body);
}

const char *nj_tir_verify(NjArena *arena, const NjTirModule *module, NjTirStage stage)
{
    Verifier v = {.arena = arena, .stage = stage, .where = "module"};
    for (uint32_t i = 0; i < module->n_fns && !v.verdict; i++)
        check_fn(&v, module->fns[i]);
    if (module->main && !v.verdict) {
        v.fn = module->main;
        claim(&v, module->main->n_params == 0 && module->main->result->is_unit,
              "the main function has parameters or a result");
    }
    return v.verdict;
}
