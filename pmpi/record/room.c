/*
 * Memory that a call of a thread needs for a while: arrays as long as the
 * program's own. It is kept for later calls, and comes from the system, not from
 * the program's allocator. A call that a callback makes within another one has
 * memory of its own.
 */
#define _GNU_SOURCE
#include "room.h"

#include <errno.h>
#include <sys/mman.h>

#include "thread.h"

enum { LEAST = 64 << 10 };

/* At least this many bytes, until the call returns; NULL if there are none. */
void *gm_room(struct gm_thread *t, int what, uint64_t bytes)
{
	const uint32_t level = t->depth - 1;
	struct gm_room *r;
	uint64_t size = LEAST;
	int saved;
	void *at;

	if (level >= GM_NEST)
		return NULL;
	r = &t->rooms[level][what];
	if (bytes <= r->size)
		return r->at;
	while (size < bytes)
		size *= 2;
	saved = errno;
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		errno = saved;
		return NULL;
	}
	if (r->at)
		munmap(r->at, r->size);
	*r = (struct gm_room){at, size};
	return at;
}

/* The thread has left, and its ring is not kept for another one. */
void gm_rooms_free(struct gm_thread *t)
{
	for (int level = 0; level < GM_NEST; level++)
		for (int what = 0; what < GM_ROOMS; what++)
			if (t->rooms[level][what].at)
				munmap(t->rooms[level][what].at, t->rooms[level][what].size);
}
