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

enum { BUCKET_BITS = 10 };

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change a list */
static LIST_HEAD(, gm_filled) buckets[1 << BUCKET_BITS];

static unsigned bucket_of(int64_t request)
{
	return (unsigned)((uint64_t)request * 0x9e3779b97f4a7c15u >> (64 - BUCKET_BITS));
}

void gm_filled_keep(struct gm_filled *f)
{
	pthread_mutex_lock(&lock);
	LIST_INSERT_HEAD(&buckets[bucket_of(f->request)], f, others);
	pthread_mutex_unlock(&lock);
}

/* The operation of a request, which is in no list any longer; NULL if there is none. */
struct gm_filled *gm_filled_taken(int64_t request)
{
	struct gm_filled *f;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(f, &buckets[bucket_of(request)], others)
	if (f->request == request)
		break;
	if (f)
		LIST_REMOVE(f, others);
	pthread_mutex_unlock(&lock);
	return f;
}

/*
 * Takes the operations of a request that a call is to complete. It comes before the call: once the
 * request is complete, another thread may get a request with the same handle. Collective calls that
 * are complete at once may share a request, so there may be several. NULL: there is none.
 */
struct gm_filled *gm_filled_claim(int64_t request)
{
	struct gm_filled *const first = gm_filled_taken(request), *last = first;

	while (last && last->whole) {
		last->next = gm_filled_taken(request);
		last = last->next;
	}
	return first;
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
 * The call that was to complete the request has returned. done: the request is complete, and the
 * status is its own; otherwise its operations are kept.
 */
void gm_filled_settle(struct gm_filled *claimed, int done, const void *status)
{
	for (struct gm_filled *f = claimed, *next; f; f = next) {
		next = f->next;
		f->next = NULL;
		if (done)
			end(f, status);
		else
			gm_filled_keep(f);
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
