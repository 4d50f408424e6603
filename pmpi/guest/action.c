/*
 * The functions by which a program reads and changes its signal handlers. For
 * the few signals that fault.c guards, the guard steps aside during the call:
 * the program sees and sets the same as without gomarmot. Calls for other
 * signals, and from programs that do not use MPI, are passed on directly.
 */
#define _GNU_SOURCE
#include <signal.h>

#include "../base/gm.h"
#include "fault.h"
#include "signals.h"

typedef void handler_fn(int);
typedef handler_fn *signal_fn(int sig, handler_fn *handler);

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
	signal_fn *real = gm_signal_function(function);
	const int aside = gm_fault_aside(sig);
	handler_fn *old = real(sig, handler);

	if (aside)
		gm_fault_back(sig);
	return old;
}

GM_EXPORT handler_fn *signal(int sig, handler_fn *handler)
{
	return set_handler(GM_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *bsd_signal(int sig, handler_fn *handler)
{
	return set_handler(GM_BSD_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *ssignal(int sig, handler_fn *handler)
{
	return set_handler(GM_SSIGNAL, sig, handler);
}

GM_EXPORT handler_fn *sysv_signal(int sig, handler_fn *handler)
{
	return set_handler(GM_SYSV_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *__sysv_signal(int sig, handler_fn *handler)
{
	return set_handler(GM_UNDER_SYSV_SIGNAL, sig, handler);
}

GM_EXPORT handler_fn *sigset(int sig, handler_fn *handler)
{
	return set_handler(GM_SIGSET, sig, handler);
}

GM_EXPORT int sigignore(int sig)
{
	int (*real)(int) = gm_signal_function(GM_SIGIGNORE);
	const int aside = gm_fault_aside(sig);
	const int rc = real(sig);

	if (aside)
		gm_fault_back(sig);
	return rc;
}

GM_EXPORT int siginterrupt(int sig, int interrupt)
{
	int (*real)(int, int) = gm_signal_function(GM_SIGINTERRUPT);
	const int aside = gm_fault_aside(sig);
	const int rc = real(sig, interrupt);

	if (aside)
		gm_fault_back(sig);
	return rc;
}
