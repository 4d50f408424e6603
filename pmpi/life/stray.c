/*
 * MPI calls before MPI_Init or after MPI_Finalize. Early calls are remembered and become records
 * when recording starts. Late calls, when the log is complete, go to a small file beside the rank's
 * segment: a line for each, with the kind and the caller's address. A late MPI_Session_init has two
 * lines, since it may crash: the second says that it has returned, or which signal it got.
 */
#define _GNU_SOURCE
#include "stray.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../base/zz_wrappers.h"
#include "../guest/fault.h"
#include "../guest/fortran.h"
#include "../loaded/mpitext.h"
#include "../loaded/real.h"
#include "../loaded/tools.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "phase.h"

enum { EARLY = 8, LATE = 8 };

static struct {
	uint32_t kind;
	const void *pc;
} early[EARLY];

static uint32_t earlies, lates;
static uint32_t started;        /* recording has started */
static uint32_t over;           /* MPI_Finalize, or that of the last session, has returned */
static char late_path[GM_PATH]; /* empty: there is no log directory */
static uint32_t rank;
static pid_t owner;

/* When recording starts: records the calls that came too early. */
void gm_stray_start(struct gm_thread *t, uint32_t world_rank, const char *dir)
{
	const uint32_t n = GM_LOAD(&earlies);

	owner = getpid();
	rank = world_rank;
	if (dir[0])
		snprintf(late_path, sizeof late_path, "%s/rank-%05u.late", dir, rank);
	for (uint32_t i = 0; i < n && i < EARLY; i++) {
		const int64_t words[2] = {GM_ACQUIRE(&early[i].kind), 0};

		if (words[0] && !gm_in_mpi(early[i].pc))
			gm_record(t, GM_META(GM_KIND_STRAY, GM_ONCE, 0, 2), early[i].pc, words);
	}
	GM_PUBLISH(&started, 1);
}

/* The last MPI_Finalize has returned (yes), or a new session has begun (no). */
void gm_stray_over(int yes)
{
	GM_PUBLISH(&over, (uint32_t)yes);
}

int gm_stray_is_over(void)
{
	return GM_ACQUIRE(&over) != 0;
}

/* The name of a call; NULL: nothing is to be said of it. */
static const char *name_of(uint32_t kind)
{
	const char *live = getenv("GOMARMOT_LIVE");

	if (live && !strcmp(live, "0"))
		return NULL;
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++)
		if (gm_kind_of[fn] == kind)
			return gm_real_name[fn] + 1;
	return NULL;
}

/* Reports the call at once: the MPI library will usually end the program in it. */
static void say_late(uint32_t kind)
{
	const char *const call = name_of(kind);

	if (call)
		gm_note("rank %u: error THREAD002: %s is called after %s", rank, call,
			gm_mpi_says("PMPI_Finalized") ? "MPI_Finalize"
						      : "the last MPI_Session_finalize");
}

/*
 * The same for a call before MPI_Init: if the library ends the program, this line is all that
 * there will be, so it has the place, too, as tools for debug information take it. A
 * call that gomarmot did not see may have initialized MPI, or begun a session.
 */
static void say_early(uint32_t kind, const void *pc)
{
	const char *const call = name_of(kind), *const number = gm_launched_as();
	struct link_map *map;
	Dl_info info;

	if (!call || gm_tried() || gm_in_mpi(pc) || gm_session_is_open() ||
		gm_mpi_says("PMPI_Initialized") ||
		!dladdr1(pc, &info, (void **)&map, RTLD_DL_LINKMAP))
		return;
	gm_note("%s%s%serror THREAD002: %s is called before MPI_Init; \"addr2line -e %s %#lx\" "
		"shows where",
		number ? "rank " : "", number ? number : "", number ? ": " : "", call,
		info.dli_fname, (unsigned long)((uintptr_t)pc - 1 - map->l_addr));
}

/* Writes a line of the file of late calls. */
__attribute__((format(printf, 1, 2))) static void late_line(const char *format, ...)
{
	char line[64];
	const int saved = errno;
	int length, fd, cancel;
	va_list words;

	va_start(words, format);
	length = vsnprintf(line, sizeof line, format, words);
	va_end(words);

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fd = open(late_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd >= 0) {
		gm_write(fd, line, (size_t)length); /* if the disk is full, nothing can be done
						       about it here */
		close(fd);
	}
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

static void late(uint32_t kind, const void *pc)
{
	late_line("%u %p\n", kind, pc);
}

/* Whether a call comes after the end of MPI, and can be written down. */
static int is_late(void)
{
	return gm_stray_is_over() && late_path[0] && getpid() == owner;
}

/* A call while nothing is recorded; kind is 0 for calls that are allowed at any time. */
GM_COLD void gm_stray(uint32_t kind, const void *pc)
{
	uint32_t i;

	pc = gm_fortran_caller(kind, pc);
	if (!kind || gm_initializing)
		return;
	if (!GM_ACQUIRE(&started)) {
		i = __atomic_fetch_add(&earlies, 1, __ATOMIC_RELAXED);
		if (i < EARLY) {
			early[i].pc = pc;
			GM_PUBLISH(&early[i].kind, kind);
			say_early(kind, pc);
		}
		return;
	}
	if (GM_LOAD(&lates) >= LATE || !is_late() || gm_in_mpi(pc))
		return;
	__atomic_fetch_add(&lates, 1, __ATOMIC_RELAXED);
	say_late(kind);
	late(kind, pc);
}

/* A fault that the checker has not caused, in a call that gm_stray_begins has written down. */
static void struck(int sig)
{
	late_line("%u signal %d\n", (uint32_t)GM_KIND_MPI_Session_init, sig);
}

/*
 * MPI_Session_init after recording has ended: it is written down before the MPI library's function
 * is called, which may crash. 1 if gm_stray_begun is to be called when that function has returned.
 */
int gm_stray_begins(const void *pc)
{
	if (GM_LOAD(&lates) >= LATE || !is_late() || gm_in_mpi(pc))
		return 0;
	__atomic_fetch_add(&lates, 1, __ATOMIC_RELAXED);
	late(GM_KIND_MPI_Session_init, pc);
	gm_fault_again(struck);
	return 1;
}

void gm_stray_begun(void)
{
	gm_fault_remove();
	late_line("%u return\n", (uint32_t)GM_KIND_MPI_Session_init);
}

/*
 * A call that frees an object while nothing is recorded, as MPI allows at any time. The first of
 * each kind after the end of MPI is written down: objects of its class were perhaps freed.
 */
GM_COLD void gm_stray_free(uint32_t kind, const void *pc)
{
	static uint32_t noted[2]; /* the kinds that have a line */

	if (!is_late())
		return;
	for (unsigned i = 0; i < 2; i++) {
		uint32_t none = 0;

		if (__atomic_compare_exchange_n(
			    &noted[i], &none, kind, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
			late(kind, pc);
			return;
		}
		if (none == kind)
			return;
	}
}
