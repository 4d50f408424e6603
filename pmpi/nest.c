/*
 * Nested calls. MPI libraries call MPI functions of their own: those pass
 * through unrecorded. MPI calls from callbacks that a library runs (attribute
 * deletion, user operations, error handlers) belong to the program and are
 * recorded. So is the one C call that an MPI's Fortran layer makes for the
 * program (fortran.c).
 */
#include "gm.h"

/* The guard of a call made while another one of this thread is open. */
GM_COLD struct gm_thread *gm_enter_nested(
	struct gm_thread *t, uint32_t kind, const void *pc, const void *sp)
{
	struct gm_ring *ring = t->ring;
	const void *caller = gm_fortran_caller(kind, pc);

	if (caller == pc && gm_in_mpi(pc))
		return NULL;
	if (GM_LOAD(&ring->reserve) != t->head)
		return NULL; /* a signal handler's call amid the writing of a record */
	t->pc = caller;
	if (t->depth <= GM_NEST) {
		struct gm_now *now = &t->outer[t->depth - 1];

		now->kind_seq = GM_LOAD(&ring->now);
		now->pc = GM_LOAD(&ring->now_pc);
		now->stack = t->stack;
	}
	t->depth++;
	gm_note_stack(t, caller, sp);
	if (caller != pc) {
		gm_fortran_note(t, caller);
		t->fortran++;
	}
	return t;
}

/* Puts the outer call back into the now-cell. */
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
