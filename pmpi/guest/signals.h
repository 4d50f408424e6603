/* The C library's functions by which handlers of signals are read and changed (signals.c). */
#ifndef GM_SIGNALS_H
#define GM_SIGNALS_H

#include <signal.h>

#pragma GCC visibility push(hidden)

enum {
	GM_SIGACTION,
	GM_SIGNAL,
	GM_BSD_SIGNAL,
	GM_SSIGNAL,
	GM_SYSV_SIGNAL,
	GM_UNDER_SYSV_SIGNAL,
	GM_SIGSET,
	GM_SIGIGNORE,
	GM_SIGINTERRUPT,
	GM_SIGNAL_FUNCTIONS,
};

void *gm_signal_function(unsigned i);
int gm_sigaction(int sig, const struct sigaction *action, struct sigaction *old);

#pragma GCC visibility pop

#endif
