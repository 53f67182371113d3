/* known.c - constant folding with Python's semantics.
 *
 * Ints fold exactly whatever their size; floats fold in double; strings concatenate, repeat and compare.
 * What would raise is left to run time, where it raises with a traceback. */
#include "compiler/sema/sema.h"

#include "compiler/sema/bigint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_BITS = 1 << 20, MAX_TEXT = 1 << 16 };

static bool big_of(NjWalk *w, NjVal v, NjBig *out)
{
    if (!v.known)
        return false;
    switch (v.known->kind) {
    case NJ_KNOWN_BOOL:
    case NJ_KNOWN_INT:
        *out = nj_big_from_int(w->arena, v.known->i);
        return true;
    case NJ_KNOWN_BIG:
        *out = nj_big_from_text(w->arena, v.known->text, 10);
        return true;
    default:
        return false;
    }
}

NjVal nj_val_big(NjWalk *w, const char *digits, NjSpan span)
{
    NjKnown *k = NJ_NEW(w->arena, NjKnown);
    k->kind = NJ_KNOWN_BIG;
    k->text = digits;
    k->len = (uint32_t)strlen(digits);
    NjVal v = nj_val_unit(w, nj_type_bigint(w->types), span);
    v.known = k;
    return v;
}

static NjVal val_of_big(NjWalk *w, NjBig b, NjSpan span)
{
    int64_t i;
    if (nj_big_to_int(b, &i))
        return nj_val_int(w, i, span);
    return nj_val_big(w, nj_big_to_text(w->arena, b), span);
}

const char *nj_known_int_text(NjWalk *w, NjVal v)
{
    NjBig b;
    return big_of(w, v, &b) ? nj_big_to_text(w->arena, b) : NULL;
}

static bool fold_int(NjWalk *w, NjBinOp op, NjVal va, NjVal vb, NjSpan span, NjVal *out)
{
    NjBig a, b, q, r;
    int64_t small;
    if (!big_of(w, va, &a) || !big_of(w, vb, &b))
        return false;
    switch (op) {
    case NJ_BINOP_ADD:
        *out = val_of_big(w, nj_big_add(w->arena, a, b), span);
        return true;
    case NJ_BINOP_SUB:
        *out = val_of_big(w, nj_big_sub(w->arena, a, b), span);
        return true;
    case NJ_BINOP_MULT:
        *out = val_of_big(w, nj_big_mul(w->arena, a, b), span);
        return true;
    case NJ_BINOP_FLOORDIV:
    case NJ_BINOP_MOD:
        if (b.n == 0)
            return false;
        nj_big_divmod(w->arena, a, b, &q, &r);
        *out = val_of_big(w, op == NJ_BINOP_MOD ? r : q, span);
        return true;
    case NJ_BINOP_POW:
        if (!nj_big_to_int(b, &small) || small < 0 || small > MAX_BITS ||
            (uint64_t)nj_big_bits(a) * (uint64_t)small > MAX_BITS)
            return false;
        *out = val_of_big(w, nj_big_pow(w->arena, a, (uint32_t)small), span);
        return true;
    case NJ_BINOP_LSHIFT:
        if (!nj_big_to_int(b, &small) || small < 0 || small > MAX_BITS)
            return false;
        *out = val_of_big(w, nj_big_shift_left(w->arena, a, (uint32_t)small), span);
        return true;
    case NJ_BINOP_RSHIFT:
        if (!nj_big_to_int(b, &small) || small < 0 || small > MAX_BITS)
            return false;
        nj_big_divmod(w->arena, a,
                      nj_big_shift_left(w->arena, nj_big_from_int(w->arena, 1), (uint32_t)small), &q, &r);
        *out = val_of_big(w, q, span);
        return true;
    default:
        break;
    }
    int64_t x, y;
    if (!nj_big_to_int(a, &x) || !nj_big_to_int(b, &y))
        return false;
    if (op == NJ_BINOP_BITAND)
        *out = nj_val_int(w, x & y, span);
    else if (op == NJ_BINOP_BITOR)
        *out = nj_val_int(w, x | y, span);
    else if (op == NJ_BINOP_BITXOR)
        *out = nj_val_int(w, x ^ y, span);
    else
        return false;
    bool ba = va.known->kind == NJ_KNOWN_BOOL && vb.known->kind == NJ_KNOWN_BOOL;
    if (ba)
        *out = nj_val_bool(w, out->known->i != 0, span);
    return true;
}

static bool float_of(NjWalk *w, NjVal v, double *out)
{
    NjBig b;
    if (v.known && v.known->kind == NJ_KNOWN_BIG && big_of(w, v, &b)) {
        *out = nj_big_to_double(b);
        return isfinite(*out) != 0;
    }
    return nj_known_float(v, out);
}

static double floor_mod(double a, double b)
{
    double m = fmod(a, b);
    if (m != 0 && (m < 0) != (b < 0))
        return m + b;
    return m != 0 ? m : copysign(0.0, b);
}

