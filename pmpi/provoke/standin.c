/*
 * Some operations begin later than the program thinks, or are replaced by others: their requests do
 * not exist yet when the program gets a request. So the program holds a stand-in, the request of a
 * persistent receive that never starts, and calls that complete requests pass the library's request
 * in its place.
 */
#include "standin.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/clock.h"
#include "../base/gm.h"
#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "install.h"

enum { NAP_NANO = 50000, FEW = 16 };

typedef int recv_init_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int request_fn(void *);
typedef int wait_fn(void *, void *);
typedef int test_fn(void *, void *, void *);
typedef int waitall_fn(intptr_t, void *, void *);
typedef int testall_fn(intptr_t, void *, void *, void *);
typedef int testany_fn(intptr_t, void *, void *, void *, void *);
typedef int get_status_fn(uintptr_t, void *, void *);

static recv_init_fn *recv_init;
static request_fn *request_free, *real_free, *real_cancel;
static wait_fn *real_wait;
static test_fn *real_test;
static waitall_fn *real_waitall;
static testall_fn *real_testall, *real_waitany, *real_status_all;
static testany_fn *real_testany, *real_waitsome, *real_testsome, *real_status_any,
	*real_status_some;
static get_status_fn *real_get_status;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects the list */
static LIST_HEAD(, gm_standin) all = LIST_HEAD_INITIALIZER(all);

/*
 * Stores a stand-in that the program holds for an operation that has not begun; 0 if it was
 * created.
 */
int gm_standin_open(struct gm_standin *s, void *request)
{
	const int rc = recv_init(
		NULL, 0, gm_predef(GM_ID_BYTE), 0, 0, gm_predef(GM_ID_COMM_SELF), request);

	s->program = rc ? 0 : gm_handle_at(request);
	return rc;
}

void gm_standin_keep(struct gm_standin *s)
{
	pthread_mutex_lock(&lock);
	LIST_INSERT_HEAD(&all, s, others);
	pthread_mutex_unlock(&lock);
}

/* The stand-in behind a request of the program; NULL if the request is the library's own. */
struct gm_standin *gm_standin_of(int64_t program)
{
	struct gm_standin *s;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(s, &all, others)
	if (s->program == program)
		break;
	pthread_mutex_unlock(&lock);
	return s;
}

void gm_standin_each(void (*f)(struct gm_standin *s, const void *arg), const void *arg)
{
	struct gm_standin *s;

	pthread_mutex_lock(&lock);
	LIST_FOREACH(s, &all, others)
	f(s, arg);
	pthread_mutex_unlock(&lock);
}

/* Stores the library's request of an operation that has begun, or the error if it could not begin.
 */
void gm_standin_begun(struct gm_standin *s, int rc, uint64_t library)
{
	s->library = library;
	GM_STORE(&s->state, rc ? GM_STANDIN_FAILED : GM_STANDIN_ACTIVE);
}

/* Removes the stand-in: its operation is complete or freed. */
static void finish(struct gm_standin *s)
{
	uintptr_t own = (uintptr_t)s->program;

	GM_STORE(&s->state, GM_STANDIN_NONE);
	if (s->again)
		return;
	pthread_mutex_lock(&lock);
	LIST_REMOVE(s, others);
	pthread_mutex_unlock(&lock);
	request_free(&own);
	s->forget(s);
}

/* Begins the operation, unless another thread has begun it; returns its error, or 0. */
static int begin(struct gm_standin *s)
{
	int rc = 0;

	if (!s->begin || GM_LOAD(&s->state) == GM_STANDIN_ACTIVE)
		return 0;
	rc = s->begin(s);
	while (GM_LOAD(&s->state) == GM_STANDIN_NONE && !gm_over(UINT64_MAX, NAP_NANO))
		;
	return rc;
}

/* The requests of a call, as passed to the library. */
struct swapped {
	int32_t n;
	char *program; /* the program's array */
	char *library; /* the same requests, with the library's in place of stand-ins */
	struct gm_standin **by;
	int rc; /* the error of an operation that could not begin */
	uint64_t room[FEW];
	struct gm_standin *few[FEW];
};

static void store(char *requests, int32_t i, const void *handle)
{
	memcpy(requests + (size_t)i * gm_handle_size(), handle, gm_handle_size());
}

static int has_room(struct swapped *s)
{
	s->library = s->n <= FEW ? (char *)s->room : malloc((size_t)s->n * sizeof(uint64_t));
	s->by = s->n <= FEW ? s->few : malloc((size_t)s->n * sizeof(struct gm_standin *));
	return s->library && s->by;
}

static void give_back_room(const struct swapped *s)
{
	if (s->n <= FEW)
		return;
	free(s->library);
	free(s->by);
}

/* Whether one of these requests is a stand-in; if so, the library gets s->library. */
static int swap(struct swapped *s, intptr_t n, void *requests)
{
	int any = 0;

	s->n = (int32_t)n;
	s->program = requests;
	s->rc = 0;
	if (LIST_EMPTY(&all) || s->n <= 0 || !requests || !has_room(s))
		return 0;
	memcpy(s->library, requests, (size_t)s->n * gm_handle_size());
	for (int32_t i = 0; i < s->n; i++) {
		struct gm_standin *by = gm_standin_of(gm_request_at(requests, i));
		const int rc = by ? begin(by) : 0;

		s->rc = s->rc ? s->rc : rc;
		s->by[i] = by && GM_LOAD(&by->state) == GM_STANDIN_ACTIVE ? by : NULL;
		any |= by != NULL;
		if (s->by[i])
			store(s->library, i, &by->library);
	}
	if (!any)
		give_back_room(s);
	return any;
}

