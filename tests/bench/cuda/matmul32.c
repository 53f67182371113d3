/* See matmul.inc.c. */
#define TILE 32
#include "tests/bench/cuda/matmul.inc.c"
