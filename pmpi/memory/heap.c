/*
 * The program's heap, as libgomarmot-heap.so knows it. Before a call is recorded, its buffers are
 * looked up there: if a buffer ends beyond its block, or lies in freed memory, a record says so.
 * This only filters: readers of the log know which of its buffers a call uses.
 *
 * If the program frees a block that MPI uses (table.c), this is kept until the next call of any
 * thread records it.
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
#include "../guest/stack.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/typemap.h"
#include "../record/control.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "blocks.h"
#include "table.h"

enum {
	WAITING = 256, /* freed blocks that are not recorded yet; further blocks are left out */
	ABOVE = 16, /* functions of a C++ library's header may lie between the program and the free
		     */
	PIECES = 4096, /* pieces that are looked up of a buffer of many pieces */
};

/* A block that was given back while MPI used it. */
struct given {
	uintptr_t lo;
	uint64_t size;
	const void *pc;
	uintptr_t above[ABOVE]; /* return addresses of the program above pc */
	int depth;
};

static const struct gomarmot_heap *heap;
static pid_t self;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct given waiting[WAITING];
static uint32_t waits, taken; /* how many there are, and how many of these are recorded */

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
	struct given g = {.lo = lo, .size = size, .pc = pc};

	g.depth = gm_stack_above(gm_self, pc, g.above, ABOVE);
	if (pthread_mutex_trylock(&lock))
		return;
	if (waits < WAITING)
		waiting[waits] = g;
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

/*
 * Recording starts: 1 if there is a heap to watch. speak: report a heap that was asked for in vain.
 */
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

/* The next block that was given back since the last call; 0 if there is none. */
static int next_given(struct given *g)
{
	int more;

	pthread_mutex_lock(&lock);
	more = taken < waits;
	if (more) {
		*g = waiting[taken++];
	} else {
		taken = 0;
		GM_STORE(&waits, 0);
	}
	pthread_mutex_unlock(&lock);
	return more;
}

/* Records the blocks that were freed since the last call. */
GM_COLD static void take(struct gm_thread *t)
{
	const uint64_t stack = t->stack;
	struct given g;

	while (next_given(&g)) {
		const int64_t lo = (int64_t)g.lo, size = (int64_t)g.size;
		const int64_t words[6] = {GM_MEMORY_GIVEN_BACK, 0, lo, lo + size, lo, size};

		t->stack = gm_stack_of(t, g.pc, g.above, g.depth);
		record(t, g.pc, words);
	}
	t->stack = stack;
}

void gm_heap_take(struct gm_thread *t)
{
	if (GM_LOAD(&waits))
		take(t);
}

/* Buffers. */

/* Whose buffer is looked at. */
struct asker {
	struct gm_thread *t;
	const void *pc;
	int64_t arg;
	int64_t part; /* of a buffer with a count for each rank; -1: of another buffer */
};

/* Records a fault of the bytes [lo, hi); returns 0. */
static int say(
	const struct asker *a, int what, uintptr_t lo, uintptr_t hi, const struct gomarmot_block *b)
{
	const int64_t words[7] = {
		what, a->arg, (int64_t)lo, (int64_t)hi, (int64_t)b->lo, (int64_t)b->size, a->part};
	const uint64_t n = a->part < 0 ? 6 : 7;

	gm_record(a->t, GM_META(GM_KIND_MEMORY, GM_ONCE, 0, n), a->pc, words);
	return 0;
}

/* Whether the last byte of [lo, hi) is in a live block that begins behind lo. */
static int leads_into(uintptr_t lo, uintptr_t hi, struct gomarmot_block *b)
{
	return heap->find(hi - 1, b) == GOMARMOT_LIVE && b->lo > lo;
}

