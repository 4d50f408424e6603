/*
 * Digests of what operations send, when they begin and when they are complete. Unless the user has
 * asked for all of them, they may take a share of the run's time: what begins while it is used up
 * has no digest. A program that sends rarely has all of its buffers watched, one that does nothing
 * else some of them; short runs, and the first messages of all, are within what is granted at once.
 */
#include "sent.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "digest.h"
#include "gm.h"

enum {
	SHARE = 64,  /* digests may take this part of the time */
	SKIP = 32,   /* operations without a look at the clock once the share is used up */
	EXTRA = 300, /* ticks of what a digest needs besides: its place in the table of buffers */
};

static const uint64_t GRANT = 10000000; /* nanoseconds, or ticks of about as long, or less */

static int all; /* whatever it takes */
static uint64_t began, spent;
static uint32_t skip;

/* Recording starts: 1 if digests are to be taken. After gm_digest_setup. */
int gm_sent_begin(void)
{
	const char *text = getenv("GOMARMOT_DIGEST");

	all = text && *text;
	began = gm_ticks();
	return gm_digest_on();
}

/* Whether the time allows a digest. Threads that count at once may lose an operation or two. */
int gm_sent_open(void)
{
	const uint32_t left = GM_LOAD(&skip);

	if (all)
		return 1;
	if (left) {
		GM_STORE(&skip, left - 1);
		return 0;
	}
	if (GM_LOAD(&spent) <= GRANT + (gm_ticks() - began) / SHARE)
		return 1;
	GM_STORE(&skip, (uint32_t)SKIP);
	return 0;
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
