/* Whether the limits of the process leave enough for the checker. */
#include "limits.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../base/note.h"

enum {
	NEED_ADDRESS_SPACE = 4096, /* MiB: Go reserves 1700, the rest is left to the program */
	NEED_THREADS = 12,         /* threads that Go may create */
	NEED_FILES = 12,           /* files that the checker may open */
	SMALL_STACK = 64 << 10,
	LARGE_STACK = 1 << 30,
};

/*
 * If a limit leaves too little for the checker, the program runs unwatched, and gets all of the
 * resource.
 */
static int address_space_is_short(void)
{
	struct rlimit limit;
	unsigned long pages = 0;
	FILE *statm;

	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	statm = fopen("/proc/self/statm", "re");
	if (!statm)
		return 1;
	if (fscanf(statm, "%lu", &pages) != 1)
		pages = 0;
	fclose(statm);
	return (limit.rlim_cur >> 20) <
	       (pages * (unsigned long)sysconf(_SC_PAGESIZE) >> 20) + NEED_ADDRESS_SPACE;
}

static void *wait_for_others(void *arg)
{
	sem_wait(arg);
	return NULL;
}

/*
 * A thread with a stack as small as can be. The thread-local variables of the program and its
 * libraries lie in it: OpenBLAS alone has 60 KiB of them.
 */
static int create_waiting(pthread_t *thread, size_t *stack, sem_t *go)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	do {
		pthread_attr_setstacksize(&attr, *stack);
		err = pthread_create(thread, &attr, wait_for_others, go);
	} while (err == EINVAL && (*stack *= 2) <= LARGE_STACK);
	pthread_attr_destroy(&attr);
	return err;
}

static int threads_are_short(void)
{
	pthread_t thread[NEED_THREADS];
	size_t stack = SMALL_STACK;
	sem_t go;
	int n = 0;

	sem_init(&go, 0, 0);
	while (n < NEED_THREADS && !create_waiting(&thread[n], &stack, &go))
		n++;
	for (int i = 0; i < n; i++)
		sem_post(&go);
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	sem_destroy(&go);
	return n < NEED_THREADS;
}

static int files_are_short(void)
{
	int fd[NEED_FILES], n = 0;

	while (n < NEED_FILES && (fd[n] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
		n++;
	for (int i = 0; i < n; i++)
		close(fd[i]);
	return n < NEED_FILES;
}

/* Whether some limit leaves too little; prints which. */
int gm_limits_are_short(void)
{
	if (address_space_is_short())
		gm_note("warning TOOL002: the address space limit leaves less than %d MiB; the "
			"program runs unwatched",
			NEED_ADDRESS_SPACE);
	else if (threads_are_short())
		gm_note("warning TOOL002: cannot create %d more threads; the program runs "
			"unwatched",
			NEED_THREADS);
	else if (files_are_short())
		gm_note("warning TOOL002: cannot open %d more files; the program runs "
			"unwatched",
			NEED_FILES);
	else
		return 0;
	return 1;
}
