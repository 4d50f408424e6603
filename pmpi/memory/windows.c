/* The memory of windows. */
#include "windows.h"

#include <errno.h>

#include "../base/record.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "../library/winfacts.h"
#include "../library/zz_predef.h"
#include "../loaded/mapped.h"
#include "../record/ring.h"
#include "access.h"
#include "cover.h"
#include "ends.h"
#include "heap.h"
#include "table.h"
#include "tracking.h"
#include "use.h"

static int is_known(int64_t win, uintptr_t lo, uintptr_t hi)
{
	const struct gm_entry *e = gm_table_first(GM_CLASS_WIN, win);

	for (; e; e = gm_entry_at(e->next))
		if (e->is_window && e->until.handle == win && e->lo == lo && e->hi == hi)
			return 1;
	return 0;
}

/*
 * A window has this memory now, perhaps of another process (is_shared). Known even
 * while nothing is tracked: that may begin later.
 */
void gm_track_window(uintptr_t win, const void *base, int64_t size, int is_shared)
{
	const struct gm_until until = {GM_CLASS_WIN, gm_handle(win), -1, 0, 0, 0};
	const uintptr_t lo = (uintptr_t)base;
	const int saved = errno;
	struct gm_entry *e;

	if (!base || size <= 0 || gm_mapped(base, size) != 1)
		return;
	gm_table_lock();
	if (is_shared)
		gm_access_shared();
	e = is_known(until.handle, lo, lo + (uintptr_t)size) ? NULL : gm_table_add(&until, 1);
	if (e) {
		e->lo = (uintptr_t)base;
		e->hi = e->lo + (uintptr_t)size;
		if (gm_accesses())
			gm_bridge->watch(base, (size_t)size);
		if (gm_heaps())
			gm_heap_mark(e->lo, size);
	}
	gm_table_unlock();
	errno = saved;
}

/*
 * A window that processes share has been created: a program may reach the memory of all its ranks
 * without asking for it, as they lie behind each other.
 */
void gm_track_segments(struct gm_thread *t, const void *pc, uintptr_t win, uintptr_t comm)
{
	const struct gm_comm_shape shape = gm_comm_shape(comm);

	if (!gm_accesses())
		return;
	for (int64_t rank = 0; rank < shape.members; rank++) {
		int64_t words[4] = {gm_handle(win), rank, 0, 0};
		void *base = NULL;

		if (rank == shape.rank || !gm_query_segment(win, (int)rank, &words[3], &base))
			continue;
		words[2] = (int64_t)(uintptr_t)base;
		gm_track_window(win, base, words[3], 1);
		gm_record(t, GM_META(GM_KIND_SEGMENT, GM_ONCE, 0, 4), pc, words);
	}
}

static void unwatch(const struct gm_entry *e)
{
	if (!gm_accesses())
		return;
	gm_bridge->unwatch((const void *)e->lo, e->hi - e->lo);
	gm_cover_again(e->lo, e->hi);
}

/* The window loses the memory at base, or if that is NULL, all of it. */
static void leave_window(uintptr_t win, const void *base)
{
	const int saved = errno;
	uint32_t *link;

	gm_table_lock();
	link = gm_table_chain(GM_CLASS_WIN, gm_handle(win));
	while (link && *link) {
		struct gm_entry *e = gm_entry_at(*link);

		if (!e->is_window || e->until.handle != gm_handle(win) ||
			(base && e->lo != (uintptr_t)base)) {
			link = &e->next;
			continue;
		}
		unwatch(e);
		gm_table_drop(link);
	}
	gm_table_unlock();
	errno = saved;
}

void gm_track_detached(uintptr_t win, const void *base)
{
	leave_window(win, base);
}

/* The window is about to be freed. */
void gm_track_win_freed(uintptr_t win)
{
	gm_track_settled(win, -1);
	leave_window(win, NULL);
}
