/*
 * The datatypes that recorded calls created and that are not yet freed, and their
 * maps. The library is asked about no other handle: it may end the program if
 * the handle is invalid.
 */
#include "typemap.h"

#include <pthread.h>
#include <string.h>

#include "../base/block.h"
#include "flatten.h"

enum {
	BUCKETS = 1024,
	MAX_CACHED = 1 << 19, /* runs in all maps that are kept */
};

/* A datatype that the library may be asked about. */
struct type {
	struct type *next;
	uintptr_t handle;
	int64_t metrics[5]; /* size, lb, extent, true lb, true extent */
	struct gm_map *map; /* NULL: not built yet, or dropped */
	int predefined;
	int opaque; /* its map could not be built */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct type *types[BUCKETS];
static int64_t cached; /* runs of all maps in types */

static struct type **bucket(uintptr_t handle)
{
	return &types[(uint64_t)handle * 0x9e3779b97f4a7c15u >> 54];
}

/* The link that points to the datatype, or the link at the chain's end. */
static struct type **find(uintptr_t handle)
{
	struct type **link = bucket(handle);

	while (*link && (*link)->handle != handle)
		link = &(*link)->next;
	return link;
}

static void drop_map(struct type *t)
{
	if (t->map) {
		cached -= t->map->runs;
		gm_map_release(t->map);
	}
	t->map = NULL;
	t->opaque = 0;
}

/* A datatype that the program can use from now on. */
void gm_type_made(uintptr_t handle, const int64_t metrics[5], int predefined)
{
	struct type **link, *t;

	pthread_mutex_lock(&lock);
	link = find(handle);
	t = *link;
	if (!t) {
		t = gm_block(sizeof *t);
		*link = t;
	}
	if (t && !t->predefined) {
		drop_map(t);
		t->handle = handle;
		t->predefined = predefined;
		memcpy(t->metrics, metrics, sizeof t->metrics);
	}
	pthread_mutex_unlock(&lock);
}

void gm_split_type_freed(uintptr_t handle)
{
	struct type **link, *t;

	pthread_mutex_lock(&lock);
	link = find(handle);
	t = *link;
	if (t && !t->predefined) {
		*link = t->next;
		drop_map(t);
		gm_block_free(t);
	}
	pthread_mutex_unlock(&lock);
}

void gm_map_release(struct gm_map *map)
{
	if (map && __atomic_sub_fetch(&map->users, 1, __ATOMIC_ACQ_REL) == 0)
		gm_block_free(map);
}

/* Before another map is kept: if there are too many, drops them all. */
static void make_space(uint32_t runs)
{
	if (cached + runs <= MAX_CACHED)
		return;
	for (int i = 0; i < BUCKETS; i++)
		for (struct type *t = types[i]; t; t = t->next)
			drop_map(t);
}

/*
 * The map of a datatype, which the caller releases; NULL if the bytes are
 * unknown: not created by a recorded call, no memory, an unknown MPI.
 */
struct gm_map *gm_map_of(uintptr_t handle)
{
	struct gm_map *map = NULL;
	struct type *t;

	pthread_mutex_lock(&lock);
	t = *find(handle);
	if (t && !t->map && !t->opaque) {
		map = gm_map_make(t->handle, t->metrics, t->predefined);
		t->opaque = map == NULL;
		if (map) {
			make_space(map->runs);
			cached += map->runs;
			t->map = map;
		}
	}
	if (t && t->map) {
		map = t->map;
		__atomic_add_fetch(&map->users, 1, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&lock);
	return map;
}
