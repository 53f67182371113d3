#!/usr/bin/env python3
"""Runs a program for CUDA with Numba's simulator, and adds what that lacks.

    cudasim.py PROGRAM.py

The simulator runs each CUDA thread in a thread of Python, one block after the other, and knows no warps. Here
threads of one warp meet at a barrier of the lanes that the operation's mask names, exchange their values and
go on. Also added: bit counts of 64-bit integers, fma rounded once, grids of several blocks that meet in
this_grid().sync(), cache hints, a few functions of libdevice, and host functions that only need to exist.
"""
import contextlib
import os
import runpy
import sys
import threading

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
os.environ["NUMBA_DISABLE_PERFORMANCE_WARNINGS"] = "1"

import math  # noqa: E402
from fractions import Fraction  # noqa: E402

import numba  # noqa: E402
import numpy as np  # noqa: E402
from numba import cuda, types  # noqa: E402
from numba.cuda.simulator import kernel as sim_kernel  # noqa: E402
from numba.cuda.simulator import kernelapi  # noqa: E402
from numba.cuda.simulator.cudadrv import devicearray  # noqa: E402
from numba.np import numpy_support  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cudasim_libdevice import Libdevice  # noqa: E402

LANES = 32


class Board:
    """Where the lanes that one mask names leave their values."""

    def __init__(self, n):
        self.barrier = threading.Barrier(n)
        self.values = {}


boards_lock = threading.Lock()


def exchange(mask, value):
    """The values of the lanes in `mask`, by lane, and the own lane."""
    thread = threading.current_thread()
    manager = thread._manager
    n_threads = int(np.prod(manager._block_dim))
    warp, lane = divmod(thread.thread_id, LANES)
    members = tuple(i for i in range(LANES) if int(mask) >> i & 1 and warp * LANES + i < n_threads)
    with boards_lock:
        boards = manager.__dict__.setdefault("boards", {})
        board = boards.setdefault((warp, members), Board(len(members)))
    board.values[lane] = value
    board.barrier.wait()
    values = dict(board.values)
    board.barrier.wait()
    return values, lane


def shuffle(mask, value, source):
    values, lane = exchange(mask, value)
    at = source(lane)
    return values.get(at, value) if 0 <= at < LANES else value


class Int32(int):
    """An int whose bits are counted as those of an int32."""

    dtype = np.dtype(np.int32)


def as_int32(bits):
    return Int32(np.uint32(bits).astype(np.int32))


def ballot(mask, predicate):
    values, _ = exchange(mask, bool(predicate))
    return sum(1 << lane for lane, holds in values.items() if holds), sum(1 << lane for lane in values)


def width(value):
    return 32 if getattr(value, "dtype", np.dtype(np.int64)).itemsize <= 4 else 64


def unsigned(value):
    return int(value) & ((1 << width(value)) - 1)


def fma(a, b, c):
    if all(isinstance(x, np.float32) for x in (a, b, c)):
        return np.float32(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))
    return float(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))


def ffs(value):
    bits = unsigned(value)
    return (bits & -bits).bit_length()


def brev(value):
    text = format(unsigned(value), "0%db" % width(value))
    return (np.uint32 if width(value) == 32 else np.uint64)(int(text[::-1], 2))


def match_any(mask, value):
    values, lane = exchange(mask, value)
    return as_int32(sum(1 << i for i, other in values.items() if other == value))


def match_all(mask, value):
    values, lane = exchange(mask, value)
    same = all(other == value for other in values.values())
    return (as_int32(sum(1 << i for i in values)) if same else 0), same


def shuffle_by_mode(mask, mode, value, offset):
    lane = threading.current_thread().thread_id % LANES
    source = (lambda i: int(offset), lambda i: i - offset, lambda i: i + offset, lambda i: i ^ offset)[mode]
    return shuffle(mask, value, source), 0 <= source(lane) < LANES


def vote_by_mode(mask, mode, predicate):
    yes, everyone = ballot(mask, predicate)
    results = ((0, yes == everyone), (0, yes != 0), (0, yes in (0, everyone)), (as_int32(yes), bool(predicate)))
    return results[mode]