/* Looks at the bytes [lo, hi); 0 if something is wrong with them. */
static int inside(const struct asker *a, uintptr_t lo, uintptr_t hi)
{
	struct gomarmot_block b, next;

	switch (heap->find(lo, &b)) {
	case GOMARMOT_FREED: /* the next block may have begun there since */
		if (leads_into(lo, hi, &next) && next.lo < b.lo + b.size)
			return say(a, GM_MEMORY_BEFORE, lo, hi, &next);
		return say(a, GM_MEMORY_FREED, lo, hi, &b);
	case GOMARMOT_BEHIND: /* of two blocks, the nearer one is probably meant */
		if (leads_into(lo, hi, &next) && next.lo - lo <= lo - b.lo - b.size)
			return say(a, GM_MEMORY_BEFORE, lo, hi, &next);
		return say(a, GM_MEMORY_BEHIND, lo, hi, &b);
	case GOMARMOT_LIVE:
		return hi <= b.lo + b.size || say(a, GM_MEMORY_BEYOND, lo, hi, &b);
	default:
		return !leads_into(lo, hi, &b) || say(a, GM_MEMORY_BEFORE, lo, hi, &b);
	}
}

/* size bytes from an address on. */
void gm_heap_bytes(struct gm_thread *t, const void *pc, int arg, const void *at, int64_t size)
{
	const int saved = errno;
	const uintptr_t lo = (uintptr_t)at;
	const struct asker a = {t, pc, arg, -1};

	if (lo && size > 0 && lo + (uintptr_t)size > lo)
		inside(&a, lo, lo + (uintptr_t)size);
	errno = saved;
}

/* Whether a live block, b, has all of these bytes. */
static int within(uintptr_t lo, uintptr_t hi, struct gomarmot_block *b)
{
	return heap->find(lo, b) == GOMARMOT_LIVE && hi <= b->lo + b->size;
}

/* The pieces of a buffer, in order. */
struct walk {
	struct gomarmot_block block; /* of the last piece; size 0: none */
	uintptr_t last;
	uintptr_t stride; /* distance of the last two pieces */
};

/*
 * Looks the next piece up; 0 if it is at fault. If pieces at equal distances leave a block, and the
 * first piece outside is in no other block, the buffer ends beyond its block.
 */
static int step(const struct asker *a, struct walk *w, uintptr_t lo, uintptr_t hi)
{
	struct gomarmot_block b = {.size = 0};
	const int where = heap->find(lo, &b);
	const int nowhere = where == GOMARMOT_NOWHERE || where == GOMARMOT_BEHIND;
	const uintptr_t stride = lo - w->last;

	if (nowhere && w->block.size && stride == w->stride && lo >= w->block.lo + w->block.size)
		return say(a, GM_MEMORY_BEYOND, lo, hi, &w->block);
	w->block = where == GOMARMOT_LIVE ? b : (struct gomarmot_block){.size = 0};
	w->stride = stride;
	w->last = lo;
	return where == GOMARMOT_NOWHERE || inside(a, lo, hi);
}

/*
 * Looks at the pieces of a buffer whose hull does not lie in a single block: the buffer may have
 * several blocks, if the datatype was created from addresses.
 */
static void look_at_pieces(
	const struct asker *a, const void *buf, int64_t count, const struct gm_map *map)
{
	struct walk w = {.last = 0};
	int64_t left = PIECES;

	for (int64_t n = 0; n < count; n++)
		for (uint32_t i = 0; i < map->runs; i++) {
			const uintptr_t lo = (uintptr_t)buf + (uintptr_t)(n * map->extent) +
					     (uintptr_t)map->run[i].at;

			if (left-- == 0 || !step(a, &w, lo, lo + (uintptr_t)map->run[i].size))
				return;
		}
}

/* The bytes that a buffer lies within: lo < hi. */
struct hull {
	uintptr_t lo, hi;
};

/* 0 if the buffer has no bytes. */
static int hull_of(const void *buf, int64_t count, const struct gm_map *map, struct hull *h)
{
	int64_t last;

	if (!map->runs || __builtin_mul_overflow(count - 1, map->extent, &last))
		return 0;
	h->lo = (uintptr_t)buf + (uintptr_t)(map->lo + (last < 0 ? last : 0));
	h->hi = (uintptr_t)buf + (uintptr_t)(map->hi + (last > 0 ? last : 0));
	return h->lo < h->hi;
}

/* Whether a block begins with these bytes, and has some multiple of 2^32 bytes more: the count may
 * have been cut to 32 bits. */