/* Updates the program's requests after the call; returns the return code of the call. */
static int swap_back(struct swapped *s, int rc)
{
	for (int32_t i = 0; i < s->n; i++) {
		struct gm_standin *by = s->by[i];
		const int64_t now = gm_request_at(s->library, i);

		if (!by) {
			store(s->program, i, &now);
		} else if (now != gm_handle(by->library)) {
			if (!by->again)
				store(s->program, i, &now);
			finish(by);
		}
	}
	give_back_room(s);
	return rc ? rc : s->rc;
}

static int wait(void *request, void *status)
{
	struct swapped s;

	return swap(&s, 1, request) ? swap_back(&s, real_wait(s.library, status))
				    : real_wait(request, status);
}

static int test(void *request, void *flag, void *status)
{
	struct swapped s;

	return swap(&s, 1, request) ? swap_back(&s, real_test(s.library, flag, status))
				    : real_test(request, flag, status);
}

static int waitall(intptr_t n, void *requests, void *statuses)
{
	struct swapped s;

	return swap(&s, n, requests) ? swap_back(&s, real_waitall(n, s.library, statuses))
				     : real_waitall(n, requests, statuses);
}

/* MPI_Testall and MPI_Waitany have the same arguments. */
static int of_three(testall_fn *real, intptr_t n, void *requests, void *flag, void *statuses)
{
	struct swapped s;

	return swap(&s, n, requests) ? swap_back(&s, real(n, s.library, flag, statuses))
				     : real(n, requests, flag, statuses);
}

static int testall(intptr_t n, void *requests, void *flag, void *statuses)
{
	return of_three(real_testall, n, requests, flag, statuses);
}

static int waitany(intptr_t n, void *requests, void *index, void *status)
{
	return of_three(real_waitany, n, requests, index, status);
}

static int status_all(intptr_t n, void *requests, void *flag, void *statuses)
{
	return of_three(real_status_all, n, requests, flag, statuses);
}

/* MPI_Testany, MPI_Waitsome and MPI_Testsome have the same arguments, too. */
static int of_four(testany_fn *real, intptr_t n, void *requests, void *a, void *b, void *statuses)
{
	struct swapped s;

	return swap(&s, n, requests) ? swap_back(&s, real(n, s.library, a, b, statuses))
				     : real(n, requests, a, b, statuses);
}

static int testany(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	return of_four(real_testany, n, requests, index, flag, status);
}

static int waitsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return of_four(real_waitsome, n, requests, outcount, indices, statuses);
}

static int testsome(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return of_four(real_testsome, n, requests, outcount, indices, statuses);
}

static int status_any(intptr_t n, void *requests, void *index, void *flag, void *status)
{
	return of_four(real_status_any, n, requests, index, flag, status);
}

static int status_some(intptr_t n, void *requests, void *outcount, void *indices, void *statuses)
{
	return of_four(real_status_some, n, requests, outcount, indices, statuses);
}

static int get_status(uintptr_t request, void *flag, void *status)
{
	struct gm_standin *s = gm_standin_of(gm_handle(request));
	const int rc = s ? begin(s) : 0;
	const int active = s && GM_LOAD(&s->state) == GM_STANDIN_ACTIVE;

	return rc ? rc : real_get_status(active ? (uintptr_t)s->library : request, flag, status);
}

/* The receive that replaces the program's receive has its message already: MPI_Cancel comes too
 * late. */
static int cancel(void *request)
{
	const struct gm_standin *s = gm_standin_of(gm_handle_at(request));

	return s && GM_LOAD(&s->state) == GM_STANDIN_ACTIVE ? 0 : real_cancel(request);
}

static int free_both(void *request)
{
	struct gm_standin *s = gm_standin_of(gm_handle_at(request));
	int rc = s ? begin(s) : 0;

	if (s && GM_LOAD(&s->state) == GM_STANDIN_ACTIVE) {
		const int of_library = real_free(&s->library);

		rc = rc ? rc : of_library;
	}
	if (s) {
		pthread_mutex_lock(&lock);
		LIST_REMOVE(s, others);
		pthread_mutex_unlock(&lock);
		s->forget(s);
	}
	const int own = real_free(request);

	return rc ? rc : own;
}

void gm_standin_setup(void)
{
	static int done;
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Wait, wait, &real_wait},
		{GM_FN_MPI_Test, test, &real_test},
		{GM_FN_MPI_Waitall, waitall, &real_waitall},
		{GM_FN_MPI_Testall, testall, &real_testall},
		{GM_FN_MPI_Waitany, waitany, &real_waitany},
		{GM_FN_MPI_Testany, testany, &real_testany},
		{GM_FN_MPI_Waitsome, waitsome, &real_waitsome},
		{GM_FN_MPI_Testsome, testsome, &real_testsome},
		{GM_FN_MPI_Request_get_status, get_status, &real_get_status},
		{GM_FN_MPI_Request_get_status_all, status_all, &real_status_all},
		{GM_FN_MPI_Request_get_status_any, status_any, &real_status_any},
		{GM_FN_MPI_Request_get_status_some, status_some, &real_status_some},
		{GM_FN_MPI_Cancel, cancel, &real_cancel},
		{GM_FN_MPI_Request_free, free_both, &real_free},
	};

	if (done)
		return;
	done = 1;
	recv_init = gm_instead(GM_FN_MPI_Recv_init);
	request_free = gm_instead(GM_FN_MPI_Request_free);
	gm_replace(list, sizeof list / sizeof *list);
}
