/*
 * Digests of sent data, when an operation begins and when it is complete. Unless the user has asked
 * for all digests, they may take a share of the run's time: operations that begin when the share is
 * used up have no digest. In a program that sends rarely, all buffers are watched; in a program
 * that only sends, some of them. A grant at the beginning covers short runs and the first messages.
 */
#include "sent.h"

#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/gm.h"
#include "../base/record.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "digest.h"
#include "table.h"
#include "tracking.h"

enum {
	SHARE = 128,     /* digests may take this part of the time */
	EXTRA = 400,     /* ticks that a digest costs besides: its entry in the table of buffers */
	GRANT = 2000000, /* ticks: about a millisecond */
	MARGIN = GRANT / 8,
};

static int all;         /* all digests are taken, however long they take */
static uint32_t closed; /* 1: the share is used up */
static uint64_t began, spent;

/* Recording starts: 1 if digests are to be taken. After gm_digest_setup. */
int gm_sent_begin(void)
{
	const char *text = getenv("GOMARMOT_DIGEST");

	all = text && *text;
	began = gm_ticks();
	GM_STORE(&closed, 0);
	return gm_digest_on();
}

/* The ticks that digests may have taken until now. */
static uint64_t allowed(void)
{
	return GRANT + (gm_ticks() - began) / SHARE;
}

/*
 * Whether the time allows a digest. Once the time is used up, operations do not call this function
 * until gm_sent_look finds that there is time again.
 */
int gm_sent_open(void)
{
	if (all)
		return 1;
	if (GM_LOAD(&closed))
		return 0;
	if (GM_LOAD(&spent) <= allowed())
		return 1;
	if (!__atomic_exchange_n(&closed, 1, __ATOMIC_RELAXED))
		gm_tracking_off(GM_TRACKS_SENT);
	return 0;
}

/*
 * Starts digests again; 0 if that is not possible now. While they were stopped, the wrappers may
 * not have reported which operations are complete: the entries of the table are dropped if nothing
 * else needs them. gm_table_try: a record may be made by a thread that has the table's mutex.
 * Digests start only when the thread that stopped them has cleared GM_TRACKS_SENT: otherwise
 * operations that complete meanwhile would stay in the table.
 */
static int resume(void)
{
	int ended;

	if (!gm_table_try())
		return 0;
	ended = !(GM_LOAD(&gm_tracking) & GM_TRACKS_SENT);
	if (!gm_tracks())
		gm_table_forget();
	if (ended)
		gm_tracking_on(GM_TRACKS_SENT);
	gm_table_unlock();
	return ended;
}

/* Now and then, after thousands of records. */
void gm_sent_look(void)
{
	if (!GM_LOAD(&closed) || GM_LOAD(&spent) + MARGIN > allowed())
		return;
	if (resume())
		GM_STORE(&closed, 0);
}

/* The digest of a buffer of an operation that has begun; 0 if none was taken. */
int64_t gm_sent_digest(const void *buf, int64_t count, const struct gm_map *map)
{
	return gm_sent_open() ? gm_sent_again(buf, count, map) : 0;
}

/* The digest of the buffer when the operation is complete. */
int64_t gm_sent_again(const void *buf, int64_t count, const struct gm_map *map)
{
	const uint64_t from = gm_ticks();
	const int64_t digest = gm_digest(buf, count, map);

	__atomic_fetch_add(&spent, gm_ticks() - from + EXTRA, __ATOMIC_RELAXED);
	return digest;
}

/*
 * Whether sent data has changed since the operation began. Called with the lock, so that digests
 * that were stopped do not start again meanwhile. If they were stopped, another thread may have
 * completed the operation unnoticed, and used the buffer again.
 */
void gm_sent_compare(const struct gm_entry *e)
{
	const int64_t digest = gm_sent_again(e->buf, e->count, e->map);
	const int64_t words[6] = {e->until.object_class, e->until.handle, e->until.target,
		(int64_t)(uintptr_t)e->buf, (int64_t)e->lo, (int64_t)e->hi};

	if (!digest || digest == e->digest || !gm_self)
		return;
	/* The result counts only if digests are still taken after the buffer has been read. */
	if (__atomic_fetch_or(&gm_tracking, 0, __ATOMIC_ACQ_REL) & GM_TRACKS_SENT)
		gm_record(gm_self, GM_META(GM_KIND_CHANGED, GM_ONCE, 0, 6), NULL, words);
}
