/*
 * Rings. Each is written by a single thread at a time, and is a mapped file in the
 * log directory. A killed process loses nothing that is already in a ring. The
 * file's space is reserved when the ring is created, so a full disk never becomes
 * a SIGBUS in the application. thread.c decides which thread has which ring.
 *
 * The protocol of the writer: wait until there is room; store reserve; read the
 * time; write the slots; store head (release). Whoever reads head (acquire) sees
 * only complete records before it. While reserve is beyond head a record is being
 * written: neither a signal handler nor the end of the process may add a record then.
 * The drain stores tail.
 */
#define _GNU_SOURCE
#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "control.h"
#include "thread.h"

enum {
	SLOTS_DEFAULT = 16384,
	SLOTS_MIN = 2048, /* a quarter holds the largest record and its padding */
	SLOTS_MAX = 1 << 24,
	SPINS = 200,       /* looks at a full ring before sleeping */
	NAP_NANO = 100000, /* between later looks */
	LARGE_RINGS = 64,  /* further rings have SLOTS_MIN, unless the user has chosen */
};

static struct {
	uint32_t rank;
	uint32_t slots;     /* of a ring */
	uint32_t chosen;    /* 1: by GOMARMOT_RING_SLOTS */
	char dir[PATH_MAX]; /* "": rings stay in memory */
	uint32_t files;     /* created so far; under the lock of thread.c */
	void (*look)(void);
	int warned;
	int repaired; /* a page had to be replaced */
} rings;

static uint32_t wanted_slots(void)
{
	const char *text = getenv("GOMARMOT_RING_SLOTS");
	long n = text ? strtol(text, NULL, 10) : 0;
	uint32_t slots = SLOTS_MIN;

	rings.chosen = n > 0;
	if (n <= 0)
		return SLOTS_DEFAULT;
	while (slots < n && slots < SLOTS_MAX)
		slots *= 2;
	return slots;
}

/*
 * Sets the directory of the rings, and a function that is called after every few thousand records.
 * Called once, before any thread starts recording.
 */
void gm_ring_setup(uint32_t rank, const char *dir, void (*look)(void))
{
	rings.look = look;
	rings.rank = rank;
	rings.slots = wanted_slots();
	snprintf(rings.dir, sizeof rings.dir, "%s", dir);
}

static void ring_path(char *path, size_t size, uint32_t file)
{
	snprintf(path, size, "%s/rank-%05u.t%03u.ring", rings.dir, rings.rank, file);
}

static size_t ring_bytes(uint32_t slots)
{
	return GM_RING_HEADER + (size_t)slots * GM_SLOT;
}

/* Whether a file as large as a ring would raise SIGXFSZ. */
static int beyond_limit(uint32_t slots)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < ring_bytes(slots);
}

