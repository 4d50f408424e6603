/*
 * Receive buffers hold a pattern until their message is there: a program may not read them before.
 * Messages may be shorter than the buffer: what they leave alone is put back when the receive is
 * complete, before the program can look. What a nonblocking collective call returns always fills
 * its buffer.
 */
#include "fill.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "../base/zz_wrappers.h"
#include "../detail/status.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "install.h"
#include "pattern.h"
#include "plan.h"

typedef int irecv_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int wait_fn(void *, void *);
typedef int test_fn(void *, void *, void *);
typedef int waitall_fn(intptr_t, void *, void *);
typedef int testall_fn(intptr_t, void *, void *, void *);
typedef int waitany_fn(intptr_t, void *, void *, void *);
typedef int testany_fn(intptr_t, void *, void *, void *, void *);
typedef int some_fn(intptr_t, void *, void *, void *, void *);
typedef int free_fn(void *);
typedef int get_status_fn(uintptr_t, void *, void *);
typedef int ibcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int iallreduce_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, uintptr_t, void *);

static irecv_fn *real_irecv;
static wait_fn *real_wait;
static test_fn *real_test;
static waitall_fn *real_waitall;
static testall_fn *real_testall;
static waitany_fn *real_waitany;
static testany_fn *real_testany;
static some_fn *real_waitsome, *real_testsome;
static free_fn *real_free;
static get_status_fn *real_get_status;
static ibcast_fn *real_ibcast;
static iallreduce_fn *real_iallreduce;

/* A receive whose buffer is filled. */
struct filled {
	LIST_ENTRY(filled) others;
	int64_t request;
	struct gm_patterned pattern;
};

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change the list */
static LIST_HEAD(, filled) all = LIST_HEAD_INITIALIZER(all);

static void keep(struct filled *f)
{
	pthread_mutex_lock(&lock);
	LIST_INSERT_HEAD(&all, f, others);
	pthread_mutex_unlock(&lock);
}

/* The receive of a request, which is in the list no longer; NULL if there is none. */
static struct filled *taken(int64_t request)
{
	struct filled *f;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(f, &all, others)
	if (f->request == request)
		break;
	if (f)
		LIST_REMOVE(f, others);
	pthread_mutex_unlock(&lock);
	return f;
}

static void forget(struct filled *f)
{
	gm_pattern_forget(&f->pattern);
	free(f);
}

/* The request is complete, and the status is its own. */
static void settle(int64_t request, const void *status)
{
	struct filled *f = taken(request);

	if (!f)
		return;
	gm_put_back(&f->pattern, gm_status_bytes(status, 0));
	forget(f);
}

static int irecv(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag,
	uintptr_t comm, void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILL, GM_FN_MPI_Irecv);
	struct filled *f = c ? calloc(1, sizeof *f) : NULL;
	int rc;

	if (!f || gm_pattern(&f->pattern, buf, n, type)) {
		free(f);
		return real_irecv(buf, n, type, source, tag, comm, request);
	}
	gm_forced(c);
	rc = real_irecv(buf, n, type, source, tag, comm, request);
	if (rc) {
		gm_put_back(&f->pattern, 0);
		forget(f);
		return rc;
	}
	f->request = gm_handle_at(request);
	keep(f);
	return 0;
}

static int wait(void *request, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	const int64_t handle = gm_handle_at(request);
	const int rc = real_wait(request, at);

	if (!rc)
		settle(handle, at);
	return rc;
}

static int test(void *request, void *flag, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	const int64_t handle = gm_handle_at(request);
	const int rc = real_test(request, flag, at);

	if (!rc && *(int *)flag)
		settle(handle, at);
	return rc;
}

/* A request that is complete, but not freed: the program may look at the buffer. */
static int request_get_status(uintptr_t request, void *flag, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	const int rc = real_get_status(request, flag, at);

	if (!rc && *(int *)flag)
		settle(gm_handle(request), at);
	return rc;
}

/* Nothing says any more when the receive is complete. */
static int request_free(void *request)
{
	struct filled *f = taken(gm_handle_at(request));

	if (f)
		forget(f);
	return real_free(request);
}

/* Requests before they are completed, and where their statuses go. */
struct several {
	int64_t *handles; /* NULL: there are none, or no memory */
	char *own;        /* NULL: the program's own statuses are used */
	void *statuses;
};

