/*
 * Where a run is logged: run.log and run.log.d beside it. One process makes
 * the folder; an earlier run's log is moved out of the way, never written to.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	TRIES = 8, /* jobs that start in one folder at one moment */
	ROTATIONS_MAX = 100000,
	SESSION_WAIT_MS = 3000, /* for rank 0 to make the folder */
	ORPHANS_MS = 3000,      /* for ranks of a killed job to notice */
};

static int exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

/* snprintf for paths: all are shorter than GM_PATH, see wanted_log. */
__attribute__((format(printf, 3, 4))) static void path_of(
	char *out, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(out, size, format, args);
	va_end(args);
}

static void set_log(struct gm_place *place, const char *log)
{
	path_of(place->log, sizeof place->log, "%s", log);
	path_of(place->dir, sizeof place->dir, "%s.d", place->log);
}

/* GOMARMOT_LOG as an absolute path. */
static int wanted_log(struct gm_place *place)
{
	const char *name = getenv("GOMARMOT_LOG");
	char cwd[GM_PATH] = "";
	char log[2 * GM_PATH];

	if (!name || !name[0])
		name = "run.log";
	if (name[0] != '/' && !getcwd(cwd, sizeof cwd))
		return -1;
	path_of(log, sizeof log, "%s%s%s", cwd, cwd[0] ? "/" : "", name);
	if (strlen(log) + 64 > GM_PATH) {
		errno = ENAMETOOLONG;
		return -1;
	}
	set_log(place, log);
	return 0;
}

/* Whether a process that leads a run still holds this folder. */
static int in_use(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int busy;

	if (fd < 0)
		return 0;
	busy = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
	close(fd);
	return busy;
}

/*
 * Whether a run holds this folder for good. Ranks of a job whose launcher was
 * killed live on for a moment: the next run in the same folder waits for them.
 */
static int stays_in_use(const char *dir)
{
	const struct timespec nap = {0, 20000000};
	const uint64_t end = gm_monotonic_nano() + ORPHANS_MS * 1000000ull;

	while (in_use(dir)) {
		if (gm_monotonic_nano() > end)
			return 1;
		nanosleep(&nap, NULL);
	}
	return 0;
}

static int held = -1;

/* Holds the folder as long as this process lives. */
static void hold(const char *dir)
{
	held = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (held >= 0)
		flock(held, LOCK_SH | LOCK_NB);
}

/* Nothing will be recorded. */
void gm_place_leave(void)
{
	if (held >= 0)
		close(held);
	held = -1;
}

static int move(const char *from, const char *to)
{
	return exists(from) ? rename(from, to) : 0;
}

/* Renames an earlier run's log to the next free number. */
static int rotate(const struct gm_place *place)
{
	char log[GM_PATH + 16], dir[GM_PATH + 16];

	for (int n = 1; n < ROTATIONS_MAX; n++) {
		path_of(log, sizeof log, "%s.%d", place->log, n);
		path_of(dir, sizeof dir, "%s.%d.d", place->log, n);
		if (exists(log) || exists(dir))
			continue;
		return move(place->log, log) || move(place->dir, dir) ? -1 : 0;
	}
	errno = EEXIST;
	return -1;
}

/* Another name for a log whose own name a running job holds. */
static void step_aside(struct gm_place *place)
{
	char log[GM_PATH];

	path_of(log, sizeof log, "%s-%d", place->log, (int)getpid());
	gm_note("%s belongs to a job that is still running; this one writes %s", place->log, log);
	set_log(place, log);
}

static int make(struct gm_place *place)
{
	for (int i = 0; i < TRIES; i++) {
		if (stays_in_use(place->dir))
			step_aside(place);
		if ((exists(place->log) || exists(place->dir)) && rotate(place))
			return -1;
		if (!mkdir(place->dir, 0700)) {
			hold(place->dir);
			return 0;
		}
		if (errno != EEXIST)
			return -1;
	}
	return -1;
}

/* For the one process of a job that decides: names and makes the log. */
void gm_place_lead(struct gm_place *place, int spawned)
{
	const int saved = errno;
	char log[GM_PATH];

	memset(place, 0, sizeof *place);
	if (getrandom(&place->run_id, sizeof place->run_id, GRND_NONBLOCK) < 0)
		place->run_id = gm_unix_nano() ^ (uint64_t)getpid() << 40;
	place->ok = !wanted_log(place);
	if (place->ok && spawned) {
		path_of(log, sizeof log, "%s-spawned-%d", place->log, (int)getpid());
		set_log(place, log);
	}
	place->ok = place->ok && !make(place);
	if (!place->ok)
		gm_note("warning TOOL002: cannot write %s: %s; findings appear here only, rules "
			"that need "
			"several ranks are off",
			place->log, strerror(errno));
	errno = saved;
}

/* For the others, which know the names: the folder may be on another disk. */
void gm_place_follow(struct gm_place *place)
{
	const int saved = errno;

	if (place->ok && mkdir(place->dir, 0700) && errno != EEXIST)
		gm_note("cannot make %s: %s", place->dir, strerror(errno));
	errno = saved;
}

/* What tells the processes of one job on one machine: their launcher. */
static void job_mark(char *mark, size_t size)
{
	char host[65] = "";

	gethostname(host, sizeof host - 1);
	path_of(mark, size, "%s %d\n", host, (int)getppid());
}

static void write_mark(const struct gm_place *place)
{
	char path[GM_PATH + 16], mark[128];
	int fd;

	path_of(path, sizeof path, "%s/job", place->dir);
	job_mark(mark, sizeof mark);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	if (gm_write(fd, &place->run_id, sizeof place->run_id) || gm_write(fd, mark, strlen(mark)))
		gm_note("cannot write %s: %s", path, strerror(errno));
	close(fd);
}

/* 1 if the folder is this job's. */
static int read_mark(struct gm_place *place)
{
	char path[GM_PATH + 16], mark[128], found[128 + sizeof place->run_id] = "";
	ssize_t n = -1;
	int fd;

	path_of(path, sizeof path, "%s/job", place->dir);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, found, sizeof found - 1);
	close(fd);
	job_mark(mark, sizeof mark);
	if (n <= (ssize_t)sizeof place->run_id || strcmp(found + sizeof place->run_id, mark))
		return 0;
	memcpy(&place->run_id, found, sizeof place->run_id);
	return 1;
}

/*
 * For a run started by MPI_Session_init, where gomarmot may not communicate:
 * rank 0 makes the folder and marks it, the others wait for the mark.
 */
void gm_place_session(struct gm_place *place, uint32_t rank)
{
	const struct timespec nap = {0, 2000000};
	const uint64_t end = gm_monotonic_nano() + SESSION_WAIT_MS * 1000000ull;

	if (rank == 0) {
		gm_place_lead(place, 0);
		if (place->ok)
			write_mark(place);
		return;
	}
	memset(place, 0, sizeof *place);
	if (wanted_log(place))
		return;
	while (!(place->ok = read_mark(place)) && gm_monotonic_nano() < end)
		nanosleep(&nap, NULL);
	if (!place->ok)
		gm_note("warning TOOL002: rank 0 made no folder %s; findings appear here only",
			place->dir);
}
