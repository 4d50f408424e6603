/* Buffers of several blocks (blocks.c). */
#ifndef GM_BLOCKS_H
#define GM_BLOCKS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A buffer of several blocks, each with a count and a place of its own. */
struct gm_blocks {
	int64_t n;
	const void *counts, *displs; /* without displs, the blocks follow each other */
	uintptr_t type;
	const void *types; /* NULL: all have that type; else places are in bytes */
	int large;         /* counts are 64 bits wide */
	int wide;          /* displs are */
};

/* A block of a buffer of several. Iteration begins with .i = 0, and ends after the last block. */
struct gm_block_at {
	int64_t i, at, unit;
	const void *buf;
	int64_t count;
	uintptr_t type;
};

int gm_next_block(const void *buf, const struct gm_blocks *blocks, struct gm_block_at *block);
int64_t gm_track_count(const void *counts, int64_t i, int large);

#pragma GCC visibility pop

#endif
