/* The functions that compiled code calls (access.h), and the logging of an access. */
#include "touch.h"

#include <string.h>

#include "access.h"
#include "log.h"

/* The number of bits of a word of the table. */
enum { WORD = 64 };

/* The part of a table that has the bits of an access: a byte if it has them all, else a word from
 * that byte on. A word of which another access has just changed a byte would make the processor
 * wait until that byte has reached the cache. */
struct part {
	uint8_t *first;
	uint64_t bits; /* of the access */
	int is_byte;
};

/* The part for an access that ends within the word. */
GA_HOT struct part part_of(uint8_t *table, uintptr_t at, size_t size)
{
	return (struct part){.first = table + (at >> 3),
		.bits = UINT64_MAX >> (WORD - size) << (at & 7),
		.is_byte = (at & 7) + size <= 8};
}

GA_HOT uint64_t load_part(struct part p)
{
	uint64_t word;

	if (GA_LIKELY(p.is_byte))
		return __atomic_load_n(p.first, __ATOMIC_RELAXED);
	memcpy(&word, p.first, sizeof word);
	return word;
}

/* Takes the bits of the access out of the part, whose value was loaded. Bytes without bits of the
 * access stay as another thread may have made them meanwhile. */
GA_HOT void clear_part(struct part p, uint64_t loaded)
{
	const unsigned bytes = (WORD + 7 - (unsigned)__builtin_clzl(p.bits)) / 8;
	const uint64_t word = loaded & ~p.bits;

	if (GA_LIKELY(p.is_byte)) {
		__atomic_store_n(p.first, (uint8_t)word, __ATOMIC_RELAXED);
	} else if (bytes < 4) {
		const uint16_t first = (uint16_t)word, last = (uint16_t)(word >> 8 * (bytes - 2));

		memcpy(p.first, &first, sizeof first);
		memcpy(p.first + bytes - 2, &last, sizeof last);
	} else {
		const uint32_t first = (uint32_t)word, last = (uint32_t)(word >> 8 * (bytes - 4));

		memcpy(p.first, &first, sizeof first);
		memcpy(p.first + bytes - 4, &last, sizeof last);
	}
}

/* The slow path of ga_touch: part of the access is of no interest, the access is long, or the
 * log is not ready. */
static __attribute__((noinline)) void touch_parts(
	uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	uint8_t *const table = ga_table_of(kind);
	const uintptr_t end = at + size;
	struct ga_log *const log = ga_log_enter();
	uintptr_t lo, hi;

	if (!log)
		return;
	for (lo = ga_next_set(table, at, end); lo < end; lo = ga_next_set(table, hi, end)) {
		hi = ga_next_clear(table, lo, end);
		if (!(kind & GOMARMOT_WAS_ATOMIC))
			ga_clear(table, lo, hi);
		ga_log_note(log, pc, kind, lo, hi);
	}
	ga_log_leave(log);
}

/*
 * Logs the bytes of an access that are of interest. They no longer are, until the next release;
 * but an atomic access leaves them of interest for plain accesses, which may conflict with accesses
 * that it does not conflict with.
 *
 * Mostly all of a short access is of interest, and it continues the run of its place. This path
 * calls no function, so the compiler saves no registers on it.
 */
void ga_touch(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	struct ga_log *log;
	struct part p;
	uint64_t word;

	if (!GA_LIKELY(size - 1 < WORD - (at & 7))) {
		touch_parts(at, size, pc, kind);
		return;
	}
	__builtin_prefetch((void *)at); /* the program's own access comes next */
	p = part_of(ga_table_of(kind), at, size);
	word = load_part(p);
	if (!(word & p.bits))
		return;
	log = ga_log_ready();
	if (!GA_LIKELY((word & p.bits) == p.bits && log)) {
		touch_parts(at, size, pc, kind);
		return;
	}
	if (!GA_LIKELY(ga_log_try(log))) {
		touch_parts(at, size, pc, kind);
		return;
	}
	if (!(kind & GOMARMOT_WAS_ATOMIC))
		clear_part(p, word);
	ga_log_note_and_leave(log, pc, kind, at, at + size);
}

