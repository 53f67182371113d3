/* Text of values by descriptor. Containers show their elements by repr, in both modes. */
#include "runtime/str_value.h"

#include "runtime/dict.h"
#include "runtime/errors.h"
#include "runtime/memory.h"
#include "runtime/print_array.h"
#include "runtime/stdlib_collections.h"
#include "runtime/stdlib_number.h"
#include "runtime/str.h"
#include "runtime/value.h"

#include <string.h>

static int32_t add_repr(NprtText *text, const NprtDesc *desc, const void *value)
{
    return nprt_text_add_value(text, desc, value, NPRT_TEXT_REPR);
}

/* What stands before item i of a tuple: "x=" in a namedtuple, "'x': " in the keywords of a **parameter. */
static void add_label(NprtText *text, const NprtDesc *desc, uint32_t i, bool is_keywords)
{
    if (i > 0) {
        nprt_text_add_c(text, ", ");
    }
    if (!desc->name || !desc->field_names) {
        return;
    }
    if (is_keywords) {
        nprt_text_add_char(text, '\'');
    }
    nprt_text_add_c(text, desc->field_names[i]);
    nprt_text_add_c(text, is_keywords ? "': " : "=");
}

/* "(1, 2)", "(1,)"; namedtuples "Point(x=1, y=2)"; lists of mixed types "[1, 'a']"; keywords "{'a': 1}". */
static int32_t add_tuple(NprtText *text, const NprtDesc *desc, const char *value)
{
    bool is_named = desc->name && desc->field_names;
    bool is_keywords = desc->name && strcmp(desc->name, "**") == 0;
    bool is_list = nprt_desc_is_list(desc);
    if (is_named && !is_keywords) {
        nprt_text_add_c(text, desc->name);
    }
    nprt_text_add_char(text, is_list ? '[' : is_keywords ? '{' : '(');
    for (uint32_t i = 0; i < desc->n; i++) {
        add_label(text, desc, i, is_keywords);
        if (add_repr(text, desc->elems[i], value + desc->offsets[i]) != 0) {
            return 1;
        }
    }
    nprt_text_add_c(text, is_list ? "]" : is_keywords ? "}" : desc->n == 1 && !is_named ? ",)" : ")");
    return 0;
}

/* A list of int that is a bytearray: "bytearray(b'ab')". */
static int32_t add_bytearray(NprtText *text, const NprtList *list)
{
    void *bytes;
    if (nprt_bytes_of_list((NprtList *)list, &bytes) != 0) {
        return 1;
    }
    nprt_text_add_c(text, "bytearray(");
    nprt_text_add_bytes_repr(text, bytes);
    nprt_text_add_char(text, ')');
    nprt_release(bytes);
    return 0;
}

/* "[1, 2]"; tuples of run-time length "(1, 2)"; "deque([1, 2], maxlen=3)". */
static int32_t add_list(NprtText *text, const NprtDesc *desc, const NprtList *list)
{
    const NprtDesc *elem = desc->elems[0];
    bool is_tuple = !nprt_desc_is_list(desc), is_deque = desc->name && !is_tuple;
    if (is_deque && strcmp(desc->name, "bytearray") == 0) {
        return add_bytearray(text, list);
    }
    if (is_deque) {
        nprt_text_addf(text, "%s(", desc->name);
    }
    nprt_text_add_char(text, is_tuple ? '(' : '[');
    for (int64_t i = 0; i < list->len; i++) {
        if (i > 0) {
            nprt_text_add_c(text, ", ");
        }
        if (add_repr(text, elem, list->data + i * elem->size) != 0) {
            return 1;
        }
    }
    nprt_text_add_c(text, !is_tuple ? "]" : list->len == 1 ? ",)" : ")");
    if (is_deque && list->obj.flags > 0) {
        nprt_text_addf(text, ", maxlen=%u", list->obj.flags - 1);
    }
    if (is_deque) {
        nprt_text_add_char(text, ')');
    }
    return 0;
}

static int32_t add_entry(NprtText *text, const NprtDesc *desc, const NprtDict *dict, int64_t i,
                         bool is_first)
{
    if (!is_first) {
        nprt_text_add_c(text, ", ");
    }
    const char *entry = dict->entries + i * dict->entry_size;
    if (add_repr(text, desc->elems[0], entry + dict->key_offset) != 0) {
        return 1;
    }
    if (desc->kind != NPRT_K_DICT) {
        return 0;
    }
    nprt_text_add_c(text, ": ");
    return add_repr(text, desc->elems[1], entry + dict->value_offset);
}

/* The entries of a dict or set, separated by commas, without brackets. */
static int32_t add_entries(NprtText *text, const NprtDesc *desc, const NprtDict *dict)
{
    bool is_first = true;
    for (int64_t i = nprt_dict_next((NprtDict *)dict, 0); i >= 0;
         i = nprt_dict_next((NprtDict *)dict, i + 1)) {
        if (add_entry(text, desc, dict, i, is_first) != 0) {
            return 1;
        }
        is_first = false;
    }
    return 0;
}

