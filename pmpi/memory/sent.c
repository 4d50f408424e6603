/*
 * Digests of what operations send, when they begin and when they are complete. Unless the user has
 * asked for all of them, they may take a share of the run's time: what begins while it is used up
 * has no digest. A program that sends rarely has all of its buffers watched, one that does nothing
 * else some of them; short runs, and the first messages of all, are within what is granted at once.
 */
#include "sent.h"

#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/gm.h"
#include "digest.h"
#include "table.h"
#include "tracking.h"

enum {
	SHARE = 128, /* digests may take this part of the time */
	EXTRA = 400, /* ticks of what a digest needs besides: its place in the table of buffers */
	GRANT = 2000000, /* ticks: about a millisecond */
	MARGIN = GRANT / 8,
};

static int all;         /* whatever it takes */
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

/* What digests may have taken until now. */
static uint64_t allowed(void)
{
	return GRANT + (gm_ticks() - began) / SHARE;
}

/*
 * Whether the time allows a digest. Once it does not, operations do not even ask until gm_sent_look
 * finds that it does again.
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
 * Digests are taken again: 0 if that cannot be now. Meanwhile the wrappers may not have said which
 * operations are complete: if nothing else needs them, those that are known are forgotten. So they
 * do not begin again before the thread that ends them has done so: else what is complete meanwhile
 * would stay known. The thread may have the table's mutex: a record may be in the way of another.
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
