/* cpu_loader.c - makes object files callable: a linker in memory.
 *
 * Both fresh code and code from the disk cache come here, so a cached program starts without LLVM
 * (whose own JIT linker would cost 40 ms of start-up). Input is what LLVM emits for x86-64,
 * position independent: one ELF file, or a bundle of several that refer to each other. The sections
 * of each are laid out as code | constants | data in one mapping, relocations are applied,
 * protections set. Symbols of the process may be out of reach of a 32-bit displacement, so each has
 * a GOT slot and a stub that jumps through it. The input is not trusted: every offset is checked.
 */
#include "cpu-backend/cpu_internal.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef R_X86_64_GOTPCRELX
#define R_X86_64_GOTPCRELX     41
#define R_X86_64_REX_GOTPCRELX 42
#endif

enum { PAGE = 4096, STUB_SIZE = 16, GROUPS = 3 };

typedef enum Group { GROUP_CODE, GROUP_CONST, GROUP_DATA, GROUP_NONE } Group;

typedef struct NamedAddress {
    char *name; /* owned */
    void *address;
} NamedAddress;

struct NjCode {
    char *base; /* the mapping */
    size_t size;
    NamedAddress *exports; /* owned */
    size_t n_exports, export_room;
};

/* One object file. */
typedef struct Loader {
    const unsigned char *bytes;
    size_t size;
    const Elf64_Ehdr *header;
    const Elf64_Shdr *sections;
    size_t n_sections;
    const Elf64_Sym *symbols;
    size_t n_symbols;
    const char *names; /* of symbols */
    size_t names_size;
    size_t *offsets; /* of sections in the mapping */
    size_t group_start[GROUPS + 1];
    size_t got, stubs; /* offsets in the mapping; one entry per symbol */
    void **externals;  /* address per undefined symbol */
    NjCode *code;
    char *base; /* the mapping, shared by all files */
    char *error;
} Loader;

/* ---- reading the file ----------------------------------------------------------------------- */

static bool in_file(const Loader *l, uint64_t offset, uint64_t size)
{
    return offset <= l->size && size <= l->size - offset;
}

static bool read_header(Loader *l)
{
    l->header = (const Elf64_Ehdr *)l->bytes;
    if (l->size < sizeof *l->header || memcmp(l->header->e_ident, ELFMAG, SELFMAG) ||
        l->header->e_ident[EI_CLASS] != ELFCLASS64 || l->header->e_type != ET_REL ||
        l->header->e_machine != EM_X86_64 || l->header->e_shentsize != sizeof(Elf64_Shdr))
        return nj_cpu_fail(l->error, "not an x86-64 object file");
    l->n_sections = l->header->e_shnum;
    if (!in_file(l, l->header->e_shoff, l->n_sections * sizeof(Elf64_Shdr)) ||
        l->header->e_shoff % 8)
        return nj_cpu_fail(l->error, "damaged object file: section table");
    l->sections = (const Elf64_Shdr *)(l->bytes + l->header->e_shoff);
    for (size_t i = 0; i < l->n_sections; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_NOBITS && !in_file(l, s->sh_offset, s->sh_size))
            return nj_cpu_fail(l->error, "damaged object file: section %zu", i);
    }
    return true;
}

static bool read_symbols(Loader *l)
{
    for (size_t i = 0; i < l->n_sections; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (s->sh_type != SHT_SYMTAB)
            continue;
        if (s->sh_entsize != sizeof(Elf64_Sym) || s->sh_offset % 8 || s->sh_link >= l->n_sections)
            return nj_cpu_fail(l->error, "damaged object file: symbol table");
        l->symbols = (const Elf64_Sym *)(l->bytes + s->sh_offset);
        l->n_symbols = s->sh_size / sizeof(Elf64_Sym);
        l->names = (const char *)l->bytes + l->sections[s->sh_link].sh_offset;
        l->names_size = l->sections[s->sh_link].sh_size;
        if (l->names_size == 0 || l->names[l->names_size - 1] != '\0')
            return nj_cpu_fail(l->error, "damaged object file: symbol names");
    }
    for (size_t i = 0; i < l->n_symbols; i++)
        if (l->symbols[i].st_name >= l->names_size)
            return nj_cpu_fail(l->error, "damaged object file: symbol %zu", i);
    return true;
}

static Group group_of(const Elf64_Shdr *s)
{
    if (!(s->sh_flags & SHF_ALLOC))
        return GROUP_NONE;
    if (s->sh_flags & SHF_EXECINSTR)
        return GROUP_CODE;
    return s->sh_flags & SHF_WRITE ? GROUP_DATA : GROUP_CONST;
}

