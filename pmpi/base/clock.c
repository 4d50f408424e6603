/* Clocks, and waiting: for a word to change, or for a moment. */
#define _GNU_SOURCE
#include "clock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Waits while *word is value; 0 if woken or changed, -1 after the time limit. */
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

/* The moment this many milliseconds from now, for gm_over. */
uint64_t gm_in_ms(uint64_t milliseconds)
{
	return gm_monotonic_nano() + milliseconds * 1000000u;
}

/* Whether a moment has passed; if not, sleeps for a short while. */
int gm_over(uint64_t end, long nap_nano)
{
	const struct timespec nap = {0, nap_nano};

	if (gm_monotonic_nano() > end)
		return 1;
	nanosleep(&nap, NULL);
	return 0;
}
