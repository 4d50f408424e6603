/*
 * Replaces libgomarmot-core.so in the search for data races: a drain in C,
 * which ThreadSanitizer can watch. It reads every word of every record.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "../../base/core_abi.h"

#define EXPORT __attribute__((visibility("default")))

enum { THREADS = 256, KINDS = 2048 };

static uint64_t tail[THREADS], sum, count[KINDS];
static unsigned released, rounds;

/* Reads what a ring holds; returns whether there was anything. */
static int take(const struct gm_thread_info *info, uint64_t *at)
{
	const uint64_t head = __atomic_load_n(&info->ring->head, __ATOMIC_ACQUIRE);
	const uint64_t from = *at;

	while (*at < head) {
		const void *slot = info->slots + (*at & info->mask) * GM_SLOT;
		const uint64_t *words = slot;
		const uint64_t slots = words[0] >> 24 & 0xff;

		for (uint64_t i = 0; i < slots * GM_SLOT / 8; i++)
			sum ^= words[i];
		count[words[0] & (KINDS - 1)]++;
		*at += slots;
	}
	__atomic_store_n(&info->ring->tail, *at, __ATOMIC_RELEASE);
	return *at != from;
}

static int take_all(const struct gm_boot *boot)
{
	uint32_t idle = rounds++ % 8 ? 0 : boot->idle();
	int any = 0;

	for (uint32_t i = 0; i < THREADS; i++) {
		const struct gm_thread_info *info = boot->thread(i);

		if (!info)
			continue;
		const int ended =
			__atomic_load_n(&info->ring->state, __ATOMIC_ACQUIRE) == GM_RING_ENDED;
		any |= take(info, &tail[i]);
		if (ended && idle && boot->release(i, 0)) {
			tail[i] = 0;
			idle--;
			released++;
		}
	}
	return any;
}

/* Prints why it was flushed, and what was read: a line for each kind of record. */
static void show(const struct gm_control *control)
{
	printf("reason %u\nreleased %u\n", __atomic_load_n(&control->reason, __ATOMIC_RELAXED),
		released);
	for (int i = 0; i < KINDS; i++)
		if (count[i])
			printf("%d %lu\n", i, count[i]);
	printf("sum %lu\n", sum); /* so that the compiler keeps the reads */
	fflush(stdout);
}

EXPORT void gm_core_main(struct gm_boot *boot)
{
	uint32_t want, answered = 0;
	int quiet = 0;

	boot->become(GM_CORE_RUNS);
	for (;;) {
		want = __atomic_load_n(&boot->control->want, __ATOMIC_ACQUIRE);
		quiet = take_all(boot) ? 0 : quiet + 1;
		if (want != answered) {
			show(boot->control);
			boot->answer(answered = want);
		}
		if (quiet)
			boot->sleep(200, quiet > 2);
	}
}

/* Without Go there is no trouble in Go, and no handler. */
EXPORT void gm_core_on_trouble(gm_core_stop_fn *stop)
{
	(void)stop;
}

EXPORT gm_core_handler_fn *gm_core_handler(int sig)
{
	(void)sig;
	return NULL;
}
