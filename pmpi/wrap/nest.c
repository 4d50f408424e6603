/*
 * Nested calls. Calls of MPI functions by the MPI library itself pass
 * through unrecorded. MPI calls from callbacks that a library runs (attribute
 * deletion, user operations, error handlers) belong to the program and are
 * recorded. So is the C call that an MPI's Fortran layer makes for the
 * program (fortran.c).
 *
 * A call by a PMPI_ name is also the program's if it comes from the program's
 * own wrapper, or from a tool in front of gomarmot. A tool behind gomarmot is
 * called by a wrapper here, and its PMPI_ calls only deliver that call.
 */
#include "nest.h"

#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../guest/fortran.h"
#include "../guest/stack.h"
#include "../life/late.h"
#include "../life/phase.h"
#include "../loaded/mpitext.h"
#include "../loaded/program.h"
#include "../loaded/real.h"
#include "../loaded/text.h"
#include "../memory/local.h"
#include "../record/control.h"
#include "../record/thread.h"

/*
 * The call by a PMPI_ name whose wrapper is about to be called: from gm_past_made to
 * the wrapper's guard, otherwise NULL.
 */
static __thread struct gm_past *past_call __attribute__((tls_model("initial-exec")));

enum { BY_PMPI = 1u << 30 }; /* added to a thread's depth meanwhile, so that the guard looks here */

/*
 * Notes the stack of a call that a library made, or a wrapper of the program's
 * own by the call's PMPI_ name. sp is the stack pointer after the return to pc.
 */
static void note_stack(struct gm_thread *t, const void *pc, const void *sp, int past)
{
	if (!past && gm_in_text(&gm_program, (uintptr_t)pc))
		t->stack = 0;
	else
		t->stack = gm_stack(t, pc, sp, past);
}

/* The guard of a call made while another call of this thread is open. */
static struct gm_thread *enter_nested(
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
	note_stack(t, caller, sp, past && caller == pc);
	if (caller != pc) {
		if (t->depth == 2 && gm_fortran.sp > t->local)
			gm_local_returned(t, kind, caller, gm_fortran.sp);
		gm_fortran_note(t, caller);
		t->fortran++;
	}
	return t;
}

/*
 * The guard in full: of calls by a PMPI_ name (past), of the first call of a thread, of calls
 * outside of recording and inside of other calls. The recorder's pc is the caller in the program.
 */
GM_COLD struct gm_thread *gm_enter_at(uint32_t kind, const void *pc, const void *sp, int past)
{
	struct gm_thread *t = gm_self;

	if (GM_LOAD(&gm_control.state) != GM_ON && !gm_on(kind, pc))
		return NULL;
	if (!t)
		t = gm_thread_start(kind, pc);
	if (!t)
		return NULL;
	if (t->depth)
		return enter_nested(t, kind, pc, sp, past);
	t->depth = 1;
	t->pc = pc;
	note_stack(t, pc, sp, past);
	if ((uintptr_t)sp > t->local)
		gm_local_returned(t, kind, pc, (uintptr_t)sp);
	return t;
}

/* The guard where its fast path does not apply; next is where a call by the MPI_ name continues. */
GM_COLD struct gm_entered gm_enter_otherwise(
	uint32_t kind, const void *pc, const void *sp, void *next)
{
	const struct gm_past *const call = past_call;

	if (!call)
		return (struct gm_entered){gm_enter_at(kind, pc, sp, 0), next};
	past_call = NULL;
	if (gm_self)
		gm_self->depth &= ~(uint32_t)BY_PMPI;
	return (struct gm_entered){gm_enter_at(kind, call->pc, call->sp, 1), call->real};
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
 * Decides about a call by a PMPI_ name. GM_PASSED: forward it. GM_MADE: the
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

/*
 * As gm_past. After GM_MADE the caller calls the wrapper at once, whose guard takes the call's
 * origin from here.
 */
int gm_past_made(uint32_t kind, struct gm_past *call)
{
	const int what = gm_past(kind, call->pc, &call->outer);

	if (what != GM_MADE)
		return what;
	past_call = call;
	if (gm_self)
		gm_self->depth |= BY_PMPI;
	return what;
}

/* The call that a tool behind gomarmot made has returned. */
int gm_delivered(int rc, uint64_t outer)
{
	if (gm_self)
		gm_self->inside = outer;
	return rc;
}
