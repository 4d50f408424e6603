/*
 * Receives, reads of files, and the calls that complete their requests: a program may not read a
 * buffer before (filled.c). Receives and reads may leave bytes of the buffer alone, which are put
 * back when the operation is complete: messages may be shorter than the buffer, and files end.
 */
#include "fill.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/zz_wrappers.h"
#include "../detail/status.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../loaded/real.h"
#include "fillcoll.h"
#include "filled.h"
#include "fillparts.h"
#include "install.h"
#include "pattern.h"
#include "plan.h"

typedef int irecv_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int imrecv_fn(void *, intptr_t, uintptr_t, void *, void *);
typedef int iread_fn(uintptr_t, void *, intptr_t, uintptr_t, void *);
typedef int iread_at_fn(uintptr_t, int64_t, void *, intptr_t, uintptr_t, void *);
typedef int start_fn(void *);
typedef int startall_fn(intptr_t, void *);
typedef int wait_fn(void *, void *);
typedef int test_fn(void *, void *, void *);
typedef int waitall_fn(intptr_t, void *, void *);
typedef int testall_fn(intptr_t, void *, void *, void *);
typedef int waitany_fn(intptr_t, void *, void *, void *);
typedef int testany_fn(intptr_t, void *, void *, void *, void *);
typedef int some_fn(intptr_t, void *, void *, void *, void *);
typedef int free_fn(void *);
typedef int get_status_fn(uintptr_t, void *, void *);

static irecv_fn *real_irecv[2], *real_init[2];
static imrecv_fn *real_imrecv[2];
static iread_fn *real_iread[2], *real_iread_all[2], *real_iread_shared[2];
static iread_at_fn *real_iread_at[2], *real_iread_at_all[2];
static start_fn *real_start;
static startall_fn *real_startall;
static wait_fn *real_wait;
static test_fn *real_test;
static waitall_fn *real_waitall;
static testall_fn *real_testall, *real_status_all;
static waitany_fn *real_waitany;
static testany_fn *real_testany, *real_status_any;
static some_fn *real_waitsome, *real_testsome, *real_status_some;
static free_fn *real_free, *real_cancel;
static get_status_fn *real_get_status;
static irecv_fn *irecv_of[2];

/* A receive from MPI_PROC_NULL leaves its buffer alone: the program may write and read it. */
static int irecv(int large, void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag,
	uintptr_t comm, void *request)
{
	const unsigned fn = GM_FN_MPI_Irecv + (unsigned)large;
	struct gm_filled *f =
		gm_is_nobody(source) ? NULL : gm_fill(fn, buf, gm_count(large, n), type);
	void *const to = gm_filled_target(f, buf);

	if (f) {
		f->repost = real_irecv[large];
		f->source = source;
		f->tag = tag;
		f->comm = comm;
	}
	return gm_filled_begun(
		f, real_irecv[large](to, n, type, source, tag, comm, request), request);
}

