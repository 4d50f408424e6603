/* Accesses (touch.c). */
#ifndef GA_TOUCH_H
#define GA_TOUCH_H

#include <stddef.h>
#include <stdint.h>

#include "bridge.h"
#include "table.h"

#pragma GCC visibility push(hidden)

#define GA_PC ((uintptr_t)__builtin_return_address(0))

void ga_touch(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind);
void ga_touch_range(uintptr_t at, size_t size, uintptr_t pc, uint32_t kind);

GA_HOT uint8_t *ga_table_of(uint32_t kind)
{
	return kind & GOMARMOT_WROTE ? GA_WRITES : GA_READS;
}

/* An access of at most 16 bytes, by code that tests nothing itself. */
GA_HOT void ga_access(const volatile void *at, unsigned size, uintptr_t pc, uint32_t kind)
{
	if (!GA_LIKELY(ga_reserved) || GA_LIKELY(!ga_near(ga_table_of(kind), (uintptr_t)at, size)))
		return;
	ga_touch((uintptr_t)at, size, pc, kind);
}

#pragma GCC visibility pop

#endif
