/*
 * The places of a log, and the series of runs of bytes that each has accessed: adjacent bytes form
 * a run, equal runs at equal distances a series.
 */
#define _GNU_SOURCE
#include "series.h"

#include <string.h>
#include <sys/mman.h>

#include "bitmap.h"

enum {
	SERIES = 512, /* per place and phase; further bytes are kept as bits (bitmap.c) */
	TURNS = 1024  /* per phase; further atomic accesses are logged at its end */
};

typedef struct gomarmot_series series_t;

static struct ga_site *find_site(struct ga_site *sites, uint32_t room, uintptr_t site_key)
{
	size_t i = ga_hash(site_key, room);

	while (sites[i].key != site_key && sites[i].key)
		i = (i + 1) & (room - 1);
	return &sites[i];
}

static GA_COLD int grow_sites(struct ga_log *log)
{
	const uint32_t more = 2 * log->site_room;
	struct ga_site *sites = ga_pages(more * sizeof *sites);

	if (!sites)
		return -1;
	log->first_open = 0;
	for (uint32_t i = 0; i < log->site_room; i++) {
		struct ga_site *s = &log->sites[i], *to;

		if (!s->key)
			continue;
		to = find_site(sites, more, s->key);
		*to = *s;
		if (s->open) {
			to->next_open = log->first_open;
			log->first_open = (uint32_t)(to - sites) + 1;
		}
	}
	munmap(log->sites, log->site_room * sizeof *log->sites);
	log->sites = sites;
	log->site_room = more;
	return 0;
}

static GA_COLD struct ga_site *add_site(struct ga_log *log, uintptr_t site_key)
{
	struct ga_site *s;

	if (2 * log->site_count >= log->site_room && grow_sites(log)) {
		log->lost = 1;
		return NULL;
	}
	s = find_site(log->sites, log->site_room, site_key);
	s->key = site_key;
	log->site_count++;
	return s;
}

void ga_put(struct ga_log *log, const series_t *series)
{
	series_t *at = ga_add(&log->series, sizeof *at);

	if (at)
		*at = *series;
	else
		log->lost = 1;
}

static void log_series(struct ga_log *log, struct ga_site *s)
{
	const series_t series = {.pc = ga_pc_of(s->key),
		.lo = s->from,
		.size = s->size,
		.count = s->count,
		.stride = s->stride,
		.kind = ga_kind_of(s->key)};

	ga_put(log, &series);
	s->logged++;
}

static int is_atomic(const struct ga_site *s)
{
	return (ga_kind_of(s->key) & GOMARMOT_WAS_ATOMIC) != 0;
}

/* Whether the order of atomic and plain accesses is kept. */
static int keeps_order(const struct ga_log *log)
{
	return log->turns < TURNS;
}

/* Logs the open atomic accesses: they came before all open plain accesses. */
static void log_atomics(struct ga_log *log)
{
	log->atomic_open = 0;
	for (uint32_t i = log->first_open; i; i = log->sites[i - 1].next_open) {
		struct ga_site *s = &log->sites[i - 1];

		if (s->count && is_atomic(s)) {
			log_series(log, s);
			s->count = 0;
		}
	}
}

/* Adds the open run to the series before it, or begins another series. */
static void close_run(struct ga_log *log, struct ga_site *s)
{
	const uint64_t size = s->hi - s->lo;
	const int64_t step = (int64_t)(s->lo - s->from) - (int64_t)(s->count - 1) * s->stride;

	s->hi = 0;
	if (s->count && s->size == size && (s->count == 1 || s->stride == step)) {
		s->stride = step;
		s->count++;
		return;
	}
	if (s->count) {
		if (log->atomic_open && keeps_order(log))
			log_atomics(log);
		log_series(log, s);
	}
	s->from = s->lo;
	s->size = size;
	s->count = 1;
	s->stride = 0;
}

static void open_site(struct ga_log *log, struct ga_site *s)
{
	if (s->open)
		return;
	s->open = 1;
	s->next_open = log->first_open;
	log->first_open = (uint32_t)(s - log->sites) + 1;
}

static void open_run(struct ga_log *log, struct ga_site *s, uintptr_t lo, uintptr_t hi)
{
	s->lo = lo;
	s->hi = hi;
	log->plain_open = 1;
	open_site(log, s);
}

/*
 * Logs an atomic access. All accesses before it are logged before it, and none after it: a plain
 * access is ordered by the atomic accesses around it. An atomic access has no open run, so the
 * fast path of ga_log_note leaves it to this function.
 */
