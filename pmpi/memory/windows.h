/* The memory of windows (windows.c). */
#ifndef GM_WINDOWS_H
#define GM_WINDOWS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_track_window(uintptr_t win, const void *base, int64_t size, int is_shared);
void gm_track_segments(struct gm_thread *t, const void *pc, uintptr_t win, uintptr_t comm);
void gm_track_detached(uintptr_t win, const void *base);
void gm_track_win_freed(uintptr_t win);

#pragma GCC visibility pop

#endif
