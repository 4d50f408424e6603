/*
 * The program's heap (heap.c), if libgomarmot-heap.so is preloaded, too: whether buffers of calls
 * lie in their blocks, and blocks that are freed while MPI uses them.
 */
#ifndef GM_HEAP_H
#define GM_HEAP_H

#include <stdint.h>

#include "../record/thread.h"

#pragma GCC visibility push(hidden)

struct gm_blocks;

int gm_heap_begin(int speak);
void gm_heap_mark(uintptr_t at, int64_t size);
void gm_heap_take(struct gm_thread *t);
void gm_heap_bytes(struct gm_thread *t, const void *pc, int arg, const void *at, int64_t size);
void gm_heap_buffer(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	uintptr_t type);
void gm_heap_blocks(struct gm_thread *t, const void *pc, int arg, const void *buf,
	const struct gm_blocks *blocks);

#pragma GCC visibility pop

#endif
