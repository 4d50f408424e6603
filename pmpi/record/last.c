/*
 * A process ends when its last thread has ended; main may have ended long before, by pthread_exit.
 * The checker's threads do not end, so one of them checks whether all other threads have ended. The
 * checker's threads share a name: Go's threads inherit it from the thread that loads Go (load.c),
 * and from each other.
 */
#define _GNU_SOURCE
#include "last.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	LOOK_MS = 50, /* at first */
	LOOK_MOST_MS = 500,
	SURE = 3, /* looks in a row: a thread may just be starting another */
};

/* Whether a thread is the program's, or a library's, and goes on; 1 if that is unknown: the program
 * may have no file descriptor left. */
static int goes_on(const char *thread)
{
	char path[64], stat[512]; /* number (name) state ... */
	const char *name, *end;
	ssize_t n = -1;
	int fd;

	snprintf(path, sizeof path, "/proc/self/task/%s/stat", thread);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		n = read(fd, stat, sizeof stat - 1);
		close(fd);
	}
	if (n < 0)
		return errno != ENOENT && errno != ESRCH;
	stat[n] = 0;
	name = strchr(stat, '(');
	end = strrchr(stat, ')');
	if (!name || !end)
		return 1;
	if ((size_t)(end - name) == sizeof GM_THREAD_NAME &&
		!memcmp(name + 1, GM_THREAD_NAME, sizeof GM_THREAD_NAME - 1))
		return 0;
	return !strchr("ZX", end[2]);
}

/* Whether any thread besides the checker's goes on; 1 if that is unknown. */
static int others(void)
{
	DIR *tasks = opendir("/proc/self/task");
	struct dirent *entry;
	int found = 0;

	if (!tasks)
		return 1;
	while (!found && (entry = readdir(tasks)))
		found = entry->d_name[0] != '.' && goes_on(entry->d_name);
	closedir(tasks);
	return found;
}

static void *watch(void *unused)
{
	unsigned wait = LOOK_MS;

	pthread_setname_np(pthread_self(), GM_THREAD_NAME);
	for (int alone = 0; alone < SURE;) {
		usleep(wait * 1000);
		alone = others() ? 0 : alone + 1;
		wait = alone ? LOOK_MS : wait < LOOK_MOST_MS ? 2 * wait : LOOK_MOST_MS;
	}
	exit(0);       /* as the C library does after the last thread */
	return unused; /* not reached */
}

/* A thread that has called MPI is about to end. After main, the process has to be ended from here
 * when the others have ended, too. */
void gm_last_thread(void)
{
	pthread_attr_t attr;
	sigset_t all, old;
	pthread_t thread;

	if (syscall(SYS_gettid) != getpid())
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attr, watch, NULL); /* or else the process has to be killed */
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}
