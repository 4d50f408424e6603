/* Where the buffers of a call lie: looked at before the call is recorded (look.c). */
#ifndef GM_LOOK_H
#define GM_LOOK_H

#include <stdint.h>

#include "../record/thread.h"

#pragma GCC visibility push(hidden)

struct gm_blocks;

void gm_look_bytes(struct gm_thread *t, const void *pc, int arg, const void *at, int64_t size);
void gm_look_buffer(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	uintptr_t type);
void gm_look_blocks(struct gm_thread *t, const void *pc, int arg, const void *buf,
	const struct gm_blocks *blocks);
void gm_look_array(
	struct gm_thread *t, const void *pc, int arg, const void *at, int64_t n, uint32_t size);
void gm_look_completed(struct gm_thread *t, const void *pc, int arg, const void *at, uint32_t size,
	int64_t n, const void *requests);

#pragma GCC visibility pop

#endif
