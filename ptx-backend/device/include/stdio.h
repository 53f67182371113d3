/* stdio.h - stands in for the C library's where headers of the run-time library are compiled for a
 * device: they mention FILE. */
typedef struct FILE FILE;
