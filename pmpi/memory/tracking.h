/* The purposes for which memory in use is tracked, if any (tracking.c). */
#ifndef GM_TRACKING_H
#define GM_TRACKING_H

#include <stdint.h>

#include "../base/gm.h"

#pragma GCC visibility push(hidden)

/* The purposes, as bits. */
enum {
	GM_TRACKS_ACCESSES = 1,
	GM_TRACKS_HEAP = 2,
	GM_TRACKS_SENT = 4,
	GM_TRACKS_CALLS = 8,
	GM_TRACKS_DEVICES = 16,
	GM_TRACKS_GPU = 32,
	GM_TRACKS_NO_USES = GM_TRACKS_DEVICES | GM_TRACKS_GPU /* for these no uses are kept */
};

extern uint32_t gm_tracking;

void gm_tracking_on(uint32_t what);
void gm_tracking_off(uint32_t what);

/* Whether uses of buffers are kept for any purpose. */
GM_HOT int gm_tracks(void)
{
	return !GM_LIKELY(!(GM_LOAD(&gm_tracking) & ~(uint32_t)GM_TRACKS_NO_USES));
}

/* Whether buffers are of interest also while a call is using them. */
GM_HOT int gm_tracks_calls(void)
{
	return !GM_LIKELY(!(GM_LOAD(&gm_tracking) & GM_TRACKS_CALLS));
}

/* Whether the program's loads and stores are recorded. */
GM_HOT int gm_accesses(void)
{
	return (GM_LOAD(&gm_tracking) & GM_TRACKS_ACCESSES) != 0;
}

/* Whether the buffers of a call are examined before the call is recorded (look.c). */
GM_HOT int gm_looks(void)
{
	return !GM_LIKELY(!(GM_LOAD(&gm_tracking) & (GM_TRACKS_HEAP | GM_TRACKS_DEVICES)));
}

/* Whether the heap is watched. */
GM_HOT int gm_heaps(void)
{
	return !GM_LIKELY(!(GM_LOAD(&gm_tracking) & GM_TRACKS_HEAP));
}

#pragma GCC visibility pop

#endif
