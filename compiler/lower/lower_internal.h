/* lower_internal.h - what the parts of lowering share; nothing outside this folder includes it.
 *
 * lower.c      the module: declarations, globals, entry points, linking of the math library
 * lower_fn     one function: parameters, exit, lifetime of locals
 * lower_stmt, lower_loop, lower_error   statements, loops, exceptions
 * lower_expr   dispatch, structs; lower_array, lower_view, lower_heap: what lives in memory
 * lower_int, lower_float, lower_complex, lower_cast, lower_math   arithmetic
 * lower_call, rtcall   calls of the program's functions and of the runtime */
#ifndef NJ_COMPILER_LOWER_INTERNAL_H
#define NJ_COMPILER_LOWER_INTERNAL_H

#include "compiler/lower/emit.h"
#include "compiler/lower/emit_types.h"
#include "compiler/lower/lower.h"
#include "compiler/support/vec.h"

/* ---- exceptions (lower_error.c) ---- */

enum { NJ_MAX_COLD_ARGS = 5 };

/* One block that raises through `helper` for all places under one handler: its arguments are phis.
 */
typedef struct NjColdBlock {
    struct NjColdBlock *next;
    NjHelper helper;
    LLVMBasicBlockRef block;
    LLVMValueRef args[NJ_MAX_COLD_ARGS]; /* phis; the last is the site */
    unsigned n_args;
} NjColdBlock;

/* Where an exception goes: the innermost TRY, or the end of the function. */
typedef struct NjIrHandler {
    LLVMBasicBlockRef target; /* entered with the exception pending */
    LLVMBasicBlockRef trace;  /* adds a traceback entry, then goes to `target`; NULL until used */
    LLVMValueRef site;        /* phi in `trace` */
    NjColdBlock *cold;
} NjIrHandler;

/* Continues only when `ok` holds, else raises by a call of the helper. */
void nj_ir_check(NjEmit *e, LLVMValueRef ok, NjHelper helper, LLVMValueRef *args, unsigned n,
                 NjSpan span);
/* The same with a text and up to three int64 for it, and any exception. */
void nj_ir_check_text(NjEmit *e, LLVMValueRef ok, NprtExcKind kind, const char *format,
                      LLVMValueRef *args, unsigned n, NjSpan span);
/* Continues when the i32 status of a call is 0. */
void nj_ir_check_status(NjEmit *e, LLVMValueRef status, NjSpan span);
/* Continues when `failed` (i1) is false; the callee has set the exception. */
void nj_ir_check_failed(NjEmit *e, LLVMValueRef failed, NjSpan span);
/* The exception is pending already: leaves for the handler. Terminates the block. */
void nj_ir_leave_raising(NjEmit *e, NjSpan span);

/* ---- functions (lower_fn.c) ---- */

typedef struct NjLoopScope {
    struct NjLoopScope *outer;
    LLVMBasicBlockRef next; /* continue */
    LLVMBasicBlockRef exit; /* break */
} NjLoopScope;

typedef struct NjCallBuffer {
    uint64_t size;
    uint32_t align;
    bool is_busy; /* until the next statement */
    LLVMValueRef slot;
} NjCallBuffer;

/* Life of a managed temporary: it may be released after statement `last` of block `home`. */
typedef struct NjLifetime {
    const NjTirBlock *home;
    uint32_t first, last; /* statements of `home` */
    bool starts_with_assign;
} NjLifetime;

/* Locals that lowering adds to a function: their ids follow those of the TIR. */
enum { NJ_EXTRA_LOCALS = 3 };

struct NjFnState {
    const NjTirFn *tir;
    bool is_hot;                /* worth full strength; takes the math library */
    uint32_t n_outlined;        /* loops made functions so far */
    LLVMValueRef *slots;        /* by local id; NULL for units */
    NjLifetime *lifetimes;      /* by local id */
    bool *is_borrowed;          /* by local id: another local keeps its value alive */
    bool *has_value;            /* by local id: some statement lowered so far has assigned it */
    const NjTirLocal *assigned; /* by the ASSIGN in work, or NULL */
    LLVMValueRef result;        /* where RETURN stores the value; NULL: none */
    LLVMValueRef status;        /* i32 slot, NULL when the function does not raise */
    LLVMBasicBlockRef exit;
    NjIrHandler *handler;
    NjLoopScope *loop;
    NJ_VEC(NjCallBuffer) buffers;
    NjMap proved;              /* index of a subscript -> not NULL: in range, lower_hoist.c */
    bool is_slow_version;      /* inside of the checked version of a nest */
    bool is_proved_index;      /* inside of a subscript in range: nothing overflows */
    bool is_parallel_body;     /* loops inside of a parallel one run in sequence */
    LLVMValueRef access_group; /* of the innermost loop with independent iterations, or NULL */
    NjMap sites;               /* line (as a pointer) -> NprtSite */
    LLVMMetadataRef scope;     /* of its lines, or NULL */
};

