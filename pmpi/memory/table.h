/* The buffers that operations use, and the memory of windows (table.c). */
#ifndef GM_TABLE_H
#define GM_TABLE_H

#include <stdint.h>

#include "use.h"

#pragma GCC visibility push(hidden)

/* A buffer in use, or a window's memory. */
struct gm_entry {
	struct gm_until until;
	enum gm_use use;
	int is_window;
	int armed;
	int over; /* one of several operations with its request is complete: counted as this one */
	const char *buf;
	int64_t count;
	struct gm_map *map; /* of a buffer */
	uintptr_t lo, hi;   /* hull; of a window all of it */
	int64_t digest;     /* of sent data, when the operation began; 0: none */
	uint32_t next;      /* in its chain, or in the list of free entries; + 1 */
	int in_use;
};

void gm_table_lock(void);
int gm_table_try(void);
void gm_table_unlock(void);
int gm_table_has_buffers(void);
uint32_t gm_table_size(void);
uint32_t *gm_table_chain(int object_class, int64_t handle);
struct gm_entry *gm_entry_at(uint32_t link);
struct gm_entry *gm_table_first(int object_class, int64_t handle);
struct gm_entry *gm_table_next(const struct gm_entry *e);
struct gm_entry *gm_table_add(const struct gm_until *until, int is_window);
void gm_table_drop(uint32_t *link);
void gm_table_forget(void);
int gm_is_until(const struct gm_entry *e, int object_class, int64_t handle, int64_t target);
int gm_track_uses(uintptr_t lo, uintptr_t hi);

#pragma GCC visibility pop

#endif
