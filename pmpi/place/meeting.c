/*
 * Where the ranks of a job on the same host agree on a log if its name is relative and they may
 * have started in different directories: the first rank creates a symbolic link to the log, in
 * memory, named after the job. The last rank of the host to arrive removes the link; otherwise its
 * creator does, when it ends.
 */
#define _GNU_SOURCE
#include "meeting.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char link_path[64]; /* "": ranks need not agree */
static pid_t maker;

void gm_meeting_setup(uint64_t run_id)
{
	const char *directory = access("/dev/shm", W_OK | X_OK) ? "/tmp" : "/dev/shm";

	snprintf(link_path, sizeof link_path, "%s/gomarmot-%u-%016" PRIx64, directory,
		(unsigned)geteuid(), run_id);
}

/* Whether ranks of this host may still be looking for the chosen log. */
int gm_meeting_open(void)
{
	return link_path[0] != 0;
}

/* The log that another rank has chosen; -1 if no rank has chosen a log. */
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

/* Chooses the log for all ranks; -1 if another rank has done so. */
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
	link_path[0] = 0; /* there can be no link: each directory gets its own log */
	return 0;
}

/* No rank looks for the meeting any longer, or the chosen log is of no use. */
void gm_meeting_over(void)
{
	if (link_path[0])
		unlink(link_path);
}

/* The process ends: ranks that arrive later are too late. */
void gm_meeting_leave(void)
{
	if (maker && maker == getpid())
		gm_meeting_over();
}
