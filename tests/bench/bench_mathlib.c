/* Times loops over compiler/mathlib as npjit would compile them, against the C library and libmvec.
 *
 *     bench_mathlib [-w BYTES] [-p PASSES] [-o OPTION] [function...]
 *
 * Each loop `out[i] = f(x[i], y[i])` is made as LLVM IR, linked with the math bitcode, optimised
 * and run by the JIT. Printed: nanoseconds an element, for vectors of BYTES (default 64) and half
 * as many, of the C library called in a scalar loop, and of libmvec at BYTES where it has the
 * function. A `!` marks a loop that was not vectorised. Data fit the first-level cache; times are
 * process CPU time, the least of several. -p PASSES replaces the optimiser's passes, -o OPTION is
 * one of LLVM's own options.
 */
#include "compiler/mathlib/mathlib.h"

#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    COUNT = 1024, /* elements: three arrays of doubles in 24 KiB */
    BATCHES = 30,
    TEXT_SIZE = 4096,
    NAME_SIZE = 32
};

typedef struct Row {
    const char *name;
    unsigned nargs;
    double lo, hi, ylo, yhi;
} Row;

#define DOMAIN_EXP      -20, 20, 0, 0
#define DOMAIN_EXP2     -20, 20, 0, 0
#define DOMAIN_EXPM1    -5, 5, 0, 0
#define DOMAIN_POSITIVE 0.1, 20, 0, 0
#define DOMAIN_LOG1P    -0.9, 10, 0, 0
#define DOMAIN_ANGLE    -10, 10, 0, 0
#define DOMAIN_UNIT     -1, 1, 0, 0
#define DOMAIN_SMALL    -4, 4, 0, 0
#define DOMAIN_ERFC     -4, 8, 0, 0
#define DOMAIN_ACOSH    1, 20, 0, 0
#define DOMAIN_PLANE    -10, 10, -10, 10
#define DOMAIN_POW      0.1, 10, -5, 5
#define DOMAIN_FMOD     -100, 100, 1, 3

static const Row rows[] = {
#define NJ_MATHFN(name, nargs, ulp64, ulp32, domain) {#name, nargs, DOMAIN_##domain},
#include "compiler/mathlib/mathlib.def"
#undef NJ_MATHFN
};

/* The optimiser's passes for kernels: as default<O3> on these loops, in half the time. */
#define COMBINE "instcombine<max-iterations=1;no-verify-fixpoint>"
static const char *passes =
    "always-inline,function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg," COMBINE
    ",loop-mssa(loop-rotate<header-duplication>,licm<allowspeculation>),simplifycfg," COMBINE
    ",loop(indvars,loop-deletion,loop-unroll-full),early-cse<memssa>,loop-vectorize," COMBINE
    ",simplifycfg<hoist-common-insts;sink-common-insts;switch-to-lookup;no-keep-loops>,"
    "slp-vectorizer,vector-combine,early-cse,loop-mssa(licm<allowspeculation>),instsimplify,"
    "simplifycfg)";

typedef enum Kind { KIND_MATHLIB, KIND_LIBC, KIND_LIBMVEC } Kind;

typedef void (*Loop)(void *out, const void *x, const void *y, long n);

typedef struct Bench {
    LLVMTargetMachineRef machine;
    char *features;
    unsigned width; /* bytes a vector */
} Bench;

static void fail(const char *what, const char *detail)
{
    fprintf(stderr, "bench_mathlib: %s: %s\n", what, detail);
    exit(1);
}

static void check(LLVMErrorRef error)
{
    if (error)
        fail("LLVM", LLVMGetErrorMessage(error));
}

/* _ZGVeN8v_sin, _ZGVdN8vv_powf: libmvec's name for lanes of the given width. */
static void libmvec_name(char *out, const Row *row, bool is_f32, unsigned width)
{
    unsigned lanes = width / (is_f32 ? 4 : 8);
    snprintf(out, NAME_SIZE, "_ZGV%cN%u%s_%s%s",
             width == 64   ? 'e'
             : width == 32 ? 'd'
                           : 'b',
             lanes, row->nargs == 2 ? "vv" : "v", row->name, is_f32 ? "f" : "");
}

