/* What compiled code calls (access.h), and the logging of an access. */
#include "touch.h"

#include "access.h"
#include "log.h"

/* The common access: in one byte of the table, and all of it is of interest. 0: it is another one.
 */
GA_HOT int touch_word(struct ga_log *log, uint8_t *table, uintptr_t at, unsigned size, uintptr_t pc,
	uint32_t kind)
{
	uint8_t *const byte = table + (at >> 3);
	const uint8_t bits = (uint8_t)(((1u << size) - 1) << (at & 7));
	const uint8_t was = __atomic_load_n(byte, __ATOMIC_RELAXED);

	if ((was & bits) != bits)
		return 0;
	if (!(kind & GOMARMOT_WAS_ATOMIC))
		__atomic_store_n(byte, (uint8_t)(was & ~bits), __ATOMIC_RELAXED);
	ga_log_note(log, pc, kind, at, at + size);
	return 1;
}

/*
 * Logs those bytes of an access that are of interest. They no longer are, until the next release;
 * but an atomic access leaves others of interest, which may conflict with what it does not conflict
 * with.
 */
void ga_touch(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	uint8_t *const table = ga_table_of(kind);
	const uintptr_t end = at + size;
	struct ga_log *log;
	uintptr_t lo, hi;

	log = ga_log_enter();
	if (!log)
		return;
	if (size <= 8 && (at & 7) + size <= 8 &&
		touch_word(log, table, at, (unsigned)size, pc, kind)) {
		ga_log_leave(log);
		return;
	}
	for (lo = ga_next_set(table, at, end); lo < end; lo = ga_next_set(table, hi, end)) {
		hi = ga_next_clear(table, lo, end);
		if (!(kind & GOMARMOT_WAS_ATOMIC))
			ga_clear(table, lo, hi);
		ga_log_note(log, pc, kind, lo, hi);
	}
	ga_log_leave(log);
}

/* An access of any size, tested here. */
void ga_touch_range(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind)
{
	uintptr_t lo;

	if (!ga_reserved || !size || at + size < at)
		return;
	lo = ga_next_set(ga_table_of(kind), at, at + size);
	if (lo < at + size)
		ga_touch(lo, at + size - lo, pc, kind);
}

static void touch_series(
	uintptr_t at, size_t size, ptrdiff_t stride, size_t count, uintptr_t pc, uint32_t kind)
{
	if (!count)
		return;
	if (stride < 0) { /* the same bytes, from the other end */
		at += (count - 1) * (uintptr_t)stride;
		stride = -stride;
	}
	if ((size_t)stride <= size) { /* without gaps */
		ga_touch_range(at, (count - 1) * (size_t)stride + size, pc, kind);
		return;
	}
	for (; count; count--, at += (size_t)stride)
		ga_touch_range(at, size, pc, kind);
}

GA_EXPORT void __gomarmot_read(const void *address, size_t size)
{
	ga_touch_range((uintptr_t)address, size, GA_PC, 0);
}

GA_EXPORT void __gomarmot_write(void *address, size_t size)
{
	ga_touch_range((uintptr_t)address, size, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void __gomarmot_update(void *address, size_t size)
{
	ga_touch_range((uintptr_t)address, size, GA_PC, 0);
	ga_touch_range((uintptr_t)address, size, GA_PC, GOMARMOT_WROTE);
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
	ga_touch_range((uintptr_t)address, size, GA_PC,
		GOMARMOT_WAS_ATOMIC | (writes ? GOMARMOT_WROTE : 0));
}
