/* type_print.c - types as the text that diagnostics and dumps show. */
#include "compiler/types/type.h"

#include "compiler/sema/program.h"

static const char *scalar_text(const NjType *t)
{
    if (!t->py)
        return nj_dtype_name(t->dtype);
    switch (t->dtype) {
    case NPRT_BOOL:
        return "bool";
    case NPRT_F64:
        return "float";
    case NPRT_C128:
        return "complex";
    default:
        return "int";
    }
}

static const char *list_text(NjArena *arena, const NjType *t)
{
    const char *text = "";
    for (uint32_t i = 0; i < t->n; i++)
        text = nj_arena_printf(arena, "%s%s%s", text, i ? ", " : "", nj_type_str_of(arena, t->elems[i]));
    return text;
}

static const char *union_text(NjArena *arena, const NjType *t)
{
    const char *text = "";
    for (uint32_t i = 1; i < t->n; i++) {
        const NjType *part = t->elems[i]->kind == NJ_T_OPTIONAL ? t->elems[i]->elems[0] : t->elems[i];
        text = nj_arena_printf(arena, "%s%s%s", text, i > 1 ? " or " : "", nj_type_str_of(arena, part));
    }
    return text;
}

const char *nj_type_str_of(NjArena *arena, const NjType *t)
{
    static const char *const layouts[] = {"C", "F", "A"};
    switch (t->kind) {
    case NJ_T_ERROR:
        return "<error>";
    case NJ_T_NEVER:
        return "<unknown>";
    case NJ_T_NONE:
        return "None";
    case NJ_T_SCALAR:
        return scalar_text(t);
    case NJ_T_BIGINT:
        return "int (beyond 64 bits)";
    case NJ_T_STR:
        return "str";
    case NJ_T_BYTES:
        return "bytes";
    case NJ_T_TUPLE:
        if (nj_type_is_union(t))
            return union_text(arena, t);
        if (t->name)
            return t->name->text;
        return nj_arena_printf(arena, "tuple[%s]", t->n ? list_text(arena, t) : "()");
    case NJ_T_LIST:
        return nj_arena_printf(arena, "list[%s]", list_text(arena, t));
    case NJ_T_DICT:
        return nj_arena_printf(arena, "dict[%s]", list_text(arena, t));
    case NJ_T_SET:
        return nj_arena_printf(arena, "%s[%s]", t->frozen ? "frozenset" : "set", list_text(arena, t));
    case NJ_T_RANGE:
        return "range";
    case NJ_T_SLICE:
        return "slice";
    case NJ_T_ARRAY:
        return nj_arena_printf(arena, "%sarray(%s, %ud, %s)", t->device ? "device " : "",
                               nj_dtype_name(t->dtype), t->ndim, layouts[t->layout]);
    case NJ_T_OPTIONAL:
        return nj_arena_printf(arena, "%s or None", list_text(arena, t));
    case NJ_T_OBJECT:
        return nj_class_name(t->cls);
    case NJ_T_FUNC:
        return nj_arena_printf(arena, "function %s", nj_func_name(t->func));
    case NJ_T_BUILTIN:
        return nj_arena_printf(arena, "function %s", nj_builtin_name(t->id));
    case NJ_T_BOUND:
        if (t->elems[0]->kind == NJ_T_TUPLE && t->elems[0]->n && t->elems[0]->elems[0]->kind == NJ_T_FUNC)
            return nj_arena_printf(arena, "launch of kernel %s", nj_func_name(t->elems[0]->elems[0]->func));
        return nj_arena_printf(arena, "method of %s", list_text(arena, t));
    case NJ_T_MODULE:
        return "module";
    case NJ_T_DTYPE:
        return nj_arena_printf(arena, "dtype(%s)", nj_dtype_name(t->dtype));
    case NJ_T_CLASS:
        return nj_arena_printf(arena, "class %s", nj_class_name(t->cls));
    case NJ_T_CELL:
        return list_text(arena, t);
    case NJ_T_EXC:
        return "exception";
    case NJ_T_RNG:
        return "random generator";
    case NJ_T_ELLIPSIS:
        return "ellipsis";
    case NJ_T_ITER:
        return "iterator";
    case NJ_T_OPAQUE:
        if (nj_type_is_generator(t))
            return nj_arena_printf(arena, "generator[%s]", list_text(arena, t));
        return nj_type_is_variant(t)       ? list_text(arena, t)
               : t->id == NJ_OPAQUE_STREAM ? "Stream"
               : t->id == NJ_OPAQUE_EVENT  ? "Event"
                                           : "handle";
    }
    return "?";
}

const char *nj_type_python_name(NjArena *arena, const NjType *t)
{
    switch (t->kind) {
    case NJ_T_NONE:
        return "NoneType";
    case NJ_T_SCALAR:
        return t->py ? scalar_text(t) : nj_arena_printf(arena, "numpy.%s", nj_dtype_name(t->dtype));
    case NJ_T_BIGINT:
        return "int";
    case NJ_T_ARRAY:
        return t->device ? "DeviceNDArray" : "numpy.ndarray";
    case NJ_T_LIST:
        return t->frozen ? "tuple" : "list";
    case NJ_T_TUPLE:
        if (nj_type_is_union(t))
            return nj_type_str_of(arena, t);
        return t->name ? t->name->text : t->frozen ? "list" : "tuple";
    case NJ_T_DICT:
        return "dict";
    case NJ_T_SET:
        return t->frozen ? "frozenset" : "set";
    case NJ_T_RANGE:
        return "range";
    case NJ_T_SLICE:
        return "slice";
    case NJ_T_OBJECT:
        return nj_class_name(t->cls);
    case NJ_T_FUNC:
        return "function";
    case NJ_T_BUILTIN:
        return "builtin_function_or_method";
    case NJ_T_BOUND:
        return "method";
    case NJ_T_CLASS:
        return "type";
    case NJ_T_DTYPE:
        return t->frozen ? "type" : nj_type_str_of(arena, t);
    default:
        return nj_type_str_of(arena, t);
    }
}
