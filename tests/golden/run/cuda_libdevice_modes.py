# libdevice's arithmetic and conversions that round by mode, and its integer functions.
import numpy as np
from numba import cuda
from numba.cuda import libdevice as ld


@cuda.jit
def doubles(x, y, z, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.dadd_rn(x[i], y[i])
        out[i, 1] = ld.ddiv_rn(x[i], y[i])
        out[i, 2] = ld.dmul_rn(x[i], y[i])
        out[i, 3] = ld.drcp_rn(x[i])
        out[i, 4] = ld.dsqrt_rn(abs(x[i]))
        out[i, 5] = ld.fma_rn(x[i], y[i], z[i])
        out[i, 6] = ld.dadd_rd(x[i], y[i])
        out[i, 7] = ld.dadd_ru(x[i], y[i])
        out[i, 8] = ld.dadd_rz(x[i], y[i])
        out[i, 9] = ld.ddiv_rd(x[i], y[i])
        out[i, 10] = ld.ddiv_ru(x[i], y[i])
        out[i, 11] = ld.ddiv_rz(x[i], y[i])
        out[i, 12] = ld.dmul_rd(x[i], y[i])
        out[i, 13] = ld.dmul_ru(x[i], y[i])
        out[i, 14] = ld.dmul_rz(x[i], y[i])
        out[i, 15] = ld.drcp_rd(x[i])
        out[i, 16] = ld.drcp_ru(x[i])
        out[i, 17] = ld.drcp_rz(x[i])
        out[i, 18] = ld.dsqrt_rd(abs(x[i]))
        out[i, 19] = ld.dsqrt_ru(abs(x[i]))
        out[i, 20] = ld.dsqrt_rz(abs(x[i]))
        out[i, 21] = ld.fma_rd(x[i], y[i], z[i])
        out[i, 22] = ld.fma_ru(x[i], y[i], z[i])
        out[i, 23] = ld.fma_rz(x[i], y[i], z[i])


@cuda.jit
def singles(x, y, z, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.fadd_rn(x[i], y[i])
        out[i, 1] = ld.fdiv_rn(x[i], y[i])
        out[i, 2] = ld.fmul_rn(x[i], y[i])
        out[i, 3] = ld.frcp_rn(x[i])
        out[i, 4] = ld.frsqrt_rn(abs(x[i]))
        out[i, 5] = ld.fsqrt_rn(abs(x[i]))
        out[i, 6] = ld.fsub_rn(x[i], y[i])
        out[i, 7] = ld.fmaf_rn(x[i], y[i], z[i])
        out[i, 8] = ld.fadd_rd(x[i], y[i])
        out[i, 9] = ld.fadd_ru(x[i], y[i])
        out[i, 10] = ld.fadd_rz(x[i], y[i])
        out[i, 11] = ld.fdiv_rd(x[i], y[i])
        out[i, 12] = ld.fdiv_ru(x[i], y[i])
        out[i, 13] = ld.fdiv_rz(x[i], y[i])
        out[i, 14] = ld.fmaf_rd(x[i], y[i], z[i])
        out[i, 15] = ld.fmaf_ru(x[i], y[i], z[i])
        out[i, 16] = ld.fmaf_rz(x[i], y[i], z[i])
        out[i, 17] = ld.fmul_rd(x[i], y[i])
        out[i, 18] = ld.fmul_ru(x[i], y[i])
        out[i, 19] = ld.fmul_rz(x[i], y[i])
        out[i, 20] = ld.frcp_rd(x[i])
        out[i, 21] = ld.frcp_ru(x[i])
        out[i, 22] = ld.frcp_rz(x[i])
        out[i, 23] = ld.fsqrt_rd(abs(x[i]))
        out[i, 24] = ld.fsqrt_ru(abs(x[i]))
        out[i, 25] = ld.fsqrt_rz(abs(x[i]))
        out[i, 26] = ld.fsub_rd(x[i], y[i])
        out[i, 27] = ld.fsub_ru(x[i], y[i])
        out[i, 28] = ld.fsub_rz(x[i], y[i])


@cuda.jit
def to_ints(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.double2int_rd(x[i])
        out[i, 1] = ld.double2int_rn(x[i])
        out[i, 2] = ld.double2int_ru(x[i])
        out[i, 3] = ld.double2int_rz(x[i])
        out[i, 4] = ld.double2ll_rd(x[i])
        out[i, 5] = ld.double2ll_rn(x[i])
        out[i, 6] = ld.double2ll_ru(x[i])
        out[i, 7] = ld.double2ll_rz(x[i])
        out[i, 8] = ld.float2int_rd(x[i])
        out[i, 9] = ld.float2int_rn(x[i])
        out[i, 10] = ld.float2int_ru(x[i])
        out[i, 11] = ld.float2int_rz(x[i])
        out[i, 12] = ld.float2ll_rd(x[i])
        out[i, 13] = ld.float2ll_rn(x[i])
        out[i, 14] = ld.float2ll_ru(x[i])
        out[i, 15] = ld.float2ll_rz(x[i])


@cuda.jit
def to_unsigned(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.double2uint_rd(x[i])
        out[i, 1] = ld.double2uint_rn(x[i])
        out[i, 2] = ld.double2uint_ru(x[i])
        out[i, 3] = ld.double2uint_rz(x[i])
        out[i, 4] = ld.double2ull_rd(x[i])
        out[i, 5] = ld.double2ull_rn(x[i])
        out[i, 6] = ld.double2ull_ru(x[i])
        out[i, 7] = ld.double2ull_rz(x[i])
        out[i, 8] = ld.float2uint_rd(x[i])
        out[i, 9] = ld.float2uint_rn(x[i])
        out[i, 10] = ld.float2uint_ru(x[i])
        out[i, 11] = ld.float2uint_rz(x[i])
        out[i, 12] = ld.float2ull_rd(x[i])
        out[i, 13] = ld.float2ull_rn(x[i])
        out[i, 14] = ld.float2ull_ru(x[i])
        out[i, 15] = ld.float2ull_rz(x[i])


@cuda.jit
def from_ints(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.int2double_rn(x[i])
        out[i, 1] = ld.int2float_rn(x[i])
        out[i, 2] = ld.ll2double_rn(x[i])
        out[i, 3] = ld.ll2float_rn(x[i])
        out[i, 4] = ld.int2float_rd(x[i])
        out[i, 5] = ld.int2float_ru(x[i])
        out[i, 6] = ld.int2float_rz(x[i])
        out[i, 7] = ld.ll2double_rd(x[i])
        out[i, 8] = ld.ll2double_ru(x[i])
        out[i, 9] = ld.ll2double_rz(x[i])
        out[i, 10] = ld.ll2float_rd(x[i])
        out[i, 11] = ld.ll2float_ru(x[i])
        out[i, 12] = ld.ll2float_rz(x[i])


@cuda.jit
def from_unsigned(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.uint2double_rn(x[i])
        out[i, 1] = ld.uint2float_rn(x[i])
        out[i, 2] = ld.ull2double_rn(x[i])
        out[i, 3] = ld.ull2float_rn(x[i])
        out[i, 4] = ld.uint2float_rd(x[i])
        out[i, 5] = ld.uint2float_ru(x[i])
        out[i, 6] = ld.uint2float_rz(x[i])
        out[i, 7] = ld.ull2double_rd(x[i])
        out[i, 8] = ld.ull2double_ru(x[i])
        out[i, 9] = ld.ull2double_rz(x[i])
        out[i, 10] = ld.ull2float_rd(x[i])
        out[i, 11] = ld.ull2float_ru(x[i])
        out[i, 12] = ld.ull2float_rz(x[i])


@cuda.jit
def from_floats(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.double2float_rn(x[i])
        out[i, 1] = ld.double2float_rd(x[i])
        out[i, 2] = ld.double2float_ru(x[i])
        out[i, 3] = ld.double2float_rz(x[i])


@cuda.jit
def integers(x, y, z, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.abs(x[i])
        out[i, 1] = ld.hadd(x[i], y[i])
        out[i, 2] = ld.max(x[i], y[i])
        out[i, 3] = ld.min(x[i], y[i])
        out[i, 4] = ld.mulhi(x[i], y[i])
        out[i, 5] = ld.rhadd(x[i], y[i])
        out[i, 6] = ld.sad(x[i], y[i], z[i])
        out[i, 7] = ld.brev(x[i])
        out[i, 8] = ld.clz(x[i])
        out[i, 9] = ld.ffs(x[i])
        out[i, 10] = ld.popc(x[i])
        out[i, 11] = ld.byte_perm(x[i], y[i], z[i])
        out[i, 12] = ld.mul24(x[i], y[i])


@cuda.jit
def unsigned(x, y, z, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.uhadd(x[i], y[i])
        out[i, 1] = ld.umax(x[i], y[i])
        out[i, 2] = ld.umin(x[i], y[i])
        out[i, 3] = ld.umulhi(x[i], y[i])
        out[i, 4] = ld.urhadd(x[i], y[i])
        out[i, 5] = ld.usad(x[i], y[i], z[i])
        out[i, 6] = ld.umul24(x[i], y[i])


@cuda.jit
def longs(x, y, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.llabs(x[i])
        out[i, 1] = ld.llmax(x[i], y[i])
        out[i, 2] = ld.llmin(x[i], y[i])
        out[i, 3] = ld.brevll(x[i])
        out[i, 4] = ld.clzll(x[i])
        out[i, 5] = ld.ffsll(x[i])
        out[i, 6] = ld.popcll(x[i])
        out[i, 7] = ld.mul64hi(x[i], y[i])


@cuda.jit
def unsigned_longs(x, y, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = ld.ullmax(x[i], y[i])
        out[i, 1] = ld.ullmin(x[i], y[i])
        out[i, 2] = ld.umul64hi(x[i], y[i])


def show(array):
    for row in array:
        print(*(row + 0))


rng = np.random.RandomState(11)
scales = np.array([1e-8, 1e-3, 1.0, 1e4, 1e8])
x = rng.standard_normal(40) * scales[np.arange(40) % 5]
y = rng.standard_normal(40) * scales[np.arange(40) // 3 % 5]
z = -x * y * (1 + rng.standard_normal(40) * 1e-12)
x[:6] = [1.0, 1.0, -1.0, 0.1, 3.0, 1e300]
y[:6] = [3.0, -1.0, 3.0, 0.2, 7.0, 1e10]
z[:6] = [0.5, 1.0, 3.0, -0.02, 1e-30, 1e290]
out = np.zeros((40, 24))
doubles[2, 32](x, y, z, out)
show(out)
x, y, z = x.astype(np.float32), y.astype(np.float32), z.astype(np.float32)
x[5], y[5] = 3e38, 10.0
z[5] = -1.0
out = np.zeros((40, 29), dtype=np.float32)
singles[2, 32](x, y, z, out)
show(out)

x = np.array([0.5, 1.5, -0.5, -2.5, 2.4999, 1e6 + 0.25, -7.75, 123456.5, 0.0])
out = np.zeros((9, 16), dtype=np.int64)
to_ints[1, 32](x, out)
show(out)
x = np.array([0.5, 1.5, 2.5, 4e9, 1e15 + 0.5, 0.0, 7.75])
out = np.zeros((7, 16), dtype=np.uint64)
to_unsigned[1, 32](x, out)
show(out)
n = np.array([2**24 + 1, -(2**24) - 1, 2**31 - 1, -(2**31), 77, 2**30 + 3])
out = np.zeros((6, 13))
from_ints[1, 32](n, out)
show(out)
n = np.array([2**24 + 1, 2**32 - 1, 2**31 + 1, 5, 3000000001], dtype=np.uint64)
out = np.zeros((5, 13))
from_unsigned[1, 32](n, out)
show(out)
x = np.array([0.1, -0.1, 1e39, 1e-40, 16777217.0, 1.0])
out = np.zeros((6, 4), dtype=np.float32)
from_floats[1, 32](x, out)
show(out)

a = np.array([5, -7, 2**31 - 1, 0x12345678, -1], dtype=np.int32)
b = np.array([3, 9, -5, 0x0F0F0F0F, 1], dtype=np.int32)
c = np.array([0x3210, 0x7654, 0x5140, 0x1111, 0x0123], dtype=np.int32)
out = np.zeros((5, 13), dtype=np.int64)
integers[1, 32](a, b, c, out)
show(out)
out = np.zeros((5, 7), dtype=np.uint64)
unsigned[1, 32](a.view(np.uint32) >> 1, b.view(np.uint32) >> 1, c.view(np.uint32), out)
show(out)
a = np.array([5, -7, 2**62 + 12345, -(2**63) + 1, -1])
b = np.array([3, 9, -(2**61) - 777, 2**40, 1])
out = np.zeros((5, 8), dtype=np.int64)
longs[1, 32](a, b, out)
show(out)
out = np.zeros((5, 3), dtype=np.uint64)
unsigned_longs[1, 32](a.view(np.uint64), b.view(np.uint64), out)
show(out)
