/*
 * The functions by which a program reads and changes its signal handlers. For
 * the few signals that fault.c guards, the guard steps aside during the call:
 * the program sees and sets the same as without gomarmot. Calls for other
 * signals, and from programs that do not use MPI, are passed on directly.
 */
#define _GNU_SOURCE
#include "action.h"

#include <dlfcn.h>
#include <signal.h>

#include "fault.h"
#include "gm.h"

typedef void handler_fn(int);
typedef handler_fn *signal_fn(int sig, handler_fn *handler);

enum {
	SIGACTION,
	SIGNAL,
	BSD_SIGNAL,
	SSIGNAL,
	SYSV_SIGNAL,
	UNDER_SYSV_SIGNAL,
	SIGSET,
	SIGIGNORE,
	SIGINTERRUPT,
	FUNCTIONS,
};

static const char *const names[FUNCTIONS] = {
	[SIGACTION] = "sigaction",
	[SIGNAL] = "signal",
	[BSD_SIGNAL] = "bsd_signal",
	[SSIGNAL] = "ssignal",
	[SYSV_SIGNAL] = "sysv_signal",
	[UNDER_SYSV_SIGNAL] = "__sysv_signal",
	[SIGSET] = "sigset",
	[SIGIGNORE] = "sigignore",
	[SIGINTERRUPT] = "siginterrupt",
};

static void *next[FUNCTIONS];

static void *next_of(unsigned i)
{
	void *f = GM_LOAD(&next[i]);

	if (!f) {
		f = dlsym(RTLD_NEXT, names[i]);
		GM_STORE(&next[i], f);
	}
	return f;
}

/* At load time, because dlsym may not be called in a signal handler. */
__attribute__((constructor)) static void find_all(void)
{
	for (unsigned i = 0; i < FUNCTIONS; i++)
		next_of(i);
}

/* The real sigaction, for fault.c. */
int gm_sigaction(int sig, const struct sigaction *action, struct sigaction *old)
{
	int (*real)(int, const struct sigaction *, struct sigaction *) = next_of(SIGACTION);

	return real(sig, action, old);
}

GM_EXPORT int sigaction(int sig, const struct sigaction *action, struct sigaction *old)
{
	const int aside = gm_fault_aside(sig);
	const int rc = gm_sigaction(sig, action, old);

	if (aside)
		gm_fault_back(sig);
	return rc;
}

static handler_fn *set_handler(unsigned function, int sig, handler_fn *handler)
{
	signal_fn *real = next_of(function);
	const int aside = gm_fault_aside(sig);
	handler_fn *old = real(sig, handler);

	if (aside)
		gm_fault_back(sig);
	return old;
}

GM_EXPORT handler_fn *signal(int sig, handler_fn *handler)
{
	return set_handler(SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *bsd_signal(int sig, handler_fn *handler)
{
	return set_handler(BSD_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *ssignal(int sig, handler_fn *handler)
{
	return set_handler(SSIGNAL, sig, handler);
}

GM_EXPORT handler_fn *sysv_signal(int sig, handler_fn *handler)
{
	return set_handler(SYSV_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *__sysv_signal(int sig, handler_fn *handler)
{
	return set_handler(UNDER_SYSV_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *sigset(int sig, handler_fn *handler)
{
	return set_handler(SIGSET, sig, handler);
}

GM_EXPORT int sigignore(int sig)
{
	int (*real)(int) = next_of(SIGIGNORE);
	const int aside = gm_fault_aside(sig);
	const int rc = real(sig);

	if (aside)
		gm_fault_back(sig);
	return rc;
}

GM_EXPORT int siginterrupt(int sig, int interrupt)
{
	int (*real)(int, int) = next_of(SIGINTERRUPT);
	const int aside = gm_fault_aside(sig);
	const int rc = real(sig, interrupt);

	if (aside)
		gm_fault_back(sig);
	return rc;
}
