/* sigparse.c - see sigparse.h. Names after numba.core.types: long names, and numpy-style short ones. */
#include "compiler/types/sigparse.h"

#include "compiler/types/promote.h"

#include <string.h>

static const struct {
    const char *name;
    NprtDtype dtype;
} names[] = {
    {"boolean", NPRT_BOOL}, {"bool_", NPRT_BOOL},   {"bool", NPRT_BOOL},     {"b1", NPRT_BOOL},
    {"int8", NPRT_I8},      {"i1", NPRT_I8},        {"char", NPRT_I8},       {"int16", NPRT_I16},
    {"i2", NPRT_I16},       {"short", NPRT_I16},    {"int32", NPRT_I32},     {"i4", NPRT_I32},
    {"intc", NPRT_I32},     {"int_", NPRT_I64},     {"int64", NPRT_I64},     {"i8", NPRT_I64},
    {"intp", NPRT_I64},     {"long_", NPRT_I64},    {"longlong", NPRT_I64},  {"int", NPRT_I64},
    {"uint8", NPRT_U8},     {"u1", NPRT_U8},        {"byte", NPRT_U8},       {"uchar", NPRT_U8},
    {"uint16", NPRT_U16},   {"u2", NPRT_U16},       {"uint32", NPRT_U32},    {"u4", NPRT_U32},
    {"uintc", NPRT_U32},    {"uint64", NPRT_U64},   {"u8", NPRT_U64},        {"uintp", NPRT_U64},
    {"uint", NPRT_U64},     {"ulong", NPRT_U64},    {"ulonglong", NPRT_U64}, {"size_t", NPRT_U64},
    {"ssize_t", NPRT_I64},  {"float16", NPRT_F16},  {"f2", NPRT_F16},        {"float32", NPRT_F32},
    {"f4", NPRT_F32},       {"float", NPRT_F64},    {"float64", NPRT_F64},   {"f8", NPRT_F64},
    {"double", NPRT_F64},   {"float_", NPRT_F32},   {"complex64", NPRT_C64}, {"c8", NPRT_C64},
    {"complex128", NPRT_C128}, {"c16", NPRT_C128},
};

bool nj_sig_dtype(const char *name, size_t len, NprtDtype *out)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) == len && memcmp(names[i].name, name, len) == 0) {
            *out = names[i].dtype;
            return true;
        }
    return false;
}

typedef struct Parser {
    NjTypes *types;
    NjArena *arena;
    const char *p;
} Parser;

static void skip(Parser *s)
{
    while (*s->p == ' ')
        s->p++;
}

static bool accept(Parser *s, char c)
{
    skip(s);
    if (*s->p != c)
        return false;
    s->p++;
    return true;
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

static const NjType *parse_type(Parser *s);

/* "[:, ::1]": the rank and the layout. */
static const NjType *parse_array(Parser *s, NprtDtype dtype)
{
    unsigned ndim = 0;
    int contiguous = -1;
    do {
        skip(s);
        if (!accept(s, ':'))
            return NULL;
        if (accept(s, ':')) {
            if (!accept(s, '1'))
                return NULL;
            contiguous = (int)ndim;
        }
        ndim++;
    } while (accept(s, ','));
    if (!accept(s, ']'))
        return NULL;
    NjLayout layout = contiguous < 0                ? NJ_LAYOUT_A
                      : contiguous == (int)ndim - 1 ? NJ_LAYOUT_C
                      : contiguous == 0             ? NJ_LAYOUT_F
                                                    : NJ_LAYOUT_A;
    return nj_type_array(s->types, dtype, ndim, layout);
}

static const NjType *parse_tuple(Parser *s)
{
    const NjType *elems[32];
    uint32_t n = 0;
    while (!accept(s, ')') && n < 32) {
        elems[n] = parse_type(s);
        if (!elems[n++])
            return NULL;
        accept(s, ',');
    }
    return nj_type_tuple(s->types, elems, n);
}

static const NjType *parse_type(Parser *s)
{
    NprtDtype d;
    skip(s);
    const char *start = s->p;
    while (is_name_char(*s->p))
        s->p++;
    size_t len = (size_t)(s->p - start);
    const char *dot = len ? memrchr(start, '.', len) : NULL;
    if (dot) {
        len -= (size_t)(dot + 1 - start);
        start = dot + 1;
    }
    if (len == 4 && (memcmp(start, "void", 4) == 0 || memcmp(start, "none", 4) == 0))
        return nj_type_none(s->types);
    if ((len == 12 && memcmp(start, "unicode_type", 12) == 0) || (len == 6 && memcmp(start, "string", 6) == 0))
        return nj_type_str(s->types);
    if (((len == 5 && memcmp(start, "Tuple", 5) == 0) || (len == 8 && memcmp(start, "UniTuple", 8) == 0)) &&
        accept(s, '(')) {
        bool inner = accept(s, '(');
        const NjType *t = parse_tuple(s);
        return !inner || accept(s, ')') ? t : NULL;
    }
    if (!len || !nj_sig_dtype(start, len, &d))
        return NULL;
    if (accept(s, '['))
        return parse_array(s, d);
    return nj_type_to_numba(s->types, nj_type_scalar(s->types, d, false));
}

const NjType *nj_sig_parse_type(NjTypes *types, NjArena *arena, const char *text)
{
    Parser s = {types, arena, text};
    const NjType *t = parse_type(&s);
    skip(&s);
    return *s.p ? NULL : t;
}

bool nj_sig_parse(NjTypes *types, NjArena *arena, const char *text, const NjType **out_result,
                  const NjType ***out_params, uint32_t *out_n, const char **out_error)
{
    Parser s = {types, arena, text};
    *out_result = NULL;
    *out_n = 0;
    *out_params = NJ_NEW_ARRAY(arena, const NjType *, 64);
    skip(&s);
    if (*s.p != '(' && !(*out_result = parse_type(&s))) {
        *out_error = nj_arena_printf(arena, "unknown type in signature '%s'", text);
        return false;
    }
    if (!accept(&s, '(')) {
        *out_error = nj_arena_printf(arena, "signature '%s' has no parameter list", text);
        return false;
    }
    while (!accept(&s, ')')) {
        const NjType *t = *out_n < 64 ? parse_type(&s) : NULL;
        if (!t) {
            *out_error = nj_arena_printf(arena, "unknown type in signature '%s' at '%s'", text, s.p);
            return false;
        }
        (*out_params)[(*out_n)++] = t;
        accept(&s, ',');
    }
    return true;
}