/* ---- layout --------------------------------------------------------------------------------- */

static size_t align_up(size_t n, size_t align)
{
    return (n + align - 1) & ~(align - 1);
}

/* Gives every loaded section, the GOT and the stubs an offset from `at` on; returns the end. */
static size_t lay_out(Loader *l, size_t at)
{
    for (Group group = GROUP_CODE; group < GROUP_NONE; group++) {
        at = align_up(at, PAGE);
        l->group_start[group] = at;
        for (size_t i = 0; i < l->n_sections; i++) {
            const Elf64_Shdr *s = &l->sections[i];
            if (group_of(s) != group)
                continue;
            size_t align = s->sh_addralign ? s->sh_addralign : 1;
            at = align_up(at, align <= PAGE ? align : PAGE);
            l->offsets[i] = at;
            at += s->sh_size;
        }
        if (group == GROUP_CODE) {
            l->stubs = at = align_up(at, STUB_SIZE);
            at += l->n_symbols * STUB_SIZE;
        }
        if (group == GROUP_CONST) {
            l->got = at = align_up(at, sizeof(uint64_t));
            at += l->n_symbols * sizeof(uint64_t);
        }
    }
    l->group_start[GROUPS] = align_up(at, PAGE);
    return l->group_start[GROUPS];
}

/* Memory near the program, when that lies low: then most calls need no stub. */
static char *map_memory(size_t size)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    char *base = mmap(NULL, size, PROT_READ | PROT_WRITE, flags | MAP_32BIT, -1, 0);
    if (base == MAP_FAILED)
        base = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return base == MAP_FAILED ? NULL : base;
}

static void copy_sections(Loader *l)
{
    for (size_t i = 0; i < l->n_sections; i++) {
        const Elf64_Shdr *s = &l->sections[i];
        if (group_of(s) != GROUP_NONE && s->sh_type != SHT_NOBITS)
            memcpy(l->base + l->offsets[i], l->bytes + s->sh_offset, s->sh_size);
    }
}

/* ---- symbols -------------------------------------------------------------------------------- */

static bool find_externals(Loader *l)
{
    for (size_t i = 1; i < l->n_symbols; i++) {
        if (l->symbols[i].st_shndx != SHN_UNDEF)
            continue;
        const char *name = l->names + l->symbols[i].st_name;
        l->externals[i] = nj_cpu_symbol(l->code, name); /* of another file of the bundle */
        if (!l->externals[i])
            l->externals[i] = nj_cpu_find_symbol(name);
        if (!l->externals[i] && strcmp(name, "_GLOBAL_OFFSET_TABLE_") != 0)
            return nj_cpu_fail(l->error, "undefined symbol %s", name);
    }
    return true;
}

static bool symbol_address(const Loader *l, size_t index, uint64_t *out)
{
    if (index >= l->n_symbols)
        return nj_cpu_fail(l->error, "damaged object file: relocation");
    const Elf64_Sym *symbol = &l->symbols[index];
    if (symbol->st_shndx == SHN_UNDEF) {
        *out = (uint64_t)(uintptr_t)l->externals[index];
        return true;
    }
    if (symbol->st_shndx >= l->n_sections ||
        group_of(&l->sections[symbol->st_shndx]) == GROUP_NONE ||
        symbol->st_value > l->sections[symbol->st_shndx].sh_size)
        return nj_cpu_fail(l->error, "unsupported symbol %s", l->names + symbol->st_name);
    *out = (uint64_t)(uintptr_t)(l->base + l->offsets[symbol->st_shndx]) + symbol->st_value;
    return true;
}

/* jmp *got(%rip) */
static char *make_stub(const Loader *l, size_t index, uint64_t target)
{
    char *slot = l->base + l->got + index * sizeof(uint64_t);
    memcpy(slot, &target, sizeof target);
    char *stub = l->base + l->stubs + index * STUB_SIZE;
    stub[0] = (char)0xff;
    stub[1] = 0x25;
    int32_t distance = (int32_t)(slot - (stub + 6));
    memcpy(stub + 2, &distance, sizeof distance);
    return stub;
}

static char *got_slot(const Loader *l, size_t index, uint64_t target)
{
    char *slot = l->base + l->got + index * sizeof(uint64_t);
    memcpy(slot, &target, sizeof target);
    return slot;
}

/* ---- relocations ---------------------------------------------------------------------------- */

