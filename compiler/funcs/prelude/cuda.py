# numba.cuda: what is easier said in Python.
import numpy as np
import numba.cuda as cuda


def split(d, section):
    if section <= 0:
        raise ValueError("split() needs a positive number of elements")
    parts = []
    for begin in range(0, d.shape[0], section):
        parts.append(d[begin : min(begin + section, d.shape[0])])
    return parts


def mapped1(a):
    d = cuda.to_device(a)
    try:
        yield d
    finally:
        d.copy_to_host(a)


def mapped2(a, b):
    d = cuda.to_device(a)
    e = cuda.to_device(b)
    try:
        yield d, e
    finally:
        d.copy_to_host(a)
        e.copy_to_host(b)


def mapped3(a, b, c):
    d = cuda.to_device(a)
    e = cuda.to_device(b)
    f = cuda.to_device(c)
    try:
        yield d, e, f
    finally:
        d.copy_to_host(a)
        e.copy_to_host(b)
        f.copy_to_host(c)


def detect():
    device = cuda.get_current_device()
    major, minor = device.compute_capability
    n = len(cuda.gpus)
    print("Found %d CUDA devices" % n)
    for i in range(n):
        support = "[NOT SUPPORTED: CC < 3.5]"
        if major >= 5:
            support = "[SUPPORTED]"
        elif major == 3 and minor >= 5 or major > 3:
            support = "[SUPPORTED (DEPRECATED)]"
        print("id %d    %20s %40s" % (i, device.name, support))
        print("%40s: %d.%d" % ("Compute Capability", major, minor))
        print("%40s: %s" % ("PCI Device ID", device.PCI_DEVICE_ID))
        print("%40s: %s" % ("PCI Bus ID", device.PCI_BUS_ID))
        watchdog = "Enabled" if device.KERNEL_EXEC_TIMEOUT else "Disabled"
        print("%40s: %s" % ("Watchdog", watchdog))
        print("%40s: %s" % ("FP32/FP64 Performance Ratio", device.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO))
    print("Summary:")
    print("\t%d/%d devices are supported" % (n, n))
    return n > 0


# Code and numbers of kernels, by signature.
def code_all(signatures, symbols, what):
    texts = {}
    for signature in signatures:
        texts[signature] = _code(what, "")
    return texts


def code(signatures, symbols, what, signature):
    if len(signature) > 0 and signature not in signatures:
        raise KeyError(signature)
    return _code(what, "")


def info_all(signatures, symbols, what):
    numbers = {}
    for i in range(len(signatures)):
        numbers[signatures[i]] = _kernel_info(symbols[i], what)
    return numbers


def info(signatures, symbols, what, signature):
    if len(signature) == 0 and len(symbols) == 1:
        return _kernel_info(symbols[0], what)
    if signature not in signatures:
        raise KeyError(signature)
    return _kernel_info(symbols[signatures.index(signature)], what)


def print_types(name):
    print(_code(3, name), end="")


def max_cooperative_blocks(blockdim, dynsmemsize):
    # one for each multiprocessor fits always
    return cuda.get_current_device().MULTIPROCESSOR_COUNT


def shfl_intrinsic(mask, mode, value, offset, clamp):
    lane = cuda.laneid
    if mode == 0:
        return cuda.shfl_sync(mask, value, offset), True
    if mode == 1:
        return cuda.shfl_up_sync(mask, value, offset), lane >= offset
    if mode == 2:
        return cuda.shfl_down_sync(mask, value, offset), lane + offset < 32
    return cuda.shfl_xor_sync(mask, value, offset), True


def vote_intrinsic(mask, mode, predicate):
    if mode == 0:
        return 0, cuda.all_sync(mask, predicate)
    if mode == 1:
        return 0, cuda.any_sync(mask, predicate)
    if mode == 2:
        return 0, cuda.eq_sync(mask, predicate)
    return cuda.ballot_sync(mask, predicate), predicate != 0


# math in kernels: what host code asks the run-time library for.
def frexp(x):
    m, e = np.frexp(x)
    return m, int(e)


def modf(x):
    return np.modf(x)


def ulp(x):
    return np.spacing(abs(x))


def isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(np.sqrt(np.float64(n)))
    while root * root > n or root > 3037000499:
        root -= 1
    while (root + 1) * (root + 1) <= n and root < 3037000499:
        root += 1
    return root


# Numba's order of combining: the elements of 64 blocks of 128 threads at most, warp by warp, then the rest.
def _reduce_warp(f, s, base):
    width = 16
    while width:
        for lane in range(width):
            s[base + lane] = f(s[base + lane], s[base + lane + width])
        width //= 2


def _reduce_part(f, a, s, start):
    n = a.size - start
    for i in range(n):
        s[i] = a[start + i]
    warps = (n + 31) // 32
    for w in range(warps):
        if (w + 1) * 32 < n:
            _reduce_warp(f, s, w * 32)
        else:
            for i in range(w * 32 + 1, n):
                s[w * 32] = f(s[w * 32], s[i])
    result = s[0]
    for w in range(1, warps):
        result = f(result, s[w * 32])
    return result


