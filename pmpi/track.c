/*
 * Which memory MPI uses: windows, and the buffers of operations until they are complete at this
 * rank. A table has the buffers, found by what ends their use; a mutex protects it.
 *
 * The table is a filter, readers of the log know exactly which bytes an operation uses and when:
 * what is in it for too long costs time and records, no more.
 */
#include "track.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../access/bridge.h"
#include "args.h"
#include "blob.h"
#include "comm.h"
#include "flavour.h"
#include "gm.h"
#include "heap.h"
#include "known.h"
#include "query.h"
#include "record.h"
#include "ring.h"
#include "room.h"
#include "sent.h"
#include "thread.h"
#include "typemap.h"
#include "zz_predef.h"

enum {
	FIRST = 256,
	LARGE = 1 << 26, /* bytes; a buffer that claims to be larger may be a mistake */
	MANY = 1024,     /* entries; if there are more, overlaps are not looked for */
};

/* A buffer in use, or a window's memory. */
struct entry {
	struct gm_until until;
	enum gm_use use;
	int is_window;
	int armed;
	const char *buf;
	int64_t count;
	struct gm_map *map; /* of a buffer */
	uintptr_t lo, hi;   /* hull; of a window all of it */
	int64_t digest;     /* of what is sent, when the operation began; 0: none */
	uint32_t next;      /* in its chain, or of the free ones; + 1 */
	int in_use;
};

uint32_t gm_tracking;

static const struct gomarmot_tracking *tracking;
static int recording; /* the process records calls, and what the program does between them */
static int threaded;  /* other threads may run while one is in a call */
static int shared;    /* it has windows whose memory processes share */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;
static uint32_t *chains; /* + 1 */
static uint32_t room, used, idle, live;
static uint32_t buffers; /* of those that live, the ones of operations */

static void track(uint32_t what)
{
	__atomic_fetch_or(&gm_tracking, what, __ATOMIC_RELAXED);
}

static int accesses(void)
{
	return (GM_LOAD(&gm_tracking) & GM_TRACKS_ACCESSES) != 0;
}

/* Both are there: libgomarmot-access.so, and something to record. Under the lock. */
static void begin(void)
{
	if (!tracking || !recording)
		return;
	tracking->begin();
	for (uint32_t i = 0; i < used; i++)
		if (entries[i].in_use && entries[i].is_window)
			tracking->watch((const void *)entries[i].lo, entries[i].hi - entries[i].lo);
	tracking->fences(shared);
	track(threaded ? GM_TRACKS_ACCESSES | GM_TRACKS_CALLS : GM_TRACKS_ACCESSES);
}

