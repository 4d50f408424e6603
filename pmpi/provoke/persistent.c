/*
 * A persistent receive from any source takes a message that the plan names: when it starts, the
 * message is looked for as for other receives (match.c), and received by MPI_Imrecv. The program
 * keeps its persistent request, which this receive stands behind until it is complete. In the plan
 * the call is MPI_Start, or MPI_Startall with the position of the request.
 */
#include "persistent.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/flavour.h"
#include "install.h"
#include "match.h"
#include "plan.h"
#include "standin.h"

typedef int init_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int imrecv_fn(void *, intptr_t, uintptr_t, void *, void *);
typedef int start_fn(void *);
typedef int startall_fn(intptr_t, void *);
typedef int dup_fn(uintptr_t, void *);
typedef int free_fn(void *);

static init_fn *real_init[2];
static imrecv_fn *imrecv[2];
static start_fn *real_start;
static startall_fn *real_startall;
static dup_fn *type_dup;
static free_fn *type_free, *real_comm_free;

/* A persistent receive from any source. */
struct receive {
	struct gm_standin standin;
	int large; /* 1: the variant with large counts was called */
	void *buf;
	intptr_t n;
	uintptr_t type; /* a copy of the program's, which the program may free */
	intptr_t source, tag;
	uintptr_t comm;
	int is_free; /* the program has freed the communicator */
};

static void forget(struct gm_standin *s)
{
	struct receive *r = (struct receive *)s;

	type_free(&r->type);
	free(r);
}

static int recv_init(int large, void *buf, intptr_t n, uintptr_t type, intptr_t source,
	intptr_t tag, uintptr_t comm, void *request)
{
	const int rc = real_init[large](buf, n, type, source, tag, comm, request);
	struct receive *r = NULL;

	if (rc || (int32_t)source != gm_layout.any_source || !(r = calloc(1, sizeof *r)))
		return rc;
	*r = (struct receive){
		.standin = {.program = gm_handle_at(request), .again = 1, .forget = forget},
		.large = large,
		.buf = buf,
		.n = gm_count(large, n),
		.source = source,
		.tag = tag,
		.comm = comm};
	if (type_dup(type, &r->type))
		free(r);
	else
		gm_standin_keep(&r->standin);
	return 0;
}

GM_BOTH(recv_init,
	(void *buf, intptr_t n, uintptr_t type, intptr_t source, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, source, tag, comm, request)

/* Starts the receive with the message that the choice names; 1 if it is there. */
static int take(struct gm_choice *c, struct receive *r)
{
	uintptr_t message = 0, request = 0;

	if (r->is_free || !gm_match_take(c, r->source, r->tag, r->comm, &message))
		return 0;
	const int rc = imrecv[r->large](r->buf, r->n, r->type, &message, &request);

	gm_standin_begun(&r->standin, rc, request);
	return 1;
}

/* The persistent receive of a request; NULL if another operation has the request. */
static struct receive *receive_of(int64_t request)
{
	struct gm_standin *s = gm_standin_of(request);

	return s && s->again ? (struct receive *)s : NULL;
}

static int start(void *request)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_MATCH, GM_FN_MPI_Start);
	struct receive *r = c ? receive_of(gm_handle_at(request)) : NULL;

	return r && take(c, r) ? 0 : real_start(request);
}

/* Starts the receives that a message is there for, and moves the other requests to the front of
 * rest; how many these are. */
static intptr_t take_some(struct gm_choice *c, intptr_t n, const char *requests, char *rest)
{
	const size_t size = gm_handle_size();
	intptr_t left = 0;

	for (intptr_t i = 0; i < n; i++) {
		const int named = c->index == GM_EVERY || c->index == i;
		struct receive *r = named ? receive_of(gm_request_at(requests, i)) : NULL;

		if (!r || !take(c, r))
			memcpy(rest + (size_t)left++ * size, requests + (size_t)i * size, size);
	}
	return left;
}

/* MPI_Startall never changes the handles of persistent requests, so it may start copies. */
static int startall(intptr_t count, void *requests)
{
	const intptr_t n = (int32_t)count;
	struct gm_choice *c = n > 0 ? gm_choice_of(GM_FORCE_MATCH, GM_FN_MPI_Startall) : NULL;
	char *rest = c && requests ? malloc((size_t)n * sizeof(uint64_t)) : NULL;

	if (!rest)
		return real_startall(count, requests);
	const int rc = real_startall(take_some(c, n, requests, rest), rest);

	free(rest);
	return rc;
}

/* A receive on a communicator that the program frees may start still, but no probe may ask. */
static void forget_comm(struct gm_standin *s, const void *comm)
{
	struct receive *r = (struct receive *)s;

	if (s->again && gm_handle(r->comm) == *(const int64_t *)comm)
		r->is_free = 1;
}

static int comm_free(void *comm)
{
	const int64_t handle = gm_handle_at(comm);

	gm_standin_each(forget_comm, &handle);
	return real_comm_free(comm);
}

void gm_persistent_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Recv_init, recv_init, real_init),
		{GM_FN_MPI_Start, start, &real_start},
		{GM_FN_MPI_Startall, startall, &real_startall},
		{GM_FN_MPI_Comm_free, comm_free, &real_comm_free},
	};

	gm_match_setup();
	for (unsigned large = 0; large < 2; large++)
		imrecv[large] = gm_instead(GM_FN_MPI_Imrecv + large);
	type_dup = gm_instead(GM_FN_MPI_Type_dup);
	type_free = gm_instead(GM_FN_MPI_Type_free);
	gm_standin_setup();
	gm_replace(list, sizeof list / sizeof *list);
}
