/* Operations begin to use buffers (uses.c). */
#ifndef GM_USES_H
#define GM_USES_H

#include <stdint.h>

#include "../base/gm.h"
#include "../record/thread.h"
#include "blocks.h"
#include "use.h"

#pragma GCC visibility push(hidden)

void gm_track_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type);
void gm_track_blocks(const struct gm_until *until, enum gm_use use, const void *buf,
	const struct gm_blocks *blocks);
void gm_track_room(const void *buffer, int64_t size);
void gm_track_started(int64_t n, const void *requests);
void gm_track_ready(int64_t request, int64_t low, int64_t high);
void gm_track_ready_list(int64_t request, int64_t n, const void *partitions);

/* A number for the call that a thread is in. */
GM_HOT int64_t gm_track_call_of(const struct gm_thread *t)
{
	return (int64_t)(uintptr_t)t + t->depth;
}

#pragma GCC visibility pop

#endif