/* A new ring file, its space reserved; NULL with errno if that fails. */
static void *map_file(uint32_t slots)
{
	static char path[PATH_MAX + 64]; /* static, under a lock: a thread's stack may be small */
	void *map = MAP_FAILED;
	int fd, err;

	if (beyond_limit(slots)) {
		errno = EFBIG;
		return NULL;
	}
	ring_path(path, sizeof path, rings.files);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return NULL;
	err = posix_fallocate(fd, 0, (off_t)ring_bytes(slots));
	if (!err) {
		map = mmap(NULL, ring_bytes(slots), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		err = errno;
	}
	close(fd);
	if (map != MAP_FAILED)
		return map;
	unlink(path);
	errno = err;
	return NULL;
}

/* The ring's memory, all zero: a file, or anonymous memory if there can be no file. */
static struct gm_ring *map_ring(uint32_t slots, uint32_t *on_disk)
{
	void *map = rings.dir[0] ? map_file(slots) : NULL;

	*on_disk = map != NULL;
	if (rings.dir[0] && !map && !rings.warned) {
		rings.warned = 1;
		gm_note("warning TOOL002: rank %u: cannot create a ring file in %s: %s; if the "
			"run is killed, its last records are lost",
			rings.rank, rings.dir, strerror(errno));
	}
	if (!map)
		map = mmap(NULL, ring_bytes(slots), PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return map == MAP_FAILED ? NULL : map;
}

static void fill_header(struct gm_ring *ring, uint32_t slots, uint32_t index)
{
	ring->version = GM_RING_VERSION;
	ring->slots = slots;
	ring->rank = rings.rank;
	ring->thread = index;
	ring->pid = (uint32_t)getpid();
	ring->tid = (uint32_t)syscall(SYS_gettid);
	ring->state = GM_RING_ACTIVE;
	GM_PUBLISH(&ring->magic, GM_RING_MAGIC);
}

/*
 * Creates the ring of a thread with this index; -1 if there is no memory. Its
 * pages take up memory once they are written. Beyond LARGE_RINGS live threads,
 * rings are small.
 */
int gm_ring_make(struct gm_thread *t, uint32_t index)
{
	const uint32_t slots = rings.chosen || index < LARGE_RINGS ? rings.slots : SLOTS_MIN;
	uint32_t on_disk;
	struct gm_ring *ring = map_ring(slots, &on_disk);

	if (!ring)
		return -1;
	fill_header(ring, slots, index);
	t->ring = ring;
	t->slots = (uint8_t *)ring + GM_RING_HEADER;
	t->mask = slots - 1;
	t->index = index;
	t->file_number = rings.files++;
	t->info = (struct gm_thread_info){ring, t->slots, t->mask, on_disk};
	return 0;
}

/* Removes the ring's file: all its records are in the segment. */
void gm_ring_unlink(struct gm_thread *t)
{
	char path[PATH_MAX + 64];

	if (!t->info.on_disk)
		return;
	ring_path(path, sizeof path, t->file_number);
	unlink(path);
}

void gm_ring_unmap(struct gm_thread *t)
{
	munmap(t->ring, ring_bytes(t->mask + 1));
}

/*
 * The page at an address in this ring can no longer be read or written: memory
 * replaces it; 0 if that fails. If it is the first page, everything that the
 * drain has not read is lost.
 */
int gm_ring_replace(struct gm_thread *t, const void *address)
{
	const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	char *page = (char *)((uintptr_t)address & ~(page_size - 1));

	if (mmap(page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
		    -1, 0) == MAP_FAILED)
		return 0;
	if (page == (char *)t->ring) {
		t->ring->head = t->ring->reserve = t->ring->tail = t->head;
		fill_header(t->ring, t->mask + 1, t->index);
	}
	if (!__atomic_exchange_n(&rings.repaired, 1, __ATOMIC_RELAXED))
		gm_note("warning TOOL002: rank %u: a ring file can no longer be written; if the "
			"run is killed, its last records are lost",
			rings.rank);
	return 1;
}

int gm_ring_holds(const struct gm_thread *t, const void *address)
{
	const uintptr_t at = (uintptr_t)address - (uintptr_t)t->ring;

	return at < ring_bytes(t->mask + 1);
}

/* Waits until the ring has room up to head `want`; 0 if it never will have. */
static int wait_for_room(struct gm_thread *t, uint64_t want)
{
	const struct timespec nap = {0, NAP_NANO};

	for (unsigned i = 0; want - GM_ACQUIRE(&t->ring->tail) > (uint64_t)t->mask + 1; i++) {
		if (GM_LOAD(&gm_control.state) == GM_OFF)
			return 0;
		gm_core_wake();
		if (i > SPINS)
			nanosleep(&nap, NULL);
	}
	return 1;
}

/* Fills the rest of the ring with a Pad record and publishes it. */
static void pad(struct gm_thread *t, uint64_t slots)
{
	uint64_t *slot = (uint64_t *)(t->slots + ((uint32_t)t->head & t->mask) * (size_t)GM_SLOT);

	slot[0] = GM_META(GM_KIND_PAD, GM_ONCE, 0, 0) | slots << 24;
	slot[1] = gm_ticks();
	slot[2] = 0;
	t->head += slots;
	GM_STORE(&t->ring->reserve, t->head);
	GM_PUBLISH(&t->ring->head, t->head);
}

/*
 * Records the last of several synchronizations, as late as now: what other ranks have done before
 * that synchronization is then known to have been done before this record.
 */
static void last_sync(struct gm_thread *t)
{
	const struct gm_synced last = t->synced;
	const uint64_t stack = t->stack;
	const int64_t success = 0;

	t->stack = last.stack;
	gm_record(t, GM_META(last.kind, GM_ENTER, 0, 1), last.pc, &last.win);
	gm_record(t, GM_META(last.kind, GM_LEAVE, 0, 1), last.pc, &success);
	t->stack = stack;
}

/*
 * Records how many tests have found nothing, or how often a window was synchronized again, then
 * finds room for the next record.
 */
static uint8_t *after_polls(struct gm_thread *t, unsigned slots)
{
	const int synced = t->synced.seq == t->seq && t->seq != 0;
	const int64_t polls = (int64_t)t->polls - synced;

	t->polls = 0;
	t->limit = t->kept;
	if (polls > 0)
		gm_record(t, GM_META(GM_KIND_POLLS, GM_ONCE, 0, 1), NULL, &polls);
	if (synced)
		last_sync(t);
	t->next = t->head + slots;
	if (t->next <= t->limit)
		return t->slots + ((uint32_t)t->head & t->mask) * (size_t)GM_SLOT;
	return gm_make_room(t, slots);
}

/*
 * The slow path of gm_begin: returns room for a record of this many slots. It
 * may be the scratch area, if recording was switched off in the meantime. It runs at
 * least four times each time round the ring, to wake a sleeping drain early.
 */
GM_COLD uint8_t *gm_make_room(struct gm_thread *t, unsigned slots)
{
	const uint64_t size = (uint64_t)t->mask + 1;
	const uint64_t left = size - (t->head & t->mask);
	const uint64_t skip = left < slots ? left : 0;
	const int saved = errno;
	uint64_t tail, end;
	int ok, cancel;

	if (t->polls)
		return after_polls(t, slots);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	rings.look();
	ok = wait_for_room(t, t->head + skip + slots);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	if (!ok) {
		GM_STORE(&t->ring->lost, t->ring->lost + 1);
		t->next = t->head;
		return t->scratch;
	}
	if (skip)
		pad(t, skip);
	tail = GM_ACQUIRE(&t->ring->tail);
	if (t->head - tail >= size / 4)
		gm_core_wake();
	t->limit = t->head + size / 4;
	if (t->limit > tail + size)
		t->limit = tail + size;
	end = (t->head | t->mask) + 1;
	if (t->limit > end)
		t->limit = end;
	t->next = t->head + slots;
	return t->slots + ((uint32_t)t->head & t->mask) * (size_t)GM_SLOT;
}

/* Writes a whole record; for rare kinds of records. */
void gm_record(struct gm_thread *t, uint64_t meta, const void *pc, const int64_t *words)
{
	const uint64_t stack = t->stack;
	int64_t *w;

	if (!pc)
		t->stack = 0;
	w = gm_begin(t, meta, pc);
	memcpy(w, words, (meta >> 19 & 0x1f) * sizeof *words);
	gm_commit(t);
	t->stack = stack;
}
