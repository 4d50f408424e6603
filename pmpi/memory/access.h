/* The program's own loads and stores, as libgomarmot-access.so notes them (access.c). */
#ifndef GM_ACCESS_H
#define GM_ACCESS_H

#include <stdint.h>

#include "../../access/bridge.h"
#include "../base/gm.h"
#include "../record/thread.h"
#include "tracking.h"

#pragma GCC visibility push(hidden)

/*
 * Flags of accesses beside the flags of access/bridge.h (event.AccessFlags). GM_ACCESS_OTHER: a
 * thread that does not own the ring has made them. From bit GM_ACCESS_THREAD on: that thread's
 * number + 1, if it has a number.
 */
enum { GM_ACCESS_OTHER = 8, GM_ACCESS_THREAD = 8 };

extern const struct gomarmot_tracking *gm_bridge; /* there while gm_accesses() */

void gm_access_begin(int with_threads);
void gm_access_shared(void);
void gm_track_call(struct gm_thread *t, int release);
void gm_track_meanwhile(struct gm_thread *t);

/*
 * A call is about to be recorded: the thread's accesses before the call are recorded first.
 * release: others may learn by this call that the accesses were made.
 */
GM_HOT void gm_track(struct gm_thread *t, int release)
{
	if (!GM_LIKELY(!(
		    GM_LOAD(&gm_tracking) & (GM_TRACKS_ACCESSES | GM_TRACKS_HEAP | GM_TRACKS_GPU))))
		gm_track_call(t, release);
}

#pragma GCC visibility pop

#endif
