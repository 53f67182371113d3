/* lower_sum.c - ROW_SUM: a contiguous row added pairwise, in NumPy's order.
 *
 * One function per dtype of the row and of the sum, T pairwise.<row>.<sum>(ptr row, i64 n), with
 * the recursion of loopify_sum.c. It is written with vectors of 8 from the start: the 8
 * accumulators of a block are one vector, which LLVM's vectorisers do not find by themselves in the
 * unrolled loop. Two neighbouring blocks go together, so that the latency of an addition is not all
 * there is. Complex numbers are rows of twice as many reals whose accumulators are combined by
 * parity. */
#include "compiler/lower/lower_internal.h"

enum { LANES = 8, BLOCK = 128 };

typedef struct RowSum {
    NjEmit *e;
    NprtDtype from; /* of one real of the row */
    NprtDtype to;   /* of one real of the sum */
    bool is_complex;
    LLVMTypeRef scalar; /* of `to` */
    LLVMTypeRef vector;
    NjCallee callee;
} RowSum;

/* The sum as it is carried around: `im` is NULL for reals. */
typedef struct Sum {
    LLVMValueRef re, im;
} Sum;

static LLVMTypeRef memory_type(NjEmit *e, NprtDtype dtype)
{
    return dtype == NPRT_BOOL ? e->i8 : nj_ir_dtype_reg(e, dtype);
}

static LLVMValueRef address_of(RowSum *s, LLVMValueRef row, LLVMValueRef index)
{
    return LLVMBuildInBoundsGEP2(s->e->b, memory_type(s->e, s->from), row, &index, 1, "");
}

static LLVMValueRef widen(RowSum *s, LLVMValueRef v, LLVMTypeRef to)
{
    LLVMBuilderRef b = s->e->b;
    if (LLVMTypeOf(v) == to)
        return v;
    if (nj_dtype_is_float(s->from))
        return nj_dtype_size(s->from) < nj_dtype_size(s->to) ? LLVMBuildFPExt(b, v, to, "")
                                                             : LLVMBuildFPTrunc(b, v, to, "");
    return nj_dtype_is_signed(s->from) ? LLVMBuildSIToFP(b, v, to, "")
                                       : LLVMBuildUIToFP(b, v, to, "");
}

static LLVMValueRef load_lanes(RowSum *s, LLVMValueRef row, LLVMValueRef index)
{
    NjEmit *e = s->e;
    LLVMTypeRef type = LLVMVectorType(memory_type(e, s->from), LANES);
    LLVMValueRef v =
        nj_ir_load(e, type, address_of(s, row, index), nj_dtype_size(s->from), NJ_MEM_ELEMENT, "");
    return widen(s, v, s->vector);
}

static LLVMValueRef load_one(RowSum *s, LLVMValueRef row, LLVMValueRef index)
{
    NjEmit *e = s->e;
    LLVMValueRef v = nj_ir_load(e, memory_type(e, s->from), address_of(s, row, index),
                                nj_dtype_size(s->from), NJ_MEM_ELEMENT, "");
    return widen(s, v, s->scalar);
}

/* -0.0 is neutral: the accumulators need not start with the first elements. */
static LLVMValueRef neutral(RowSum *s)
{
    LLVMValueRef zero = nj_ir_float_const(s->e, s->scalar, -0.0), lanes[LANES];
    for (unsigned k = 0; k < LANES; k++)
        lanes[k] = zero;
    return LLVMConstVector(lanes, LANES);
}

static LLVMValueRef add(RowSum *s, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFAdd(s->e->b, a, b, "");
}

/* sums[k] += rows[k][i .. i + 7] for i from `start` below `stop` in steps of 8. */
static void add_lanes(RowSum *s, LLVMValueRef *rows, LLVMValueRef *sums, unsigned n,
                      LLVMValueRef start, LLVMValueRef stop)
{
    NjEmit *e = s->e;
    LLVMBasicBlockRef from = nj_ir_here(e), head = nj_ir_block(e, "lanes"),
                      body = nj_ir_block(e, "lanes.body"), end = nj_ir_block(e, "lanes.end");
    nj_ir_br(e, head);
    nj_ir_at(e, head);
    LLVMValueRef i = LLVMBuildPhi(e->b, e->i64, "i"), phis[2];
    LLVMAddIncoming(i, &start, &from, 1);
    for (unsigned k = 0; k < n; k++) {
        phis[k] = LLVMBuildPhi(e->b, s->vector, "sum");
        LLVMAddIncoming(phis[k], &sums[k], &from, 1);
    }
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntSLT, i, stop, ""), body, end, NJ_EVEN);
    nj_ir_at(e, body);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef next = add(s, phis[k], load_lanes(s, rows[k], i));
        LLVMAddIncoming(phis[k], &next, &body, 1);
        sums[k] = phis[k];
    }
    LLVMValueRef next = nj_ir_add_nsw(e, i, nj_ir_i64(e, LANES), "");
    LLVMAddIncoming(i, &next, &body, 1);
    nj_ir_br(e, head);
    nj_ir_at(e, end);
}

