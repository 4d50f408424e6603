/* Lists that grow (room.c). */
#ifndef GG_ROOM_H
#define GG_ROOM_H

#include <stddef.h>
#include <stdint.h>

void *gg_room(void *all, uint32_t count, uint32_t *room, size_t size);

#endif
