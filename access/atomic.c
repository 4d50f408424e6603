/*
 * The atomic operations of code compiled with -fsanitize=thread, which this library executes.
 * Loads, stores and fences have the memory order that the program asks for; other operations always
 * have the strongest order, which the processor provides anyway.
 */
#include <stdint.h>

#include "bridge.h"
#include "log.h"
#include "touch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

enum { STRONGEST = 5 }; /* memory_order_seq_cst of all compilers */

#define PLAIN(at, size) ga_access(at, size, GA_PC, GOMARMOT_WAS_ATOMIC)
#define CHANGE(at, size) ga_access(at, size, GA_PC, GOMARMOT_WAS_ATOMIC | GOMARMOT_WROTE)

/* A compare-and-swap is recorded as a write if it has written, else as a read. */
#define SWAPPED(at, size, wrote) \
	ga_access(at, size, GA_PC, GOMARMOT_WAS_ATOMIC | ((wrote) ? GOMARMOT_WROTE : 0))

#define LOAD_AND_STORE(bits, type)                                                           \
	GA_EXPORT type __tsan_atomic##bits##_load(const volatile type *at, int order)        \
	{                                                                                    \
		(void)order;                                                                 \
		PLAIN(at, bits / 8);                                                         \
		return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                \
	}                                                                                    \
	GA_EXPORT void __tsan_atomic##bits##_store(volatile type *at, type value, int order) \
	{                                                                                    \
		CHANGE(at, bits / 8);                                                        \
		if (order == STRONGEST)                                                      \
			__atomic_store_n(at, value, __ATOMIC_SEQ_CST);                       \
		else                                                                         \
			__atomic_store_n(at, value, __ATOMIC_RELEASE);                       \
	}

#define UPDATE(bits, type, name, builtin)                                                     \
	GA_EXPORT type __tsan_atomic##bits##_##name(volatile type *at, type value, int order) \
	{                                                                                     \
		(void)order;                                                                  \
		CHANGE(at, bits / 8);                                                         \
		return builtin(at, value, __ATOMIC_SEQ_CST);                                  \
	}

#define COMPARE(bits, type, name)                                                     \
	GA_EXPORT int __tsan_atomic##bits##_compare_exchange_##name(                  \
		volatile type *at, type *expected, type value, int order, int failed) \
	{                                                                             \
		const int done = __atomic_compare_exchange_n(                         \
			at, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
                                                                                      \
		(void)order, (void)failed;                                            \
		SWAPPED(at, bits / 8, done);                                          \
		return done;                                                          \
	}

#define COMPARE_VALUE(bits, type)                                                     \
	GA_EXPORT type __tsan_atomic##bits##_compare_exchange_val(                    \
		volatile type *at, type expected, type value, int order, int failed)  \
	{                                                                             \
		const int done = __atomic_compare_exchange_n(                         \
			at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
                                                                                      \
		(void)order, (void)failed;                                            \
		SWAPPED(at, bits / 8, done);                                          \
		return expected;                                                      \
	}

#define SIZE(bits, type)                                    \
	LOAD_AND_STORE(bits, type)                          \
	UPDATE(bits, type, exchange, __atomic_exchange_n)   \
	UPDATE(bits, type, fetch_add, __atomic_fetch_add)   \
	UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)   \
	UPDATE(bits, type, fetch_and, __atomic_fetch_and)   \
	UPDATE(bits, type, fetch_or, __atomic_fetch_or)     \
	UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)   \
	UPDATE(bits, type, fetch_nand, __atomic_fetch_nand) \
	COMPARE(bits, type, strong)                         \
	COMPARE(bits, type, weak)                           \
	COMPARE_VALUE(bits, type)

/* clang-format off: these are whole functions. */
SIZE(8, uint8_t)
SIZE(16, uint16_t)
SIZE(32, uint32_t)
SIZE(64, uint64_t)
/* clang-format on */

/*
 * Operations on 16 bytes: each in a single instruction, so that it is atomic relative to
 * libatomic's operations, too, without linking that library.
 */
typedef unsigned __int128 u128;

static u128 swap(volatile u128 *at, u128 expected, u128 value)
{
	uint64_t lo = (uint64_t)expected, hi = (uint64_t)(expected >> 64);

	__asm__ volatile("lock cmpxchg16b %0"
			 : "+m"(*at), "+a"(lo), "+d"(hi)
			 : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
			 : "memory", "cc");
	return (u128)hi << 64 | lo;
}

static u128 load(const volatile u128 *at)
{
	return swap((volatile u128 *)(uintptr_t)at, 0, 0);
}

enum change { EXCHANGE, ADD, SUB, AND, OR, XOR, NAND };

static u128 changed(enum change how, u128 was, u128 value)
{
	switch (how) {
	case ADD:
		return was + value;
	case SUB:
		return was - value;
	case AND:
		return was & value;
	case OR:
		return was | value;
	case XOR:
		return was ^ value;
	case NAND:
		return ~(was & value);
	default:
		return value;
	}
}

static u128 update(volatile u128 *at, enum change how, u128 value)
{
	u128 was = load(at), found;

	while ((found = swap(at, was, changed(how, was, value))) != was)
		was = found;
	return was;
}

GA_EXPORT u128 __tsan_atomic128_load(const volatile u128 *at, int order)
{
	(void)order;
	PLAIN(at, 16);
	return load(at);
}

GA_EXPORT void __tsan_atomic128_store(volatile u128 *at, u128 value, int order)
{
	(void)order;
	CHANGE(at, 16);
	update(at, EXCHANGE, value);
}

#define UPDATE128(name, how)                                                             \
	GA_EXPORT u128 __tsan_atomic128_##name(volatile u128 *at, u128 value, int order) \
	{                                                                                \
		(void)order;                                                             \
		CHANGE(at, 16);                                                          \
		return update(at, how, value);                                           \
	}

/* clang-format off: these are whole functions. */
UPDATE128(exchange, EXCHANGE)
UPDATE128(fetch_add, ADD)
UPDATE128(fetch_sub, SUB)
UPDATE128(fetch_and, AND)
UPDATE128(fetch_or, OR)
UPDATE128(fetch_xor, XOR)
UPDATE128(fetch_nand, NAND)
/* clang-format on */

GA_EXPORT u128 __tsan_atomic128_compare_exchange_val(
	volatile u128 *at, u128 expected, u128 value, int order, int failed)
{
	const u128 was = swap(at, expected, value);

	(void)order, (void)failed;
	SWAPPED(at, 16, was == expected);
	return was;
}

#define COMPARE128(name)                                                              \
	GA_EXPORT int __tsan_atomic128_compare_exchange_##name(                       \
		volatile u128 *at, u128 *expected, u128 value, int order, int failed) \
	{                                                                             \
		const u128 was = swap(at, *expected, value);                          \
		const int done = was == *expected;                                    \
                                                                                      \
		(void)order, (void)failed;                                            \
		SWAPPED(at, 16, done);                                                \
		*expected = was;                                                      \
		return done;                                                          \
	}

/* clang-format off: these are whole functions. */
COMPARE128(strong)
COMPARE128(weak)
/* clang-format on */

GA_EXPORT void __tsan_atomic_thread_fence(int order)
{
	if (order == STRONGEST)
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
	else
		__atomic_thread_fence(__ATOMIC_ACQ_REL);
	ga_log_fence(GA_PC);
}

GA_EXPORT void __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}
