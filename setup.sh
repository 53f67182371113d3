#!/usr/bin/env bash
# setup.sh demo    install what is missing, build build/npjit, run the examples through it
# setup.sh test    the same set-up, then all tests
#
# For Debian and Ubuntu. Packages are installed with apt (through sudo unless root) and only those
# that are missing: a second run needs no network. NPJIT_CMAKE_FLAGS adds options for cmake.
set -eu
cd "$(dirname "$0")"

readonly LLVM=22
readonly BUILD=build
readonly REQUIRED=("llvm-$LLVM-dev" "clang-$LLVM" cmake ninja-build gcc g++ libffi-dev
                   libzstd-dev zlib1g-dev)
# lld links faster; libclc stands in for libdevice (--libdevice) where no CUDA toolkit is.
readonly OPTIONAL=("lld-$LLVM" "libclc-$LLVM")
readonly FOR_TESTS=(libcriterion-dev libopenblas-dev python3)

say() {
    printf '==> %s\n' "$*"
}

fail() {
    printf 'setup.sh: %s\n' "$*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "root or sudo is needed to run: $*"
    fi
}

# Prints those of the packages given that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            echo "$package"
    done
}

# True when apt knows a version of the package to install.
is_available() {
    apt-cache policy "$1" 2>/dev/null | grep -q '^ *Candidate: [^(]'
}

explain_llvm() {
    cat >&2 <<TXT
setup.sh: no package llvm-$LLVM-dev in the package sources of this system.
npjit needs LLVM $LLVM. Debian 12 has it among its security updates: enable the suite
"bookworm-security". Elsewhere add the apt repository of the LLVM project (its download
page says how), then run this again. With an LLVM $LLVM of your own:
    cmake -S . -B $BUILD -G Ninja -DLLVM_DIR=/path/to/llvm && ninja -C $BUILD
TXT
    exit 1
}

# Installs those of the packages given, and of the optional ones, that are missing. Optional packages
# alone are no reason to go to the network.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail "this script needs apt; elsewhere install LLVM $LLVM, CMake, Ninja, libffi, zstd, zlib"
    fi
    local missing optional package
    mapfile -t missing < <(missing_packages "$@")
    mapfile -t optional < <(missing_packages "${OPTIONAL[@]}")
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing: ${missing[*]}"
    as_root apt-get update -q || say "apt-get update failed; trying with the lists there are"
    is_available "llvm-$LLVM-dev" || explain_llvm
    for package in "${optional[@]}"; do
        ! is_available "$package" || missing+=("$package")
    done
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"
}

build() {
    # A build folder that was made for another checkout cannot be used again.
    local cache=$BUILD/CMakeCache.txt
    if [ -e "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
        say "$BUILD/ belongs to another place: starting afresh"
        rm -rf "$BUILD"
    fi
    local flags
    read -r -a flags <<<"${NPJIT_CMAKE_FLAGS:-}"
    mkdir -p "$BUILD"
    if ! cmake -S . -B "$BUILD" -G Ninja "${flags[@]}" >"$BUILD/configure.log" 2>&1; then
        cat "$BUILD/configure.log"
        fail "cmake failed"
    fi
    say "building ${1:-everything} in $BUILD/"
    cmake --build "$BUILD" ${1:+--target "$1"}
}

# Milliseconds since an arbitrary moment.
now_ms() {
    echo $(($(date +%s%N) / 1000000))
}

# Runs one example; prints a line of the table, shows the difference when the output is wrong.
run_example() {
    local file=$1 name start end status=0
    name=$(basename "$file" .py)
    start=$(now_ms)
    "$BUILD/npjit" "$file" >"$work/out" 2>"$work/err" || status=$?
    end=$(now_ms)
    if [ $status = 0 ] && cmp -s "$work/out" "${file%.py}.expected"; then
        printf '  %-28s ok    %6d ms\n' "$name" $((end - start))
        return 0
    fi
    printf '  %-28s FAIL  %6d ms  (exit status %d)\n' "$name" $((end - start)) $status
    diff -u "${file%.py}.expected" "$work/out" | head -n 12 || true
    head -n 5 "$work/err"
    return 1
}

demo() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    export NPJIT_CACHE_DIR=$work/cache
    local file passed=0 total=0 start
    say "examples/hello_numpy.py through npjit"
    "$BUILD/npjit" examples/hello_numpy.py || true
    say "every example against its expected output (compiled from scratch)"
    start=$(now_ms)
    for file in examples/*.py; do
        [ -e "${file%.py}.expected" ] || continue
        total=$((total + 1))
        run_example "$file" && passed=$((passed + 1))
    done
    say "$passed of $total examples passed in $(($(now_ms) - start)) ms"
    say "npjit --compare examples/cuda_saxpy.py: the CPU beside the GPU, or beside its stand-in"
    "$BUILD/npjit" --compare examples/cuda_saxpy.py && [ "$passed" = "$total" ]
}

case "${1:-}" in
demo)
    install_packages "${REQUIRED[@]}"
    build npjit
    demo
    ;;
test)
    install_packages "${REQUIRED[@]}" "${FOR_TESTS[@]}"
    build
    say "running the tests"
    ctest --test-dir "$BUILD" --output-on-failure -j "$(nproc)"
    ;;
*)
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
