/*
 * Rings and the writing of records (ring.c). gm_begin and gm_commit make up
 * every record of a call; their fast path contains no call.
 */
#ifndef GM_RING_H
#define GM_RING_H

#include <stddef.h>
#include <stdint.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "thread.h"

#pragma GCC visibility push(hidden)

enum { GM_AHEAD = 24 * GM_SLOT }; /* how far ahead slots are prefetched */

void gm_ring_setup(uint32_t rank, const char *dir, void (*look)(void));
int gm_ring_make(struct gm_thread *t, uint32_t index);
void gm_ring_unlink(struct gm_thread *t);
void gm_ring_unmap(struct gm_thread *t);
int gm_ring_holds(const struct gm_thread *t, const void *address);
int gm_ring_replace(struct gm_thread *t, const void *address);
uint8_t *gm_make_room(struct gm_thread *t, unsigned slots);
void gm_record(struct gm_thread *t, uint64_t meta, const void *pc, const int64_t *words);

/*
 * Asks for a slot that will be written soon: the drain was the last to read it,
 * so its cache line is with another core. Past the end of the ring lies other
 * memory; asking for that does no harm.
 */
GM_HOT void gm_prefetch(const void *slot)
{
#if defined(__x86_64__)
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)slot));
#else
	__builtin_prefetch(slot, 1);
#endif
}

/* A record that is being written: where its words go, and the head after it. */
struct gm_writing {
	int64_t *words;
	uint64_t next;
};

/*
 * Starts a record of a call that came from pc, whose upper bits are its stack. The space is this
 * thread's until gm_close. Words beyond the count in meta are never read.
 */
GM_HOT struct gm_writing gm_open(struct gm_thread *t, uint64_t meta, uint64_t pc)
{
	const unsigned slots = (meta >> 19 & 0x1f) > 5 ? 2 : 1;
	const uint64_t at = t->head;
	uint64_t next = at + slots;
	uint8_t *slot = t->slots + ((uint32_t)at & t->mask) * (size_t)GM_SLOT;
	uint64_t *head;

	if (!GM_LIKELY(next <= t->limit)) {
		slot = gm_make_room(t, slots);
		next = t->next;
	}
	GM_STORE(&t->ring->reserve, next);
	gm_prefetch(slot + GM_AHEAD);
	if (slots == 2)
		gm_prefetch(slot + GM_AHEAD + GM_SLOT);
	head = (uint64_t *)slot;
	head[1] = gm_ticks();
	head[0] = meta | (uint64_t)slots << 24 | (uint64_t)t->seq << 32;
	head[2] = pc;
	return (struct gm_writing){(int64_t *)(head + 3), next};
}

/*
 * Publishes the record that was opened last. It is whole before t->head moves on, and counted after
 * that: a thread may be cancelled in between (publish_rest). Returns the number of the next record.
 */
GM_HOT uint32_t gm_close(struct gm_thread *t, uint64_t next)
{
	struct gm_ring *const ring = t->ring;
	const uint32_t seq = t->seq + 1;

	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->head = next;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->seq = seq;
	GM_PUBLISH(&ring->head, next);
	return seq;
}

/* Starts a record of the current call, and returns where its words go: until gm_commit. */
GM_HOT int64_t *gm_begin(struct gm_thread *t, uint64_t meta, const void *pc)
{
	const struct gm_writing record = gm_open(t, meta, (uintptr_t)pc | t->stack);

	t->next = record.next;
	return record.words;
}

/* Publishes the record that was begun last. */
GM_HOT void gm_commit(struct gm_thread *t)
{
	gm_close(t, t->next);
}

#pragma GCC visibility pop

#endif
