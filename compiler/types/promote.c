/* promote.c - see promote.h.
 *
 * The lattice is computed, not tabled: NumPy's promotion of two dtypes is "the smallest dtype of the
 * higher kind that holds both", with integers holding floats of twice their width (int16 + float16
 * gives float32) and uint64 with a signed integer giving float64. */
#include "compiler/types/promote.h"

enum { MAX_CLASSES = 32 };

static bool is_narrow_int(NprtDtype d)
{
    return nj_dtype_size(d) == 1;
}

/* The smallest float dtype that NumPy gives an integer dtype: int8 -> float16, int16 -> float32. */
static NprtDtype float_of_int(NprtDtype d)
{
    if (d == NPRT_BOOL || is_narrow_int(d))
        return NPRT_F16;
    return nj_dtype_size(d) == 2 ? NPRT_F32 : NPRT_F64;
}

static NprtDtype promote_ints(NprtDtype a, NprtDtype b)
{
    static const NprtDtype wider_signed[] = {NPRT_I16, NPRT_I32, NPRT_I64};
    if (nj_dtype_is_signed(a) == nj_dtype_is_signed(b))
        return nj_dtype_size(a) >= nj_dtype_size(b) ? a : b;
    NprtDtype s = nj_dtype_is_signed(a) ? a : b;
    NprtDtype u = nj_dtype_is_signed(a) ? b : a;
    if (nj_dtype_size(s) > nj_dtype_size(u))
        return s;
    switch (u) {
    case NPRT_U8:
        return wider_signed[0];
    case NPRT_U16:
        return wider_signed[1];
    case NPRT_U32:
        return wider_signed[2];
    default:
        return NPRT_F64;
    }
}

static NprtDtype wider_float(NprtDtype a, NprtDtype b)
{
    return nj_dtype_size(a) >= nj_dtype_size(b) ? a : b;
}

static NprtDtype real_part_of(NprtDtype d)
{
    if (nj_dtype_is_complex(d))
        return nj_dtype_real(d);
    return nj_dtype_is_float(d) ? d : float_of_int(d);
}

NprtDtype nj_promote_dtypes(NprtDtype a, NprtDtype b)
{
    if (a == b)
        return a;
    if (a == NPRT_BOOL)
        return b;
    if (b == NPRT_BOOL)
        return a;
    if (nj_dtype_is_complex(a) || nj_dtype_is_complex(b)) {
        NprtDtype real = wider_float(real_part_of(a), real_part_of(b));
        return real == NPRT_F64 ? NPRT_C128 : NPRT_C64;
    }
    if (nj_dtype_is_float(a) || nj_dtype_is_float(b))
        return wider_float(real_part_of(a), real_part_of(b));
    return promote_ints(a, b);
}

/* 0 bool, 1 integer, 2 float, 3 complex */
static int kind_rank(NprtDtype d)
{
    if (d == NPRT_BOOL)
        return 0;
    if (nj_dtype_is_int(d))
        return 1;
    return nj_dtype_is_float(d) ? 2 : 3;
}

/* NEP 50: what a weak scalar of `kind` makes of a strong dtype. */
static NprtDtype apply_weak(NprtDtype strong, int kind)
{
    if (kind <= kind_rank(strong))
        return strong;
    if (kind == 1) /* int with bool */
        return NPRT_I64;
    if (kind == 2) /* float with bool or int */
        return NPRT_F64;
    if (strong == NPRT_F16 || strong == NPRT_F32) /* complex with a float */
        return NPRT_C64;
    return NPRT_C128;
}

NprtDtype nj_result_dtype(const NjOperandType *operands, unsigned n)
{
    static const NprtDtype defaults[] = {NPRT_BOOL, NPRT_I64, NPRT_F64, NPRT_C128};
    int weak = -1;
    bool has_strong = false;
    NprtDtype strong = NPRT_BOOL;
    for (unsigned i = 0; i < n; i++) {
        NprtDtype d = operands[i].dtype;
        if (operands[i].weak) {
            if (kind_rank(d) > weak)
                weak = kind_rank(d);
            continue;
        }
        strong = has_strong ? nj_promote_dtypes(strong, d) : d;
        has_strong = true;
    }
    if (!has_strong)
        return defaults[weak < 0 ? 0 : weak];
    return weak < 0 ? strong : apply_weak(strong, weak);
}

