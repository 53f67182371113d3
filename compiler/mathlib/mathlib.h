/* The bitcode of compiler/mathlib inside this program, and how it gets into a module.
 *
 * Generated code calls nj_<name>_f64 and nj_<name>_f32 of mathlib.def as ordinary functions,
 * declared by name. The calls are resolved by linking the bitcode into the same module *before* the
 * optimiser runs: everything is inlined, and loops over the calls are vectorised like any other
 * arithmetic.
 *
 * The order of work for a CPU module:
 *     nj_mathlib_link(module, nj_mathlib_fma, nj_mathlib_fma_len, 64, true);
 *     LLVMRunPasses(module, "always-inline,...,loop-vectorize,...", ...);
 *     if (nj_mathlib_finish(module))
 *         LLVMRunPasses(module, NJ_MATHLIB_FINISH_PASSES, ...);
 * A device module needs the first call only, with vector_bytes = 0 and has_native_slow = false.
 */
#ifndef NJ_COMPILER_MATHLIB_MATHLIB_H
#define NJ_COMPILER_MATHLIB_MATHLIB_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stddef.h>

/* For targets with FMA (x86-64-v3 and later, every GPU), and for those without. The two may differ
 * in the last bit of a result; on the same build, a CPU and a GPU give the same bits. */
extern const unsigned char nj_mathlib_fma[];
extern const size_t nj_mathlib_fma_len;
extern const unsigned char nj_mathlib_plain[];
extern const size_t nj_mathlib_plain_len;

/* True if mathlib.def has a row for this name ("exp", "atan2"); `*out_nargs` (may be NULL) is its
 * number of arguments. The symbols are nj_<name>_f64 and nj_<name>_f32. */
bool nj_mathlib_has(const char *name, unsigned *out_nargs);

/* Links into `module` what its undefined nj_* functions need, as internal functions. Only these are
 * read from the bitcode (lazily: about a millisecond), which must outlive the call. Does nothing
 * when the module declares none. False when the bitcode cannot be read or linked: that is a bug in
 * npjit, and LLVM's diagnostic handler of the context has the text.
 *
 * Functions with a rarely taken scalar part (mathlib_slow.def) also get vector variants of that
 * part for vectors of up to `vector_bytes` (16, 32, 64; 0 for none), so that a call to it under a
 * condition does not stop the loop vectoriser.
 *
 * With `has_native_slow` the slow parts themselves are left undefined: npjit's run-time library has
 * them as compiled code, under the same names, for whoever loads the module to resolve. That saves
 * their compilation, some 5 ms a module. */
bool nj_mathlib_link(LLVMModuleRef module, const unsigned char *bitcode, size_t size,
                     unsigned vector_bytes, bool has_native_slow);

/* After loop vectorisation: lets the vector variants be inlined or dropped by these passes, which
 * the caller runs if the result is true. Inlined, a variant costs a vector loop one test and one
 * branch. */
#define NJ_MATHLIB_FINISH_PASSES "always-inline,elim-avail-extern,globaldce"
bool nj_mathlib_finish(LLVMModuleRef module);

#endif
