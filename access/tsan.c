/*
 * The functions that code compiled with -fsanitize=thread calls, of gcc and of clang, except for
 * atomic operations: this library takes the place of libtsan. No header has these names; the
 * compiler knows them.
 */
#include <string.h>

#include "bridge.h"
#include "log.h"
#include "touch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

/* The functions of a size of access: all ways of saying that an address is read or written. */
#define READS(name, size)                            \
	GA_EXPORT void __tsan_##name(const void *at) \
	{                                            \
		ga_access(at, size, GA_PC, 0);       \
	}

#define WRITES(name, size)                                  \
	GA_EXPORT void __tsan_##name(void *at)              \
	{                                                   \
		ga_access(at, size, GA_PC, GOMARMOT_WROTE); \
	}

#define READS_AND_WRITES(name, size)                     \
	GA_EXPORT void __tsan_##name(void *at)           \
	{                                                \
		const uintptr_t pc = GA_PC;              \
                                                         \
		ga_access(at, size, pc, 0);              \
		ga_access(at, size, pc, GOMARMOT_WROTE); \
	}

#define SIZE(size)                                   \
	READS(read##size, size)                      \
	READS(unaligned_read##size, size)            \
	READS(volatile_read##size, size)             \
	READS(unaligned_volatile_read##size, size)   \
	WRITES(write##size, size)                    \
	WRITES(unaligned_write##size, size)          \
	WRITES(volatile_write##size, size)           \
	WRITES(unaligned_volatile_write##size, size) \
	READS_AND_WRITES(read_write##size, size)     \
	READS_AND_WRITES(unaligned_read_write##size, size)

/* clang-format off: these are whole functions. */
SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)
SIZE(16)

/* The address of an object's table of virtual functions. */
READS(vptr_read, 8)
/* clang-format on */

GA_EXPORT void __tsan_vptr_update(void *at, void *value)
{
	(void)value;
	ga_access(at, 8, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void __tsan_read_range(const void *at, size_t size)
{
	ga_touch_range((uintptr_t)at, size, GA_PC, 0);
}

GA_EXPORT void __tsan_write_range(void *at, size_t size)
{
	ga_touch_range((uintptr_t)at, size, GA_PC, GOMARMOT_WROTE);
}

GA_EXPORT void *__tsan_memcpy(void *to, const void *from, size_t size)
{
	ga_touch_range((uintptr_t)from, size, GA_PC, 0);
	ga_touch_range((uintptr_t)to, size, GA_PC, GOMARMOT_WROTE);
	return memcpy(to, from, size);
}

GA_EXPORT void *__tsan_memmove(void *to, const void *from, size_t size)
{
	ga_touch_range((uintptr_t)from, size, GA_PC, 0);
	ga_touch_range((uintptr_t)to, size, GA_PC, GOMARMOT_WROTE);
	return memmove(to, from, size);
}

GA_EXPORT void *__tsan_memset(void *to, int value, size_t size)
{
	ga_touch_range((uintptr_t)to, size, GA_PC, GOMARMOT_WROTE);
	return memset(to, value, size);
}

/* Calls that access no memory. */

/* Each file that is compiled with hooks calls it before main. */
GA_EXPORT void __tsan_init(void)
{
	ga_hooked = 1;
}

GA_EXPORT void __tsan_func_entry(void *pc)
{
	(void)pc;
}

GA_EXPORT void __tsan_func_exit(void)
{
}

GA_EXPORT void __tsan_ignore_thread_begin(void)
{
}

GA_EXPORT void __tsan_ignore_thread_end(void)
{
}
