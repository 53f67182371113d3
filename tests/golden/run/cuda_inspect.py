# Programs that look at their kernels: code as text, registers and memory, code for other programs.
import numpy as np
from numba import cuda, float32, float64, int32, types, void


@cuda.jit
def scale(x, f):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= f


@cuda.jit("void(float64[:], int64)")
def eager(x, n):
    if n > 3:
        x[0] = n


print(len(scale.inspect_asm()), len(scale.signatures))
scale[1, 4](np.ones(4), 2.0)
scale[1, 4](np.ones(4, dtype=np.float32), 2)
scale[1, 4](np.zeros(4), 3.0)
print(len(scale.signatures), len(eager.signatures))
for signature, code in scale.inspect_asm().items():
    print(".entry" in code, ".version" in code)
for signature in scale.signatures:
    print(".target" in scale.inspect_asm(signature), "define" in scale.inspect_llvm(signature))
print(len(eager.inspect_llvm()), ".entry" in eager.inspect_asm(eager.signatures[0]))

for signature in scale.signatures:
    print(scale.get_regs_per_thread(signature) >= 0, scale.get_max_threads_per_block(signature) >= 4)
print(sorted(scale.get_shared_mem_per_block().values()))
print(len(scale.get_const_mem_size()), scale.get_local_mem_per_thread(scale.signatures[0]) >= 0)


def weighted(x, y):
    return x * y + y


def fill(a, value):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = value


code, result = cuda.compile_ptx(weighted, (float32, float32), device=True)
print(".visible .func" in code, "weighted" in code, result)
code, result = cuda.compile(weighted, float64(float64, float64), cc=(8, 0), abi_info={"abi_name": "combine"})
print("sm_80" in code, "combine" in code, result)
code, result = cuda.compile_ptx(fill, (float32[:], float32))
print(".entry" in code, "sm_" in code)
code, result = cuda.compile_ptx_for_current_device(fill, void(int32[::1], types.int32), fastmath=True)
print(".entry" in code)
code, result = cuda.compile_for_current_device(weighted, (int32, int32), device=True, lineinfo=True)
print(".func" in code, result)
