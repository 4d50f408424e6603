/* The C library's functions by which handlers of signals are read and changed. */
#define _GNU_SOURCE
#include "signals.h"

#include <dlfcn.h>

#include "../base/gm.h"
#include "../loaded/loader.h"

static const char *const names[GM_SIGNAL_FUNCTIONS] = {
	[GM_SIGACTION] = "sigaction",
	[GM_SIGNAL] = "signal",
	[GM_BSD_SIGNAL] = "bsd_signal",
	[GM_SSIGNAL] = "ssignal",
	[GM_SYSV_SIGNAL] = "sysv_signal",
	[GM_UNDER_SYSV_SIGNAL] = "__sysv_signal",
	[GM_SIGSET] = "sigset",
	[GM_SIGIGNORE] = "sigignore",
	[GM_SIGINTERRUPT] = "siginterrupt",
};

static void *next[GM_SIGNAL_FUNCTIONS];

void *gm_signal_function(unsigned i)
{
	void *f = GM_LOAD(&next[i]);

	if (!f) {
		f = gm_dlsym(RTLD_NEXT, names[i]);
		GM_STORE(&next[i], f);
	}
	return f;
}

/* At load time, because dlsym may not be called in a signal handler. */
__attribute__((constructor)) static void find_all(void)
{
	for (unsigned i = 0; i < GM_SIGNAL_FUNCTIONS; i++)
		gm_signal_function(i);
}

/* The real sigaction. */
int gm_sigaction(int sig, const struct sigaction *action, struct sigaction *old)
{
	int (*real)(int, const struct sigaction *, struct sigaction *) =
		gm_signal_function(GM_SIGACTION);

	return real(sig, action, old);
}
