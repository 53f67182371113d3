/* compiler/mathlib as generated code uses it: every function of mathlib.def, called in a loop, is
 * linked, inlined and vectorised, and the vector code gives the bits that the scalar C build gives.
 */
#include "compiler/mathlib/mathlib.h"

#include <criterion/criterion.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NJ_MATH_PREFIX fma_
#include "compiler/mathlib/nj_math.h"
#undef NJ_COMPILER_MATHLIB_NJ_MATH_H
#undef NJ_MATH_PREFIX
#define NJ_MATH_PREFIX plain_
#include "compiler/mathlib/nj_math.h"

enum {
    COUNT = 1003, /* not a multiple of any vector length */
    TEXT_SIZE = 2048
};

typedef void (*Loop)(void *out, const void *x, const void *y, long n);

/* The scalar functions of one build. */
typedef struct Row {
    const char *name;
    unsigned nargs;
    union {
        double (*one)(double);
        double (*two)(double, double);
    } f64[2];
    union {
        float (*one)(float);
        float (*two)(float, float);
    } f32[2];
} Row;

#define ROW(fn, n, member)                                                                         \
    {#fn,                                                                                          \
     n,                                                                                            \
     {{.member = plain_##fn##_f64}, {.member = fma_##fn##_f64}},                                   \
     {{.member = plain_##fn##_f32}, {.member = fma_##fn##_f32}}},
#define ROW_1(fn) ROW(fn, 1, one)
#define ROW_2(fn) ROW(fn, 2, two)

static const Row rows[] = {
/* clang-format off */
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain) ROW_##nargs(name)
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
    /* clang-format on */
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

typedef struct Host {
    LLVMTargetMachineRef machine;
    LLVMOrcLLJITRef jit;
    bool has_fma;
} Host;

static LLVMTargetMachineRef create_machine(const char *features)
{
    LLVMTargetRef target;
    char *message = NULL, *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName();
    cr_assert_not(LLVMGetTargetFromTriple(triple, &target, &message), "%s", message);
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    return machine;
}

static void host_init(Host *host)
{
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    char *features = LLVMGetHostCPUFeatures();
    host->has_fma = strstr(features, "+fma,") != NULL;
    host->machine = create_machine(features);
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(create_machine(features)));
    cr_assert_null(LLVMOrcCreateLLJIT(&host->jit, builder));
    LLVMDisposeMessage(features);
}

static void host_fini(Host *host)
{
    cr_expect_null(LLVMOrcDisposeLLJIT(host->jit));
    LLVMDisposeTargetMachine(host->machine);
}

/* `out[i] = f(x[i], y[i])` as IR text, in a function called `loop_<symbol>`. */
static void write_loop(char *text, const Row *row, bool is_f32)
{
    const char *t = is_f32 ? "float" : "double";
    char symbol[32], types[32], arguments[32];
    snprintf(symbol, sizeof symbol, "nj_%s_%s", row->name, is_f32 ? "f32" : "f64");
    snprintf(types, sizeof types, row->nargs == 2 ? "%s, %s" : "%s", t, t);
    snprintf(arguments, sizeof arguments, row->nargs == 2 ? "%s %%a, %s %%b" : "%s %%a", t, t);
    snprintf(
        text, TEXT_SIZE,
        "declare %s @%s(%s)\n"
        "define void @loop_%s(ptr noalias %%out, ptr noalias %%x, ptr noalias %%y, i64 %%n) {\n"
        "entry:\n  br label %%body\n"
        "body:\n  %%i = phi i64 [ 0, %%entry ], [ %%next, %%body ]\n"
        "  %%pa = getelementptr %s, ptr %%x, i64 %%i\n  %%a = load %s, ptr %%pa\n"
        "  %%pb = getelementptr %s, ptr %%y, i64 %%i\n  %%b = load %s, ptr %%pb\n"
        "  %%r = call %s @%s(%s)\n"
        "  %%po = getelementptr %s, ptr %%out, i64 %%i\n  store %s %%r, ptr %%po\n"
        "  %%next = add nuw nsw i64 %%i, 1\n  %%more = icmp slt i64 %%next, %%n\n"
        "  br i1 %%more, label %%body, label %%exit\nexit:\n  ret void\n}\n",
        t, symbol, types, symbol, t, t, t, t, t, symbol, arguments, t, t);
}

static void run_passes(Host *host, LLVMModuleRef module, const char *passes)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    cr_assert_null(LLVMRunPasses(module, passes, host->machine, options));
    LLVMDisposePassBuilderOptions(options);
}

static LLVMModuleRef parse(Host *host, LLVMContextRef context, const char *text)
{
    LLVMModuleRef module;
    char *message = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "loop");
    cr_assert_not(LLVMParseIRInContext(context, buffer, &module, &message), "%s", message);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(host->machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(host->jit));
    return module;
}

/* The vector loop is there, and no scalar call is left outside the slow parts. */
static void expect_vectorised(LLVMModuleRef module, const Row *row, bool is_f32)
{
    char *ir = LLVMPrintModuleToString(module), *message = NULL, call[64];
    snprintf(call, sizeof call, "@nj_%s_%s(", row->name, is_f32 ? "f32" : "f64");
    cr_expect(strstr(ir, "vector.body:"), "%s: no vector loop", call);
    cr_expect_null(strstr(ir, call), "%s: not inlined", call);
    cr_expect_not(LLVMVerifyModule(module, LLVMReturnStatusAction, &message), "%s", message);
    LLVMDisposeMessage(message);
    LLVMDisposeMessage(ir);
}

static Loop compile(Host *host, const Row *row, bool is_f32)
{
    char text[TEXT_SIZE], name[64];
    LLVMContextRef context = LLVMContextCreate();
    LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
    write_loop(text, row, is_f32);
    LLVMModuleRef module = parse(host, context, text);
    cr_assert(nj_mathlib_link(module, host->has_fma ? nj_mathlib_fma : nj_mathlib_plain,
                              host->has_fma ? nj_mathlib_fma_len : nj_mathlib_plain_len, 64,
                              false));
    run_passes(host, module, "default<O2>");
    if (nj_mathlib_finish(module))
        run_passes(host, module, NJ_MATHLIB_FINISH_PASSES);
    expect_vectorised(module, row, is_f32);
    cr_assert_null(LLVMOrcLLJITAddLLVMIRModule(host->jit, LLVMOrcLLJITGetMainJITDylib(host->jit),
                                               LLVMOrcCreateNewThreadSafeModule(module, shared)));
    LLVMOrcDisposeThreadSafeContext(shared);
    LLVMOrcExecutorAddress address;
    snprintf(name, sizeof name, "loop_nj_%s_%s", row->name, is_f32 ? "f32" : "f64");
    cr_assert_null(LLVMOrcLLJITLookup(host->jit, &address, name));
    Loop loop;
    memcpy(&loop, &address, sizeof loop);
    return loop;
}

/* Ordinary numbers, with special and extreme ones among them. */
static double sample(int i)
{
    static const double special[] = {0.0,  -0.0,  INFINITY, -INFINITY, NAN,      1.0,
                                     -1.0, 1e300, -1e300,   1e-310,    0x1p-149, 3e38,
                                     1e10, -1e6,  2e9,      710.0,     -746.0,   0.5};
    if (i % 16 == 7)
        return special[(i / 16) % (int)(sizeof special / sizeof special[0])];
    return (rand() / (double)RAND_MAX - 0.4) * (i % 3 == 0 ? 100.0 : 2.0);
}

static bool is_same(const void *a, const void *b, size_t size, bool are_nan)
{
    return are_nan || memcmp(a, b, size) == 0;
}

static void check_f64(Host *host, const Row *row)
{
    static double x[COUNT], y[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = sample(i);
        y[i] = sample(i * 5 + 2);
    }
    compile(host, row, false)(out, x, y, COUNT);
    for (int i = 0; i < COUNT; i++) {
        double want = row->nargs == 1 ? row->f64[host->has_fma].one(x[i])
                                      : row->f64[host->has_fma].two(x[i], y[i]);
        cr_expect(is_same(&out[i], &want, sizeof want, isnan(out[i]) && isnan(want)),
                  "%s_f64(%a, %a): vector %a, scalar %a", row->name, x[i], y[i], out[i], want);
    }
}

static void check_f32(Host *host, const Row *row)
{
    static float x[COUNT], y[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)sample(i);
        y[i] = (float)sample(i * 5 + 2);
    }
    compile(host, row, true)(out, x, y, COUNT);
    for (int i = 0; i < COUNT; i++) {
        float want = row->nargs == 1 ? row->f32[host->has_fma].one(x[i])
                                     : row->f32[host->has_fma].two(x[i], y[i]);
        cr_expect(is_same(&out[i], &want, sizeof want, isnan(out[i]) && isnan(want)),
                  "%s_f32(%a, %a): vector %a, scalar %a", row->name, (double)x[i], (double)y[i],
                  (double)out[i], (double)want);
    }
}

Test(mathlib_link, loops_are_vectorised_and_exact)
{
    Host host;
    host_init(&host);
    for (int i = 0; i < ROW_COUNT; i++) {
        check_f64(&host, &rows[i]);
        check_f32(&host, &rows[i]);
    }
    host_fini(&host);
}

Test(mathlib_link, knows_its_functions)
{
    unsigned nargs = 0;
    cr_expect(nj_mathlib_has("atan2", &nargs));
    cr_expect_eq(nargs, 2);
    cr_expect_not(nj_mathlib_has("sqrt", NULL));
}

Test(mathlib_link, leaves_other_modules_alone)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("empty", context);
    cr_expect(nj_mathlib_link(module, nj_mathlib_fma, nj_mathlib_fma_len, 64, true));
    cr_expect_null(LLVMGetFirstFunction(module));
    cr_expect_not(nj_mathlib_finish(module));
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

/* Where the slow parts are native code, the module refers to them and has no body for them. */
Test(mathlib_link, native_slow_parts_stay_undefined)
{
    Host host;
    char text[TEXT_SIZE];
    host_init(&host);
    LLVMContextRef context = LLVMContextCreate();
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, "sin") == 0)
            write_loop(text, &rows[i], false);
    }
    LLVMModuleRef module = parse(&host, context, text);
    cr_assert(nj_mathlib_link(module, nj_mathlib_fma, nj_mathlib_fma_len, 64, true));
    run_passes(&host, module, "default<O2>");
    cr_assert(nj_mathlib_finish(module));
    run_passes(&host, module, NJ_MATHLIB_FINISH_PASSES);
    LLVMValueRef slow = LLVMGetNamedFunction(module, "nj_sin_slow_f64");
    cr_assert(slow);
    cr_expect(LLVMIsDeclaration(slow));
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
    host_fini(&host);
}
