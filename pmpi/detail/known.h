/* The windows and files this process knows (known.c). */
#ifndef GM_KNOWN_H
#define GM_KNOWN_H

#include <stdint.h>

#include "../base/gm.h"
#include "../library/zz_predef.h"
#include "../record/thread.h"

#pragma GCC visibility push(hidden)

void gm_window_made(int rc, const void *win, const void *base, int64_t size);
void gm_window_known(int rc, const void *win);
void gm_file_known(int rc, const void *fh);
void gm_meet(struct gm_thread *t, int object_class, int64_t handle, const void *pc);
int64_t gm_window_mapped(const void *win);

/*
 * A call that uses this window is about to be recorded: if the window was not
 * created by a recorded call, a Probe record goes first. In the common case it costs a compare.
 */
GM_HOT void gm_know_window(struct gm_thread *t, int64_t handle, const void *pc)
{
	if (!GM_LIKELY(handle == t->win))
		gm_meet(t, GM_CLASS_WIN, handle, pc);
}

/* The same for a file. */
GM_HOT void gm_know_file(struct gm_thread *t, int64_t handle, const void *pc)
{
	if (!GM_LIKELY(handle == t->file))
		gm_meet(t, GM_CLASS_FILE, handle, pc);
}

#pragma GCC visibility pop

#endif
