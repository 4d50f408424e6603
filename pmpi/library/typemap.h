/* The bytes that a datatype names (typemap.c). */
#ifndef GM_TYPEMAP_H
#define GM_TYPEMAP_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { GM_MAX_RUNS = 65536 }; /* of an element; further runs are left out */

/* Adjacent bytes of an element, relative to the buffer's address. */
struct gm_run {
	int64_t at;
	int64_t size;
	int64_t before; /* bytes of the runs before it */
};

/* The bytes of an element of a datatype. Never changed once built; counted by its users. */
struct gm_map {
	uint32_t users;
	uint32_t runs;
	int64_t size;   /* bytes of all runs */
	int64_t extent; /* from an element to the next */
	int64_t lo, hi; /* hull of the runs */
	struct gm_run run[];
};

void gm_type_made(uintptr_t type, const int64_t metrics[5], int predefined);
void gm_split_type_freed(uintptr_t datatype);
struct gm_map *gm_map_of(uintptr_t type);
void gm_map_release(struct gm_map *map);

#pragma GCC visibility pop

#endif
