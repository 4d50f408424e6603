/* How recording ends: in MPI_Finalize, in MPI_Abort, at exit, or in a forked child. */
#define _GNU_SOURCE
#include "end.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../guest/fault.h"
#include "../guest/fortran.h"
#include "../loaded/tools.h"
#include "../memory/access.h"
#include "../memory/tracking.h"
#include "../place/meeting.h"
#include "../place/place.h"
#include "../record/control.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "atend.h"
#include "phase.h"

enum { EXIT_MS = 1000 };

static pid_t loaded; /* the process that this library was loaded in */
static pid_t owner;  /* the process that records */
static const struct gm_place *place;
static int status = -1; /* of exit(); -1 before */

__attribute__((constructor)) static void at_load(void)
{
	loaded = getpid();
}

/* A forked child records nothing: the rings belong to its parent. */
static void in_child(void)
{
	GM_STORE(&gm_control.state, GM_OFF);
	GM_STORE(&gm_tracking, 0);
	gm_self = NULL;
}

static void at_exit_status(int given, void *unused)
{
	(void)unused;
	status = given & 0xff;
}

/* Called once, when recording starts. */
void gm_end_setup(const struct gm_place *found)
{
	owner = getpid();
	place = found;
	pthread_atfork(NULL, NULL, in_child);
	on_exit(at_exit_status, NULL);
}

/*
 * Writes the last record of this process, then waits, up to a limit, until
 * everything is durable. Nothing is recorded afterwards.
 */
void gm_end(struct gm_thread *t, uint32_t reason, uint32_t milliseconds)
{
	const int64_t words[3] = {reason, (uint32_t)GM_LOAD(&t->ring->now), status + 1};
	int late;

	if (GM_LOAD(&t->ring->reserve) == t->head) {
		gm_track(t, 1);
		gm_fortran_end(t);
		gm_record(t, GM_META(GM_KIND_END, GM_ONCE, 0, 3), NULL, words);
	}
	if (__atomic_exchange_n(&gm_control.state, GM_OFF, __ATOMIC_SEQ_CST) == GM_OFF)
		return; /* another thread did this first, or the core is off */
	gm_meeting_leave();
	late = gm_core_flush(reason, milliseconds);
	gm_fault_remove();
	if (reason == GM_ABORT)
		gm_place_publish(place); /* the program ends here */
	if (late && reason == GM_FINALIZED)
		gm_note("the log is not complete after %u s; gomarmot report reads what is there",
			milliseconds / 1000);
}

/* exit() or return from main without MPI_Finalize; also a fatal MPI error. */
static void end_unfinished(void)
{
	struct gm_thread *t = gm_self;
	int over;

	gm_core_await_close();
	if (GM_LOAD(&gm_control.state) == GM_OFF)
		return;
	if (!t)
		t = gm_thread_start(0, NULL);
	if (!t)
		return;
	over = gm_is_finalized();
	gm_end(t, over ? GM_FINALIZED : GM_EXIT, EXIT_MS);
	if (over)
		gm_atend_check();
}

__attribute__((destructor)) static void at_exit(void)
{
	gm_meeting_leave();
	if (!gm_tried() && getpid() == loaded)
		gm_say_unwatched();
	if (getpid() != owner)
		return;
	end_unfinished();
	gm_place_publish(place);
}
