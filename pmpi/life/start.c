/*
 * Starting to record: which MPI this is, which rank this is, where the log goes,
 * the first records, and the core.
 */
#define _GNU_SOURCE
#include "start.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../detail/predefs.h"
#include "../detail/query.h"
#include "../guest/created.h"
#include "../guest/stack.h"
#include "../library/args.h"
#include "../library/errors.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/mpitext.h"
#include "../loaded/real.h"
#include "../loaded/tools.h"
#include "../memory/digest.h"
#include "../memory/sent.h"
#include "../memory/track.h"
#include "../place/earlier.h"
#include "../place/jobid.h"
#include "../place/place.h"
#include "../provoke/provoke.h"
#include "../record/control.h"
#include "../record/core.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "../record/watch.h"
#include "atend.h"
#include "end.h"
#include "fetch.h"
#include "load.h"
#include "phase.h"
#include "stray.h"

enum {
	CALIBRATE_NANO = 2000000
}; /* the shortest time in which the counter's rate can be measured */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gm_place place;

struct gm_moment gm_moment(void)
{
	struct gm_moment m;

	m.unix_nano = gm_unix_nano();
	m.nano = gm_monotonic_nano();
	m.ticks = gm_ticks();
	return m;
}

static uint64_t ticks_per_second(struct gm_moment since)
{
	struct gm_moment now = gm_moment();

	while (now.nano - since.nano < CALIBRATE_NANO)
		now = gm_moment();
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

static int world_job(struct gm_job *job)
{
	int (*rank)(uintptr_t, int *) = gm_find("PMPI_Comm_rank");
	int (*size)(uintptr_t, int *) = gm_find("PMPI_Comm_size");
	const uintptr_t world = gm_predef(GM_ID_COMM_WORLD);

	if (!rank || !size || rank(world, &job->rank) || size(world, &job->size))
		return -1;
	job->spawned = is_spawned();
	return gm_query_setup(world, 0);
}

static int session_job(struct gm_job *job, const void *session)
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

/* The call that initialized MPI, in which this thread is until it leaves its wrapper. */
struct initializer {
	uint32_t kind; /* 0: gomarmot did not see it */
	const void *pc;
};

/* The now-cell: should the process be killed before the call has a record, the log names it. */
static void now_in(const struct gm_thread *t, struct initializer init)
{
	if (!init.kind)
		return;
	GM_STORE(&t->ring->now_pc, (uint64_t)(uintptr_t)init.pc);
	GM_PUBLISH(&t->ring->now, init.kind | (uint64_t)t->seq << 32);
}

/* The first records: this thread, and the predefined handles. */
static int first_records(const struct gm_job *job, struct initializer init)
{
	struct gm_handlers handlers = {0, 0};
	struct gm_thread *t = gm_thread_start(0, NULL);
	const int may_fail = !job->group && gm_predefs_may_fail();

	if (!t)
		return -1;
	now_in(t, init);
	if (may_fail)
		gm_errors_return(&handlers);
	gm_record_predefs(t);
	if (may_fail)
		gm_errors_as_before(&handlers);
	gm_stray_start(t, (uint32_t)job->rank, place.ok ? place.dir : "");
	return 0;
}

/* The MPI library, as it describes itself. */
struct library {
	int version, subversion;
	int64_t tag_ub; /* 0: unknown */
};

/* MPI_THREAD_SINGLE has this value in all MPI libraries. The thread level of a session is unknown.
 */
enum { LEVEL_SINGLE = 0, LEVEL_UNKNOWN = 4 };

static int thread_level(int sessions)
{
	int (*query_thread)(int *) = gm_find("PMPI_Query_thread");
	int level = LEVEL_UNKNOWN;

	if (query_thread && !sessions)
		query_thread(&level);
	return level;
}

static struct library ask_library(int sessions)
{
	int (*get_version)(int *, int *) = gm_find("PMPI_Get_version");
	int (*get_attr)(uintptr_t, int, void *, int *) = gm_find("PMPI_Comm_get_attr");
	struct library l = {0, 0, 0};
	const int *tag_ub = NULL;
	int found = 0;

	if (get_version)
		get_version(&l.version, &l.subversion);
	if (get_attr && !sessions &&
		!get_attr(gm_predef(GM_ID_COMM_WORLD), gm_layout.tag_ub, &tag_ub, &found) &&
		found && tag_ub)
		l.tag_ub = *tag_ub;
	return l;
}

static void fill_boot(struct gm_boot *boot, const struct gm_job *job, struct gm_moment since)
{
	const struct library library = ask_library(job->group != 0);

	*boot = (struct gm_boot){
		.abi = GM_ABI,
		.rank = (uint32_t)job->rank,
		.size = (uint32_t)job->size,
		.leader = job->rank == 0,
		.sessions = job->group != 0,
		.thread_level = (uint32_t)thread_level(job->group != 0),
		.standard = {(uint32_t)library.version, (uint32_t)library.subversion},
		.watched = gm_watched,
		.tag_ub = library.tag_ub,
		.run_id = place.run_id,
		.start_ticks = since.ticks,
		.start_unix_nano = since.unix_nano,
		.ticks_per_second = ticks_per_second(since),
		.log_path = place.ok ? place.log : "",
		.dir_path = place.ok ? place.dir : "",
		.flavour = gm_flavour_name(),
		.mpi_version = gm_library_version(),
		.unseen = gm_unseen,
		.control = &gm_control,
		.thread = gm_thread_at,
		.idle = gm_threads_idle,
		.release = gm_thread_release,
		.sleep = gm_core_sleep,
		.answer = gm_core_answer,
		.become = gm_core_become,
		.write_line = gm_write_line,
		.ticks = gm_core_ticks,
	};
}

static int start(
	struct gm_job *job, const void *session, struct initializer init, struct gm_moment since)
{
	static struct gm_boot boot;

	if (gm_flavour_detect())
		return -1;
	if (session ? session_job(job, session) : world_job(job)) {
		gm_note("cannot ask the MPI library for this process's rank; the program runs "
			"unwatched");
		return -1;
	}
	if (!gm_disabled())
		gm_place_find(&place, job);
	place.rank = (uint32_t)job->rank;
	if (!session)
		gm_fetch_setup(&place, job->size, gm_disabled());
	if (gm_disabled())
		return -1;
	gm_collect_mpi_text();
	gm_stack_setup();
	gm_ring_setup((uint32_t)job->rank, place.ok ? place.dir : "", gm_sent_look);
	if (gm_thread_setup(gm_stack_release))
		return -1;
	gm_created_watch(thread_level(job->group != 0) == LEVEL_SINGLE);
	gm_digest_setup(job->rank == 0);
	gm_watch_setup(job->rank == 0);
	gm_track_start(job->rank == 0, thread_level(job->group != 0) != LEVEL_SINGLE);
	if (first_records(job, init)) {
		gm_note("no memory for a ring; the program runs unwatched");
		return -1;
	}
	gm_fetch_joined();
	gm_provoke_setup(job->rank);
	fill_boot(&boot, job, since);
	return gm_core_start(&boot);
}

/*
 * The program sets the state of the floating-point unit: it may round up and
 * enable traps. Threads inherit that state, and a trap would kill Go's.
 */
static uint64_t fpu_default(void)
{
	uint64_t old = 0;
#if defined(__x86_64__)
	old = __builtin_ia32_stmxcsr();
	__builtin_ia32_ldmxcsr(0x1f80);
#elif defined(__aarch64__)
	__asm__ volatile("mrs %0, fpcr" : "=r"(old));
	__asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)0));
