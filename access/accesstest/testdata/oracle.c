/*
 * Random accesses, windows, buffers and releases, against an oracle that looks at each byte by
 * itself: what is handed over must be, place by place, the bytes that were accessed while of
 * interest, and none of them more often.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../access.h"
#include "../../bridge.h"

enum { ARENA = 32768, SITES = 14, RANGES = 24 };

static const struct gomarmot_tracking *lib;
static unsigned char arena[ARENA] __attribute__((aligned(64)));

/* The oracle. */
static unsigned char of_interest[2][ARENA];      /* by kind: reads, writes */
static unsigned char window[ARENA];              /* how many windows have the byte */
static unsigned char again[2][ARENA];            /* logged since the last release */
static unsigned short expected[SITES][4][ARENA]; /* since the last take, by kind of access */
static unsigned short found[SITES][4][ARENA];
static uintptr_t pc_of[SITES];

static uint64_t state;

static uint32_t dice(uint32_t n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33) % n;
}

static void fail(const char *what, long at)
{
	printf("%s at byte %ld\n", what, at);
	exit(1);
}

int gomarmot_track(const struct gomarmot_tracking *t)
{
	lib = t;
	return t->version == GOMARMOT_TRACKING ? 0 : -1;
}

/* What is handed over. */

static int site_at(uintptr_t pc)
{
	for (int i = 0; i < SITES; i++)
		if (pc_of[i] == pc)
			return i;
	fail("a place that does not exist", (long)pc);
	return -1;
}

static void mark(uintptr_t pc, uint32_t kind, uintptr_t lo, uint64_t size)
{
	const int site = site_at(pc);

	for (uint64_t i = 0; i < size; i++) {
		const uintptr_t at = lo + i - (uintptr_t)arena;

		if (at >= ARENA)
			fail("a byte outside", (long)at);
		found[site][kind][at]++;
	}
}

static long series_seen, bits_seen;

static void on_series(void *to, const struct gomarmot_series *s)
{
	(void)to;
	series_seen++;
	for (uint64_t i = 0; i < s->count; i++)
		mark(s->pc, s->kind, s->lo + i * (uint64_t)s->stride, s->size);
}

static void on_bits(void *to, const struct gomarmot_bits *b)
{
	(void)to;
	bits_seen++;
	for (unsigned i = 0; i < GOMARMOT_BITS; i++)
		if (b->bits[i / 64] >> (i & 63) & 1)
			mark(b->pc, b->kind, b->lo + i * b->unit, b->unit);
}

static void take(int release)
{
	const struct gomarmot_sink sink = {NULL, on_series, on_bits, NULL};

	lib->take(&sink, release, 0);
	for (int site = 0; site < SITES; site++)
		for (int kind = 0; kind < 4; kind++)
			for (long i = 0; i < ARENA; i++)
				if (!expected[site][kind][i] != !found[site][kind][i] ||
					found[site][kind][i] > expected[site][kind][i])
					fail(found[site][kind][i] ? "too much" : "missing", i);
	memset(expected, 0, sizeof expected);
	memset(found, 0, sizeof found);
	for (int w = 0; release && w < 2; w++)
		for (long i = 0; i < ARENA; i++) {
			of_interest[w][i] |= again[w][i] && window[i];
			again[w][i] = 0;
		}
}

/* Accesses. Each call below is a place. */

static void saw(int site, uint32_t kind, long at, long size)
{
	const int w = kind & GOMARMOT_WROTE;

	for (long i = at; i < at + size; i++) {
		if (!of_interest[w][i])
			continue;
		expected[site][kind][i]++;
		if (!(kind & GOMARMOT_WAS_ATOMIC)) {
			of_interest[w][i] = 0;
			again[w][i] = 1;
		}
	}
}

void __tsan_read1(void *), __tsan_read4(void *), __tsan_write8(void *), __tsan_write2(void *);
void __tsan_unaligned_read16(void *), __tsan_unaligned_write4(void *), __tsan_read_write8(void *);
void __tsan_write_range(void *, unsigned long), *__tsan_memset(void *, int, unsigned long);
unsigned __tsan_atomic32_fetch_add(volatile unsigned *, unsigned, int);
unsigned long __tsan_atomic64_load(const volatile unsigned long *, int);