static void note_atomic(struct ga_log *log, struct ga_site *s, uintptr_t lo, uintptr_t hi)
{
	if (log->plain_open && keeps_order(log)) {
		log->turns++;
		ga_close_all(log);
	}
	log->atomic_open = 1;
	if (s->count && s->from == lo && s->size == hi - lo)
		return;
	if (s->count)
		log_series(log, s);
	s->from = lo;
	s->size = hi - lo;
	s->count = 1;
	s->stride = 0;
	open_site(log, s);
}

/* Whether bytes lie in the open run or next to it. A single comparison, because with two, the
 * processor would mispredict every second access of a program that accesses scattered memory. */
static int meets(const struct ga_site *s, uintptr_t lo, uintptr_t hi)
{
	return s->hi && hi - s->lo <= (s->hi - s->lo) + (hi - lo);
}

/* Logs bytes that do not continue the open run of their place. */
void ga_log_note_apart(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uintptr_t hi)
{
	struct ga_site *s = find_site(log->sites, log->site_room, site_key);

	if (!s->key && !(s = add_site(log, site_key)))
		return;
	if (s->phase != log->phase) {
		s->phase = log->phase;
		s->logged = 0;
	}
	if (meets(s, lo, hi)) { /* also where the first probe missed it */
		s->lo = lo < s->lo ? lo : s->lo;
		s->hi = hi > s->hi ? hi : s->hi;
		return;
	}
	if (s->logged > SERIES) {
		ga_scatter(log, site_key, lo, hi);
		return;
	}
	if (is_atomic(s)) {
		note_atomic(log, s, lo, hi);
		return;
	}
	if (s->hi)
		close_run(log, s);
	open_run(log, s, lo, hi);
}

void ga_log_note_apart_and_leave(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uintptr_t hi)
{
	ga_log_note_apart(log, site_key, lo, hi);
	ga_log_leave(log);
}

/* Reverses the list of open places, and returns the place that was opened first. */
static uint32_t reverse_open(struct ga_log *log)
{
	uint32_t first = 0;

	for (uint32_t i = log->first_open; i;) {
		struct ga_site *s = &log->sites[i - 1];
		const uint32_t next = s->next_open;

		s->next_open = first;
		first = i;
		i = next;
	}
	return first;
}

/* Closes the series of the places in a list; if the order of atomic and plain accesses is not kept,
 * only of atomic or of plain accesses. */
static void close_list(struct ga_log *log, uint32_t i, int atomics)
{
	for (; i; i = log->sites[i - 1].next_open) {
		struct ga_site *s = &log->sites[i - 1];

		if (!keeps_order(log) && is_atomic(s) != atomics)
			continue;
		if (s->hi)
			close_run(log, s);
		if (s->count)
			log_series(log, s);
		s->count = 0;
		s->open = 0;
	}
}

/* Closes the series of all places, in the order of their first accesses: a store comes before
 * the atomic store that announces it, and a load after the atomic load that has waited for the
 * announcement. If that order is not kept, the atomic accesses come last: others are logged before
 * the plain accesses. */
void ga_close_all(struct ga_log *log)
{
	const uint32_t first = reverse_open(log);

	close_list(log, first, 0);
	if (!keeps_order(log))
		close_list(log, first, 1);
	log->first_open = 0;
	log->plain_open = log->atomic_open = 0;
}

void ga_hand_over_series(series_t s, const struct gomarmot_sink *sink)
{
	if (s.kind == GA_UPDATED) {
		s.kind = 0;
		sink->series(sink->to, &s);
		s.kind = GOMARMOT_WROTE;
	}
	sink->series(sink->to, &s);
}

static void rearm_series(const series_t *s)
{
	uintptr_t at = s->lo;

	if (s->kind & (GOMARMOT_WAS_ATOMIC | GOMARMOT_FENCE))
		return;
	for (uint64_t i = 0; i < s->count; i++, at += (uintptr_t)s->stride)
		ga_rearm_part(s->kind, at, at + s->size);
}

/* Whether the thread has made the same accesses since the last fence as before it: the program
 * waits for a value. */
int ga_repeated(const struct ga_log *log)
{
	const series_t *series = log->series.at;
	const size_t n = log->series.used - log->fence;

	return log->fence > log->group && log->fence > log->series_taken &&
	       log->blocks.used == series[log->fence - 1].lo && n == log->fence - 1 - log->group &&
	       !memcmp(&series[log->fence], &series[log->group], n * sizeof *series);
}

/* Marks the bytes of series closed since the previous call as of interest again. */
void ga_rearm_series(struct ga_log *log)
{
	const series_t *series = log->series.at;

	for (; log->series_rearmed < log->series.used; log->series_rearmed++)
		rearm_series(&series[log->series_rearmed]);
}
