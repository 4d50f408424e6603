/*
 * Fortran. An MPI's Fortran procedures convert their arguments and call the C
 * functions, some as MPI_, some as PMPI_; libgomarmot.so has both names. The
 * wrapper of a Fortran procedure only notes the caller and the binding: the C
 * wrapper that is reached next records the call, with that caller, and all
 * other C calls of the Fortran layer pass through unrecorded.
 *
 * While a Fortran call is being forwarded the thread's depth is not 0, so that
 * the C wrappers get here through gm_enter_nested; calls from C cost nothing.
 */
#include "fortran.h"

#include <errno.h>

#include "args.h"
#include "core.h"
#include "core_abi.h"
#include "flavour.h"
#include "gm.h"
#include "known.h"
#include "note.h"
#include "query.h"
#include "real.h"
#include "record.h"
#include "ring.h"
#include "text.h"
#include "thread.h"
#include "wrapper.h"
#include "zz_wrappers.h"

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
 * MPICH's MPI_FILE_OPEN converts a handle that it has not set where the file cannot be
 * opened. Where that lies on the stack, calls of gomarmot must leave nothing.
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

static void note(struct gm_thread *t, uint32_t binding, const void *pc)
{
	const int64_t word = binding;

	if (t->bindings & 1u << binding)
		return;
	t->bindings |= 1u << binding;
	gm_record(t, GM_META(GM_KIND_BINDING, GM_ONCE, 0, 1), pc, &word);
}

/*
 * A call that came through Fortran is about to be recorded: a Binding record
 * precedes the first one of its binding in this thread. All calls that were
 * counted and did not come through here were made from C.
 */
void gm_fortran_note(struct gm_thread *t, const void *pc)
{
	if (t->calls > t->fortran)
		note(t, GM_C, pc);
	note(t, gm_fortran.binding, pc);
}

/* Before the thread's last record: notes whether there were calls from C. */
void gm_fortran_end(struct gm_thread *t)
{
	if (t->bindings && t->calls > t->fortran)
		note(t, GM_C, NULL);
}

/* A Fortran handle as its C handle; 0 if that cannot be found out. */
static int64_t handle(const char *convert, int32_t f)
{
	uintptr_t (*f2c)(int) = NULL;

	if (gm_handle_mask == UINT32_MAX)
		return gm_handle((uint32_t)f);
	f2c = gm_find(convert);
	return f2c ? gm_handle(f2c(f)) : 0;
}

/* The guard of the calls below, which are recorded when they have returned. */
static struct gm_thread *enter(const struct gm_fortran_call *call, uint32_t kind)
{
	const void *pc = call->pc;
	struct gm_thread *t = gm_enter(kind, &pc, 0);

	if (t)
		note(t, call->binding, pc);
	return t;
}

/* Writes both records of such a call. */
static void both(const struct gm_fortran_call *call, struct gm_thread *t, uint32_t kind,
	const int64_t *in, unsigned nin, const int64_t *out, unsigned nout)
{
	gm_record(t, GM_META(kind, GM_ENTER, 0, nin), call->pc, in);
	gm_record(t, GM_META(kind, GM_LEAVE, 0, nout), call->pc, out);
	gm_leave(t);
}

static int64_t result(const int32_t *ierror)
{
	return ierror ? *ierror : 0;
}

/* Writes the only record of such a call. */
static void once(const struct gm_fortran_call *call, struct gm_thread *t, uint32_t kind,
	const int64_t *in, unsigned nin)
{
	gm_record(t, GM_META(kind, GM_ONCE, 0, nin), call->pc, in);
	gm_leave(t);
}

void gm_fortran_win_get_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *flag, const int32_t *ierror)
{
	const int64_t in[4] = {handle("PMPI_Win_f2c", *win), *keyval, (int64_t)(uintptr_t)value,
		(int64_t)(uintptr_t)flag};
	const int64_t out[2] = {result(ierror), *flag != 0};
	struct gm_thread *t = enter(call, kind);

	if (!t)
		return;
	gm_know_window(t, in[0], call->pc);
	both(call, t, kind, in, 4, out, 2);
}

void gm_fortran_win_set_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *ierror)
{
	const int64_t in[3] = {handle("PMPI_Win_f2c", *win), *keyval, (int64_t)(uintptr_t)value};
	const int64_t out[1] = {result(ierror)};
	struct gm_thread *t = enter(call, kind);

	if (!t)
		return;
	gm_know_window(t, in[0], call->pc);
	both(call, t, kind, in, 3, out, 1);
}

/* Of a communicator or a datatype, whose Fortran handle convert makes one of C. */
static void get_attr(const struct gm_fortran_call *call, uint32_t kind, const char *convert,
	int32_t object, const int32_t *keyval, const void *value, const int32_t *flag)
{
	const int64_t in[4] = {handle(convert, object), *keyval, (int64_t)(uintptr_t)value,
		(int64_t)(uintptr_t)flag};
	struct gm_thread *t = enter(call, kind);

	if (t)
		once(call, t, kind, in, 4);
}

static void set_attr(const struct gm_fortran_call *call, uint32_t kind, const char *convert,
	int32_t object, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	const int64_t in[3] = {handle(convert, object), *keyval, (int64_t)(uintptr_t)value};
	const int64_t out[1] = {result(ierror)};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, in, 3, out, 1);
}

void gm_fortran_comm_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror)
{
	(void)ierror;
	get_attr(call, kind, "PMPI_Comm_f2c", *comm, keyval, value, flag);
}

void gm_fortran_comm_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	set_attr(call, kind, "PMPI_Comm_f2c", *comm, keyval, value, ierror);
}

void gm_fortran_type_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror)
{
	(void)ierror;
	get_attr(call, kind, "PMPI_Type_f2c", *type, keyval, value, flag);
}

void gm_fortran_type_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *ierror)
{
	set_attr(call, kind, "PMPI_Type_f2c", *type, keyval, value, ierror);
}

void gm_fortran_create_keyval(const struct gm_fortran_call *call, uint32_t kind, const void *copy,
	const void *remove, const int32_t *keyval, const void *extra, const int32_t *ierror)
{
	const int64_t in[4] = {(int64_t)(uintptr_t)copy, (int64_t)(uintptr_t)remove,
		(int64_t)(uintptr_t)keyval, (int64_t)(uintptr_t)extra};
	const int64_t out[2] = {result(ierror), *keyval};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, in, 4, out, 2);
}

/* Allowed at any time, so gm_enter does not learn which call it is. */
void gm_fortran_create_errhandler(const struct gm_fortran_call *call, uint32_t kind,
	const void *function, const int32_t *errhandler, const int32_t *ierror)
{
	const int64_t in[2] = {(int64_t)(uintptr_t)function, (int64_t)(uintptr_t)errhandler};
	const int64_t out[2] = {result(ierror), handle("PMPI_Errhandler_f2c", *errhandler)};
	struct gm_thread *t = enter(call, 0);

	if (t)
		both(call, t, kind, in, 2, out, 2);
}

void gm_fortran_type_match_size(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *typeclass, const int32_t *size, const int32_t *datatype,
	const int32_t *ierror)
{
	const int64_t type = handle("PMPI_Type_f2c", *datatype);
	const int rc = (int)result(ierror);
	const struct gm_type_words made = gm_query_type(rc, &type);
	const int64_t args[3] = {*typeclass, *size, (int64_t)(uintptr_t)datatype};
	const int64_t out[7] = {rc, type, made.w[0], made.w[1], made.w[2], made.w[3], made.w[4]};
	struct gm_thread *t = enter(call, kind);

	if (t)
		both(call, t, kind, args, 3, out, 7);
}
