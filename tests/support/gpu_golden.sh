#!/bin/bash
# Runs the golden programs and examples for CUDA on the GPU of this machine, plainly and under compute-sanitizer.
#
#     gpu_golden.sh [-b BUILD] [-j JOBS] [-o LOGS] [plain] [memcheck] [racecheck]
#
# BUILD (default: build) holds npjit and tests/golden_runner. Without a mode all three run. Each program must
# print its .expected, by the rules of golden_runner; under the sanitizer it must also have no findings.
# Failures are listed with their first lines; their logs stay in LOGS.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build
jobs=8
logs=
modes=
while [ $# -gt 0 ]; do
    case $1 in
    -b) build=$(cd "$2" && pwd); shift ;;
    -j) jobs=$2; shift ;;
    -o) mkdir -p "$2"; logs=$(cd "$2" && pwd); shift ;;
    plain | memcheck | racecheck) modes="$modes $1" ;;
    *) echo "usage: gpu_golden.sh [-b BUILD] [-j JOBS] [-o LOGS] [plain] [memcheck] [racecheck]"; exit 2 ;;
    esac
    shift
done
modes=${modes:-plain memcheck racecheck}
logs=${logs:-$(mktemp -d)}
export PATH="$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin"

# Why a program does not run in a mode; nothing: it does.
reason() {
    case $2 in
    cuda_divergent_* | cuda_barrier_returns) echo "a barrier that some threads miss is undefined on a device" ;;
    cuda_race_*) echo "--check=race is of the CPU" ;;
    cuda_executor) echo "chooses --target=cuda-cpu itself" ;;
    esac
    [ "$1" = plain ] && return
    case $2 in
    cuda_exceptions | cuda_plain_raise | cuda_zero_division | cuda_tuples | cuda_coarse | cuda_in_step | \
        cuda_bad_launches) echo "raises in kernels on purpose" ;;
    cuda_bad_arrays) echo "asks the driver for what it refuses" ;;
    esac
}

# npjit for one mode: the target is added, and the sanitizer put in front.
wrapper() {
    local file=$logs/$1/npjit tool=
    [ "$1" = plain ] ||
        tool="compute-sanitizer --tool $1 --error-exitcode 86 --log-file \"\$SANITIZER_LOG\""
    cat > "$file" <<END
#!/bin/bash
exec $tool "$build/npjit" --target=cuda "\$@"
END
    chmod +x "$file"
}

one() {
    local mode=$1 file=$2 name
    name=$(basename "$file" .py)
    local out=$logs/$mode/$name.log
    SANITIZER_LOG=$logs/$mode/$name.sanitizer "$build/tests/golden_runner" --npjit "$logs/$mode/npjit" \
        --timeout 300 run "$file" > "$out" 2>&1
    local status=$?
    if [ $status = 0 ]; then
        echo "ok   $mode $name"
    else
        echo "FAIL $mode $name (status $status)"
        head -12 "$out" | sed 's/^/     /'
        grep -v '^========= *$' "$logs/$mode/$name.sanitizer" 2>/dev/null | head -16 | sed 's/^/     /'
    fi
}
export -f one
export logs build root

failed=0
for mode in $modes; do
    if [ "$mode" != plain ] && ! command -v compute-sanitizer > /dev/null; then
        echo "skip $mode: there is no compute-sanitizer"
        continue
    fi
    mkdir -p "$logs/$mode"
    wrapper "$mode"
    names=
    for file in "$root"/tests/golden/run/cuda_*.py "$root"/examples/cuda_*.py; do
        name=$(basename "$file" .py)
        why=$(reason "$mode" "$name" | head -1)
        if [ -n "$why" ]; then echo "skip $mode $name: $why"; else names="$names $file"; fi
    done
    echo $names | tr ' ' '\n' | xargs -P "$jobs" -I{} bash -c "one $mode {}" > "$logs/$mode/summary"
    grep -v '^ok' "$logs/$mode/summary"
    n=$(grep -c '^FAIL' "$logs/$mode/summary")
    echo "$mode: $(grep -c '^ok' "$logs/$mode/summary") passed, $n failed"
    failed=$((failed + n))
done
echo "logs in $logs"
[ $failed = 0 ]
