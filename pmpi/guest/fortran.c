/*
 * Fortran. An MPI's Fortran procedures convert their arguments and call the C
 * functions, some as MPI_, some as PMPI_; libgomarmot.so has both names. The
 * wrapper of a Fortran procedure only notes the caller and the binding: the C
 * wrapper that is reached next records the call, with that caller, and all
 * other C calls of the Fortran layer pass through unrecorded.
 *
 * While a Fortran call is being forwarded the thread's depth is not 0, so that
 * the C wrappers get here through gm_enter_at; calls from C cost nothing.
 */
#include "fortran.h"

#include <errno.h>
#include <string.h>

#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../base/zz_wrappers.h"
#include "../loaded/mpitext.h"
#include "../loaded/real.h"
#include "../record/control.h"
#include "../record/ring.h"
#include "../record/thread.h"

__thread struct gm_fortran gm_fortran __attribute__((tls_model("initial-exec")));

/* Called in place of a procedure that this MPI lacks. */
static void absent(void)
{
}

/* The MPI's own procedure; never NULL. */
static GM_COLD void *resolve(void **real, const char *symbol)
{
	const int saved = errno;
	void *f = gm_find(symbol);

	if (!f) {
		gm_note("this MPI library has no %s; the call does nothing", symbol);
		f = (void *)absent;
	}
	GM_STORE(real, f);
	errno = saved;
	return f;
}

/* Notes the call that is about to be forwarded and returns where to. */
void *gm_fortran_enter(struct gm_fortran_call *call, void **real, const char *symbol, uint32_t kind,
	uint32_t binding, const void *pc, const void *sp)
{
	struct gm_thread *t = gm_self;
	void *f = GM_LOAD(real);

	if (!f)
		f = resolve(real, symbol);
	*call = (struct gm_fortran_call){.outer = gm_fortran, .binding = binding, .pc = pc};
	if ((gm_fortran.pc || (t && t->depth)) && gm_in_mpi(pc)) {
		call->passed = 1;
		return f;
	}
	if (!t && GM_LOAD(&gm_control.state) != GM_OFF)
		t = gm_thread_start(kind, pc);
	if (t) {
		call->t = t;
		call->depth = t->depth++;
	}
	gm_fortran = (struct gm_fortran){
		.pc = pc, .sp = (uintptr_t)sp, .kind = kind, .binding = binding};
	return f;
}

/* The call has returned; 0 if it did not reach a C wrapper. */
int gm_fortran_leave(struct gm_fortran_call *call)
{
	const int reached = call->passed || !gm_fortran.pc;

	gm_fortran = call->outer;
	if (call->t)
		call->t->depth = call->depth;
	return reached;
}

/*
 * If the file cannot be opened, MPICH's MPI_FILE_OPEN converts a handle on its stack that was
 * never set. Calls of gomarmot must leave no values there.
 */
__attribute__((noinline)) void gm_fortran_blank(void)
{
	char below[1024];

	memset(below, 0, sizeof below);
	__asm__ volatile("" : : "r"(below) : "memory");
}

/* Whether an mpi_f08 layer uses this call to describe a section of an array. */
static int describes_section(uint32_t kind)
{
	switch (kind) {
	case GM_KIND_MPI_Type_contiguous:
	case GM_KIND_MPI_Type_vector:
	case GM_KIND_MPI_Type_create_hvector:
	case GM_KIND_MPI_Type_commit:
		return 1;
	}
	return 0;
}

/* Whether a C call of this kind, from the Fortran layer, is the program's call. */
int gm_fortran_meant(uint32_t kind)
{
	return gm_fortran.kind == kind || describes_section(kind);
}

/*
 * The caller of the C wrapper of this kind: the Fortran program, if the MPI's
 * Fortran layer has just come here with the program's call, or makes the
 * datatype of a buffer before that call; otherwise pc.
 */
const void *gm_fortran_caller(uint32_t kind, const void *pc)
{
	if (!gm_fortran.pc)
		return pc;
	if (gm_fortran.kind != kind)
		return describes_section(kind) ? gm_fortran.pc : pc;
	pc = gm_fortran.pc;
	gm_fortran.pc = NULL;
	return pc;
}

/* Before a call is recorded: a Binding record precedes the thread's first call by a binding. */
void gm_fortran_binding(struct gm_thread *t, uint32_t binding, const void *pc)
{
	const int64_t word = binding;

	if (t->bindings & 1u << binding)
		return;
	t->bindings |= 1u << binding;
	gm_record(t, GM_META(GM_KIND_BINDING, GM_ONCE, 0, 1), pc, &word);
}

/*
 * A call that came through Fortran is about to be recorded. All calls that were
 * counted and did not come through here were made from C.
 */
void gm_fortran_note(struct gm_thread *t, const void *pc)
{
	if (t->calls > t->fortran)
		gm_fortran_binding(t, GM_C, pc);
	gm_fortran_binding(t, gm_fortran.binding, pc);
}

/* Before the thread's last record: notes whether there were calls from C. */
void gm_fortran_end(struct gm_thread *t)
{
	if (t->bindings && t->calls > t->fortran)
		gm_fortran_binding(t, GM_C, NULL);
}
