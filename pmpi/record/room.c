/*
 * Memory that a call of a thread needs for a while: arrays as long as the
 * program's own. It is kept for later calls, and comes from the system, not from
 * the program's allocator. A call that a callback makes within another call has
 * memory of its own.
 */
#define _GNU_SOURCE
#include "room.h"

#include <sys/mman.h>

#include "../base/block.h"
#include "thread.h"

enum { LEAST = 64 << 10 };

/* Makes the memory large enough; its contents are lost if it was not. NULL if there is none. */
void *gm_room_grow(struct gm_room *r, uint64_t bytes)
{
	uint64_t size = LEAST;
	void *at;

	if (bytes <= r->size)
		return r->at;
	while (size < bytes)
		size *= 2;
	at = gm_pages(size);
	if (!at)
		return NULL;
	if (r->at)
		munmap(r->at, r->size);
	*r = (struct gm_room){at, size};
	return at;
}

/* At least this many bytes, until the call returns; NULL if there are none. */
void *gm_room(struct gm_thread *t, int what, uint64_t bytes)
{
	const uint32_t level = t->depth - 1;

	return level < GM_NEST ? gm_room_grow(&t->rooms[level][what], bytes) : NULL;
}

static void give_back(struct gm_room *r)
{
	if (r->at)
		munmap(r->at, r->size);
}

/* The thread has left, and its ring is not kept for another thread. */
void gm_rooms_free(struct gm_thread *t)
{
	for (int level = 0; level < GM_NEST; level++)
		for (int what = 0; what < GM_ROOMS; what++)
			give_back(&t->rooms[level][what]);
	give_back(&t->waited.room);
	give_back(&t->values);
}
