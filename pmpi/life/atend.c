/*
 * Rank 0 has the log checked at the end of MPI_Finalize by the command gomarmot, in a process
 * of its own; with GOMARMOT_CHECK=end however long the log is, and while the other ranks sleep
 * in MPI_Finalize (fetch.c). No rank links the code that compares ranks and writes reports. The
 * process can be ended when the time is up; where memory is short the system ends it before any
 * rank; and it may use all cores that the job has on this node. Its output comes through a pipe,
 * and is printed as a whole or not at all. The program may ignore SIGCHLD, or wait for all of its
 * children: so the end of the text says that the check is complete, and not the exit code.
 */
#define _GNU_SOURCE
#include "atend.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/note.h"
#include "../place/place.h"

enum {
	DEFAULT_SECONDS = 60,
	MOST_SECONDS = 1000000,
	TEXT = 1 << 18, /* bytes that the check may print */
};

static const char last_line[] = "end\n";
static const struct gm_place *place;
static int done;

void gm_atend_setup(const struct gm_place *found)
{
	place = found;
}

static int wanted(void)
{
	const char *summary = getenv("GOMARMOT_SUMMARY");

	return !summary || strcmp(summary, "0") != 0;
}

/* Whether all ranks stay in MPI_Finalize until the job is checked; the same on all ranks. */
int gm_atend_together(void)
{
	const char *check = getenv("GOMARMOT_CHECK");

	return check && !strcmp(check, "end") && wanted();
}

static unsigned seconds(void)
{
	const char *text = getenv("GOMARMOT_CHECK_TIME");
	const long n = text ? atol(text) : 0;

	return n > 0 ? (unsigned)(n < MOST_SECONDS ? n : MOST_SECONDS) : DEFAULT_SECONDS;
}

/* How long the check may take. */
uint64_t gm_atend_ms(void)
{
	return 1000ull * seconds();
}

/* The command: beside this library or where it is installed together with it, else in PATH. */
static void find_command(char *path, size_t size)
{
	static const char *const folders[] = {"", "../bin/"};
	const char *slash;
	Dl_info self;

	if (dladdr((void *)find_command, &self) && self.dli_fname &&
		(slash = strrchr(self.dli_fname, '/')))
		for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
			snprintf(path, size, "%.*s%sgomarmot", (int)(slash - self.dli_fname + 1),
				self.dli_fname, folders[i]);
			if (!access(path, X_OK))
				return;
		}
	snprintf(path, size, "gomarmot");
}

/*
 * The environment without LD_PRELOAD: a profiler preloaded into the program would profile
 * the command, too. The caller frees it; NULL: no memory.
 */
static char **without_preloads(void)
{
	static const char name[] = "LD_PRELOAD=";
	size_t n = 0, kept = 0;
	char **out;

	while (environ && environ[n])
		n++;
	out = calloc(n + 1, sizeof *out);
	for (size_t i = 0; out && i < n; i++)
		if (strncmp(environ[i], name, sizeof name - 1))
			out[kept++] = environ[i];
	return out;
}

/* Starts the check, which writes to a pipe; returns why that failed, 0: it did not. */
static int start(const char *command, int out, pid_t *child)
{
	char **const variables = without_preloads();
	char *const args[] = {
		(char *)"gomarmot", (char *)"at-end", (char *)place->dir, (char *)place->log, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, all;
	int rc;

	if (!variables)
		return ENOMEM;
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&how);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &all);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	rc = posix_spawnp(child, command, &files, &how, args, variables);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	free(variables);
	return rc;
}

/* The same, on all cores that the job may use here; launchers bind ranks to some. */
static int start_unbound(const char *command, int out, pid_t *child)
{
	cpu_set_t own, all;
	int rc;
	const int bound = !sched_getaffinity(0, sizeof own, &own);

	memset(&all, 0xff, sizeof all);
	if (bound)
		sched_setaffinity(0, sizeof all, &all);
	rc = start(command, out, child);
	if (bound)
		sched_setaffinity(0, sizeof own, &own);
	return rc;
}

/* Reads until the other end is closed, there is no room, or the time is up: -1. */
static ssize_t collect(int fd, char *text, size_t room)
{
	const uint64_t end = gm_in_ms(gm_atend_ms());
	size_t used = 0;

	while (used < room) {
		const uint64_t now = gm_monotonic_nano();
		const uint64_t left = now < end ? (end - now) / 1000000 + 1 : 0;
		struct pollfd p = {.fd = fd, .events = POLLIN};
		ssize_t n;

		if (!left)
			return -1;
		if (poll(&p, 1, left < INT_MAX ? (int)left : INT_MAX) <= 0)
			continue;
		n = read(fd, text + used, room - used);
		if (!n || (n < 0 && errno != EINTR))
			break;
		used += n > 0 ? (size_t)n : 0;
	}
	return (ssize_t)used;
}

/* Prints the lines of a check that has come to its end; 0: it has not. */
static int tell(char *text, size_t n)
{
	const size_t end = sizeof last_line - 1;
	char *next;

	if (n < end || memcmp(text + n - end, last_line, end))
		return 0;
	text[n - end] = 0;
	for (char *line = text; (next = strchr(line, '\n')); line = next + 1) {
		*next = 0;
		gm_note("%s", line);
	}
	return 1;
}

static void check(void)
{
	static char text[TEXT]; /* takes up no memory until it is used */
	char command[PATH_MAX];
	int ends[2], rc;
	pid_t child;
	ssize_t n;

	find_command(command, sizeof command);
	rc = pipe2(ends, O_CLOEXEC) ? errno : 0;
	if (!rc) {
		rc = start_unbound(command, ends[1], &child);
		close(ends[1]);
		if (rc)
			close(ends[0]);
	}
	if (rc) {
		gm_note("cannot start %s to check the job (%s); run: gomarmot report %s", command,
			strerror(rc), place->log);
		return;
	}
	n = collect(ends[0], text, sizeof text);
	close(ends[0]);
	if (n < 0 || n == sizeof text)
		kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	if (n < 0)
		gm_note("the check of the job was not done after %u s (GOMARMOT_CHECK_TIME); run: "
			"gomarmot report %s",
			seconds(), place->log);
	else if (!tell(text, (size_t)n))
		gm_note("the check of the job has ended early; run: gomarmot report %s",
			place->log);
}

/* Rank 0 has the job checked, once, unless the user wants no summary. */
void gm_atend_check(void)
{
	const int saved = errno;
	int cancel;

	if (done || !place || !place->ok || place->rank || !wanted())
		return;
	done = 1;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	check();
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}
