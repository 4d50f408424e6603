/* Accesses by functions of libraries (libc.c, strings.c, fortran.c). */
#ifndef GA_LIBC_H
#define GA_LIBC_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "touch.h"

#pragma GCC visibility push(hidden)

void ga_library_touch(const void *at, size_t size, uintptr_t pc, uint32_t kind);
void *ga_find_real(void **slot, const char *name);

/* The function that would have been called without this library. */
#define GA_REAL(name)                                          \
	({                                                     \
		static void *slot;                             \
		(__typeof__(&name))ga_find_real(&slot, #name); \
	})

/* Most strings are of no interest, and short: a single look into the table says so. */
GA_HOT void ga_library_access(const void *at, size_t size, uintptr_t pc, uint32_t kind)
{
	enum { MOST = 57 }; /* bytes whose bits are in 8 bytes of the table, wherever they begin */
	const uintptr_t lo = (uintptr_t)at;
	uint64_t bits;

	if (!ga_reserved || !size || lo >> 47)
		return;
	if (GA_LIKELY(size <= MOST)) {
		memcpy(&bits, ga_table_of(kind) + (lo >> 3), sizeof bits);
		if (GA_LIKELY(!(bits >> (lo & 7) & ((1ul << size) - 1))))
			return;
	}
	ga_library_touch(at, size, pc, kind);
}

GA_HOT void ga_reads(const void *at, size_t size, uintptr_t pc)
{
	ga_library_access(at, size, pc, 0);
}

GA_HOT void ga_writes(const void *at, size_t size, uintptr_t pc)
{
	ga_library_access(at, size, pc, GOMARMOT_WROTE);
}

#pragma GCC visibility pop

#endif
