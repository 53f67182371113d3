// The same kernels in CUDA C, as a programmer writes them, timed in the same way as kernels.py does.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

__global__ void ramp(float *x, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        x[i] = (i * 2654435761 % 1000003) / 1000003.0;
}

__global__ void ramp64(double *x, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        x[i] = (i * 2654435761 % 1000003) / 1000003.0;
}

__global__ void saxpy(float a, const float *x, float *y, long n)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_loop(float a, const float *x, float *y, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void saxpy_float4(float a, const float4 *x, float4 *y, long n)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x) {
        float4 u = x[i], v = y[i];
        y[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
    }
}

__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    __shared__ float sA[32][32], sB[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
    float acc = 0;
    for (int t = 0; t < n / 32; t++) {
        sA[ty][tx] = A[row * n + t * 32 + tx];
        sB[ty][tx] = B[(t * 32 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            acc += sA[ty][k] * sB[k][tx];
        __syncthreads();
    }
    C[row * n + col] = acc;
}

__global__ void mandel(int *out, int n, double x0, double x1, double y0, double y1, int iters)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n)
        return;
    double cr = x0 + (x1 - x0) * j / n, ci = y0 + (y1 - y0) * i / n, zr = 0, zi = 0;
    int k = 0;
    while (k < iters && zr * zr + zi * zi <= 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = t;
        k++;
    }
    out[(long)i * n + j] = k;
}

__global__ void heat(const double *u, double *v, int h, int w)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && i < h - 1 && j > 0 && j < w - 1) {
        long p = (long)i * w + j;
        v[p] = u[p] + 0.1 * (u[p - w] + u[p + w] + u[p - 1] + u[p + 1] - 4.0 * u[p]);
    }
}

__global__ void tiny(float *a)
{
    a[0] = 1;
}

template <class F> double median_ms(int n, F run)
{
    cudaEvent_t from, to;
    std::vector<float> times;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int i = 0; i < n; i++) {
        float ms;
        cudaEventRecord(from);
        run();
        cudaEventRecord(to);
        cudaEventSynchronize(to);
        cudaEventElapsedTime(&ms, from, to);
        times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    return times[n / 2];
}

static void report(const char *name, int number, double value, const char *unit)
{
    char text[64];
    snprintf(text, sizeof text, number ? "%s%d" : "%s", name, number);
    printf("%s %.3f %s\n", text, value, unit);
}

int main()
{
    const long n = 1L << 28;
    const int N = 4096, H = 16384;
    float *x, *y, *A, *B, *C;
    double *u, *v;
    int *M;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    ramp<<<2048, 256>>>(x, n);
    ramp<<<2048, 256>>>(y, n);
    for (int threads : {256, 1024})
        report("saxpy_", threads,
               12.0 * n / median_ms(20, [&] { saxpy<<<n / threads, threads>>>(0.5f, x, y, n); }) / 1e9,
               "TB/s");
    for (int blocks : {2112, 65536})
        report("saxpy_grid_stride_", blocks,
               12.0 * n / median_ms(20, [&] { saxpy_loop<<<blocks, 256>>>(0.5f, x, y, n); }) / 1e9,
               "TB/s");
    for (int blocks : {2112, 65536})
        report("saxpy_float4_", blocks, 12.0 * n / median_ms(20, [&] {
                   saxpy_float4<<<blocks, 256>>>(0.5f, (float4 *)x, (float4 *)y, n / 4);
               }) / 1e9,
               "TB/s");

    cudaMalloc(&A, N * N * 4L);
    cudaMalloc(&B, N * N * 4L);
    cudaMalloc(&C, N * N * 4L);
    ramp<<<2048, 256>>>(A, (long)N * N);
    ramp<<<2048, 256>>>(B, (long)N * N);
    dim3 tiles(N / 32, N / 32), tile(32, 32);
    report("matmul_4096", 0, 2.0 * N * N * N / median_ms(8, [&] { matmul<<<tiles, tile>>>(A, B, C, N); }) / 1e9,
           "TFLOP/s");

    cudaMalloc(&M, N * N * 4L);
    report("mandelbrot_4096", 0, median_ms(12, [&] {
               mandel<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(M, N, -2.0, 0.6, -1.3, 1.3, 1000);
           }),
           "ms");

    cudaMalloc(&u, 8L * H * H);
    cudaMalloc(&v, 8L * H * H);
    ramp64<<<2048, 256>>>(u, (long)H * H);
    report("heat_32x8", 0, 16.0 * H * H / median_ms(12, [&] {
               heat<<<dim3(H / 32, H / 8), dim3(32, 8)>>>(u, v, H, H);
           }) / 1e9,
           "TB/s");
    report("heat_256x1", 0, 16.0 * H * H / median_ms(12, [&] {
               heat<<<dim3(H / 256, H), dim3(256, 1)>>>(u, v, H, H);
           }) / 1e9,
           "TB/s");

    cudaDeviceSynchronize();
    std::vector<double> times;
    for (int k = 0; k < 9; k++) {
        auto from = std::chrono::steady_clock::now();
        for (int i = 0; i < 2000; i++)
            tiny<<<1, 32>>>(x);
        auto to = std::chrono::steady_clock::now();
        cudaDeviceSynchronize();
        times.push_back(std::chrono::duration<double, std::micro>(to - from).count() / 2000);
    }
    std::sort(times.begin(), times.end());
    report("launch_1_array", 0, times[4], "us");
    if (cudaGetLastError() != cudaSuccess)
        puts("a call failed");
}
