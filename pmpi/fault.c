/*
 * A fault inside the checker must not end the program. Go's own handlers are
 * gone from the process (core.c puts the application's actions back), so for
 * the signals that a fault raises this handler decides whose fault it is:
 *
 * - in the drain's thread: Go's handler makes it a panic, which the core
 *   recovers from by switching gomarmot off;
 * - in any other thread: the drain may say what it has found, then the
 *   application's action is put back and the signal comes again, so trace,
 *   core file and exit status are the application's.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE};
enum {
	FAULTS = sizeof faults / sizeof *faults,
	LAST_WORDS_MS = 200, /* for the findings on the calls before a crash */
};

static struct sigaction app[FAULTS]; /* the application's actions */
static struct sigaction go[FAULTS];  /* Go's, as it installed them */
static pid_t drain;                  /* the drain's thread */

static int index_of(int sig)
{
	for (int i = 0; i < FAULTS; i++)
		if (faults[i] == sig)
			return i;
	abort(); /* the handler is installed for these alone */
}

static pid_t this_thread(void)
{
	return (pid_t)syscall(SYS_gettid);
}

/* Where the signal struck; 0 if that is not known. */
static uintptr_t place_of(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.pc;
#else
	(void)context;
	return 0;
#endif
}

/* Whether the drain was in Go code, which can turn the fault into a panic. */
static int in_go(const ucontext_t *context)
{
	return !gm_in_core((const void *)place_of(context)) ? place_of(context) == 0 : 1;
}

/* The drain faulted in C: it can never go on, but the program can. */
static void give_up(void)
{
	gm_core_dead();
	gm_note("internal error: fault in the checker; recording stops, the program goes on");
	for (;;)
		pause();
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	const int saved = errno;
	const int i = index_of(sig);

	if (this_thread() == drain && info->si_code > 0) {
		if (!in_go(context))
			give_up();
		go[i].sa_sigaction(sig, info, context);
	} else {
		if (GM_LOAD(&gm_control.state) != GM_OFF)
			gm_core_flush(GM_FLUSH, LAST_WORDS_MS);
		sigaction(sig, &app[i], NULL);
		if (info->si_code <= 0) /* sent, not raised by the instruction */
			syscall(SYS_rt_tgsigqueueinfo, getpid(), this_thread(), sig, info);
	}
	errno = saved;
}

/* Go has installed its handlers: keeps them for on_fault. */
void gm_fault_keep_go(void)
{
	for (int i = 0; i < FAULTS; i++)
		sigaction(faults[i], NULL, &go[i]);
}

/* The application's actions are in place: goes before them. */
void gm_fault_install(pid_t drain_thread)
{
	struct sigaction mine = {.sa_sigaction = on_fault};

	drain = drain_thread;
	for (int i = 0; i < FAULTS; i++) {
		if (!(go[i].sa_flags & SA_SIGINFO))
			continue; /* Go did not take this signal */
		sigaction(faults[i], NULL, &app[i]);
		mine.sa_mask = app[i].sa_mask;
		mine.sa_flags = SA_SIGINFO | SA_ONSTACK | (app[i].sa_flags & SA_RESTART);
		sigaction(faults[i], &mine, NULL);
	}
}

/* Recording has ended: the application's actions again, unless it has others. */
void gm_fault_remove(void)
{
	struct sigaction now;

	for (int i = 0; i < FAULTS; i++)
		if (!sigaction(faults[i], NULL, &now) && now.sa_flags & SA_SIGINFO &&
			now.sa_sigaction == on_fault)
			sigaction(faults[i], &app[i], NULL);
}