/* Called by libgomarmot-access.so when it is loaded, which may be late. */
GM_EXPORT int gomarmot_track(const struct gomarmot_tracking *t)
{
	if (t->version != GOMARMOT_TRACKING)
		return -1;
	pthread_mutex_lock(&lock);
	if (!tracking) {
		tracking = t;
		begin();
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

/* Recording starts. with_threads: the program has said that it has several. */
void gm_track_start(int speak, int with_threads)
{
	const char *text = getenv("GOMARMOT_ACCESS");

	pthread_mutex_lock(&lock);
	threaded = with_threads;
	recording = !text || strcmp(text, "0") != 0;
	begin();
	if (gm_heap_begin(speak))
		track(GM_TRACKS_HEAP);
	if (gm_sent_begin())
		track(GM_TRACKS_SENT);
	for (uint32_t i = 0; gm_heaps() && i < used; i++)
		if (entries[i].in_use && entries[i].is_window)
			gm_heap_mark(entries[i].lo, (int64_t)(entries[i].hi - entries[i].lo));
	pthread_mutex_unlock(&lock);
}

/* Records. */

struct writer {
	struct gm_thread *t;
	int64_t by; /* flags that name another thread, 0: t itself */
};

/* What follows is of another thread. */
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

/* Records what threads have accessed; others: without t itself. */
static void take(struct gm_thread *t, int release, int others)
{
	struct writer w = {t, 0};
	const struct gomarmot_sink sink = {write_from, write_series, write_bits, &w};
	const uint64_t stack = t->stack;

	t->stack = 0;
	if (others)
		tracking->take_others(&sink, release);
	else
		tracking->take(&sink, release, t->number);
	t->stack = stack;
}

/*
 * The MPI library has returned, and t has not yet: what other threads have accessed meanwhile was
 * while t was in its call.
 */
GM_COLD void gm_track_meanwhile(struct gm_thread *t)
{
	if (accesses())
		take(t, 0, 1);
}

GM_COLD void gm_track_call(struct gm_thread *t, int release)
{
	if (accesses())
		take(t, release, 0);
	if (gm_heaps())
		gm_heap_take(t);
}

/* The table. */

static uint32_t *chain_of(int object_class, int64_t handle)
{
	const uint64_t h = ((uint64_t)handle + (unsigned)object_class) * 0x9e3779b97f4a7c15ull;

	return &chains[(h >> 32) & (room - 1)];
}

static int grow(void)
{
	const uint32_t more = room ? 2 * room : FIRST;
	struct entry *e = realloc(entries, more * sizeof *e);
	uint32_t *c = e ? calloc(more, sizeof *c) : NULL;

	if (e)
		entries = e;
	if (!c)
		return -1;
	free(chains);
	chains = c;
	room = more;
	for (uint32_t i = 0; i < used; i++) {
		uint32_t *chain = chain_of(e[i].until.object_class, e[i].until.handle);

		if (!e[i].in_use)
			continue;
		e[i].next = *chain;
		*chain = i + 1;
	}
	return 0;
}

/* A new entry; NULL if there is no memory. */
static struct entry *add(const struct gm_until *until)
{
	uint32_t *chain, i;
	struct entry *e;

	if (!idle && used == room && grow())
		return NULL;
	if (idle) {
		i = idle - 1;
		idle = entries[i].next;
	} else {
		i = used++;
	}
	e = &entries[i];
	chain = chain_of(until->object_class, until->handle);
	*e = (struct entry){.until = *until, .in_use = 1, .next = *chain};
	*chain = i + 1;
	live++;
	return e;
}

/* Removes the entry that a link leads to. */
static void drop(uint32_t *link)
{
	const uint32_t i = *link;
	struct entry *e = &entries[i - 1];

	*link = e->next;
	gm_map_release(e->map);
	GM_STORE(&buffers, buffers - !e->is_window);
	e->in_use = 0;
	e->next = idle;
	idle = i;
	if (--live == 0) /* the next ones begin at the start again */
		used = idle = 0;
}

/* Memory. */

static void set(uintptr_t at, int64_t size, enum gm_use use, int on)
{
	if (size <= 0 || (size > LARGE && gm_mapped((const void *)at, size) != 1))
		return;
	if (on && gm_heaps())
		gm_heap_mark(at, size);
	if (!accesses())
		return;
	if (on)
		tracking->arm((const void *)at, (size_t)size,
			use == GM_FILLED ? GOMARMOT_FOR_READS | GOMARMOT_FOR_WRITES
					 : GOMARMOT_FOR_WRITES);
	else
		tracking->disarm((const void *)at, (size_t)size);
}

/* Makes the bytes of some elements of a buffer of interest, or lets them be. */
static void cover_some(const struct entry *e, int64_t first, int64_t count, int on)
{
	const struct gm_map *map = e->map;
	const uintptr_t at = (uintptr_t)e->buf + (uintptr_t)(first * map->extent);

	if (!(GM_LOAD(&gm_tracking) & (GM_TRACKS_ACCESSES | GM_TRACKS_HEAP)))
		return;
	if (map->runs == 1 && (count == 1 || map->run[0].size == map->extent)) {
		set(at + (uintptr_t)map->run[0].at, count * map->run[0].size, e->use, on);
		return;
	}
	for (int64_t n = 0; n < count; n++)
		for (uint32_t i = 0; i < map->runs; i++)
			set(at + (uintptr_t)(n * map->extent + map->run[i].at), map->run[i].size,
				e->use, on);
}

static void cover(struct entry *e, int on)
{
	e->armed = on;
	cover_some(e, 0, e->count, on);
}

/* The hull of a buffer; 0 if its bytes are unknown or none. */
static int measure(struct entry *e)
{
	int64_t last;

	if (!e->map || !e->map->runs || e->count <= 0 ||
		__builtin_mul_overflow(e->count - 1, e->map->extent, &last))
		return 0;
	e->lo = (uintptr_t)e->buf + (uintptr_t)(e->map->lo + (last < 0 ? last : 0));
	e->hi = (uintptr_t)e->buf + (uintptr_t)(e->map->hi + (last > 0 ? last : 0));
	return e->lo < e->hi;
}

/* Buffers that are still in use may share bytes with one that no longer is. */
static void restore(uintptr_t lo, uintptr_t hi)
{
	if (used > MANY || !accesses())
		return;
	for (uint32_t i = 0; i < used; i++) {
		struct entry *e = &entries[i];

		if (e->in_use && e->armed && !e->is_window && e->lo < hi && lo < e->hi)
			cover(e, 1);
	}
}

/* The buffers of operations that are not persistent, under the lock. */
static void forget(void)
{
	for (uint32_t i = 0; i < room; i++)
		for (uint32_t *link = &chains[i]; *link;) {
			struct entry *e = &entries[*link - 1];

			e->digest = 0;
			if (e->is_window || e->until.persistent)
				link = &e->next;
			else
				drop(link);
		}
}

/* Whether digests of the buffer are taken. Split collectives have their own (split.c). */
static int digests(const struct gm_until *until, enum gm_use use)
{
	return GM_LOAD(&gm_tracking) & GM_TRACKS_SENT && use == GM_SENT &&
	       until->object_class != GM_CLASS_FILE && until->object_class != GM_UNTIL_RETURN;
}

/* Whether anything needs to know of a buffer. */
static int is_wanted(const struct gm_until *until, enum gm_use use)
{
	return GM_LOAD(&gm_tracking) & ~(uint32_t)GM_TRACKS_SENT ||
	       (digests(until, use) && (until->persistent || gm_sent_open()));
}

/* Takes the map. */
static void begin_mapped(const struct gm_until *until, enum gm_use use, const void *buf,
	int64_t count, struct gm_map *map)
{
	struct entry e = {.buf = buf, .count = count, .use = use, .map = map};
	struct entry *kept;

	if (digests(until, use) && !until->persistent && e.map)
		e.digest = gm_sent_digest(buf, count, e.map);
	pthread_mutex_lock(&lock);
	kept = measure(&e) ? add(until) : NULL;
	if (kept) {
		kept->buf = e.buf;
		kept->count = e.count;
		kept->use = e.use;
		kept->map = e.map;
		kept->lo = e.lo;
		kept->hi = e.hi;
		kept->digest = e.digest;
		GM_STORE(&buffers, buffers + 1);
		if (!until->persistent)
			cover(kept, 1);
	}
	pthread_mutex_unlock(&lock);
	if (!kept)
		gm_map_release(e.map);
}

static void begin_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type)
{
	if (count > 0 && !gm_in_place(buf) && is_wanted(until, use))
		begin_mapped(until, use, buf, count, gm_map_of(type & gm_handle_mask));
}

/* An operation uses a buffer from now on. */
void gm_track_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type)
{
	const int saved = errno;

	begin_use(until, use, buf, count, type);
	errno = saved;
}