/* A Counter shows its entries from the most common one on. */
static int32_t add_counter(NprtText *text, const NprtDesc *desc, NprtDict *dict)
{
    int64_t *order = nprt_realloc(NULL, ((size_t)dict->len + 1) * sizeof *order);
    int32_t status = nprt_dict_by_value(dict, order);
    for (int64_t k = 0; k < dict->len && status == 0; k++) {
        status = add_entry(text, desc, dict, order[k], k == 0);
    }
    nprt_mem_free(order);
    return status;
}

/* "{1: 2}", "Counter({1: 2})", "OrderedDict()", "defaultdict(<class 'int'>, {})". */
static int32_t add_dict(NprtText *text, const NprtDesc *desc, NprtDict *dict)
{
    const char *name = desc->name ? desc->name : "";
    bool is_open = strchr(name, '(') != NULL;
    nprt_text_add_c(text, name);
    if (*name && !is_open) {
        nprt_text_add_char(text, '(');
    }
    if (!*name || is_open || dict->len > 0) {
        nprt_text_add_char(text, '{');
        int32_t status = strcmp(name, "Counter") == 0 ? add_counter(text, desc, dict)
                                                      : add_entries(text, desc, dict);
        if (status != 0) {
            return 1;
        }
        nprt_text_add_char(text, '}');
    }
    if (*name) {
        nprt_text_add_char(text, ')');
    }
    return 0;
}

static int32_t add_set(NprtText *text, const NprtDesc *desc, const NprtSet *set)
{
    bool is_frozen = desc->kind == NPRT_K_FROZENSET;
    if (set->len == 0) {
        nprt_text_add_c(text, is_frozen ? "frozenset()" : "set()");
        return 0;
    }
    nprt_text_add_c(text, is_frozen ? "frozenset({" : "{");
    if (add_entries(text, desc, set) != 0) {
        return 1;
    }
    nprt_text_add_c(text, is_frozen ? "})" : "}");
    return 0;
}

static void add_range(NprtText *text, const int64_t range[3])
{
    nprt_text_addf(text, "range(%lld, %lld", (long long)range[0], (long long)range[1]);
    if (range[2] != 1) {
        nprt_text_addf(text, ", %lld", (long long)range[2]);
    }
    nprt_text_add_char(text, ')');
}

static void add_slice(NprtText *text, const NprtSlice *slice)
{
    const int64_t parts[3] = {slice->start, slice->stop, slice->step};
    nprt_text_add_c(text, "slice(");
    for (int i = 0; i < 3; i++) {
        if (i > 0) {
            nprt_text_add_c(text, ", ");
        }
        if (slice->has & 1 << i) {
            nprt_text_add_i64(text, parts[i]);
        } else {
            nprt_text_add_c(text, "None");
        }
    }
    nprt_text_add_char(text, ')');
}

static void add_exception_args(NprtText *text, const NprtExc *exc)
{
    if (exc->args_repr) {
        nprt_text_add_str(text, exc->args_repr);
    } else if (exc->message) {
        nprt_text_add_str_repr(text, exc->message);
    }
}

/* A descriptor with a name is that of e.args. */
static void add_exception(NprtText *text, const NprtDesc *desc, const NprtExc *exc,
                          NprtTextMode mode)
{
    if (desc->name) {
        nprt_text_add_char(text, '(');
        add_exception_args(text, exc);
        nprt_text_add_c(text, exc->nargs == 1 ? ",)" : ")");
        return;
    }
    if (mode == NPRT_TEXT_STR) {
        if (exc->message) {
            nprt_text_add_str(text, exc->message);
        }
        return;
    }
    nprt_text_add_c(text, nprt_exc_name(exc->kind));
    nprt_text_add_char(text, '(');
    add_exception_args(text, exc);
    nprt_text_add_char(text, ')');
}

static int32_t add_object(NprtText *text, const NprtDesc *desc, void *self, NprtTextMode mode)
{
    const NprtMethods *methods = desc->methods;
    int32_t (*method)(void *, NprtStr **) = NULL;
    if (methods) {
        method = mode == NPRT_TEXT_STR && methods->str ? methods->str : methods->repr;
    }
    if (!method) {
        nprt_text_addf(text, "<__main__.%s object at %p>", desc->name ? desc->name : "opaque",
                       self);
        return 0;
    }
    NprtStr *shown = NULL;
    if (method(self, &shown) != 0) {
        return 1;
    }
    nprt_text_add_str(text, shown);
    nprt_release(shown);
    return 0;
}