GM_BOTH(irecv,
	(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, source, tag, comm, request)

/* Whether a message is MPI_MESSAGE_NO_PROC, which a probe of MPI_PROC_NULL returns. */
static int is_of_nobody(const void *message)
{
	static const int64_t constant[] = {[GM_STATUS_MPICH] = 0x6c000000, [GM_STATUS_ABI] = 0x129};
	const int64_t handle = gm_handle_at(message);

	return handle ==
	       (gm_layout.style == GM_STATUS_OPENMPI
			       ? (int64_t)(uintptr_t)gm_find_variable("ompi_message_no_proc")
			       : constant[gm_layout.style]);
}

static int imrecv(int large, void *buf, intptr_t n, uintptr_t type, void *message, void *request)
{
	const unsigned fn = GM_FN_MPI_Imrecv + (unsigned)large;
	struct gm_filled *f =
		is_of_nobody(message) ? NULL : gm_fill(fn, buf, gm_count(large, n), type);

	return gm_filled_begun(f,
		real_imrecv[large](gm_filled_target(f, buf), n, type, message, request), request);
}

GM_BOTH(imrecv, (void *buf, intptr_t n, uintptr_t type, void *message, void *request), buf, n, type,
	message, request)

static int recv_init(int large, void *buf, intptr_t n, uintptr_t type, intptr_t source,
	intptr_t tag, uintptr_t comm, void *request)
{
	const unsigned fn = GM_FN_MPI_Recv_init + (unsigned)large;
	struct gm_filled *f =
		gm_is_nobody(source) ? NULL : gm_filled_of(fn, buf, gm_count(large, n), type);

	if (f) {
		f->again = 1;
		f->repost = irecv_of[large];
		f->source = source;
		f->tag = tag;
		f->comm = comm;
	}
	return gm_filled_begun(f,
		real_init[large](gm_filled_target(f, buf), n, type, source, tag, comm, request),
		request);
}

GM_BOTH(recv_init,
	(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, source, tag, comm, request)

/* A persistent receive is about to start. */
static void fill_again(int64_t request)
{
	struct gm_filled *f = gm_filled_taken(request);

	if (!f)
		return;
	f->active = 1;
	if (!gm_pattern_fill(&f->pattern))
		gm_forced(f->choice);
	gm_filled_keep(f);
}

static int start(void *request)
{
	fill_again(gm_handle_at(request));
	return real_start(request);
}

static int startall(intptr_t n, void *requests)
{
	for (int64_t i = 0; requests && i < (int32_t)n; i++)
		fill_again(gm_request_at(requests, i));
	return real_startall(n, requests);
}

static struct gm_filled *fill_read(unsigned fn, void *buf, intptr_t n, uintptr_t type)
{
	struct gm_filled *f = gm_fill(fn, buf, n, type);

	if (f)
		f->file = 1;
	return f;
}

static int iread_of(iread_fn *const real[2], unsigned fn, int large, uintptr_t file, void *buf,
	intptr_t n, uintptr_t type, void *request)
{
	struct gm_filled *f = fill_read(fn + (unsigned)large, buf, gm_count(large, n), type);

	return gm_filled_begun(
		f, real[large](file, gm_filled_target(f, buf), n, type, request), request);
}

static int iread_at_of(iread_at_fn *const real[2], unsigned fn, int large, uintptr_t file,
	int64_t offset, void *buf, intptr_t n, uintptr_t type, void *request)
{
	struct gm_filled *f = fill_read(fn + (unsigned)large, buf, gm_count(large, n), type);

	return gm_filled_begun(
		f, real[large](file, offset, gm_filled_target(f, buf), n, type, request), request);
}

#define IREAD(name)                                                                              \
	static int name(                                                                         \
		int large, uintptr_t file, void *buf, intptr_t n, uintptr_t type, void *request) \
	{                                                                                        \
		return iread_of(                                                                 \
			real_##name, GM_FN_MPI_File_##name, large, file, buf, n, type, request); \
	}                                                                                        \
	GM_BOTH(name, (uintptr_t file, void *buf, intptr_t n, uintptr_t type, void *request),    \
		file, buf, n, type, request)

#define IREAD_AT(name)                                                                           \
	static int name(int large, uintptr_t file, int64_t offset, void *buf, intptr_t n,        \
		uintptr_t type, void *request)                                                   \
	{                                                                                        \
		return iread_at_of(real_##name, GM_FN_MPI_File_##name, large, file, offset, buf, \
			n, type, request);                                                       \
	}                                                                                        \
	GM_BOTH(name,                                                                            \
		(uintptr_t file, int64_t offset, void *buf, intptr_t n, uintptr_t type,          \
			void *request),                                                          \
		file, offset, buf, n, type, request)

IREAD(iread)
IREAD(iread_all)
IREAD(iread_shared)
IREAD_AT(iread_at)
IREAD_AT(iread_at_all)

static int wait(void *request, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	const int64_t handle = gm_handle_at(request);
	struct gm_filled *const claimed = gm_filled_claim(handle);
	const int rc = real_wait(request, at);

	gm_filled_settle(claimed, !rc || gm_handle_at(request) != handle, at);
	return rc;
}

static int test(void *request, void *flag, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	const int64_t handle = gm_handle_at(request);
	struct gm_filled *const claimed = gm_filled_claim(handle);
	const int rc = real_test(request, flag, at);

	gm_filled_settle(claimed, (!rc && *(int *)flag) || gm_handle_at(request) != handle, at);
	return rc;
}

/* A request that is complete, but not freed: the program may look at the buffer. */
static int request_get_status(uintptr_t request, void *flag, void *status)
{
	struct gm_status own;
	void *const at = gm_status_or(status, &own);
	struct gm_filled *const claimed = gm_filled_claim(gm_handle(request));
	const int rc = real_get_status(request, flag, at);

	gm_filled_settle(claimed, !rc && *(int *)flag, at);
	return rc;
}

/* Posts the receive of a request again, in the program's own buffer, and frees its request. */
static int repost(const struct gm_filled *f, void *request)
{
	const struct gm_patterned *p = &f->pattern;
	const int rc = f->repost(p->buf, p->n, p->type, f->source, f->tag, f->comm, request);

	return rc ? rc : real_free(request);
}

/*
 * Ends an operation that no call of the program will complete. A receive that has no message yet is
 * cancelled, and posted again for the program's own buffer. A receive that has its message, or a
 * read of a file, is waited for.
 */
static int end(struct gm_filled *f, uintptr_t *active)
{
	struct gm_status status;
	uintptr_t again = 0;
	int done = 0;
	int rc = real_get_status(*active, &done, &status);

	if (!rc && !done && f->repost)
		real_cancel(active);
	if (!rc)
		rc = done ? real_free(active) : real_wait(active, &status);
	const int64_t bytes = rc ? 0 : gm_filled_bytes(f, &status); /* negative: cancelled */

	gm_put_back(&f->pattern, bytes);
	return done || bytes >= 0 || !f->repost ? rc : repost(f, &again);
}

/* A request that the program cancels is not posted again. */
static int cancel(void *request)
{
	struct gm_filled *f = gm_filled_taken(gm_handle_at(request));

	if (f) {
		f->repost = NULL;
		gm_filled_keep(f);
	}
	return real_cancel(request);
}

/* The program may free the request of an operation that is not complete. */
static int request_free(void *request)
{
	uintptr_t active = (uintptr_t)gm_handle_at(request);
	struct gm_filled *f = gm_filled_taken((int64_t)active);
	int rc = f && f->active ? end(f, &active) : 0;

	if (active != (uintptr_t)gm_handle_at(request)) /* it is freed */
		memcpy(request, &active, gm_handle_size());
	else
		rc = real_free(request);
	if (f)
		gm_filled_forget(f);
	return rc;
}

/* A request before a call completes it. */
struct before {
	int64_t handle;
	struct gm_filled *claimed;
};

/* Requests before they are completed, and where their statuses go. */
struct several {
	const void *requests; /* the program's array */
	int64_t n;
	struct before *before; /* NULL: there are none, or no memory */
	int shares;            /* collective calls are among them, which may share a handle */
	char *own;             /* NULL: the program's own statuses are used */
	void *statuses;
};

static struct several several_of(intptr_t count, const void *requests, void *statuses)
{
	const int64_t n = (int32_t)count;
	struct several s = {requests, n, NULL, 0, NULL, statuses};

	if (n <= 0 || !requests)
		return s;
	s.before = malloc((size_t)n * sizeof *s.before);
	for (int64_t i = 0; s.before && i < n; i++) {
		s.before[i].handle = gm_request_at(requests, i);
		s.before[i].claimed = gm_filled_claim(s.before[i].handle);
		s.shares |= s.before[i].claimed && s.before[i].claimed->whole;
	}
	if ((uintptr_t)statuses == gm_layout.ignore)
		s.own = malloc((size_t)n * gm_layout.size);
	if (s.own)
		s.statuses = s.own;
	return s;
}

static void settle_one(struct before *b, int done, const void *status)
{
	gm_filled_settle(b->claimed, done, status);
	b->claimed = NULL;
}

/* Settles request i, which is done, and the collective calls that share its handle. */
static void settle_done(struct several *s, int64_t i, const void *status)
{
	const int64_t handle = s->before[i].handle;

	settle_one(&s->before[i], 1, status);
	for (int64_t k = 0; s->shares && k < s->n; k++)
		if (s->before[k].handle == handle)
			settle_one(&s->before[k], 1, status);
}

/* Settles done requests: the requests that indices name, or, if it is NULL, the first. If the call
 * failed, settles the requests that are no longer there. */
static void settle_several(struct several *s, int rc, int64_t done, const int *indices)
{
	const char *status = s->statuses;
	const int known = (uintptr_t)s->statuses != gm_layout.ignore;

	for (int64_t i = 0; rc && s->before && known && !indices && i < s->n; i++)
		if (gm_request_at(s->requests, i) != s->before[i].handle)
			settle_done(s, i, status + i * gm_layout.size);
	for (int64_t i = 0; !rc && s->before && known && i < done; i++, status += gm_layout.size)
		settle_done(s, indices ? indices[i] : i, status);
	for (int64_t i = 0; s->before && i < s->n; i++)
		settle_one(&s->before[i], 0, NULL);
	free(s->before);
	free(s->own);
}

static int waitall(intptr_t n, void *requests, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real_waitall(n, requests, s.statuses);

	settle_several(&s, rc, (int32_t)n, NULL);
	return rc;
}

/* MPI_Testall, and the call for many requests that frees none of them. */
static int all_if(testall_fn *real, intptr_t n, void *requests, void *flag, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real(n, requests, flag, s.statuses);

	settle_several(&s, rc, *(int *)flag ? (int32_t)n : 0, NULL);
	return rc;
}

static int testall(intptr_t n, void *requests, void *flag, void *statuses)
{
	return all_if(real_testall, n, requests, flag, statuses);
}

static int status_all(intptr_t n, void *requests, void *flag, void *statuses)
{
	return all_if(real_status_all, n, requests, flag, statuses);
}

static int waitany(intptr_t n, void *requests, void *index, void *status)
{
	struct gm_status own;
	struct several s = several_of(n, requests, gm_status_or(status, &own));
	const int rc = real_waitany(n, requests, index, s.statuses);

	settle_several(&s, rc, *(int *)index >= 0, index);
	return rc;
}

/* MPI_Testany, and its counterpart that frees no request. */
static int any_if(
	testany_fn *real, intptr_t n, void *requests, void *index, void *flag, void *status)
{
	struct gm_status own;
	struct several s = several_of(n, requests, gm_status_or(status, &own));
	const int rc = real(n, requests, index, flag, s.statuses);

	settle_several(&s, rc, *(int *)flag && *(int *)index >= 0, index);
	return rc;
}

static int testany(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	return any_if(real_testany, n, requests, index, flag, status);
}

static int status_any(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	return any_if(real_status_any, n, requests, index, flag, status);
}

/* MPI_Waitsome and MPI_Testsome, and their counterpart that frees no request. */
static int some_of(
	some_fn *real, intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	struct several s = several_of(n, requests, statuses);
	const int rc = real(n, requests, outcount, indices, s.statuses);

	settle_several(&s, rc, *(int *)outcount, indices);
	return rc;
}

static int waitsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return some_of(real_waitsome, n, requests, outcount, indices, statuses);
}

static int testsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return some_of(real_testsome, n, requests, outcount, indices, statuses);
}

static int status_some(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return some_of(real_status_some, n, requests, outcount, indices, statuses);
}

void gm_fill_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Irecv, irecv, real_irecv),
		GM_REPLACE_BOTH(MPI_Imrecv, imrecv, real_imrecv),
		GM_REPLACE_BOTH(MPI_Recv_init, recv_init, real_init),
		GM_REPLACE_BOTH(MPI_File_iread, iread, real_iread),
		GM_REPLACE_BOTH(MPI_File_iread_all, iread_all, real_iread_all),
		GM_REPLACE_BOTH(MPI_File_iread_shared, iread_shared, real_iread_shared),
		GM_REPLACE_BOTH(MPI_File_iread_at, iread_at, real_iread_at),
		GM_REPLACE_BOTH(MPI_File_iread_at_all, iread_at_all, real_iread_at_all),
		{GM_FN_MPI_Start, start, &real_start},
		{GM_FN_MPI_Startall, startall, &real_startall},
		{GM_FN_MPI_Wait, wait, &real_wait},
		{GM_FN_MPI_Test, test, &real_test},
		{GM_FN_MPI_Waitall, waitall, &real_waitall},
		{GM_FN_MPI_Testall, testall, &real_testall},
		{GM_FN_MPI_Waitany, waitany, &real_waitany},
		{GM_FN_MPI_Testany, testany, &real_testany},
		{GM_FN_MPI_Waitsome, waitsome, &real_waitsome},
		{GM_FN_MPI_Testsome, testsome, &real_testsome},
		{GM_FN_MPI_Request_free, request_free, &real_free},
		{GM_FN_MPI_Cancel, cancel, &real_cancel},
		{GM_FN_MPI_Request_get_status, request_get_status, &real_get_status},
		{GM_FN_MPI_Request_get_status_all, status_all, &real_status_all},
		{GM_FN_MPI_Request_get_status_any, status_any, &real_status_any},
		{GM_FN_MPI_Request_get_status_some, status_some, &real_status_some},
	};

	for (unsigned large = 0; large < 2; large++)
		irecv_of[large] = gm_instead(GM_FN_MPI_Irecv + large);
	gm_pattern_setup();
	gm_fill_results_setup();
	gm_fill_parts_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