static int64_t element(const void *array, int64_t i, int large)
{
	return large ? ((const int64_t *)array)[i] : ((const int32_t *)array)[i];
}

static uintptr_t type_at(const struct gm_blocks *b, int64_t i)
{
	if (!b->types)
		return b->type;
	if (gm_handle_mask == UINT32_MAX)
		return ((const uint32_t *)b->types)[i];
	return ((const uintptr_t *)b->types)[i];
}

/* How many elements the i-th block has. */
int64_t gm_track_count(const void *counts, int64_t i, int large)
{
	return gm_array_len(i + 1, counts, large ? 8 : 4) ? element(counts, i, large) : 0;
}

static int64_t extent_of(uintptr_t type)
{
	struct gm_map *map = gm_map_of(type & gm_handle_mask);
	const int64_t extent = map ? map->extent : 0;

	gm_map_release(map);
	return extent;
}

/* The next block of a buffer that has several; 0 if there is none. */
int gm_next_block(const void *buf, const struct gm_blocks *b, struct gm_block_at *block)
{
	const int64_t i = block->i;

	if (i == b->n || gm_in_place(buf))
		return 0;
	if (i == 0)
		block->unit = b->types ? 1 : extent_of(b->type);
	else
		block->at += block->count * block->unit;
	block->count = element(b->counts, i, b->large);
	if (b->displs)
		block->at = element(b->displs, i, b->wide) * block->unit;
	block->buf = (const char *)buf + block->at;
	block->type = type_at(b, i);
	block->i = i + 1;
	return 1;
}

