/*
 * The queue of RMA operations that have been called, and not begun. Operations on no process
 * (MPI_PROC_NULL) and operations with a negative target begin at once: only a valid operation may
 * be late.
 */
#include "rmaops.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "../base/clock.h"
#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "install.h"
#include "pattern.h"
#include "plan.h"
#include "standin.h"

enum { PAUSE_MS = 20, NAP_NANO = 200000, MOST_PAUSES = 50 };

typedef int flush_fn(intptr_t, uintptr_t);
typedef int put_fn(void *, intptr_t, uintptr_t, intptr_t, int64_t, intptr_t, uintptr_t, uintptr_t);
typedef int accumulate_fn(
	void *, intptr_t, uintptr_t, intptr_t, int64_t, intptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef int get_accumulate_fn(void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t,
	int64_t, intptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef int fetch_fn(void *, void *, uintptr_t, intptr_t, int64_t, uintptr_t, uintptr_t);
typedef int swap_fn(void *, void *, void *, uintptr_t, intptr_t, int64_t, uintptr_t);

typedef int rput_fn(
	void *, intptr_t, uintptr_t, intptr_t, int64_t, intptr_t, uintptr_t, uintptr_t, void *);
typedef int raccumulate_fn(void *, intptr_t, uintptr_t, intptr_t, int64_t, intptr_t, uintptr_t,
	uintptr_t, uintptr_t, void *);
typedef int rget_accumulate_fn(void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t,
	int64_t, intptr_t, uintptr_t, uintptr_t, uintptr_t, void *);

static flush_fn *real_flush;
static put_fn *real_put[2], *real_get[2];
static accumulate_fn *real_accumulate[2];
static get_accumulate_fn *real_get_accumulate[2];
static fetch_fn *real_fetch;
static swap_fn *real_swap;
static rput_fn *real_rput[2], *real_rget[2];
static raccumulate_fn *real_raccumulate[2];
static rget_accumulate_fn *real_rget_accumulate[2];

/* The request of an operation, if it has a request. */
struct late_request {
	struct gm_standin standin;
	uintptr_t win;
	int32_t target;
};

struct op {
	TAILQ_ENTRY(op) others;
	struct late_request *request; /* NULL: the operation has none, or is not late */
	unsigned fn;                  /* of the function without large counts */
	int large;                    /* 1: the variant with large counts was called */
	uintptr_t win;
	int32_t target;
	union {
		struct {
			void *buf;
			intptr_t n;
			uintptr_t type;
			int64_t disp;
			intptr_t target_n;
			uintptr_t target_type, op;
			void *result;
			intptr_t result_n;
			uintptr_t result_type;
		} many;
		struct {
			void *buf, *compare, *result;
			uintptr_t type, op;
			int64_t disp;
		} one;
	};
};

TAILQ_HEAD(ops, op);

/* Operations on a target of a window that a thread has taken out of the queue, and is beginning. */
struct batch {
	LIST_ENTRY(batch) others;
	uintptr_t win;
	int32_t target;
	uint64_t number; /* of the batches of the process, from 1 */
	struct ops ops;
};

static pthread_mutex_t lock =
	PTHREAD_MUTEX_INITIALIZER; /* keeps threads apart that change the queue or the batches */
static struct ops queue = TAILQ_HEAD_INITIALIZER(queue);
static LIST_HEAD(, batch) batches = LIST_HEAD_INITIALIZER(batches);
static uint64_t numbered;                               /* batches so far */
static pthread_cond_t began = PTHREAD_COND_INITIALIZER; /* a batch has left the list */

/* Whether the standard promises an order among operations of this kind. */
static int is_ordered(const struct op *o)
{
	return o->fn != GM_FN_MPI_Put && o->fn != GM_FN_MPI_Get && o->fn != GM_FN_MPI_Rput &&
	       o->fn != GM_FN_MPI_Rget;
}

/* Begins an operation with a request, which is stored there. */
static int begin_request(const struct op *o, void *request)
{
	switch (o->fn) {
	case GM_FN_MPI_Rput:
		return real_rput[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->win, request);
	case GM_FN_MPI_Rget:
		return real_rget[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->win, request);
	case GM_FN_MPI_Raccumulate:
		return real_raccumulate[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->many.op, o->win,
			request);
	}
	return real_rget_accumulate[o->large](o->many.buf, o->many.n, o->many.type, o->many.result,
		o->many.result_n, o->many.result_type, o->target, o->many.disp, o->many.target_n,
		o->many.target_type, o->many.op, o->win, request);
}

static int begin_late(const struct op *o)
{
	uintptr_t request = 0;
	const int rc = begin_request(o, &request);

	gm_standin_begun(&o->request->standin, rc, request);
	return rc;
}

static int begin(const struct op *o)
{
	if (o->request)
		return begin_late(o);
	switch (o->fn) {
	case GM_FN_MPI_Put:
		return real_put[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->win);
	case GM_FN_MPI_Get:
		return real_get[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->win);
	case GM_FN_MPI_Accumulate:
		return real_accumulate[o->large](o->many.buf, o->many.n, o->many.type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->many.op, o->win);
	case GM_FN_MPI_Get_accumulate:
		return real_get_accumulate[o->large](o->many.buf, o->many.n, o->many.type,
			o->many.result, o->many.result_n, o->many.result_type, o->target,
			o->many.disp, o->many.target_n, o->many.target_type, o->many.op, o->win);
	case GM_FN_MPI_Fetch_and_op:
		return real_fetch(o->one.buf, o->one.result, o->one.type, o->target, o->one.disp,
			o->one.op, o->win);
	}
	return real_swap(o->one.buf, o->one.compare, o->one.result, o->one.type, o->target,
		o->one.disp, o->win);
}

/* Whether operations on the two targets of windows may be on one target. */
static int is_one(uintptr_t win, int32_t target, uintptr_t other_win, int32_t other_target)
{
	return (win == GM_ALL_WINDOWS || other_win == GM_ALL_WINDOWS ||
		       gm_handle(win) == gm_handle(other_win)) &&
	       (target == GM_ALL_TARGETS || other_target == GM_ALL_TARGETS ||
		       target == other_target);
}

/*
 * Takes the operations on the target of the batch's window out of the queue, in the order in which
 * they begin: all accumulates, and before or after them the puts and gets in reverse, so that the
 * operation that was called last does not come last.
 */
static void take(struct batch *b)
{
	struct ops accumulates = TAILQ_HEAD_INITIALIZER(accumulates), *const to = &b->ops;
	struct op *next;
	int ordered_last = 0;

	pthread_mutex_lock(&lock);
	for (struct op *o = TAILQ_FIRST(&queue); o; o = next) {
		next = TAILQ_NEXT(o, others);
		if (!is_one(o->win, o->target, b->win, b->target))
			continue;
		TAILQ_REMOVE(&queue, o, others);
		ordered_last = is_ordered(o);
		if (ordered_last)
			TAILQ_INSERT_TAIL(&accumulates, o, others);
		else
			TAILQ_INSERT_HEAD(to, o, others);
	}
	if (ordered_last)
		TAILQ_CONCAT(&accumulates, to, others);
	TAILQ_CONCAT(to, &accumulates, others);
	b->number = ++numbered;
	LIST_INSERT_HEAD(&batches, b, others);
	pthread_mutex_unlock(&lock);
}

/*
 * All operations of the batch have begun. Waits for the operations that other threads took before:
 * one of them may be the calling thread's own.
 */
static void leave(struct batch *b)
{
	struct batch *other;

	pthread_mutex_lock(&lock);
	LIST_REMOVE(b, others);
	pthread_cond_broadcast(&began);
	do {
		LIST_FOREACH(other, &batches, others)
		if (other->number < b->number &&
			is_one(other->win, other->target, b->win, b->target))
			break;
		if (other)
			pthread_cond_wait(&began, &lock);
	} while (other);
	pthread_mutex_unlock(&lock);
}

/* Whether the next operation on the same target has no promised order with this one. */
static int is_before_unordered(const struct op *o)
{
	const struct op *next = TAILQ_NEXT(o, others);

	while (next && !is_one(next->win, next->target, o->win, o->target))
		next = TAILQ_NEXT(next, others);
	return next && !(is_ordered(o) && is_ordered(next));
}

/* Lets the target see the operation before operations that begin later: once in a
 * synchronization, and not in each of very many synchronizations. */
static int show(const struct op *o)
{
	static int pauses;
	const int rc = real_flush(o->target, o->win);

	if (__atomic_add_fetch(&pauses, 1, __ATOMIC_RELAXED) <= MOST_PAUSES)
		for (const uint64_t end = gm_in_ms(PAUSE_MS); !gm_over(end, NAP_NANO);)
			;
	return rc;
}

/*
 * Begins the operations on a target of a window; the first error, or 0. passive: the call completes
 * these at the target, in the epoch of a lock, which allows MPI_Win_flush.
 */
int gm_rma_begin(uintptr_t win, int32_t target, int passive)
{
	struct batch b = {.win = win, .target = target, .ops = TAILQ_HEAD_INITIALIZER(b.ops)};
	int first = 0, shown = !passive || !real_flush;

	take(&b);
	for (struct op *o; (o = TAILQ_FIRST(&b.ops));) {
		int rc = begin(o);

		if (!rc && !shown && is_before_unordered(o)) {
			shown = 1;
			rc = show(o);
		}
		first = first ? first : rc;
		TAILQ_REMOVE(&b.ops, o, others);
		free(o);
	}
	leave(&b);
	return first;
}

/* The memory to be fetched is unknown until the operation is complete, and holds a pattern. */
static void fill_result(const struct op *o)
{
	switch (o->fn) {
	case GM_FN_MPI_Get:
	case GM_FN_MPI_Rget:
		gm_pattern(o->many.buf, o->many.n, o->many.type);
		break;
	case GM_FN_MPI_Get_accumulate:
	case GM_FN_MPI_Rget_accumulate:
		gm_pattern(o->many.result, o->many.result_n, o->many.result_type);
		break;
	case GM_FN_MPI_Fetch_and_op:
	case GM_FN_MPI_Compare_and_swap:
		gm_pattern(o->one.result, 1, o->one.type);
	}
}

/* A call completes the request: its operation begins, and with it the others on the target. */
static int begin_by_request(struct gm_standin *s)
{
	const struct late_request *r = (const struct late_request *)s;

	return gm_rma_begin(r->win, r->target, 0);
}

static void forget_request(struct gm_standin *s)
{
	free(s);
}

/* The request that the program gets for a late operation; NULL if there can be none. */
static struct late_request *late_request_of(const struct op *o, void *request)
{
	struct late_request *r = calloc(1, sizeof *r);

	if (!r || gm_standin_open(&r->standin, request)) {
		free(r);
		return NULL;
	}
	r->standin.begin = begin_by_request;
	r->standin.forget = forget_request;
	r->win = o->win;
	r->target = o->target;
	gm_standin_keep(&r->standin);
	return r;
}

/* Puts a copy of the operation into the queue; 0 if it may be late. */
static int put_off(const struct op *like, void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_RMA, like->fn + (unsigned)like->large);
	struct op *o = c && like->target >= 0 ? malloc(sizeof *o) : NULL;

	if (!o)
		return -1;
	*o = *like;
	if (request && !(o->request = late_request_of(o, request))) {
		free(o);
		return -1;
	}
	fill_result(o);
	pthread_mutex_lock(&lock);
	TAILQ_INSERT_TAIL(&queue, o, others);
	pthread_mutex_unlock(&lock);
	gm_forced(c);
	return 0;
}

/*
 * Puts the operation off, or begins it at once, after the operations that the standard orders
 * before it. request is NULL if the operation has none.
 */
static int late_or_now(const struct op *o, void *request)
{
	if (!put_off(o, request))
		return 0;
	const int before = is_ordered(o) ? gm_rma_begin(o->win, o->target, 0) : 0;
	const int rc = request ? begin_request(o, request) : begin(o);

	return rc ? rc : before;
}

static int late_put(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type, intptr_t target,
	int64_t disp, intptr_t target_n, uintptr_t target_type, uintptr_t win, void *request)
{
	const struct op o = {.fn = fn,
		.large = large,
		.win = win,
		.target = (int32_t)target,
		.many = {.buf = buf,
			.n = gm_count(large, n),
			.type = type,
			.disp = disp,
			.target_n = target_n,
			.target_type = target_type}};

	return late_or_now(&o, request);
}

static int put(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp,
	intptr_t target_n, uintptr_t target_type, uintptr_t win)
{
	return late_put(
		GM_FN_MPI_Put, large, buf, n, type, target, disp, target_n, target_type, win, NULL);
}

GM_BOTH(put,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t win),
	buf, n, type, target, disp, target_n, target_type, win)

