/* Which families of calls are recorded: GOMARMOT_WATCH (watch.c). */
#ifndef GM_WATCH_H
#define GM_WATCH_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

extern uint32_t gm_watched;  /* bits of calls.Family */
extern uint32_t gm_requests; /* 1 once a followed request exists */

void gm_watch_setup(int speak);

#pragma GCC visibility pop

#endif
