/*
 * A fault inside the checker must not end the program. For the signals that a
 * fault raises, this handler runs before the application's and decides where
 * the fault happened:
 *
 * - in the page of a ring file that can no longer be written (disk full despite
 *   the reservation, file truncated): memory replaces the page;
 * - in the drain, or another of Go's threads: Go's handler turns it into a
 *   panic, and the core recovers by switching gomarmot off; or else the thread
 *   is stopped for good. So is a thread in which Go itself gives up: Go is set
 *   to crash then, and sends itself SIGABRT;
 * - in a read of memory that the program names in a call: the wrapper continues
 *   without it (peek.h);
 * - while unwinding a stack whose end is not marked: the trace ends there
 *   (stack.c);
 * - anywhere else: the drain gets time to report its findings, then the
 *   application's action is restored and the signal raised again, so that
 *   backtrace, core file and exit status are the application's own.
 *
 * action.c keeps the application from seeing this handler.
 */
#define _GNU_SOURCE
#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "../base/clock.h"
#include "../base/core_abi.h"
#include "../base/gm.h"
#include "../base/peek.h"
#include "../loaded/program.h"
#include "../record/control.h"
#include "../record/core.h"
#include "../record/thread.h"
#include "signals.h"
#include "stack.h"

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum {
	FAULTS = sizeof faults / sizeof *faults,
	LAST_WORDS_MS = 1000, /* for findings about the calls before a crash */
};

static struct {
	int on;               /* on_fault is the action of this signal */
	int handled;          /* by the program's own code, which may repair the cause */
	struct sigaction app; /* the application's action */
	gm_core_handler_fn *go;
} guards[FAULTS];

/* The drain's thread and its own stack; Go code runs on other stacks. */
static struct {
	pid_t tid;
	uintptr_t from, to;
} drain;

static pid_t owner; /* the process whose actions guards[] holds */

static void (*again)(int sig); /* after recording has ended: takes faults; or NULL */

/* The index of a guarded signal, -1 for others. */
static int index_of(int sig)
{
	for (int i = 0; i < FAULTS; i++)
		if (faults[i] == sig)
			return i;
	return -1;
}

static pid_t this_thread(void)
{
	return (pid_t)syscall(SYS_gettid);
}

/* Where the signal was raised, and the stack pointer; 0 if unknown. */
struct place {
	uintptr_t pc, sp;
};

static struct place place_of(const ucontext_t *context)
{
#if defined(__x86_64__)
	const greg_t *r = context->uc_mcontext.gregs;

	return (struct place){(uintptr_t)r[REG_RIP], (uintptr_t)r[REG_RSP]};
#elif defined(__aarch64__)
	return (struct place){
		(uintptr_t)context->uc_mcontext.pc, (uintptr_t)context->uc_mcontext.sp};
#else
	(void)context;
	return (struct place){0, 0};
#endif
}

static void continue_at(ucontext_t *context, uintptr_t pc)
{
#if defined(__x86_64__)
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#elif defined(__aarch64__)
	context->uc_mcontext.pc = pc;
#else
	(void)context;
	(void)pc;
#endif
}

/* Continues behind a failed read of the program's memory; 0 if the fault is elsewhere. */
static int peek_fault(ucontext_t *context)
{
	const uintptr_t pc = place_of(context).pc;

	for (const struct gm_peek *p = __start_gm_peeks; p < __stop_gm_peeks; p++)
		if ((uintptr_t)&p->at + (uintptr_t)p->at == pc) {
			continue_at(context, (uintptr_t)&p->next + (uintptr_t)p->next);
			return 1;
		}
	return 0;
}

/*
 * Whether the drain was in a goroutine, where Go can turn the fault into a
 * panic. The thread's own stack is used by C and by the inner parts of the Go
 * runtime; there Go would end the process.
 */
static int in_goroutine(struct place at)
{
	return gm_in_core((const void *)at.pc) && (at.sp < drain.from || at.sp >= drain.to);
}

static void checker_fault(int i, int sig, siginfo_t *info, void *context)
{
	if (sig != SIGABRT && this_thread() == drain.tid && in_goroutine(place_of(context)) &&
		guards[i].go) {
		guards[i].go(sig, info, context);
		return;
	}
	gm_core_stop(sig == SIGABRT ? "internal error: the Go runtime gave up"
				    : "internal error: fault in the checker");
	for (;;)
		pause();
}

/*
 * The address whose access has raised a signal, + 1, and whether it is known to be a write; 0:
 * unknown. The kernel does not report addresses that are not canonical.
 */
static uint64_t accessed(int sig, const siginfo_t *info, const ucontext_t *context)
{
	uint64_t write = 0;

	if ((sig != SIGSEGV && sig != SIGBUS) || info->si_code <= 0 || info->si_code == SI_KERNEL)
		return 0;
#if defined(__x86_64__)
	write = context->uc_mcontext.gregs[REG_ERR] & 2 ? GM_FAULT_WRITE : 0;
#endif
	return ((uint64_t)(uintptr_t)info->si_addr + 1) | write;
}

