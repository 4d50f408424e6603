/*
 * Arrays of requests that a thread waits for or tests, call after call: thousands of
 * handles, of which few change from call to call. A blob holds the differences from the thread's
 * last array, and names the record that had that array, so that readers notice if that record
 * is lost.
 */
#include "waited.h"

#include <string.h>

#include "../library/args.h"
#include "blob.h"
#include "room.h"
#include "thread.h"

enum {
	LEAST = 32,        /* handles: shorter arrays are always whole (event.LongArray) */
	MOST = 1 << 17,    /* handles of which a copy is kept */
	FEW = 8,           /* at most 1/FEW of the handles may differ */
	WHOLE_EVERY = 256, /* records: bounds the loss in a damaged log */
	CHUNK = 64,        /* handles compared at once */
};

/* Returns the memory for the positions of handles that differ. */
static uint32_t *positions(const struct gm_waited *w, int64_t n)
{
	return (uint32_t *)((char *)w->room.at + (size_t)n * gm_handle_size());
}

/* Notes the positions in a chunk that differ, up to a limit; returns how many have been noted so
 * far. */
static int64_t differ_in(const struct gm_waited *w, int64_t from, int64_t to, const void *handles,
	int64_t found, int64_t limit)
{
	uint32_t *const at = positions(w, w->n);

	for (int64_t i = from; i < to && found <= limit; i++) {
		if (gm_request_at(w->room.at, i) == gm_request_at(handles, i))
			continue;
		if (found < limit)
			at[found] = (uint32_t)i;
		found++;
	}
	return found;
}

/* Returns how many handles differ, up to a limit, and notes their positions. */
static int64_t differ(const struct gm_waited *w, const void *handles, int64_t limit)
{
	const size_t size = gm_handle_size();
	int64_t found = 0;

	for (int64_t from = 0; from < w->n && found <= limit; from += CHUNK) {
		const int64_t to = from + CHUNK < w->n ? from + CHUNK : w->n;

		if (memcmp((const char *)w->room.at + from * size,
			    (const char *)handles + from * size, (to - from) * size))
			found = differ_in(w, from, to, handles, found, limit);
	}
	return found;
}

static void write_whole(struct gm_thread *t, const void *pc, int64_t n, const void *handles)
{
	struct gm_blob blob;

	gm_blob_open(&blob, t, pc, 1 + n);
	gm_blob_handles(&blob, n, handles);
}

/* Writes the differences, from the copy: the program may change its array meanwhile. */
static void write_changes(struct gm_thread *t, const void *pc, int64_t changes, const void *handles)
{
	const size_t size = gm_handle_size();
	struct gm_waited *const w = &t->waited;
	const uint32_t *const at = positions(w, w->n);
	struct gm_blob blob;

	gm_blob_open(&blob, t, pc, 2 + 2 * changes);
	gm_blob_word(&blob, -1);
	gm_blob_word(&blob, w->seq);
	for (int64_t i = 0; i < changes; i++) {
		memcpy((char *)w->room.at + at[i] * size, (const char *)handles + at[i] * size,
			size);
		gm_blob_word(&blob, at[i]);
		gm_blob_word(&blob, gm_request_at(w->room.at, at[i]));
	}
	w->age++;
}

/* Copies an array; returns the copy, or the array itself if there is no memory. */
static const void *keep(struct gm_waited *w, int64_t n, const void *handles)
{
	const uint64_t size = (uint64_t)n * gm_handle_size();

	w->n = w->age = 0;
	if (!gm_room_grow(&w->room, size + (uint64_t)n / FEW * sizeof(uint32_t)))
		return handles;
	w->n = n;
	return memcpy(w->room.at, handles, size);
}

static void write_long(struct gm_thread *t, const void *pc, int64_t n, const void *handles)
{
	struct gm_waited *const w = &t->waited;
	const int64_t limit = n / FEW;
	const int64_t changes =
		w->n == n && w->age < WHOLE_EVERY ? differ(w, handles, limit) : limit + 1;

	if (changes <= limit)
		write_changes(t, pc, changes, handles);
	else
		write_whole(t, pc, n, keep(w, n, handles));
	w->seq = t->seq;
}

/*
 * The blob for a call that waits for some of n requests, or tests them. Its record comes next. A
 * signal handler's call in the meantime leaves the copy alone.
 */
void gm_blob_requests(struct gm_thread *t, const void *pc, int64_t n, const void *handles)
{
	if (n < LEAST || n > MOST || t->waited.busy) {
		write_whole(t, pc, n, handles);
		return;
	}
	t->waited.busy = 1;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	write_long(t, pc, n, handles);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->waited.busy = 0;
}