/* The loop as IR text. */
static void write_loop(char *text, const Row *row, bool is_f32, Kind kind, unsigned width)
{
    const char *type = is_f32 ? "float" : "double";
    unsigned lanes = width / (is_f32 ? 4 : 8);
    char callee[32], vector[NAME_SIZE], types[32], arguments[32], declaration[512] = "";
    libmvec_name(vector, row, is_f32, width);
    if (kind == KIND_MATHLIB)
        snprintf(callee, sizeof callee, "nj_%s_%s", row->name, is_f32 ? "f32" : "f64");
    else
        snprintf(callee, sizeof callee, "%s%s", row->name, is_f32 ? "f" : "");
    snprintf(types, sizeof types, row->nargs == 2 ? "%s, %s" : "%s", type, type);
    snprintf(arguments, sizeof arguments, row->nargs == 2 ? "%s %%a, %s %%b" : "%s %%a", type,
             type);
    if (kind == KIND_LIBMVEC) {
        char operand[24], operands[64];
        snprintf(operand, sizeof operand, "<%u x %s>", lanes, type);
        snprintf(operands, sizeof operands, row->nargs == 2 ? "%s, %s" : "%s", operand, operand);
        snprintf(declaration, sizeof declaration,
                 "declare %s @%s(%s)\n@llvm.compiler.used = appending global [1 x ptr] [ptr @%s], "
                 "section \"llvm.metadata\"\n"
                 "attributes #1 = { \"vector-function-abi-variant\"=\"_ZGV_LLVM_N%u%s_%s(%s)\" }\n",
                 operand, vector, operands, vector, lanes, row->nargs == 2 ? "vv" : "v", callee,
                 vector);
    }
    snprintf(
        text, TEXT_SIZE,
        "%sdeclare %s @%s(%s) #0\n"
        "define void @loop(ptr noalias %%out, ptr noalias %%x, ptr noalias %%y, i64 %%n) #2 {\n"
        "entry:\n  br label %%body\n"
        "body:\n  %%i = phi i64 [ 0, %%entry ], [ %%next, %%body ]\n"
        "  %%pa = getelementptr %s, ptr %%x, i64 %%i\n  %%a = load %s, ptr %%pa\n"
        "  %%pb = getelementptr %s, ptr %%y, i64 %%i\n  %%b = load %s, ptr %%pb\n"
        "  %%r = call %s @%s(%s) %s\n"
        "  %%po = getelementptr %s, ptr %%out, i64 %%i\n  store %s %%r, ptr %%po\n"
        "  %%next = add nuw nsw i64 %%i, 1\n  %%more = icmp slt i64 %%next, %%n\n"
        "  br i1 %%more, label %%body, label %%exit\nexit:\n  ret void\n}\n"
        "attributes #0 = { nounwind willreturn memory(none) }\n"
        "attributes #2 = { \"prefer-vector-width\"=\"%u\" }\n",
        declaration, type, callee, types, type, type, type, type, type, callee, arguments,
        kind == KIND_LIBMVEC ? "#1" : "", type, type, width * 8);
}

static void run_passes(Bench *bench, LLVMModuleRef module, const char *text)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    check(LLVMRunPasses(module, text, bench->machine, options));
    LLVMDisposePassBuilderOptions(options);
}

/* Compiles the loop; `*out_vectorised` says whether it became a vector loop. */
static Loop compile(Bench *bench, LLVMOrcLLJITRef jit, const char *text, bool *out_vectorised)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "loop");
    LLVMModuleRef module;
    char *message = NULL;
    if (LLVMParseIRInContext(context, buffer, &module, &message))
        fail("cannot parse", message);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(bench->machine);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMSetTarget(module, LLVMOrcLLJITGetTripleString(jit));
    bool has_fma = strstr(bench->features, "+fma,") != NULL;
    if (!nj_mathlib_link(module, has_fma ? nj_mathlib_fma : nj_mathlib_plain,
                         has_fma ? nj_mathlib_fma_len : nj_mathlib_plain_len, bench->width, true))
        fail("cannot link", "the math bitcode");
    run_passes(bench, module, passes);
    if (nj_mathlib_finish(module))
        run_passes(bench, module, NJ_MATHLIB_FINISH_PASSES);
    if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
        fail("broken module", message);
    char *ir = LLVMPrintModuleToString(module);
    *out_vectorised = strstr(ir, "vector.body") != NULL;
    if (getenv("BENCH_MATHLIB_IR"))
        puts(ir);
    LLVMDisposeMessage(ir);
    LLVMOrcExecutorAddress address;
    check(LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit),
                                      LLVMOrcCreateNewThreadSafeModule(module, shared)));
    check(LLVMOrcLLJITLookup(jit, &address, "loop"));
    LLVMOrcDisposeThreadSafeContext(shared);
    Loop loop;
    memcpy(&loop, &address, sizeof loop);
    return loop;
}