static bool put32(Loader *l, char *place, int64_t value)
{
    if (value != (int32_t)value)
        return nj_cpu_fail(l->error, "relocation out of range");
    int32_t narrow = (int32_t)value;
    memcpy(place, &narrow, sizeof narrow);
    return true;
}

static bool relocate(Loader *l, const Elf64_Rela *r, char *place)
{
    size_t index = ELF64_R_SYM(r->r_info);
    uint64_t s, p = (uint64_t)(uintptr_t)place;
    if (!symbol_address(l, index, &s))
        return false;
    switch (ELF64_R_TYPE(r->r_info)) {
    case R_X86_64_64: {
        uint64_t value = s + (uint64_t)r->r_addend;
        memcpy(place, &value, sizeof value);
        return true;
    }
    case R_X86_64_PC64: {
        uint64_t value = s + (uint64_t)r->r_addend - p;
        memcpy(place, &value, sizeof value);
        return true;
    }
    case R_X86_64_PLT32:
    case R_X86_64_PC32: {
        int64_t value = (int64_t)(s + (uint64_t)r->r_addend - p);
        if (value != (int32_t)value && l->externals[index]) {
            uint64_t stub = (uint64_t)(uintptr_t)make_stub(l, index, s);
            value = (int64_t)(stub + (uint64_t)r->r_addend - p);
        }
        return put32(l, place, value);
    }
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX: {
        uint64_t slot = (uint64_t)(uintptr_t)got_slot(l, index, s);
        return put32(l, place, (int64_t)(slot + (uint64_t)r->r_addend - p));
    }
    default:
        return nj_cpu_fail(l->error, "unsupported relocation %u",
                           (unsigned)ELF64_R_TYPE(r->r_info));
    }
}

static bool relocate_section(Loader *l, const Elf64_Shdr *s)
{
    if (s->sh_info >= l->n_sections || s->sh_entsize != sizeof(Elf64_Rela) || s->sh_offset % 8)
        return nj_cpu_fail(l->error, "damaged object file: relocations");
    const Elf64_Shdr *target = &l->sections[s->sh_info];
    if (group_of(target) == GROUP_NONE)
        return true;
    const Elf64_Rela *rows = (const Elf64_Rela *)(l->bytes + s->sh_offset);
    for (size_t i = 0; i < s->sh_size / sizeof *rows; i++) {
        if (target->sh_size < 8 ? rows[i].r_offset + 4 > target->sh_size
                                : rows[i].r_offset > target->sh_size - 4)
            return nj_cpu_fail(l->error, "damaged object file: relocation offset");
        if (!relocate(l, &rows[i], l->base + l->offsets[s->sh_info] + rows[i].r_offset))
            return false;
    }
    return true;
}

static bool relocate_all(Loader *l)
{
    for (size_t i = 0; i < l->n_sections; i++)
        if (l->sections[i].sh_type == SHT_RELA && !relocate_section(l, &l->sections[i]))
            return false;
    return true;
}

static bool protect(Loader *l)
{
    static const int rights[GROUPS] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
    for (int group = 0; group < GROUPS; group++) {
        size_t from = l->group_start[group], to = l->group_start[group + 1];
        if (to > from && mprotect(l->base + from, to - from, rights[group]) != 0)
            return nj_cpu_fail(l->error, "cannot make code executable");
    }
    return true;
}

/* ---- exports -------------------------------------------------------------------------------- */

static bool add_export(Loader *l, const char *name, uint64_t address)
{
    NjCode *code = l->code;
    if (code->n_exports == code->export_room) {
        size_t room = code->export_room ? 2 * code->export_room : 16;
        NamedAddress *grown = realloc(code->exports, room * sizeof *grown);
        if (!grown)
            return nj_cpu_fail(l->error, "out of memory");
        code->exports = grown;
        code->export_room = room;
    }
    char *copy = strdup(name);
    if (!copy)
        return nj_cpu_fail(l->error, "out of memory");
    code->exports[code->n_exports++] = (NamedAddress){copy, (void *)(uintptr_t)address};
    return true;
}

static bool collect_exports(Loader *l)
{
    for (size_t i = 1; i < l->n_symbols; i++) {
        const Elf64_Sym *symbol = &l->symbols[i];
        if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) != STB_GLOBAL)
            continue;
        uint64_t address;
        if (!symbol_address(l, i, &address) || !add_export(l, l->names + symbol->st_name, address))
            return false;
    }
    return true;
}

/* ---- bundles -------------------------------------------------------------------------------- */