static void touch(int site, long at, long size, long stride, long count)
{
	void *const p = arena + at;

	switch (site) {
	case 0:
		__tsan_read1(p);
		saw(0, 0, at, 1);
		break;
	case 1:
		__tsan_read4(arena + (at & ~3));
		saw(1, 0, at & ~3, 4);
		break;
	case 2:
		__tsan_write8(arena + (at & ~7));
		saw(2, 1, at & ~7, 8);
		break;
	case 3:
		__tsan_write2(arena + (at & ~1));
		saw(3, 1, at & ~1, 2);
		break;
	case 4:
		__tsan_unaligned_read16(p);
		saw(4, 0, at, 16);
		break;
	case 5:
		__tsan_unaligned_write4(p);
		saw(5, 1, at, 4);
		break;
	case 6:
		__tsan_read_write8(arena + (at & ~7));
		saw(6, 0, at & ~7, 8);
		saw(6, 1, at & ~7, 8);
		break;
	case 7:
		__tsan_write_range(p, (unsigned long)size);
		saw(7, 1, at, size);
		break;
	case 8:
		__gomarmot_read(p, (size_t)size);
		saw(8, 0, at, size);
		break;
	case 9:
		__gomarmot_write(p, (size_t)size);
		saw(9, 1, at, size);
		break;
	case 10:
		__gomarmot_read_range(p, (size_t)size, stride, (size_t)count);
		for (long i = 0; i < count; i++)
			saw(10, 0, at + i * stride, size);
		break;
	case 11:
		__gomarmot_write_range(p, (size_t)size, stride, (size_t)count);
		for (long i = 0; i < count; i++)
			saw(11, 1, at + i * stride, size);
		break;
	case 12:
		__tsan_atomic32_fetch_add((void *)(arena + (at & ~3)), 1, 0);
		saw(12, GOMARMOT_WROTE | GOMARMOT_WAS_ATOMIC, at & ~3, 4);
		break;
	default:
		__tsan_atomic64_load((void *)(arena + (at & ~7)), 5);
		saw(13, GOMARMOT_WAS_ATOMIC, at & ~7, 8);
	}
}

static void touch_at_random(void)
{
	const long size = 1 + dice(dice(8) ? 16 : 300), count = dice(20);
	const long at = 6000 + dice(ARENA - 12000);

	touch((int)dice(SITES), at, size, (long)dice(301) - 150, count);
}

/* One place goes over memory in steps: series. */
static void walk(void)
{
	const int site = (int)dice(SITES);
	const long step = 1 + dice(64), end = 200 + dice(4000);

	for (long at = 0; at < end; at += step)
		touch(site, 6000 + at, 1 + dice(8), 0, 0);
}

/* Windows and buffers. */

static struct range {
	long at, size;
	int window;
} ranges[RANGES];

static void arm(struct range *r)
{
	const uint32_t kinds = 1 + dice(3);

	*r = (struct range){dice(ARENA - 9000), 1 + dice(9000), (int)dice(2)};
	if (r->window)
		lib->watch(arena + r->at, (size_t)r->size);
	else
		lib->arm(arena + r->at, (size_t)r->size, kinds);
	for (long i = r->at; i < r->at + r->size; i++) {
		window[i] += (unsigned char)r->window;
		of_interest[0][i] |= r->window || (kinds & GOMARMOT_FOR_READS);
		of_interest[1][i] |= r->window || (kinds & GOMARMOT_FOR_WRITES);
	}
}

static void disarm(struct range *r)
{
	if (r->window)
		lib->unwatch(arena + r->at, (size_t)r->size);
	else
		lib->disarm(arena + r->at, (size_t)r->size);
	for (long i = r->at; i < r->at + r->size; i++) {
		window[i] -= (unsigned char)r->window;
		if (!window[i])
			of_interest[0][i] = of_interest[1][i] = 0;
	}
	r->size = 0;
}

/* Which places there are. */

static int learning;

static void learn_series(void *to, const struct gomarmot_series *s)
{
	(void)to;
	pc_of[learning] = s->pc;
}

static void learn(void)
{
	const struct gomarmot_sink sink = {NULL, learn_series, on_bits, NULL};

	for (learning = 0; learning < SITES; learning++) {
		lib->watch(arena, ARENA);
		memset(of_interest, 0, sizeof of_interest);
		touch(learning, 64, 1, 1, 1);
		lib->take(&sink, 1, 0);
		lib->unwatch(arena, ARENA);
		for (int i = 0; i < learning; i++)
			if (pc_of[i] == pc_of[learning])
				fail("two places are the same", i);
	}
	memset(again, 0, sizeof again);
	memset(expected, 0, sizeof expected);
}

int main(int argc, char **argv)
{
	const long steps = argc > 2 ? atol(argv[2]) : 2000;

	state = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	if (!lib)
		fail("not loaded", 0);
	lib->begin();
	learn();
	for (long i = 0; i < steps; i++) {
		struct range *const r = &ranges[dice(RANGES)];

		switch (dice(4)) {
		case 0:
			if (r->size)
				disarm(r);
			else
				arm(r);
			break;
		case 1:
			take((int)dice(2));
			break;
		case 2:
			walk();
			break;
		default:
			for (uint32_t n = dice(dice(10) ? 50 : 5000); n; n--)
				touch_at_random();
		}
	}
	take(1);
	printf("ok: %ld series, %ld bitmaps\n", series_seen, bits_seen);
}
