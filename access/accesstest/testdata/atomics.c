/*
 * Every atomic operation of every size does what the language says, when it is compiled with
 * -fsanitize=thread: alone, and when several threads count at once.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned __int128 u128;

enum { THREADS = 4, TIMES = 20000 };

static void expect(int ok, const char *what, int line)
{
	if (ok)
		return;
	printf("%s, line %d\n", what, line);
	exit(1);
}

#define EXPECT(what) expect((what), #what, __LINE__)

#define TEST(type, name)                                                                           \
	static type name##_counter;                                                                \
	static void name(void)                                                                     \
	{                                                                                          \
		const type a = (type)0x0123456789abcdefu, b = (type)0xf0f0f0f0f0f0f0f0u;           \
		type x = a, e;                                                                     \
                                                                                                   \
		EXPECT(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == a);                                \
		__atomic_store_n(&x, b, __ATOMIC_RELAXED);                                         \
		EXPECT(x == b);                                                                    \
		__atomic_store_n(&x, a, __ATOMIC_SEQ_CST);                                         \
		EXPECT(__atomic_exchange_n(&x, b, __ATOMIC_ACQ_REL) == a && x == b);               \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_add(&x, b, __ATOMIC_SEQ_CST) == a && x == (type)(a + b));    \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_sub(&x, b, __ATOMIC_SEQ_CST) == a && x == (type)(a - b));    \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_and(&x, b, __ATOMIC_SEQ_CST) == a && x == (type)(a & b));    \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_or(&x, b, __ATOMIC_SEQ_CST) == a && x == (type)(a | b));     \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_xor(&x, b, __ATOMIC_SEQ_CST) == a && x == (type)(a ^ b));    \
		x = a;                                                                             \
		EXPECT(__atomic_fetch_nand(&x, b, __ATOMIC_SEQ_CST) == a && x == (type) ~(a & b)); \
		x = a;                                                                             \
		EXPECT(__atomic_add_fetch(&x, b, __ATOMIC_SEQ_CST) == (type)(a + b));              \
		x = a;                                                                             \
		e = b;                                                                             \
		EXPECT(!__atomic_compare_exchange_n(                                               \
			&x, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));                        \
		EXPECT(e == a && x == a);                                                          \
		EXPECT(__atomic_compare_exchange_n(                                                \
			&x, &e, b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));                        \
		EXPECT(x == b);                                                                    \
		e = b;                                                                             \
		while (!__atomic_compare_exchange_n(                                               \
			&x, &e, a, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))                         \
			EXPECT(e == b);                                                            \
		EXPECT(x == a);                                                                    \
		EXPECT(__sync_val_compare_and_swap(&x, a, b) == a && x == b);                      \
	}                                                                                          \
	static void *name##_count(void *arg)                                                       \
	{                                                                                          \
		for (int i = 0; i < TIMES; i++) {                                                  \
			type was = __atomic_load_n(&name##_counter, __ATOMIC_RELAXED);             \
                                                                                                   \
			__atomic_fetch_add(&name##_counter, 1, __ATOMIC_RELAXED);                  \
			while (!__atomic_compare_exchange_n(&name##_counter, &was,                 \
				(type)(was + 1), 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))           \
				;                                                                  \
		}                                                                                  \
		return arg;                                                                        \
	}

/* clang-format off: these are whole functions. */
TEST(uint8_t, bytes)
TEST(uint16_t, shorts)
TEST(uint32_t, ints)
TEST(uint64_t, longs)
TEST(u128, pairs)
/* clang-format on */

static void together(void *(*count)(void *))
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, count, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

int main(void)
{
	const unsigned all = 2u * THREADS * TIMES;

	bytes(), shorts(), ints(), longs(), pairs();
	together(bytes_count);
	together(shorts_count);
	together(ints_count);
	together(longs_count);
	together(pairs_count);
	EXPECT(bytes_counter == (uint8_t)all && shorts_counter == (uint16_t)all);
	EXPECT(ints_counter == all && longs_counter == all && pairs_counter == all);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	printf("ok\n");
}
