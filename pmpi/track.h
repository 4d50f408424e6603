/*
 * Which memory MPI uses, and until when (track.c): the wrappers say so. It is of interest where the
 * program's own loads and stores are recorded, by libgomarmot-access.so; where its heap is watched,
 * by libgomarmot-heap.so (heap.h); and where digests of what is sent are compared (sent.h).
 */
#ifndef GM_TRACK_H
#define GM_TRACK_H

#include <stdint.h>

#include "gm.h"
#include "thread.h"
#include "zz_predef.h"

#pragma GCC visibility push(hidden)

/*
 * What an operation does with its buffer: of interest is what must not happen to it meanwhile. Of
 * what is sent in parts the program may store to those that are not ready. An array of counts is
 * read as what is sent is, but has no digest.
 */
enum gm_use { GM_SENT, GM_SENT_IN_PARTS, GM_ARRAY, GM_FILLED };

/* What ends the use of a buffer: a request, the synchronization of a window, the end call on a
 * file, the return of its own call. */
struct gm_until {
	int object_class;
	int64_t handle;
	int64_t target; /* of an operation on a window */
	int persistent; /* it begins when the request is started, as often as that happens */
	int64_t parts;  /* of a partitioned operation: its partitions */
	uint32_t call;  /* tells operations with the same handle apart: MPICH has such */
};

/* A buffer of several blocks, each with a count and a place of its own. */
struct gm_blocks {
	int64_t n;
	const void *counts, *displs; /* without displs, each follows the one before it */
	uintptr_t type;
	const void *types; /* NULL: all have that type; else places are in bytes */
	int large;         /* counts are 64 bits wide */
	int wide;          /* displs are */
};

/* What the memory in use is of interest for: bits. */
enum { GM_TRACKS_ACCESSES = 1, GM_TRACKS_HEAP = 2, GM_TRACKS_SENT = 4, GM_TRACKS_CALLS = 8 };

/* Flags of accesses beside those of access/bridge.h (event.AccessFlags): another thread than that
 * of the ring has made them, and from a bit on its number + 1 if it has one. */
enum { GM_ACCESS_OTHER = 8, GM_ACCESS_THREAD = 8 };

/* What a buffer is used until, beside classes of objects: its call has returned; the buffer for
 * buffered sends is detached. */
enum { GM_UNTIL_RETURN = GM_CLASS_COUNT, GM_UNTIL_DETACHED };

extern uint32_t gm_tracking;

/* A block of a buffer of several, the next one after .i = 0 or the last one. */
struct gm_block_at {
	int64_t i, at, unit;
	const void *buf;
	int64_t count;
	uintptr_t type;
};

void gm_track_start(int speak, int with_threads);
void gm_track_call(struct gm_thread *t, int release);
void gm_track_meanwhile(struct gm_thread *t);
void gm_track_returned(struct gm_thread *t);
void gm_track_window(uintptr_t win, const void *base, int64_t size, int is_shared);
void gm_track_segments(struct gm_thread *t, const void *pc, uintptr_t win, uintptr_t comm);
void gm_track_detached(uintptr_t win, const void *base);
void gm_track_win_freed(uintptr_t win);
void gm_track_use(const struct gm_until *until, enum gm_use use, const void *buf, int64_t count,
	uintptr_t type);
void gm_track_blocks(const struct gm_until *until, enum gm_use use, const void *buf,
	const struct gm_blocks *blocks);
int gm_next_block(const void *buf, const struct gm_blocks *blocks, struct gm_block_at *block);
int gm_track_sent(int on);
int gm_track_uses(uintptr_t lo, uintptr_t hi);
int64_t gm_track_count(const void *counts, int64_t i, int large);
void gm_track_settled(uintptr_t win, int64_t target);
void gm_track_ended(int64_t file);
void gm_track_room(const void *buffer, int64_t size);
void gm_track_room_over(void);
void gm_track_requests(struct gm_thread *t, int64_t n, const void *requests);
void gm_track_completed(struct gm_thread *t, int64_t n, const int32_t *indices);
void gm_track_started(int64_t n, const void *requests);
void gm_track_ready(int64_t request, int64_t low, int64_t high);
void gm_track_ready_list(int64_t request, int64_t n, const void *partitions);
void gm_track_given_up(int64_t request);

/* Whether any of this needs to be done. */
GM_HOT int gm_tracks(void)
{
	return !GM_LIKELY(!GM_LOAD(&gm_tracking));
}

/* Whether buffers are of interest also while a call is using them. */
GM_HOT int gm_tracks_calls(void)
{
	return !GM_LIKELY(!(GM_LOAD(&gm_tracking) & GM_TRACKS_CALLS));
}

/* What stands for the call that a thread is in. */
GM_HOT int64_t gm_track_call_of(const struct gm_thread *t)
{
	return (int64_t)(uintptr_t)t + t->depth;
}

/*
 * A call is about to be recorded: what the thread accessed before it is recorded first. release:
 * others may learn by this call what the thread has done.
 */
GM_HOT void gm_track(struct gm_thread *t, int release)
{
	if (!GM_LIKELY(!(GM_LOAD(&gm_tracking) & (GM_TRACKS_ACCESSES | GM_TRACKS_HEAP))))
		gm_track_call(t, release);
}

#pragma GCC visibility pop

#endif
