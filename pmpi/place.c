/*
 * Where a run is logged: run.log and run.log.d beside it. One process makes
 * the folder; an earlier run's log is moved out of the way, never written to.
 * A folder gets its name when it is marked and held, so that whoever sees it
 * knows whose it is.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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
	LOCK_MS = 10000,        /* for others that make a folder beside this one */
	NAP_NANO = 20000000,
};

static int exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

/* snprintf for paths: all are shorter than GM_PATH, see set_name. */
__attribute__((format(printf, 3, 4))) static void path_of(
	char *out, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(out, size, format, args);
	va_end(args);
}

void gm_host_name(char host[GM_HOST])
{
	memset(host, 0, GM_HOST);
	gethostname(host, GM_HOST - 1);
}

/* name with %h as the host's name, %r as the rank and %% as %. */
static void expand(char *out, size_t size, const char *name, uint32_t rank)
{
	char host[GM_HOST], number[16];
	const char *piece;
	size_t n = 0;

	gm_host_name(host);
	path_of(number, sizeof number, "%u", rank);
	for (; *name && n + 1 < size; name++) {
		if (name[0] == '%' && name[1] && strchr("hr%", name[1])) {
			name++;
			piece = *name == 'h' ? host : *name == 'r' ? number : "%";
			path_of(out + n, size - n, "%s", piece);
			n += strlen(out + n);
		} else {
			out[n++] = *name;
		}
	}
	out[n] = 0;
}

/* Makes the folders above a log. Errors show when the log is made. */
static void make_parents(const char *log)
{
	char path[GM_PATH];

	path_of(path, sizeof path, "%s", log);
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = 0;
		mkdir(path, 0700);
		*p = '/';
	}
}

/* Names this rank's log, and with it the folder. */
static int set_name(struct gm_place *place, const char *name)
{
	char log[2 * GM_PATH];

	expand(log, sizeof log, name, place->rank);
	if (strlen(log) + 64 > GM_PATH || strlen(name) + 64 > GM_PATH) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (name != place->name)
		path_of(place->name, sizeof place->name, "%s", name);
	path_of(place->log, sizeof place->log, "%s", log);
	path_of(place->dir, sizeof place->dir, "%s.d", place->log);
	if (strchr(name, '%'))
		make_parents(place->log);
	return 0;
}

/* GOMARMOT_LOG as an absolute path. */
static int wanted_log(struct gm_place *place)
{
	const char *name = getenv("GOMARMOT_LOG");
	char cwd[GM_PATH] = "";
	char log[2 * GM_PATH];

	if (!name || !name[0])
		name = "run.log";
	if (name[0] != '/' && !getcwd(cwd, sizeof cwd)) {
		if (errno == ERANGE)
			errno = ENAMETOOLONG;
		path_of(place->log, sizeof place->log, "%s", name);
		return -1;
	}
	path_of(log, sizeof log, "%s%s%s", cwd, cwd[0] ? "/" : "", name);
	return set_name(place, log);
}

/* Whether somebody holds a lock on this file or folder. */
static int locked(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);
	int busy;

	if (fd < 0)
		return 0;
	busy = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
	close(fd);
	return busy;
}

/*
 * Whether a process that leads a run still holds this folder. A file system
 * of the network locks files only.
 */
static int in_use(const char *dir)
{
	char mark[GM_PATH + 16];

	path_of(mark, sizeof mark, "%s/job", dir);
	return locked(dir, O_RDONLY | O_DIRECTORY) || locked(mark, O_RDWR);
}

static int over(uint64_t end)
{
	const struct timespec nap = {0, NAP_NANO};

	if (gm_monotonic_nano() > end)
		return 1;
	nanosleep(&nap, NULL);
	return 0;
}

static uint64_t in_ms(uint64_t milliseconds)
{
	return gm_monotonic_nano() + milliseconds * 1000000u;
}

/*
 * Whether a run holds this folder for good. Ranks of a job whose launcher was
 * killed live on for a moment: the next run in the same folder waits for them.
 */
