/* The real sigaction (action.c). */
#ifndef GM_ACTION_H
#define GM_ACTION_H

#include <signal.h>

#pragma GCC visibility push(hidden)

int gm_sigaction(int sig, const struct sigaction *action, struct sigaction *old);

#pragma GCC visibility pop

#endif
