/*
 * The threads of the process and their rings. A thread that ends leaves its
 * ring, with everything that belongs to it, to the next thread that starts: a
 * Thread record separates their records, and sequence numbers continue. So there
 * are as many rings as threads were alive at once, and a short-lived thread
 * costs no file. The drain removes rings that no thread has needed for a while;
 * new rings get their indices.
 */
#define _GNU_SOURCE
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/block.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../loaded/mpitext.h"
#include "control.h"
#include "last.h"
#include "ring.h"
#include "room.h"

static struct {
	pthread_key_t key; /* its destructor runs when a thread ends */
	void (*ended)(struct gm_thread *t);
	pthread_mutex_t lock;
	LIST_HEAD(, gm_thread) idle;     /* rings of ended threads, most recent first */
	uint32_t idle_count, idle_least; /* now, and the least since the drain asked */
	uint32_t started;                /* threads so far */
	uint32_t count;                  /* indices ever used; under lock, read atomically */
	uint32_t holes;                  /* indices whose rings were removed */
	uint16_t hole[GM_MAX_THREADS];
	uint32_t next_seq[GM_MAX_THREADS]; /* where a new ring continues */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct gm_thread *threads[GM_MAX_THREADS];

__thread struct gm_thread *gm_self __attribute__((tls_model("initial-exec")));

/* In a part under the lock: a signal handler's call would wait for its own thread. */
static __thread int busy __attribute__((tls_model("initial-exec")));

/* The ring that this thread has left, for calls from later destructors. */
static __thread struct {
	uint32_t index, number;
	int left;
} mine __attribute__((tls_model("initial-exec")));

static void change_state(struct gm_ring *ring, uint32_t from, uint32_t to)
{
	__atomic_compare_exchange_n(&ring->state, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

static void lock(void)
{
	busy = 1;
	pthread_mutex_lock(&all.lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&all.lock);
	busy = 0;
}

/* Removes a ring from the idle rings. */
static void take(struct gm_thread *t)
{
	LIST_REMOVE(t, others);
	t->idle_ring = 0;
	all.idle_count--;
	if (all.idle_count < all.idle_least)
		all.idle_least = all.idle_count;
}

/*
 * Publishes a record that a thread had written when it was cancelled in the middle of
 * gm_commit. Its number may have been counted, or not. An incomplete record is dropped.
 */
static void publish_rest(struct gm_thread *t)
{
	const uint64_t head = GM_LOAD(&t->ring->head);
	uint64_t meta;
	uint16_t kind;

	if (t->head == head)
		return;
	meta = *(const uint64_t *)(t->slots + ((uint32_t)head & t->mask) * (size_t)GM_SLOT);
	kind = (uint16_t)meta;
	if (kind != GM_KIND_PAD && kind != GM_KIND_BLOB)
		t->seq = (uint32_t)(meta >> 32) + 1;
	GM_PUBLISH(&t->ring->head, t->head);
}

static void thread_ended(void *arg)
{
	struct gm_thread *t = arg;

	if (gm_self != t)
		return; /* a forked child: the ring belongs to its parent */
	gm_self = NULL;
	all.ended(t);
	GM_STORE(&t->ring->now, 0); /* the thread may have been cancelled in a call ... */
	/* ... and while it wrote a record, which the drain would wait for. */
	publish_rest(t);
	GM_STORE(&t->ring->reserve, t->head);
	lock();
	mine.index = t->index;
	mine.number = t->number;
	mine.left = 1;
	change_state(t->ring, GM_RING_ACTIVE, GM_RING_ENDED);
	LIST_INSERT_HEAD(&all.idle, t, others);
	t->idle_ring = 1;
	all.idle_count++;
	unlock();
	gm_last_thread();
}

/* Called once, before any thread starts recording; each thread calls ended when it ends. */
int gm_thread_setup(void (*ended)(struct gm_thread *t))
{
	all.ended = ended;
	return pthread_key_create(&all.key, thread_ended);
}

/* The ring of a thread that has already left it and makes another call. */
static struct gm_thread *same_again(void)
{
	struct gm_thread *t = mine.left ? threads[mine.index] : NULL;

	return t && t->idle_ring && t->number == mine.number ? t : NULL;
}

/* Clears state of the thread that had the ring: it does not apply to the next thread. */
static void fresh(struct gm_thread *t)
{
	t->limit = 0;
	t->win = t->file = INT64_MIN; /* no window or file has this handle */
	t->idle = t->depth = t->bindings = 0;
	t->fortran = t->calls;
	t->stack = t->inside = 0;
	t->tracing = 0;
	t->escape = NULL;
	t->waited.n = 0;
	t->waited.busy = 0;
	t->synced.seq = 0;
	memset(&t->locals, 0, sizeof t->locals);
	t->local = t->stack_end = UINTPTR_MAX;
	t->number = all.started++;
	GM_STORE(&t->ring->reserve, t->head);
	GM_STORE(&t->ring->tid, (uint32_t)syscall(SYS_gettid));
}

/* A thread with a new ring; NULL if there can be none. It does not lie in the program's heap: a
 * program that stores beyond a block would damage it. */
static struct gm_thread *add(void)
{
	const uint32_t index = all.holes ? all.hole[all.holes - 1] : all.count;
	struct gm_thread *t;

	if (index == GM_MAX_THREADS)
		return NULL;
	t = gm_pages(sizeof *t);
	if (!t)
		return NULL;
	if (gm_ring_make(t, index)) {
		munmap(t, sizeof *t);
		return NULL;
	}
	t->seq = all.next_seq[index];
	GM_PUBLISH(&threads[index], t);
	if (all.holes)
		all.holes--;
	else
		GM_PUBLISH(&all.count, index + 1);
	__atomic_fetch_add(&gm_control.rings, 1, __ATOMIC_RELEASE);
	return t;
}

/* The calling thread's ring; is_new: the thread had none before. */
static struct gm_thread *begin(int *is_new)
{
	struct gm_thread *t = same_again();

	*is_new = !t;
	if (!t)
		t = LIST_FIRST(&all.idle);
	if (t)
		take(t);
	else
		t = add();
	if (!t)
		return NULL;
	if (*is_new)
		fresh(t);
	change_state(t->ring, GM_RING_ENDED, GM_RING_ACTIVE);
	return t;
}

/*
 * Gives the calling thread its ring; NULL if the caller is a helper thread of
 * the MPI library, or if there can be no ring, which is counted.
 */
GM_COLD struct gm_thread *gm_thread_start(uint32_t kind, const void *pc)
{
	struct gm_thread *t;
	int saved = errno, cancel, is_new;

	if (gm_self) /* recording started in this call */
		return gm_self;
	if (busy || gm_in_mpi(pc))
		return NULL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	lock();
	t = begin(&is_new);
	unlock();
	if (!t)
		__atomic_fetch_add(&gm_control.unrecorded, 1, __ATOMIC_RELAXED);
	if (t && is_new) {
		/* Not under the lock: the drain, which makes room, takes the lock too. */
		const int64_t words[4] = {t->ring->tid, t->number == 0, kind, t->number};

		busy = 1;
		gm_record(t, GM_META(GM_KIND_THREAD, GM_ONCE, 0, 4), pc, words);
		busy = 0;
	}
	if (t) {
		pthread_setspecific(all.key, t);
		gm_self = t;
	}
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
	return t;
}

/* For the drain: the thread with this index, or NULL if there is none now. */
const struct gm_thread_info *gm_thread_at(uint32_t index)
{
	const struct gm_thread *t = index < GM_MAX_THREADS ? GM_ACQUIRE(&threads[index]) : NULL;

	return t ? &t->info : NULL;
}

/* For the drain: how many rings no thread has needed since it last asked. */
uint32_t gm_threads_idle(void)
{
	uint32_t least;

	lock();
	least = all.idle_least;
	all.idle_least = all.idle_count;
	unlock();
	return least;
}

/* For the drain: whether any thread has published records that are not yet read. */
int gm_rings_busy(void)
{
	const uint32_t count = GM_ACQUIRE(&all.count);

	for (uint32_t i = 0; i < count; i++) {
		const struct gm_thread *t = GM_ACQUIRE(&threads[i]);

		if (t && GM_ACQUIRE(&t->ring->head) != GM_LOAD(&t->ring->tail))
			return 1;
	}
	return 0;
}

/* The drain has stopped: marks the rings, so that readers know records are missing. */
void gm_rings_off(void)
{
	const uint32_t count = GM_ACQUIRE(&all.count);

	for (uint32_t i = 0; i < count; i++)
		if (threads[i])
			change_state(threads[i]->ring, GM_RING_ACTIVE, GM_RING_OFF);
}

/*
 * For the handler of SIGBUS: if the address is in a ring, its page can no longer
 * be read or written. Memory replaces it, and the process continues.
 */
int gm_ring_repair(const void *address)
{
	const uint32_t count = GM_ACQUIRE(&all.count);

	for (uint32_t i = 0; i < count; i++) {
		struct gm_thread *t = GM_ACQUIRE(&threads[i]);

		if (t && gm_ring_holds(t, address))
			return gm_ring_replace(t, address);
	}
	return 0;
}

/* Removes an idle ring if all its records have been read. */
static int remove_idle(uint32_t index)
{
	struct gm_thread *t;
	int gone;

	lock();
	t = threads[index];
	gone = t && t->idle_ring && GM_LOAD(&t->ring->head) == GM_LOAD(&t->ring->tail);
	if (gone) {
		take(t);
		threads[index] = NULL;
		all.next_seq[index] = t->seq;
		all.hole[all.holes++] = (uint16_t)index;
	}
	unlock();
	if (!gone)
		return 0;
	gm_ring_unlink(t);
	gm_ring_unmap(t);
	gm_rooms_free(t);
	munmap(t, sizeof *t);
	return 1;
}

/*
 * For the drain: removes the ring of an ended thread and returns whether that
 * was possible. At the end of recording (over) the file is removed even if its
 * thread is still running, which may go on reading the memory.
 */
int gm_thread_release(uint32_t index, int over)
{
	if (remove_idle(index))
		return 1;
	if (over && threads[index])
		gm_ring_unlink(threads[index]);
	return 0;
}