static bool fold_float(NjWalk *w, NjBinOp op, NjVal va, NjVal vb, NjSpan span, NjVal *out)
{
    double a, b, r;
    if (!float_of(w, va, &a) || !float_of(w, vb, &b))
        return false;
    switch (op) {
    case NJ_BINOP_ADD:
        r = a + b;
        break;
    case NJ_BINOP_SUB:
        r = a - b;
        break;
    case NJ_BINOP_MULT:
        r = a * b;
        break;
    case NJ_BINOP_DIV:
        if (b == 0)
            return false;
        r = a / b;
        break;
    case NJ_BINOP_MOD:
        if (b == 0 || !isfinite(b))
            return false;
        r = floor_mod(a, b);
        break;
    case NJ_BINOP_POW:
        if ((a == 0 && b < 0) || (a < 0 && b != floor(b)))
            return false;
        r = pow(a, b);
        if (!isfinite(r))
            return false;
        break;
    default:
        return false;
    }
    *out = nj_val_float(w, r, span);
    return true;
}

static bool fold_str(NjWalk *w, NjBinOp op, NjVal va, NjVal vb, NjSpan span, NjVal *out)
{
    const char *a, *b;
    uint32_t na, nb;
    int64_t times;
    if (va.type->kind != NJ_T_STR || !nj_known_str(va, &a, &na))
        return false;
    if (op == NJ_BINOP_ADD && vb.type->kind == NJ_T_STR && nj_known_str(vb, &b, &nb)) {
        char *text = nj_arena_alloc(w->arena, (size_t)na + nb + 1);
        memcpy(text, a, na);
        memcpy(text + na, b, nb);
        *out = nj_val_str(w, text, na + nb, span);
        return true;
    }
    if (op == NJ_BINOP_MULT && nj_known_int(vb, &times)) {
        if (times < 0)
            times = 0;
        if ((uint64_t)times * na > MAX_TEXT || times > MAX_TEXT)
            return false;
        char *text = nj_arena_alloc(w->arena, (size_t)na * (size_t)times + 1);
        for (int64_t i = 0; i < times; i++)
            memcpy(text + (size_t)i * na, a, na);
        *out = nj_val_str(w, text, na * (uint32_t)times, span);
        return true;
    }
    return false;
}

static bool is_py_number(NjVal v)
{
    return v.type->kind == NJ_T_BIGINT || (v.type->kind == NJ_T_SCALAR && v.type->py);
}

bool nj_fold_binary(NjWalk *w, NjBinOp op, NjVal a, NjVal b, NjSpan span, NjVal *out)
{
    if (!a.known || !b.known)
        return false;
    if (is_py_number(a) && is_py_number(b)) {
        bool big = a.type->kind == NJ_T_BIGINT || b.type->kind == NJ_T_BIGINT;
        /* a jitted function's ints wrap: leave what overflows to run time */
        if (fold_int(w, op, a, b, span, out))
            return big || out->type->kind != NJ_T_BIGINT || w->model == NJ_MODEL_NUMPY;
        return fold_float(w, op, a, b, span, out);
    }
    return fold_str(w, op, a, b, span, out);
}

bool nj_fold_unary(NjWalk *w, NjUnaryOp op, NjVal a, NjSpan span, NjVal *out)
{
    NjBig b;
    double f;
    if (!a.known || !is_py_number(a))
        return false;
    if (op == NJ_UNARYOP_NOT)
        return false;
    if (big_of(w, a, &b)) {
        if (op == NJ_UNARYOP_USUB)
            *out = val_of_big(w, nj_big_neg(b), span);
        else if (op == NJ_UNARYOP_UADD)
            *out = val_of_big(w, b, span);
        else
            *out = val_of_big(w, nj_big_sub(w->arena, nj_big_neg(b), nj_big_from_int(w->arena, 1)), span);
        return true;
    }
    if (!nj_known_float(a, &f) || op == NJ_UNARYOP_INVERT)
        return false;
    *out = nj_val_float(w, op == NJ_UNARYOP_USUB ? -f : f, span);
    return true;
}

static bool order_matches(NjCmpOp op, int order, bool *out)
{
    switch (op) {
    case NJ_CMPOP_EQ:
        *out = order == 0;
        return true;
    case NJ_CMPOP_NOT_EQ:
        *out = order != 0;
        return true;
    case NJ_CMPOP_LT:
        *out = order < 0;
        return true;
    case NJ_CMPOP_LT_E:
        *out = order <= 0;
        return true;
    case NJ_CMPOP_GT:
        *out = order > 0;
        return true;
    case NJ_CMPOP_GT_E:
        *out = order >= 0;
        return true;
    default:
        return false;
    }
}

bool nj_fold_compare(NjWalk *w, NjCmpOp op, NjVal va, NjVal vb, NjSpan span, NjVal *out)
{
    NjBig a, b;
    double x, y;
    const char *s, *t;
    uint32_t ns, nt;
    bool r;
    if (!va.known || !vb.known)
        return false;
    int order;
    if (is_py_number(va) && is_py_number(vb) && big_of(w, va, &a) && big_of(w, vb, &b)) {
        order = nj_big_compare(a, b);
    } else if (is_py_number(va) && is_py_number(vb) && nj_known_float(va, &x) && nj_known_float(vb, &y)) {
        if (isnan(x) || isnan(y))
            return false;
        order = x < y ? -1 : x > y;
    } else if (va.type->kind == NJ_T_STR && vb.type->kind == NJ_T_STR && nj_known_str(va, &s, &ns) &&
               nj_known_str(vb, &t, &nt)) {
        /* UTF-8 orders like code points */
        order = memcmp(s, t, ns < nt ? ns : nt);
        if (order == 0)
            order = ns < nt ? -1 : ns > nt;
    } else {
        return false;
    }
    if (!order_matches(op, order, &r))
        return false;
    *out = nj_val_bool(w, r, span);
    return true;
}
