/*
 * The interface of libgomarmot-heap.so and libgomarmot.so. libgomarmot.so exports gomarmot_heap,
 * which libgomarmot-heap.so calls when it is loaded; either works without the other.
 */
#ifndef GOMARMOT_HEAP_H
#define GOMARMOT_HEAP_H

#include <stddef.h>
#include <stdint.h>

#define GOMARMOT_HEAP 2 /* the version of this interface */

/* A block of the heap, as the program asked for it. */
struct gomarmot_block {
	uintptr_t lo;
	uint64_t size;
};

/*
 * The position of an address; GOMARMOT_NOWHERE if that is not certain. GOMARMOT_BEHIND: after a
 * live block, in memory that the allocator keeps for this block only.
 */
enum { GOMARMOT_NOWHERE, GOMARMOT_LIVE, GOMARMOT_FREED, GOMARMOT_BEHIND };

/* The library that reports blocks that are freed while MPI uses them. */
struct gomarmot_owner {
	/* Whether MPI uses memory of the block now. */
	int (*uses)(uintptr_t lo, uint64_t size);
	/* The block is about to be freed, or has been moved, by the call before pc. */
	void (*given_back)(uintptr_t lo, uint64_t size, const void *pc);
};

struct gomarmot_heap {
	uint32_t version;
	int (*find)(uintptr_t at, struct gomarmot_block *block);
	/* MPI uses these bytes: from now on the owner is asked when their block is given back. */
	void (*mark)(uintptr_t at, uint64_t size);
	void (*own)(const struct gomarmot_owner *owner);
};

/* Exported by libgomarmot.so; 0 if it knows this version. */
int gomarmot_heap(const struct gomarmot_heap *heap);

#endif
