/*
 * Where the ranks of a job on one host meet if the log's name is relative and
 * they may have started in different folders: a symbolic link to the log that
 * the first one makes, in memory, named after the job. The last rank of the
 * host removes it, or the one that made it when it ends.
 */
#define _GNU_SOURCE
#include "meeting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char link_path[64]; /* "": ranks need not meet */
static pid_t maker;

void gm_meeting_setup(uint64_t run_id)
{
	const char *folder = access("/dev/shm", W_OK | X_OK) ? "/tmp" : "/dev/shm";

	snprintf(link_path, sizeof link_path, "%s/gomarmot-%u-%016" PRIx64, folder,
		(unsigned)geteuid(), run_id);
}

/* Whether ranks of this host may be looking for what was chosen. */
int gm_meeting_open(void)
{
	return link_path[0] != 0;
}

/* The log that another rank has chosen; -1 if none has. */
int gm_meeting_read(char *log, size_t size)
{
	struct stat st;
	ssize_t n;

	if (!link_path[0] || lstat(link_path, &st) || !S_ISLNK(st.st_mode) ||
		st.st_uid != geteuid())
		return -1;
	n = readlink(link_path, log, size);
	if (n <= 0 || n >= (ssize_t)size || log[0] != '/')
		return -1;
	log[n] = 0;
	return 0;
}

/* This rank chooses; -1 if another one has. */
int gm_meeting_choose(const char *log)
{
	if (!link_path[0])
		return 0;
	if (!symlink(log, link_path)) {
		maker = getpid();
		return 0;
	}
	if (errno == EEXIST)
		return -1;
	link_path[0] = 0; /* no way to meet: each folder for itself */
	return 0;
}

/* Nobody will look any more, or what was chosen is of no use. */
void gm_meeting_over(void)
{
	if (link_path[0])
		unlink(link_path);
}

/* The process ends: others may be on their way, but they are late. */
void gm_meeting_leave(void)
{
	if (maker && maker == getpid())
		gm_meeting_over();
}
