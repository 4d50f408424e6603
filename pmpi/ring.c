/*
 * Rings: one per thread, a mapped file in the run folder. A killed process
 * loses nothing that is already in a ring. The file's space is reserved when
 * the ring is made, so a full disk never becomes a SIGBUS in the application.
 *
 * Writer protocol: wait until there is room; store reserve; read the time;
 * write the slots; store head (release). The drain stores tail.
 */
#define _GNU_SOURCE
#include "gm.h"

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

enum {
	SLOTS_DEFAULT = 16384,
	SLOTS_MIN = 2048, /* a quarter holds the largest record and its padding */
	SLOTS_MAX = 1 << 24,
	SPINS = 200,       /* looks at a full ring before sleeping */
	NAP_NANO = 100000, /* between later looks */
};

static struct {
	uint32_t rank;
	uint32_t slots;
	char dir[PATH_MAX]; /* "" if rings stay in memory */
	pthread_key_t key;  /* tells when a thread ends */
	pthread_mutex_t lock;
	uint32_t count; /* threads published; under lock, read atomically */
	int warned;
	int mended; /* a page had to be replaced */
} rings = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct gm_thread *threads[GM_MAX_THREADS];

__thread struct gm_thread *gm_self __attribute__((tls_model("initial-exec")));

static void change_state(struct gm_ring *ring, uint32_t to)
{
	uint32_t active = GM_RING_ACTIVE;

	__atomic_compare_exchange_n(
		&ring->state, &active, to, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

static void thread_ended(void *arg)
{
	struct gm_thread *t = arg;

	gm_self = NULL;
	change_state(t->ring, GM_RING_ENDED);
}

static uint32_t wanted_slots(void)
{
	const char *text = getenv("GOMARMOT_RING_SLOTS");
	long n = text ? strtol(text, NULL, 10) : 0;
	uint32_t slots = SLOTS_MIN;

	if (n <= 0)
		return SLOTS_DEFAULT;
	while (slots < n && slots < SLOTS_MAX)
		slots *= 2;
	return slots;
}

/* Where rings go. Called once, before any thread starts recording. */
int gm_ring_setup(uint32_t rank, const char *dir)
{
	rings.rank = rank;
	rings.slots = wanted_slots();
	snprintf(rings.dir, sizeof rings.dir, "%s", dir);
	return pthread_key_create(&rings.key, thread_ended);
}

static void ring_path(char *path, size_t size, uint32_t index)
{
	snprintf(path, size, "%s/rank-%05u.t%03u.ring", rings.dir, rings.rank, index);
}

static size_t ring_bytes(void)
{
	return GM_RING_HEADER + (size_t)rings.slots * GM_SLOT;
}

/* Whether a file of a ring's size would raise SIGXFSZ. */
static int beyond_limit(void)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur < ring_bytes();
}

/* A new ring file, its space reserved; NULL with errno if that fails. */
static void *map_file(uint32_t index)
{
	static char path[PATH_MAX + 64]; /* under rings.lock: a thread's stack may be small */
	void *map = MAP_FAILED;
	int fd, err;

	if (beyond_limit()) {
		errno = EFBIG;
		return NULL;
	}
	ring_path(path, sizeof path, index);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return NULL;
	err = posix_fallocate(fd, 0, (off_t)ring_bytes());
	if (!err) {
		map = mmap(NULL, ring_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		err = errno;
	}
	close(fd);
	if (map != MAP_FAILED)
		return map;
	unlink(path);
	errno = err;
	return NULL;
}

/* The ring's memory: a file, or anonymous memory where no file can be. */
static struct gm_ring *map_ring(uint32_t index, uint32_t *on_disk)
{
	void *map = NULL;

	*on_disk = 0;
	if (rings.dir[0]) {
		map = map_file(index);
		*on_disk = map != NULL;
		if (!map && !rings.warned) {
			rings.warned = 1;
			gm_note("warning TOOL002: rank %u: cannot make a ring file in %s: %s; if "
				"the run is killed, its last records are lost",
				rings.rank, rings.dir, strerror(errno));
		}
	}
	if (!map)
		map = mmap(NULL, ring_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			-1, 0);
	return map == MAP_FAILED ? NULL : map;
}

static void fill_header(struct gm_ring *ring, uint32_t index)
{
	ring->version = GM_RING_VERSION;
	ring->slots = rings.slots;
	ring->rank = rings.rank;
	ring->thread = index;
	ring->pid = (uint32_t)getpid();
	ring->tid = (uint32_t)syscall(SYS_gettid);
	ring->state = GM_RING_ACTIVE;
	GM_PUBLISH(&ring->magic, GM_RING_MAGIC);
}

/* A new first page: what the drain has not yet read is lost. */
static void mend_header(struct gm_thread *t)
{
	t->ring->head = t->ring->reserve = t->ring->tail = t->head;
	fill_header(t->ring, t->index);
}

static struct gm_thread *thread_new(uint32_t index)
{
	struct gm_thread *t = NULL;
	uint32_t on_disk;
	struct gm_ring *ring;

	if (posix_memalign((void **)&t, 64, sizeof *t))
		return NULL;
	ring = map_ring(index, &on_disk);
	if (!ring) {
		free(t);
		return NULL;
	}
	memset(ring, 0, ring_bytes()); /* also takes the page faults now */
	fill_header(ring, index);
	memset(t, 0, sizeof *t);
	t->ring = ring;
	t->slots = (uint8_t *)ring + GM_RING_HEADER;
	t->mask = rings.slots - 1;
	t->index = index;
	t->win = INT64_MIN; /* no window has this handle */
	t->info = (struct gm_thread_info){ring, t->slots, t->mask, on_disk};
	return t;
}

/*
 * Gives the calling thread its ring; NULL (and a count) if that is
 * impossible, or if the caller is a helper thread of the MPI library.
 */
GM_COLD struct gm_thread *gm_thread_start(uint32_t kind, const void *pc)
{
	/* Else a signal handler's call would wait for itself. */
	static __thread int starting __attribute__((tls_model("initial-exec")));
	struct gm_thread *t = NULL;
	int saved = errno, cancel;
	uint32_t index;

	if (starting || gm_in_mpi(pc))
		return NULL;
	starting = 1;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_mutex_lock(&rings.lock);
	index = rings.count;
	if (index < GM_MAX_THREADS)
		t = thread_new(index);
	if (t) {
		const int64_t words[3] = {t->ring->tid, index == 0, kind};

		gm_record(t, GM_META(GM_KIND_THREAD, GM_ONCE, 0, 3), pc, words);
		threads[index] = t;
		GM_PUBLISH(&rings.count, index + 1);
		pthread_setspecific(rings.key, t);
		gm_self = t;
	}
	pthread_mutex_unlock(&rings.lock);
	pthread_setcancelstate(cancel, NULL);
	starting = 0;
	if (!t)
		__atomic_fetch_add(&gm_control.unrecorded, 1, __ATOMIC_RELAXED);
	errno = saved;
	return t;
}

/* For the drain: thread index, or NULL if there is none yet or it is gone. */
const struct gm_thread_info *gm_thread_at(uint32_t index)
{
	if (index >= GM_ACQUIRE(&rings.count) || !threads[index])
		return NULL;
	return &threads[index]->info;
}

/* For the drain: whether any thread has published what was not taken yet. */
int gm_rings_busy(void)
{
	const uint32_t count = GM_ACQUIRE(&rings.count);

	for (uint32_t i = 0; i < count; i++) {
		const struct gm_thread *t = threads[i];

		if (t && GM_ACQUIRE(&t->ring->head) != GM_LOAD(&t->ring->tail))
			return 1;
	}
	return 0;
}

/* The drain is gone: the rings tell readers that records are missing. */
void gm_rings_off(void)
{
	const uint32_t count = GM_ACQUIRE(&rings.count);

	for (uint32_t i = 0; i < count; i++)
		if (threads[i])
			change_state(threads[i]->ring, GM_RING_OFF);
}

/*
 * For the handler of SIGBUS: if the address lies in a ring, its page can no
 * longer be read or written. The process goes on with memory in its place.
 */
int gm_ring_mend(const void *address)
{
	const uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uint32_t count = GM_ACQUIRE(&rings.count);
	char *page = (char *)((uintptr_t)address & ~(page_size - 1));

	for (uint32_t i = 0; i < count; i++) {
		struct gm_thread *t = threads[i];

		if (!t || (char *)address < (char *)t->ring ||
			(char *)address >= (char *)t->ring + ring_bytes())
			continue;
		if (mmap(page, page_size, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
			return 0;
		if (page == (char *)t->ring)
			mend_header(t);
		if (!__atomic_exchange_n(&rings.mended, 1, __ATOMIC_RELAXED))
			gm_note("warning TOOL002: rank %u: a ring file can no longer be written; "
				"if the run is killed, its last records are lost",
				rings.rank);
		return 1;
	}
	return 0;
}

/* For the drain: removes the ring of a thread whose records are all durable. */
void gm_thread_release(uint32_t index)
{
	struct gm_thread *t = threads[index];
	char path[PATH_MAX + 64];

	if (!t)
		return;
	if (t->info.on_disk) {
		ring_path(path, sizeof path, index);
		unlink(path);
	}
	if (GM_ACQUIRE(&t->ring->state) != GM_RING_ENDED)
		return; /* its thread may still look at the memory */
	threads[index] = NULL;
	munmap(t->ring, ring_bytes());
	gm_stack_release(t);
	free(t);
}

/* Waits until the ring has room up to head `want`; 0 if it never will. */
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
 * The slow path of gm_begin: returns room for a record of so many slots,
 * which may be the scratch area if the recorder was switched off meanwhile.
 * It runs four times a round, also to wake a sleeping drain early.
 */
GM_COLD uint8_t *gm_make_room(struct gm_thread *t, unsigned slots)
{
	const uint64_t size = (uint64_t)t->mask + 1;
	const uint64_t left = size - (t->head & t->mask);
	const uint64_t skip = left < slots ? left : 0;
	const int saved = errno;
	uint64_t tail, end;
	int ok, cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
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

/* A whole record at once, for the rare ones. */
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
