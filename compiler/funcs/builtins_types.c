/* builtins_types.c - builtin functions that ask for types: isinstance, issubclass, type. */
#include "compiler/sema/sema.h"

#include "compiler/funcs/func.h"

#include <string.h>

/* ---- exception classes ---- */

static const int32_t exc_parents[] = {
#define EXC(E, name, parent) NPRT_EXC_##parent,
#include "runtime/exceptions.def"
#undef EXC
};

static bool is_exc_subclass(const NjSema *s, int32_t kind, int32_t of)
{
    while (kind != of && kind != NPRT_EXC_NONE) {
        if (kind == NPRT_EXC_AXIS_ERROR && of == NPRT_EXC_INDEX_ERROR) /* two bases */
            return true;
        kind = kind < NPRT_EXC_USER ? exc_parents[kind] : s->exc_parents[kind - NPRT_EXC_USER];
    }
    return kind == of;
}

/* ---- isinstance ---- */

static bool type_matches_row(const NjType *t, const NjFuncRow *row)
{
    const char *name = row->name;
    if (strcmp(row->module, "collections") ==
        0) /* a deque is a list in memory, the others are dicts */
        return (t->kind == NJ_T_LIST || t->kind == NJ_T_DICT) && t->name &&
               strcmp(t->name->text, name) == 0;
    bool np = t->kind == NJ_T_SCALAR && !t->py;
    const struct {
        const char *name;
        bool matches;
    } rows[] = {
        {"int",
         t->kind == NJ_T_BIGINT || (t->kind == NJ_T_SCALAR && t->py && nj_type_is_integral(t))},
        {"bool", t->kind == NJ_T_SCALAR && t->py && t->dtype == NPRT_BOOL},
        {"float", t->kind == NJ_T_SCALAR && t->dtype == NPRT_F64}, /* np.float64 is a float */
        {"complex", t->kind == NJ_T_SCALAR && t->dtype == NPRT_C128},
        {"str", t->kind == NJ_T_STR},
        {"bytes", t->kind == NJ_T_BYTES},
        {"list",
         (t->kind == NJ_T_LIST && !t->frozen && !t->name) || (t->kind == NJ_T_TUPLE && t->frozen)},
        {"tuple", (t->kind == NJ_T_TUPLE && !t->frozen) || (t->kind == NJ_T_LIST && t->frozen)},
        {"dict", t->kind == NJ_T_DICT},
        {"set", t->kind == NJ_T_SET && !t->frozen},
        {"frozenset", t->kind == NJ_T_SET && t->frozen},
        {"ndarray", t->kind == NJ_T_ARRAY && !t->device},
        {"DeviceNDArray", t->kind == NJ_T_ARRAY && t->device},
        {"range", t->kind == NJ_T_RANGE},
        {"slice", t->kind == NJ_T_SLICE},
        {"NoneType", t->kind == NJ_T_NONE},
        {"integer", np && nj_dtype_is_int(t->dtype)},
        {"floating", np && nj_dtype_is_float(t->dtype)},
        {"number", np && t->dtype != NPRT_BOOL},
        {"generic", np},
        {"object", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(name, rows[i].name) == 0)
            return rows[i].matches;
    return false;
}

static bool is_instance(NjWalk *w, NjVal v, NjVal cls, NjSpan span)
{
    if (cls.type->kind == NJ_T_TUPLE) {
        bool any = false;
        for (uint32_t i = 0; i < cls.type->n; i++)
            any |= is_instance(w, v, nj_tuple_item(w, cls, i, span), span);
        return any;
    }
    const NjType *t = v.type;
    int32_t kind = t->kind == NJ_T_OBJECT && t->cls->exc_kind >= 0 ? nj_exc_kind_of(w, cls) : -1;
    if (kind >= 0 && cls.type->kind == NJ_T_BUILTIN)
        return is_exc_subclass(w->s, t->cls->exc_kind, kind);
    switch (cls.type->kind) {
    case NJ_T_CLASS:
        if (t->kind == NJ_T_TUPLE && t->names)
            return t->name == cls.type->cls->name;
        if (t->kind != NJ_T_OBJECT)
            return false;
        for (const NjClassDef *k = t->cls; k; k = k->base)
            if (k == cls.type->cls)
                return true;
        return false;
    case NJ_T_DTYPE:
        return t->kind == NJ_T_SCALAR && t->dtype == cls.type->dtype &&
               (!t->py || w->model == NJ_MODEL_NUMBA);
    case NJ_T_BUILTIN:
        return type_matches_row(t, nj_func_row(cls.type->id));
    case NJ_T_NONE:
        return t->kind == NJ_T_NONE;
    default:
        nj_raises(w, span, NPRT_EXC_TYPE_ERROR,
                  "isinstance() arg 2 must be a type, a tuple of types, or a union");
        return false;
    }
}

/* isinstance(e, (A, B)) of a caught exception: what it is shows at run time. */
static NjVal exception_is(NjWalk *w, NjVal e, NjVal cls, NjSpan span)
{
    bool many = cls.type->kind == NJ_T_TUPLE;
    NjVal any = nj_val_bool(w, false, span);
    e = nj_spill(w, e);
    for (uint32_t i = 0; i < (many ? cls.type->n : 1); i++) {
        int32_t kind = nj_exc_kind_of(w, many ? nj_tuple_item(w, cls, i, span) : cls);
        if (kind < 0)
            continue;
        NjVal one = nj_rtcall2(w, NJ_RT_exc_matches, nj_type_pybool(w->types), span, e,
                               nj_val_int(w, kind, span));
        any = any.known ? one : nj_binary(w, NJ_BINOP_BITOR, any, one, span);
    }
    return any;
}

static NjVal variant_is(NjWalk *w, NjVal object, void *data)
{
    const NjCall *c = data;
    return nj_val_bool(w, is_instance(w, object, c->args[1], c->span), c->span);
}

NJ_HANDLER(isinstance)
{
    NjVal v = c->args[0], cls = c->args[1];
    if (nj_is_error(v) || nj_is_error(cls))
        return nj_is_error(v) ? v : cls;
    if (v.type->kind == NJ_T_EXC)
        return exception_is(w, v, cls, c->span);
    if (nj_type_is_union(v.type))
        return nj_union_isinstance(w, v, cls, c->span);
    if (nj_type_is_variant(v.type) && cls.type->kind == NJ_T_CLASS)
        return nj_variant_isinstance(w, v, cls.type->cls, c->span);
    if (nj_type_is_variant(v.type)) {
        NjCall call = *c;
        return nj_variant_visit(w, v, variant_is, &call, c->span);
    }
    if (v.type->kind != NJ_T_OPTIONAL)
        return nj_val_bool(w, is_instance(w, v, cls, c->span), c->span);
    NjVal inner = {v.type->elems[0], NULL, NULL}, none = nj_val_none(w, c->span);
    bool some = is_instance(w, inner, cls, c->span), empty = is_instance(w, none, cls, c->span);
    if (some == empty)
        return nj_val_bool(w, some, c->span);
    return nj_compare(w, some ? NJ_CMPOP_IS_NOT : NJ_CMPOP_IS, v, none, c->span);
}

/* ---- issubclass ---- */

static bool is_subclass(NjWalk *w, NjVal a, NjVal b, NjSpan span)
{
    if (b.type->kind == NJ_T_TUPLE) {
        bool any = false;
        for (uint32_t i = 0; i < b.type->n; i++)
            any |= is_subclass(w, a, nj_tuple_item(w, b, i, span), span);
        return any;
    }
    if (a.type == b.type)
        return true;
    if (a.type->kind == NJ_T_CLASS && b.type->kind == NJ_T_CLASS) {
        for (const NjClassDef *k = a.type->cls; k; k = k->base)
            if (k == b.type->cls)
                return true;
        return false;
    }
    int32_t kind = nj_exc_kind_of(w, a), of = nj_exc_kind_of(w, b);
    if (kind >= 0 && of >= 0)
        return is_exc_subclass(w->s, kind, of);
    if (b.type->kind != NJ_T_BUILTIN)
        return false;
    const NjFuncRow *row = nj_func_row(b.type->id);
    if (strcmp(row->name, "object") == 0)
        return true;
    if (a.type->kind == NJ_T_DTYPE) { /* NumPy's scalar classes */
        NprtDtype d = a.type->dtype;
        const NjType *scalar = nj_type_scalar(w->types, d, false);
        return strcmp(row->module, "builtins") == 0
                   ? d == NPRT_F64 && strcmp(row->name, "float") == 0
                   : type_matches_row(scalar, row);
    }
    if (a.type->kind != NJ_T_BUILTIN)
        return false;
    const char *name = nj_func_row(a.type->id)->name;
    return (strcmp(name, "bool") == 0 && strcmp(row->name, "int") == 0) ||
           (strcmp(nj_func_row(a.type->id)->module, "collections") == 0 &&
            strcmp(name, "deque") != 0 && strcmp(row->name, "dict") == 0);
}

NJ_HANDLER(issubclass)
{
    NjVal a = c->args[0], b = c->args[1];
    if (nj_is_error(a) || nj_is_error(b))
        return nj_is_error(a) ? a : b;
    NjTypeKind k = a.type->kind;
    if (k != NJ_T_CLASS && k != NJ_T_DTYPE &&
        !(k == NJ_T_BUILTIN && nj_func_row(a.type->id)->kind == NJ_ROW_TYPE))
        return nj_raises(w, c->span, NPRT_EXC_TYPE_ERROR, "issubclass() arg 1 must be a class");
    return nj_val_bool(w, is_subclass(w, a, b, c->span), c->span);
}

/* ---- type ---- */

static const char *type_row_name(const NjType *t)
{
    switch (t->kind) {
    case NJ_T_STR:
        return "str";
    case NJ_T_BYTES:
        return "bytes";
    case NJ_T_TUPLE:
        return t->frozen ? "list" : "tuple";
    case NJ_T_LIST:
        return t->frozen ? "tuple" : "list";
    case NJ_T_DICT:
        return "dict";
    case NJ_T_SET:
        return t->frozen ? "frozenset" : "set";
    case NJ_T_RANGE:
        return "range";
    case NJ_T_SLICE:
        return "slice";
    case NJ_T_BIGINT:
        return "int";
    case NJ_T_SCALAR:
        if (!t->py)
            return NULL;
        return t->dtype == NPRT_BOOL   ? "bool"
               : t->dtype == NPRT_F64  ? "float"
               : t->dtype == NPRT_C128 ? "complex"
                                       : "int";
    default:
        return NULL;
    }
}

static int32_t type_row(const NjType *t)
{
    if (t->kind == NJ_T_ARRAY && t->device)
        return nj_func_find("numba.cuda.cudadrv.devicearray", "DeviceNDArray");
    if (t->kind == NJ_T_ARRAY)
        return nj_func_find("numpy", "ndarray");
    if (t->kind == NJ_T_NONE)
        return nj_func_find("types", "NoneType");
    if ((t->kind == NJ_T_LIST || t->kind == NJ_T_DICT) && t->name)
        return nj_func_find("collections", t->name->text);
    const char *name = type_row_name(t);
    return name ? nj_func_find("builtins", name) : -1;
}

NJ_HANDLER(type)
{
    NjVal v = c->args[0];
    if (nj_is_error(v))
        return v;
    if (v.type->kind == NJ_T_OBJECT)
        return nj_val_unit(w, nj_type_class(w->types, v.type->cls), c->span);
    if (v.type->kind == NJ_T_SCALAR && !v.type->py)
        return nj_val_unit(w, nj_type_scalar_class(w->types, v.type->dtype), c->span);
    if (v.type->kind == NJ_T_EXC)
        return nj_val(nj_type_exc(w->types),
                      nj_spill(w, v).expr); /* only .__name__ is asked of it */
    int32_t row = type_row(v.type);
    if (row < 0)
        return nj_fail(w, c->span, "type() of %s is not supported", nj_ty(w, v.type));
    return nj_val_unit(w, nj_type_builtin(w->types, row), c->span);
}
