/* Buffers of several blocks, each with a count and a place of its own. */
#include "blocks.h"

#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../record/blob.h"

static int64_t element(const void *array, int64_t i, int large)
{
	return large ? ((const int64_t *)array)[i] : ((const int32_t *)array)[i];
}

static uintptr_t type_at(const struct gm_blocks *b, int64_t i)
{
	if (!b->types)
		return b->type;
	if (gm_handle_mask == UINT32_MAX)
		return ((const uint32_t *)b->types)[i];
	return ((const uintptr_t *)b->types)[i];
}

/* How many elements the i-th block has. */
int64_t gm_track_count(const void *counts, int64_t i, int large)
{
	return gm_array_len(i + 1, counts, large ? 8 : 4) ? element(counts, i, large) : 0;
}

static int64_t extent_of(uintptr_t type)
{
	struct gm_map *map = gm_map_of(type & gm_handle_mask);
	const int64_t extent = map ? map->extent : 0;

	gm_map_release(map);
	return extent;
}

/* The next block of a buffer that has several; 0 if there is none. */
int gm_next_block(const void *buf, const struct gm_blocks *b, struct gm_block_at *block)
{
	const int64_t i = block->i;

	if (i == b->n || gm_in_place(buf))
		return 0;
	if (i == 0)
		block->unit = b->types ? 1 : extent_of(b->type);
	else
		block->at += block->count * block->unit;
	block->count = element(b->counts, i, b->large);
	if (b->displs)
		block->at = element(b->displs, i, b->wide) * block->unit;
	block->buf = (const char *)buf + block->at;
	block->type = type_at(b, i);
	block->i = i + 1;
	return 1;
}
