/*
 * The program's work on GPUs, as libgomarmot-cuda.so and libgomarmot-hip.so report it: operations
 * on streams, and operations that order streams. The next MPI call of any thread records them
 * before it records itself; so threads that make no MPI calls may launch work, too.
 */
#include "gpu.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../gpu/bridge.h"
#include "../base/block.h"
#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../record/blob.h"
#include "../record/control.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "tracking.h"

enum { WAITING = 4096, WORDS = 8 };

/* A record that is not written yet. */
struct waiting {
	uint64_t meta;
	uintptr_t pc;
	int64_t words[WORDS];
	char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiting *all;
static uint32_t waits;
static int recording, lost;
static pid_t self;

static int records(void)
{
	const uint32_t state = GM_ACQUIRE(&gm_control.state);

	return GM_LOAD(&recording) && (state == GM_ON || state == GM_DOZE) && getpid() == self;
}

/* Work launched by threads in MPI calls is the MPI library's, and is left out. */
static int wanted(void)
{
	return records() && (!gm_self || !gm_self->depth);
}

static void write_name(struct gm_thread *t, const struct waiting *w)
{
	struct gm_blob blob;

	gm_blob_open(&blob, t, (const void *)w->pc, gm_string_words(w->name));
	gm_blob_string(&blob, w->name);
}

/* Writes the waiting records. Under the lock. */
static void write_all(struct gm_thread *t)
{
	const int64_t missing[5] = {GOMARMOT_GPU_LOST};
	const uint64_t stack = t->stack;

	t->stack = 0;
	if (lost)
		gm_record(t, GM_META(GM_KIND_GPU, GM_ONCE, 0, 5), NULL, missing);
	lost = 0;
	for (uint32_t i = 0; i < waits; i++) {
		if (all[i].name)
			write_name(t, &all[i]);
		gm_record(t, all[i].meta, (const void *)all[i].pc, all[i].words);
		free(all[i].name);
	}
	t->stack = stack;
	GM_STORE(&waits, 0);
}

/* Makes room for n records: the thread writes the waiting records, if it makes MPI calls. */
static int make_room(uint32_t n)
{
	if (waits + n <= WAITING)
		return 1;
	if (gm_self) {
		write_all(gm_self);
	} else {
		for (uint32_t i = 0; i < waits; i++)
			free(all[i].name);
		GM_STORE(&waits, 0);
		lost = 1;
	}
	return n <= WAITING;
}

static void put(uint64_t meta, uintptr_t pc, const int64_t *words, unsigned n, const char *name)
{
	struct waiting *w = &all[waits];

	*w = (struct waiting){.meta = meta, .pc = pc, .name = name ? strdup(name) : NULL};
	memcpy(w->words, words, n * sizeof *words);
	GM_STORE(&waits, waits + 1);
}

static void note(const struct gomarmot_work *work, const struct gomarmot_used *used, unsigned n)
{
	const int64_t words[6] = {work->action, work->context, work->stream,
		work->flags | (int64_t)n << 8, work->with, (int64_t)gm_ticks()};

	if (!records())
		return;
	pthread_mutex_lock(&lock);
	if (make_room(n + 2)) {
		if (work->name)
			put(GM_META(GM_KIND_GPU_NAME, GM_ONCE, 0, 1), work->pc, &work->with, 1,
				work->name);
		put(GM_META(GM_KIND_GPU, GM_ONCE, 0, 6), work->pc, words, 6, NULL);
		for (unsigned i = 0; i < n; i++) {
			const struct gomarmot_used *u = &used[i];
			const int64_t range[WORDS] = {u->at, u->width, u->rows, u->pitch, u->flags,
				u->lo, u->hi, u->parameter};

			put(GM_META(GM_KIND_GPU_MEMORY, GM_ONCE, 0, WORDS), work->pc, range, WORDS,
				NULL);
		}
	}
	pthread_mutex_unlock(&lock);
}

static const struct gomarmot_gpu gpu = {wanted, note};

/* libgomarmot-cuda.so and libgomarmot-hip.so call this function when the program first uses a GPU,
 * which may be before MPI_Init. */
GM_EXPORT const struct gomarmot_gpu *gomarmot_gpu(uint32_t version)
{
	if (version != GOMARMOT_GPU)
		return NULL;
	pthread_mutex_lock(&lock);
	if (!all)
		all = gm_pages(WAITING * sizeof *all);
	pthread_mutex_unlock(&lock);
	gm_tracking_on(all ? GM_TRACKS_GPU : 0);
	return all ? &gpu : NULL;
}

/* Recording starts. */
void gm_gpu_begin(void)
{
	self = getpid();
	GM_STORE(&recording, 1);
}

void gm_gpu_take(struct gm_thread *t)
{
	if (!GM_LOAD(&waits))
		return;
	pthread_mutex_lock(&lock);
	write_all(t);
	pthread_mutex_unlock(&lock);
}
