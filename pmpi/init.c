/*
 * Starting and ending: the wrappers of MPI_Init, MPI_Init_thread,
 * MPI_Session_init, MPI_Finalize, MPI_Session_finalize and MPI_Abort, written
 * by hand because recording begins and ends inside them.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "zz_predef.h"
#include "zz_wrappers.h"

enum {
	FINALIZE_MS = 30000,
	ABORT_MS = 1000,
	CALIBRATE_NANO = 2000000, /* at least, to know the counter's rate */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int started;       /* 1 once tried; recording starts at most once */
static uint32_t worlds;   /* MPI_Init without MPI_Finalize */
static uint32_t sessions; /* MPI_Session_init without MPI_Session_finalize */

/* A moment on the processor's counter and on the wall clock. */
struct moment {
	uint64_t ticks, nano, unix_nano;
};

/* This process in its job. */
struct job {
	int rank, size, spawned;
	uintptr_t group; /* of a session; 0 in the world model */
};

static struct moment moment(void)
{
	struct moment m;

	m.unix_nano = gm_unix_nano();
	m.nano = gm_monotonic_nano();
	m.ticks = gm_ticks();
	return m;
}

static uint64_t ticks_per_second(struct moment since)
{
	struct moment now = moment();

	while (now.nano - since.nano < CALIBRATE_NANO)
		now = moment();
	return (uint64_t)((double)(now.ticks - since.ticks) * 1e9 /
			  (double)(now.nano - since.nano));
}

static int is_spawned(void)
{
	int (*get_parent)(void *) = gm_find("PMPI_Comm_get_parent");
	uintptr_t parent = 0;

	return get_parent && !get_parent(&parent) &&
	       !gm_is_null(GM_CLASS_COMM, (uint64_t)gm_handle_at(&parent));
}

static int world_job(struct job *job)
{
	int (*rank)(uintptr_t, int *) = gm_find("PMPI_Comm_rank");
	int (*size)(uintptr_t, int *) = gm_find("PMPI_Comm_size");
	const uintptr_t world = gm_predef(GM_ID_COMM_WORLD);

	if (!rank || !size || rank(world, &job->rank) || size(world, &job->size))
		return -1;
	job->spawned = is_spawned();
	return gm_query_setup(world, 0);
}

static int session_job(struct job *job, const void *session)
{
	int (*from_pset)(uintptr_t, const char *, void *) = gm_find("PMPI_Group_from_session_pset");
	int (*rank)(uintptr_t, int *) = gm_find("PMPI_Group_rank");
	int (*size)(uintptr_t, int *) = gm_find("PMPI_Group_size");

	if (!from_pset || !rank || !size ||
		from_pset((uintptr_t)gm_handle_at(session), "mpi://WORLD", &job->group))
		return -1;
	job->group = (uintptr_t)gm_handle_at(&job->group);
	if (rank(job->group, &job->rank) || size(job->group, &job->size))
		return -1;
	return gm_query_setup(0, job->group);
}

/* All ranks learn rank 0's decision: the only communication of gomarmot. */
static int agree(struct gm_place *place, const struct job *job)
{
	int (*bcast)(void *, intptr_t, uintptr_t, intptr_t, uintptr_t) = gm_find("PMPI_Bcast");

	if (!bcast)
		return -1;
	if (job->rank == 0)
		gm_place_lead(place, job->spawned);
	if (bcast(place, sizeof *place, gm_predef(GM_ID_BYTE), 0, gm_predef(GM_ID_COMM_WORLD)))
		return -1;
	if (job->rank != 0)
		gm_place_follow(place);
	return 0;
}

/* Error handlers of the two communicators that errors without one go to. */
struct handlers {
	uintptr_t world, self;
};

static void handlers_swap(struct handlers *h, int to_return)
{
	int (*get)(uintptr_t, void *) = gm_find("PMPI_Comm_get_errhandler");
	int (*set)(uintptr_t, uintptr_t) = gm_find("PMPI_Comm_set_errhandler");
	int (*release)(void *) = gm_find("PMPI_Errhandler_free");
	const uintptr_t world = gm_predef(GM_ID_COMM_WORLD), self = gm_predef(GM_ID_COMM_SELF);

	if (to_return) {
		get(world, &h->world);
		get(self, &h->self);
		set(world, gm_predef(GM_ID_ERRORS_RETURN));
		set(self, gm_predef(GM_ID_ERRORS_RETURN));
		return;
	}
	set(world, h->world);
	set(self, h->self);
	release(&h->world);
	release(&h->self);
}

/* The first records: this thread, and the predefined handles. */
static int first_records(const struct job *job)
{
	struct handlers handlers = {0, 0};
	struct gm_thread *t = gm_thread_start(NULL);

	if (!t)
		return -1;
	if (!job->group)
		handlers_swap(&handlers, 1);
	gm_record_predefs(t, 1);
	if (!job->group)
		handlers_swap(&handlers, 0);
	return 0;
}