static int get(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp,
	intptr_t target_n, uintptr_t target_type, uintptr_t win)
{
	return late_put(
		GM_FN_MPI_Get, large, buf, n, type, target, disp, target_n, target_type, win, NULL);
}

GM_BOTH(get,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t win),
	buf, n, type, target, disp, target_n, target_type, win)

static int late_accumulate(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type,
	intptr_t target, int64_t disp, intptr_t target_n, uintptr_t target_type, uintptr_t op,
	uintptr_t win, void *request)
{
	const struct op o = {.fn = fn,
		.large = large,
		.win = win,
		.target = (int32_t)target,
		.many = {.buf = buf,
			.n = n,
			.type = type,
			.disp = disp,
			.target_n = target_n,
			.target_type = target_type,
			.op = op}};

	return late_or_now(&o, request);
}

static int accumulate(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target,
	int64_t disp, intptr_t target_n, uintptr_t target_type, uintptr_t op, uintptr_t win)
{
	return late_accumulate(GM_FN_MPI_Accumulate, large, buf, n, type, target, disp, target_n,
		target_type, op, win, NULL);
}

GM_BOTH(accumulate,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t op, uintptr_t win),
	buf, n, type, target, disp, target_n, target_type, op, win)

static int late_get_accumulate(unsigned fn, int large, void *buf, intptr_t n, uintptr_t type,
	void *result, intptr_t result_n, uintptr_t result_type, intptr_t target, int64_t disp,
	intptr_t target_n, uintptr_t target_type, uintptr_t op, uintptr_t win, void *request)
{
	const struct op o = {.fn = fn,
		.large = large,
		.win = win,
		.target = (int32_t)target,
		.many = {buf, n, type, disp, target_n, target_type, op, result,
			gm_count(large, result_n), result_type}};

	return late_or_now(&o, request);
}

