/* Memory that a call of a thread needs for a while (room.c). */
#ifndef GM_ROOM_H
#define GM_ROOM_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;
struct gm_room;

/* The uses of a room. */
enum { GM_ROOM_STATUSES, GM_ROOM_HANDLES, GM_ROOM_TRACKED, GM_ROOMS };

void *gm_room(struct gm_thread *t, int what, uint64_t bytes);
void *gm_room_grow(struct gm_room *r, uint64_t bytes);
void gm_rooms_free(struct gm_thread *t);

#pragma GCC visibility pop

#endif
