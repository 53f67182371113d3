/* options.c - see options.h. Options come before the file; what follows it belongs to the program. */
#include "jit/cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    NjEmitWhat what;
} emit_names[] = {{"tokens", NJ_EMIT_WHAT_TOKENS}, {"ast", NJ_EMIT_WHAT_AST},
                  {"types", NJ_EMIT_WHAT_TYPES},   {"tir", NJ_EMIT_WHAT_TIR},
                  {"llvm", NJ_EMIT_WHAT_LLVM},     {"llvm-opt", NJ_EMIT_WHAT_LLVM_OPT},
                  {"asm", NJ_EMIT_WHAT_ASM},       {"obj", NJ_EMIT_WHAT_OBJ},
                  {"ptx", NJ_EMIT_WHAT_PTX},       {"sass", NJ_EMIT_WHAT_SASS}};

static bool fail(const char *text, const char *what)
{
    fprintf(stderr, "npjit: %s%s (try 'npjit --help')\n", text, what);
    return false;
}

static const char *value_of(const char *arg, const char *name)
{
    size_t n = strlen(name);
    return strncmp(arg, name, n) == 0 && arg[n] == '=' ? arg + n + 1 : NULL;
}

static bool set_emit(NjCliOptions *o, const char *what)
{
    o->command = NJ_COMMAND_EMIT;
    for (size_t i = 0; i < sizeof emit_names / sizeof emit_names[0]; i++)
        if (strcmp(emit_names[i].name, what) == 0) {
            o->emit = emit_names[i].what;
            return true;
        }
    return fail("cannot emit ", what);
}

static bool set_check(NjCliOptions *o, const char *what)
{
    if (strcmp(what, "overflow") == 0)
        o->compile.check_overflow = true;
    else if (strcmp(what, "race") == 0)
        o->compile.check_race = true;
    else
        return fail("unknown check: ", what);
    return true;
}

static bool set_target(NjCliOptions *o, const char *what)
{
    o->has_target = true;
    if (strcmp(what, "cpu") == 0)
        o->target = NJ_TARGET_CPU;
    else if (strcmp(what, "cuda") == 0)
        o->target = NJ_TARGET_CUDA;
    else if (strcmp(what, "cuda-cpu") == 0)
        o->target = NJ_TARGET_CUDA_CPU;
    else
        return fail("unknown target: ", what);
    return true;
}

static bool set_tolerance(double *out, const char *what)
{
    char *end;
    *out = strtod(what, &end);
    return (end != what && !*end && *out >= 0) || fail("not a tolerance: ", what);
}

/* 90, sm_90 or 9.0; the backend knows which there are. */
static bool set_gpu(NjCliOptions *o, const char *what)
{
    unsigned major = 0, minor = 0;
    int n = 0;
    const char *digits = strncmp(what, "sm_", 3) == 0 ? what + 3 : what;
    bool is_number = digits[0] >= '0' && digits[0] <= '9' && strlen(digits) <= 5;
    if (is_number && sscanf(digits, "%u.%1u%n", &major, &minor, &n) == 2 && !digits[n])
        major = 10 * major + minor;
    else if (!is_number || sscanf(digits, "%u%n", &major, &n) != 1 || digits[n])
        return fail("--sm needs a number such as 90, not ", what);
    snprintf(o->gpu_text, sizeof o->gpu_text, "sm_%u", major % 100000);
    o->gpu = o->gpu_text;
    return true;
}

static bool parse_option(NjCliOptions *o, const char *arg)
{
    const char *v;
    if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)
        o->command = NJ_COMMAND_HELP;
    else if (strcmp(arg, "--version") == 0)
        o->command = NJ_COMMAND_VERSION;
    else if ((v = value_of(arg, "--emit")))
        return set_emit(o, v);
    else if ((v = value_of(arg, "--check")))
        return set_check(o, v);
    else if ((v = value_of(arg, "--function")))
        o->function = v;
    else if ((v = value_of(arg, "--dump-after")))
        o->dump_after = v;
    else if ((v = value_of(arg, "--stop-after")))
        o->stop_after = v;
    else if ((v = value_of(arg, "--target")))
        return set_target(o, v);
    else if (strcmp(arg, "--compare") == 0)
        o->compares = true;
    else if ((v = value_of(arg, "--rtol")))
        return set_tolerance(&o->rtol, v);
    else if ((v = value_of(arg, "--atol")))
        return set_tolerance(&o->atol, v);
    else if ((v = value_of(arg, "--record")))
        o->record = v;
    else if ((v = value_of(arg, "--sm")))
        return set_gpu(o, v);
    else if (strcmp(arg, "--time") == 0)
        o->time = true;
    else if (strcmp(arg, "--unsafe") == 0)
        o->compile.no_bounds_checks = true;
    else if (strcmp(arg, "--fastmath") == 0)
        o->compile.fastmath = true;
    else if (strcmp(arg, "--libdevice") == 0)
        o->libdevice = true;
    else if (strcmp(arg, "--lineinfo") == 0)
        o->lineinfo = true;
    else if (strcmp(arg, "--no-color") == 0)
        o->no_color = true;
    else if (arg[0] == '-' && arg[1] == 'O' && arg[2] >= '0' && arg[2] <= '3' && !arg[3])
        o->opt_level = arg[2] - '0';
    else
        return fail("unknown option: ", arg);
    return true;
}

