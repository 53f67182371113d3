/* lower_lines.c - source lines of instructions: files, functions and places; no variables.
 *
 * Kernels are inlined into an entry (NjTarget.mark_function) that stands for them: then the entry
 * has the function's scope, and its lines are not lines of something inlined. */
#include "compiler/lower/lower_internal.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

struct NjLineTable {
    LLVMDIBuilderRef builder; /* owned */
    LLVMMetadataRef unit, type;
    NjMap files;  /* NjSource -> LLVMMetadataRef */
    NjMap scopes; /* NjTirFn -> LLVMMetadataRef */
};

static LLVMMetadataRef file_of(NjEmit *e, const NjSource *source)
{
    void **at = nj_map_at(e->arena, &e->lines->files, source);
    if (!*at) {
        char folder[4096] = "";
        const char *path = source->path;
        if (path[0] != '/' && !source->is_prelude && !getcwd(folder, sizeof folder))
            folder[0] = '\0';
        *at =
            LLVMDIBuilderCreateFile(e->lines->builder, path, strlen(path), folder, strlen(folder));
    }
    return *at;
}

/* The first function of the user's, whose file names the unit. */
static const NjSource *main_source(const NjTirModule *tir)
{
    for (uint32_t i = 0; i < tir->n_fns; i++) {
        const NjSource *source = tir->fns[i]->span.source;
        if (source && !source->is_prelude)
            return source;
    }
    return NULL;
}

void nj_ir_lines_begin(NjEmit *e, NjLines kind)
{
    enum { DIRECTIVES_ONLY = 3 }; /* LLVM's DICompileUnit::DebugDirectivesOnly */
    const NjSource *source = main_source(e->tir);
    if (kind == NJ_LINES_NONE || !source)
        return;
    NjLineTable *lines = e->lines = NJ_NEW(e->arena, NjLineTable);
    LLVMDWARFEmissionKind emission = kind == NJ_LINES_DEBUG
                                         ? LLVMDWARFEmissionLineTablesOnly
                                         : (LLVMDWARFEmissionKind)DIRECTIVES_ONLY;
    lines->builder = LLVMCreateDIBuilder(e->module);
    lines->unit = LLVMDIBuilderCreateCompileUnit(lines->builder, LLVMDWARFSourceLanguagePython,
                                                 file_of(e, source), "npjit", 5, true, "", 0, 0, "",
                                                 0, emission, 0, false, false, "", 0, "", 0);
    lines->type = LLVMDIBuilderCreateSubroutineType(lines->builder, file_of(e, source), NULL, 0,
                                                    LLVMDIFlagZero);
    LLVMMetadataRef version =
        LLVMValueAsMetadata(nj_ir_i32(e, (int32_t)LLVMDebugMetadataVersion()));
    LLVMAddModuleFlag(e->module, LLVMModuleFlagBehaviorWarning, "Debug Info Version", 18, version);
}

void nj_ir_lines_end(NjEmit *e)
{
    if (!e->lines)
        return;
    LLVMDIBuilderFinalize(e->lines->builder);
    LLVMDisposeDIBuilder(e->lines->builder);
    e->lines = NULL;
}

void nj_ir_lines_in(NjEmit *e, LLVMValueRef fn, const NjTirFn *tir)
{
    if (!e->lines || !tir->span.source)
        return;
    size_t length;
    const char *symbol = LLVMGetValueName2(fn, &length);
    unsigned line = nj_span_line(tir->span);
    LLVMMetadataRef file = file_of(e, tir->span.source);
    LLVMMetadataRef scope = LLVMDIBuilderCreateFunction(
        e->lines->builder, file, tir->source_name, strlen(tir->source_name), symbol, length, file,
        line, e->lines->type, true, true, line, LLVMDIFlagZero, true);
    LLVMSetSubprogram(fn, scope);
    nj_map_put(e->arena, &e->lines->scopes, tir, scope);
}

void nj_ir_lines_enter(NjEmit *e, NjFnState *state)
{
    if (!e->lines)
        return;
    if (!nj_map_has(&e->lines->scopes, state->tir))
        nj_ir_lines_in(e, e->llvm_fn, state->tir);
    state->scope = nj_map_get(&e->lines->scopes, state->tir);
    nj_ir_place(e, state->tir->span);
}

LLVMMetadataRef nj_ir_place(NjEmit *e, NjSpan span)
{
    if (!e->lines)
        return NULL;
    LLVMMetadataRef before = LLVMGetCurrentDebugLocation2(e->b);
    LLVMMetadataRef scope = e->fn ? e->fn->scope : NULL;
    if (scope && span.source == e->fn->tir->span.source)
        nj_ir_place_back(e, LLVMDIBuilderCreateDebugLocation(
                                e->context, nj_span_line(span),
                                nj_source_column(span.source, span.start), scope, NULL));
    else if (!scope)
        nj_ir_place_back(e, NULL);
    return before;
}

void nj_ir_place_back(NjEmit *e, LLVMMetadataRef place)
{
    if (e->lines)
        LLVMSetCurrentDebugLocation2(e->b, place);
}
