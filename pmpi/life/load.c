/*
 * Loading libgomarmot-core.so, the Go side. Application threads never enter Go: a thread created
 * here calls gm_core_main and stays there. Go's threads inherit a mask that blocks all
 * signals; runtime/guard.c keeps Go away from the process's signal handlers.
 */
#define _GNU_SOURCE
#include "load.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/note.h"
#include "../guest/fault.h"
#include "../record/control.h"
#include "../record/core.h"
#include "../record/last.h"
#include "limits.h"

enum {
	START_SECONDS = 10,
	NICE = 10, /* of the drain's thread */
};

static gm_core_handler_of_fn *handler_of;

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
	handler_of = (gm_core_handler_of_fn *)dlsym(library, "gm_core_handler");
	if (!l.main || !on_trouble || !handler_of) {
		gm_note("%s does not belong to gomarmot; the program runs unwatched", path);
		return -1;
	}
	gm_core_loaded(boot->rank, (const void *)l.main);
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

	if (core_path(path, sizeof path) || getrlimit(RLIMIT_NOFILE, &files) ||
		gm_limits_are_short())
		return -1;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	failed = launch(boot, path);
	put_back(&files);
	if (!failed)
		gm_fault_install(handler_of);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return failed;
}
