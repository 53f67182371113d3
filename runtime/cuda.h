/* cuda.h - CUDA for generated host code: device arrays, launches, streams and events.
 *
 * The run-time library knows arrays and arguments; what a device is, it asks an NprtCudaDriver.
 * There are three: the host driver, built in, whose device memory is ordinary memory (kernels that
 * were compiled for the CPU run on it, called by the program itself); the executor, which runs such
 * kernels as a device would; and that of ptx-backend, which installs itself before the program
 * starts.
 *
 * Device arrays are array values like others; their owner frees device memory. The functions tell
 * from the owner where an array lives, so every array argument may live on either side. Streams and
 * events are heap objects; a NULL stream is the default one, which waits for all others.
 *
 * Work on a device is asynchronous: an exception inside of a kernel is raised by the next function
 * that waits for it. Status functions return 0, or 1 with an exception pending; rtcalls.def lists
 * the argument conventions. */
#ifndef NPRT_CUDA_H
#define NPRT_CUDA_H

#include "runtime/nprt.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- what a driver does --------------------------------------------------------------------- */

typedef enum NprtCudaCopy {
    NPRT_CUDA_TO_DEVICE,
    NPRT_CUDA_TO_HOST,
    NPRT_CUDA_ON_DEVICE
} NprtCudaCopy;

/* Equal rows at two addresses: n_rows of row_bytes each, to_pitch and from_pitch bytes apart. */
typedef struct NprtCudaRows {
    char *to;
    const char *from;
    int64_t row_bytes, n_rows, to_pitch, from_pitch;
} NprtCudaRows;

enum { NPRT_CUDA_GRID_OF_TASKS = -1 };

typedef struct NprtCudaLaunch {
    const NprtStr *kernel; /* its symbol in the device code */
    int64_t grid[3], block[3]; /* block[0] NPRT_CUDA_GRID_OF_TASKS: grid[0] threads in all, the driver
                                  chooses the block */
    int64_t shared_bytes;  /* dynamic shared memory */
    void *stream;          /* driver's handle, NULL: default */
    bool is_cooperative;   /* all blocks run at the same time */
    bool is_coarse;        /* the last two parameters, int64, are the driver's: see NPRT_CUDA_COARSE */
    void **params;         /* addresses of the kernel's parameters */
    uint32_t n_params;
    void *bytes;           /* the same as one buffer, each aligned to its size */
    size_t n_bytes;
    const NprtDesc *args_desc; /* the tuple of arguments as the program has it: `params` differ in the */
    const void *args;          /* addresses of arrays on the host */
} NprtCudaLaunch;

typedef enum NprtCudaKernelInfo {
    NPRT_CUDA_KERNEL_REGISTERS, /* per thread */
    NPRT_CUDA_KERNEL_SHARED,    /* bytes of static shared memory */
    NPRT_CUDA_KERNEL_CONST,
    NPRT_CUDA_KERNEL_LOCAL,     /* bytes per thread */
    NPRT_CUDA_KERNEL_MAX_THREADS,
    NPRT_CUDA_KERNEL_BLOCK,     /* block size of the best occupancy */
    NPRT_CUDA_KERNEL_INFO_COUNT
} NprtCudaKernelInfo;

/* Functions return 0, or 1 with an exception pending. Streams and events are the driver's handles.
 * Memory is freed and reused in the order of the default stream. */