static void begin_array(const struct gm_until *until, const void *array, int64_t n, int64_t size)
{
	static struct gm_map byte = {
		.users = 1, .runs = 1, .size = 1, .extent = 1, .hi = 1, .run = {{.size = 1}}};

	if (!array || n <= 0 || !is_wanted(until, GM_ARRAY))
		return;
	__atomic_fetch_add(&byte.users, 1, __ATOMIC_RELAXED);
	begin_mapped(until, GM_ARRAY, array, n * size, &byte);
}

/* The counts, places and datatypes of the blocks are in use as long as the operation. Of persistent
 * ones MPI may take copies. */
static void begin_arrays(const struct gm_until *until, const struct gm_blocks *b)
{
	if (until->persistent || until->object_class == GM_UNTIL_RETURN)
		return;
	begin_array(until, b->counts, b->n, b->large ? 8 : 4);
	begin_array(until, b->displs, b->n, b->wide ? 8 : 4);
	begin_array(until, b->types, b->n, gm_handle_size());
}

/* An operation uses a buffer of blocks from now on. */
void gm_track_blocks(
	const struct gm_until *until, enum gm_use use, const void *buf, const struct gm_blocks *b)
{
	const int saved = errno;
	struct gm_block_at block = {.i = 0};

	while (gm_next_block(buf, b, &block))
		begin_use(until, use, block.buf, block.count, block.type);
	if (!gm_in_place(buf))
		begin_arrays(until, b);
	errno = saved;
}

/* Windows. */

static int is_known(int64_t win, uintptr_t lo, uintptr_t hi)
{
	uint32_t at = room ? *chain_of(GM_CLASS_WIN, win) : 0;

	for (; at; at = entries[at - 1].next) {
		const struct entry *e = &entries[at - 1];

		if (e->is_window && e->until.handle == win && e->lo == lo && e->hi == hi)
			return 1;
	}
	return 0;
}

/*
 * A window has this memory now, perhaps of another process (is_shared). Known even
 * while nothing is tracked: that may begin later.
 */
