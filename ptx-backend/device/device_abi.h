/* device_abi.h - what device code and the driver side agree on: plain data that a kernel leaves in
 * memory for the host to read. Compiled for both. Addresses are 64-bit words. */
#ifndef NJ_PTX_DEVICE_ABI_H
#define NJ_PTX_DEVICE_ABI_H

#include <stdint.h>

/* Which text an exception has, and so what its arguments are. */
typedef enum NjDeviceText {
    NJ_DEVICE_TEXT_FORMAT, /* `text` is a format for `args` (nprt_raise_check) */
    NJ_DEVICE_TEXT_STR,    /* `text` is an NprtStr or 0 */
    NJ_DEVICE_TEXT_INDEX,  /* args: index, size, axis, ndim */
    NJ_DEVICE_TEXT_ZERO,   /* args: NprtZeroDivision */
    NJ_DEVICE_TEXT_OVERFLOW
} NjDeviceText;

enum { NJ_DEVICE_MAX_ARGS = 4, NJ_DEVICE_MAX_FRAMES = 16 };

/* The first exception of the kernels that ran; in host memory that the device reaches. */
typedef struct NjDeviceError {
    int32_t kind; /* NprtExcKind; 0: none */
    uint32_t text_form;
    int64_t args[NJ_DEVICE_MAX_ARGS];
    uint32_t n_args;
    uint32_t n_frames;
    uint64_t text;                         /* device address */
    uint64_t frames[NJ_DEVICE_MAX_FRAMES]; /* device addresses of NprtSite, innermost first */
    uint32_t block[3], thread[3], extent[3]; /* extent: of a block */
    uint32_t copy, n_copies, copy_dim; /* of n_copies threads along the coordinate that this one stands
                                          for; n_copies 0: for itself */
    uint64_t owner; /* the raising thread */
} NjDeviceError;

/* A piece of printed text, one after the other in the buffer, 16-byte aligned. */
typedef struct NjDevicePiece {
    uint64_t thread; /* pieces of one thread belong together */
    uint32_t bytes;  /* of the value, or of the text; 0: not written yet */
    uint8_t kind;    /* NprtKind: SCALAR or STR */
    uint8_t dtype, py;
    uint8_t pad;
    /* the value or text */
} NjDevicePiece;

/* The variable nj_device_state of every device module; the host fills it when it loads one. */
typedef struct NjDeviceState {
    uint64_t error;         /* address of the NjDeviceError */
    uint64_t print_buffer;  /* host memory */
    uint64_t print_room;    /* bytes */
    uint64_t print_used;    /* bytes asked for so far; more than the room: some are lost */
    uint64_t error_claimed; /* 0, or the thread that raised first, plus one */
} NjDeviceState;

#define NJ_DEVICE_STATE "nj_device_state"

#endif
