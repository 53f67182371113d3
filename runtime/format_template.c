/* template.format(...): replacement fields {name!conversion:spec}, as CPython's
 * Objects/stringlib/unicode_format.h. Names are positions, keywords or empty (counted), followed by
 * .attribute and [index]; specifications may hold fields themselves, one level deep. */
#include "runtime/format.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_scalar.h"
#include "runtime/str.h"
#include "runtime/str_value.h"
#include "runtime/value.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef struct Span {
    const char *at, *end;
} Span;

typedef struct Value {
    const NprtDesc *desc;
    const void *at;
} Value;

typedef enum Numbering { NUMBERING_OPEN, NUMBERING_AUTO, NUMBERING_MANUAL } Numbering;

typedef struct Template {
    Value args, keywords;
    Numbering numbering;
    int64_t next;
    /* room for a value that a field computes: a complex part, a character */
    double part;
    NprtStr *owned; /* or NULL */
} Template;

typedef struct Field {
    Span name;
    Span spec;
    uint32_t conversion; /* 0: none */
    bool has_nested;     /* the specification holds fields */
} Field;

static int32_t raise_value(const char *message)
{
    return nprt_raise(NPRT_EXC_VALUE_ERROR, "%s", message);
}

/* ---- splitting the template ---- */

/* Reads the field behind an opening brace. */
static int32_t read_field(Span *s, Field *field)
{
    *field = (Field){.name = {s->at, s->at}};
    char c = 0;
    while (s->at < s->end) {
        c = *s->at++;
        if (c == '{') {
            return raise_value("unexpected '{' in field name");
        }
        if (c == '[') {
            while (s->at < s->end && *s->at != ']') {
                s->at++;
            }
            continue;
        }
        if (c == '}' || c == ':' || c == '!') {
            break;
        }
    }
    field->name.end = s->at - 1;
    if (c == '}') {
        return 0;
    }
    if (c != '!' && c != ':') {
        return raise_value("expected '}' before end of string");
    }
    if (c == '!') {
        if (s->at == s->end) {
            return raise_value("end of string while looking for conversion specifier");
        }
        field->conversion = nprt_utf8_next(&s->at);
        if (s->at < s->end) {
            c = *s->at++;
            if (c == '}') {
                return 0;
            }
            if (c != ':') {
                return raise_value("expected ':' after conversion specifier");
            }
        }
    }
    field->spec.at = s->at;
    for (int depth = 1; s->at < s->end;) {
        c = *s->at++;
        if (c == '{') {
            field->has_nested = true;
            depth++;
        } else if (c == '}' && --depth == 0) {
            field->spec.end = s->at - 1;
            return 0;
        }
    }
    return raise_value("unmatched '{' in format spec");
}

/* Reads literal text and, when *has_field, the field behind it. */
static int32_t read_part(Span *s, Span *literal, Field *field, bool *has_field)
{
    *has_field = false;
    literal->at = s->at;
    while (s->at < s->end && *s->at != '{' && *s->at != '}') {
        s->at++;
    }
    literal->end = s->at;
    if (s->at == s->end) {
        return 0;
    }
    char brace = *s->at++;
    if (s->at < s->end && *s->at == brace) { /* an escaped brace */
        literal->end = s->at;
        s->at++;
        return 0;
    }
    if (brace == '}') {
        return raise_value("Single '}' encountered in format string");
    }
    if (s->at == s->end) {
        return raise_value("Single '{' encountered in format string");
    }
    *has_field = true;
    return read_field(s, field);
}

/* ---- finding the value of a field ---- */

/* The int that the span spells, -1 when it is something else. 1 when it is too large. */
static int32_t read_index(Span s, int64_t *out)
{
    *out = -1;
    if (s.at == s.end) {
        return 0;
    }
    int64_t value = 0;
    for (const char *at = s.at; at < s.end; at++) {
        if (!isdigit((unsigned char)*at)) {
            return 0;
        }
        if (value > (INT64_MAX - 9) / 10) {
            return raise_value("Too many decimal digits in format string");
        }
        value = value * 10 + (*at - '0');
    }
    *out = value;
    return 0;
}