# The parts of the blocks of a device array; the loads of eight steps do not wait for each other.
def reduce_blocks(f, a: np.ndarray, parts: np.ndarray):
    s = cuda.shared.array(128, a.dtype)
    number = a.dtype.type
    t = cuda.threadIdx.x
    step = 128 * cuda.gridDim.x
    i = 128 * cuda.blockIdx.x + t
    x = a[i]
    i += step
    while i + 7 * step < a.size:
        x0 = a[i]
        x1 = a[i + step]
        x2 = a[i + 2 * step]
        x3 = a[i + 3 * step]
        x4 = a[i + 4 * step]
        x5 = a[i + 5 * step]
        x6 = a[i + 6 * step]
        x7 = a[i + 7 * step]
        x = number(f(number(f(number(f(number(f(x, x0)), x1)), x2)), x3))
        x = number(f(number(f(number(f(number(f(x, x4)), x5)), x6)), x7))
        i += 8 * step
    while i < a.size:
        x = number(f(x, a[i]))
        i += step
    s[t] = x
    cuda.syncthreads()
    width = 16
    while width > 0:
        if t % 32 < width:
            s[t] = f(s[t], s[t + width])
        cuda.syncthreads()
        width //= 2
    if t < 64 and t % 32 == 0:
        s[t] = f(s[t], s[t + 64])
    cuda.syncthreads()
    if t == 0:
        parts[cuda.blockIdx.x] = f(s[0], s[32])


def reduce_device(f, d, init, stream):
    whole = d.size // 128 * 128
    blocks = min(whole // 128, 64)
    parts = np.empty(blocks + 1, dtype=d.dtype)
    n = blocks
    if blocks > 0:
        on_device = cuda.device_array(blocks, dtype=d.dtype)
        reduce_blocks[blocks, 128, stream](f, d[:whole], on_device)
        on_device.copy_to_host(parts[:blocks], stream)
    if whole < d.size:
        rest = d[whole:].copy_to_host(stream=stream)
        parts[n] = _reduce_part(f, rest, np.empty(128, dtype=d.dtype), 0)
        n += 1
    parts[0] = f(parts[0], init)
    if n == 1:
        return parts[0]
    return _reduce_part(f, parts[:n], np.empty(128, dtype=d.dtype), 0)


def reduce(f, a, init):
    block = 128
    whole = a.size // block * block
    blocks = min(whole // block, 64)
    s = np.empty(block, dtype=a.dtype)
    parts = np.empty(blocks + 1, dtype=a.dtype)
    n = 0
    for b in range(blocks):
        for t in range(block):
            s[t] = a[b * block + t]
            for i in range(b * block + t + block * blocks, whole, block * blocks):
                s[t] = f(s[t], a[i])
        for w in range(4):
            _reduce_warp(f, s, w * 32)
        s[0] = f(s[0], s[64])
        s[32] = f(s[32], s[96])
        parts[b] = f(s[0], s[32])
        n += 1
    if whole < a.size:
        parts[n] = _reduce_part(f, a, s, whole)
        n += 1
    parts[0] = f(parts[0], init)
    if n == 1:
        return parts[0]
    return _reduce_part(f, parts[:n], s, 0)


# Kernels of @vectorize and @guvectorize functions.
def vectorized(f, sig, spread, out: np.ndarray, args: tuple):
    i = cuda.grid(1)
    if i < out.size:
        _apply_element(f, sig, spread, out, args, i)


def guvectorized(f, sig, n: int, extents: tuple, ins: tuple, outs: tuple):
    i = cuda.grid(1)
    if i < n:
        _apply_core(f, sig, extents, ins, outs, i)


def load_hinted(array, i):
    return array[i]


def store_hinted(array, i, value):
    array[i] = value


# ---- random numbers in kernels: xoroshiro128+, a state is the two halves of a complex number ----


def random_next(states, index):
    s = states[index]
    s0 = _bits(s.real, np.uint64)
    s1 = _bits(s.imag, np.uint64)
    out = s0 + s1
    s1 = s1 ^ s0
    a = ((s0 << 55) | (s0 >> 9)) ^ s1 ^ (s1 << 14)
    b = (s1 << 36) | (s1 >> 28)
    states[index] = complex(_bits(a, np.float64), _bits(b, np.float64))
    return out


# SplitMix64 makes both words of a seed.
def random_init_state(states, index, seed):
    z = np.uint64(seed) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> 30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> 31)
    states[index] = complex(_bits(z, np.float64), _bits(z, np.float64))


# 2**64 steps
def random_jump(states, index):
    s0 = np.uint64(0)
    s1 = np.uint64(0)
    for word in (np.uint64(0xBEAC0467EBA5FACB), np.uint64(0xD86B048B86AA9922)):
        for bit in range(64):
            if (word >> bit) & 1:
                s = states[index]
                s0 = s0 ^ _bits(s.real, np.uint64)
                s1 = s1 ^ _bits(s.imag, np.uint64)
            random_next(states, index)
    states[index] = complex(_bits(s0, np.float64), _bits(s1, np.float64))


def random_unit_float64(x):
    return np.float64(np.uint64(x) >> 11) * np.float64(1.0 / 9007199254740992.0)


def random_unit_float32(x):
    return np.float32(random_unit_float64(x))


def random_uniform_float64(states, index):
    return np.float64(random_next(states, index) >> 11) * np.float64(1.0 / 9007199254740992.0)


def random_uniform_float32(states, index):
    return np.float32(random_uniform_float64(states, index))


def random_normal_float32(states, index):
    u1 = random_uniform_float32(states, index)
    u2 = random_uniform_float32(states, index)
    return np.sqrt(np.float32(-2.0) * np.log(u1)) * np.cos(np.float32(2 * np.pi) * u2)


def random_normal_float64(states, index):
    u1 = random_uniform_float32(states, index)
    u2 = random_uniform_float32(states, index)
    return np.sqrt(np.float64(-2.0) * np.float64(np.log(u1))) * np.cos(np.float64(2 * np.pi) * np.float64(u2))
