/*
 * Loading libgomarmot-core.so, the Go side, and communicating with it.
 *
 * Application threads never enter Go: one thread created here calls
 * gm_core_main and stays there. Go's threads inherit a mask that blocks all
 * signals; runtime/guard.c keeps Go away from the process's signal handlers.
 */
#define _GNU_SOURCE
#include "core.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "core_abi.h"
#include "fault.h"
#include "gm.h"
#include "last.h"
#include "note.h"
#include "stray.h"
#include "text.h"
#include "thread.h"

enum {
	START_SECONDS = 10,
	CLOSE_MS = 200,
	NICE = 10,                 /* of the drain's thread */
	NEED_ADDRESS_SPACE = 4096, /* MiB: Go reserves 1700, the rest is left to the program */
	NEED_THREADS = 12,         /* that Go may create */
	NEED_FILES = 12,           /* that the checker may open */
	SMALL_STACK = 64 << 10,
	LARGE_STACK = 1 << 30,
};

struct gm_control gm_control;

/* The path of libgomarmot-core.so: beside the file that holds this function. */
static int core_path(char *path, size_t size)
{
	static const char name[] = "libgomarmot-core.so";
	Dl_info self;
	const char *slash;

	if (!dladdr((void *)gm_core_start, &self) || !self.dli_fname)
		return -1;
	slash = strrchr(self.dli_fname, '/');
	snprintf(path, size, "%.*s%s", slash ? (int)(slash - self.dli_fname + 1) : 0,
		self.dli_fname, name);
	return 0;
}

/*
 * Where a limit leaves too little for the checker, the program runs unwatched:
 * what there is belongs to the program.
 */
static int address_space_is_short(void)
{
	struct rlimit limit;
	unsigned long pages = 0;
	FILE *statm;

	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return 0;
	statm = fopen("/proc/self/statm", "re");
	if (!statm)
		return 1;
	if (fscanf(statm, "%lu", &pages) != 1)
		pages = 0;
	fclose(statm);
	return (limit.rlim_cur >> 20) <
	       (pages * (unsigned long)sysconf(_SC_PAGESIZE) >> 20) + NEED_ADDRESS_SPACE;
}

static void *wait_for_others(void *arg)
{
	sem_wait(arg);
	return NULL;
}

/*
 * A thread with a stack as small as can be. The thread-local variables of the program and its
 * libraries lie in it: OpenBLAS alone has 60 KiB of them.
 */
static int create_waiting(pthread_t *thread, size_t *stack, sem_t *go)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	do {
		pthread_attr_setstacksize(&attr, *stack);
		err = pthread_create(thread, &attr, wait_for_others, go);
	} while (err == EINVAL && (*stack *= 2) <= LARGE_STACK);
	pthread_attr_destroy(&attr);
	return err;
}

static int threads_are_short(void)
{
	pthread_t thread[NEED_THREADS];
	size_t stack = SMALL_STACK;
	sem_t go;
	int n = 0;

	sem_init(&go, 0, 0);
	while (n < NEED_THREADS && !create_waiting(&thread[n], &stack, &go))
		n++;
	for (int i = 0; i < n; i++)
		sem_post(&go);
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	sem_destroy(&go);
	return n < NEED_THREADS;
}