static void look_through(Value *v)
{
    static const NprtDesc none = {.kind = NPRT_K_NONE, .align = 1};
    while (v->desc->kind == NPRT_K_OPTIONAL || v->desc->kind == NPRT_K_CELL ||
           nprt_desc_is_union(v->desc)) {
        if (nprt_desc_is_union(v->desc)) {
            const void *held = v->at;
            v->desc = nprt_union_held(v->desc, &held);
            v->at = held;
            continue;
        }
        if (v->desc->kind == NPRT_K_CELL) {
            v->at = *(char *const *)v->at + v->desc->offsets[0];
        } else if (*(const uint8_t *)v->at) {
            v->at = (const char *)v->at + v->desc->offsets[0];
        } else {
            v->desc = &none;
            return;
        }
        v->desc = v->desc->elems[0];
    }
}

/* Index of a field name of a namedtuple or object, or -1. */
static int64_t find_name(const NprtDesc *desc, Span name)
{
    size_t n = (size_t)(name.end - name.at);
    for (uint32_t i = 0; desc->field_names && i < desc->n; i++) {
        if (strlen(desc->field_names[i]) == n && memcmp(desc->field_names[i], name.at, n) == 0) {
            return i;
        }
    }
    return -1;
}

static bool is_name(Span name, const char *text)
{
    size_t n = (size_t)(name.end - name.at);
    return strlen(text) == n && memcmp(name.at, text, n) == 0;
}

static int32_t get_attribute(Template *t, Value *v, Span name)
{
    int64_t field = find_name(v->desc, name);
    if (field >= 0) {
        const char *base = v->desc->kind == NPRT_K_OBJECT ? *(char *const *)v->at : v->at;
        *v = (Value){v->desc->elems[field], base + v->desc->offsets[field]};
        return 0;
    }
    bool is_imag = is_name(name, "imag");
    if (v->desc->kind == NPRT_K_SCALAR && (is_imag || is_name(name, "real"))) {
        char kind = nprt_dtype_kind(v->desc->dtype);
        NprtC128 z = nprt_scalar_complex(v->desc->dtype, v->at);
        if (kind == 'c' || kind == 'f') {
            t->part = is_imag ? z.im : z.re;
            *v = (Value){&nprt_desc_float, &t->part};
        } else if (is_imag) {
            static const int64_t zero = 0;
            *v = (Value){&nprt_desc_int, &zero};
        }
        return 0;
    }
    static const char *const bounds[] = {"start", "stop", "step"};
    for (int i = 0; i < 3 && v->desc->kind == NPRT_K_RANGE; i++) {
        if (is_name(name, bounds[i])) {
            *v = (Value){&nprt_desc_int, (const int64_t *)v->at + i};
            return 0;
        }
    }
    return nprt_raise(NPRT_EXC_ATTRIBUTE_ERROR, "'%s' object has no attribute '%.*s'",
                      nprt_desc_type_name(v->desc), (int)(name.end - name.at), name.at);
}

static int32_t get_key(Value *v, Span name, int64_t index)
{
    NprtDict *dict = *(NprtDict *const *)v->at;
    NprtStr *key = nprt_str_new(name.at, name.end - name.at);
    const NprtDesc *key_desc = index >= 0 ? &nprt_desc_int : &nprt_desc_str;
    const void *key_at = index >= 0 ? (const void *)&index : &key;
    int64_t entry = -1;
    int32_t status = nprt_dict_find(dict, key_desc, key_at, &entry);
    void *exc;
    if (status == 0 && entry < 0 &&
        nprt_exc_new_value(NPRT_EXC_KEY_ERROR, key_desc, key_at, &exc) == 0) {
        status = nprt_exc_raise(exc);
        nprt_release(exc);
    }
    nprt_release(key);
    if (status == 0) {
        *v = (Value){v->desc->elems[1],
                     dict->entries + entry * dict->entry_size + dict->value_offset};
    }
    return status;
}

