#!/bin/sh
# check_emit_cuda.sh NPJIT FOLDER: what --emit prints of device code, with tools of a CUDA toolkit that are
# made up, without them, for one kernel, and for architectures that do not exist.
set -u
npjit=$1
program=$2/cuda_shared.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CUDA_HOME CUDA_PATH CONDA_PREFIX VIRTUAL_ENV NPJIT_LIBDEVICE
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
expect other-target 0 '^\.visible \.entry transpose' "$npjit" --emit=ptx --target=cpu "$program"
expect no-function 1 "error: there is no kernel 'nope'; the kernels are .*transpose" \
    "$npjit" --emit=ptx --function=nope "$program"

# libdevice: nobody needs it; where it is looked for shows by a file that is none.
cat >"$work/math.py" <<'TXT'
import math
import numpy as np
from numba import cuda

@cuda.jit
def f(x):
    x[0] = math.sin(x[0]) + math.lgamma(x[0])

f[1, 1](np.zeros(1))
TXT
none='error: no libdevice found: set CUDA_HOME'
wrong='error: the libdevice found is not LLVM bitcode'
expect own-math 0 '^\.visible \.entry f' env NPJIT_LIBDEVICE= "$npjit" --emit=ptx "$work/math.py"
if NPJIT_LIBDEVICE='' "$npjit" info | grep -q 'libclc'; then
    expect libclc 0 "warning: no libdevice found .*: taking libclc" \
        env NPJIT_LIBDEVICE= "$npjit" --emit=ptx --libdevice "$work/math.py"
    expect libclc-all 0 '^\.visible \.entry ' \
        env NPJIT_LIBDEVICE= "$npjit" --emit=ptx --libdevice "$2/cuda_math_functions.py"
else
    expect no-libdevice 1 "$none" env NPJIT_LIBDEVICE= "$npjit" --emit=ptx --libdevice "$work/math.py"
fi
expect libdevice-file 1 "$wrong" env NPJIT_LIBDEVICE="$work/math.py" "$npjit" --emit=ptx --libdevice "$work/math.py"
toolkit=$work/toolkit/nvvm/libdevice
wheel=$work/venv/lib/python3.13/site-packages/nvidia/cu13/nvvm/libdevice
mkdir -p "$toolkit" "$wheel"
echo text >"$toolkit/libdevice.10.bc"
echo text >"$wheel/libdevice.10.bc"
for place in CUDA_HOME=$work/toolkit CUDA_PATH=$work/toolkit CONDA_PREFIX=$work/toolkit VIRTUAL_ENV=$work/venv; do
    expect "libdevice of $place" 1 "$wrong" env "$place" "$npjit" --emit=ptx --libdevice "$work/math.py"
done
for real in /usr/local/cuda*/nvvm/libdevice/libdevice.*.bc /usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.*.bc; do
    [ -e "$real" ] || continue
    expect "$real" 0 '^\.visible \.entry f' env NPJIT_LIBDEVICE="$real" "$npjit" --emit=ptx --libdevice "$work/math.py"
    expect "$real found" 0 '^\.visible \.entry f' "$npjit" --emit=ptx --libdevice "$work/math.py"
    grep -q 'nj_sin' "$work/out" && echo "$real: the sine is npjit's own" && failures=$((failures + 1))
done

# The oldest PTX that will do.
cat >"$work/tanh.py" <<'TXT'
import math
import numpy as np
from numba import cuda

@cuda.jit(fastmath=True)
def f(x):
    x[0] = math.tanh(x[0])

f[1, 1](np.zeros(1, dtype=np.float32))
TXT
for version in 75:6.3 80:7.0 86:7.1 89:7.8 90:7.8 100:8.6 120:8.7; do
    expect "version $version" 0 "^\\.version ${version#*:}\$" "$npjit" --emit=ptx --sm=${version%:*} "$program"
done
expect 'version of tanh' 0 '^\.version 7\.0$' "$npjit" --emit=ptx --sm=75 "$work/tanh.py"
for sm in 75 86 89 90 9.0 sm_100 120; do
    expect "sm $sm" 0 '^\.target sm_' "$npjit" --emit=ptx --sm=$sm "$program"
done
for sm in 70 91 1000; do
    expect "sm $sm" 1 "error: unknown GPU architecture sm_$sm: npjit knows 75, 80, " "$npjit" --emit=ptx --sm=$sm "$program"
done
for sm in '' abc 90a 9.x -1; do
    expect "sm $sm" 2 "^npjit: --sm needs a number such as 90, not $sm" "$npjit" --emit=ptx "--sm=$sm" "$program"
done
exit $((failures > 0))
