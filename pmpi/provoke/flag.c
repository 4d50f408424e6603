/*
 * Tests and probes return a false flag for a while, although the request is complete or the message
 * has arrived. One of eight calls returns the true flag, so a program that repeats the call reads
 * it. The MPI library makes progress in each call. A flag is never denied if the program knows
 * already that it is true: for a message that a probe has found, a request that
 * MPI_Request_get_status has found complete, and generalized requests, which the program completes
 * itself.
 */
#include "flag.h"

#include <pthread.h>
#include <stdint.h>

#include "../base/gm.h"
#include "../base/zz_wrappers.h"
#include "../detail/status.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "install.h"
#include "plan.h"

enum { TRUTH = 8, MOST_KNOWN = 256 };

typedef int test_fn(void *, void *, void *);
typedef int testall_fn(intptr_t, void *, void *, void *);
typedef int get_status_fn(uintptr_t, void *, void *);
typedef int iprobe_fn(intptr_t, intptr_t, uintptr_t, void *, void *);
typedef int improbe_fn(intptr_t, intptr_t, uintptr_t, void *, void *, void *);
typedef int grequest_fn(void *, void *, void *, void *, void *);

/* A request that is complete or generalized, or a message. */
struct known {
	int64_t handle; /* of the request, or of the message's communicator */
	int is_message;
	int32_t source, tag; /* of the message */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the list */
static struct known known[MOST_KNOWN];
static unsigned n_known;
static int is_full; /* the list is full: no flag is denied from now on */

static test_fn *real_test;
static testall_fn *real_testall;
static get_status_fn *real_get_status;
static iprobe_fn *real_iprobe;
static improbe_fn *real_improbe;
static grequest_fn *real_grequest;

/*
 * Whether the n-th call returns the true flag. These calls are spread such that, if several calls
 * take turns, each of them is among these calls.
 */
static int is_truth(uint32_t n)
{
	return n * 2654435769u / (UINT32_MAX / TRUTH + 1) == 0;
}

static int is_same(const struct known *a, const struct known *asked)
{
	return a->handle == asked->handle && a->is_message == asked->is_message &&
	       (!a->is_message ||
		       ((asked->source == gm_layout.any_source || asked->source == a->source) &&
			       (asked->tag < 0 || asked->tag == a->tag)));
}

/* Whether the list has the request or message. The caller holds the lock. */
static int has(const struct known *asked)
{
	for (unsigned i = 0; i < n_known; i++)
		if (is_same(&known[i], asked))
			return 1;
	return 0;
}

static int knows(struct known asked)
{
	pthread_mutex_lock(&lock);
	const int found = is_full || has(&asked);

	pthread_mutex_unlock(&lock);
	return found;
}

static void learn(struct known k)
{
	pthread_mutex_lock(&lock);
	if (!has(&k)) {
		is_full |= n_known == MOST_KNOWN;
		if (!is_full)
			known[n_known++] = k;
	}
	pthread_mutex_unlock(&lock);
}

/* Removes the request or message from the list. */
static void forget(struct known asked)
{
	unsigned left = 0;

	pthread_mutex_lock(&lock);
	for (unsigned i = 0; i < n_known; i++)
		if (!is_same(&known[i], &asked))
			known[left++] = known[i];
	n_known = left;
	pthread_mutex_unlock(&lock);
}

static struct known request_of(int64_t handle)
{
	return (struct known){.handle = handle};
}

static struct known message_of(uintptr_t comm, intptr_t source, intptr_t tag)
{
	return (struct known){gm_handle(comm), 1, (int32_t)source, (int32_t)tag};
}

/* Whether this call must return a false flag. */
static int is_false(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FLAG, fn);

	if (!c || is_truth((uint32_t)GM_LOAD(&c->seen)))
		return 0;
	gm_forced(c);
	return 1;
}

/* Returns a false flag, even if the MPI library has returned a true flag. */
static int say_false(int rc, void *flag)
{
	if (!rc)
		*(int *)flag = 0;
	return rc;
}

