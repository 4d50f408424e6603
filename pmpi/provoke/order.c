/*
 * MPI_Waitany and its kin return another request that is complete, and only one. The choice stays
 * with the MPI library: it gets the requests in another order, and takes the first that is
 * complete.
 *
 * If each call is forced, the order rotates, so that every request is first in its turn:
 * MPI_Waitsome and MPI_Testsome are fair.
 */
#include "order.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "../loaded/real.h"
#include "install.h"
#include "plan.h"

enum { MOST = 4096, MOST_ASKED = 16, NAP_NANO = 50000, UNDEFINED = -32766 };

typedef int waitany_fn(intptr_t, void *, void *, void *);
typedef int testany_fn(intptr_t, void *, void *, void *, void *);
typedef int some_fn(intptr_t, void *, void *, void *, void *);
typedef int get_status_fn(uintptr_t, void *, void *);

static waitany_fn *real_waitany;
static testany_fn *real_testany;
static some_fn *real_waitsome, *real_testsome;
static get_status_fn *get_status;

/* Requests in another order. */
struct shuffled {
	struct gm_choice *choice;
	char *program;    /* the program's array */
	char *handles;    /* the same handles, in the order in which the library gets them */
	int32_t n, first; /* place k has the program's number first - k, going round */
	size_t size;      /* of a handle */
};

static int32_t place_of(const struct shuffled *s, int32_t k)
{
	return (s->first - k + s->n) % s->n;
}

/* Which request comes first. */
static int32_t first_of(const struct gm_choice *c, int32_t n)
{
	if (c->index != GM_EVERY)
		return (int32_t)(c->index % n);
	return c->count == GM_EVERY ? (int32_t)(n - 1 - (int64_t)((c->seen - 1) % (uint64_t)n))
				    : n - 1;
}

/* Whether this call is forced: its requests are in s then. */
static int shuffle(struct shuffled *s, unsigned fn, intptr_t n, void *requests)
{
	*s = (struct shuffled){gm_choice_of(GM_FORCE_ORDER, fn), requests, NULL, (int32_t)n, 0,
		gm_handle_mask == UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t)};
	if (!s->choice || s->n < 2 || s->n > MOST || !requests)
		return 0;
	s->handles = malloc((size_t)s->n * s->size);
	if (!s->handles)
		return 0;
	s->first = first_of(s->choice, s->n);
	for (int32_t k = 0; k < s->n; k++)
		memcpy(s->handles + (size_t)k * s->size,
			s->program + (size_t)place_of(s, k) * s->size, s->size);
	gm_forced(s->choice);
	return 1;
}

/*
 * Gives the program its requests back, and turns an index of the shuffled array into an index of
 * the program's.
 */
static void unshuffle(struct shuffled *s, int *index)
{
	for (int32_t k = 0; k < s->n; k++)
		memcpy(s->program + (size_t)place_of(s, k) * s->size,
			s->handles + (size_t)k * s->size, s->size);
	if (index && *index >= 0 && *index < s->n)
		*index = place_of(s, *index);
	free(s->handles);
}

/* Lets the MPI library notice which requests are complete. */
static void progress(const struct shuffled *s)
{
	for (int32_t k = 0; k < s->n && k < MOST_ASKED; k++) {
		uint64_t handle = 0;
		int flag;

		memcpy(&handle, s->handles + (size_t)k * s->size, s->size);
		get_status((uintptr_t)handle, &flag, (void *)gm_layout.ignore);
	}
}

/* Waits for a short while until the request that comes first is complete. */
static void await_first(const struct shuffled *s)
{
	const uint64_t end = gm_in_ms((uint64_t)s->choice->ms);
	uint64_t handle = 0;
	int flag = 0;

	if (s->choice->count == GM_EVERY) {
		progress(s);
		return;
	}
	memcpy(&handle, s->handles, s->size);
	while (!get_status((uintptr_t)handle, &flag, (void *)gm_layout.ignore) && !flag)
		if (gm_over(end, NAP_NANO))
			return;
}

static int waitany(intptr_t n, void *requests, void *index, void *status)
{
	struct shuffled s;

	if (!shuffle(&s, GM_FN_MPI_Waitany, n, requests))
		return real_waitany(n, requests, index, status);
	await_first(&s);
	const int rc = real_waitany(n, s.handles, index, status);
	unshuffle(&s, index);
	return rc;
}

static int testany(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	struct shuffled s;

	if (!shuffle(&s, GM_FN_MPI_Testany, n, requests))
		return real_testany(n, requests, index, flag, status);
	await_first(&s);
	const int rc = real_testany(n, s.handles, index, flag, status);
	unshuffle(&s, index);
	return rc;
}

/* Returns a single request in the form of a call that completes several. */
static int one_of_some(int rc, int flag, int index, int *outcount, int *indices)
{
	if (flag && index == UNDEFINED) {
		*outcount = UNDEFINED;
		return rc;
	}
	*outcount = flag;
	if (flag)
		indices[0] = index;
	return rc;
}

static int waitsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	struct shuffled s;
	int index = UNDEFINED;

	if (!shuffle(&s, GM_FN_MPI_Waitsome, n, requests))
		return real_waitsome(n, requests, outcount, indices, statuses);
	await_first(&s);
	const int rc = real_waitany(n, s.handles, &index, statuses);
	unshuffle(&s, &index);
	return one_of_some(rc, 1, index, outcount, indices);
}

static int testsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	struct shuffled s;
	int index = UNDEFINED, flag = 0;

	if (!shuffle(&s, GM_FN_MPI_Testsome, n, requests))
		return real_testsome(n, requests, outcount, indices, statuses);
	await_first(&s);
	const int rc = real_testany(n, s.handles, &index, &flag, statuses);
	unshuffle(&s, &index);
	return one_of_some(rc, flag, index, outcount, indices);
}

void gm_order_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Waitany, waitany, &real_waitany},
		{GM_FN_MPI_Testany, testany, &real_testany},
		{GM_FN_MPI_Waitsome, waitsome, &real_waitsome},
		{GM_FN_MPI_Testsome, testsome, &real_testsome},
	};

	get_status = gm_library_of(GM_FN_MPI_Request_get_status);
	gm_replace(list, sizeof list / sizeof *list);
}