static int stays_in_use(const char *dir)
{
	const uint64_t end = in_ms(ORPHANS_MS);

	while (in_use(dir))
		if (over(end))
			return 1;
	return 0;
}

/*
 * Keeps others from making a folder beside this log at the same time. -1 if
 * the file system cannot do that, or somebody else locks the folder for long.
 */
static int lock_parent(const struct gm_place *place)
{
	const uint64_t end = in_ms(LOCK_MS);
	char path[GM_PATH];
	int fd;

	path_of(path, sizeof path, "%s", place->log);
	strrchr(path, '/')[1] = 0;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		if (errno == EWOULDBLOCK && !over(end))
			continue;
		close(fd);
		fd = -1;
	}
	return fd;
}

static void unlock_parent(int fd)
{
	const int saved = errno;

	if (fd >= 0)
		close(fd);
	errno = saved;
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
static int step_aside(struct gm_place *place)
{
	char name[GM_PATH + 16], old[GM_PATH];

	path_of(old, sizeof old, "%s", place->log);
	path_of(name, sizeof name, "%s-%d", place->name, (int)getpid());
	if (set_name(place, name))
		return -1;
	gm_note("%s belongs to a job that is still running; this one writes %s", old, place->log);
	return 0;
}

/* What tells the processes of one job on one machine: their launcher. */
static void launcher(char *text, size_t size)
{
	char host[GM_HOST];

	gm_host_name(host);
	path_of(text, size, "launcher %s %d", host, (int)getppid());
}

static int held[2] = {-1, -1}; /* the mark and the folder */

/* Nothing will be recorded: the folder is free. */
void gm_place_leave(void)
{
	for (int i = 0; i < 2; i++) {
		if (held[i] >= 0)
			close(held[i]);
		held[i] = -1;
	}
}

/*
 * Marks a folder as this run's, made by this rank, and holds it as long as
 * this process lives.
 */
static int mark(const struct gm_place *place, const char *dir)
{
	char path[GM_PATH + 64], line[256], who[128];
	int fd;

	path_of(path, sizeof path, "%s/job", dir);
	launcher(who, sizeof who);
	path_of(line, sizeof line, "run %016" PRIx64 " rank %u %s\n", place->run_id, place->rank,
		who);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	if (gm_write(fd, line, strlen(line))) {
		close(fd);
		return -1;
	}
	held[0] = fd;
	held[1] = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < 2; i++)
		if (held[i] >= 0)
			flock(held[i], LOCK_SH | LOCK_NB);
	return 0;
}

/* Makes the folder, marked; -1 if there is one. */
static int publish(const struct gm_place *place)
{
	char fresh[GM_PATH + 48], path[GM_PATH + 64];
	int err;

	path_of(fresh, sizeof fresh, "%s.new-%016" PRIx64 "-%u", place->log, place->run_id,
		place->rank);
	if (mkdir(fresh, 0700))
		return -1;
	if (!mark(place, fresh) && !rename(fresh, place->dir))
		return 0;
	err = errno;
	gm_place_leave();
	path_of(path, sizeof path, "%s/job", fresh);
	unlink(path);
	rmdir(fresh);
	errno = err;
	return -1;
}

/* The parent folder is locked if that is possible. */
static int make(struct gm_place *place)
{
	for (int i = 0; i < TRIES; i++) {
		if (stays_in_use(place->dir) && step_aside(place))
			return -1;
		if ((exists(place->log) || exists(place->dir)) && rotate(place))
			return -1;
		if (!publish(place))
			return 0;
		if (errno != EEXIST && errno != ENOTEMPTY)
			return -1;
	}
	return -1;
}

static int make_locked(struct gm_place *place)
{
	const int fd = lock_parent(place);
	const int rc = make(place);

	unlock_parent(fd);
	return rc;
}

