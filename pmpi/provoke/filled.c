/*
 * Buffers of operations that hold a pattern until a call has completed the request. So an operation
 * writes into other memory, and the buffer gets its bytes then.
 */
#include "filled.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "../detail/status.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "pattern.h"
#include "plan.h"

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change the list */
static LIST_HEAD(, gm_filled) all = LIST_HEAD_INITIALIZER(all);
static uint64_t kept; /* operations that have been added to the list */

void gm_filled_keep(struct gm_filled *f)
{
	pthread_mutex_lock(&lock);
	f->number = ++kept;
	LIST_INSERT_HEAD(&all, f, others);
	pthread_mutex_unlock(&lock);
}

/* The number of the last operation that was kept. */
uint64_t gm_filled_last(void)
{
	pthread_mutex_lock(&lock);
	const uint64_t last = kept;

	pthread_mutex_unlock(&lock);
	return last;
}

/*
 * The operation of a request, which is in the list no longer; NULL if there is none with a number
 * up to last.
 */
static struct gm_filled *taken(int64_t request, uint64_t last)
{
	struct gm_filled *f;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(f, &all, others)
	if (f->request == request && f->number <= last)
		break;
	if (f)
		LIST_REMOVE(f, others);
	pthread_mutex_unlock(&lock);
	return f;
}

struct gm_filled *gm_filled_taken(int64_t request)
{
	return taken(request, UINT64_MAX);
}

void gm_filled_forget(struct gm_filled *f)
{
	gm_pattern_forget(&f->pattern);
	free(f);
}

/* The bytes that an operation has written, by its status; negative: it was cancelled. */
int64_t gm_filled_bytes(const struct gm_filled *f, const void *status)
{
	return f->whole ? f->pattern.size : gm_status_bytes(status, f->file);
}

static void end(struct gm_filled *f, const void *status)
{
	if (f->active)
		gm_put_back(&f->pattern, gm_filled_bytes(f, status));
	f->active = 0;
	if (f->again)
		gm_filled_keep(f);
	else
		gm_filled_forget(f);
}

/*
 * The request is complete, and the status is its own. last is the number of the last operation when
 * the call that completed the request began: meanwhile another thread may have begun an operation
 * whose request has the same handle. Collective calls that are complete at once may share a
 * request, so all of these get their results.
 */
void gm_filled_settle(int64_t request, uint64_t last, const void *status)
{
	int again = 1;

	while (again) {
		struct gm_filled *f = taken(request, last);

		again = f && f->whole;
		if (f)
			end(f, status);
	}
}

/* Prepares the buffer of an operation for a pattern; NULL if the plan does not ask for it. */
struct gm_filled *gm_filled_of(unsigned fn, void *buf, intptr_t n, uintptr_t type)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILL, fn);
	struct gm_filled *f = c ? calloc(1, sizeof *f) : NULL;

	if (!f || gm_pattern_open(&f->pattern, buf, n, type)) {
		free(f);
		return NULL;
	}
	if (gm_pattern_instead(&f->pattern)) {
		gm_filled_forget(f);
		return NULL;
	}
	f->choice = c;
	return f;
}

/* Called before the operation begins; NULL if the buffer is not filled. */
struct gm_filled *gm_fill(unsigned fn, void *buf, intptr_t n, uintptr_t type)
{
	struct gm_filled *f = gm_filled_of(fn, buf, n, type);

	if (!f)
		return NULL;
	f->active = !gm_pattern_fill(&f->pattern);
	if (f->active) {
		gm_forced(f->choice);
		return f;
	}
	gm_filled_forget(f);
	return NULL;
}

/* Where the operation is to write. */
void *gm_filled_target(const struct gm_filled *f, void *buf)
{
	return f ? f->pattern.instead : buf;
}

/* Called when the operation has begun: its end finds the buffer by the request. */
int gm_filled_begun(struct gm_filled *f, int rc, const void *request)
{
	if (!f)
		return rc;
	if (rc) {
		if (f->active)
			gm_put_back(&f->pattern, 0);
		gm_filled_forget(f);
		return rc;
	}
	f->request = gm_handle_at(request);
	if (f->whole && gm_is_null(GM_CLASS_REQUEST, (uint64_t)f->request))
		end(f, NULL); /* it is complete */
	else
		gm_filled_keep(f);
	return 0;
}

/* Fills the result of a collective call, which writes all of it; NULL if it is not filled. */
struct gm_filled *gm_fill_result(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type)
{
	struct gm_filled *f = gm_in_place(buf) ? NULL : gm_fill(fn + (unsigned)large, buf, n, type);

	if (f)
		f->whole = 1;
	return f;
}