static struct several several_of(intptr_t count, const void *requests, void *statuses)
{
	const int64_t n = (int32_t)count;
	struct several s = {NULL, NULL, statuses};

	if (n <= 0 || !requests)
		return s;
	s.handles = malloc((size_t)n * sizeof *s.handles);
	for (int64_t i = 0; s.handles && i < n; i++)
		s.handles[i] = gm_request_at(requests, i);
	if ((uintptr_t)statuses == gm_layout.ignore)
		s.own = malloc((size_t)n * gm_layout.size);
	if (s.own)
		s.statuses = s.own;
	return s;
}

/* Settles done requests, whose numbers are in indices; NULL: the first ones. */
static void settle_several(struct several *s, int rc, int64_t done, const int *indices)
{
	const char *status = s->statuses;
	const int known = (uintptr_t)s->statuses != gm_layout.ignore;

	for (int64_t i = 0; !rc && s->handles && known && i < done; i++, status += gm_layout.size)
		settle(s->handles[indices ? indices[i] : i], status);
	free(s->handles);
	free(s->own);
}

static int waitall(intptr_t n, void *requests, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real_waitall(n, requests, s.statuses);

	settle_several(&s, rc, (int32_t)n, NULL);
	return rc;
}

static int testall(intptr_t n, void *requests, void *flag, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real_testall(n, requests, flag, s.statuses);

	settle_several(&s, rc, *(int *)flag ? (int32_t)n : 0, NULL);
	return rc;
}

static int waitany(intptr_t n, void *requests, void *index, void *status)
{
	struct gm_status own;
	struct several s = several_of(n, requests, gm_status_or(status, &own));
	const int rc = real_waitany(n, requests, index, s.statuses);

	settle_several(&s, rc, *(int *)index >= 0, index);
	return rc;
}

static int testany(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	struct gm_status own;
	struct several s = several_of(n, requests, gm_status_or(status, &own));
	const int rc = real_testany(n, requests, index, flag, s.statuses);

	settle_several(&s, rc, *(int *)flag && *(int *)index >= 0, index);
	return rc;
}

static int waitsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real_waitsome(n, requests, outcount, indices, s.statuses);

	settle_several(&s, rc, *(int *)outcount, indices);
	return rc;
}

static int testsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real_testsome(n, requests, outcount, indices, s.statuses);

	settle_several(&s, rc, *(int *)outcount, indices);
	return rc;
}

/* Fills what a collective call is certain to fill later. */
static void fill_result(struct gm_choice *c, void *buf, intptr_t n, uintptr_t type)
{
	struct gm_patterned p;

	if (gm_in_place(buf) || gm_pattern(&p, buf, n, type))
		return;
	gm_pattern_forget(&p);
	gm_forced(c);
}

static int ibcast(
	void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm, void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILL, GM_FN_MPI_Ibcast);
	const struct gm_comm_shape shape = gm_comm_shape(gm_handle(comm));

	if (c && shape.members > 0 && !shape.inter && shape.rank != (int32_t)root)
		fill_result(c, buf, n, type);
	return real_ibcast(buf, n, type, root, comm, request);
}

static int iallreduce(void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op,
	uintptr_t comm, void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_FILL, GM_FN_MPI_Iallreduce);

	if (c && !gm_in_place(send))
		fill_result(c, recv, n, type);
	return real_iallreduce(send, recv, n, type, op, comm, request);
}

void gm_fill_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Irecv, irecv, &real_irecv},
		{GM_FN_MPI_Wait, wait, &real_wait},
		{GM_FN_MPI_Test, test, &real_test},
		{GM_FN_MPI_Waitall, waitall, &real_waitall},
		{GM_FN_MPI_Testall, testall, &real_testall},
		{GM_FN_MPI_Waitany, waitany, &real_waitany},
		{GM_FN_MPI_Testany, testany, &real_testany},
		{GM_FN_MPI_Waitsome, waitsome, &real_waitsome},
		{GM_FN_MPI_Testsome, testsome, &real_testsome},
		{GM_FN_MPI_Request_free, request_free, &real_free},
		{GM_FN_MPI_Request_get_status, request_get_status, &real_get_status},
		{GM_FN_MPI_Ibcast, ibcast, &real_ibcast},
		{GM_FN_MPI_Iallreduce, iallreduce, &real_iallreduce},
	};

	gm_pattern_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
