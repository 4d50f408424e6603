/* The program's work on GPUs (gpu.c), as libgomarmot-cuda.so notes it. */
#ifndef GM_GPU_H
#define GM_GPU_H

#include "../record/thread.h"

#pragma GCC visibility push(hidden)

void gm_gpu_begin(void);
void gm_gpu_take(struct gm_thread *t);

#pragma GCC visibility pop

#endif
