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

/* Under the lock. */
static void insert(struct gg_allocation a)
{
	struct gg_allocation *more;
	uint32_t i;

	more = gg_room(all, count, &room, sizeof *all);
	if (more) {
		all = more;
		i = before(a.lo);
		memmove(&all[i + 1], &all[i], (count - i) * sizeof *all);
		all[i] = a;
		count++;
	}
}

static void add(struct gg_allocation a)
{
	pthread_mutex_lock(&lock);
	insert(a);
	pthread_mutex_unlock(&lock);
}

/* Removes what is of an origin and begins in [lo, hi). */
static void drop(enum gg_origin origin, uint64_t lo, uint64_t hi)
{
	uint32_t left = 0;

	pthread_mutex_lock(&lock);
	for (uint32_t i = 0; i < count; i++)
		if (all[i].origin != origin || all[i].lo < lo || all[i].lo >= hi)
			all[left++] = all[i];
	count = left;
	pthread_mutex_unlock(&lock);
}

/* outside: something else than recorded work may store to the memory, as the processor always may
 * to memory that it can access. */
void gg_allocated(uint64_t at, uint64_t size, enum gg_kind kind, int outside)
{
	add((struct gg_allocation){
		at, at + size, kind, outside || kind != GG_DEVICE, GG_ALLOCATED});
}

/* Adds a part of mapped memory. */
void gg_mapped(uint64_t at, uint64_t size)
{
	add((struct gg_allocation){at, at + size, GG_DEVICE, 1, GG_MAPPED});
}

/* Removes the parts of mapped memory that begin in a range. */
void gg_unmapped(uint64_t at, uint64_t size)
{
	drop(GG_MAPPED, at, at + size);
}

/* Adds a variable of a module, unless it is known. */
void gg_global(uint64_t at, uint64_t size)
{
	uint32_t i;

	pthread_mutex_lock(&lock);
	i = before(at);
	if (!i || at >= all[i - 1].hi)
		insert((struct gg_allocation){at, at + size, GG_DEVICE, 1, GG_GLOBAL});
	pthread_mutex_unlock(&lock);
}

/* Forgets the variables of all modules: after a module is unloaded, other memory may get their
 * addresses. */
void gg_globals_forget(void)
{
	drop(GG_GLOBAL, 0, UINT64_MAX);
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

static int continues(uint32_t i)
{
	return all[i].origin == GG_MAPPED && all[i + 1].origin == GG_MAPPED &&
	       all[i].hi == all[i + 1].lo;
}

/* Extends element i, a part of mapped memory, by the parts before and behind it. Under the lock. */
static void extend(uint32_t i, struct gg_allocation *in)
{
	for (uint32_t k = i; k && continues(k - 1); k--)
		in->lo = all[k - 1].lo;
	for (uint32_t k = i; k + 1 < count && continues(k); k++)
		in->hi = all[k + 1].hi;
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
		extend(i - 1, in);
		found = 1;
	}
	pthread_mutex_unlock(&lock);
	return found;
}