METHODS = {
    "shfl_sync_intrinsic": lambda self, m, mode, v, at, clamp: shuffle_by_mode(m, mode, v, int(at)),
    "vote_sync_intrinsic": lambda self, m, mode, p: vote_by_mode(m, mode, p),
    "shfl_sync": lambda self, m, v, at: shuffle(m, v, lambda lane: int(at) & 31),
    "shfl_up_sync": lambda self, m, v, d: shuffle(m, v, lambda lane: lane - (int(d) & 31)),
    "shfl_down_sync": lambda self, m, v, d: shuffle(m, v, lambda lane: lane + (int(d) & 31)),
    "shfl_xor_sync": lambda self, m, v, x: shuffle(m, v, lambda lane: lane ^ (int(x) & 31)),
    "all_sync": lambda self, m, p: (lambda r: r[0] == r[1])(ballot(m, p)),
    "any_sync": lambda self, m, p: ballot(m, p)[0] != 0,
    "eq_sync": lambda self, m, p: (lambda r: r[0] in (0, r[1]))(ballot(m, p)),
    "ballot_sync": lambda self, m, p: as_int32(ballot(m, p)[0]),
    "match_any_sync": lambda self, m, v: match_any(m, v),
    "match_all_sync": lambda self, m, v: match_all(m, v),
    "activemask": lambda self: ballot(0xFFFFFFFF, True)[1],
    "lanemask_lt": lambda self: (1 << self.laneid) - 1,
    "syncwarp": lambda self, mask=0xFFFFFFFF: exchange(mask, None) and None,
    "popc": lambda self, x: unsigned(x).bit_count(),
    "clz": lambda self, x: width(x) - unsigned(x).bit_length(),
    "ffs": lambda self, x: ffs(x),
    "brev": lambda self, x: brev(x),
    "fma": lambda self, a, b, c: fma(a, b, c),
    "cbrt": lambda self, x: np.cbrt(x),
    "nanosleep": lambda self, ns: None,
    "libdevice": property(lambda self: Libdevice()),
}
for hint in ("ldca", "ldcg", "ldcs", "ldlu", "ldcv"):
    METHODS[hint] = lambda self, a, i: a[i]
for hint in ("stcg", "stcs", "stwb", "stwt"):
    METHODS[hint] = lambda self, a, i, v: a.__setitem__(i, v)
for name, method in METHODS.items():
    setattr(kernelapi.FakeCUDAModule, name, method)

# ---- memory ----