bool nj_cli_parse(int argc, char **argv, NjCliOptions *out)
{
    memset(out, 0, sizeof *out);
    out->opt_level = -1;
    out->rtol = out->atol = -1;
    out->given = argv + 1;
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        if (strcmp(argv[i], "-o") == 0) {
            if (++i == argc)
                return fail("-o needs a file name", "");
            out->output = argv[i];
            continue;
        }
        if (!parse_option(out, argv[i]))
            return false;
    }
    if (out->command == NJ_COMMAND_HELP || out->command == NJ_COMMAND_VERSION)
        return true;
    bool is_device_code = out->emit == NJ_EMIT_WHAT_PTX || out->emit == NJ_EMIT_WHAT_SASS;
    if (out->command == NJ_COMMAND_EMIT && is_device_code)
        out->target = NJ_TARGET_CUDA;
    if (out->compile.check_race && out->target == NJ_TARGET_CUDA)
        return fail("--check=race looks at kernels that run on the CPU, not at ", "--target=cuda");
    if (i == argc)
        return fail("no file given", "");
    if (out->compares && (out->command == NJ_COMMAND_EMIT || out->dump_after || out->stop_after))
        return fail("--compare runs the program: no --emit, --dump-after or --stop-after", "");
    if (out->compares)
        out->command = NJ_COMMAND_COMPARE;
    if (strcmp(argv[i], "info") == 0 && i + 1 == argc) {
        out->command = NJ_COMMAND_INFO;
        return true;
    }
    out->file = argv[i];
    out->compile.record = out->record != NULL;
    out->n_given = i - 1;
    out->args = argv + i;
    out->n_args = argc - i;
    return true;
}

void nj_cli_help(void)
{
    puts("usage: npjit [options] file.py [arguments]\n"
         "       npjit info\n"
         "\n"
         "Compiles a Python file that computes with NumPy and runs it.\n"
         "\n"
         "  --target=cpu            run on the CPU (the default)\n"
         "  --target=cuda           run CUDA kernels on an NVIDIA GPU\n"
         "  --target=cuda-cpu       the same without a GPU: the CPU is the device\n"
         "  --compare               run on the CPU and on the GPU (without one: --target=cuda-cpu), show how\n"
         "                          outputs and module-level variables differ, and the times; exit status 1\n"
         "                          when they do. --target=T compares the CPU with T\n"
         "  --rtol=X, --atol=X      tolerances of --compare: |a - b| <= atol + rtol * |a|\n"
         "  --record=FILE           write module-level variables and times for --compare\n"
         "  --sm=NN                 compile kernels for this compute capability (90: 9.0)\n"
         "  --emit=WHAT             print tokens, ast, types, tir, llvm, llvm-opt, asm, obj, ptx or sass\n"
         "  -o FILE                 where --emit writes\n"
         "  --function=NAME         emit one function\n"
         "  --dump-after=PASS       print the TIR after a pass (all: after each)\n"
         "  --stop-after=PASS       run the passes up to this one\n"
         "  --time                  print what each step took\n"
         "  --libdevice             math of kernels on the GPU from NVIDIA's libdevice: the bits of Numba's;\n"
         "                          where no CUDA toolkit has it, from libclc\n"
         "  --lineinfo              source lines in the code of CUDA kernels, for profilers\n"
         "  --unsafe                no bounds checks\n"
         "  --fastmath              let floating point be reordered\n"
         "  --check=overflow        raise OverflowError also where integers wrap\n"
         "  --check=race            report races between the threads of CUDA kernels\n"
         "  -O0 ... -O3             optimisation level\n"
         "  --no-color              plain diagnostics\n"
         "  --version, --help");
}