/* For the report: the program may end by this. Accesses by the program's own code, in callbacks
 * too, are not those of the MPI call. */
static void note_signal(int i, int sig, const siginfo_t *info, const ucontext_t *context)
{
	struct gm_thread *t = gm_self;
	const uintptr_t pc = (uintptr_t)place_of(context).pc;

	if (!t || !t->ring || guards[i].handled)
		return;
	GM_STORE(&t->ring->fault, accessed(sig, info, context));
	GM_STORE(&t->ring->place, gm_of_program(pc) ? pc : 0);
	GM_STORE(&t->ring->struck, gm_ticks());
	GM_STORE(&t->ring->signal, (uint32_t)sig);
}

static void app_fault(int i, int sig, siginfo_t *info, const ucontext_t *context)
{
	if (!again)
		note_signal(i, sig, info, context);
	else if (!guards[i].handled)
		again(sig);
	if (GM_LOAD(&gm_control.state) != GM_OFF)
		gm_core_flush(GM_FLUSH, LAST_WORDS_MS);
	GM_STORE(&guards[i].on, 0);
	gm_sigaction(sig, &guards[i].app, NULL);
	if (info->si_code <= 0) /* sent by a process, not raised by the instruction */
		syscall(SYS_rt_tgsigqueueinfo, getpid(), this_thread(), sig, info);
}

/* Whether the checker caused a fault, or an abort that Go has chosen. */
static int of_checker(int sig, const siginfo_t *info, const void *context)
{
	const int in_core = gm_in_core((const void *)place_of(context).pc);

	if (sig == SIGABRT)
		return in_core;
	return info->si_code > 0 && (in_core || this_thread() == drain.tid);
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	const int saved = errno;
	const int i = index_of(sig);
	const ucontext_t *c = context;

	if (info->si_code > 0 && peek_fault(context))
		return;
	if (info->si_code > 0)
		gm_stack_fault(gm_self, (const void *)place_of(c).pc, &c->uc_sigmask);
	if (!(info->si_code > 0 && sig == SIGBUS && gm_ring_repair(info->si_addr))) {
		if (of_checker(sig, info, context))
			checker_fault(i, sig, info, context);
		else
			app_fault(i, sig, info, c);
	}
	errno = saved;
}

/* The application's action is installed: puts this handler before it. */
static void guard(int i)
{
	struct sigaction mine = {.sa_sigaction = on_fault};

	if (gm_sigaction(faults[i], NULL, &guards[i].app))
		return;
	if (!(guards[i].app.sa_flags & SA_SIGINFO) && guards[i].app.sa_handler == SIG_IGN)
		return; /* processes started from here must inherit it as ignored */
	mine.sa_mask = guards[i].app.sa_mask;
	mine.sa_flags = SA_SIGINFO | SA_ONSTACK | (guards[i].app.sa_flags & SA_RESTART);
	guards[i].handled = gm_of_program((uintptr_t)guards[i].app.sa_sigaction);
	GM_STORE(&guards[i].on, 1);
	gm_sigaction(faults[i], &mine, NULL);
}

/* Called by the drain's thread: remembers which thread it is. */
void gm_fault_drain(void)
{
	pthread_attr_t attr;
	void *stack = NULL;
	size_t size = 0;

	drain.tid = this_thread();
	if (pthread_getattr_np(pthread_self(), &attr))
		return;
	pthread_attr_getstack(&attr, &stack, &size);
	pthread_attr_destroy(&attr);
	drain.from = (uintptr_t)stack;
	drain.to = drain.from + size;
}

/* The core runs. */
void gm_fault_install(gm_core_handler_of_fn *go_handler)
{
	owner = getpid();
	for (int i = 0; i < FAULTS; i++) {
		guards[i].go = go_handler(faults[i]);
		guard(i);
	}
}

/*
 * Recording has ended, and a call begins that may crash: guards the signals again, until
 * gm_fault_remove. struck takes the signals of faults that the checker has not caused.
 */
void gm_fault_again(void (*struck)(int sig))
{
	if (getpid() != owner) /* also if they were never guarded */
		return;
	again = struck;
	for (int i = 0; i < FAULTS; i++)
		if (!GM_LOAD(&guards[i].on))
			guard(i);
}

/* Recording has ended, or this is a forked child. */
void gm_fault_remove(void)
{
	owner = getpid();
	again = NULL;
	for (int i = 0; i < FAULTS; i++)
		gm_fault_aside(faults[i]);
}

/*
 * The application is about to read or change its action for a signal: restores
 * that action and returns whether that was needed. A vforked child shares this
 * memory, but not the actions.
 */
int gm_fault_aside(int sig)
{
	const int i = index_of(sig);

	if (i < 0 || !GM_LOAD(&guards[i].on) || getpid() != owner)
		return 0;
	GM_STORE(&guards[i].on, 0);
	gm_sigaction(sig, &guards[i].app, NULL);
	return 1;
}

/* The application has done so: guards the signal again. */
void gm_fault_back(int sig)
{
	guard(index_of(sig));
}