/* What the library says of itself. */
struct library {
	int version, subversion, thread_level;
};

static struct library ask_library(void)
{
	int (*get_version)(int *, int *) = gm_find("PMPI_Get_version");
	int (*query_thread)(int *) = gm_find("PMPI_Query_thread");
	struct library l = {0, 0, 0};

	if (get_version)
		get_version(&l.version, &l.subversion);
	if (query_thread)
		query_thread(&l.thread_level);
	return l;
}

static void fill_boot(struct gm_boot *boot, const struct job *job, const struct gm_place *place,
	struct moment since)
{
	const struct library library = ask_library();

	*boot = (struct gm_boot){
		.abi = GM_ABI,
		.rank = (uint32_t)job->rank,
		.size = (uint32_t)job->size,
		.leader = job->rank == 0,
		.sessions = job->group != 0,
		.thread_level = (uint32_t)library.thread_level,
		.standard = {(uint32_t)library.version, (uint32_t)library.subversion},
		.run_id = place->run_id,
		.start_ticks = since.ticks,
		.start_unix_nano = since.unix_nano,
		.ticks_per_second = ticks_per_second(since),
		.log_path = place->ok ? place->log : "",
		.dir_path = place->ok ? place->dir : "",
		.flavour = gm_flavour_name(),
		.mpi_version = gm_library_version(),
		.control = &gm_control,
		.thread = gm_thread_at,
		.release = gm_thread_release,
		.sleep = gm_core_sleep,
		.answer = gm_core_answer,
		.become = gm_core_become,
		.write_line = gm_write_line,
		.ticks = gm_core_ticks,
	};
}

static int start(struct job *job, const void *session, struct moment since)
{
	static struct gm_boot boot;
	static struct gm_place place;

	if (gm_flavour_detect())
		return -1;
	if (session ? session_job(job, session) : world_job(job)) {
		gm_note("cannot ask the MPI library for this process's rank; the program runs "
			"unwatched");
		return -1;
	}
	if (session)
		gm_place_session(&place, (uint32_t)job->rank);
	else if (agree(&place, job))
		return -1;
	gm_collect_mpi_text();
	if (gm_ring_setup((uint32_t)job->rank, place.ok ? place.dir : ""))
		return -1;
	if (first_records(job)) {
		gm_note("no memory for a ring; the program runs unwatched");
		return -1;
	}
	fill_boot(&boot, job, &place, since);
	return gm_core_start(&boot);
}

static int disabled(void)
{
	const char *text = getenv("GOMARMOT_DISABLE");

	return text && text[0] && strcmp(text, "0");
}

/* The first MPI initialisation of this process has succeeded. */
static void start_once(const void *session, struct moment since)
{
	struct job job = {0, 0, 0, 0};

	pthread_mutex_lock(&lock);
	if (!started && !disabled()) {
		started = 1;
		gm_note_setup();
		if (!start(&job, session, since)) {
			gm_end_setup();
			GM_PUBLISH(&gm_control.state, GM_ON);
		} else {
			gm_self = NULL;
			gm_thread_release(0);
		}
	}
	pthread_mutex_unlock(&lock);
}

/*
 * The guard of the three initialising calls, after the real one returned:
 * starts recording if that has not happened and writes the enter record.
 */