/* ---- source lines (lower_lines.c) ---- */
void nj_ir_lines_begin(NjEmit *e, NjLines kind);
void nj_ir_lines_end(NjEmit *e);
/* Gives the function's lines a scope, and starts with its first line. */
void nj_ir_lines_enter(NjEmit *e, NjFnState *state);

void nj_ir_declare_fn(NjEmit *e, const NjTirFn *fn);
void nj_lower_fn(NjEmit *e, const NjTirFn *fn);
NjCallee nj_ir_fn_callee(NjEmit *e, const NjTirFn *fn);
/* Room for a value passed by address, free again at the next statement; its address may escape. */
LLVMValueRef nj_ir_call_buffer(NjEmit *e, const NjType *t);
LLVMValueRef nj_ir_call_buffer_bytes(NjEmit *e, uint64_t size, uint32_t align);
/* Copies the value to a call buffer. NULL for units. */
LLVMValueRef nj_ir_spill(NjEmit *e, NjValue value);
void nj_ir_compute_lifetimes(NjEmit *e, NjFnState *fn);
/* The local counts a reference of its own. */
bool nj_ir_owns_local(const NjFnState *fn, const NjTirLocal *local);
/* The temporary's life ends with statement `index` of `block`. */
bool nj_ir_dies_after(const NjFnState *fn, const NjTirLocal *local, const NjTirBlock *block,
                      uint32_t index);

/* The NprtMethods constant of a class with special methods (lower_method.c), else null. */
LLVMValueRef nj_ir_methods(NjEmit *e, const NjType *t);

/* ---- heat (lower_heat.c), outlined loops (lower_outline.c) ---- */
void nj_ir_compute_heat(NjEmit *e, const NjLowerEntry *entries, uint32_t n_entries);
bool nj_ir_is_hot(NjEmit *e, const NjTirFn *fn);
/* The loop, outermost in a cold function, should be a hot function of its own. */
bool nj_ir_is_worth_outlining(const NjTirStmt *s);
/* A loop nest in two versions (lower_hoist.c); false: nothing to gain, nothing emitted. */
bool nj_lower_versioned(NjEmit *e, const NjTirStmt *s);
/* `is_slow`: the checked version of a nest, compiled as cold code. */
void nj_lower_outlined(NjEmit *e, const NjTirStmt *s, bool is_slow);

/* ---- statements ---- */
void nj_lower_block(NjEmit *e, const NjTirBlock *block);
void nj_lower_for(NjEmit *e, const NjTirStmt *s);
void nj_lower_while(NjEmit *e, const NjTirStmt *s);
/* Evaluates the ends of a counted loop: start, step and number of iterations, all i64. */
void nj_ir_loop_ends(NjEmit *e, const NjTirStmt *s, LLVMValueRef *out_start, LLVMValueRef *out_step,
                     LLVMValueRef *out_count);
/* A loop on the target's threads (lower_parallel.c); false: it must run in sequence. */
bool nj_lower_parallel(NjEmit *e, const NjTirStmt *s);
void nj_lower_try(NjEmit *e, const NjTirStmt *s);
void nj_lower_raise(NjEmit *e, const NjTirStmt *s);
void nj_lower_check(NjEmit *e, const NjTirStmt *s);

/* ---- expressions ---- */
NjValue nj_lower_expr(NjEmit *e, const NjTirExpr *x);
/* The register of a direct value. */
LLVMValueRef nj_lower_direct(NjEmit *e, const NjTirExpr *x);
/* An int64 scalar whatever the integer type of the expression. */
LLVMValueRef nj_lower_i64(NjEmit *e, const NjTirExpr *x);
/* A bool scalar as i1. */
LLVMValueRef nj_lower_cond(NjEmit *e, const NjTirExpr *x);
/* The value of the expression is a new reference (calls, allocations). */
bool nj_ir_is_owned(const NjTirExpr *x);