typedef struct NprtCudaDriver {
    const char *name;
    bool is_host; /* device addresses are host addresses: kernels run on the CPU */
    int32_t (*alloc)(int64_t nbytes, void *stream, char **out);
    void (*free)(char *address);
    int32_t (*alloc_pinned)(int64_t nbytes, char **out); /* host memory that devices reach */
    void (*free_pinned)(char *address);
    /* A copy between host and device is over when it returns. */
    int32_t (*copy)(const NprtCudaRows *rows, NprtCudaCopy direction, void *stream);
    /* `count` elements of `size` bytes (1, 2, 4, 8, 16), all equal to *element. */
    int32_t (*fill)(char *to, const void *element, int32_t size, int64_t count, void *stream);
    int32_t (*launch)(const NprtCudaLaunch *launch);
    int32_t (*kernel_info)(const NprtStr *kernel, NprtCudaKernelInfo what, int64_t *out);
    int32_t (*synchronize)(void); /* waits for everything */
    int32_t (*stream_new)(void **out);
    int32_t (*stream_wait)(void *stream); /* NULL: the default stream */
    void (*stream_free)(void *stream);
    int32_t (*event_new)(bool is_timed, void **out);
    int32_t (*event_record)(void *event, void *stream);
    int32_t (*event_wait)(void *event);
    int32_t (*event_done)(void *event, uint8_t *out);
    int32_t (*event_before)(void *event, void *stream); /* later work in the stream waits for it */
    int32_t (*event_elapsed)(void *from, void *to, double *out_ms);
    void (*event_free)(void *event);
    int64_t (*device_count)(void);
    int32_t (*select)(int64_t device);
    int32_t (*attribute)(int64_t what, int64_t *out); /* CUdevice_attribute */
    const char *(*device_name)(void);
    int32_t (*memory_info)(int64_t *out_free, int64_t *out_total);
} NprtCudaDriver;

extern const NprtCudaDriver nprt_cuda_host_driver; /* cuda_host.c */

/* Makes `driver` serve all calls from now on; NULL: the host driver. Before the program starts. */
void nprt_cuda_install(const NprtCudaDriver *driver);

/* Installs the executor (cuda_executor.c): a device whose kernels are functions of the program, made
 * known by nprt_cuda_kernel_code. Its memory is apart from the host's and starts as bytes of 0xff;
 * launches are work that is done, in order, when something waits for the device. */
void nprt_cuda_use_executor(void);
/* `code` is an entry `int32_t (void **args, void *result)`: its arguments are the kernel's, then the
 * extents of grid and block and the bytes of dynamic shared memory as int64. */
void nprt_cuda_kernel_code(NprtStr *kernel, NprtObj *code);

/* The last wait of a program: shows what kernels printed, and raises an exception of a kernel that
 * nothing has waited for, unless one is leaving the program already. */
int32_t nprt_cuda_finish(void);

/* ---- code (cuda_code.c) --------------------------------------------------------------------- */

typedef enum NprtCudaText {
    NPRT_CUDA_TEXT_PTX,
    NPRT_CUDA_TEXT_LLVM,
    NPRT_CUDA_TEXT_SASS,
    NPRT_CUDA_TEXT_TYPES /* of variables; `arch` is the function's name */
} NprtCudaText;

/* Makes the text of the program's device code, for malloc; NULL: `error` says why not. */
typedef char *NprtCudaCode(NprtCudaText what, const char *arch, char *error, size_t error_size);

void nprt_cuda_install_code(NprtCudaCode *make);
int32_t nprt_cuda_code(int64_t what, NprtStr *arch, void **out);

/* ---- arrays (cuda.c) ------------------------------------------------------------------------ */

/* Is the array (or scalar: no) in device memory? */
uint8_t nprt_cuda_is_device(const NprtDesc *desc, const void *value);
/* A device copy, contiguous, in Fortran order when the source is that alone. */
int32_t nprt_cuda_to_device(const NprtDesc *desc, const void *value, NprtObj *stream,
                            const NprtDesc *out_desc, void *out);
/* A new device array; `shape` is an int or a tuple of ints. Not initialised. */
int32_t nprt_cuda_device_array(const NprtDesc *shape_desc, const void *shape, uint8_t is_fortran,
                               const NprtDesc *out_desc, void *out);
/* A new host array with the elements. */
int32_t nprt_cuda_copy_to_host(const NprtDesc *desc, const void *value, NprtObj *stream,
                               const NprtDesc *out_desc, void *out);
