/*
 * Whether the memory of a window is mapped: at MPI_Win_create, and again at
 * MPI_Win_free. The table holds the windows this process made of its own
 * memory; a mutex protects it, for both calls are rare and collective.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct window {
	int64_t handle;
	const void *base;
	int64_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct window *windows;
static size_t count, room;

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

static struct window *find(int64_t handle)
{
	for (size_t i = 0; i < count; i++)
		if (windows[i].handle == handle)
			return &windows[i];
	return NULL;
}

static struct window *add(void)
{
	if (count == room) {
		size_t more = room ? 2 * room : 16;
		struct window *grown = realloc(windows, more * sizeof *grown);

		if (!grown)
			return NULL;
		windows = grown;
		room = more;
	}
	return &windows[count++];
}

/* MPI_Win_create has returned. */
void gm_window_made(int rc, const void *win, const void *base, int64_t size)
{
	const int64_t handle = gm_handle_at(win);
	struct window *w;

	if (rc)
		return;
	pthread_mutex_lock(&lock);
	w = find(handle);
	if (!w)
		w = add();
	if (w)
		*w = (struct window){handle, base, size};
	pthread_mutex_unlock(&lock);
}

/* MPI_Win_free is about to be forwarded: the extra word of its record. */
int64_t gm_window_mapped(const void *win)
{
	const int64_t handle = gm_handle_at(win);
	struct window copy = {0, NULL, 0};
	struct window *w;

	pthread_mutex_lock(&lock);
	w = find(handle);
	if (w) {
		copy = *w;
		*w = windows[--count];
	}
	pthread_mutex_unlock(&lock);
	return w ? gm_mapped(copy.base, copy.size) : -1;
}