/* For the one process of a job that decides: names and makes the log. */
void gm_place_lead(struct gm_place *place, int spawned)
{
	const int saved = errno;
	char name[GM_PATH + 32];

	memset(place, 0, sizeof *place);
	if (getrandom(&place->run_id, sizeof place->run_id, GRND_NONBLOCK) < 0)
		place->run_id = gm_unix_nano() ^ (uint64_t)getpid() << 40;
	place->ok = !wanted_log(place);
	if (place->ok && spawned) {
		path_of(name, sizeof name, "%s-spawned-%d", place->name, (int)getpid());
		place->ok = !set_name(place, name);
	}
	place->ok = place->ok && !make_locked(place);
	if (!place->ok)
		gm_note("warning TOOL002: cannot write %s: %s; findings appear here only, rules "
			"that need "
			"several ranks are off",
			place->log, strerror(errno));
	errno = saved;
}

/* What the mark of a folder says. */
struct mark {
	uint64_t run_id;
	uint32_t rank; /* that made the folder */
	char who[128]; /* its launcher */
};

static int read_mark(const struct gm_place *place, struct mark *m)
{
	char path[GM_PATH + 16], line[256] = "";
	ssize_t n;
	int fd;

	path_of(path, sizeof path, "%s/job", place->dir);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, line, sizeof line - 1);
	close(fd);
	if (n <= 0 || sscanf(line, "run %" SCNx64 " rank %u %127[^\n]", &m->run_id, &m->rank,
			      m->who) != 3)
		return -1;
	return 0;
}

/* Which rank of this run has made the folder; -1: none. */
static int64_t maker(const struct gm_place *place)
{
	struct mark m;

	return read_mark(place, &m) || m.run_id != place->run_id ? -1 : (int64_t)m.rank;
}

/* Makes a folder for this node, unless another rank on it has done so. */
static int claim(struct gm_place *place)
{
	const int fd = lock_parent(place);
	const int64_t by = maker(place);
	int rc = 0;

	if (by < 0)
		rc = make(place);
	unlock_parent(fd);
	place->own = by != 0;
	return rc;
}

/* Where a log goes if its folder cannot be made on this node. */
static int claim_elsewhere(struct gm_place *place)
{
	const char *tmp = getenv("TMPDIR");
	char name[2 * GM_PATH];

	path_of(name, sizeof name, "%s/%s-%016" PRIx64, tmp && tmp[0] == '/' ? tmp : "/tmp",
		strrchr(place->name, '/') + 1, place->run_id);
	return set_name(place, name) ? -1 : claim(place);
}

/*
 * For the others, which know the name: the folder is rank 0's, or one of
 * their own node if that cannot be seen from here.
 */
void gm_place_follow(struct gm_place *place, uint32_t rank)
{
	const int saved = errno;

	place->rank = rank;
	place->own = 0;
	if (!place->ok)
		return;
	place->ok = !set_name(place, place->name);
	if (place->ok && maker(place) != 0)
		place->ok = !claim(place) || !claim_elsewhere(place);
	if (!place->ok)
		gm_note("warning TOOL002: rank %u cannot make %s: %s; its findings appear here "
			"only",
			rank, place->dir, strerror(errno));
	errno = saved;
}

/* Whether the folder was made by rank 0 of this job; then its run is ours. */
static int made_for_us(struct gm_place *place)
{
	struct mark m;
	char who[128];

	launcher(who, sizeof who);
	if (read_mark(place, &m) || strcmp(m.who, who))
		return 0;
	place->run_id = m.run_id;
	return 1;
}

/*
 * For a run started by MPI_Session_init, where gomarmot may not communicate:
 * rank 0 makes the folder, the others wait for its mark.
 */
void gm_place_session(struct gm_place *place, uint32_t rank)
{
	const uint64_t end = in_ms(SESSION_WAIT_MS);

	if (rank == 0) {
		gm_place_lead(place, 0);
		return;
	}
	memset(place, 0, sizeof *place);
	place->rank = rank;
	if (wanted_log(place))
		return;
	while (!(place->ok = made_for_us(place)))
		if (over(end))
			break;
	if (!place->ok)
		gm_note("warning TOOL002: rank 0 made no folder %s; findings appear here only",
			place->dir);
}
