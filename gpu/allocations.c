/* The allocations that CUDA's driver or HIP has made for the program: sorted by address, behind a
 * lock. */
#include "allocations.h"

#include <pthread.h>
#include <string.h>

#include "room.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gg_allocation *all;
static uint32_t count, room;

/* Number of allocations that begin at or below an address. */
static uint32_t before(uint64_t at)
{
	uint32_t lo = 0, hi = count;

	while (lo < hi) {
		const uint32_t mid = (lo + hi) / 2;

		if (all[mid].lo <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* outside: something else than recorded work may store to the memory, as the processor always may
 * to memory that it can access. */
void gg_allocated(uint64_t at, uint64_t size, enum gg_kind kind, int outside)
{
	struct gg_allocation *more;
	uint32_t i;

	pthread_mutex_lock(&lock);
	more = gg_room(all, count, &room, sizeof *all);
	if (more) {
		all = more;
		i = before(at);
		memmove(&all[i + 1], &all[i], (count - i) * sizeof *all);
		all[i] = (struct gg_allocation){at, at + size, kind, outside || kind != GG_DEVICE};
		count++;
	}
	pthread_mutex_unlock(&lock);
}

/* Removes a freed allocation. Returns its size; 0: no allocation begins at this address. */
uint64_t gg_freed(uint64_t at)
{
	uint64_t size = 0;
	uint32_t i;

	pthread_mutex_lock(&lock);
	i = before(at);
	if (i && all[i - 1].lo == at) {
		size = all[i - 1].hi - at;
		memmove(&all[i - 1], &all[i], (count - i) * sizeof *all);
		count--;
	}
	pthread_mutex_unlock(&lock);
	return size;
}

/* Notes that another process may store to the allocation that contains an address. */
void gg_shared(uint64_t at)
{
	uint32_t i;

	pthread_mutex_lock(&lock);
	i = before(at);
	if (i && at < all[i - 1].hi)
		all[i - 1].outside = 1;
	pthread_mutex_unlock(&lock);
}

/* Returns 1, and the allocation that contains an address; 0: no allocation does. */
int gg_find(uint64_t at, struct gg_allocation *in)
{
	int found = 0;
	uint32_t i;

	pthread_mutex_lock(&lock);
	i = before(at);
	if (i && at < all[i - 1].hi) {
		*in = all[i - 1];
		found = 1;
	}
	pthread_mutex_unlock(&lock);
	return found;
}