NjValue nj_lower_load(NjEmit *e, const NjTirExpr *x);
void nj_lower_store(NjEmit *e, const NjTirStmt *s);
NjValue nj_lower_view(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_transpose(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_flatten(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_alloc(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_row_sum(NjEmit *e, const NjTirExpr *x); /* lower_sum.c */
LLVMValueRef nj_ir_array_data(NjEmit *e, NjValue array);
LLVMValueRef nj_ir_array_extent(NjEmit *e, NjValue array, uint32_t dim);
LLVMValueRef nj_ir_array_stride(NjEmit *e, NjValue array, uint32_t dim);
/* Address of the element at the given subscripts, which are in range. */
LLVMValueRef nj_ir_element_address(NjEmit *e, NjValue array, LLVMValueRef *index);
/* Wraps and checks one subscript against `extent`; ndim 0 says list. */
LLVMValueRef nj_lower_sub(NjEmit *e, NjTirSub sub, LLVMValueRef extent, int32_t axis, int32_t ndim,
                          NjSpan span);

NjValue nj_lower_len(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_list_get(NjEmit *e, const NjTirExpr *x);
void nj_lower_list_set(NjEmit *e, const NjTirStmt *s);
NjValue nj_lower_field(NjEmit *e, const NjTirExpr *x);
void nj_lower_field_set(NjEmit *e, const NjTirStmt *s);
NjValue nj_lower_cell_get(NjEmit *e, const NjTirExpr *x);
void nj_lower_cell_set(NjEmit *e, const NjTirStmt *s);
NjValue nj_lower_entry(NjEmit *e, const NjTirExpr *x);
/* The entry (int32_t (void **args, void *result)) of a function whose address is taken. */
LLVMValueRef nj_ir_entry_of(NjEmit *e, const NjTirFn *fn);
NjValue nj_lower_new(NjEmit *e, const NjTirExpr *x); /* NEW_LIST ... NEW_CELL */
LLVMValueRef nj_ir_str_constant(NjEmit *e, const NjTirExpr *x);

NjValue nj_lower_call(NjEmit *e, const NjTirExpr *x);
/* Forbids inlining of this call when the function in work is not hot. */
void nj_ir_keep_call(NjEmit *e, LLVMValueRef call);
NjValue nj_lower_rtcall(NjEmit *e, const NjTirExpr *x);
/* The declaration of a row of rtcalls.def. */
NjCallee nj_ir_rtcall_callee(NjEmit *e, NjRtId id);

/* ---- references (lower_refs.c) ---- */
void nj_ir_retain_value(NjEmit *e, NjValue value);
void nj_ir_release_value(NjEmit *e, NjValue value);
/* Stores an owned (or, after retaining it, borrowed) value over the one at `address`. */
void nj_ir_assign_value(NjEmit *e, NjValue value, bool is_owned, LLVMValueRef address, NjMem mem);
/* Releases what is there and leaves zero bits. */
void nj_ir_release_slot(NjEmit *e, const NjType *t, LLVMValueRef address);

/* ---- arithmetic ---- */
NjValue nj_lower_unary(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_binary(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_compare(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_cast(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_math(NjEmit *e, const NjTirExpr *x);
NjValue nj_lower_select(NjEmit *e, const NjTirExpr *x);

/* Operands of one binary node after lowering. */
typedef struct NjOperands {
    const NjTirExpr *x; /* the node: op, arith, span */
    NprtDtype dtype;    /* of the operands */
    LLVMValueRef a, b;  /* b NULL for unary nodes */
} NjOperands;

/* `op` on two registers of the scalar type, wrapping. */
LLVMValueRef nj_ir_binary_op(NjEmit *e, NjTirBinop op, const NjType *t, LLVMValueRef a,
                             LLVMValueRef b);
LLVMValueRef nj_ir_int_binary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_int_unary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_bool_binary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_float_binary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_float_unary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_complex_binary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_complex_unary(NjEmit *e, NjOperands o);
LLVMValueRef nj_ir_complex_compare(NjEmit *e, NjOperands o);

LLVMValueRef nj_ir_complex(NjEmit *e, LLVMValueRef re, LLVMValueRef im);
LLVMValueRef nj_ir_real(NjEmit *e, LLVMValueRef v);
LLVMValueRef nj_ir_imag(NjEmit *e, LLVMValueRef v);

/* Between scalar dtypes, as C and NumPy convert. */
LLVMValueRef nj_ir_convert(NjEmit *e, LLVMValueRef v, NprtDtype from, NprtDtype to);
/* A row of math.def on float32 or float64 registers, for a result of type `t` (NULL: no Python
 * float). */
LLVMValueRef nj_ir_math_call(NjEmit *e, NjMathId id, const NjType *t, LLVMValueRef *args,
                             unsigned n);
/* The function in work computes type `t` as CPython does, to the last bit. */
bool nj_ir_is_exact_math(const NjEmit *e, const NjType *t);
/* C's fmod, by the math library in hot functions. */
LLVMValueRef nj_ir_fmod(NjEmit *e, LLVMValueRef a, LLVMValueRef b, bool is_hot);
/* A complex function nprt_c_<name> of the runtime on operands of the dtype. */
LLVMValueRef nj_ir_complex_call(NjEmit *e, const char *name, NprtDtype dtype, LLVMValueRef *args,
                                unsigned n);
/* float16 is computed in float32. */
LLVMValueRef nj_ir_from_half(NjEmit *e, LLVMValueRef v);
LLVMValueRef nj_ir_to_half(NjEmit *e, LLVMValueRef v);
LLVMValueRef nj_ir_float_const(NjEmit *e, LLVMTypeRef type, double value);
/* `name` with the suffix of the float or integer type: "floordiv" -> "nj.floordiv.f64". */
const char *nj_ir_typed_name(NjEmit *e, const char *name, LLVMTypeRef type);

#endif