static int is_null(int64_t request)
{
	return request == gm_handle(gm_predef(GM_ID_REQUEST_NULL));
}

/* Tests the request without completing it. */
static int look(int64_t request)
{
	int done = 0;

	return real_get_status((uintptr_t)request, &done, (void *)gm_layout.ignore);
}

static int test(void *request, void *flag, void *status)
{
	const int64_t handle = gm_handle_at(request);

	if (!is_null(handle) && !knows(request_of(handle)) && is_false(GM_FN_MPI_Test))
		return say_false(look(handle), flag);
	const int rc = real_test(request, flag, status);

	if (!rc && *(int *)flag)
		forget(request_of(handle));
	return rc;
}

/* Whether the program does not know yet that all of its requests are complete. */
static int is_open(intptr_t n, const void *requests)
{
	for (int64_t i = 0; requests && i < (int32_t)n; i++) {
		const int64_t handle = gm_request_at(requests, i);

		if (!is_null(handle) && !knows(request_of(handle)))
			return 1;
	}
	return 0;
}

static int testall(intptr_t n, void *requests, void *flag, void *statuses)
{
	int rc = 0;

	if (!is_open(n, requests) || !is_false(GM_FN_MPI_Testall))
		return real_testall(n, requests, flag, statuses);
	for (int64_t i = 0; i < (int32_t)n && !rc; i++)
		rc = look(gm_request_at(requests, i));
	return say_false(rc, flag);
}

static int get_status(uintptr_t request, void *flag, void *status)
{
	const struct known asked = request_of(gm_handle(request));

	if (!is_null(asked.handle) && !knows(asked) && is_false(GM_FN_MPI_Request_get_status))
		return say_false(look(asked.handle), flag);
	const int rc = real_get_status(request, flag, status);

	if (!rc && *(int *)flag && !is_null(asked.handle))
		learn(asked);
	return rc;
}

static int iprobe(intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *status)
{
	const struct known asked = message_of(comm, source, tag);
	struct gm_status own;
	void *const at = gm_status_or(status, &own);

	if (!gm_is_nobody(source) && !knows(asked) && is_false(GM_FN_MPI_Iprobe))
		return say_false(real_iprobe(source, tag, comm, flag, &own), flag);
	const int rc = real_iprobe(source, tag, comm, flag, at);

	if (rc || gm_is_nobody(source))
		return rc;
	if (!*(int *)flag) /* a message that was found is received */
		forget(asked);
	else {
		const struct gm_message m = gm_message_of(1, at, 1);

		learn(message_of(comm, (intptr_t)m.source, (intptr_t)m.tag));
	}
	return rc;
}

static int improbe(
	intptr_t source, intptr_t tag, uintptr_t comm, void *flag, void *message, void *status)
{
	const struct known asked = message_of(comm, source, tag);
	struct gm_status own;

	if (!gm_is_nobody(source) && !knows(asked) && is_false(GM_FN_MPI_Improbe))
		return say_false(real_iprobe(source, tag, comm, flag, &own), flag);
	const int rc = real_improbe(source, tag, comm, flag, message, status);

	if (!rc && !gm_is_nobody(source)) /* the message is received, or has been */
		forget(asked);
	return rc;
}

static int grequest_start(void *query, void *free, void *cancel, void *state, void *request)
{
	const int rc = real_grequest(query, free, cancel, state, request);

	if (!rc)
		learn(request_of(gm_handle_at(request)));
	return rc;
}

void gm_flag_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Test, test, &real_test},
		{GM_FN_MPI_Testall, testall, &real_testall},
		{GM_FN_MPI_Request_get_status, get_status, &real_get_status},
		{GM_FN_MPI_Iprobe, iprobe, &real_iprobe},
		{GM_FN_MPI_Improbe, improbe, &real_improbe},
		{GM_FN_MPI_Grequest_start, grequest_start, &real_grequest},
	};

	gm_replace(list, sizeof list / sizeof *list);
}
