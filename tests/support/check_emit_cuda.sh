#!/bin/sh
# check_emit_cuda.sh NPJIT FOLDER: what --emit prints of device code, with tools of a CUDA toolkit that are
# made up, without them, for one kernel, and for architectures that do not exist.
set -u
npjit=$1
program=$2/cuda_shared.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CUDA_HOME CUDA_PATH VIRTUAL_ENV
failures=0

# expect NAME STATUS PATTERN COMMAND...: the exit status, and a line that the pattern matches.
expect() {
    name=$1 status=$2 pattern=$3
    shift 3
    "$@" >"$work/out" 2>&1
    got=$?
    if [ $got -ne "$status" ] || ! grep -qE -e "$pattern" "$work/out"; then
        echo "$name: exit status $got, and not $status with '$pattern':"
        head -n 5 "$work/out"
        failures=$((failures + 1))
    fi
}

mkdir "$work/good" "$work/bad"
cat >"$work/good/ptxas" <<'TXT'
#!/bin/sh
echo "chatter of ptxas"
grep -q '^.target sm_80' k.ptx && echo made >k.cubin
TXT
cat >"$work/good/nvdisasm" <<'TXT'
#!/bin/sh
echo "listing: $(cat "$2")"
TXT
cat >"$work/bad/ptxas" <<'TXT'
#!/bin/sh
echo "ptxas fatal: no"
exit 255
TXT
cp "$work/good/nvdisasm" "$work/bad/cuobjdump"
chmod +x "$work"/*/*

expect sass 0 '^listing: made$' env PATH="$work/good:$PATH" "$npjit" --emit=sass --sm=80 "$program"
grep -q chatter "$work/out" && echo "sass: has what ptxas says" && failures=$((failures + 1))
expect ptxas-fails 1 'error: ptxas fatal: no' env PATH="$work/bad:/usr/bin:/bin" "$npjit" --emit=sass "$program"
if ! ls /usr/local/cuda*/bin/nvdisasm >/dev/null 2>&1; then
    expect no-tools 1 'error: --emit=sass needs ptxas, and nvdisasm or cuobjdump' \
        env PATH=/usr/bin:/bin HOME="$work" "$npjit" --emit=sass "$program"
fi
expect llvm 0 '^define ptx_kernel void @"transpose' "$npjit" --emit=llvm --target=cuda "$program"
expect llvm-opt 0 '^define ptx_kernel void @"transpose' "$npjit" --emit=llvm-opt --target=cuda "$program"
expect function 0 '^\.visible \.entry transpose' "$npjit" --emit=ptx --function=transpose "$program"
[ "$(grep -c '\.entry ' "$work/out")" = 1 ] || { echo "function: not one kernel"; failures=$((failures + 1)); }
expect no-function 1 "error: there is no kernel 'nope'; the kernels are .*transpose" \
    "$npjit" --emit=ptx --function=nope "$program"
for sm in 75 86 89 90 9.0 sm_100 120; do
    expect "sm $sm" 0 '^\.target sm_' "$npjit" --emit=ptx --sm=$sm "$program"
done
for sm in 70 91 1000; do
    expect "sm $sm" 1 "error: unknown GPU architecture sm_$sm: --sm takes 75, 80, " "$npjit" --emit=ptx --sm=$sm "$program"
done
for sm in '' abc 90a 9.x -1; do
    expect "sm $sm" 2 "^npjit: --sm needs a number such as 90, not $sm" "$npjit" --emit=ptx "--sm=$sm" "$program"
done
exit $((failures > 0))
