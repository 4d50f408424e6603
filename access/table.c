#define _GNU_SOURCE
#include "table.h"

#include <sys/mman.h>

/* A byte for each 8 bytes below 2^47, where the memory of programs is. */
#define SPAN (1ul << 44)

enum { PAGE = 4096, LARGE = 64 << 10 };

int ga_reserved;

/* Reserves a table: no memory before it is written to, none of it in a core file or a forked child.
 */
static int reserve(uintptr_t at)
{
	void *const want = (void *)at;
	void *const got = mmap(want, SPAN, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (got == MAP_FAILED)
		return -1;
	if (got != want) { /* an old kernel takes the address as a hint */
		munmap(got, SPAN);
		return -1;
	}
	madvise(want, SPAN, MADV_DONTDUMP);
	madvise(want, SPAN, MADV_NOHUGEPAGE);
	madvise(want, SPAN, MADV_WIPEONFORK);
	return 0;
}

/* -1 with errno if there is no room for the tables. */
int ga_reserve(void)
{
	if (reserve(GOMARMOT_READS))
		return -1;
	if (reserve(GOMARMOT_WRITES)) {
		munmap((void *)GOMARMOT_READS, SPAN);
		return -1;
	}
	ga_reserved = 1;
	return 0;
}

/* The bits of a table's byte from that of address lo to that of the byte before hi. */
static uint8_t part(uintptr_t lo, uintptr_t hi)
{
	return (uint8_t)(0xff << (lo & 7) & 0xff >> (7 - ((hi - 1) & 7)));
}

static void store(uint8_t *byte, uint8_t bits, int on)
{
	const uint8_t was = __atomic_load_n(byte, __ATOMIC_RELAXED);

	__atomic_store_n(byte, (uint8_t)(on ? was | bits : was & ~bits), __ATOMIC_RELAXED);
}

static void fill(uint8_t *table, uintptr_t lo, uintptr_t hi, int on)
{
	const uintptr_t first = lo >> 3, last = (hi - 1) >> 3;

	if (lo >= hi)
		return;
	if (first == last) {
		store(table + first, part(lo, hi), on);
		return;
	}
	store(table + first, part(lo, (lo | 7) + 1), on);
	memset(table + first + 1, on ? 0xff : 0, last - first - 1);
	store(table + last, part((hi - 1) & ~(uintptr_t)7, hi), on);
}

void ga_set(uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	fill(table, lo, hi, 1);
}

void ga_clear(uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	fill(table, lo, hi, 0);
}

/* As ga_clear, of memory that may never be of interest again: the table's own memory goes back to
 * the system. */
void ga_drop(uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	const uintptr_t from = ((uintptr_t)table + (lo >> 3) + PAGE) & ~(uintptr_t)(PAGE - 1);
	const uintptr_t to = ((uintptr_t)table + (hi >> 3)) & ~(uintptr_t)(PAGE - 1);

	if (to < from + LARGE || madvise((void *)from, to - from, MADV_DONTNEED)) {
		ga_clear(table, lo, hi);
		return;
	}
	ga_clear(table, lo, (from - (uintptr_t)table) << 3);
	ga_clear(table, (to - (uintptr_t)table) << 3, hi);
}

GA_HOT uint64_t word_at(const uint8_t *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof word);
	return word;
}

/* The first address from lo on whose bit is not `same`; hi if there is none. */
GA_HOT uintptr_t next(const uint8_t *table, uintptr_t lo, uintptr_t hi, uint8_t same)
{
	const uint64_t all = same ? UINT64_MAX : 0;
	uintptr_t at = lo;

	while (at < hi) {
		const uint8_t other = (uint8_t)(table[at >> 3] ^ same) >> (at & 7);
		const uint8_t *p;

		if (other) {
			at += (uintptr_t)__builtin_ctz(other);
			return at < hi ? at : hi;
		}
		at = (at | 7) + 1;
		for (p = table + (at >> 3); at + 256 <= hi; at += 256, p += 32)
			if ((word_at(p) ^ all) | (word_at(p + 8) ^ all) | (word_at(p + 16) ^ all) |
				(word_at(p + 24) ^ all))
				break;
		for (; at + 64 <= hi && word_at(p) == all; at += 64)
			p += 8;
	}
	return hi;
}

uintptr_t ga_next_set(const uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	return next(table, lo, hi, 0);
}

uintptr_t ga_next_clear(const uint8_t *table, uintptr_t lo, uintptr_t hi)
{
	return next(table, lo, hi, 0xff);
}
