/*
 * The program's heap, as libgomarmot-heap.so knows it. Before a call is recorded, its buffers are
 * looked up there: of one that ends beyond its block, or lies in memory that has been freed, a
 * record says so. It is a filter: readers of the log know which of its buffers a call uses.
 *
 * Where a block is freed that MPI uses (table.c), this is kept until the next call of any thread
 * records it.
 */
#include "heap.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "../../heap/bridge.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../record/control.h"
#include "../record/ring.h"
#include "blocks.h"
#include "table.h"

enum {
	WAITING = 256, /* blocks given back that are not recorded yet; further ones are left out */
	PIECES = 4096, /* of a buffer of many pieces, those that are looked up */
};

/* A block that was given back while MPI used it. */
struct given {
	uintptr_t lo;
	uint64_t size;
	const void *pc;
};

static const struct gomarmot_heap *heap;
static pid_t self;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct given waiting[WAITING];
static uint32_t waits;

/*
 * Called by free in any thread, in a child that shares or has copied this memory, and in handlers
 * of signals: it never waits. pid: the parent may have been forked while a thread had the
 * lock.
 */
static int uses(uintptr_t lo, uint64_t size)
{
	const uint32_t state = GM_ACQUIRE(&gm_control.state);

	if ((state != GM_ON && state != GM_DOZE) || getpid() != self)
		return 0;
	return gm_track_uses(lo, lo + size);
}

static void given_back(uintptr_t lo, uint64_t size, const void *pc)
{
	if (pthread_mutex_trylock(&lock))
		return;
	if (waits < WAITING)
		waiting[waits] = (struct given){lo, size, pc};
	GM_STORE(&waits, waits < WAITING ? waits + 1 : waits);
	pthread_mutex_unlock(&lock);
}

static const struct gomarmot_owner owner = {uses, given_back};

/* Called by libgomarmot-heap.so when it is loaded. */
GM_EXPORT int gomarmot_heap(const struct gomarmot_heap *h)
{
	if (h->version != GOMARMOT_HEAP)
		return -1;
	if (!heap)
		heap = h;
	return 0;
}

/* Recording starts: 1 if there is a heap to watch. One rank says that it was asked for in vain. */
int gm_heap_begin(int speak)
{
	const char *text = getenv("GOMARMOT_HEAP");

	if (text && !strcmp(text, "0"))
		return 0;
	if (!heap) {
		if (text && *text && speak)
			gm_note("GOMARMOT_HEAP is set, but libgomarmot-heap.so does not watch the "
				"heap: "
				"it is not preloaded, or a sanitizer is in the process");
		return 0;
	}
	self = getpid();
	heap->own(&owner);
	return 1;
}

/* MPI uses these bytes from now on. */
void gm_heap_mark(uintptr_t at, int64_t size)
{
	if (size > 0)
		heap->mark(at, (uint64_t)size);
}

/* Records. */

static void record(struct gm_thread *t, const void *pc, const int64_t words[6])
{
	gm_record(t, GM_META(GM_KIND_MEMORY, GM_ONCE, 0, 6), pc, words);
}

/* Records what was given back since the last call. */
GM_COLD static void take(struct gm_thread *t)
{
	const uint64_t stack = t->stack;
	struct given all[WAITING];
	uint32_t n;

	pthread_mutex_lock(&lock);
	n = waits;
	memcpy(all, waiting, n * sizeof *all);
	GM_STORE(&waits, 0);
	pthread_mutex_unlock(&lock);
	t->stack = 0;
	for (uint32_t i = 0; i < n; i++) {
		const int64_t lo = (int64_t)all[i].lo, size = (int64_t)all[i].size;
		const int64_t words[6] = {GM_MEMORY_GIVEN_BACK, 0, lo, lo + size, lo, size};

		record(t, all[i].pc, words);
	}
	t->stack = stack;
}

void gm_heap_take(struct gm_thread *t)
{
	if (GM_LOAD(&waits))
		take(t);
}

/* Buffers. */

/* Looks at the bytes [lo, hi) of an argument; 0 if something is wrong with them. */
static int inside(struct gm_thread *t, const void *pc, int arg, uintptr_t lo, uintptr_t hi)
{
	struct gomarmot_block b;
	const int where = heap->find(lo, &b);
	int64_t what = GM_MEMORY_BEYOND;

	if (where == GOMARMOT_FREED)
		what = GM_MEMORY_FREED;
	else if (where != GOMARMOT_LIVE || hi <= b.lo + b.size)
		return 1;
	const int64_t words[6] = {
		what, arg, (int64_t)lo, (int64_t)hi, (int64_t)b.lo, (int64_t)b.size};
	record(t, pc, words);
	return 0;
}

