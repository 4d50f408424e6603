/*
 * The blocks of the heap (table.c). For each 8 bytes of address space, a slot tells whether a
 * block begins there. A slot belongs to the thread that has just got the block or is about to free
 * it, so that malloc and free take no lock: they store a word.
 *
 * Large blocks have two more slots for their size, and an entry for each 64 KiB of address space
 * that they reach into: from an address inside of a block its beginning is found in bounded time.
 */
#ifndef GH_TABLE_H
#define GH_TABLE_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

#define GH_LIKELY(x) __builtin_expect(!!(x), 1)
#define GH_COLD __attribute__((cold, noinline))
#define GH_HOT static inline __attribute__((always_inline))
#define GH_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define GH_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)

enum {
	GH_GRANULE = 3,  /* log2 of the bytes of a slot */
	GH_PAGE = 16,    /* log2 of the bytes of a page entry */
	GH_REGION = 26,  /* log2 of the bytes of a region */
	GH_ADDRESS = 47, /* bits of an address */
	GH_SMALL = 1 << GH_PAGE,
};

/* A slot: the state, and for small blocks the size. 0: no block begins here. */
enum {
	GH_FREED = 1u << 30,
	GH_LIVE = 1u << 31,
	GH_USED = 1u << 30, /* of a live block: MPI has used it */
	GH_LARGE = 1u << 29,
	GH_GONE = 1u << 28, /* of a freed block: it was returned to the system */
	GH_SIZE = GH_SMALL - 1,
};

struct gh_region {
	uintptr_t page[1 << (GH_REGION - GH_PAGE)]; /* the large block at its first byte */
	uint32_t slot[1 << (GH_REGION - GH_GRANULE)];
};

extern struct gh_region *gh_regions[1ul << (GH_ADDRESS - GH_REGION)];

void gh_live_slow(uintptr_t at, size_t size);
void gh_dead_used(uintptr_t at, const void *pc);
void gh_dead_large(uint32_t *slot, uintptr_t at);
int gh_block_at(uintptr_t at, uintptr_t *size);
int gh_in_use(uintptr_t at, uintptr_t *size);
void gh_moved(uintptr_t at, uintptr_t size, const void *pc);

GH_HOT struct gh_region *gh_region(uintptr_t at)
{
	return GH_LIKELY(at >> GH_ADDRESS == 0)
		       ? __atomic_load_n(&gh_regions[at >> GH_REGION], __ATOMIC_ACQUIRE)
		       : NULL;
}

GH_HOT uint32_t *gh_slot(struct gh_region *r, uintptr_t at)
{
	return &r->slot[at >> GH_GRANULE & ((1u << (GH_REGION - GH_GRANULE)) - 1)];
}

/* Adds a block to the table. */
GH_HOT void gh_live(const void *block, size_t size)
{
	const uintptr_t at = (uintptr_t)block;
	struct gh_region *const r = gh_region(at);

	if (GH_LIKELY(r && size < GH_SMALL))
		GH_STORE(gh_slot(r, at), (uint32_t)(GH_LIVE | size));
	else
		gh_live_slow(at, size);
}

/* Marks a block as freed, before the call that returns to pc frees it. Ignores addresses at which
 * no live block begins. */
GH_HOT void gh_dead(const void *block, const void *pc)
{
	const uintptr_t at = (uintptr_t)block;
	struct gh_region *const r = gh_region(at);
	uint32_t *slot;
	uint32_t was;

	if (!GH_LIKELY(r != NULL))
		return;
	slot = gh_slot(r, at);
	was = GH_LOAD(slot);
	if (!GH_LIKELY((was & (GH_LIVE | GH_USED | GH_LARGE)) == GH_LIVE)) {
		if (!(was & GH_LIVE))
			return;
		if (was & GH_USED)
			gh_dead_used(at, pc);
		if (was & GH_LARGE) {
			gh_dead_large(slot, at);
			return;
		}
	}
	GH_STORE(slot, GH_FREED | (was & GH_SIZE));
}

#pragma GCC visibility pop

#endif