#endif
	return old;
}

static void fpu_restore(uint64_t old)
{
#if defined(__x86_64__)
	__builtin_ia32_ldmxcsr((uint32_t)old);
#elif defined(__aarch64__)
	__asm__ volatile("msr fpcr, %0" : : "r"(old));
#else
	(void)old;
#endif
}

/*
 * MPI has been initialized in this process: the first time, recording starts.
 * session is NULL in the world model. kind is the initialization, and init its caller: 0 and NULL
 * if gomarmot did not see it.
 */
void gm_start_once(const void *session, uint32_t kind, const void *init, struct gm_moment since)
{
	struct gm_job job = {0, 0, 0, 0};
	const int saved = errno;
	uint64_t fpu;
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&lock);
	if (!gm_started) {
		GM_STORE(&gm_started, 1);
		fpu = fpu_default();
		gm_note_setup();
		gm_find_unseen(init);
		if (!start(&job, session, (struct initializer){kind, init}, since)) {
			gm_end_setup(&place);
			gm_atend_setup(&place);
			GM_PUBLISH(&gm_control.state, GM_ON);
		} else {
			gm_self = NULL;
			gm_thread_release(0, 1);
			gm_let_go();
		}
		fpu_restore(fpu);
	}
	pthread_mutex_unlock(&lock);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}
