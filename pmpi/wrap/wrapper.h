/*
 * The parts of a wrapper. A wrapper does: guard, record, forward, record,
 * return. The functions are inline and contain no call on their fast path.
 */
#ifndef GM_WRAPPER_H
#define GM_WRAPPER_H

#include <stddef.h>
#include <stdint.h>

#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../guest/stack.h"
#include "../loaded/program.h"
#include "../loaded/text.h"
#include "../memory/local.h"
#include "../memory/tracking.h"
#include "../record/control.h"
#include "../record/thread.h"
#include "../record/watch.h"
#include "nest.h"

#pragma GCC visibility push(hidden)

/*
 * The guard: this thread's recorder, or NULL if the call is to be passed
 * through unrecorded. kind is 0 for calls that are allowed before MPI_Init. *pc
 * becomes the caller in the program if the MPI's Fortran layer made the call;
 * *next becomes the MPI library's function if the call came by its PMPI_ name.
 */
GM_HOT __attribute__((nonnull)) struct gm_thread *gm_enter(
	uint32_t kind, const void **pc, void **next)
{
	const void *const sp = __builtin_dwarf_cfa();
	struct gm_thread *t = gm_self;
	struct gm_entered e;

	if (!GM_LIKELY(GM_LOAD(&gm_control.state) == GM_ON) || !GM_LIKELY(t != NULL) ||
		!GM_LIKELY(t->depth == 0)) {
		e = gm_enter_otherwise(kind, *pc, sp, *next);
		if (e.thread)
			*pc = e.thread->pc;
		*next = e.next;
		return e.thread;
	}
	t->depth = 1;
	if (GM_LIKELY(gm_in_text(&gm_program, (uintptr_t)*pc)))
		t->stack = 0;
	else
		t->stack = gm_stack(t, *pc, sp, 0);
	if (!GM_LIKELY((uintptr_t)sp <= t->local))
		gm_local_returned(t, kind, *pc, (uintptr_t)sp);
	return t;
}

/*
 * The guard's fast path: this thread's recorder if the program itself makes the call, all calls of
 * the family are recorded, and no buffers are tracked. NULL: gm_enter decides.
 */
GM_HOT struct gm_thread *gm_enter_quick(uint32_t family, const void *pc)
{
	const uintptr_t sp = (uintptr_t)__builtin_dwarf_cfa();
	struct gm_thread *t = gm_self;

	if (!GM_LIKELY(!((GM_LOAD(&gm_control.state) ^ GM_ON) | GM_LOAD(&gm_tracking))) ||
		!GM_LIKELY(gm_watched & family) || !GM_LIKELY(t != NULL) ||
		!GM_LIKELY(t->depth == 0) || !GM_LIKELY(gm_in_text(&gm_program, (uintptr_t)pc)) ||
		!GM_LIKELY(sp <= t->local))
		return NULL;
	t->depth = 1;
	t->stack = 0;
	return t;
}

/*
 * Fills the now-cell: the call about to be forwarded. The upper bits of pc are its stack; seq is
 * the number of the next record.
 */
GM_HOT void gm_now_at(struct gm_thread *t, uint32_t kind, uint64_t pc, uint32_t seq)
{
	struct gm_ring *const ring = t->ring;

	GM_STORE(&ring->now_count, ++t->calls);
	GM_STORE(&ring->now_pc, pc);
	GM_PUBLISH(&ring->now, kind | (uint64_t)seq << 32);
}

GM_HOT void gm_now(struct gm_thread *t, uint32_t kind, const void *pc)
{
	gm_now_at(t, kind, (uintptr_t)pc | t->stack, t->seq);
}

/* The call has returned: empties the now-cell. */
GM_HOT void gm_leave(struct gm_thread *t)
{
	GM_STORE(&t->ring->now, 0);
	if (!GM_LIKELY(--t->depth == 0))
		gm_leave_nested(t);
}

/* Whether this thread's last record is that of a test that found nothing. */
GM_HOT int gm_idle(const struct gm_thread *t)
{
	return t->idle == t->seq && t->seq != 0;
}

/*
 * Whether this thread's last record is of the same synchronization of this window. If the program's
 * loads and stores are recorded, each synchronization counts: accesses may lie between them.
 */
GM_HOT int gm_synced(const struct gm_thread *t, uint32_t kind, const void *pc, int64_t win)
{
	const struct gm_synced *last = &t->synced;

	return last->seq == t->seq && t->seq != 0 && last->kind == kind && last->pc == pc &&
	       last->stack == t->stack && last->win == win && !gm_accesses();
}

GM_HOT void gm_synced_here(struct gm_thread *t, uint32_t kind, const void *pc, int64_t win)
{
	t->synced = (struct gm_synced){t->seq, kind, pc, t->stack, win};
}

/*
 * Counts another test that found nothing, or another synchronization. No record gets room until
 * their number is recorded (gm_make_room).
 */
GM_HOT void gm_polled(struct gm_thread *t)
{
	if (t->polls++)
		return;
	t->kept = t->limit;
	t->limit = 0;
}

GM_HOT void gm_idle_from_here(struct gm_thread *t)
{
	t->idle = t->seq;
}

#pragma GCC visibility pop

#endif
