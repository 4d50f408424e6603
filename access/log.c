#define _GNU_SOURCE
#include "log.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "watched.h"

enum {
	FIRST_SITES = 256,
	FIRST_ELEMENTS = 256,
	SERIES = 512, /* of a place in a phase; further bytes become bits */
	DIRECTORY = 64,
};

typedef struct gomarmot_series series_t;

/* What the bits of a block are of. */
struct block {
	uintptr_t key, lo;
	uint32_t shift; /* a bit stands for 1 << shift bytes */
};

struct bits {
	uint64_t words[GOMARMOT_BITS / 64];
};

/* The blocks of a place that lie side by side. It is small, so a program that jumps about in memory
 * waits for the bitmap alone. */
struct directory {
	uintptr_t key, lo;
	uint32_t shift;
	uint32_t blocks[DIRECTORY]; /* + 1; 0: none yet */
};

static struct ga_log *logs; /* of all threads; grows at its head */
static pthread_mutex_t others = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key; /* its destructor runs when a thread ends */
static int can_seize;     /* the kernel has membarrier */
static int fences;        /* they are of interest */
int ga_hooked;

__thread struct ga_log *ga_log_mine __attribute__((tls_model("initial-exec")));
static __thread int starting __attribute__((tls_model("initial-exec")));

