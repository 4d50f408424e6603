/* Clocks, and waiting for a moment or a word to change (clock.c). */
#ifndef GM_CLOCK_H
#define GM_CLOCK_H

#include <stdint.h>

#include "gm.h"

#pragma GCC visibility push(hidden)

int gm_futex_wait(uint32_t *word, uint32_t value, uint32_t microseconds);
void gm_futex_wake(uint32_t *word);
uint64_t gm_monotonic_nano(void);
uint64_t gm_unix_nano(void);
uint64_t gm_in_ms(uint64_t milliseconds);
int gm_over(uint64_t end, long nap_nano);

/* The processor's counter. */
GM_HOT uint64_t gm_ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t ticks;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return gm_monotonic_nano();
#endif
}

#pragma GCC visibility pop

#endif
