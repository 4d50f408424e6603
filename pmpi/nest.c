/*
 * Nested calls. MPI libraries call MPI functions themselves: those calls pass
 * through unrecorded. MPI calls from callbacks that a library runs (attribute
 * deletion, user operations, error handlers) belong to the program and are
 * recorded. So is the one C call that an MPI's Fortran layer makes for the
 * program (fortran.c).
 *
 * A call by a PMPI_ name is also the program's if it comes from the program's
 * own wrapper, or from a tool in front of gomarmot. A tool behind gomarmot is
 * called by a wrapper here, and its PMPI_ calls only deliver that call.
 */
#include "nest.h"

#include "core_abi.h"
#include "fortran.h"
#include "gm.h"
#include "init.h"
#include "local.h"
#include "real.h"
#include "record.h"
#include "text.h"
#include "thread.h"
#include "wrapper.h"

/* The guard of a call made while another one of this thread is open. */
GM_COLD struct gm_thread *gm_enter_nested(
	struct gm_thread *t, uint32_t kind, const void *pc, const void *sp, int past)
{
	struct gm_ring *ring = t->ring;
	const void *caller = gm_fortran_caller(kind, pc);

	if (caller == pc && gm_in_mpi(pc))
		return NULL;
	if (GM_LOAD(&ring->reserve) != t->head)
		return NULL; /* a signal handler called while a record was being written */
	t->pc = caller;
	if (t->depth <= GM_NEST) {
		struct gm_now *now = &t->outer[t->depth - 1];

		now->kind_seq = GM_LOAD(&ring->now);
		now->pc = GM_LOAD(&ring->now_pc);
		now->stack = t->stack;
	}
	t->depth++;
	gm_note_stack(t, caller, sp, past && caller == pc);
	if (caller != pc) {
		if (t->depth == 2 && gm_fortran.sp > t->local)
			gm_local_returned(t, kind, caller, gm_fortran.sp);
		gm_fortran_note(t, caller);
		t->fortran++;
	}
	return t;
}

/* Restores the outer call in the now-cell. */
GM_COLD void gm_leave_nested(struct gm_thread *t)
{
	struct gm_ring *ring = t->ring;
	const struct gm_now *now;

	if (t->depth > GM_NEST)
		return;
	now = &t->outer[t->depth - 1];
	t->stack = now->stack;
	GM_STORE(&ring->now_pc, now->pc);
	GM_PUBLISH(&ring->now, now->kind_seq);
}

/*
 * What to do about a call by a PMPI_ name. GM_PASSED: forward it. GM_MADE: the
 * program made it, so it is recorded. GM_DELIVERED: a tool behind gomarmot made
 * it; until it has returned (gm_delivered, with outer), calls come from
 * callbacks of the program.
 */
int gm_past(uint32_t kind, const void *pc, uint64_t *outer)
{
	struct gm_thread *t = gm_self;
	uint64_t now;

	if (gm_initializing)
		return GM_PASSED;
	if (gm_fortran.pc)
		return gm_fortran_meant(kind) ? GM_MADE : GM_PASSED;
	if (!t || !t->depth) /* from Fortran: the program called pmpi_x */
		return !gm_in_mpi(pc) || gm_in_fortran_layer(pc) ? GM_MADE : GM_PASSED;
	if (gm_in_mpi(pc))
		return GM_PASSED;
	now = GM_LOAD(&t->ring->now);
	if (!now) /* in a Fortran wrapper of a tool behind gomarmot */
		return GM_PASSED;
	if (t->inside == now || !gm_chained[now % GM_KINDS])
		return GM_MADE;
	*outer = t->inside;
	t->inside = now;
	return GM_DELIVERED;
}

/* The call that a tool behind gomarmot made has returned. */
int gm_delivered(int rc, uint64_t outer)
{
	if (gm_self)
		gm_self->inside = outer;
	return rc;
}
