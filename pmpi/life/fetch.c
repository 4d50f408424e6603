/*
 * Some ranks may log to another directory than rank 0, usually on their own
 * node. In MPI_Finalize rank 0 fetches these logs over MPI, in bounded pieces,
 * so that a single directory holds the whole log.
 *
 * This happens in the callback of an attribute of MPI_COMM_SELF, which
 * MPI_Finalize calls after all callbacks of the program and while MPI still
 * works. Some ranks may run without gomarmot, and no message of gomarmot's may
 * match a call of the program. So a rank that does not find all others in its
 * directory starts a nonblocking barrier on MPI_COMM_WORLD: it is the last
 * collective call of this rank, so it cannot match a call of the program. When it
 * completes, every rank has gomarmot and has made all calls of the program; only
 * then may ranks send. If it does not complete in time, a rank is late or runs
 * without gomarmot, and all logs stay where they are.
 */
#define _GNU_SOURCE
#include "fetch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../library/errors.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/real.h"
#include "../place/candidate.h"
#include "../place/jobid.h"
#include "../place/meeting.h"
#include "../place/place.h"
#include "../record/control.h"
#include "../record/thread.h"
#include "atend.h"
#include "end.h"
#include "phase.h"
#include "transfer.h"

enum {
	WHERE = 1024, /* bytes of a line of the file "elsewhere" */
	END_MS = 30000,
	FAR_MS = 10000,  /* for all ranks to reach MPI_Finalize */
	NEAR_MS = 1000,  /* ... if all should share one directory */
	HELLO_MS = 5000, /* other ranks may still be checking their records */
	ANSWER_MS = 10000,
	SOON_MS = 2000, /* for all waiting ranks to notice that the last rank has arrived */
	FOREVER_MS = INT_MAX,
	NAP_NANO = 1000000,
	LONG_NAP_NANO = 10000000,
	LOOK_NAPS = 50, /* between two looks into the directory */
	STATUS = GM_STATUS_WORDS,
};

