/* Operations are complete, so their buffers are the program's again (ends.c). */
#ifndef GM_ENDS_H
#define GM_ENDS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_track_settled(uintptr_t win, int64_t target);
void gm_track_ended(int64_t file);
void gm_track_room_over(void);
void gm_track_returned(struct gm_thread *t);
void gm_track_given_up(int64_t request);
void gm_track_requests(struct gm_thread *t, int64_t n, const void *requests);
void gm_track_completed(struct gm_thread *t, int64_t n, const int32_t *indices);
void gm_track_doubted(struct gm_thread *t, int64_t n);

#pragma GCC visibility pop

#endif