static int is_larger(const struct gomarmot_block *b, uintptr_t lo, uintptr_t hi)
{
	const uint64_t more = b->size - (hi - lo);

	return b->lo == lo && more && !(uint32_t)more;
}

static void look(const struct asker *a, const void *buf, int64_t count, const struct gm_map *map)
{
	struct gomarmot_block b;
	struct hull h;

	if (!hull_of(buf, count, map, &h))
		return;
	if (within(h.lo, h.hi, &b)) {
		if (is_larger(&b, h.lo, h.hi))
			say(a, GM_MEMORY_LARGER, h.lo, h.hi, &b);
		return;
	}
	if (map->runs == 1 && (count == 1 || map->run[0].size == map->extent))
		inside(a, h.lo, h.hi);
	else
		look_at_pieces(a, buf, count, map);
}

/* count elements of a datatype. */
static void look_at_elements(const struct asker *a, const void *buf, int64_t count, uintptr_t type)
{
	struct gm_map *map;

	if (count <= 0 || !buf || gm_in_place(buf))
		return;
	map = gm_map_of(type & gm_handle_mask);
	if (map)
		look(a, buf, count, map);
	gm_map_release(map);
}

void gm_heap_buffer(struct gm_thread *t, const void *pc, int arg, const void *buf, int64_t count,
	uintptr_t type)
{
	const int saved = errno;
	const struct asker a = {t, pc, arg, -1};

	look_at_elements(&a, buf, count, type);
	errno = saved;
}

/* 0 if the part of a buffer of several has no bytes, or they are unknown. */
static int hull_of_part(const struct gm_block_at *part, struct hull *h)
{
	struct gm_map *map = part->count > 0 ? gm_map_of(part->type & gm_handle_mask) : NULL;
	const int known = map && hull_of(part->buf, part->count, map, h);

	gm_map_release(map);
	return known;
}

static int has(const struct gomarmot_block *b, const struct hull *h)
{
	return b->lo <= h->lo && h->hi <= b->lo + b->size;
}

/*
 * The live block that a buffer of several parts is meant to be in: the block that has both its
 * address and at least one of its parts. If all parts are elsewhere, the address may be an element
 * that the array does not have, as for arrays that are counted from 1.
 */
static int home_of(const void *buf, const struct gm_blocks *blocks, struct gomarmot_block *home)
{
	struct gm_block_at part = {.i = 0};
	struct hull h;

	if (!blocks->displs || heap->find((uintptr_t)buf, home) != GOMARMOT_LIVE)
		return 0;
	while (gm_next_block(buf, blocks, &part))
		if (hull_of_part(&part, &h) && has(home, &h))
			return 1;
	return 0;
}

/*
 * Whether the displacement leads a part out of the block of the buffer. Displacements in bytes may
 * lead to other blocks on purpose.
 */
static int has_left(const struct gomarmot_block *home, const struct gm_blocks *blocks,
	const struct gm_block_at *part, struct hull *h)
{
	const uintptr_t at = (uintptr_t)part->buf;
	struct gomarmot_block b;

	if (!hull_of_part(part, h) || (at >= home->lo && at < home->lo + home->size))
		return 0;
	if (h->lo < home->lo + home->size && h->hi > home->lo)
		return h->lo < home->lo;
	return !blocks->types || !within(h->lo, h->hi, &b);
}

/* A buffer of parts. */
void gm_heap_blocks(struct gm_thread *t, const void *pc, int arg, const void *buf,
	const struct gm_blocks *blocks)
{
	const int saved = errno;
	struct asker a = {t, pc, arg, -1};
	struct gm_block_at part = {.i = 0};
	struct gomarmot_block home;
	const int known = home_of(buf, blocks, &home);
	struct hull h;

	while (gm_next_block(buf, blocks, &part)) {
		a.part = blocks->displs ? part.i - 1 : -1;
		if (known && has_left(&home, blocks, &part, &h))
			say(&a, GM_MEMORY_ELSEWHERE, h.lo, h.hi, &home);
		else
			look_at_elements(&a, part.buf, part.count, part.type);
	}
	errno = saved;
}
