#!/usr/bin/env bash
# check_golden_runner.sh RUNNER: tests the golden runner with a stand-in for npjit. Each case says
# what the stand-in prints and whether the runner must pass (0), fail (1) or refuse (2).
set -u
runner=$(realpath "$1")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 2
unset NPJIT
failures=0

# npjit BODY: the stand-in runs the shell text BODY. Its standard input is empty.
npjit() {
    printf '#!/bin/sh\n%s\n' "$1" >npjit
    chmod +x npjit
}

# expect STATUS NAME [OPTION...] MODE: runs case.py.
expect() {
    local want=$1 name=$2 got=0
    shift 2
    "$runner" --npjit ./npjit "$@" case.py >log 2>&1 || got=$?
    if [ "$got" != "$want" ]; then
        echo "$name: status $got, expected $want"
        cat log
        failures=$((failures + 1))
    fi
}

# Mode run.
echo 'print(1)' >case.py
printf 'one\ntwo\n' >case.expected
npjit 'printf "one\ntwo\n"'
expect 0 'same output' run
npjit 'printf "one\ntwo"'
expect 1 'newline missing' run
npjit 'printf "one\ntow\n"'
expect 1 'other output' run
grep -q '^-two$' log && grep -q '^+tow$' log && grep -q '@@ line 2 @@' log || {
    echo 'other output: difference not shown'
    failures=$((failures + 1))
}
npjit 'printf "one\ntwo\n"; exit 1'
expect 1 'bad exit status' run
npjit 'printf "one\ntwo\n"; kill -SEGV $$'
expect 1 'killed' run
npjit 'printf "one\ntwo\n"; sleep 30 & wait'
expect 1 'timed out' --timeout 1 run
npjit 'test ! -e "$NPJIT_CACHE_DIR/x" && touch "$NPJIT_CACHE_DIR/x" && printf "one\ntwo\n"'
expect 0 'cache directory is fresh' run
expect 1 'second run sees the cache of the first' --twice run
npjit 'test "$*" = "--a -b case.py c d" && printf "one\ntwo\n"; exit 3'
printf '# args: --a -b\n# argv: c d\n# exit: 3\n' >case.py
expect 0 'directives' run
npjit 'test "$A$B" = 12 && printf "one\ntwo\n"'
printf '# env: A=1 B=2\n' >case.py
expect 0 'environment' run
printf '# exit: 1\n# stderr: ValueError: bad\n' >case.py
npjit 'printf "one\ntwo\n"; echo "ValueError: bad" >&2; exit 1'
expect 0 'stderr text' run
npjit 'printf "one\ntwo\n"; echo "KeyError: bad" >&2; exit 1'
expect 1 'stderr text missing' run
rm case.expected
expect 1 'no expected file' run

# Mode errors.
echo 'x +' >case.py
printf 'case.py:1:4: error: bad\nnote: here\n' >case.expected
npjit 'printf "case.py:1:4: error: bad expression\nnote: here\n" >&2; exit 1'
expect 0 'diagnostics' errors
npjit 'printf "case.py:1:4: error: bad expression\n" >&2; exit 1'
expect 1 'diagnostic missing' errors
npjit 'printf "case.py:1:4: error: bad expression\nnote: here\n" >&2'
expect 1 'errors must exit with 1' errors

# Mode compare.
echo 'pass' >case.py
printf 'table\n\ntime\ntotal\n\nequal\n' >case.expected
npjit 'printf "table\n\ntime (ms)  cpu  cuda\ntotal  1.5  2.5\n\nequal\n"'
expect 0 'times do not count' compare
npjit 'printf "table\n\ntime (ms)  cpu  cuda\ntotal  1.5  2.5\n\ndifferent\n"'
expect 1 'what stands behind the times counts' compare

# Mode pattern.
cat >case.py <<'PY'
# emit: tir
# check: fn f(
    # check-not: call
# check: add {{i(32|64)}} %a,  %b
# check-ptx: ld.shared
# check-ptx-not: st.global
PY
npjit 'case "$1" in --emit=tir) printf "fn f(x)\n  add i64   %%a, %%b\ncall\n";;
       --emit=ptx) printf "ld.shared.f64\n";; esac'
expect 0 'patterns' pattern
npjit 'case "$1" in --emit=tir) printf "fn f(x)\ncall\n  add i64 %%a, %%b\n";;
       --emit=ptx) printf "ld.shared.f64\n";; esac'
expect 1 'check-not between matches' pattern
npjit 'case "$1" in --emit=tir) printf "add i64 %%a, %%b\n fn f(x)\n";;
       --emit=ptx) printf "ld.shared.f64\n";; esac'
expect 1 'wrong order' pattern
npjit 'case "$1" in --emit=tir) printf "fn f(x)\n  add i64   %%a, %%b\n";;
       --emit=ptx) printf "ld.shared.f64\nst.global\n";; esac'
expect 1 'check-not after the last match' pattern
npjit 'case "$1" in --emit=tir) printf "fn f(x)\n  add i64   %%a, %%c\n";;
       --emit=ptx) printf "ld.shared.f64\n";; esac'
expect 1 'what stands behind a blank counts' pattern
echo 'pass' >case.py
expect 1 'no check lines' pattern
expect 2 'bad mode' nonsense

[ "$failures" = 0 ] && echo 'golden_runner: all cases as expected'
exit $((failures > 0))
