/* See matmul.inc.c. */
#define TILE 16
#include "tests/bench/cuda/matmul.inc.c"