static LLVMValueRef lane(RowSum *s, LLVMValueRef v, unsigned k)
{
    return LLVMBuildExtractElement(s->e->b, v, nj_ir_i32(s->e, (int32_t)k), "");
}

/* (a + b) + (c + d) of four lanes. */
static LLVMValueRef four(RowSum *s, LLVMValueRef v, unsigned a, unsigned b, unsigned c, unsigned d)
{
    return add(s, add(s, lane(s, v, a), lane(s, v, b)), add(s, lane(s, v, c), lane(s, v, d)));
}

static Sum combine(RowSum *s, LLVMValueRef v)
{
    if (s->is_complex)
        return (Sum){four(s, v, 0, 2, 4, 6), four(s, v, 1, 3, 5, 7)};
    return (Sum){add(s, four(s, v, 0, 1, 2, 3), four(s, v, 4, 5, 6, 7)), NULL};
}

/* Adds the elements from `start` on that fill no vector. */
static Sum add_rest(RowSum *s, LLVMValueRef row, Sum sum, LLVMValueRef start, LLVMValueRef stop)
{
    NjEmit *e = s->e;
    LLVMBasicBlockRef from = nj_ir_here(e), head = nj_ir_block(e, "rest"),
                      body = nj_ir_block(e, "rest.body"), end = nj_ir_block(e, "rest.end");
    nj_ir_br(e, head);
    nj_ir_at(e, head);
    LLVMValueRef i = LLVMBuildPhi(e->b, e->i64, "i"), re = LLVMBuildPhi(e->b, s->scalar, "re");
    LLVMValueRef im = s->is_complex ? LLVMBuildPhi(e->b, s->scalar, "im") : NULL;
    LLVMAddIncoming(i, &start, &from, 1);
    LLVMAddIncoming(re, &sum.re, &from, 1);
    if (im)
        LLVMAddIncoming(im, &sum.im, &from, 1);
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntSLT, i, stop, ""), body, end, NJ_EVEN);
    nj_ir_at(e, body);
    LLVMValueRef second = nj_ir_add_nsw(e, i, nj_ir_i64(e, 1), "");
    LLVMValueRef next_re = add(s, re, load_one(s, row, i)), next = second;
    LLVMAddIncoming(re, &next_re, &body, 1);
    if (im) {
        LLVMValueRef next_im = add(s, im, load_one(s, row, second));
        LLVMAddIncoming(im, &next_im, &body, 1);
        next = nj_ir_add_nsw(e, i, nj_ir_i64(e, 2), "");
    }
    LLVMAddIncoming(i, &next, &body, 1);
    nj_ir_br(e, head);
    nj_ir_at(e, end);
    return (Sum){re, im};
}

static LLVMValueRef pack(RowSum *s, Sum sum)
{
    return sum.im ? nj_ir_complex(s->e, sum.re, sum.im) : sum.re;
}

static Sum unpack(RowSum *s, LLVMValueRef v)
{
    return s->is_complex ? (Sum){nj_ir_real(s->e, v), nj_ir_imag(s->e, v)} : (Sum){v, NULL};
}

static Sum add_sums(RowSum *s, Sum a, Sum b)
{
    return (Sum){add(s, a.re, b.re), a.im ? add(s, a.im, b.im) : NULL};
}

static LLVMValueRef whole_lanes(RowSum *s, LLVMValueRef n)
{
    return LLVMBuildAnd(s->e->b, n, nj_ir_i64(s->e, -LANES), "");
}

/* At most 128 reals. */
static void emit_block(RowSum *s, LLVMValueRef row, LLVMValueRef n)
{
    LLVMValueRef sum = neutral(s), whole = whole_lanes(s, n);
    add_lanes(s, &row, &sum, 1, nj_ir_i64(s->e, 0), whole);
    LLVMBuildRet(s->e->b, pack(s, add_rest(s, row, combine(s, sum), whole, n)));
}

