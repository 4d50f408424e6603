/*
 * The windows and files this process knows: created by recorded calls, or first seen when they were
 * used. For windows over the program's own memory it also finds out whether that memory is mapped,
 * at MPI_Win_create and again at MPI_Win_free. A mutex protects the table; calls on the window or
 * file that the thread used last do not take it.
 */
#define _GNU_SOURCE
#include "known.h"

#include <errno.h>
#include <pthread.h>

#include "../base/block.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/mapped.h"
#include "../record/ring.h"
#include "../record/thread.h"

struct known {
	int64_t handle;
	const void *base; /* of a window; NULL: the program did not provide the memory */
	int64_t size;
	int class; /* 0: the entry is free */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *table;
static size_t count, room; /* room is a power of two, at most half full */

static size_t slot_of(int class, int64_t handle, size_t size)
{
	return (((unsigned)class + (uint64_t)handle) * 0x9e3779b97f4a7c15ull >> 32) & (size - 1);
}

/* The object's place in an open table that is never full. */
static struct known *place_in(struct known *places, size_t size, int class, int64_t handle)
{
	size_t i = slot_of(class, handle, size);

	while (places[i].class && (places[i].class != class || places[i].handle != handle))
		i = (i + 1) & (size - 1);
	return &places[i];
}

static int grow(void)
{
	const size_t more = room ? 2 * room : 64;
	struct known *places = gm_block(more * sizeof *places);

	if (!places)
		return -1;
	for (size_t i = 0; i < room; i++)
		if (table[i].class)
			*place_in(places, more, table[i].class, table[i].handle) = table[i];
	gm_block_free(table);
	table = places;
	room = more;
	return 0;
}

/* The entry of a handle, added if it is new; NULL if there is no memory. */
static struct known *entry(int class, int64_t handle, int *is_new)
{
	struct known *k;

	if (2 * count >= room && grow())
		return NULL;
	k = place_in(table, room, class, handle);
	*is_new = !k->class;
	if (*is_new) {
		*k = (struct known){.handle = handle, .class = class};
		count++;
	}
	return k;
}

/* A recorded call has created this object. */
static void known(int class, int64_t handle, const void *base, int64_t size)
{
	struct known *k;
	int is_new;

	pthread_mutex_lock(&lock);
	k = entry(class, handle, &is_new);
	if (k) {
		k->base = base;
		k->size = size;
	}
	pthread_mutex_unlock(&lock);
}

/* A call that creates a window over the program's memory has returned. */
void gm_window_made(int rc, const void *win, const void *base, int64_t size)
{
	if (!rc)
		known(GM_CLASS_WIN, gm_handle_at(win), base, size);
}

/* A call that creates a window and its memory has returned. */
void gm_window_known(int rc, const void *win)
{
	gm_window_made(rc, win, NULL, 0);
}

/* MPI_File_open has returned. */
void gm_file_known(int rc, const void *fh)
{
	if (!rc)
		known(GM_CLASS_FILE, gm_long_at(fh), NULL, 0);
}

/*
 * A thread uses another window or file than last time. If the
 * object was not created by a recorded call, it is examined now: later, the
 * program may have freed it.
 */
GM_COLD void gm_meet(struct gm_thread *t, int class, int64_t handle, const void *pc)
{
	const int saved = errno;
	int is_new = 0;

	pthread_mutex_lock(&lock);
	entry(class, handle, &is_new);
	pthread_mutex_unlock(&lock);
	if (is_new && !gm_is_null(class, (uint64_t)handle)) {
		const int64_t words[3] = {class, handle, gm_probe(class, (uint64_t)handle)};

		gm_record(t, GM_META(GM_KIND_PROBE, GM_ONCE, 0, 3), pc, words);
	}
	if (class == GM_CLASS_WIN)
		t->win = handle;
	else
		t->file = handle;
	errno = saved;
}

/* MPI_Win_free is about to be forwarded: the extra word of its record. */
int64_t gm_window_mapped(const void *win)
{
	struct known copy = {.base = NULL};
	struct known *k;

	pthread_mutex_lock(&lock);
	if (room) {
		k = place_in(table, room, GM_CLASS_WIN, gm_handle_at(win));
		copy = *k;
		k->base = NULL;
	}
	pthread_mutex_unlock(&lock);
	return copy.base ? gm_mapped(copy.base, copy.size) : -1;
}