def shared_array(self, shape, dtype, alignment=None):
    dtype = np.dtype(numpy_support.as_dtype(dtype) if isinstance(dtype, types.Type) else dtype)
    if shape == 0:
        return np.frombuffer(self._dynshared.data, dtype=dtype, count=self._dynshared_size // dtype.itemsize)
    # one array for each place in the text
    frame = sys._getframe(1)
    place = (frame.f_code.co_filename, frame.f_lineno)
    return self._allocations.setdefault(place, np.empty(shape, dtype))


kernelapi.FakeCUDAShared.array = shared_array


def shared_of_block(self):
    block = threading.current_thread()._manager.__dict__
    return block.setdefault("shared", kernelapi.FakeCUDAShared(self._shared._dynshared_size))


kernelapi.FakeCUDAModule.shared = property(shared_of_block)


def set_item(self, index, value):
    # integers wrap, as in typed code
    if isinstance(value, (int, np.integer)) and self._item._ary.dtype.kind in "iu":
        bits = 8 * self._item._ary.dtype.itemsize
        value = np.uint64(int(value) % 2**bits).astype(self._item._ary.dtype)
    plain_set_item(self, index, value)


plain_set_item = devicearray.FakeWithinKernelCUDAArray.__setitem__
devicearray.FakeWithinKernelCUDAArray.__setitem__ = set_item


def to_device(ary, stream=0, copy=True, to=None):
    # of any strides
    if isinstance(ary, devicearray.FakeCUDAArray):
        return ary
    if to is None:
        return devicearray.FakeCUDAArray(np.array(ary, order="K"))
    to.copy_to_device(ary, stream=stream)
    return to


def check_compatible(ary1, ary2):
    if ary1.dtype != ary2.dtype:
        raise TypeError("incompatible dtype: %s vs. %s" % (ary1.dtype, ary2.dtype))
    if ary1.shape != ary2.shape:
        raise ValueError("incompatible shape: %s vs. %s" % (ary1.shape, ary2.shape))


@contextlib.contextmanager
def mapped(*arrays):
    devices = [to_device(a) for a in arrays]
    yield devices[0] if len(devices) == 1 else devices
    for a, d in zip(arrays, devices):
        d.copy_to_host(a)


cuda.libdevice = Libdevice()
cuda.mapped = mapped
devicearray.FakeCUDAArray.getitem = lambda self, item, stream=0: self[item]
devicearray.FakeCUDAArray.setitem = lambda self, key, value, stream=0: self.__setitem__(key, value)
devicearray.DeviceNDArray = devicearray.FakeCUDAArray
devicearray.sentry_contiguous = lambda ary: None
devicearray.array_core = lambda ary: ary
devicearray.check_array_compatibility = check_compatible
devicearray.to_device = cuda.to_device = to_device

# ---- grids that meet ----


class Grid:
    def __init__(self, n):
        self.barrier = threading.Barrier(n)


class GridGroup:
    def sync(self):
        threading.current_thread()._manager.grid.barrier.wait()


kernelapi.GridGroup = GridGroup


def run_at_once(kernel, grid_dim, block_dim, fake_module, args):
    """All blocks run at the same time; each has shared memory of its own."""
    grid = Grid(int(np.prod(grid_dim)) * int(np.prod(block_dim)))
    threads = []
    for point in np.ndindex(*grid_dim):
        manager = sim_kernel.BlockManager(kernel.fn, grid_dim, block_dim, False)
        manager.grid = grid
        manager.barrier = threading.Barrier(int(np.prod(block_dim)))
        for thread_point in np.ndindex(*block_dim):
            thread = sim_kernel.BlockThread(lambda: kernel.fn(*args), manager, point, thread_point, False)
            threads.append(thread)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
        if thread.exception:
            raise thread.exception[0].with_traceback(thread.exception[1])


plain_syncthreads = sim_kernel.BlockThread.syncthreads


def syncthreads(self):
    # all threads of a block meet at the same barriers
    frame = sys._getframe(1)
    while frame.f_code.co_filename != sys.argv[0]:
        frame = frame.f_back
    block = self._manager.__dict__
    self.n_syncs = getattr(self, "n_syncs", 0) + 1
    if block.setdefault("lines", {}).setdefault(self.n_syncs, frame.f_lineno) != frame.f_lineno:
        raise RuntimeError("the threads of a block wait at different barriers")
    barrier = block.get("barrier")
    return barrier.wait() if barrier else plain_syncthreads(self)


sim_kernel.BlockThread.syncthreads = syncthreads
plain_run = sim_kernel.BlockManager.run


def run_block(self, grid_point, *args):
    if "this_grid" not in self._f.__code__.co_names:
        return plain_run(self, grid_point, *args)
    if any(grid_point):
        return None  # the first block has run all of them
    holder = type("Holder", (), {"fn": staticmethod(self._f)})
    return run_at_once(holder, self._grid_dim, self._block_dim, None, args)


sim_kernel.BlockManager.run = run_block

# ---- launches ----

EXTENTS = (("grid", (2**31 - 1, 65535, 65535)), ("block", (1024, 1024, 64)))
plain_call = sim_kernel.FakeCUDAKernel.__call__


def launch(self, *args):
    if not self._device:
        for (what, limits), extents in zip(EXTENTS, (self.grid_dim, self.block_dim)):
            for axis, limit, n in zip("xyz", limits, extents):
                if not 1 <= n <= limit:
                    text = "kernel '%s' cannot be launched with %s.%s = %d: it must be from 1 to %d"
                    raise ValueError(text % (self.fn.__name__, what, axis, n, limit))
        threads = self.block_dim[0] * self.block_dim[1] * self.block_dim[2]
        if threads > 1024:
            text = "kernel '%s' cannot be launched with %d threads per block: at most 1024 are possible"
            raise ValueError(text % (self.fn.__name__, threads))
    return plain_call(self, *args)


def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
    return self[ntasks, 1, stream, sharedmem] if ntasks else lambda *args: None


sim_kernel.FakeCUDAKernel.__call__ = launch
sim_kernel.FakeCUDAKernel.forall = forall

# ---- code: words that programs look for ----

WORDS = ".version .target .entry .visible .func define"
plain_kernel_call = sim_kernel.FakeCUDAKernel.__call__


def note_types(self, *args):
    if not self._device:
        key = tuple((getattr(a, "dtype", type(a)), getattr(a, "ndim", 0)) for a in args)
        self.__dict__.setdefault("noted", {})[key] = key
    return plain_kernel_call(self, *args)


def signatures(self):
    return list(self.__dict__.get("noted", {})) or list(self.__dict__.get("eager", []))


def tell(value):
    def told(self, signature=None):
        return {s: value for s in self.signatures} if signature is None else value

    return told


def compile_code(default):
    def compiled(pyfunc, sig, device=default, cc=(9, 0), abi_info=None, **options):
        name = abi_info["abi_name"] if abi_info else pyfunc.__name__
        args = getattr(sig, "args", sig)
        if not device:
            return "%s %s sm_90" % (WORDS, name), None
        values = [numpy_support.as_dtype(t).type(1) for t in args]
        # integers are int64, as in typed code
        values = [int(v) if isinstance(v, np.integer) else v for v in values]
        result = np.asarray(pyfunc(*values)).dtype
        return "%s %s sm_%d%d" % ((WORDS, name) + tuple(cc)), result

    return compiled


for name in ("inspect_asm", "inspect_llvm"):
    setattr(sim_kernel.FakeCUDAKernel, name, tell(WORDS))
for name in ("get_regs_per_thread", "get_shared_mem_per_block", "get_const_mem_size", "get_local_mem_per_thread"):
    setattr(sim_kernel.FakeCUDAKernel, name, tell(0))
sim_kernel.FakeCUDAKernel.get_max_threads_per_block = tell(1024)
sim_kernel.FakeCUDAKernel.signatures = property(signatures)
sim_kernel.FakeCUDAKernel.__call__ = note_types
cuda.compile = cuda.compile_for_current_device = compile_code(True)
cuda.compile_ptx = cuda.compile_ptx_for_current_device = compile_code(False)

plain_jit = cuda.jit


def jit(*args, **options):
    # options of the real compiler; a first argument that is no function is a signature
    known = {k: v for k, v in options.items() if k in ("device", "debug", "fastmath", "func_or_sig")}
    made = plain_jit(*args, **known)
    if not args or callable(args[0]):
        return made

    def decorated(function):
        kernel = made(function)
        kernel.eager = args[0] if isinstance(args[0], list) else [args[0]]
        return kernel

    return decorated


cuda.jit = jit

# ---- host functions ----


class Handle:
    """Any name is a function that does nothing, or what the keywords say."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def __getattr__(self, name):
        return lambda *args, **kwargs: None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


def event(timing=True):
    return Handle(elapsed_time=lambda other: 0.0, query=lambda: True)


class MemoryInfo(tuple):
    free = property(lambda self: self[0])
    total = property(lambda self: self[1])


DEVICE = Handle(
    id=0, compute_capability=(7, 5), WARP_SIZE=32, MAX_THREADS_PER_BLOCK=1024, MAX_BLOCK_DIM_X=1024,
    MULTIPROCESSOR_COUNT=1, MAX_BLOCK_DIM_Y=1024, MAX_BLOCK_DIM_Z=64, MAX_GRID_DIM_X=2**31 - 1,
    MAX_SHARED_MEMORY_PER_BLOCK=49152, MAX_REGISTERS_PER_BLOCK=65536, name="CPU",
    supports_float16=True, get_primary_context=lambda: CONTEXT
)
CONTEXT = Handle(get_memory_info=lambda: MemoryInfo((1, 2)), device=DEVICE)


class Gpus(list):
    current = DEVICE
    lst = [DEVICE]


def add_callback(self, callback, arg=None):
    callback(self, 0, arg)


kernelapi.FakeCUDAFp16.hfloor = lambda self, a: np.floor(a)
kernelapi.FakeCUDAFp16.hfma = lambda self, a, b, c: np.float16(
    float(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))
)
sim_kernel.FakeCUDAKernel.configure = lambda self, *args: self[args]
cuda.stream().__class__.add_callback = add_callback
cuda.is_supported_version = cuda.is_float16_supported = lambda: True
cuda.cuda_error = cuda.profile_start = cuda.profile_stop = lambda: None
cuda.profiling = Handle
cuda.as_cuda_array = lambda obj, sync=True: obj
cuda.event = event
cuda.event_elapsed_time = lambda begin, end: 0.0
cuda.default_stream = cuda.legacy_default_stream = cuda.per_thread_default_stream = cuda.stream
cuda.select_device = lambda device: CONTEXT
cuda.get_current_device = lambda: DEVICE
cuda.current_context = lambda: CONTEXT
cuda.gpus = Gpus([DEVICE])
cuda.defer_cleanup = Handle
cuda.is_cuda_array = lambda obj: isinstance(obj, devicearray.FakeCUDAArray)
cuda.managed_array = lambda shape, dtype=np.float64, **kwargs: np.empty(shape, dtype)
cuda.mapped_array_like = cuda.pinned_array_like
for name in ("In", "Out", "InOut"):
    setattr(cuda, name, lambda ary: ary)

plain_reduce = cuda.reduce


def reduce(functor):
    run = plain_reduce(functor)

    def reduced(arr, size=None, res=None, init=0, stream=0):
        host = arr.copy_to_host() if isinstance(arr, devicearray.FakeCUDAArray) else arr
        return run(host[:size], res=res, init=init)

    return reduced


cuda.reduce = cuda.Reduce = reduce

# ---- exceptions: where they were raised ----


def run_thread(self):
    try:
        threading.Thread.run(self)
    except Exception as e:  # noqa: BLE001
        name = self._manager._f.__name__
        block, thread = self.blockIdx, self.threadIdx
        place = "in kernel '%s', block (%d, %d, %d), thread (%d, %d, %d)" % (
            name, block.x, block.y, block.z, thread.x, thread.y, thread.z
        )
        self.exception = (type(e)(("%s (%s)" % (e, place)).strip()), sys.exc_info()[2])


sim_kernel.BlockThread.run = run_thread

# ---- options of the code generator: none ----

CODE_OPTIONS = ("max_registers", "launch_bounds", "lineinfo", "lto", "shared_memory_carveout")
sim_jit = cuda.jit


def jit(*args, **options):
    return sim_jit(*args, **{name: value for name, value in options.items() if name not in CODE_OPTIONS})


cuda.jit = jit

# ---- universal functions: those of the CPU ----


def for_cpu(make):
    def made(*args, target=None, **kwargs):
        decorate = make(*args, **kwargs)

        def decorated(function):
            names = function.__globals__
            plain = dict(names)
            for name, value in plain.items():
                if isinstance(value, sim_kernel.FakeCUDAKernel) and value._device:
                    names[name] = numba.njit(value.fn)
            ufunc = decorate(function)
            names.update(plain)

            def call(*arrays, out=None, stream=None):
                devices = [isinstance(a, devicearray.FakeCUDAArray) for a in arrays]
                hosts = [a.copy_to_host() if d else a for a, d in zip(arrays, devices)]
                result = ufunc(*hosts)
                if out is not None:
                    out.copy_to_device(result)
                    return out
                return cuda.to_device(result) if any(devices) else result

            return call

        return decorated

    return made


numba.vectorize, numba.guvectorize = for_cpu(numba.vectorize), for_cpu(numba.guvectorize)

if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    runpy.run_path(sys.argv[0], run_name="__main__")