void gm_track_window(uintptr_t win, const void *base, int64_t size, int is_shared)
{
	const struct gm_until until = {GM_CLASS_WIN, gm_handle(win), -1, 0, 0, 0};
	const uintptr_t lo = (uintptr_t)base;
	const int saved = errno;
	struct entry *e;

	if (!base || size <= 0 || gm_mapped(base, size) != 1)
		return;
	pthread_mutex_lock(&lock);
	if (is_shared && !shared) {
		shared = 1;
		if (accesses())
			tracking->fences(1);
	}
	e = is_known(until.handle, lo, lo + (uintptr_t)size) ? NULL : add(&until);
	if (e) {
		e->is_window = 1;
		e->lo = (uintptr_t)base;
		e->hi = e->lo + (uintptr_t)size;
		if (accesses())
			tracking->watch(base, (size_t)size);
		if (gm_heaps())
			gm_heap_mark(e->lo, size);
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
}

/*
 * A window that processes share has been created: a program may reach the memory of all its ranks
 * without asking for it, as one lies behind the other.
 */
void gm_track_segments(struct gm_thread *t, const void *pc, uintptr_t win, uintptr_t comm)
{
	const struct gm_comm_shape shape = gm_comm_shape(comm);

	if (!accesses())
		return;
	for (int64_t rank = 0; rank < shape.members; rank++) {
		int64_t words[4] = {gm_handle(win), rank, 0, 0};
		void *base = NULL;

		if (rank == shape.rank || !gm_query_segment(win, (int)rank, &words[3], &base))
			continue;
		words[2] = (int64_t)(uintptr_t)base;
		gm_track_window(win, base, words[3], 1);
		gm_record(t, GM_META(GM_KIND_SEGMENT, GM_ONCE, 0, 4), pc, words);
	}
}

static void unwatch(const struct entry *e)
{
	if (!accesses())
		return;
	tracking->unwatch((const void *)e->lo, e->hi - e->lo);
	restore(e->lo, e->hi);
}

/* The window loses the memory at base, or if that is NULL, all of it. */
static void leave_window(uintptr_t win, const void *base)
{
	const int saved = errno;
	uint32_t *link;

	pthread_mutex_lock(&lock);
	link = room ? chain_of(GM_CLASS_WIN, gm_handle(win)) : NULL;
	while (link && *link) {
		struct entry *e = &entries[*link - 1];

		if (!e->is_window || e->until.handle != gm_handle(win) ||
			(base && e->lo != (uintptr_t)base)) {
			link = &e->next;
			continue;
		}
		unwatch(e);
		drop(link);
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
}

void gm_track_detached(uintptr_t win, const void *base)
{
	leave_window(win, base);
}

/* The window is about to be freed. */
void gm_track_win_freed(uintptr_t win)
{
	gm_track_settled(win, -1);
	leave_window(win, NULL);
}

/*
 * Digests of what is sent are taken from now on, or not: 0 if that cannot be now. Meanwhile the
 * wrappers may not have said which operations are complete: if nothing else needs them, those that
 * are known are forgotten. So they do not begin again before the thread that ends them has done so:
 * else what is complete meanwhile would stay known. The thread may have the mutex: a record may be
 * in the way of another one.
 */
int gm_track_sent(int on)
{
	int ended;

	if (!on) {
		__atomic_fetch_and(&gm_tracking, ~(uint32_t)GM_TRACKS_SENT, __ATOMIC_RELAXED);
		return 1;
	}
	if (pthread_mutex_trylock(&lock))
		return 0;
	ended = !(GM_LOAD(&gm_tracking) & GM_TRACKS_SENT);
	if (GM_LOAD(&gm_tracking) == 0)
		forget();
	if (ended)
		track(GM_TRACKS_SENT);
	pthread_mutex_unlock(&lock);
	return ended;
}

/*
 * Whether the memory [lo, hi) is a window's, or an operation uses it now. Called by free: it does
 * not wait for the mutex, which the thread itself may have if a signal has interrupted it.
 */
int gm_track_uses(uintptr_t lo, uintptr_t hi)
{
	int yes = 0;

	if (pthread_mutex_trylock(&lock))
		return 0;
	for (uint32_t i = 0; i < used && !yes; i++) {
		const struct entry *e = &entries[i];

		yes = e->in_use && (e->is_window || e->armed) && e->lo < hi && lo < e->hi;
	}
	pthread_mutex_unlock(&lock);
	return yes;
}

/* Ends of uses. */

/* The part of memory that ended uses have covered. */
struct hull {
	uintptr_t lo, hi;
};

static int is_until(const struct entry *e, int object_class, int64_t handle, int64_t target)
{
	return !e->is_window && e->until.object_class == object_class &&
	       e->until.handle == handle && (target < 0 || e->until.target == target);
}

/* The call that started the oldest operation with this request. */
static uint32_t oldest(uint32_t at, int64_t request)
{
	uint32_t call = 0;

	for (; at; at = entries[at - 1].next)
		if (is_until(&entries[at - 1], GM_CLASS_REQUEST, request, -1))
			call = entries[at - 1].until.call;
	return call;
}

/*
 * Whether what was sent has changed since the operation began. Under the lock, so that digests that
 * have ended do not begin again meanwhile. If they have, another thread may have completed the
 * operation without a word, and used the buffer again.
 */
static void compare(const struct entry *e)
{
	const int64_t digest = gm_sent_again(e->buf, e->count, e->map);
	const int64_t words[6] = {e->until.object_class, e->until.handle, e->until.target,
		(int64_t)(uintptr_t)e->buf, (int64_t)e->lo, (int64_t)e->hi};

	if (!digest || digest == e->digest || !gm_self)
		return;
	/* Only once the buffer has been read is it known whether that counts. */
	if (__atomic_fetch_or(&gm_tracking, 0, __ATOMIC_ACQ_REL) & GM_TRACKS_SENT)
		gm_record(gm_self, GM_META(GM_KIND_CHANGED, GM_ONCE, 0, 6), NULL, words);
}

/* Ends those uses that this ends; `over`: persistent ones too. Under the lock. */
static void end_uses(int object_class, int64_t handle, int64_t target, int over, struct hull *hull)
{
	const int given_up = over && object_class == GM_CLASS_REQUEST;
	uint32_t *link = room ? chain_of(object_class, handle) : NULL;
	const uint32_t call = link && object_class == GM_CLASS_REQUEST ? oldest(*link, handle) : 0;

	while (link && *link) {
		struct entry *e = &entries[*link - 1];

		if (!is_until(e, object_class, handle, target) ||
			(object_class == GM_CLASS_REQUEST && e->until.call != call)) {
			link = &e->next;
			continue;
		}
		if (e->digest && !given_up)
			compare(e);
		e->digest = 0;
		if (e->armed) {
			cover(e, 0);
			hull->lo = e->lo < hull->lo ? e->lo : hull->lo;
			hull->hi = e->hi > hull->hi ? e->hi : hull->hi;
		}
		if (e->until.persistent && !over)
			link = &e->next;
		else
			drop(link);
	}
}

static void end_one(int object_class, int64_t handle, int64_t target, int over)
{
	struct hull hull = {UINTPTR_MAX, 0};
	const int saved = errno;

	if (!GM_LOAD(&buffers))
		return;
	pthread_mutex_lock(&lock);
	end_uses(object_class, handle, target, over, &hull);
	restore(hull.lo, hull.hi);
	pthread_mutex_unlock(&lock);
	errno = saved;
}

/* Operations on a window are complete at this rank: all, or those to one target. */
void gm_track_settled(uintptr_t win, int64_t target)
{
	end_one(GM_CLASS_WIN, gm_handle(win), target, 1);
}

/* The split collective operation on a file is over. */
void gm_track_ended(int64_t file)
{
	end_one(GM_CLASS_FILE, file, -1, 1);
}

/* The buffer for buffered sends is attached, or was given up. The address may be one that only has
 * a meaning, such as MPI_BUFFER_AUTOMATIC. */
void gm_track_room(const void *buffer, int64_t size)
{
	const struct gm_until until = {GM_UNTIL_DETACHED, 0, -1, 0, 0, 0};
	const int saved = errno;

	if (gm_mapped(buffer, size) == 1)
		begin_array(&until, buffer, size, 1);
	errno = saved;
}

void gm_track_room_over(void)
{
	end_one(GM_UNTIL_DETACHED, 0, -1, 1);
}

/* The call that used buffers until it returned has done so. */
void gm_track_returned(struct gm_thread *t)
{
	gm_track_meanwhile(t);
	end_one(GM_UNTIL_RETURN, gm_track_call_of(t), -1, 1);
}

/* The program has given up its request. */
void gm_track_given_up(int64_t request)
{
	end_one(GM_CLASS_REQUEST, request, -1, 1);
}

/* What gm_track_requests keeps until the call returns. */
struct handles {
	int64_t n;
	int64_t handle[];
};

static struct handles *kept_room(struct gm_thread *t, int64_t n)
{
	return gm_room(t, GM_ROOM_TRACKED, sizeof(struct handles) + (uint64_t)n * sizeof(int64_t));
}

static int64_t handle_at(const void *requests, int64_t i)
{
	return gm_handle_at((const char *)requests + (uint64_t)i * gm_handle_size());
}

/* Before a call that may complete requests: it overwrites their handles. */
void gm_track_requests(struct gm_thread *t, int64_t n, const void *requests)
{
	struct handles *kept;

	n = GM_LOAD(&buffers) ? gm_array_len(n, requests, gm_handle_size()) : 0;
	kept = kept_room(t, n);
	if (!kept)
		return;
	kept->n = n;
	for (int64_t i = 0; i < n; i++)
		kept->handle[i] = handle_at(requests, i);
}

/* It has completed n of them: those that the indices name, or the first ones. */
void gm_track_completed(struct gm_thread *t, int64_t n, const int32_t *indices)
{
	const struct handles *kept = kept_room(t, 0);
	struct hull hull = {UINTPTR_MAX, 0};
	const int saved = errno;

	if (!kept || !GM_LOAD(&buffers))
		return;
	pthread_mutex_lock(&lock);
	for (int64_t i = 0; i < n; i++) {
		const int64_t which = indices ? indices[i] : i;

		if (which >= 0 && which < kept->n)
			end_uses(GM_CLASS_REQUEST, kept->handle[which], -1, 0, &hull);
	}
	restore(hull.lo, hull.hi);
	pthread_mutex_unlock(&lock);
	errno = saved;
}

/* Persistent operations have begun. */
void gm_track_started(int64_t n, const void *requests)
{
	const int saved = errno;

	if (!GM_LOAD(&buffers))
		return;
	n = gm_array_len(n, requests, gm_handle_size());
	pthread_mutex_lock(&lock);
	for (int64_t i = 0; room && i < n; i++) {
		const int64_t request = handle_at(requests, i);

		for (uint32_t at = *chain_of(GM_CLASS_REQUEST, request); at;
			at = entries[at - 1].next) {
			struct entry *e = &entries[at - 1];

			if (!e->until.persistent || !is_until(e, GM_CLASS_REQUEST, request, -1))
				continue;
			cover(e, 1);
			if (digests(&e->until, e->use))
				e->digest = gm_sent_digest(e->buf, e->count, e->map);
		}
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
}

/*
 * Partitions [low, high] of a send are ready: until now the program might store to them, and what
 * it has stored to is of no interest any more.
 */
void gm_track_ready(int64_t request, int64_t low, int64_t high)
{
	const int saved = errno;

	if (!GM_LOAD(&buffers) || !accesses())
		return;
	pthread_mutex_lock(&lock);
	for (uint32_t at = room ? *chain_of(GM_CLASS_REQUEST, request) : 0; at;
		at = entries[at - 1].next) {
		const struct entry *e = &entries[at - 1];
		const int64_t each = e->until.parts > 0 ? e->count / e->until.parts : 0;

		if (each && e->armed && is_until(e, GM_CLASS_REQUEST, request, -1) && low >= 0 &&
			low <= high && high < e->until.parts)
			cover_some(e, low * each, (high - low + 1) * each, 1);
	}
	pthread_mutex_unlock(&lock);
	errno = saved;
}

void gm_track_ready_list(int64_t request, int64_t n, const void *partitions)
{
	n = gm_array_len(n, partitions, sizeof(int32_t));
	for (int64_t i = 0; i < n; i++) {
		const int64_t partition = element(partitions, i, 0);

		gm_track_ready(request, partition, partition);
	}
}
