#define _GNU_SOURCE
#include "table.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "find.h"
#include "real.h"
#include "start.h"

/* The most bytes of a block that has an entry for each of its pages. */
static const size_t MOST = (size_t)1 << 36;

struct gh_region *gh_regions[1ul << (GH_ADDRESS - GH_REGION)];

int gh_incomplete;

/*
 * Reserves memory for a region; a page costs nothing until it is written. Calls mmap through
 * syscall(), because MPI libraries replace mmap().
 */
static GH_COLD struct gh_region *new_region(uintptr_t at)
{
	struct gh_region *none = NULL;
	const size_t size = sizeof(struct gh_region);
	const long got = syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
	struct gh_region *const r = (struct gh_region *)got;

	if (got == -1)
		return NULL;
	syscall(SYS_madvise, r, size, MADV_DONTDUMP);
	syscall(SYS_madvise, r, size, MADV_NOHUGEPAGE);
	if (__atomic_compare_exchange_n(
		    &gh_regions[at >> GH_REGION], &none, r, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return r;
	syscall(SYS_munmap, r, size);
	return none;
}

/* The region of an address; NULL if there is no memory for it. */
static struct gh_region *make_region(uintptr_t at)
{
	struct gh_region *r = gh_region(at);

	if (!r && at >> GH_ADDRESS == 0)
		r = new_region(at);
	if (!r)
		GH_STORE(&gh_incomplete, 1);
	return r;
}

static void store(uintptr_t at, uint32_t value)
{
	struct gh_region *const r = make_region(at);

	if (r)
		__atomic_store_n(gh_slot(r, at), value, __ATOMIC_RELEASE);
}

enum {
	UNIT = 1 << GH_GRANULE,
	PART = 28, /* bits of the size in each slot */
};

static void large(uintptr_t at, size_t size)
{
	const uintptr_t end = at + size;

	store(at + UNIT, (uint32_t)(size & ((1u << PART) - 1)));
	store(at + 2 * UNIT, (uint32_t)(size >> PART));
	store(at, GH_LIVE | GH_LARGE);
	if (size > MOST) {
		GH_STORE(&gh_incomplete, 1);
		return;
	}
	for (uintptr_t page = (at >> GH_PAGE) + 1; page << GH_PAGE < end; page++) {
		struct gh_region *const r = make_region(page << GH_PAGE);

		if (r)
			GH_STORE(&r->page[page & ((1u << (GH_REGION - GH_PAGE)) - 1)], at);
	}
}

/* Stores a large block, or the first block of a region. */
GH_COLD void gh_live_slow(uintptr_t at, size_t size)
{
	const int saved = errno;

	if (size < GH_SMALL)
		store(at, (uint32_t)(GH_LIVE | size));
	else
		large(at, size);
	errno = saved;
}

/* Marks a large block as freed, before the allocator frees it. */
GH_COLD void gh_dead_large(uint32_t *slot, uintptr_t at)
{
	GH_STORE(slot, (uint32_t)(GH_FREED | GH_LARGE | (gh_mapped_alone(at) ? GH_GONE : 0)));
}

/* A part of the size of a large block; 0 if it was freed, and other blocks have begun there since.
 */
static uintptr_t part(uintptr_t at)
{
	struct gh_region *const r = gh_region(at);
	const uint32_t slot = r ? GH_LOAD(gh_slot(r, at)) : 0;

	return slot >> PART ? 0 : slot;
}

/* The slot of the block that begins at an address, and its size. */
int gh_block_at(uintptr_t at, uintptr_t *size)
{
	struct gh_region *const r = gh_region(at);
	const uint32_t slot = r ? __atomic_load_n(gh_slot(r, at), __ATOMIC_ACQUIRE) : 0;

	*size = slot & GH_SIZE;
	if (!(slot & GH_LARGE))
		return (int)(slot & ~(uint32_t)GH_SIZE);
	*size = part(at + UNIT) | part(at + 2 * UNIT) << PART;
	return (int)slot;
}

/* Before a block is freed: reports it if MPI still uses it. */
GH_COLD void gh_dead_used(uintptr_t at, const void *pc)
{
	uintptr_t size;

	if (gh_in_use(at, &size))
		gh_moved(at, size, pc);
}

/* Whether MPI uses the block that begins at an address, now. */
GH_COLD int gh_in_use(uintptr_t at, uintptr_t *size)
{
	const struct gomarmot_owner *const owner = __atomic_load_n(&gh_owner, __ATOMIC_ACQUIRE);
	const uint32_t slot = (uint32_t)gh_block_at(at, size);

	return (slot & (GH_LIVE | GH_USED)) == (GH_LIVE | GH_USED) && owner &&
	       owner->uses(at, *size);
}

/* Reports that the program frees or moves a block that MPI uses. */
GH_COLD void gh_moved(uintptr_t at, uintptr_t size, const void *pc)
{
	gh_owner->given_back(at, size, pc);
}