/* A bundle is the magic, a count, then size and bytes of each file, all in multiples of 8 bytes. */
static const char bundle_magic[8] = {'N', 'J', 'B', 'U', 'N', 'D', 'L', 'E'};

bool nj_cpu_bundle(NjBytes *files, size_t n, NjBytes *out, char *error)
{
    size_t size = 16;
    for (size_t i = 0; i < n; i++)
        size += 8 + align_up(files[i].size, 8);
    char *data = calloc(1, size + 1);
    if (!data)
        return nj_cpu_fail(error, "out of memory");
    uint64_t count = n;
    memcpy(data, bundle_magic, 8);
    memcpy(data + 8, &count, 8);
    size_t at = 16;
    for (size_t i = 0; i < n; i++) {
        uint64_t file_size = files[i].size;
        memcpy(data + at, &file_size, 8);
        memcpy(data + at + 8, files[i].data, files[i].size);
        at += 8 + align_up(files[i].size, 8);
    }
    *out = (NjBytes){data, size};
    return true;
}

/* The files in the input: at most `max` of them; 0 when it is damaged. */
static size_t find_files(const unsigned char *bytes, size_t size, Loader *files, size_t max)
{
    if (size < 16 || memcmp(bytes, bundle_magic, 8) != 0) {
        files[0].bytes = bytes;
        files[0].size = size;
        return 1;
    }
    uint64_t count;
    memcpy(&count, bytes + 8, 8);
    size_t at = 16;
    if (count > max)
        return 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t file_size;
        if (size - at < 8)
            return 0;
        memcpy(&file_size, bytes + at, 8);
        at += 8;
        if (file_size > size - at)
            return 0;
        files[i].bytes = bytes + at;
        files[i].size = file_size;
        at += align_up(file_size, 8) <= size - at ? align_up(file_size, 8) : size - at;
    }
    return count;
}

/* ---- linking -------------------------------------------------------------------------------- */

enum { MAX_FILES = 4 };

static bool read_file(Loader *l, size_t *at)
{
    if (!read_header(l) || !read_symbols(l))
        return false;
    l->offsets = calloc(l->n_sections + 1, sizeof *l->offsets);
    l->externals = calloc(l->n_symbols + 1, sizeof *l->externals);
    if (!l->offsets || !l->externals)
        return nj_cpu_fail(l->error, "out of memory");
    *at = lay_out(l, *at);
    return true;
}

static bool link_files(Loader *files, size_t n, NjCode *code, char *error)
{
    for (size_t i = 0; i < n; i++)
        if (!read_file(&files[i], &code->size))
            return false;
    code->base = map_memory(code->size);
    if (!code->base)
        return nj_cpu_fail(error, "out of memory for code");
    for (size_t i = 0; i < n; i++) {
        files[i].base = code->base;
        copy_sections(&files[i]);
        if (!collect_exports(&files[i]))
            return false;
    }
    for (size_t i = 0; i < n; i++)
        if (!find_externals(&files[i]) || !relocate_all(&files[i]))
            return false;
    for (size_t i = 0; i < n; i++)
        if (!protect(&files[i]))
            return false;
    return true;
}

bool nj_cpu_load(NjBackendState *state, const void *bytes, size_t size, NjCode **out_code,
                 char *error)
{
    *out_code = NULL;
    NjCode *code = calloc(1, sizeof *code);
    if (!code)
        return nj_cpu_fail(error, "out of memory");
    Loader files[MAX_FILES] = {{0}};
    for (size_t i = 0; i < MAX_FILES; i++) {
        files[i].error = error;
        files[i].code = code;
    }
    size_t n = find_files(bytes, size, files, MAX_FILES);
    bool ok = n > 0 ? link_files(files, n, code, error)
                    : nj_cpu_fail(error, "damaged bundle of object files");
    for (size_t i = 0; i < n; i++) {
        free(files[i].offsets);
        free(files[i].externals);
    }
    if (ok)
        *out_code = code;
    else
        nj_cpu_unload(state, code);
    return ok;
}

void *nj_cpu_symbol(NjCode *code, const char *name)
{
    for (size_t i = 0; i < code->n_exports; i++)
        if (strcmp(code->exports[i].name, name) == 0)
            return code->exports[i].address;
    return NULL;
}

void nj_cpu_unload(NjBackendState *state, NjCode *code)
{
    (void)state;
    if (!code)
        return;
    for (size_t i = 0; i < code->n_exports; i++)
        free(code->exports[i].name);
    free(code->exports);
    if (code->base)
        munmap(code->base, code->size);
    free(code);
}