bool nj_can_cast_safe(NprtDtype from, NprtDtype to)
{
    return nj_promote_dtypes(from, to) == to ||
           (nj_dtype_is_int(from) && nj_dtype_size(from) == 8 && (to == NPRT_F64 || to == NPRT_C128));
}

bool nj_can_cast_same_kind(NprtDtype from, NprtDtype to)
{
    if (nj_can_cast_safe(from, to))
        return true;
    if (nj_dtype_is_signed(from) && nj_dtype_is_unsigned(to))
        return false;
    return kind_rank(from) == kind_rank(to) || (kind_rank(from) < kind_rank(to) && kind_rank(from) > 0);
}

NprtDtype nj_sum_dtype(NprtDtype d)
{
    if (d == NPRT_BOOL || nj_dtype_is_signed(d))
        return NPRT_I64;
    return nj_dtype_is_unsigned(d) ? NPRT_U64 : d;
}

NprtDtype nj_inexact_dtype(NprtDtype d)
{
    return d == NPRT_BOOL || nj_dtype_is_int(d) ? float_of_int(d) : d;
}

/* Where control flow joins, every value must survive: Python numbers count with their full width here
 * (unlike in NEP 50). uint64 with a signed integer stays uint64, so that no integer becomes a float. */
static const NjType *join_scalars(NjTypes *types, const NjType *a, const NjType *b)
{
    NprtDtype d = nj_promote_dtypes(a->dtype, b->dtype);
    if (nj_dtype_is_int(a->dtype) && nj_dtype_is_int(b->dtype) && d == NPRT_F64)
        d = NPRT_U64;
    bool wide = d == NPRT_BOOL || d == NPRT_I64 || d == NPRT_F64 || d == NPRT_C128;
    return nj_type_scalar(types, d, wide && (a->py || b->py));
}

static const NjType *join_elems(NjTypes *types, const NjType *a, const NjType *b)
{
    if (a->n != b->n)
        return NULL;
    const NjType *elems[64];
    if (a->n > 64)
        return NULL;
    for (uint32_t i = 0; i < a->n; i++) {
        elems[i] = nj_type_join(types, a->elems[i], b->elems[i]);
        if (!elems[i])
            return NULL;
    }
    if (a->names)
        return a->name == b->name ? nj_type_namedtuple(types, a->name, a->names, elems, a->n) : NULL;
    return a->frozen && b->frozen ? nj_type_mixed_list(types, elems, a->n) : nj_type_tuple(types, elems, a->n);
}

static const NjType *optional_of(NjTypes *types, const NjType *t)
{
    return t->kind == NJ_T_OPTIONAL || t->kind == NJ_T_NONE ? t : nj_type_optional(types, t);
}

static bool is_empty_container(const NjType *t)
{
    return (t->kind == NJ_T_LIST || t->kind == NJ_T_SET || t->kind == NJ_T_DICT) &&
           t->elems[0]->kind == NJ_T_NEVER;
}

bool nj_type_refines(const NjType *from, const NjType *to)
{
    if (from == to)
        return true;
    if (from->kind != to->kind || from->n != to->n || from->name != to->name || from->frozen != to->frozen)
        return false;
    bool container = from->kind == NJ_T_LIST || from->kind == NJ_T_SET || from->kind == NJ_T_DICT;
    if (!container && from->kind != NJ_T_TUPLE)
        return false;
    if (container && from->site && is_empty_container(from))
        return true;
    if (nj_type_is_union(from))
        return false;
    for (uint32_t i = 0; i < from->n; i++)
        if (!nj_type_refines(from->elems[i], to->elems[i]))
            return false;
    return true;
}

/* Instances of different classes: a value that may be either. */
static const NjType *join_objects(NjTypes *types, const NjType *a, const NjType *b)
{
    const NjType *all[MAX_CLASSES];
    uint32_t n = 0;
    const NjType *sides[2] = {a, b};
    for (int s = 0; s < 2; s++) {
        uint32_t count = nj_type_is_variant(sides[s]) ? sides[s]->n : 1;
        for (uint32_t i = 0; i < count; i++) {
            const NjType *t = nj_type_is_variant(sides[s]) ? sides[s]->elems[i] : sides[s];
            bool seen = false;
            for (uint32_t k = 0; k < n; k++)
                seen |= all[k] == t;
            if (seen)
                continue;
            if (n == MAX_CLASSES)
                return NULL;
            all[n++] = t;
        }
    }
    /* one order, so that equal sets are one type */
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && all[k]->index < all[k - 1]->index; k--) {
            const NjType *t = all[k];
            all[k] = all[k - 1];
            all[k - 1] = t;
        }
    return nj_type_variant(types, all, n);
}