int32_t nprt_text_add_value(NprtText *text, const NprtDesc *desc, const void *value,
                            NprtTextMode mode)
{
    if (nprt_desc_is_union(desc)) {
        desc = nprt_union_held(desc, &value);
    }
    switch ((NprtKind)desc->kind) {
    case NPRT_K_NONE:
        nprt_text_add_c(text, "None");
        return 0;
    case NPRT_K_SCALAR:
        nprt_text_add_scalar(text, desc->dtype, desc->py, value, mode);
        return 0;
    case NPRT_K_STR:
        if (mode == NPRT_TEXT_STR) {
            nprt_text_add_str(text, *(NprtStr *const *)value);
        } else {
            nprt_text_add_str_repr(text, *(NprtStr *const *)value);
        }
        return 0;
    case NPRT_K_BYTES:
        nprt_text_add_bytes_repr(text, *(NprtStr *const *)value);
        return 0;
    case NPRT_K_TUPLE:
        return add_tuple(text, desc, value);
    case NPRT_K_LIST:
        return add_list(text, desc, *(NprtList *const *)value);
    case NPRT_K_DICT:
        return add_dict(text, desc, *(NprtDict *const *)value);
    case NPRT_K_SET:
    case NPRT_K_FROZENSET:
        return add_set(text, desc, *(NprtSet *const *)value);
    case NPRT_K_RANGE:
        add_range(text, value);
        return 0;
    case NPRT_K_SLICE:
        add_slice(text, value);
        return 0;
    case NPRT_K_ARRAY:
        nprt_text_add_array(text, desc, value, mode);
        return 0;
    case NPRT_K_OPTIONAL:
        if (*(const uint8_t *)value) {
            return nprt_text_add_value(text, desc->elems[0], (const char *)value + desc->offsets[0],
                                       mode);
        }
        nprt_text_add_c(text, "None");
        return 0;
    case NPRT_K_OBJECT:
        return add_object(text, desc, *(void *const *)value, mode);
    case NPRT_K_FUNCTION:
        nprt_text_addf(text, "<function %s at %p>", desc->name ? desc->name : "<lambda>",
                       (const void *)desc);
        return 0;
    case NPRT_K_CELL:
        return nprt_text_add_value(text, desc->elems[0], *(char *const *)value + desc->offsets[0],
                                   mode);
    case NPRT_K_EXC:
        add_exception(text, desc, *(NprtExc *const *)value, mode);
        return 0;
    case NPRT_K_RNG:
        nprt_text_add_c(text, "Generator(PCG64)");
        if (mode == NPRT_TEXT_REPR) {
            nprt_text_addf(text, " at %p", *(void *const *)value);
        }
        return 0;
    case NPRT_K_DTYPE:
        nprt_text_addf(text, mode == NPRT_TEXT_STR ? "%s" : "dtype('%s')",
                       nprt_dtype_name(desc->dtype));
        return 0;
    case NPRT_K_TYPE:
        nprt_text_addf(text, "<class '%s'>", desc->name);
        return 0;
    case NPRT_K_MODULE:
        nprt_text_addf(text, "<module '%s'>", desc->name);
        return 0;
    case NPRT_K_ELLIPSIS:
        nprt_text_add_c(text, "Ellipsis");
        return 0;
    }
    return 0;
}

static int32_t text_of(const NprtDesc *desc, const void *value, NprtTextMode mode, void **out)
{
    *out = NULL;
    NprtText text;
    nprt_text_init(&text);
    if (nprt_text_add_value(&text, desc, value, mode) != 0) {
        nprt_text_fini(&text);
        return 1;
    }
    *out = nprt_text_finish(&text);
    return 0;
}

int32_t nprt_str_of(const NprtDesc *desc, const void *value, void **out)
{
    if (desc->kind == NPRT_K_STR) {
        *out = *(void *const *)value;
        nprt_retain(*out);
        return 0;
    }
    return text_of(desc, value, NPRT_TEXT_STR, out);
}

int32_t nprt_repr_of(const NprtDesc *desc, const void *value, void **out)
{
    return text_of(desc, value, NPRT_TEXT_REPR, out);
}

int32_t nprt_ascii_of(const NprtDesc *desc, const void *value, void **out)
{
    if (text_of(desc, value, NPRT_TEXT_REPR, out) != 0) {
        return 1;
    }
    NprtStr *shown = *out;
    if (shown->ascii) {
        return 0;
    }
    NprtText text;
    nprt_text_init(&text);
    const char *end = shown->text + shown->nbytes;
    for (const char *at = shown->text; at < end;) {
        uint32_t code = nprt_utf8_next(&at);
        if (code < 0x80) {
            nprt_text_add_char(&text, (char)code);
        } else {
            nprt_text_addf(&text,
                           code < 0x100     ? "\\x%02x"
                           : code < 0x10000 ? "\\u%04x"
                                            : "\\U%08x",
                           code);
        }
    }
    nprt_release(shown);
    *out = nprt_text_finish(&text);
    return 0;
}