static void touch_range(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind);

/* A load and a store of the same bytes: logged at once where all of them are of interest for
 * both. */
static void touch_update(uintptr_t at, size_t size, uintptr_t pc)
{
	struct ga_log *const log = ga_log_ready();

	__builtin_prefetch((void *)at); /* as in ga_touch */
	if (GA_LIKELY(size - 1 < WORD - (at & 7) && log)) {
		const struct part reads = part_of(GA_READS, at, size);
		const struct part writes = part_of(GA_WRITES, at, size);
		const uint64_t r = load_part(reads), w = load_part(writes);

		if (GA_LIKELY((r & w & reads.bits) == reads.bits && ga_log_try(log))) {
			clear_part(reads, r);
			clear_part(writes, w);
			ga_log_note_and_leave(log, pc, GA_UPDATED, at, at + size);
			return;
		}
	}
	touch_range(at, size, pc, 0);
	touch_range(at, size, pc, GOMARMOT_WROTE);
}

static __attribute__((noinline)) void touch_long(
	uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	uintptr_t lo;

	if (at + size < at)
		return;
	lo = ga_next_set(ga_table_of(kind), at, at + size);
	if (lo < at + size)
		ga_touch(lo, at + size - lo, pc, kind);
}

/* An access of any size, tested here. */
GA_HOT void touch_range(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	if (!ga_reserved || !size)
		return;
	if (GA_LIKELY(size <= WORD - 7))
		ga_touch(at, size, pc, kind);
	else
		touch_long(at, size, pc, kind);
}

void ga_touch_range(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	touch_range(at, size, pc, kind);
}

static void touch_series(
	uintptr_t at, size_t size, ptrdiff_t stride, size_t count, uintptr_t pc, uint32_t kind)
{
	const uint8_t *const table = ga_table_of(kind);

	if (!count || !size || !ga_reserved)
		return;
	if (stride < 0) { /* the same bytes, from the other end */
		at += (count - 1) * (uintptr_t)stride;
		stride = -stride;
	}
	if ((size_t)stride <= size) { /* without gaps */
		ga_touch_range(at, (count - 1) * (size_t)stride + size, pc, kind);
		return;
	}
	if (size > WORD - 7) {
		for (; count; count--, at += (size_t)stride)
			touch_long(at, size, pc, kind);
		return;
	}
	for (; count; count--, at += (size_t)stride) {
		uint64_t word;

		memcpy(&word, table + (at >> 3), sizeof word);
		if (word)
			ga_touch(at, size, pc, kind);
	}
}

GA_EXPORT void __gomarmot_read(const void *address, size_t size)
{
	touch_range((uintptr_t)address, size, GA_PC, 0);
}

GA_EXPORT void __gomarmot_write(void *address, size_t size)
{
	touch_range((uintptr_t)address, size, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void __gomarmot_update(void *address, size_t size)
{
	if (ga_reserved)
		touch_update((uintptr_t)address, size, GA_PC);
}

GA_EXPORT void __gomarmot_read_range(
	const void *address, size_t size, ptrdiff_t stride, size_t count)
{
	touch_series((uintptr_t)address, size, stride, count, GA_PC, 0);
}

GA_EXPORT void __gomarmot_write_range(void *address, size_t size, ptrdiff_t stride, size_t count)
{
	touch_series((uintptr_t)address, size, stride, count, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void __gomarmot_fence(void)
{
	ga_log_fence(GA_PC);
}

GA_EXPORT void __gomarmot_atomic(void *address, size_t size, int writes)
{
	touch_range((uintptr_t)address, size, GA_PC,
		GOMARMOT_WAS_ATOMIC | (writes ? GOMARMOT_WROTE : 0));
}