static int get_accumulate(int large, void *buf, intptr_t n, uintptr_t type, void *result,
	intptr_t result_n, uintptr_t result_type, intptr_t target, int64_t disp, intptr_t target_n,
	uintptr_t target_type, uintptr_t op, uintptr_t win)
{
	return late_get_accumulate(GM_FN_MPI_Get_accumulate, large, buf, n, type, result, result_n,
		result_type, target, disp, target_n, target_type, op, win, NULL);
}

GM_BOTH(get_accumulate,
	(void *buf, intptr_t n, uintptr_t type, void *result, intptr_t result_n,
		uintptr_t result_type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t op, uintptr_t win),
	buf, n, type, result, result_n, result_type, target, disp, target_n, target_type, op, win)

static int fetch(void *buf, void *result, uintptr_t type, intptr_t target, int64_t disp,
	uintptr_t op, uintptr_t win)
{
	const struct op o = {.fn = GM_FN_MPI_Fetch_and_op,
		.win = win,
		.target = (int32_t)target,
		.one = {buf, NULL, result, type, op, disp}};

	return late_or_now(&o, NULL);
}

static int swap(void *buf, void *compare, void *result, uintptr_t type, intptr_t target,
	int64_t disp, uintptr_t win)
{
	const struct op o = {.fn = GM_FN_MPI_Compare_and_swap,
		.win = win,
		.target = (int32_t)target,
		.one = {buf, compare, result, type, 0, disp}};

	return late_or_now(&o, NULL);
}

