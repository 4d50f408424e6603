/*
 * The wrappers of MPI_Init, MPI_Init_thread, MPI_Session_init, MPI_Finalize,
 * MPI_Session_finalize and MPI_Abort. They are written by hand because
 * recording begins and ends in them.
 */
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../base/zz_wrappers.h"
#include "../detail/query.h"
#include "../guest/created.h"
#include "../guest/fortran.h"
#include "../library/args.h"
#include "../life/atend.h"
#include "../life/end.h"
#include "../life/phase.h"
#include "../life/start.h"
#include "../life/stray.h"
#include "../memory/access.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "nest.h"
#include "wrapper.h"
enum { FINALIZE_MS = 30000, ABORT_MS = 1000 };

static uint32_t worlds;  /* MPI_Init without MPI_Finalize */
static uint32_t staying; /* sessions that have not entered MPI_Session_finalize */

/* The guard; *pc becomes the caller in the program. */
GM_HOT struct gm_thread *enter_by_hand(uint32_t kind, const void **pc, int past)
{
	struct gm_thread *t = gm_enter_at(kind, *pc, __builtin_dwarf_cfa(), past);

	if (t)
		*pc = t->pc;
	return t;
}

/*
 * The guard of the three initializing calls, after the MPI library's function has returned:
 * starts recording unless it has started.
 */
static struct gm_thread *begin_after(int rc, uint32_t kind, const void *session,
	struct gm_moment since, const void **pc, int past)
{
	struct gm_thread *t;

	if (rc)
		return NULL;
	gm_start_once(session, kind, *pc, since);
	t = enter_by_hand(0, pc, past);
	if (t && gm_fortran.binding)
		gm_fortran_note(t, *pc);
	return t;
}

static int finish(struct gm_thread *t, uint64_t meta, const void *pc, const int64_t *words)
{
	if (!t)
		return (int)words[0];
	gm_record(t, meta, pc, words);
	gm_leave(t);
	return (int)words[0];
}

/* Whether the call came through Fortran; *pc then becomes the caller there. */
static int from_fortran(uint32_t kind, const void **pc)
{
	const void *const c = *pc;

	*pc = gm_fortran_caller(kind, c);
	return *pc != c;
}

/* An MPI_Init that is not recorded: MPI may have been finalized. */
static void again(uint32_t kind, const void *pc)
{
	if (gm_is_finalized())
		gm_stray(kind, pc);
}

int own_MPI_Init(int (*real)(void *, void *), const void *pc, int past, void *argc, void *argv)
{
	const struct gm_moment since = gm_moment();
	const uint64_t enter = GM_META(GM_KIND_MPI_Init, GM_ENTER, 0, 2);
	const int64_t args[2] = {gm_int_at(argc), (int64_t)(uintptr_t)argv};
	struct gm_thread *t;

	if (gm_initializing)
		return real(argc, argv);
	past = !from_fortran(GM_KIND_MPI_Init, &pc) && past;
	t = enter_by_hand(0, &pc, past);
	if (t)
		gm_record(t, enter, pc, args);
	else
		again(GM_KIND_MPI_Init, pc);
	gm_initializing = 1;
	const int rc = real(argc, argv);
	gm_initializing = 0;
	__atomic_fetch_add(&worlds, rc == 0, __ATOMIC_SEQ_CST);
	if (!t && (t = begin_after(rc, GM_KIND_MPI_Init, NULL, since, &pc, past)))
		gm_record(t, enter, pc, args);
	const int64_t out[2] = {rc, gm_int_at(argc)};
	return finish(t, GM_META(GM_KIND_MPI_Init, GM_LEAVE, 0, 2), pc, out);
}

int own_MPI_Init_thread(int (*real)(void *, void *, intptr_t, void *), const void *pc, int past,
	void *argc, void *argv, intptr_t required, void *provided)
{
	const struct gm_moment since = gm_moment();
	const uint64_t enter = GM_META(GM_KIND_MPI_Init_thread, GM_ENTER, 0, 4);
	const int64_t args[4] = {gm_int_at(argc), (int64_t)(uintptr_t)argv, (int32_t)required,
		(int64_t)(uintptr_t)provided};
	struct gm_thread *t;

	if (gm_initializing)
		return real(argc, argv, required, provided);
	past = !from_fortran(GM_KIND_MPI_Init_thread, &pc) && past;
	t = enter_by_hand(0, &pc, past);
	if (t)
		gm_record(t, enter, pc, args);
	else
		again(GM_KIND_MPI_Init_thread, pc);
	gm_initializing = 1;
	const int rc = real(argc, argv, required, provided);
	gm_initializing = 0;
	__atomic_fetch_add(&worlds, rc == 0, __ATOMIC_SEQ_CST);
	if (!t && (t = begin_after(rc, GM_KIND_MPI_Init_thread, NULL, since, &pc, past)))
		gm_record(t, enter, pc, args);
	const int64_t out[3] = {rc, gm_int_at(argc), gm_int_at(provided)};
	return finish(t, GM_META(GM_KIND_MPI_Init_thread, GM_LEAVE, 0, 3), pc, out);
}

