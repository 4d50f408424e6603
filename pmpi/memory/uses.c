/* Operations begin to use buffers. */
#include "uses.h"

#include <errno.h>

#include "../base/gm.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../library/zz_predef.h"
#include "../loaded/mapped.h"
#include "../record/blob.h"
#include "blocks.h"
#include "cover.h"
#include "heap.h"
#include "sent.h"
#include "table.h"
#include "tracking.h"
#include "use.h"

/*
 * Whether digests of the buffer are taken. Split collectives have their own (split.c). Of arrays
 * only those of persistent operations have digests.
 */
static int digests(const struct gm_until *until, enum gm_use use)
{
	const int lasts = use == GM_ARRAY && until->persistent;

	return GM_LOAD(&gm_tracking) & GM_TRACKS_SENT && (use == GM_SENT || lasts) &&
	       until->object_class != GM_CLASS_FILE && until->object_class != GM_UNTIL_RETURN;
}

/* Whether anything needs to know of a buffer. */
static int is_wanted(const struct gm_until *until, enum gm_use use)
{
	return GM_LOAD(&gm_tracking) & ~(uint32_t)(GM_TRACKS_SENT | GM_TRACKS_NO_USES) ||
	       (digests(until, use) && (until->persistent || gm_sent_open()));
}

/* Takes the map. */
static void begin_mapped(const struct gm_until *until, enum gm_use use, const void *buf,
	int64_t count, struct gm_map *map)
{
	struct gm_entry e = {.buf = buf, .count = count, .use = use, .map = map};
	struct gm_entry *kept;

	if (digests(until, use) && (!until->persistent || use == GM_ARRAY) && e.map)
		e.digest = gm_sent_digest(buf, count, e.map);
	gm_table_lock();
	kept = gm_measure(&e) ? gm_table_add(until, 0) : NULL;
	if (kept) {
		kept->buf = e.buf;
		kept->count = e.count;
		kept->use = e.use;
		kept->map = e.map;
		kept->lo = e.lo;
		kept->hi = e.hi;
		kept->digest = e.digest;
		if (!until->persistent)
			gm_cover(kept, 1);
		else if (gm_heaps())
			gm_heap_mark(kept->lo, (int64_t)(kept->hi - kept->lo));
	}
	gm_table_unlock();
	if (!kept)
		gm_map_release(e.map);
}

static void begin_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type)
{
	if (count > 0 && !gm_in_place(buf) && is_wanted(until, use))
		begin_mapped(until, use, buf, count, gm_map_of(type & gm_handle_mask));
}

/* An operation uses a buffer from now on. */
void gm_track_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type)
{
	const int saved = errno;

	begin_use(until, use, buf, count, type);
	errno = saved;
}

static void begin_array(const struct gm_until *until, const void *array, int64_t n, int64_t size)
{
	static struct gm_map byte = {
		.users = 1, .runs = 1, .size = 1, .extent = 1, .hi = 1, .run = {{.size = 1}}};

	if (!array || n <= 0 || !is_wanted(until, GM_ARRAY))
		return;
	__atomic_fetch_add(&byte.users, 1, __ATOMIC_RELAXED);
	begin_mapped(until, GM_ARRAY, array, n * size, &byte);
}

/*
 * The counts, displacements and datatypes of the blocks are in use as long as the operation, those
 * of a persistent operation until its request is freed.
 */
static void begin_arrays(const struct gm_until *until, const struct gm_blocks *b)
{
	if (until->object_class == GM_UNTIL_RETURN)
		return;
	begin_array(until, b->counts, b->n, b->large ? 8 : 4);
	begin_array(until, b->displs, b->n, b->wide ? 8 : 4);
	begin_array(until, b->types, b->n, gm_handle_size());
}

/* An operation uses a buffer of blocks from now on. */
void gm_track_blocks(
	const struct gm_until *until, enum gm_use use, const void *buf, const struct gm_blocks *b)
{
	const int saved = errno;
	struct gm_block_at block = {.i = 0};

	while (gm_next_block(buf, b, &block))
		begin_use(until, use, block.buf, block.count, block.type);
	if (!gm_in_place(buf))
		begin_arrays(until, b);
	errno = saved;
}

/*
 * The buffer for buffered sends is attached. The address may be a constant such as
 * MPI_BUFFER_AUTOMATIC.
 */
void gm_track_room(const void *buffer, int64_t size)
{
	const struct gm_until until = {GM_UNTIL_DETACHED, 0, -1, 0, 0, 0};
	const int saved = errno;

	if (gm_mapped(buffer, size) == 1)
		begin_array(&until, buffer, size, 1);
	errno = saved;
}

/* The persistent operations of a request have begun. */
static void start_all(int64_t request)
{
	struct gm_entry *e = gm_table_first(GM_CLASS_REQUEST, request);

	for (; e; e = gm_entry_at(e->next)) {
		if (!e->until.persistent || !gm_is_until(e, GM_CLASS_REQUEST, request, -1))
			continue;
		gm_cover(e, 1);
		if (!digests(&e->until, e->use))
			continue;
		if (e->use != GM_ARRAY || !e->digest)
			e->digest = gm_sent_digest(e->buf, e->count, e->map);
		else if (gm_sent_open())
			gm_sent_compare(e);
	}
}

/* Persistent operations have begun. */
void gm_track_started(int64_t n, const void *requests)
{
	const int saved = errno;

	if (!gm_table_has_buffers())
		return;
	n = gm_array_len(n, requests, gm_handle_size());
	gm_table_lock();
	for (int64_t i = 0; i < n; i++)
		start_all(gm_request_at(requests, i));
	gm_table_unlock();
	errno = saved;
}

/*
 * Partitions [low, high] of a send are ready: until now the program might store to them, and its
 * stores until now no longer matter.
 */
void gm_track_ready(int64_t request, int64_t low, int64_t high)
{
	const int saved = errno;

	if (!gm_table_has_buffers() || !gm_accesses())
		return;
	gm_table_lock();
	for (const struct gm_entry *e = gm_table_first(GM_CLASS_REQUEST, request); e;
		e = gm_entry_at(e->next)) {
		const int64_t each = e->until.parts > 0 ? e->count / e->until.parts : 0;

		if (each && e->armed && gm_is_until(e, GM_CLASS_REQUEST, request, -1) && low >= 0 &&
			low <= high && high < e->until.parts)
			gm_cover_some(e, low * each, (high - low + 1) * each, 1);
	}
	gm_table_unlock();
	errno = saved;
}

void gm_track_ready_list(int64_t request, int64_t n, const void *partitions)
{
	n = gm_array_len(n, partitions, sizeof(int32_t));
	for (int64_t i = 0; i < n; i++) {
		const int64_t partition = ((const int32_t *)partitions)[i];

		gm_track_ready(request, partition, partition);
	}
}