static int files_are_short(void)
{
	int fd[NEED_FILES], n = 0;

	while (n < NEED_FILES && (fd[n] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
		n++;
	for (int i = 0; i < n; i++)
		close(fd[i]);
	return n < NEED_FILES;
}

/* Whether some limit leaves too little; says which one. */
static int limits_are_short(void)
{
	if (address_space_is_short())
		gm_note("warning TOOL002: the address space limit leaves less than %d MiB; the "
			"program runs unwatched",
			NEED_ADDRESS_SPACE);
	else if (threads_are_short())
		gm_note("warning TOOL002: cannot create %d more threads; the program runs "
			"unwatched",
			NEED_THREADS);
	else if (files_are_short())
		gm_note("warning TOOL002: cannot open %d more files; the program runs "
			"unwatched",
			NEED_FILES);
	else
		return 0;
	return 1;
}

static struct {
	uint32_t rank;
	struct gm_text text;
	gm_core_handler_of_fn *handler_of;
} core;

/* Whether pc is in the core's code. */
int gm_in_core(const void *pc)
{
	return gm_in_text(&core.text, (uintptr_t)pc);
}

/*
 * The drain can never run again. May be called in a signal handler. A program
 * that ends in the meantime waits until the line is written (gm_core_await_close).
 */
void gm_core_stop(const char *why)
{
	const uint32_t was =
		__atomic_exchange_n(&gm_control.ready, GM_CORE_CLOSING, __ATOMIC_SEQ_CST);

	GM_STORE(&gm_control.state, GM_OFF);
	gm_rings_off();
	if (was == GM_CORE_RUNS)
		gm_note("rank %u: %s; recording stops, this rank's further calls are missing from "
			"the log, the program goes on",
			core.rank, why);
	else if (was == GM_CORE_STARTING)
		gm_note("rank %u: %s; the program runs unwatched", core.rank, why);
	gm_core_become(GM_CORE_DEAD);
}

struct launch {
	gm_core_main_fn *main;
	struct gm_boot *boot;
};

static void *core_thread(void *arg)
{
	const struct launch *launch = arg;

	pthread_setname_np(pthread_self(), GM_THREAD_NAME);
	setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
	gm_fault_drain();
	launch->main(launch->boot);
	return NULL;
}

static int wait_ready(void)
{
	const uint64_t end = gm_monotonic_nano() + START_SECONDS * 1000000000ull;
	uint32_t ready;

	while (!(ready = GM_ACQUIRE(&gm_control.ready))) {
		if (gm_monotonic_nano() > end)
			return -1;
		gm_futex_wait(&gm_control.ready, GM_CORE_STARTING, 100000);
	}
	return ready == GM_CORE_RUNS ? 0 : -1;
}

/* Go starts threads while it is loaded, which inherit this thread's name: see last.c. */
static void *load(const char *path)
{
	char name[16] = "";
	void *library;

	pthread_getname_np(pthread_self(), name, sizeof name);
	pthread_setname_np(pthread_self(), GM_THREAD_NAME);
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	pthread_setname_np(pthread_self(), name);
	return library;
}

static int launch(struct gm_boot *boot, const char *path)
{
	static struct launch l; /* outlives this call if the core is slow */
	pthread_attr_t attr;
	pthread_t thread;
	void *library = load(path);
	gm_core_on_trouble_fn *on_trouble;
	int err;

	if (!library) {
		gm_note("cannot load the checker (%s); the program runs unwatched", dlerror());
		return -1;
	}
	l.boot = boot;
	l.main = (gm_core_main_fn *)dlsym(library, "gm_core_main");
	on_trouble = (gm_core_on_trouble_fn *)dlsym(library, "gm_core_on_trouble");
	core.handler_of = (gm_core_handler_of_fn *)dlsym(library, "gm_core_handler");
	if (!l.main || !on_trouble || !core.handler_of) {
		gm_note("%s does not belong to gomarmot; the program runs unwatched", path);
		return -1;
	}
	core.text = gm_text_at((const void *)l.main);
	on_trouble(gm_core_stop);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	err = pthread_create(&thread, &attr, core_thread, &l);
	pthread_attr_destroy(&attr);
	if (err) {
		gm_note("cannot start a thread (%s); the program runs unwatched", strerror(err));
		return -1;
	}
	if (!wait_ready())
		return 0;
	if (GM_ACQUIRE(&gm_control.ready) ==
		GM_CORE_STARTING) /* otherwise the reason was printed */
		gm_note("the checker did not start within %d s; the program runs unwatched: run it "
			"again when the node is less busy",
			START_SECONDS);
	return -1;
}

/* Go raises the limit of open files when it starts; it belongs to the program. */
static void put_back(const struct rlimit *files)
{
	struct rlimit now;

	if (!getrlimit(RLIMIT_NOFILE, &now) && now.rlim_max == files->rlim_max &&
		now.rlim_cur != files->rlim_cur)
		setrlimit(RLIMIT_NOFILE, files);
}

/* Loads and starts the core; 0 once its drain runs. */
int gm_core_start(struct gm_boot *boot)
{
	char path[PATH_MAX];
	struct rlimit files;
	sigset_t all, old;
	int failed;

	core.rank = boot->rank;
	if (core_path(path, sizeof path) || getrlimit(RLIMIT_NOFILE, &files) || limits_are_short())
		return -1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	failed = launch(boot, path);
	put_back(&files);
	if (!failed)
		gm_fault_install(core.handler_of);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return failed;
}

/* Wakes the drain if it sleeps. */
void gm_core_wake(void)
{
	if (!__atomic_load_n(&gm_control.sleeping, __ATOMIC_SEQ_CST))
		return;
	__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
	gm_futex_wake(&gm_control.wake);
}

/* Whether calls are recorded; wakes a dozing drain. */
GM_COLD int gm_on(uint32_t kind, const void *pc)
{
	uint32_t doze = GM_DOZE;

	if (__atomic_compare_exchange_n(
		    &gm_control.state, &doze, GM_ON, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
		__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
		gm_futex_wake(&gm_control.wake);
		return 1;
	}
	if (doze == GM_ON || gm_start_late(pc))
		return 1;
	gm_stray(kind, pc, GM_CALLER);
	return 0;
}

/* Changes the state from one value to another, if it still has the first. */
static void change_state(uint32_t from, uint32_t to)
{
	__atomic_compare_exchange_n(
		&gm_control.state, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/*
 * For the drain: sleeps until it is woken or the time is over. Threads wake it
 * when a ring fills up or a flush is wanted; while it dozes, any call does.
 */
void gm_core_sleep(uint32_t microseconds, int doze)
{
	const uint32_t seen = GM_ACQUIRE(&gm_control.wake);

	__atomic_store_n(&gm_control.sleeping, 1, __ATOMIC_SEQ_CST);
	if (doze)
		change_state(GM_ON, GM_DOZE);
	if (GM_ACQUIRE(&gm_control.want) == GM_ACQUIRE(&gm_control.done) &&
		!(doze && gm_rings_busy()))
		gm_futex_wait(&gm_control.wake, seen, microseconds);
	if (doze)
		change_state(GM_DOZE, GM_ON);
	__atomic_store_n(&gm_control.sleeping, 0, __ATOMIC_SEQ_CST);
}

/* For the drain: every flush up to this number has been served. */
void gm_core_answer(uint32_t done)
{
	GM_PUBLISH(&gm_control.done, done);
	gm_futex_wake(&gm_control.done);
}

/* For the drain: announces the state of the core. */
void gm_core_become(uint32_t what)
{
	GM_PUBLISH(&gm_control.ready, what);
	gm_futex_wake(&gm_control.ready);
}

/* At exit: gives a core that had an internal error time to close its files. */
void gm_core_await_close(void)
{
	const uint64_t end = gm_monotonic_nano() + CLOSE_MS * 1000000ull;

	while (GM_ACQUIRE(&gm_control.ready) == GM_CORE_CLOSING && gm_monotonic_nano() < end)
		gm_futex_wait(&gm_control.ready, GM_CORE_CLOSING, 10000);
}

uint64_t gm_core_ticks(void)
{
	return gm_ticks();
}

/*
 * Asks the drain to make everything durable and waits, up to a limit; -1 if that was
 * too short. If the core can do no more, it has said so itself.
 */
int gm_core_flush(uint32_t reason, uint32_t milliseconds)
{
	const uint64_t end = gm_monotonic_nano() + milliseconds * 1000000ull;
	uint32_t mine, done;

	GM_STORE(&gm_control.reason, reason);
	mine = __atomic_add_fetch(&gm_control.want, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&gm_control.wake, 1, __ATOMIC_SEQ_CST);
	gm_futex_wake(&gm_control.wake);
	while ((int32_t)((done = GM_ACQUIRE(&gm_control.done)) - mine) < 0) {
		if (GM_ACQUIRE(&gm_control.ready) == GM_CORE_DEAD)
			return 0;
		if (gm_monotonic_nano() > end)
			return -1;
		gm_futex_wait(&gm_control.done, done, 10000);
	}
	return 0;
}
