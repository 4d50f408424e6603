/*
 * Which block an address is in. The table remembers a freed block until another block begins at the
 * same address. So the last live block before an address hides all freed blocks before it; and
 * freed memory may no longer be heap, which is tested (resident.c) before it is reported as freed.
 */
#include "find.h"

#include "real.h"
#include "resident.h"
#include "table.h"

enum { UNITS = GH_SMALL >> GH_GRANULE, GROUP = 8, ROOM = 8 << 10 };

/* Whether a block begins at one of eight slots, which is rare. */
static int any(const uint32_t *slot)
{
	return (slot[0] | slot[1] | slot[2] | slot[3] | slot[4] | slot[5] | slot[6] | slot[7]) >>
		       30 !=
	       0;
}

/* The state of the search back from an address. */
struct search {
	uintptr_t at;
	struct gomarmot_block live, freed; /* lo 0: none */
	struct gomarmot_block before;      /* the last live block that ends before it */
	uint32_t freed_slot;
	int done;
};

static int covers(const struct gomarmot_block *b, uintptr_t at)
{
	return at >= b->lo && at - b->lo < b->size;
}

/* Visits the block that begins at lo. The first live block found before the address ends the
 * search.
 */
static void look(struct search *s, uintptr_t lo)
{
	struct gomarmot_block b = {.lo = lo};
	uintptr_t size;
	const uint32_t slot = (uint32_t)gh_block_at(lo, &size);

	b.size = size;
	if (slot & GH_LIVE) {
		s->done = 1;
		if (covers(&b, s->at))
			s->live = b;
		else if (b.lo > s->before.lo)
			s->before = b;
	} else if (slot & GH_FREED && !s->freed.lo && covers(&b, s->at)) {
		s->freed = b;
		s->freed_slot = slot;
	}
}

/* Visits the blocks that begin between least and from, within the region of from, backwards. */
static void walk(struct search *s, uintptr_t from, uintptr_t least)
{
	struct gh_region *const r = gh_region(from);
	const uintptr_t base = from >> GH_REGION << GH_REGION;
	const uintptr_t first = least > base ? least : base;
	uintptr_t at = from;

	while (r && at >= first && !s->done) {
		const uint32_t *const slot = gh_slot(r, at);

		if (at >> GH_GRANULE & (GROUP - 1) || GH_LOAD(slot) >> 30) {
			if (GH_LOAD(slot) >> 30)
				look(s, at);
		} else if (at - first >= GROUP << GH_GRANULE && !any(slot - GROUP)) {
			at -= (GROUP - 1) << GH_GRANULE;
		}
		if (at < (uintptr_t)1 << GH_GRANULE)
			break;
		at -= 1 << GH_GRANULE;
	}
}

/* Visits the large block that holds the first byte of the page of an address. */
static void look_at_page(struct search *s, uintptr_t at)
{
	const uintptr_t page = at >> GH_PAGE;
	struct gh_region *const r = gh_region(at);
	const uintptr_t lo = r ? GH_LOAD(&r->page[page & ((1u << (GH_REGION - GH_PAGE)) - 1)]) : 0;

	if (!lo)
		return;
	look(s, lo);
	s->done = s->live.lo != 0;
}

static void search(struct search *s)
{
	const uintptr_t from = s->at >> GH_GRANULE << GH_GRANULE;
	const uintptr_t least = from > GH_SMALL ? from - GH_SMALL : 0;
	const uintptr_t base = from >> GH_REGION << GH_REGION;

	look_at_page(s, s->at);
	if (s->done)
		return;
	/* The page table lists a large block only for the pages that it reaches, so the page ROOM
	 * bytes before is looked up as well. */
	if (from > ROOM && (from - ROOM) >> GH_PAGE != from >> GH_PAGE)
		look_at_page(s, from - ROOM);
	walk(s, from, least);
	if (!s->done && base > least)
		walk(s, base - (1 << GH_GRANULE), least);
}

/*
 * Whether a live block is real. If another live block reaches into it, the program has freed one of
 * the two by a function that is not watched.
 */
static int certain(const struct gomarmot_block *b)
{
	struct search s = {.at = b->lo - 1};

	if (b->lo == 0)
		return 0;
	search(&s);
	return !s.live.lo || s.live.lo + s.live.size <= b->lo;
}

/* Whether an address follows a live block, before the memory of the next block. */
static int behind(const struct gomarmot_block *b, uintptr_t at)
{
	return b->lo && at - b->lo - b->size < ROOM && certain(b) &&
	       at < gh_room_end(b->lo, b->size, ROOM);
}

/* GOMARMOT_NOWHERE unless the block of the address is certain. */
int gh_find(uintptr_t at, struct gomarmot_block *block)
{
	struct search s = {.at = at};

	if (at >> GH_ADDRESS)
		return GOMARMOT_NOWHERE;
	search(&s);
	if (s.live.lo) {
		*block = s.live;
		return certain(block) ? GOMARMOT_LIVE : GOMARMOT_NOWHERE;
	}
	if (behind(&s.before, at)) {
		*block = s.before;
		return GOMARMOT_BEHIND;
	}
	if (!s.freed.lo || GH_LOAD(&gh_incomplete) || !gh_resident(at, s.freed_slot & GH_GONE))
		return GOMARMOT_NOWHERE;
	*block = s.freed;
	return GOMARMOT_FREED;
}

/* Marks the live blocks that hold these bytes as used by MPI. */
void gh_mark(uintptr_t at, uint64_t size)
{
	const uintptr_t end = at + size;

	while (at < end && !(at >> GH_ADDRESS)) {
		struct search s = {.at = at};
		struct gh_region *r;
		uint32_t was;

		search(&s);
		if (!s.live.lo)
			return; /* a buffer of several blocks is given block by block */
		r = gh_region(s.live.lo);
		was = GH_LOAD(gh_slot(r, s.live.lo));
		if (was & GH_LIVE && !(was & GH_USED))
			__atomic_compare_exchange_n(gh_slot(r, s.live.lo), &was, was | GH_USED, 0,
				__ATOMIC_RELAXED, __ATOMIC_RELAXED);
		at = s.live.lo + s.live.size;
	}
}