/* Memory from the system: an access may lie in the program's own allocator. */
static void *pages(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

/* Room for one more element; NULL if there is none. */
static void *add(struct ga_array *a, size_t size)
{
	if (a->used == a->room) {
		const size_t more = a->room ? 2 * a->room : FIRST_ELEMENTS;
		void *at = a->room ? mremap(a->at, a->room * size, more * size, MREMAP_MAYMOVE)
				   : pages(more * size);

		if (!at || at == MAP_FAILED)
			return NULL;
		a->at = at;
		a->room = more;
	}
	return (char *)a->at + size * a->used++;
}

/* The logs. */

static void thread_ended(void *arg)
{
	struct ga_log *log = arg;

	ga_log_mine = NULL;
	log->busy = 0;
	__atomic_store_n(&log->owned, 0, __ATOMIC_RELEASE);
}

void ga_log_setup(void)
{
	pthread_key_create(&key, thread_ended);
	can_seize = !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

/* The log of a thread that has ended and left nothing behind. */
static struct ga_log *left_behind(void)
{
	uint32_t none = 0;

	for (struct ga_log *l = __atomic_load_n(&logs, __ATOMIC_ACQUIRE); l; l = l->next)
		if (!__atomic_load_n(&l->owned, __ATOMIC_RELAXED) && !l->first_open &&
			!l->series.used && !l->blocks.used &&
			__atomic_compare_exchange_n(
				&l->owned, &none, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			return l;
	return NULL;
}

/* A new log; NULL if there is no memory. */
static struct ga_log *new_log(void)
{
	struct ga_log *log = pages(sizeof *log);

	if (!log)
		return NULL;
	log->sites = pages(FIRST_SITES * sizeof *log->sites);
	if (!log->sites) {
		munmap(log, sizeof *log);
		return NULL;
	}
	log->site_room = FIRST_SITES;
	log->phase = 1;
	log->owned = 1;
	log->next = logs;
	__atomic_store_n(&logs, log, __ATOMIC_RELEASE);
	return log;
}

static GA_COLD struct ga_log *log_start(void)
{
	struct ga_log *log;

	if (starting) /* a signal handler */
		return NULL;
	starting = 1;
	pthread_mutex_lock(&others);
	log = left_behind();
	if (!log)
		log = new_log();
	pthread_mutex_unlock(&others);
	if (log) {
		log->thread = GOMARMOT_NO_THREAD;
		pthread_setspecific(key, log);
	}
	ga_log_mine = log;
	starting = 0;
	return log;
}

/* Another thread reads the log: waits until it has done so. */
GA_COLD void ga_log_make_way(struct ga_log *log)
{
	while (__atomic_load_n(&log->wanted, __ATOMIC_ACQUIRE)) {
		__atomic_store_n(&log->busy, 0, __ATOMIC_RELEASE);
		while (__atomic_load_n(&log->wanted, __ATOMIC_ACQUIRE))
			sched_yield();
		__atomic_store_n(&log->busy, 1, __ATOMIC_RELAXED);
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
	}
}

/* ga_log_enter of a thread that has no log yet, or is writing to it already. */
GA_COLD struct ga_log *ga_log_enter_first(void)
{
	struct ga_log *log = ga_log_mine ? NULL : log_start();

	if (!log)
		return NULL;
	__atomic_store_n(&log->busy, 1, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	ga_log_make_way(log);
	return log;
}

/* Places. */

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
	struct ga_site *sites = pages(more * sizeof *sites);

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

static uintptr_t pc_of(uintptr_t site_key)
{
	return site_key >> 4;
}

static uint32_t kind_of(uintptr_t site_key)
{
	return site_key & 15;
}

/* Series. */

static void put(struct ga_log *log, const series_t *series)
{
	series_t *at = add(&log->series, sizeof *at);

	if (at)
		*at = *series;
	else
		log->lost = 1;
}

static void log_series(struct ga_log *log, struct ga_site *s)
{
	const series_t series = {.pc = pc_of(s->key),
		.lo = s->from,
		.size = s->size,
		.count = s->count,
		.stride = s->stride,
		.kind = kind_of(s->key)};

	put(log, &series);
	s->logged++;
}

/* The open run joins the series before it, or begins another one. */
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
	if (s->count)
		log_series(log, s);
	s->from = s->lo;
	s->size = size;
	s->count = 1;
	s->stride = 0;
}

/* Bits. */

/* The highest bits of the product: they spread directories side by side, so that few meet. */
GA_HOT size_t directory_hash(uintptr_t value, size_t room)
{
	return value * 0x9e3779b97f4a7c15ul >> __builtin_clzl(room - 1);
}

/* Where the index has the directory; an empty place if there is none yet. */
GA_HOT uint32_t *find_directory(
	const struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	size_t i = directory_hash(lo ^ site_key << 11 ^ shift, log->index_room);
	const struct directory *all = log->directories.at;

	for (;; i = (i + 1) & (log->index_room - 1)) {
		uint32_t *place = &log->directory_index[i];
		const struct directory *d;

		if (!*place)
			return place;
		d = &all[*place - 1];
		if (d->lo == lo && d->key == site_key && d->shift == shift)
			return place;
	}
}

static GA_COLD int grow_index(struct ga_log *log)
{
	const size_t more = log->index_room ? 2 * log->index_room : 2 * FIRST_ELEMENTS;
	uint32_t *index = pages(more * sizeof *index);
	const struct directory *all = log->directories.at;

	if (!index)
		return -1;
	if (log->directory_index)
		munmap(log->directory_index, log->index_room * sizeof *index);
	log->directory_index = index;
	log->index_room = more;
	for (size_t i = 0; i < log->directories.used; i++)
		*find_directory(log, all[i].key, all[i].lo, all[i].shift) = (uint32_t)i + 1;
	return 0;
}

static GA_COLD struct directory *add_directory(
	struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	struct directory *d;

	if (4 * (log->directories.used + 1) >= log->index_room && grow_index(log))
		return NULL;
	d = add(&log->directories, sizeof *d);
	if (!d)
		return NULL;
	*d = (struct directory){.key = site_key, .lo = lo, .shift = shift};
	*find_directory(log, site_key, lo, shift) = (uint32_t)log->directories.used;
	return d;
}

static GA_COLD uint32_t add_block(
	struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	struct bits *bits = add(&log->bits, sizeof *bits);
	struct block *b = bits ? add(&log->blocks, sizeof *b) : NULL;

	if (!b) {
		log->bits.used = log->blocks.used;
		return 0;
	}
	*bits = (struct bits){{0}};
	*b = (struct block){.key = site_key, .lo = lo, .shift = shift};
	return (uint32_t)log->blocks.used;
}

/* The bits of a place from an address on. */
static struct bits *bits_of(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uint32_t shift)
{
	const uintptr_t number = lo / GOMARMOT_BITS >> shift;
	const uintptr_t first = (number & ~(uintptr_t)(DIRECTORY - 1)) * GOMARMOT_BITS << shift;
	const uint32_t place = log->index_room ? *find_directory(log, site_key, first, shift) : 0;
	struct directory *d = GA_LIKELY(place) ? (struct directory *)log->directories.at + place - 1
					       : add_directory(log, site_key, first, shift);
	uint32_t *block;

	if (!d)
		return NULL;
	block = &d->blocks[number % DIRECTORY];
	if (!GA_LIKELY(*block) && !(*block = add_block(log, site_key, lo, shift)))
		return NULL;
	return (struct bits *)log->bits.at + *block - 1;
}

/* Logs bytes as bits, in the largest unit that fits. */
static void scatter(struct ga_log *log, uintptr_t site_key, uintptr_t lo, uintptr_t hi)
{
	const unsigned shift = (unsigned)__builtin_ctz((uint32_t)(lo | hi | 8));
	const uintptr_t bytes = (uintptr_t)GOMARMOT_BITS << shift;

	while (lo < hi) {
		const uintptr_t base = lo & ~(bytes - 1);
		const uintptr_t end = hi < base + bytes ? hi : base + bytes;
		struct bits *b = bits_of(log, site_key, base, shift);

		if (!b) {
			log->lost = 1;
			return;
		}
		for (; lo < end; lo += 1ul << shift)
			b->words[(lo - base) >> shift >> 6] |= 1ul << ((lo - base) >> shift & 63);
	}
}

/* Noting. */

static void open_run(struct ga_log *log, struct ga_site *s, uintptr_t lo, uintptr_t hi)
{
	s->lo = lo;
	s->hi = hi;
	if (s->open)
		return;
	s->open = 1;
	s->next_open = log->first_open;
	log->first_open = (uint32_t)(s - log->sites) + 1;
}

/* Whether bytes lie in the open run or beside it, in one comparison: of two, the processor would
 * guess one wrong every other time where a program jumps about. */
static int meets(const struct ga_site *s, uintptr_t lo, uintptr_t hi)
{
	return s->hi && hi - s->lo <= (s->hi - s->lo) + (hi - lo);
}

/* Bytes that do not continue the open run of their place. */
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
		scatter(log, site_key, lo, hi);
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

/* Handing over. */

/* The open places, the one that was opened first in front. */
static uint32_t oldest_open(struct ga_log *log)
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

/* In the order in which places had their first access: a store comes before the atomic store that
 * announces it, and a load behind the atomic load that has waited for that. */
static void close_all(struct ga_log *log)
{
	uint32_t i = oldest_open(log);

	while (i) {
		struct ga_site *s = &log->sites[i - 1];

		if (s->hi)
			close_run(log, s);
		log_series(log, s);
		s->count = 0;
		s->open = 0;
		i = s->next_open;
	}
	log->first_open = 0;
}

/* Each block belongs to the time before one call: the next gets blocks of its own. */
static void forget_blocks(struct ga_log *log)
{
	if (!log->directories.used)
		return;
	memset(log->directory_index, 0, log->index_room * sizeof *log->directory_index);
	log->directories.used = 0;
}

static void hand_over_series(series_t s, const struct gomarmot_sink *sink)
{
	if (s.kind == GA_UPDATED) {
		s.kind = 0;
		sink->series(sink->to, &s);
		s.kind = GOMARMOT_WROTE;
	}
	sink->series(sink->to, &s);
}

/* Block number i. */
static void hand_over_bits(const struct ga_log *log, size_t i, const struct gomarmot_sink *sink)
{
	const struct block *b = (const struct block *)log->blocks.at + i;
	struct gomarmot_bits bits = {
		.pc = pc_of(b->key), .lo = b->lo, .unit = 1u << b->shift, .kind = kind_of(b->key)};

	memcpy(bits.bits, (const struct bits *)log->bits.at + i, sizeof bits.bits);
	if (bits.kind == GA_UPDATED) {
		bits.kind = 0;
		sink->bits(sink->to, &bits);
		bits.kind = GOMARMOT_WROTE;
	}
	sink->bits(sink->to, &bits);
}

/*
 * Hooks do not show fences in assembler, nor those of builtins such as __sync_synchronize: there
 * may be one on either side of whatever has been accessed.
 */
static void hand_over_possible_fence(uintptr_t pc, const struct gomarmot_sink *sink)
{
	if (fences && ga_hooked)
		hand_over_series((series_t){.pc = pc, .kind = GOMARMOT_FENCE}, sink);
}

/* Where something was accessed that has not been handed over; 0: nothing was. */
static uintptr_t first_pc(const struct ga_log *log)
{
	if (log->series_taken < log->series.used)
		return ((const series_t *)log->series.at)[log->series_taken].pc;
	if (log->blocks_taken < log->blocks.used)
		return pc_of(((const struct block *)log->blocks.at)[log->blocks_taken].key);
	return 0;
}

static void hand_over(struct ga_log *log, const struct gomarmot_sink *sink)
{
	const series_t *series = log->series.at;
	const uintptr_t pc = first_pc(log);

	forget_blocks(log);
	if (!pc)
		return;
	hand_over_possible_fence(pc, sink);
	for (; log->series_taken < log->series.used; log->series_taken++) {
		const series_t *s = &series[log->series_taken];

		for (; s->kind == GOMARMOT_FENCE && log->blocks_taken < s->lo; log->blocks_taken++)
			hand_over_bits(log, log->blocks_taken, sink);
		hand_over_series(*s, sink);
	}
	for (; log->blocks_taken < log->blocks.used; log->blocks_taken++)
		hand_over_bits(log, log->blocks_taken, sink);
	hand_over_possible_fence(pc, sink);
}

/* What was logged with the kind is of interest again; of atomic accesses no bits were cleared. */
static void rearm_part(uint32_t kind, uintptr_t lo, uintptr_t hi)
{
	if (kind == 0 || kind == GA_UPDATED)
		ga_rearm(GA_READS, lo, hi);
	if (kind == GOMARMOT_WROTE || kind == GA_UPDATED)
		ga_rearm(GA_WRITES, lo, hi);
}

static void rearm_series(const series_t *s)
{
	uintptr_t at = s->lo;

	if (s->kind & (GOMARMOT_WAS_ATOMIC | GOMARMOT_FENCE))
		return;
	for (uint64_t i = 0; i < s->count; i++, at += (uintptr_t)s->stride)
		rearm_part(s->kind, at, at + s->size);
}

/* Of bits side by side all at once. */
static void rearm_bits(const struct block *b, const struct bits *bits)
{
	for (unsigned word = 0; word < GOMARMOT_BITS / 64; word++) {
		const uintptr_t at = b->lo + ((uintptr_t)64 * word << b->shift);
		uint64_t rest = bits->words[word];

		while (rest) {
			const unsigned from = (unsigned)__builtin_ctzl(rest);
			const uint64_t others = ~(rest | (rest - 1));
			const unsigned to = others ? (unsigned)__builtin_ctzl(others) : 64;

			rearm_part(kind_of(b->key), at + ((uintptr_t)from << b->shift),
				at + ((uintptr_t)to << b->shift));
			rest = others ? rest & UINT64_MAX << to : 0;
		}
	}
}

/* What was logged is of interest again, and forgotten once it has been handed over. */
static void rearm(struct ga_log *log)
{
	const series_t *series = log->series.at;
	const struct block *blocks = log->blocks.at;
	const struct bits *bits = log->bits.at;

	forget_blocks(log);
	ga_windows_lock();
	for (; log->series_rearmed < log->series.used; log->series_rearmed++)
		rearm_series(&series[log->series_rearmed]);
	for (; log->blocks_rearmed < log->blocks.used; log->blocks_rearmed++)
		rearm_bits(&blocks[log->blocks_rearmed], &bits[log->blocks_rearmed]);
	ga_windows_unlock();
	if (log->series_taken == log->series.used && log->blocks_taken == log->blocks.used) {
		log->series.used = log->series_taken = log->series_rearmed = 0;
		log->blocks.used = log->blocks_taken = log->blocks_rearmed = 0;
		log->bits.used = 0;
		log->group = log->fence = 0;
	}
	log->phase++;
}

/* Whether since the last fence the same has happened as before it: a program that waits for a
 * value. */
static int repeated(const struct ga_log *log)
{
	const series_t *series = log->series.at;
	const size_t n = log->series.used - log->fence;

	return log->fence > log->group && log->fence > log->series_taken &&
	       log->blocks.used == series[log->fence - 1].lo && n == log->fence - 1 - log->group &&
	       !memcmp(&series[log->fence], &series[log->group], n * sizeof *series);
}

/*
 * The thread has done a fence. What it accesses afterwards is logged again. Fences of a program
 * that polls count once.
 */
void ga_log_fence(uintptr_t pc)
{
	struct ga_log *log = fences ? ga_log_enter() : NULL;

	if (!log)
		return;
	close_all(log);
	if (log->fence > log->series.used)
		log->fence = log->group = log->series.used;
	if (repeated(log)) {
		rearm(log);
		log->series.used = log->series_rearmed = log->fence;
	} else {
		const series_t series = {.pc = pc, .lo = log->blocks.used, .kind = GOMARMOT_FENCE};

		forget_blocks(log);
		put(log, &series);
		log->group = log->fence;
		log->fence = log->series.used;
		rearm(log);
	}
	ga_log_leave(log);
}

/* Fences are of interest from now on, or no longer. */
void ga_log_fences(int on)
{
	fences = on;
}

/* Whether there is something to hand over, or something handed over that a release makes of
 * interest again. */
static int has_anything(const struct ga_log *log, int release)
{
	return __atomic_load_n(&log->first_open, __ATOMIC_RELAXED) ||
	       __atomic_load_n(&log->series.used, __ATOMIC_RELAXED) >
		       (release ? 0 : __atomic_load_n(&log->series_taken, __ATOMIC_RELAXED)) ||
	       __atomic_load_n(&log->blocks.used, __ATOMIC_RELAXED) >
		       (release ? 0 : __atomic_load_n(&log->blocks_taken, __ATOMIC_RELAXED));
}

/*
 * Keeps threads from writing to their logs: of those logs that have something, or whose thread is
 * just handing it over.
 */
static void seize_all(const struct ga_log *own, int release)
{
	int any = 0;

	for (struct ga_log *l = logs; l; l = l->next) {
		l->seized = l != own && (__atomic_load_n(&l->busy, __ATOMIC_ACQUIRE) ||
						has_anything(l, release));
		if (!l->seized || !__atomic_load_n(&l->owned, __ATOMIC_ACQUIRE))
			continue;
		l->seized = can_seize;
		__atomic_store_n(&l->wanted, can_seize, __ATOMIC_SEQ_CST);
		any = can_seize;
	}
	if (any)
		syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

/*
 * Takes what all other threads have logged. So an access is handed over before any call that comes
 * after it, whichever thread makes that: the mutex makes the call wait until another thread that
 * hands it over has done so.
 */
static void take_others(const struct ga_log *own, const struct gomarmot_sink *sink, int release)
{
	pthread_mutex_lock(&others);
	seize_all(own, release);
	for (struct ga_log *l = logs; l; l = l->next) {
		if (!l->seized)
			continue;
		while (__atomic_load_n(&l->wanted, __ATOMIC_RELAXED) &&
			__atomic_load_n(&l->busy, __ATOMIC_ACQUIRE))
			sched_yield();
		close_all(l);
		sink->from(sink->to, l->thread);
		hand_over(l, sink);
		if (release)
			rearm(l);
		__atomic_store_n(&l->wanted, 0, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&others);
}

void ga_log_take_others(const struct gomarmot_sink *sink, int release)
{
	if (logs && (logs != ga_log_mine || logs->next))
		take_others(ga_log_mine, sink, release);
}

void ga_log_take(const struct gomarmot_sink *sink, int release, uint32_t thread)
{
	struct ga_log *log = ga_log_mine ? ga_log_enter() : NULL;

	if (log) {
		log->thread = thread;
		if (has_anything(log, release)) {
			close_all(log);
			hand_over(log, sink);
			if (release)
				rearm(log);
		}
		ga_log_leave(log);
	}
	ga_log_take_others(sink, release);
}
