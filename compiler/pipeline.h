/* pipeline.h - from source text to TIR that is ready to be lowered: the ordered table of passes.
 *
 *     NjPipeline p = {.types = types, .dump_after = "loopify", .dump = &text};
 *     if (nj_pipeline_run(u, source, &p)) ... nj_lower_module(u, target, p.tir, ...)
 *
 * Every pass is one row of { name, run, verify, dump }. Runs inside nj_unit_run: a pass that breaks
 * the TIR ends the compilation with NJ_UNIT_INTERNAL and the verifier's text. */
#ifndef NJ_COMPILER_PIPELINE_H
#define NJ_COMPILER_PIPELINE_H

#include "compiler/ir/tir.h"
#include "compiler/support/strbuf.h"
#include "compiler/support/unit.h"
#include "compiler/syntax/ast.h"

enum { NJ_MAX_PASSES = 16 };

/* What becomes of CUDA kernels. */
typedef enum NjKernelPlan {
    NJ_KERNELS_CALLED,  /* functions that the program calls: pass "spmd" */
    NJ_KERNELS_BY_NAME, /* the same functions, launched by name as on a device: "kernels", then "spmd" */
    NJ_KERNELS_KEPT     /* the target runs them itself */
} NjKernelPlan;

typedef struct NjPipeline {
    /* set by the caller */
    NjTypes *types;         /* borrowed */
    const char *dump_after; /* name of a pass, "all", or NULL */
    const char *stop_after; /* name of a pass, or NULL: run all */
    NjStrBuf *dump;         /* gets the dumps; may be NULL when dump_after is */
    bool verify;            /* after each pass; always so in debug builds */
    NjKernelPlan kernels;
    /* filled in */
    NjModule *ast;            /* after "parse" */
    NjTirModule *tir;         /* after "infer" */
    uint32_t n_run;           /* passes that ran */
    double ms[NJ_MAX_PASSES]; /* time each took, by its place in the table */
} NjPipeline;

/* Runs the passes in order. False when the program has errors, which are reported in `u`, or when
 * `stop_after` or `dump_after` names no pass (reported too). */
bool nj_pipeline_run(NjUnit *u, NjSource *source, NjPipeline *p);

/* The name of pass number `i`, in order; NULL behind the last. */
const char *nj_pass_name(unsigned i);

#endif
