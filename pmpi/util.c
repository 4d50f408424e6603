/* Small helpers: notes on stderr, futexes, clocks. */
#define _GNU_SOURCE
#include "gm.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* One line on stderr. Never on a path that a recorded call takes. */
GM_COLD void gm_note(const char *format, ...)
{
	char line[1024] = "gomarmot: ";
	size_t used = strlen(line);
	int saved = errno;
	va_list args;

	va_start(args, format);
	vsnprintf(line + used, sizeof line - used - 1, format, args);
	va_end(args);
	used = strlen(line);
	line[used] = '\n';
	if (write(STDERR_FILENO, line, used + 1) < 0) {
		/* nobody is left to tell */
	}
	errno = saved;
}

/* Waits while *word is value; 0 if woken or changed, -1 if the time is over. */
int gm_futex_wait(uint32_t *word, uint32_t value, uint32_t microseconds)
{
	struct timespec limit = {microseconds / 1000000, microseconds % 1000000 * 1000};
	int saved = errno;
	long r = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, &limit, NULL, 0);
	int over = r < 0 && errno == ETIMEDOUT;

	errno = saved;
	return over ? -1 : 0;
}

void gm_futex_wake(uint32_t *word)
{
	int saved = errno;

	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
	errno = saved;
}

static uint64_t nano(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t gm_monotonic_nano(void)
{
	return nano(CLOCK_MONOTONIC);
}

uint64_t gm_unix_nano(void)
{
	return nano(CLOCK_REALTIME);
}