static int32_t raise_index(const char *what)
{
    return nprt_raise(NPRT_EXC_INDEX_ERROR, "%s index out of range", what);
}

static int32_t get_item(Template *t, Value *v, Span name)
{
    int64_t index;
    if (read_index(name, &index) != 0) {
        return 1;
    }
    const NprtDesc *desc = v->desc;
    if (desc->kind == NPRT_K_DICT) {
        return get_key(v, name, index);
    }
    bool is_vector = desc->kind == NPRT_K_ARRAY && desc->ndim == 1;
    if (desc->kind != NPRT_K_LIST && desc->kind != NPRT_K_TUPLE && desc->kind != NPRT_K_STR &&
        !is_vector) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "'%s' object is not subscriptable",
                          nprt_desc_type_name(desc));
    }
    if (index < 0) {
        return nprt_raise(NPRT_EXC_TYPE_ERROR, "%s indices must be integers%s, not %sstr%s",
                          desc->kind == NPRT_K_STR ? "string" : nprt_desc_type_name(desc),
                          desc->kind == NPRT_K_STR ? "" : " or slices",
                          desc->kind == NPRT_K_STR ? "'" : "", desc->kind == NPRT_K_STR ? "'" : "");
    }
    if (desc->kind == NPRT_K_LIST) {
        const NprtList *list = *(NprtList *const *)v->at;
        if (index >= list->len) {
            return raise_index("list");
        }
        *v = (Value){desc->elems[0], list->data + index * desc->elems[0]->size};
    } else if (desc->kind == NPRT_K_TUPLE) {
        if (index >= desc->n) {
            return raise_index("tuple");
        }
        *v = (Value){desc->elems[index], (const char *)v->at + desc->offsets[index]};
    } else if (desc->kind == NPRT_K_STR) {
        void *character;
        if (nprt_str_index(*(NprtStr *const *)v->at, index, &character) != 0) {
            return 1;
        }
        nprt_release(t->owned);
        t->owned = character;
        *v = (Value){&nprt_desc_str, &t->owned};
    } else {
        const NprtArray *array = v->at;
        if (index >= array->dims[0]) {
            return nprt_raise_index(index, array->dims[0], 0, 1);
        }
        *v = (Value){&nprt_desc_numpy[desc->dtype], array->data + index * array->dims[1]};
    }
    return 0;
}

/* The argument that the first part of a name means. */
static int32_t find_argument(Template *t, Span name, Value *out)
{
    int64_t index;
    if (read_index(name, &index) != 0) {
        return 1;
    }
    bool is_empty = name.at == name.end;
    if (is_empty || index >= 0) {
        Numbering wanted = is_empty ? NUMBERING_AUTO : NUMBERING_MANUAL;
        if (t->numbering == NUMBERING_OPEN) {
            t->numbering = wanted;
        }
        if (t->numbering != wanted) {
            return raise_value(is_empty ? "cannot switch from manual field specification to "
                                          "automatic field numbering"
                                        : "cannot switch from automatic field numbering to "
                                          "manual field specification");
        }
        index = is_empty ? t->next++ : index;
        if (index >= t->args.desc->n) {
            return nprt_raise(NPRT_EXC_INDEX_ERROR,
                              "Replacement index %lld out of range for positional args tuple",
                              (long long)index);
        }
        *out = (Value){t->args.desc->elems[index],
                       (const char *)t->args.at + t->args.desc->offsets[index]};
        return 0;
    }
    int64_t field = find_name(t->keywords.desc, name);
    if (field < 0) {
        return nprt_raise(NPRT_EXC_KEY_ERROR, "%.*s", (int)(name.end - name.at), name.at);
    }
    *out = (Value){t->keywords.desc->elems[field],
                   (const char *)t->keywords.at + t->keywords.desc->offsets[field]};
    return 0;
}