/* Two blocks: `half` reals, a multiple of 8, then `left` >= half. */
static void emit_pair(RowSum *s, LLVMValueRef row, LLVMValueRef half, LLVMValueRef left)
{
    LLVMValueRef rows[] = {row, address_of(s, row, half)}, sums[] = {neutral(s), neutral(s)};
    LLVMValueRef whole = whole_lanes(s, left);
    add_lanes(s, rows, sums, 2, nj_ir_i64(s->e, 0), half);
    add_lanes(s, &rows[1], &sums[1], 1, half, whole);
    Sum second = add_rest(s, rows[1], combine(s, sums[1]), whole, left);
    LLVMBuildRet(s->e->b, pack(s, add_sums(s, combine(s, sums[0]), second)));
}

static void emit_halves(RowSum *s, LLVMValueRef row, LLVMValueRef half, LLVMValueRef left)
{
    LLVMValueRef low[] = {row, half}, high[] = {address_of(s, row, half), left};
    LLVMValueRef a = nj_ir_call(s->e, s->callee, low, 2), b = nj_ir_call(s->e, s->callee, high, 2);
    LLVMBuildRet(s->e->b, pack(s, add_sums(s, unpack(s, a), unpack(s, b))));
}

static void emit_body(RowSum *s)
{
    NjEmit *e = s->e;
    LLVMValueRef row = LLVMGetParam(e->llvm_fn, 0), n = LLVMGetParam(e->llvm_fn, 1);
    LLVMBasicBlockRef block = nj_ir_block(e, "block"), more = nj_ir_block(e, "more"),
                      pair = nj_ir_block(e, "pair"), halves = nj_ir_block(e, "halves");
    LLVMValueRef limit = nj_ir_i64(e, BLOCK);
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntSLE, n, limit, ""), block, more, NJ_EVEN);
    nj_ir_at(e, block);
    emit_block(s, row, n);
    nj_ir_at(e, more);
    LLVMValueRef half = whole_lanes(s, LLVMBuildLShr(e->b, n, nj_ir_i64(e, 1), ""));
    LLVMValueRef left = LLVMBuildSub(e->b, n, half, "");
    nj_ir_cond_br(e, LLVMBuildICmp(e->b, LLVMIntSLE, left, limit, ""), pair, halves, NJ_EVEN);
    nj_ir_at(e, pair);
    emit_pair(s, row, half, left);
    nj_ir_at(e, halves);
    emit_halves(s, row, half, left);
}

static NjCallee pairwise_fn(NjEmit *e, NprtDtype from, NprtDtype to)
{
    RowSum s = {.e = e, .from = nj_dtype_real(from), .to = nj_dtype_real(to)};
    s.is_complex = nj_dtype_is_complex(to);
    s.scalar = nj_ir_dtype_reg(e, s.to);
    s.vector = LLVMVectorType(s.scalar, LANES);
    LLVMTypeRef params[] = {e->ptr, e->i64};
    LLVMTypeRef type = LLVMFunctionType(nj_ir_dtype_reg(e, to), params, 2, false);
    const char *name =
        nj_arena_printf(e->arena, "pairwise.%s.%s", nj_dtype_name(from), nj_dtype_name(to));
    NjHelperFn scope;
    bool is_new;
    s.callee = nj_ir_helper_fn_begin(e, name, type, &scope, &is_new);
    if (!is_new)
        return s.callee;
    nj_ir_add_string_attribute(e, s.callee.fn, "nj-hot", "");
    emit_body(&s);
    nj_ir_helper_fn_end(e, &scope);
    return s.callee;
}

NjValue nj_lower_row_sum(NjEmit *e, const NjTirExpr *x)
{
    NjValue row = nj_lower_expr(e, x->as.row_sum.a);
    LLVMValueRef first = nj_lower_i64(e, x->as.row_sum.first), n = nj_lower_i64(e, x->as.row_sum.n);
    NprtDtype from = row.type->dtype, to = x->type->dtype;
    NJ_ASSERT(e->u, nj_dtype_is_complex(from) == nj_dtype_is_complex(to));
    bool is_complex = nj_dtype_is_complex(to);
    if (is_complex) {
        first = LLVMBuildShl(e->b, first, nj_ir_i64(e, 1), "");
        n = LLVMBuildShl(e->b, n, nj_ir_i64(e, 1), "");
    }
    RowSum s = {.e = e, .from = nj_dtype_real(from)};
    LLVMValueRef args[] = {address_of(&s, nj_ir_array_data(e, row), first), n};
    return nj_ir_value(x->type, nj_ir_call(e, pairwise_fn(e, from, to), args, 2));
}