static struct {
	int (*ibarrier)(uintptr_t, void *);
	int (*test)(void *, int *, void *);
	int (*isend)(const void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
	int (*irecv)(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
	int (*cancel)(void *);
	int (*request_free)(void *);
	int (*create_keyval)(void *, void *, int *, void *);
	int (*free_keyval)(int *);
	int (*set_attr)(uintptr_t, intptr_t, void *);
} mpi;

static const struct gm_place *place;
static int ranks; /* of MPI_COMM_WORLD */

static int resolve(void)
{
	const struct gm_symbol wanted[] = {
		{&mpi.ibarrier, "PMPI_Ibarrier"},
		{&mpi.test, "PMPI_Test"},
		{&mpi.isend, "PMPI_Isend"},
		{&mpi.irecv, "PMPI_Irecv"},
		{&mpi.cancel, "PMPI_Cancel"},
		{&mpi.request_free, "PMPI_Request_free"},
		{&mpi.create_keyval, "PMPI_Comm_create_keyval"},
		{&mpi.free_keyval, "PMPI_Comm_free_keyval"},
		{&mpi.set_attr, "PMPI_Comm_set_attr"},
	};

	return gm_find_all(wanted, sizeof wanted / sizeof *wanted) ? -1 : 0;
}

static uintptr_t world(void)
{
	return gm_predef(GM_ID_COMM_WORLD);
}

/* The message of a rank to rank 0 about its log. */
struct hello {
	char where[WHERE]; /* "RANK HOST DIRECTORY\n"; "": it has nothing to send */
};

/* A message that is waited for, up to a limit. */
struct pending {
	uintptr_t request;
	int done;
};

static int is_done(struct pending *p)
{
	uint64_t status[STATUS];

	if (!p->done && (mpi.test(&p->request, &p->done, status)))
		p->done = -1;
	return p->done;
}

static void drop(struct pending *p)
{
	if (p->done)
		return;
	mpi.cancel(&p->request);
	mpi.request_free(&p->request);
}

static int wait_for(struct pending *p, uint64_t milliseconds)
{
	const uint64_t end = gm_in_ms(milliseconds);

	while (!is_done(p))
		if (gm_over(end, NAP_NANO))
			return is_done(p) > 0;
	return p->done > 0;
}

/*
 * Notes which ranks have a file with this ending in this rank's directory, and
 * returns how many do.
 */
static int present(const char *ending, char *here)
{
	struct dirent *e;
	unsigned rank;
	int n = 0, end;
	DIR *dir = place->ok ? opendir(place->dir) : NULL;

	while (dir && (e = readdir(dir))) {
		if (sscanf(e->d_name, "rank-%u%n", &rank, &end) != 1 ||
			strcmp(e->d_name + end, ending) || rank >= (unsigned)ranks)
			continue;
		n++;
		if (here)
			here[rank] = 1;
	}
	if (dir)
		closedir(dir);
	return n;
}

/* The ending of the file that a rank creates when it begins. */
static const char first_file[] = ".seg";

static int all_are_here(void)
{
	return present(first_file, NULL) == ranks;
}

/*
 * All ranks run on this host and should log to the same directory, so there is
 * nothing to fetch. A single rank reports which ranks are missing.
 */
static void tell_absent(void)
{
	char *here = calloc((size_t)ranks, 1);
	char text[256] = "";
	int first = 0, absent = 0;

	if (!here)
		return;
	present(first_file, here);
	while (first < ranks && !here[first])
		first++;
	for (int rank = 0; rank < ranks; rank++) {
		const size_t used = strlen(text);

		if (!here[rank] && absent++ < 8)
			snprintf(text + used, sizeof text - used, "%s%d", used ? ", " : "", rank);
	}
	free(here);
	if (first == (int)place->rank && absent)
		gm_note("warning TOOL001: %d of %d ranks recorded nothing (%s%s): libgomarmot.so "
			"is not loaded there, or is disabled; rules that need them are off; "
			"preload it in all ranks",
			absent, ranks, text, absent > 8 ? ", ..." : "");
}

static int await_all(void)
{
	const uint64_t end = gm_in_ms(NEAR_MS);

	while (!all_are_here())
		if (gm_over(end, NAP_NANO)) {
			tell_absent();
			return 0;
		}
	return 1;
}

/* Whether all ranks have gomarmot and have reached MPI_Finalize. */
static int all_are_ready(void)
{
	const uint64_t end = gm_in_ms(FAR_MS);
	struct pending barrier = {0, 0};

	if (mpi.ibarrier(world(), &barrier.request))
		return 0;
	for (int naps = 1; !is_done(&barrier); naps++)
		if ((naps % LOOK_NAPS == 0 && all_are_here()) || gm_over(end, NAP_NANO))
			return 0;
	return barrier.done > 0;
}

/* Returns the path of the file that names the directories of logs on other nodes. */
static void elsewhere(char *path, size_t size)
{
	snprintf(path, size, "%s/elsewhere", place->dir);
}

/* On rank 0: writes the directories of the other ranks' logs to a file, in case fetching fails. */
static void write_elsewhere(struct hello *hellos)
{
	char path[GM_PATH + 16];
	int fd;

	elsewhere(path, sizeof path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	for (int rank = 1; rank < ranks; rank++) {
		hellos[rank].where[WHERE - 1] = 0;
		if (gm_write(fd, hellos[rank].where, strlen(hellos[rank].where)))
			gm_note("cannot write %s: %s", path, strerror(errno));
	}
	close(fd);
}

static void receive_logs(const struct hello *hellos)
{
	char path[GM_PATH + 16];
	int missing = 0;

	for (int rank = 1; rank < ranks; rank++)
		if (hellos[rank].where[0] && gm_receive_log(rank))
			missing++;
	elsewhere(path, sizeof path);
	if (!missing)
		unlink(path);
	else
		gm_note("%d logs could not be fetched and stay on their nodes; %s/elsewhere "
			"says where",
			missing, place->dir);
}

/* Receives the hello of every rank; logs of ranks that do not answer are not fetched. */
static void hear(struct hello *hellos, struct pending *heard)
{
	const uint64_t end = gm_in_ms(HELLO_MS);
	const uintptr_t byte = gm_predef(GM_ID_BYTE);
	int left = 0, late = 0;

	for (int rank = 1; rank < ranks; rank++)
		if (mpi.irecv(&hellos[rank], sizeof *hellos, byte, rank, GM_FETCH_TAG, world(),
			    &heard[rank].request))
			heard[rank].done = -1;
	do {
		left = 0;
		late = late || gm_over(end, NAP_NANO);
		for (int rank = 1; rank < ranks; rank++)
			left += !is_done(&heard[rank]);
	} while (left && !late);
	for (int rank = 1; rank < ranks; rank++) {
		drop(&heard[rank]);
		if (heard[rank].done <= 0)
			hellos[rank].where[0] = 0;
		if (hellos[rank].where[0] && gm_send_bytes("", 1, rank)) /* "wait for your turn" */
			hellos[rank].where[0] = 0;
	}
}

static void fetch_all(void)
{
	struct hello *hellos = calloc((size_t)ranks, sizeof *hellos);
	struct pending *heard = calloc((size_t)ranks, sizeof *heard);

	if (hellos && heard && place->ok) {
		hear(hellos, heard);
		write_elsewhere(hellos);
		receive_logs(hellos);
	}
	free(hellos);
	free(heard);
}

/* Whether rank 0 logs to this rank's directory. */
static int with_rank_0(void)
{
	char path[GM_PATH + 32];

	snprintf(path, sizeof path, "%s/rank-00000.seg", place->dir);
	return !access(path, F_OK);
}

/* Whether this rank has a log to send; if so, completes the log. */
static int offer(void)
{
	struct gm_thread *t = gm_self;

	if (!place->ok || gm_session_is_open() || with_rank_0())
		return 0;
	if (t && GM_LOAD(&gm_control.state) != GM_OFF)
		gm_end(t, GM_FINALIZED, END_MS);
	return gm_each_file(0) > 0;
}

/*
 * Rank 0 answers at once, and later says when to send: it takes the logs in turn.
 */
static void send_log(struct pending *answer)
{
	char go;

	if (!wait_for(answer, ANSWER_MS)) {
		drop(answer);
		return;
	}
	if (!gm_receive_bytes(&go, sizeof go, 0))
		gm_send_log();
}

static void tell_rank_0(void)
{
	static struct hello hello; /* MPI may read it after the time limit */
	static char answer;
	struct pending sent = {0, 0}, answered = {0, 0};
	const uintptr_t byte = gm_predef(GM_ID_BYTE);
	char host[GM_HOST];
	const int mine = offer();

	gm_host_name(host);
	if (mine && snprintf(hello.where, sizeof hello.where, "%u %s %s\n", place->rank, host,
			    place->dir) >= (int)sizeof hello.where)
		snprintf(hello.where, sizeof hello.where, "%u %s\n", place->rank, host);
	if (mine && mpi.irecv(&answer, 1, byte, 0, GM_FETCH_TAG, world(), &answered.request))
		return;
	if (mpi.isend(&hello, sizeof hello, byte, 0, GM_FETCH_TAG, world(), &sent.request))
		return;
	wait_for(&sent, ANSWER_MS);
	if (mine)
		send_log(&answered);
}

/* Whether ranks may log to several directories. */
static int several_places(void)
{
	return gm_private_names() || !gm_job_on_one_host(ranks);
}

/* Waits, up to a limit, until all ranks have come here; returns 0 if a rank has not. */
static int meet(uint64_t milliseconds, long nap)
{
	const uint64_t end = gm_in_ms(milliseconds);
	struct pending barrier = {0, 0};

	if (mpi.ibarrier(world(), &barrier.request))
		return 0;
	while (!is_done(&barrier))
		if (gm_over(end, nap))
			return 0;
	return barrier.done > 0;
}

/*
 * Whether all ranks have gomarmot, have reached MPI_Finalize, and know it. Ranks that are
 * known to have it are waited for as long as MPI_Finalize would. If another rank
 * comes too late, the ranks before it have given up: it learns of that by the second barrier.
 */
static int all_meet(void)
{
	const int known = several_places() ? all_are_here() : await_all();

	if (!known && !several_places())
		return 0;
	return meet(known ? FOREVER_MS : FAR_MS, NAP_NANO) && meet(SOON_MS, NAP_NANO);
}

static void fetch_logs(void)
{
	if (place->rank == 0)
		fetch_all();
	else
		tell_rank_0();
}

/*
 * The job is checked while all ranks are still in MPI_Finalize: some launchers end a job
 * as soon as a process has failed, as a program with errors may. The ranks that wait
 * for rank 0 sleep, and leave their cores to the check. Without the agreement of all ranks,
 * rank 0 checks when it has left MPI (init.c).
 */
static void check_together(void)
{
	if (!all_meet())
		return;
	if (several_places())
		fetch_logs();
	if (gm_session_is_open())
		return;
	if (gm_self && GM_LOAD(&gm_control.state) != GM_OFF)
		gm_end(gm_self, GM_FINALIZED, END_MS);
	meet(END_MS, NAP_NANO);
	gm_atend_check();
	meet(place->rank ? gm_atend_ms() + ANSWER_MS : ANSWER_MS, LONG_NAP_NANO);
}

/* Whether all logs are in the same directory. */
static int nothing_to_fetch(void)
{
	if (several_places())
		return all_are_here();
	if (place->ok)
		await_all();
	return 1;
}

/* The callback: MPI_Finalize, on every rank. */
static int fetch(uintptr_t self, intptr_t keyval, void *value, void *extra)
{
	const int saved = errno;
	struct gm_handlers handlers;

	(void)self, (void)keyval, (void)value, (void)extra;
	if (!gm_atend_together() && nothing_to_fetch()) {
		errno = saved;
		return 0;
	}
	gm_errors_return(&handlers);
	if (gm_atend_together())
		check_together();
	else if (all_are_ready())
		fetch_logs();
	gm_errors_as_before(&handlers);
	errno = saved;
	return 0;
}

static int do_not_copy(uintptr_t self, intptr_t keyval, void *extra, void *in, void *out, int *flag)
{
	(void)self, (void)keyval, (void)extra, (void)in, (void)out;
	*flag = 0;
	return 0;
}

/*
 * Called in MPI_Init. A rank that is told to record nothing takes part only if
 * ranks may log to several directories, for the sake of the others.
 */
void gm_fetch_setup(const struct gm_place *where, int size, int disabled)
{
	int keyval;

	place = where;
	ranks = size;
	if (ranks < 2 || (disabled && !several_places()) || resolve() || gm_transfer_setup(place))
		return;
	if (!mpi.create_keyval((void *)do_not_copy, (void *)fetch, &keyval, NULL) &&
		!mpi.set_attr(gm_predef(GM_ID_COMM_SELF), keyval, NULL))
		mpi.free_keyval(&keyval);
}

/* Records that this rank has created its first file: once all ranks have, no rank need be waited
 * for. */
void gm_fetch_joined(void)
{
	if (gm_meeting_open() && !several_places() && present(".t000.ring", NULL) == ranks)
		gm_meeting_over();
}