static bool is_instance(const NjType *t)
{
    return t->kind == NJ_T_OBJECT || nj_type_is_variant(t);
}

const NjType *nj_type_join(NjTypes *types, const NjType *a, const NjType *b)
{
    if (a == b || b->kind == NJ_T_NEVER)
        return a;
    if (a->kind == NJ_T_NEVER)
        return b;
    if (a->kind == NJ_T_ERROR || b->kind == NJ_T_ERROR)
        return a->kind == NJ_T_ERROR ? a : b;
    if (a->kind == NJ_T_NONE)
        return optional_of(types, b);
    if (b->kind == NJ_T_NONE)
        return optional_of(types, a);
    if (a->kind == NJ_T_OPTIONAL || b->kind == NJ_T_OPTIONAL) {
        const NjType *ea = a->kind == NJ_T_OPTIONAL ? a->elems[0] : a;
        const NjType *eb = b->kind == NJ_T_OPTIONAL ? b->elems[0] : b;
        const NjType *e = nj_type_join(types, ea, eb);
        return e ? optional_of(types, e) : NULL;
    }
    if (is_instance(a) && is_instance(b))
        return join_objects(types, a, b);
    if (a->kind != b->kind)
        return NULL;
    if (nj_type_is_union(a) || nj_type_is_union(b))
        return NULL; /* the walk joins unions */
    switch (a->kind) {
    case NJ_T_SCALAR:
        return join_scalars(types, a, b);
    case NJ_T_TUPLE:
        return join_elems(types, a, b);
    case NJ_T_ARRAY:
        if (a->dtype != b->dtype || a->ndim != b->ndim || a->device != b->device)
            return NULL;
        return nj_type_array_like(types, a, a->ndim, NJ_LAYOUT_A);
    case NJ_T_LIST:
    case NJ_T_SET:
    case NJ_T_DICT:
        if (is_empty_container(a) && !is_empty_container(b))
            return b;
        if (is_empty_container(b) || nj_type_refines(b, a))
            return a;
        return nj_type_refines(a, b) ? b : NULL;
    default:
        return NULL;
    }
}

const NjType *nj_type_to_numba(NjTypes *types, const NjType *t)
{
    if (t->kind == NJ_T_SCALAR && !t->py &&
        (t->dtype == NPRT_BOOL || t->dtype == NPRT_I64 || t->dtype == NPRT_F64 ||
         t->dtype == NPRT_C128))
        return nj_type_scalar(types, t->dtype, true);
    if (t->kind != NJ_T_TUPLE || t->n > 64)
        return t;
    const NjType *elems[64];
    for (uint32_t i = 0; i < t->n; i++)
        elems[i] = nj_type_to_numba(types, t->elems[i]);
    if (t->names)
        return nj_type_namedtuple(types, t->name, t->names, elems, t->n);
    return nj_type_tuple(types, elems, t->n);
}

const NjType *nj_type_from_numba(NjTypes *types, const NjType *t)
{
    if (t->kind == NJ_T_SCALAR && !t->py) {
        if (nj_dtype_is_int(t->dtype))
            return t->dtype == NPRT_U64 ? nj_type_scalar(types, NPRT_U64, true) : nj_type_pyint(types);
        if (t->dtype == NPRT_F32 || t->dtype == NPRT_F64)
            return nj_type_pyfloat(types);
        return t->dtype == NPRT_BOOL ? nj_type_pybool(types) : nj_type_pycomplex(types);
    }
    if (t->kind != NJ_T_TUPLE || t->n > 64)
        return t;
    const NjType *elems[64];
    for (uint32_t i = 0; i < t->n; i++)
        elems[i] = nj_type_from_numba(types, t->elems[i]);
    if (t->names)
        return nj_type_namedtuple(types, t->name, t->names, elems, t->n);
    return nj_type_tuple(types, elems, t->n);
}