static LLVMOrcLLJITRef create_jit(Bench *bench)
{
    LLVMOrcLLJITRef jit;
    LLVMOrcDefinitionGeneratorRef process;
    LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
    LLVMTargetRef target = LLVMGetTargetMachineTarget(bench->machine);
    char *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName();
    LLVMTargetMachineRef machine =
        LLVMCreateTargetMachine(target, triple, cpu, bench->features, LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelJITDefault);
    LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
        builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
    check(LLVMOrcCreateLLJIT(&jit, builder));
    check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
        &process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL));
    LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), process);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    return jit;
}

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double random_between(double lo, double hi)
{
    return lo + (hi - lo) * ((double)rand() / RAND_MAX);
}

/* Nanoseconds an element. */
static double time_loop(Loop loop, const Row *row, bool is_f32)
{
    static double x64[COUNT], y64[COUNT], out64[COUNT];
    static float x32[COUNT], y32[COUNT], out32[COUNT];
    double best = 1e30;
    srand(1);
    for (int i = 0; i < COUNT; i++) {
        x64[i] = random_between(row->lo, row->hi);
        y64[i] = random_between(row->ylo, row->yhi);
        x32[i] = (float)x64[i];
        y32[i] = (float)y64[i];
    }
    for (int batch = 0; batch < BATCHES; batch++) {
        int calls = batch == 0 ? 1 : 20;
        double start = cpu_ns();
        for (int call = 0; call < calls; call++)
            is_f32 ? loop(out32, x32, y32, COUNT) : loop(out64, x64, y64, COUNT);
        double ns = (cpu_ns() - start) / calls / COUNT;
        if (batch > 0 && ns < best)
            best = ns;
    }
    return best;
}

static void print_time(Bench *bench, const Row *row, bool is_f32, Kind kind, unsigned width)
{
    char text[TEXT_SIZE], vector[NAME_SIZE];
    bool is_vector;
    libmvec_name(vector, row, is_f32, width);
    if (kind == KIND_LIBMVEC && !dlsym(RTLD_DEFAULT, vector)) {
        printf("       - ");
        return;
    }
    bench->width = width;
    LLVMOrcLLJITRef jit = create_jit(bench);
    write_loop(text, row, is_f32, kind, width);
    Loop loop = compile(bench, jit, text, &is_vector);
    printf(" %7.3f%c", time_loop(loop, row, is_f32), is_vector || kind == KIND_LIBC ? ' ' : '!');
    fflush(stdout);
    check(LLVMOrcDisposeLLJIT(jit));
}

static bool is_wanted(const char *name, char **names)
{
    if (!*names)
        return true;
    for (; *names; names++) {
        if (strcmp(*names, name) == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    Bench bench = {0};
    unsigned width = 64;
    char *message, *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName();
    LLVMTargetRef target;
    char **names = argv + 1;
    for (; names[0] && names[0][0] == '-' && names[1]; names += 2) {
        if (strcmp(names[0], "-w") == 0)
            width = (unsigned)strtoul(names[1], NULL, 10);
        else if (strcmp(names[0], "-p") == 0)
            passes = names[1];
        else if (strcmp(names[0], "-o") == 0)
            LLVMParseCommandLineOptions(2, (const char *[]){"", names[1]}, NULL);
        else
            fail("unknown option", names[0]);
    }
    (void)argc;
    dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL);
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    bench.features = LLVMGetHostCPUFeatures();
    if (LLVMGetTargetFromTriple(triple, &target, &message))
        fail("no target", message);
    bench.machine =
        LLVMCreateTargetMachine(target, triple, cpu, bench.features, LLVMCodeGenLevelDefault,
                                LLVMRelocPIC, LLVMCodeModelJITDefault);
    for (int is_f32 = 0; is_f32 < 2; is_f32++) {
        printf("%-8s%6u b  %6u b     libc   libmvec   ns an element\n", is_f32 ? "f32" : "f64",
               width * 8, width * 4);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!is_wanted(rows[i].name, names))
                continue;
            printf("%-7s", rows[i].name);
            print_time(&bench, &rows[i], is_f32, KIND_MATHLIB, width);
            print_time(&bench, &rows[i], is_f32, KIND_MATHLIB, width / 2);
            print_time(&bench, &rows[i], is_f32, KIND_LIBC, width);
            print_time(&bench, &rows[i], is_f32, KIND_LIBMVEC, width);
            printf("\n");
        }
    }
    return 0;
}
