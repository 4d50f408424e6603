/*
 * What stands where a log is to go. Only a log of gomarmot's own, known by its
 * content and of this user, is ever moved; whatever else has the name stays as
 * it is. Nothing is opened before it is known to be a plain file or a folder,
 * nothing of somebody else's is opened at all, and nobody's lock is waited for.
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

#include "gm.h"
#include "note.h"

enum { ROTATIONS_MAX = 100000, FIRST_LINE = 256 };

static int exists(const char *path)
{
	struct stat st;

	return !lstat(path, &st) || errno != ENOENT;
}

/* Opens a plain file of this user's; -1 if it is anything else. */
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

static int open_own_folder(const char *path)
{
	struct stat st;

	if (lstat(path, &st) || !S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		return -1;
	return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
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

/* Takes a lock if it is free; 1 if somebody else holds it, -1 if there are no locks. */
static int try_lock(int fd, int how)
{
	if (!flock(fd, how | LOCK_NB))
		return 0;
	return errno == EWOULDBLOCK ? 1 : -1;
}

/* A marked folder, open. A file system of the network locks files only. */
struct folder {
	int dir, mark;
	struct gm_mark says;
};

static void close_folder(struct folder *f)
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

/* 0 if the folder is one that gomarmot has marked. */
static int open_folder(const char *dir, struct folder *f)
{
	char path[GM_PATH + 16], text[4096];
	struct stat st;

	gm_mark_path(path, sizeof path, dir);
	f->mark = -1;
	f->dir = open_own_folder(dir);
	if (f->dir >= 0)
		f->mark = open_own(path, O_RDWR);
	if (f->mark >= 0 && !fstat(f->mark, &st) && read_start(f->mark, text, sizeof text) > 0 &&
		!parse_mark(text, &f->says)) {
		f->says.made =
			(uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
		return 0;
	}
	close_folder(f);
	return -1;
}

/* Whether the folder still has its name: it may have been moved meanwhile. */
static int has_name(const struct folder *f, const char *dir)
{
	struct stat named, open;

	return !lstat(dir, &named) && !fstat(f->dir, &open) && named.st_ino == open.st_ino &&
	       named.st_dev == open.st_dev;
}

/* Holds both; 1 if somebody else holds one of them in a way that excludes this. */
static int lock_folder(const struct folder *f, int how)
{
	const int mark = try_lock(f->mark, how), dir = try_lock(f->dir, how);

	return mark > 0 || dir > 0 ? 1 : mark < 0 && dir < 0 ? -1 : 0;
}

static enum gm_found look_at_folder(const char *dir, const char *job, uint64_t since)
{
	struct folder f;
	enum gm_found found = GM_OLD;
	int busy;

	if (open_folder(dir, &f))
		return GM_FOREIGN;
	busy = lock_folder(&f, LOCK_EX);
	if (!strcmp(f.says.job, job) && (busy || f.says.made >= since))
		found = GM_MINE;
	else if (busy > 0)
		found = GM_IN_USE;
	close_folder(&f);
	return found;
}

/*
 * What stands at a log's name. job is that of this process; a folder that the
 * job has marked is its own if a process holds it, or if it was made after
 * `since`, in ns on the wall clock: names of jobs recur.
 */
enum gm_found gm_look(const char *log, const char *dir, const char *job, uint64_t since)
{
	const int there = exists(dir);
	const enum gm_found found = there ? look_at_folder(dir, job, since) : GM_NOTHING;

	if (found == GM_MINE || found == GM_FOREIGN || !exists(log))
		return found;
	if (!is_run_log(log))
		return GM_FOREIGN;
	return there ? found : GM_OLD;
}

/* Renames without ever replacing anything. */
int gm_rename_new(const char *from, const char *to)
{
	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (exists(to)) { /* NFS and others know no such rename */
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
		/* The folder last: it is locked, which keeps others away from both. */
		return move(log, to_log) || move(dir, to_dir) ? -1 : 0;
	}
	errno = EEXIST;
	return -1;
}

/*
 * Renames an earlier run's log to the next free number. It is locked
 * meanwhile, so that of several ranks or jobs one does it. -1 if it could not
 * be done, or need not be any more: look again.
 */
int gm_rotate(const char *log, const char *dir)
{
	struct folder f;
	int rc = -1;

	if (!exists(dir) && is_run_log(log) && !move_to_next(log, dir))
		return 0;
	if (open_folder(dir, &f)) {
		errno = EAGAIN;
		return -1;
	}
	if (lock_folder(&f, LOCK_EX) > 0)
		errno = EAGAIN;
	else if (!has_name(&f, dir))
		errno = EAGAIN;
	else if ((rc = move_to_next(log, dir)) && errno == ENOENT)
		errno = EAGAIN; /* moved by somebody else */
	close_folder(&f);
	return rc;
}

static int held[2] = {-1, -1}; /* the mark and the folder that this process holds */

/* Nothing will be recorded: the folder is free. */
void gm_let_go(void)
{
	for (int i = 0; i < 2; i++) {
		if (held[i] >= 0)
			close(held[i]);
		held[i] = -1;
	}
}

/* Marks a folder as this run's, and holds it as long as this process lives. */
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

/* Holds a folder that the job has marked; -1 if it is that no more. */
int gm_hold(const char *dir, struct gm_mark *m)
{
	struct folder f;

	if (open_folder(dir, &f))
		return -1;
	if (lock_folder(&f, LOCK_SH) > 0 || !has_name(&f, dir)) {
		close_folder(&f);
		errno = EAGAIN;
		return -1;
	}
	held[0] = f.mark;
	held[1] = f.dir;
	*m = f.says;
	return 0;
}
