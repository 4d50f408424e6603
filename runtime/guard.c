/*
 * Keeps the Go runtime from harming the program that has loaded it:
 *
 * - it would replace the process's signal handlers. Here it is only told that it
 *   has; pmpi/guest/fault.c calls Go's handlers for faults of the checker;
 * - its threads would leave some signals unblocked (SIGCHLD, SIGPROF, ...), so
 *   that a handler of the program could run on a goroutine's small stack;
 * - it would end the process when it gets no memory or no thread. Here recording
 *   ends instead.
 */
#define _GNU_SOURCE
#include "../pmpi/base/core_abi.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { THREAD_TRIES = 20, THREAD_NAP_NANO = 1000000 };

enum { SIGNALS = 65 };

static gm_core_stop_fn *stop_recording;
static struct sigaction actions[SIGNALS]; /* that Go believes it has installed */
static uint8_t taken[SIGNALS];            /* 1: Go has set actions[sig] */

/* libgomarmot.so passes the function that stops recording, right after it has loaded this library.
 */
void gm_core_on_trouble(gm_core_stop_fn *stop)
{
	__atomic_store_n(&stop_recording, stop, __ATOMIC_RELEASE);
}

/* Go cannot continue: this thread stays here, and the program goes on. */
static _Noreturn void stay(const char *why)
{
	const struct timespec nap = {0, THREAD_NAP_NANO};
	gm_core_stop_fn *stop;

	while (!(stop = __atomic_load_n(&stop_recording, __ATOMIC_ACQUIRE)))
		nanosleep(&nap, NULL);
	stop(why);
	for (;;)
		pause();
}

/* The linker redirects Go's calls of these functions here (see boot.go). */
int __real_sigaction(int sig, const struct sigaction *action, struct sigaction *old);
void *__real_mmap(void *addr, size_t size, int prot, int flags, int fd, off_t offset);
int __real_pthread_create(
	pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg);

int __wrap_sigaction(int sig, const struct sigaction *action, struct sigaction *old)
{
	int rc = 0;

	if (old && taken[sig])
		*old = actions[sig];
	else if (old)
		rc = __real_sigaction(sig, NULL, old);
	if (action) {
		actions[sig] = *action;
		taken[sig] = 1;
	}
	return rc;
}

/* Go's handler of a signal; NULL if Go has set no handler that takes three arguments. */
gm_core_handler_fn *gm_core_handler(int sig)
{
	return actions[sig].sa_flags & SA_SIGINFO ? actions[sig].sa_sigaction : NULL;
}

void *__wrap_mmap(void *addr, size_t size, int prot, int flags, int fd, off_t offset)
{
	void *map = __real_mmap(addr, size, prot, flags, fd, offset);

	if (map == MAP_FAILED && (errno == ENOMEM || errno == EAGAIN || errno == EPERM))
		stay("no more memory for the checker");
	return map;
}

int __wrap_pthread_create(
	pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
	const struct timespec nap = {0, THREAD_NAP_NANO};

	for (int i = 0; i < THREAD_TRIES; i++) {
		const int err = __real_pthread_create(thread, attr, start, arg);

		if (err != EAGAIN && err != ENOMEM)
			return err;
		nanosleep(&nap, NULL);
	}
	stay("no more threads for the checker");
}

_Noreturn void __wrap_abort(void)
{
	stay("internal error: the Go runtime gave up");
}

/* An entry of runtime.sigtable, Go's table of signals. */
struct entry {
	int32_t flags;
	const char *name;
	int64_t length;
};

enum { PANIC = 8, UNBLOCK = 128 };

static const char first_name[] = "SIGNONE: no trap";

/* The bytes of a loaded segment that come from its file. */
struct range {
	uintptr_t from, to;
};

static struct range segment(const struct dl_phdr_info *info, int i)
{
	const ElfW(Phdr) *p = &info->dlpi_phdr[i];
	const uintptr_t from = info->dlpi_addr + p->p_vaddr;

	return (struct range){from, p->p_type == PT_LOAD ? from + p->p_filesz : from};
}

/* Whether size bytes at an address are in one segment of the object. */
static int holds(const struct dl_phdr_info *info, const void *at, size_t size)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const struct range r = segment(info, i);

		if ((uintptr_t)at >= r.from && (uintptr_t)at < r.to && size <= r.to - (uintptr_t)at)
			return 1;
	}
	return 0;
}

static int is_table(const struct dl_phdr_info *info, const struct entry *e)
{
	const size_t length = sizeof first_name - 1;

	return e->length == (int64_t)length && holds(info, e->name, length) &&
	       !memcmp(e->name, first_name, length) && e[SIGSEGV].flags == PANIC + UNBLOCK &&
	       e[SIGPROF].flags & UNBLOCK;
}

/* Faults of Go's threads must be delivered; 32 and 33 are signals of the C library. */
static int must_come(int sig)
{
	return sig == SIGSEGV || sig == SIGBUS || sig == SIGFPE || sig == 32 || sig == 33;
}

static void block_the_others(struct entry *table)
{
	for (int sig = 1; sig < SIGNALS; sig++)
		if (!must_come(sig))
			table[sig].flags &= ~UNBLOCK;
}

static void search_segment(const struct dl_phdr_info *info, struct range r)
{
	const size_t size = SIGNALS * sizeof(struct entry);

	for (uintptr_t at = r.from; at + size <= r.to; at += sizeof(void *)) {
		struct entry *table = (struct entry *)at;

		if (is_table(info, table)) {
			block_the_others(table);
			return;
		}
	}
}

/* Searches this library. */
static int search_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	if (!holds(info, first_name, sizeof first_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_flags & PF_W)
			search_segment(info, segment(info, i));
	return 1;
}

/* Runs before Go's own constructor, which starts its first thread. */
__attribute__((constructor(101))) static void keep_signals_away(void)
{
	dl_iterate_phdr(search_object, NULL);
}