static void enter_session_init(struct gm_thread *t, uintptr_t info, uintptr_t errhandler,
	const void *session, const void *pc)
{
	const int64_t args[3] = {
		gm_handle(info), gm_handle(errhandler), (int64_t)(uintptr_t)session};

	gm_record(t, GM_META(GM_KIND_MPI_Session_init, GM_ENTER, 0, 3), pc, args);
}

int own_MPI_Session_init(int (*real)(uintptr_t, uintptr_t, void *), const void *pc, int past,
	uintptr_t info, uintptr_t errhandler, void *session)
{
	const struct gm_moment since = gm_moment();
	struct gm_thread *t;

	if (gm_initializing)
		return real(info, errhandler, session);
	past = !from_fortran(GM_KIND_MPI_Session_init, &pc) && past;
	t = enter_by_hand(0, &pc, past);
	if (t)
		enter_session_init(t, info, errhandler, session, pc);
	const int late = !t && gm_stray_begins(pc);
	gm_initializing = 1;
	const int rc = real(info, errhandler, session);
	gm_initializing = 0;
	if (late)
		gm_stray_begun();
	__atomic_fetch_add(&gm_sessions, rc == 0, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&staying, rc == 0, __ATOMIC_SEQ_CST);
	if (!rc)
		gm_stray_over(0);
	if (!t && (t = begin_after(rc, GM_KIND_MPI_Session_init, session, since, &pc, past)))
		enter_session_init(t, info, errhandler, session, pc);
	if (!t)
		return rc;
	const int64_t out[2] = {rc, gm_handle_at(session)};
	return finish(t, GM_META(GM_KIND_MPI_Session_init, GM_LEAVE, 0, 2), pc, out);
}

/* Recording is over: MPI has ended in this process. */
static void over(struct gm_thread *t)
{
	gm_end(t, GM_FINALIZED, FINALIZE_MS);
	gm_stray_over(1);
	gm_atend_check();
}

int own_MPI_Finalize(int (*real)(void), const void *pc, int past)
{
	struct gm_thread *t = enter_by_hand(GM_KIND_MPI_Finalize, &pc, past);

	if (!t)
		return real();
	gm_track(t, 1);
	gm_created_end(t);
	gm_record(t, GM_META(GM_KIND_MPI_Finalize, GM_ENTER, 0, 0), pc, NULL);
	if (!gm_session_is_open())
		gm_query_done();
	gm_now(t, GM_KIND_MPI_Finalize, pc);
	const int64_t rc = real();
	GM_STORE(&worlds, 0);
	finish(t, GM_META(GM_KIND_MPI_Finalize, GM_LEAVE, 0, 1), pc, &rc);
	if (!gm_session_is_open())
		over(t);
	return (int)rc;
}

int own_MPI_Session_finalize(int (*real)(void *), const void *pc, int past, void *session)
{
	/* Before all is over, a call that gomarmot did not see may have begun the session. */
	const uint32_t stray = gm_stray_is_over() ? GM_KIND_MPI_Session_finalize : 0;
	struct gm_thread *t = enter_by_hand(stray, &pc, past);

	if (!t)
		return real(session);
	gm_track(t, 1);
	const int64_t arg = gm_handle_at(session);
	gm_record(t, GM_META(GM_KIND_MPI_Session_finalize, GM_ENTER, 0, 1), pc, &arg);
	if (__atomic_sub_fetch(&staying, 1, __ATOMIC_SEQ_CST) == 0 && GM_LOAD(&worlds) == 0)
		gm_query_done();
	gm_now(t, GM_KIND_MPI_Session_finalize, pc);
	const int rc = real(session);
	const int64_t out[2] = {rc, gm_handle_at(session)};
	finish(t, GM_META(GM_KIND_MPI_Session_finalize, GM_LEAVE, 0, 2), pc, out);
	if (rc != 0) /* it is still open */
		__atomic_fetch_add(&staying, 1, __ATOMIC_SEQ_CST);
	else if (__atomic_sub_fetch(&gm_sessions, 1, __ATOMIC_SEQ_CST) == 0 &&
		 GM_LOAD(&worlds) == 0)
		over(t);
	return rc;
}

int own_MPI_Abort(int (*real)(uintptr_t, intptr_t), const void *pc, int past, uintptr_t comm,
	intptr_t errorcode)
{
	struct gm_thread *t = enter_by_hand(0, &pc, past);

	if (!t)
		return real(comm, errorcode);
	gm_track(t, 1);
	const int64_t args[2] = {gm_handle(comm), (int32_t)errorcode};
	gm_record(t, GM_META(GM_KIND_MPI_Abort, GM_ONCE, 0, 2), pc, args);
	gm_now(t, GM_KIND_MPI_Abort, pc);
	gm_end(t, GM_ABORT, ABORT_MS);
	const int rc = real(comm, errorcode);
	gm_leave(t);
	return rc;
}
