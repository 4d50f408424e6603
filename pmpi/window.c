/*
 * The windows this process knows: those that recorded calls made, and those
 * that were met without. Of windows over the program's own memory also
 * whether that is mapped, at MPI_Win_create and again at MPI_Win_free. A
 * mutex protects the table; calls on the window a thread used last do not
 * come here.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "zz_predef.h"

struct window {
	int64_t handle;
	const void *base; /* NULL: the memory is not the program's own */
	int64_t size;
	int used;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct window *windows;
static size_t count, room; /* room is a power of two, at most half full */

/* 1 if all pages of the range are mapped, 0 if not, -1 if that is unknown. */
int64_t gm_mapped(const void *base, int64_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t from = (uintptr_t)base & ~(page - 1);
	const int saved = errno;
	int64_t mapped = 1;

	if (!base || size <= 0)
		return 1;
	if ((uintptr_t)base + (uintptr_t)size < (uintptr_t)base)
		return 0;
	if (msync((void *)from, (uintptr_t)base + (uintptr_t)size - from, MS_ASYNC))
		mapped = errno == ENOMEM ? 0 : -1;
	errno = saved;
	return mapped;
}

static size_t slot_of(int64_t handle, size_t size)
{
	return ((uint64_t)handle * 0x9e3779b97f4a7c15ull >> 32) & (size - 1);
}

/* The window's place in an open table that is never full. */
static struct window *place_in(struct window *table, size_t size, int64_t handle)
{
	size_t i = slot_of(handle, size);

	while (table[i].used && table[i].handle != handle)
		i = (i + 1) & (size - 1);
	return &table[i];
}

static int grow(void)
{
	const size_t more = room ? 2 * room : 64;
	struct window *table = calloc(more, sizeof *table);

	if (!table)
		return -1;
	for (size_t i = 0; i < room; i++)
		if (windows[i].used)
			*place_in(table, more, windows[i].handle) = windows[i];
	free(windows);
	windows = table;
	room = more;
	return 0;
}

/* The entry of a handle, made if it is new; NULL without memory. */
static struct window *entry(int64_t handle, int *is_new)
{
	struct window *w;

	if (2 * count >= room && grow())
		return NULL;
	w = place_in(windows, room, handle);
	*is_new = !w->used;
	if (*is_new) {
		*w = (struct window){.handle = handle, .used = 1};
		count++;
	}
	return w;
}

/*
 * Whether the caller is the mpi_f08 layer of an MPI library. It reaches C
 * MPI_* for some calls and PMPI_* for others: a window that it makes counts
 * as made past the interception, for its history has gaps.
 */
GM_COLD int gm_from_f08(const void *pc)
{
	Dl_info info;

	if (!gm_in_mpi(pc) || !dladdr(pc, &info) || !info.dli_sname)
		return 0;
	return strstr(info.dli_sname, "f08") || strstr(info.dli_sname, "cdesc");
}

/* A call that makes a window over memory of the program has returned. */
void gm_window_made(int rc, const void *win, const void *base, int64_t size)
{
	struct window *w;
	int is_new;

	if (rc)
		return;
	pthread_mutex_lock(&lock);
	w = entry(gm_handle_at(win), &is_new);
	if (w) {
		w->base = base;
		w->size = size;
	}
	pthread_mutex_unlock(&lock);
}

/* A call that makes a window and its memory has returned. */
void gm_window_known(int rc, const void *win)
{
	gm_window_made(rc, win, NULL, 0);
}

/*
 * A thread uses another window than last time. A handle that no recorded call
 * made is looked at now: later, the program may have freed it.
 */
GM_COLD void gm_window_meet(struct gm_thread *t, int64_t handle, const void *pc)
{
	const int saved = errno;
	int is_new = 0;

	pthread_mutex_lock(&lock);
	entry(handle, &is_new);
	pthread_mutex_unlock(&lock);
	if (is_new && !gm_is_null(GM_CLASS_WIN, (uint64_t)handle)) {
		const int64_t words[3] = {
			GM_CLASS_WIN, handle, gm_probe(GM_CLASS_WIN, (uint64_t)handle)};

		gm_record(t, GM_META(GM_KIND_PROBE, GM_ONCE, 0, 3), pc, words);
	}
	t->win = handle;
	errno = saved;
}

/* MPI_Win_free is about to be forwarded: the extra word of its record. */
int64_t gm_window_mapped(const void *win)
{
	struct window copy = {.base = NULL};
	struct window *w;

	pthread_mutex_lock(&lock);
	if (room) {
		w = place_in(windows, room, gm_handle_at(win));
		copy = *w;
		w->base = NULL;
	}
	pthread_mutex_unlock(&lock);
	return copy.base ? gm_mapped(copy.base, copy.size) : -1;
}
