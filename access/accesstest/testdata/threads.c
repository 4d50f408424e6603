/*
 * Threads that access memory while another one takes what they have logged: nothing is lost,
 * whether a thread goes on, has ended, or makes MPI calls itself; and what comes before a call is
 * handed over before it, with the number of its thread. Then a forked child, which logs nothing.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../access.h"
#include "../../bridge.h"

enum { THREADS = 6, PART = 1 << 16, ROUNDS = 30 };

static const struct gomarmot_tracking *lib;
static unsigned char arena[THREADS][PART] __attribute__((aligned(64)));
static unsigned found[THREADS][PART]; /* changed atomically: several threads take */
static int stop;

void __tsan_write4(void *);

int gomarmot_track(const struct gomarmot_tracking *t)
{
	lib = t;
	return 0;
}

static void fail(const char *what, long n)
{
	printf("%s: %ld\n", what, n);
	exit(1);
}

static void mark(uintptr_t lo, uint64_t size)
{
	unsigned *const all = &found[0][0];

	for (uint64_t i = 0; i < size; i++)
		__atomic_fetch_add(&all[lo + i - (uintptr_t)arena], 1, __ATOMIC_RELAXED);
}

static void on_series(void *to, const struct gomarmot_series *s)
{
	(void)to;
	for (uint64_t i = 0; i < s->count; i++)
		mark(s->lo + i * (uint64_t)s->stride, s->size);
}

static void on_bits(void *to, const struct gomarmot_bits *b)
{
	(void)to;
	for (unsigned i = 0; i < GOMARMOT_BITS; i++)
		if (b->bits[i / 64] >> (i & 63) & 1)
			mark(b->lo + i * b->unit, b->unit);
}

static __thread uint32_t taken_from;

static void from(void *to, uint32_t thread)
{
	(void)to;
	taken_from = thread;
}

static const struct gomarmot_sink sink = {from, on_series, on_bits, NULL};

/* Stores to every other word, in an order of its own. Odd threads take what they have logged
 * themselves. */
static void *work(void *arg)
{
	const unsigned self = (unsigned)(uintptr_t)arg;

	for (int round = 0; round < ROUNDS; round++)
		for (unsigned i = 0; i < PART / 8; i++) {
			const unsigned word = i * (2 * self + 1) % (PART / 8);

			__tsan_write4(&arena[self][8 * word]);
			if (self % 2 && i % 997 == 0)
				lib->take(&sink, i % 2, self);
		}
	return NULL;
}

static void *take(void *arg)
{
	(void)arg;
	while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
		lib->take(&sink, 1, 0);
		usleep(100);
	}
	return NULL;
}

static void check(void)
{
	for (int t = 0; t < THREADS; t++)
		for (long i = 0; i < PART; i++)
			if (!found[t][i] != (i % 8 >= 4))
				fail(found[t][i] ? "too much" : "missing", t * (long)PART + i);
}

/* Two threads take turns: what one has stored is there when the other one has taken it. */

enum { TURNS = 2000 };

static int turn;

static void *partner(void *arg)
{
	(void)arg;
	lib->take(&sink, 0, 7); /* it has no log yet */
	for (int i = 0; i < TURNS; i++) {
		while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2 * i + 1)
			sched_yield();
		__tsan_write4(&arena[0][0]);
		if (i % 3 == 0)
			lib->take(&sink, 0, 7);
		__atomic_store_n(&turn, 2 * i + 2, __ATOMIC_RELEASE);
	}
	return NULL;
}

static void in_turn(void)
{
	pthread_t thread;

	memset(found, 0, sizeof found);
	lib->take(&sink, 1, 0);
	pthread_create(&thread, NULL, partner, NULL);
	for (int i = 0; i < TURNS; i++) {
		unsigned seen;

		__atomic_store_n(&turn, 2 * i + 1, __ATOMIC_RELEASE);
		while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != 2 * i + 2)
			sched_yield();
		taken_from = GOMARMOT_NO_THREAD - 1;
		lib->take(&sink, 1, 0);
		seen = __atomic_load_n(&found[0][0], __ATOMIC_RELAXED);
		if (seen != (unsigned)i + 1)
			fail("not handed over in time", i);
		if (i % 3 && taken_from != 7)
			fail("of another thread", (long)taken_from);
	}
	pthread_join(thread, NULL);
}

/* In a forked child nothing is of interest. */
static void in_child(void)
{
	const pid_t child = fork();
	int status;

	if (!child) {
		memset(found, 0, sizeof found);
		__tsan_write4(arena);
		lib->take(&sink, 1, 0);
		_exit(found[0][0] != 0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		fail("the child", status);
}

int main(void)
{
	pthread_t thread[THREADS], taker;

	if (!lib)
		fail("not loaded", 0);
	lib->watch(arena, sizeof arena);
	pthread_create(&taker, NULL, take, NULL);
	for (uintptr_t t = 0; t < THREADS; t++)
		pthread_create(&thread[t], NULL, work, (void *)t);
	for (int t = 0; t < THREADS; t++)
		pthread_join(thread[t], NULL);
	__atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
	pthread_join(taker, NULL);
	lib->take(&sink, 1, 0);
	check();
	in_turn();
	in_child();
	memset(found, 0, sizeof found);
	__tsan_write4(arena);
	lib->take(&sink, 0, 0);
	if (found[0][0] != 1)
		fail("after the fork", found[0][0]);
	printf("ok\n");
}