static int rput(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp,
	intptr_t target_n, uintptr_t target_type, uintptr_t win, void *request)
{
	return late_put(GM_FN_MPI_Rput, large, buf, n, type, target, disp, target_n, target_type,
		win, request);
}

GM_BOTH(rput,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t win, void *request),
	buf, n, type, target, disp, target_n, target_type, win, request)

static int rget(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp,
	intptr_t target_n, uintptr_t target_type, uintptr_t win, void *request)
{
	return late_put(GM_FN_MPI_Rget, large, buf, n, type, target, disp, target_n, target_type,
		win, request);
}

GM_BOTH(rget,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t win, void *request),
	buf, n, type, target, disp, target_n, target_type, win, request)

static int raccumulate(int large, void *buf, intptr_t n, uintptr_t type, intptr_t target,
	int64_t disp, intptr_t target_n, uintptr_t target_type, uintptr_t op, uintptr_t win,
	void *request)
{
	return late_accumulate(GM_FN_MPI_Raccumulate, large, buf, n, type, target, disp, target_n,
		target_type, op, win, request);
}

GM_BOTH(raccumulate,
	(void *buf, intptr_t n, uintptr_t type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t op, uintptr_t win, void *request),
	buf, n, type, target, disp, target_n, target_type, op, win, request)