/* to[...] = from. Same shape and dtype, or `from` is a scalar, which is cast. */
int32_t nprt_cuda_copy(const NprtDesc *to_desc, void *to, const NprtDesc *from_desc,
                       const void *from, NprtObj *stream);
/* Like device_array: host memory that copies move at full speed. */
int32_t nprt_cuda_pinned_array(const NprtDesc *shape_desc, const void *shape, uint8_t is_fortran,
                               const NprtDesc *out_desc, void *out);

/* ---- launches (cuda_launch.c) --------------------------------------------------------------- */

/* Flags of argument k, at bits 2k and 2k + 1 of `flags`, for arrays in host memory. They are copied
 * to the device before the launch and back after it unless these say otherwise. */
#define NPRT_CUDA_ARG_NOT_READ    1 /* no copy in */
#define NPRT_CUDA_ARG_NOT_WRITTEN 2 /* no copy back */
#define NPRT_CUDA_COOPERATIVE     (INT64_C(1) << 62)
/* Threads may stand for several: the last argument is a coordinate (0: x), and the driver puts for the
 * last two the number of threads along it and for how many of them a thread stands. */
#define NPRT_CUDA_COARSE          INT64_MIN
enum { NPRT_CUDA_COPIES = 4 }; /* how many, or 1 */

/* For drivers, of a coarse launch: lets each thread stand for NPRT_CUDA_COPIES if `many`, with fewer blocks
 * along the coordinate `dim`; gives the values of the last two parameters. */
void nprt_cuda_coarsen(NprtCudaLaunch *launch, int64_t dim, bool many, int64_t out_params[2]);

/* Runs `kernel` with the elements of the tuple as arguments. In the parameters of a device function
 * an array is {data, shape..., strides...} and a tuple its elements, one after the other. */
int32_t nprt_cuda_launch(NprtStr *kernel, int64_t grid_x, int64_t grid_y, int64_t grid_z,
                         int64_t block_x, int64_t block_y, int64_t block_z, int64_t shared_bytes,
                         NprtObj *stream, const NprtDesc *args_desc, void *args, int64_t flags);
int32_t nprt_cuda_kernel_info(NprtStr *kernel, int64_t what, int64_t *out);

enum { NPRT_CUDA_NAME = 96 };
/* The name of the kernel in the program, from its symbol: `out` of NPRT_CUDA_NAME bytes. */
const char *nprt_cuda_kernel_name(const NprtStr *symbol, char *out);
/* For drivers: 0, or ValueError when no device takes the grid or the block (whose extents are known
 * by now). */
int32_t nprt_cuda_check_extents(const NprtCudaLaunch *launch);

/* ---- streams, events, devices (cuda_stream.c) ----------------------------------------------- */

int32_t nprt_cuda_synchronize(void);
int32_t nprt_cuda_stream_new(void **out);
int32_t nprt_cuda_stream_sync(NprtObj *stream);
int32_t nprt_cuda_event_new(uint8_t is_timed, void **out);
int32_t nprt_cuda_event_record(NprtObj *event, NprtObj *stream);
int32_t nprt_cuda_event_sync(NprtObj *event);
int32_t nprt_cuda_event_query(NprtObj *event, uint8_t *out);
int32_t nprt_cuda_event_wait(NprtObj *event, NprtObj *stream);
int32_t nprt_cuda_event_elapsed(NprtObj *from, NprtObj *to, double *out_ms);

uint8_t nprt_cuda_is_available(void);
int64_t nprt_cuda_device_count(void);
int32_t nprt_cuda_select_device(int64_t device);
int32_t nprt_cuda_device_attribute(int64_t what, int64_t *out);
int32_t nprt_cuda_device_name(void **out);
/* A tuple of two ints: free and total bytes of device memory. */
int32_t nprt_cuda_memory_info(const NprtDesc *out_desc, void *out);

#endif