static struct gm_thread *begin_after(int rc, const void *session, struct moment since,
	uint64_t meta, const void *pc, const int64_t *words)
{
	struct gm_thread *t;

	if (rc)
		return NULL;
	start_once(session, since);
	t = gm_enter(pc);
	if (t)
		gm_record(t, meta, pc, words);
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

GM_EXPORT int MPI_Init(void *argc, void *argv)
{
	int (*real)(void *, void *) = gm_real_of(GM_FN_MPI_Init);
	const struct moment since = moment();
	const void *pc = GM_CALLER;
	const uint64_t enter = GM_META(GM_KIND_MPI_Init, GM_ENTER, 0, 2);
	const int64_t args[2] = {gm_int_at(argc), (int64_t)(uintptr_t)argv};
	struct gm_thread *t = gm_enter(pc);

	if (t)
		gm_record(t, enter, pc, args);
	const int rc = real(argc, argv);
	worlds += rc == 0;
	if (!t)
		t = begin_after(rc, NULL, since, enter, pc, args);
	const int64_t out[2] = {rc, gm_int_at(argc)};
	return finish(t, GM_META(GM_KIND_MPI_Init, GM_LEAVE, 0, 2), pc, out);
}

GM_EXPORT int MPI_Init_thread(void *argc, void *argv, intptr_t required, void *provided)
{
	int (*real)(void *, void *, intptr_t, void *) = gm_real_of(GM_FN_MPI_Init_thread);
	const struct moment since = moment();
	const void *pc = GM_CALLER;
	const uint64_t enter = GM_META(GM_KIND_MPI_Init_thread, GM_ENTER, 0, 4);
	const int64_t args[4] = {gm_int_at(argc), (int64_t)(uintptr_t)argv, (int32_t)required,
		(int64_t)(uintptr_t)provided};
	struct gm_thread *t = gm_enter(pc);

	if (t)
		gm_record(t, enter, pc, args);
	const int rc = real(argc, argv, required, provided);
	worlds += rc == 0;
	if (!t)
		t = begin_after(rc, NULL, since, enter, pc, args);
	const int64_t out[3] = {rc, gm_int_at(argc), gm_int_at(provided)};
	return finish(t, GM_META(GM_KIND_MPI_Init_thread, GM_LEAVE, 0, 3), pc, out);
}

GM_EXPORT int MPI_Session_init(uintptr_t info, uintptr_t errhandler, void *session)
{
	int (*real)(uintptr_t, uintptr_t, void *) = gm_real_of(GM_FN_MPI_Session_init);
	const struct moment since = moment();
	const void *pc = GM_CALLER;
	const uint64_t enter = GM_META(GM_KIND_MPI_Session_init, GM_ENTER, 0, 3);
	const int64_t args[3] = {
		gm_handle(info), gm_handle(errhandler), (int64_t)(uintptr_t)session};
	struct gm_thread *t = gm_enter(pc);

	if (t)
		gm_record(t, enter, pc, args);
	const int rc = real(info, errhandler, session);
	__atomic_fetch_add(&sessions, rc == 0, __ATOMIC_SEQ_CST);
	if (!t)
		t = begin_after(rc, session, since, enter, pc, args);
	const int64_t out[2] = {rc, gm_handle_at(session)};
	return finish(t, GM_META(GM_KIND_MPI_Session_init, GM_LEAVE, 0, 2), pc, out);
}

GM_EXPORT int MPI_Finalize(void)
{
	int (*real)(void) = gm_real_of(GM_FN_MPI_Finalize);
	const void *pc = GM_CALLER;
	struct gm_thread *t = gm_enter(pc);

	if (!t)
		return real();
	gm_record(t, GM_META(GM_KIND_MPI_Finalize, GM_ENTER, 0, 0), pc, NULL);
	if (GM_LOAD(&sessions) == 0)
		gm_query_done();
	gm_now(t, GM_KIND_MPI_Finalize, pc);
	const int64_t rc = real();
	worlds = 0;
	finish(t, GM_META(GM_KIND_MPI_Finalize, GM_LEAVE, 0, 1), pc, &rc);
	if (GM_LOAD(&sessions) == 0)
		gm_end(t, GM_FINALIZED, FINALIZE_MS);
	return (int)rc;
}

GM_EXPORT int MPI_Session_finalize(void *session)
{
	int (*real)(void *) = gm_real_of(GM_FN_MPI_Session_finalize);
	const void *pc = GM_CALLER;
	struct gm_thread *t = gm_enter(pc);

	if (!t)
		return real(session);
	const int64_t arg = gm_handle_at(session);
	const int last = GM_LOAD(&sessions) <= 1 && worlds == 0;
	gm_record(t, GM_META(GM_KIND_MPI_Session_finalize, GM_ENTER, 0, 1), pc, &arg);
	if (last)
		gm_query_done();
	gm_now(t, GM_KIND_MPI_Session_finalize, pc);
	const int rc = real(session);
	const int64_t out[2] = {rc, gm_handle_at(session)};
	__atomic_fetch_sub(&sessions, 1, __ATOMIC_SEQ_CST);
	finish(t, GM_META(GM_KIND_MPI_Session_finalize, GM_LEAVE, 0, 2), pc, out);
	if (last)
		gm_end(t, GM_FINALIZED, FINALIZE_MS);
	return rc;
}

GM_EXPORT int MPI_Abort(uintptr_t comm, intptr_t errorcode)
{
	int (*real)(uintptr_t, intptr_t) = gm_real_of(GM_FN_MPI_Abort);
	const void *pc = GM_CALLER;
	struct gm_thread *t = gm_enter(pc);

	if (!t)
		return real(comm, errorcode);
	const int64_t args[2] = {gm_handle(comm), (int32_t)errorcode};
	gm_record(t, GM_META(GM_KIND_MPI_Abort, GM_ONCE, 0, 2), pc, args);
	gm_now(t, GM_KIND_MPI_Abort, pc);
	gm_end(t, GM_ABORT, ABORT_MS);
	const int rc = real(comm, errorcode);
	gm_leave(t);
	return rc;
}