static int32_t find_value(Template *t, Span name, Value *out)
{
    const char *at = name.at;
    while (at < name.end && *at != '.' && *at != '[') {
        at++;
    }
    if (find_argument(t, (Span){name.at, at}, out) != 0) {
        return 1;
    }
    look_through(out);
    while (at < name.end) {
        char kind = *at++;
        if (kind != '.' && kind != '[') {
            return raise_value("Only '.' or '[' may follow ']' in format field specifier");
        }
        Span part = {at, at};
        while (at < name.end && (kind == '[' ? *at != ']' : *at != '.' && *at != '[')) {
            at++;
        }
        part.end = at;
        if (kind == '[') {
            if (at == name.end) {
                return raise_value("Missing ']' in format string");
            }
            at++;
        }
        if (part.at == part.end) {
            return raise_value("Empty attribute in format string");
        }
        if ((kind == '.' ? get_attribute(t, out, part) : get_item(t, out, part)) != 0) {
            return 1;
        }
        look_through(out);
    }
    return 0;
}

/* ---- writing ---- */

static int32_t write_parts(Template *t, NprtText *text, Span template, int depth);

/* !r, !s and !a turn the value into a str first. */
static int32_t convert(const Field *field, Value value, void **out)
{
    switch (field->conversion) {
    case 'r':
        return nprt_repr_of(value.desc, value.at, out);
    case 's':
        return nprt_str_of(value.desc, value.at, out);
    case 'a':
        return nprt_ascii_of(value.desc, value.at, out);
    default:
        if (field->conversion > 32 && field->conversion < 127) {
            return nprt_raise(NPRT_EXC_VALUE_ERROR, "Unknown conversion specifier %c",
                              (int)field->conversion);
        }
        return nprt_raise(NPRT_EXC_VALUE_ERROR, "Unknown conversion specifier \\x%x",
                          field->conversion);
    }
}

static int32_t write_field(Template *t, NprtText *text, const Field *field, int depth)
{
    Value value;
    if (find_value(t, field->name, &value) != 0) {
        return 1;
    }
    void *converted = NULL;
    if (field->conversion) {
        if (convert(field, value, &converted) != 0) {
            return 1;
        }
        value = (Value){&nprt_desc_str, &converted};
    }
    NprtStr *kept = t->owned; /* nested fields may compute values too */
    t->owned = NULL;
    if (value.at == (const void *)&t->owned) {
        value.at = &kept;
    }
    double part = t->part;
    if (value.at == (const void *)&t->part) {
        value.at = &part;
    }
    int32_t status = 0;
    NprtText spec;
    nprt_text_init(&spec);
    if (field->has_nested) {
        status = write_parts(t, &spec, field->spec, depth - 1);
    } else {
        nprt_text_add(&spec, field->spec.at, (size_t)(field->spec.end - field->spec.at));
    }
    if (status == 0) {
        status = nprt_text_add_format(text, value.desc, value.at, spec.data, spec.len);
    }
    nprt_text_fini(&spec);
    nprt_release(kept);
    nprt_release(converted);
    return status;
}

static int32_t write_parts(Template *t, NprtText *text, Span template, int depth)
{
    if (depth <= 0) {
        return raise_value("Max string recursion exceeded");
    }
    while (template.at < template.end) {
        Span literal;
        Field field;
        bool has_field;
        if (read_part(&template, &literal, &field, &has_field) != 0) {
            return 1;
        }
        nprt_text_add(text, literal.at, (size_t)(literal.end - literal.at));
        if (has_field && write_field(t, text, &field, depth) != 0) {
            return 1;
        }
    }
    return 0;
}

int32_t nprt_str_format(NprtStr *template, const NprtDesc *args_desc, const void *args,
                        const NprtDesc *keywords_desc, const void *keywords, void **out)
{
    *out = NULL;
    Template t = {.args = {args_desc, args}, .keywords = {keywords_desc, keywords}};
    NprtText text;
    nprt_text_init(&text);
    Span whole = {template->text, template->text + template->nbytes};
    int32_t status = write_parts(&t, &text, whole, 2);
    if (status == 0) {
        *out = nprt_text_finish(&text);
    }
    nprt_text_fini(&text);
    nprt_release(t.owned);
    return status;
}
