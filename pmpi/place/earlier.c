/*
 * Looks for files where a log is to go. Only a log of gomarmot's own, recognized by its content and
 * owned by this user, is ever moved; anything else with that name is left as it is. It opens only
 * plain files and directories, and only those of this user, and waits for no lock.
 */
#define _GNU_SOURCE
#include "earlier.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "jobid.h"

enum { ROTATIONS_MAX = 100000, FIRST_LINE = 256 };

static int exists(const char *path)
{
	struct stat st;

	return !lstat(path, &st) || errno != ENOENT;
}

/* Opens a plain file that this user owns; -1 if it is anything else. */
static int open_own(const char *path, int how)
{
	struct stat st;
	int fd;

	if (lstat(path, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid())
		return -1;
	fd = open(path, how | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_own_directory(const char *path)
{
	struct stat st;

	if (lstat(path, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		return -1;
	return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

/* When a file was last changed, in ns on the file system's clock. */
static uint64_t changed(const struct stat *st)
{
	return (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec;
}

static ssize_t read_start(int fd, char *text, size_t size)
{
	const ssize_t n = pread(fd, text, size - 1, 0);

	text[n > 0 ? n : 0] = 0;
	return n;
}

/*
 * Opens a file that begins as every run.log does (runtime/logdir, FirstMessage);
 * -1 if it is anything else.
 */
int gm_open_run_log(const char *path)
{
	static const char start[] = "{\"level\":\"info\",\"ts\":\"";
	char line[FIRST_LINE];
	const int fd = open_own(path, O_RDONLY);

	if (fd < 0)
		return -1;
	if (read_start(fd, line, sizeof line) > 0 && !strncmp(line, start, sizeof start - 1) &&
		strstr(line, "\",\"msg\":\"gomarmot run\",\"format\":"))
		return fd;
	close(fd);
	return -1;
}

static int is_run_log(const char *path)
{
	const int fd = gm_open_run_log(path);

	if (fd < 0)
		return 0;
	close(fd);
	return 1;
}

void gm_mark_path(char *path, size_t size, const char *dir)
{
	snprintf(path, size, "%s/job", dir);
}

/* Takes a lock if it is free; 1 if another process holds it, -1 if locks do not work. */
static int try_lock(int fd, int how)
{
	if (!flock(fd, how | LOCK_NB))
		return 0;
	return errno == EWOULDBLOCK ? 1 : -1;
}

/* A marked directory, open. Network file systems may lock files only. */
struct directory {
	int dir, mark;
	struct gm_mark says;
};

static void close_directory(struct directory *f)
{
	const int saved = errno;

	if (f->dir >= 0)
		close(f->dir);
	if (f->mark >= 0)
		close(f->mark);
	errno = saved;
}

static int parse_mark(const char *text, struct gm_mark *m)
{
	return sscanf(text, "run %" SCNx64 " rank %" SCNu32 " %*[a-z] %2047[^\n]", &m->run_id,
		       &m->rank, m->job) == 3
		       ? 0
		       : -1;
}

/* 0 if gomarmot has marked the directory. */
static int open_directory(const char *dir, struct directory *f)
{
	char path[GM_PATH + 16], text[4096];
	struct stat st;

	gm_mark_path(path, sizeof path, dir);
	f->mark = -1;
	f->dir = open_own_directory(dir);
	if (f->dir >= 0)
		f->mark = open_own(path, O_RDWR);
	if (f->mark >= 0 && !fstat(f->mark, &st) && read_start(f->mark, text, sizeof text) > 0 &&
		!parse_mark(text, &f->says)) {
		f->says.made = changed(&st);
		return 0;
	}
	close_directory(f);
	return -1;
}

/* Whether the directory still has its name: it may have been moved in the meantime. */
static int has_name(const struct directory *f, const char *dir)
{
	struct stat named, open;

	return !lstat(dir, &named) && !fstat(f->dir, &open) && named.st_ino == open.st_ino &&
	       named.st_dev == open.st_dev;
}

/* Locks both files; 1 if another process holds a conflicting lock. */
static int lock_directory(const struct directory *f, int how)
{
	const int mark = try_lock(f->mark, how), dir = try_lock(f->dir, how);

	return mark > 0 || dir > 0 ? 1 : mark < 0 && dir < 0 ? -1 : 0;
}

/*
 * The time on the file system's clock, which a file server may have for itself; on
 * this host's where nothing can be created.
 */
static uint64_t file_system_now(const char *log)
{
	char path[GM_PATH + GM_HOST + 48], host[GM_HOST];
	uint64_t now = gm_unix_nano();
	struct stat st;

	gm_host_name(host);
	snprintf(path, sizeof path, "%s.now-%s-%d", log, host, (int)getpid());
	if (mkdir(path, 0700))
		return now;
	if (!lstat(path, &st))
		now = changed(&st);
	rmdir(path);
	return now;
}

/*
 * Whether a mark is younger than this rank's launcher. The clocks of two hosts may
 * differ by minutes: ages are compared, each measured by a single clock.
 */
static int is_younger(const struct gm_mark *m, const char *log)
{
	const uint64_t launcher = gm_launcher_age();
	const uint64_t now = launcher == UINT64_MAX ? 0 : file_system_now(log);

	return now < m->made || now - m->made <= launcher;
}

/*
 * Whether the job that holds a log began after this rank's launcher: then both were started side by
 * side, and the log will not soon be free, as the log of a killed job would be.
 */
int gm_is_sibling(const char *log, const char *dir)
{
	struct directory f;

	if (open_directory(dir, &f))
		return 0;
	close_directory(&f);
	return is_younger(&f.says, log);
}

static enum gm_found look_at_directory(const char *log, const char *dir, const char *job)
{
	struct directory f;
	int busy;

	if (open_directory(dir, &f))
		return GM_FOREIGN;
	busy = lock_directory(&f, LOCK_EX);
	close_directory(&f); /* at once: to other ranks of the job it seems to be held */
	if (!strcmp(f.says.job, job) && (busy || is_younger(&f.says, log)))
		return GM_MINE;
	return busy > 0 ? GM_IN_USE : GM_OLD;
}

/*
 * What exists at a log's name. job names the job of this process; a directory with that
 * mark is the job's own if a process holds it, or, since not every file system
 * shows the locks of other hosts, if it is younger than the launcher: job names
 * recur.
 */
enum gm_found gm_look(const char *log, const char *dir, const char *job)
{
	const int there = exists(dir);
	const enum gm_found found = there ? look_at_directory(log, dir, job) : GM_NOTHING;

	if (found == GM_MINE || found == GM_FOREIGN || !exists(log))
		return found;
	if (!is_run_log(log))
		return GM_FOREIGN;
	return there ? found : GM_OLD;
}

/* Renames, but never replaces anything. */
int gm_rename_new(const char *from, const char *to)
{
	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (exists(to)) { /* NFS and others lack this kind of rename */
		errno = EEXIST;
		return -1;
	}
	return rename(from, to);
}

static int move(const char *from, const char *to)
{
	return exists(from) ? gm_rename_new(from, to) : 0;
}

static int move_to_next(const char *log, const char *dir)
{
	char to_log[GM_PATH + 16], to_dir[GM_PATH + 16];

	for (int n = 1; n < ROTATIONS_MAX; n++) {
		snprintf(to_log, sizeof to_log, "%s.%d", log, n);
		snprintf(to_dir, sizeof to_dir, "%s.%d.d", log, n);
		if (exists(to_log) || exists(to_dir))
			continue;
		/* The directory last: it is locked, which keeps others away from both. */
		return move(log, to_log) || move(dir, to_dir) ? -1 : 0;
	}
	errno = EEXIST;
	return -1;
}

/*
 * Renames an earlier run's log to the next free number. It is locked meanwhile,
 * so that of several ranks or jobs only this rank renames it. -1 if that failed or is no
 * longer needed: look again.
 */
int gm_rotate(const char *log, const char *dir)
{
	struct directory f;
	int rc = -1;

	if (!exists(dir) && is_run_log(log) && !move_to_next(log, dir))
		return 0;
	if (open_directory(dir, &f)) {
		errno = EAGAIN;
		return -1;
	}
	if (lock_directory(&f, LOCK_EX) > 0)
		errno = EAGAIN;
	else if (!has_name(&f, dir))
		errno = EAGAIN;
	else if ((rc = move_to_next(log, dir)) && errno == ENOENT)
		errno = EAGAIN; /* moved by another process */
	close_directory(&f);
	return rc;
}

static int held[2] = {-1, -1}; /* the mark and the directory that this process holds */

/* Releases the directory, since nothing will be recorded. */
void gm_let_go(void)
{
	for (int i = 0; i < 2; i++) {
		if (held[i] >= 0)
			close(held[i]);
		held[i] = -1;
	}
}

/* Marks a directory as this run's, and holds it as long as this process lives. */
int gm_mark(const char *dir, const char *text)
{
	char path[GM_PATH + 64];
	int fd;

	gm_mark_path(path, sizeof path, dir);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	if (gm_write(fd, text, strlen(text))) {
		close(fd);
		return -1;
	}
	held[0] = fd;
	held[1] = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < 2; i++)
		if (held[i] >= 0)
			try_lock(held[i], LOCK_SH);
	return 0;
}

/* Holds a directory that the job has marked; -1 if the directory no longer has the mark. */
int gm_hold(const char *dir, struct gm_mark *m)
{
	struct directory f;

	if (open_directory(dir, &f))
		return -1;
	if (lock_directory(&f, LOCK_SH) > 0 || !has_name(&f, dir)) {
		close_directory(&f);
		errno = EAGAIN;
		return -1;
	}
	held[0] = f.mark;
	held[1] = f.dir;
	*m = f.says;
	return 0;
}
