/*
 * The two tables (access.h): which bytes are of interest, and not yet logged. They are changed with
 * plain stores: if two threads change the same byte of a table at once, a change is lost,
 * and so an access may be logged twice, or, next to where memory has just become of interest, not
 * at all.
 */
#ifndef GA_TABLE_H
#define GA_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "access.h"

#pragma GCC visibility push(hidden)

#define GA_READS ((uint8_t *)GOMARMOT_READS)
#define GA_WRITES ((uint8_t *)GOMARMOT_WRITES)
#define GA_LIKELY(x) __builtin_expect(!!(x), 1)
#define GA_COLD __attribute__((cold, noinline))
#define GA_HOT static inline __attribute__((always_inline))
#define GA_EXPORT __attribute__((visibility("default")))

extern int ga_reserved; /* 1: there are tables */

int ga_reserve(void);
void ga_set(uint8_t *table, uintptr_t lo, uintptr_t hi);
void ga_drop(uint8_t *table, uintptr_t lo, uintptr_t hi);
void ga_clear(uint8_t *table, uintptr_t lo, uintptr_t hi);
uintptr_t ga_next_set(const uint8_t *table, uintptr_t lo, uintptr_t hi);
uintptr_t ga_next_clear(const uint8_t *table, uintptr_t lo, uintptr_t hi);

/* Whether any byte of an access of at most 16 bytes may be of interest: the bytes of the table that
 * have its bits are not 0. Mostly they are, and that is the shortest way to see it. */
GA_HOT int ga_near(const uint8_t *table, uintptr_t at, unsigned size)
{
	const uint8_t *const p = table + (at >> 3);
	uint16_t two;
	uint32_t four;

	if (size == 1)
		return *p != 0;
	memcpy(&two, p, sizeof two);
	memcpy(&four, p, sizeof four);
	return size <= 8 ? two != 0 : four != 0;
}

#pragma GCC visibility pop

#endif
