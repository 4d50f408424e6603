/* Operations are complete, so their buffers are the program's again. */
#include "ends.h"

#include <errno.h>

#include "../library/args.h"
#include "../library/zz_predef.h"
#include "../record/blob.h"
#include "../record/room.h"
#include "../record/thread.h"
#include "access.h"
#include "cover.h"
#include "sent.h"
#include "table.h"
#include "use.h"
#include "uses.h"

/* The part of memory that ended uses have covered. */
struct hull {
	uintptr_t lo, hi;
};

/* The operations with one request whose buffers are in the table. */
struct same {
	uint32_t call; /* that started the oldest operation that is not counted as complete */
	int pending;   /* operations that are not counted as complete */
	int over;      /* buffers of operations that are */
};

static struct same same_request(int64_t request)
{
	const struct gm_entry *e = gm_table_first(GM_CLASS_REQUEST, request);
	struct same s = {0, 0, 0};

	for (; e; e = gm_entry_at(e->next)) {
		if (!gm_is_until(e, GM_CLASS_REQUEST, request, -1))
			continue;
		if (e->over) {
			s.over++;
			continue;
		}
		s.pending += !s.pending || e->until.call != s.call;
		s.call = e->until.call;
	}
	return s;
}

enum { MOST_OVER = 64 }; /* buffers that are kept of operations that are counted as complete */

enum { GIVEN_UP = 32 }; /* uses of operations without a request that are kept */

static uint32_t given_up; /* so far */

static void uncover(struct gm_entry *e, struct hull *hull)
{
	if (!e->armed)
		return;
	gm_cover(e, 0);
	hull->lo = e->lo < hull->lo ? e->lo : hull->lo;
	hull->hi = e->hi > hull->hi ? e->hi : hull->hi;
}

/*
 * No call will tell that the operation of this entry is complete: the entry is kept, among the
 * latest.
 */
static void keep_given_up(uint32_t *link)
{
	const uint32_t number = *link;
	struct gm_entry *e = gm_entry_at(number);
	uint32_t *chain;

	*link = e->next;
	e->digest = 0;
	e->until = (struct gm_until){.object_class = GM_UNTIL_TOLD, .call = given_up++};
	chain = gm_table_chain(GM_UNTIL_TOLD, 0);
	e->next = *chain;
	*chain = number;
}

/* Ends the uses that were given up longest ago. */
static void drop_given_up(struct hull *hull)
{
	uint32_t *link = gm_table_chain(GM_UNTIL_TOLD, 0);

	while (link && *link) {
		struct gm_entry *e = gm_entry_at(*link);

		if (!gm_is_until(e, GM_UNTIL_TOLD, 0, -1) || given_up - e->until.call < GIVEN_UP) {
			link = &e->next;
			continue;
		}
		uncover(e, hull);
		gm_table_drop(link);
	}
}

/* How uses end: COMPLETE, OVER: persistent uses too, FAILED: whether they are complete is not
 * known. */
enum ending { COMPLETE, OVER, FAILED };

/*
 * Ends the uses that this object, handle and target end. Under the lock. Where several pending
 * operations have one handle, it is not known which of them is complete: their data is not
 * compared, now or later, and accesses to it are recorded until all of them are.
 */
static void end_uses(
	int object_class, int64_t handle, int64_t target, enum ending how, struct hull *hull)
{
	const int is_request = object_class == GM_CLASS_REQUEST;
	const int abandoned = how == OVER && is_request;
	uint32_t *link = gm_table_chain(object_class, handle);
	const struct same same = is_request ? same_request(handle) : (struct same){0, 0, 0};
	const int others = same.pending > 1;
	const int keeps = others && how == COMPLETE && same.over < MOST_OVER;

	while (link && *link) {
		struct gm_entry *e = gm_entry_at(*link);

		if (!gm_is_until(e, object_class, handle, target)) {
			link = &e->next;
			continue;
		}
		if (others)
			e->digest = 0;
		if (is_request && e->until.call != same.call && (others || !e->over)) {
			link = &e->next;
			continue;
		}
		if (keeps && !e->until.persistent) {
			e->over = 1;
			link = &e->next;
			continue;
		}
		if (e->digest && !abandoned && how != FAILED && e->use != GM_ARRAY)
			gm_sent_compare(e);
		if (e->use != GM_ARRAY)
			e->digest = 0;
		if (abandoned && e->armed && !e->until.persistent) {
			keep_given_up(link);
			continue;
		}
		uncover(e, hull);
		if (e->until.persistent && how != OVER)
			link = &e->next;
		else
			gm_table_drop(link);
	}
}

