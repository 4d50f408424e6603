/*
 * The program's own loads and stores, which libgomarmot-access.so notes where it is told to: their
 * records.
 */
#include "access.h"

#include <stdlib.h>
#include <string.h>

#include "../base/gm.h"
#include "../base/record.h"
#include "../record/ring.h"
#include "gpu.h"
#include "heap.h"
#include "table.h"
#include "tracking.h"

const struct gomarmot_tracking *gm_bridge;

static int recording; /* the process records calls, and accesses between them */
static int threaded;  /* other threads may run while a thread is in a call */
static int shared;    /* it has windows whose memory processes share */

/* Both are there: libgomarmot-access.so, and something to record. Under the lock. */
static void begin(void)
{
	if (!gm_bridge || !recording)
		return;
	gm_bridge->begin();
	for (const struct gm_entry *e = gm_table_next(NULL); e; e = gm_table_next(e))
		if (e->is_window)
			gm_bridge->watch((const void *)e->lo, e->hi - e->lo);
	gm_bridge->fences(shared);
	gm_tracking_on(threaded ? GM_TRACKS_ACCESSES | GM_TRACKS_CALLS : GM_TRACKS_ACCESSES);
}

/* Called by libgomarmot-access.so when it is loaded, which may be late. */
GM_EXPORT int gomarmot_track(const struct gomarmot_tracking *t)
{
	if (t->version != GOMARMOT_TRACKING)
		return -1;
	gm_table_lock();
	if (!gm_bridge) {
		gm_bridge = t;
		begin();
	}
	gm_table_unlock();
	return 0;
}

/*
 * Recording starts. with_threads: the program has said that it has several. Under the table's lock.
 */
void gm_access_begin(int with_threads)
{
	const char *text = getenv("GOMARMOT_ACCESS");

	threaded = with_threads;
	recording = !text || strcmp(text, "0") != 0;
	begin();
}

/* There is a window whose memory processes share. Under the table's lock. */
void gm_access_shared(void)
{
	if (shared)
		return;
	shared = 1;
	if (gm_accesses())
		gm_bridge->fences(1);
}

struct writer {
	struct gm_thread *t;
	int64_t by; /* flags that name another thread, 0: t itself */
};

/* The series and bits that follow are another thread's. */
static void write_from(void *to, uint32_t thread)
{
	struct writer *w = to;

	w->by = GM_ACCESS_OTHER;
	if (thread != GOMARMOT_NO_THREAD)
		w->by |= ((int64_t)thread + 1) << GM_ACCESS_THREAD;
}

static void write_series(void *to, const struct gomarmot_series *s)
{
	const struct writer *w = to;
	const int64_t words[5] = {
		(int64_t)s->lo, (int64_t)s->size, (int64_t)s->count, s->stride, s->kind | w->by};

	gm_record(w->t, GM_META(GM_KIND_ACCESS, GM_ONCE, 0, 5), (const void *)s->pc, words);
}

static void write_bits(void *to, const struct gomarmot_bits *b)
{
	enum { WORDS = GOMARMOT_BITS / 64 };
	const struct writer *w = to;
	int64_t words[3 + WORDS] = {(int64_t)b->lo, b->unit, b->kind | w->by};
	unsigned n = 0;

	for (unsigned i = 0; i < WORDS; i++) {
		words[3 + i] = (int64_t)b->bits[i];
		if (b->bits[i])
			n = i + 1;
	}
	gm_record(w->t, GM_META(GM_KIND_ACCESS_BITS, GM_ONCE, 0, (uint64_t)3 + n),
		(const void *)b->pc, words);
}

/* Records the accesses of threads; others: of all threads but t. */
static void take(struct gm_thread *t, int release, int others)
{
	struct writer w = {t, 0};
	const struct gomarmot_sink sink = {write_from, write_series, write_bits, &w};
	const uint64_t stack = t->stack;

	t->stack = 0;
	if (others)
		gm_bridge->take_others(&sink, release);
	else
		gm_bridge->take(&sink, release, t->number);
	t->stack = stack;
}

/*
 * The MPI library has returned, and t has not yet: accesses that other threads have made since the
 * last record were made while t was in its call.
 */
GM_COLD void gm_track_meanwhile(struct gm_thread *t)
{
	if (gm_accesses())
		take(t, 0, 1);
}

GM_COLD void gm_track_call(struct gm_thread *t, int release)
{
	if (gm_accesses())
		take(t, release, 0);
	if (gm_heaps())
		gm_heap_take(t);
	gm_gpu_take(t);
}
