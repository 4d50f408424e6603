/* What the functions of libraries do to memory (libc.c, strings.c, fortran.c). */
#ifndef GA_LIBC_H
#define GA_LIBC_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

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

GA_HOT void ga_reads(const void *at, size_t size, uintptr_t pc)
{
	ga_library_touch(at, size, pc, 0);
}

GA_HOT void ga_writes(const void *at, size_t size, uintptr_t pc)
{
	ga_library_touch(at, size, pc, GOMARMOT_WROTE);
}

#pragma GCC visibility pop

#endif