/* size bytes from an address on. */
void gm_heap_bytes(struct gm_thread *t, const void *pc, int arg, const void *at, int64_t size)
{
	const int saved = errno;
	const uintptr_t lo = (uintptr_t)at;

	if (lo && size > 0 && lo + (uintptr_t)size > lo)
		inside(t, pc, arg, lo, lo + (uintptr_t)size);
	errno = saved;
}

/* Whether a live block has all of these bytes. */
static int within_one(uintptr_t lo, uintptr_t hi)
{
	struct gomarmot_block b;

	return heap->find(lo, &b) == GOMARMOT_LIVE && hi <= b.lo + b.size;
}

/* The pieces of a buffer, one after another. */
struct walk {
	struct gomarmot_block block; /* of the last one; size 0: none */
	uintptr_t last;
	uintptr_t stride; /* from the one before the last one to that */
};

/*
 * The next piece; 0 if something is wrong with it. Where pieces at equal distances leave a block,
 * and the first one outside is in no other, the buffer ends beyond that block.
 */
static int step(
	struct gm_thread *t, const void *pc, int arg, struct walk *w, uintptr_t lo, uintptr_t hi)
{
	struct gomarmot_block b = {.size = 0};
	const int where = heap->find(lo, &b);
	const uintptr_t stride = lo - w->last;

	if (where == GOMARMOT_NOWHERE && w->block.size && stride == w->stride &&
		lo >= w->block.lo + w->block.size) {
		const int64_t words[6] = {GM_MEMORY_BEYOND, arg, (int64_t)lo, (int64_t)hi,
			(int64_t)w->block.lo, (int64_t)w->block.size};

		record(t, pc, words);
		return 0;
	}
	w->block = where == GOMARMOT_LIVE ? b : (struct gomarmot_block){.size = 0};
	w->stride = stride;
	w->last = lo;
	return where == GOMARMOT_NOWHERE || inside(t, pc, arg, lo, hi);
}

/*
 * The pieces of a buffer whose hull is in no one block: it may have several, if the datatype was
 * created from addresses.
 */
static void look_at_pieces(struct gm_thread *t, const void *pc, int arg, const void *buf,
	int64_t count, const struct gm_map *map)
{
	struct walk w = {.last = 0};
	int64_t left = PIECES;

	for (int64_t n = 0; n < count; n++)
		for (uint32_t i = 0; i < map->runs; i++) {
			const uintptr_t lo = (uintptr_t)buf + (uintptr_t)(n * map->extent) +
					     (uintptr_t)map->run[i].at;

			if (left-- == 0 ||
				!step(t, pc, arg, &w, lo, lo + (uintptr_t)map->run[i].size))
				return;
		}
}

static void look(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	const struct gm_map *map)
{
	int64_t last;
	uintptr_t lo, hi;

	if (!map->runs || __builtin_mul_overflow(count - 1, map->extent, &last))
		return;
	lo = (uintptr_t)buf + (uintptr_t)(map->lo + (last < 0 ? last : 0));
	hi = (uintptr_t)buf + (uintptr_t)(map->hi + (last > 0 ? last : 0));
	if (lo >= hi || within_one(lo, hi))
		return;
	if (map->runs == 1 && (count == 1 || map->run[0].size == map->extent))
		inside(t, pc, arg, lo, hi);
	else
		look_at_pieces(t, pc, arg, buf, count, map);
}

/* count elements of a datatype. */
void gm_heap_buffer(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	uintptr_t type)
{
	const int saved = errno;
	struct gm_map *map;

	if (count <= 0 || !buf || gm_in_place(buf))
		return;
	map = gm_map_of(type & gm_handle_mask);
	if (map)
		look(t, pc, arg, buf, count, map);
	gm_map_release(map);
	errno = saved;
}

/* A buffer of blocks. */
void gm_heap_blocks(struct gm_thread *t, const void *pc, int arg, const void *buf,
	const struct gm_blocks *blocks)
{
	struct gm_block_at b = {.i = 0};

	while (gm_next_block(buf, blocks, &b))
		gm_heap_buffer(t, pc, arg, b.buf, b.count, b.type);
}