static int rget_accumulate(int large, void *buf, intptr_t n, uintptr_t type, void *result,
	intptr_t result_n, uintptr_t result_type, intptr_t target, int64_t disp, intptr_t target_n,
	uintptr_t target_type, uintptr_t op, uintptr_t win, void *request)
{
	return late_get_accumulate(GM_FN_MPI_Rget_accumulate, large, buf, n, type, result, result_n,
		result_type, target, disp, target_n, target_type, op, win, request);
}

GM_BOTH(rget_accumulate,
	(void *buf, intptr_t n, uintptr_t type, void *result, intptr_t result_n,
		uintptr_t result_type, intptr_t target, int64_t disp, intptr_t target_n,
		uintptr_t target_type, uintptr_t op, uintptr_t win, void *request),
	buf, n, type, result, result_n, result_type, target, disp, target_n, target_type, op, win,
	request)

void gm_rma_ops_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Put, put, real_put),
		GM_REPLACE_BOTH(MPI_Get, get, real_get),
		GM_REPLACE_BOTH(MPI_Accumulate, accumulate, real_accumulate),
		GM_REPLACE_BOTH(MPI_Get_accumulate, get_accumulate, real_get_accumulate),
		{GM_FN_MPI_Fetch_and_op, fetch, &real_fetch},
		{GM_FN_MPI_Compare_and_swap, swap, &real_swap},
		GM_REPLACE_BOTH(MPI_Rput, rput, real_rput),
		GM_REPLACE_BOTH(MPI_Rget, rget, real_rget),
		GM_REPLACE_BOTH(MPI_Raccumulate, raccumulate, real_raccumulate),
		GM_REPLACE_BOTH(MPI_Rget_accumulate, rget_accumulate, real_rget_accumulate),
	};

	real_flush = gm_instead(GM_FN_MPI_Win_flush);
	gm_standin_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