static void end_one(int object_class, int64_t handle, int64_t target)
{
	struct hull hull = {UINTPTR_MAX, 0};
	const int saved = errno;

	if (!gm_table_has_buffers())
		return;
	gm_table_lock();
	end_uses(object_class, handle, target, OVER, &hull);
	drop_given_up(&hull);
	gm_cover_again(hull.lo, hull.hi);
	gm_table_unlock();
	errno = saved;
}

/* Operations on a window are complete at this rank: all operations, or all to a target. */
void gm_track_settled(uintptr_t win, int64_t target)
{
	end_one(GM_CLASS_WIN, gm_handle(win), target);
}

/* The split collective operation on a file is over. */
void gm_track_ended(int64_t file)
{
	end_one(GM_CLASS_FILE, file, -1);
}

/* The buffer for buffered sends has been detached. */
void gm_track_room_over(void)
{
	end_one(GM_UNTIL_DETACHED, 0, -1);
}

/* The call has returned that used buffers until then. */
void gm_track_returned(struct gm_thread *t)
{
	gm_track_meanwhile(t);
	end_one(GM_UNTIL_RETURN, gm_track_call_of(t), -1);
}

/* The program has given up its request. */
void gm_track_given_up(int64_t request)
{
	end_one(GM_CLASS_REQUEST, request, -1);
}

/* The handles that gm_track_requests keeps until the call returns. */
struct handles {
	int64_t n;
	int64_t handle[];
};

static struct handles *kept_room(struct gm_thread *t, int64_t n)
{
	return gm_room(t, GM_ROOM_TRACKED, sizeof(struct handles) + (uint64_t)n * sizeof(int64_t));
}

/* Before a call that may complete requests: it overwrites their handles. */
void gm_track_requests(struct gm_thread *t, int64_t n, const void *requests)
{
	struct handles *kept;

	n = gm_table_has_buffers() ? gm_array_len(n, requests, gm_handle_size()) : 0;
	kept = kept_room(t, n);
	if (!kept)
		return;
	kept->n = n;
	for (int64_t i = 0; i < n; i++)
		kept->handle[i] = gm_request_at(requests, i);
}

/* Ends the uses of n kept requests: the requests that the indices name, or the first n. */
static void end_kept(struct gm_thread *t, int64_t n, const int32_t *indices, enum ending how)
{
	const struct handles *kept = kept_room(t, 0);
	struct hull hull = {UINTPTR_MAX, 0};
	const int saved = errno;

	if (!kept || !gm_table_has_buffers())
		return;
	gm_table_lock();
	for (int64_t i = 0; i < n; i++) {
		const int64_t which = indices ? indices[i] : i;

		if (which >= 0 && which < kept->n)
			end_uses(GM_CLASS_REQUEST, kept->handle[which], -1, how, &hull);
	}
	gm_cover_again(hull.lo, hull.hi);
	gm_table_unlock();
	errno = saved;
}

/* The call has completed n requests: the requests that the indices name, or the first n. */
void gm_track_completed(struct gm_thread *t, int64_t n, const int32_t *indices)
{
	end_kept(t, n, indices, COMPLETE);
}

/*
 * The call has failed: some of its n requests may be complete, and their handles may return as
 * those of other operations.
 */
void gm_track_doubted(struct gm_thread *t, int64_t n)
{
	end_kept(t, n, NULL, FAILED);
}
