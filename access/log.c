/* The logs of threads: who may write to a log, and how its accesses are handed over. */
#define _GNU_SOURCE
#include "log.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bitmap.h"
#include "series.h"
#include "watched.h"

enum { FIRST_SITES = 256 };

static struct ga_log *logs; /* of all threads; grows at its head */
static pthread_mutex_t others = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key; /* its destructor runs when a thread ends */
static int can_seize;     /* the kernel has membarrier */
static int fences;        /* they are of interest */
int ga_hooked;

__thread struct ga_log *ga_log_mine __attribute__((tls_model("initial-exec")));
static __thread int starting __attribute__((tls_model("initial-exec")));

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
	struct ga_log *log = ga_pages(sizeof *log);

	if (!log)
		return NULL;
	log->sites = ga_pages(FIRST_SITES * sizeof *log->sites);
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

/* Handing over. */

/*
 * Hooks do not show fences in assembler or of builtins such as __sync_synchronize: there
 * may be a fence on either side of any access.
 */
static void hand_over_possible_fence(uintptr_t pc, const struct gomarmot_sink *sink)
{
	if (fences && ga_hooked)
		ga_hand_over_series(
			(struct gomarmot_series){.pc = pc, .kind = GOMARMOT_FENCE}, sink);
}

/* The place of an access that has not been handed over; 0: there is none. */
static uintptr_t first_pc(const struct ga_log *log)
{
	if (log->series_taken < log->series.used)
		return ((const struct gomarmot_series *)log->series.at)[log->series_taken].pc;
	if (log->blocks_taken < log->blocks.used)
		return ga_pc_of_block(log, log->blocks_taken);
	return 0;
}

static void hand_over(struct ga_log *log, const struct gomarmot_sink *sink)
{
	const struct gomarmot_series *series = log->series.at;
	const uintptr_t pc = first_pc(log);

	ga_forget_blocks(log);
	if (!pc)
		return;
	hand_over_possible_fence(pc, sink);
	for (; log->series_taken < log->series.used; log->series_taken++) {
		const struct gomarmot_series *s = &series[log->series_taken];

		for (; s->kind == GOMARMOT_FENCE && log->blocks_taken < s->lo; log->blocks_taken++)
			ga_hand_over_bits(log, log->blocks_taken, sink);
		ga_hand_over_series(*s, sink);
	}
	for (; log->blocks_taken < log->blocks.used; log->blocks_taken++)
		ga_hand_over_bits(log, log->blocks_taken, sink);
	hand_over_possible_fence(pc, sink);
}

/* Logged bytes are of interest again, and forgotten once they have been handed over. */
static void rearm(struct ga_log *log)
{
	ga_forget_blocks(log);
	ga_windows_lock();
	ga_rearm_series(log);
	ga_rearm_blocks(log);
	ga_windows_unlock();
	if (log->series_taken == log->series.used && log->blocks_taken == log->blocks.used) {
		log->series.used = log->series_taken = log->series_rearmed = 0;
		log->blocks.used = log->blocks_taken = log->blocks_rearmed = 0;
		log->bits.used = 0;
		log->group = log->fence = 0;
	}
	log->phase++;
	log->turns = 0;
}

/*
 * The thread has executed a fence. Its later accesses are logged again. Fences of a program
 * that polls count once.
 */
void ga_log_fence(uintptr_t pc)
{
	struct ga_log *log = fences ? ga_log_enter() : NULL;

	if (!log)
		return;
	ga_close_all(log);
	if (log->fence > log->series.used)
		log->fence = log->group = log->series.used;
	if (ga_repeated(log)) {
		rearm(log);
		log->series.used = log->series_rearmed = log->fence;
	} else {
		const struct gomarmot_series series = {
			.pc = pc, .lo = log->blocks.used, .kind = GOMARMOT_FENCE};

		ga_forget_blocks(log);
		ga_put(log, &series);
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

/* Whether there are accesses to hand over, or bytes handed over that a release makes of
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
 * Keeps threads from writing to their logs, if a log has accesses or its thread is just handing
 * them over.
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
 * Takes the logged accesses of all other threads. So an access is handed over before any call that
 * comes after it, whichever thread makes that: the mutex makes the call wait until another thread
 * that hands it over has done so.
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
		ga_close_all(l);
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
			ga_close_all(log);
			hand_over(log, sink);
			if (release)
				rearm(log);
		}
		ga_log_leave(log);
	}
	ga_log_take_others(sink, release);
}
