/*
 * Standard sends become synchronous sends. A standard send may wait until its message is received,
 * so the receiver notices nothing. The send of MPI_Sendrecv becomes synchronous, too: it goes on
 * beside the receive.
 */
#include "send.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "install.h"
#include "plan.h"

typedef int send_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t);
typedef int start_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int sendrecv_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, void *, intptr_t,
	uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
typedef int wait_fn(void *, void *);

static send_fn *real_send[2], *ssend[2];
static start_fn *real_isend[2], *issend[2], *real_init[2], *ssend_init[2], *irecv[2];
static sendrecv_fn *real_sendrecv[2];
static wait_fn *wait;

static int is_forced(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_SEND, fn);

	if (c)
		gm_forced(c);
	return c != NULL;
}

static int send(
	int large, void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm)
{
	send_fn **f = is_forced(GM_FN_MPI_Send + (unsigned)large) ? ssend : real_send;

	return f[large](buf, n, type, to, tag, comm);
}

GM_BOTH(send, (void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm),
	buf, n, type, to, tag, comm)

static int isend(int large, void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag,
	uintptr_t comm, void *request)
{
	start_fn **f = is_forced(GM_FN_MPI_Isend + (unsigned)large) ? issend : real_isend;

	return f[large](buf, n, type, to, tag, comm, request);
}

GM_BOTH(isend,
	(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, to, tag, comm, request)

static int send_init(int large, void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag,
	uintptr_t comm, void *request)
{
	start_fn **f = is_forced(GM_FN_MPI_Send_init + (unsigned)large) ? ssend_init : real_init;

	return f[large](buf, n, type, to, tag, comm, request);
}

GM_BOTH(send_init,
	(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm,
		void *request),
	buf, n, type, to, tag, comm, request)

static int sendrecv(int large, void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag,
	void *into, intptr_t m, uintptr_t as, intptr_t from, intptr_t with, uintptr_t comm,
	void *status)
{
	uintptr_t sent = 0, received = 0;
	int rc;

	if (!is_forced(GM_FN_MPI_Sendrecv + (unsigned)large))
		return real_sendrecv[large](
			buf, n, type, to, tag, into, m, as, from, with, comm, status);
	rc = irecv[large](into, m, as, from, with, comm, &received);
	if (!rc)
		rc = issend[large](buf, n, type, to, tag, comm, &sent);
	if (!rc)
		rc = wait(&sent, (void *)gm_layout.ignore);
	return rc ? rc : wait(&received, status);
}

GM_BOTH(sendrecv,
	(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, void *into, intptr_t m,
		uintptr_t as, intptr_t from, intptr_t with, uintptr_t comm, void *status),
	buf, n, type, to, tag, into, m, as, from, with, comm, status)

void gm_send_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Send, send, real_send),
		GM_REPLACE_BOTH(MPI_Isend, isend, real_isend),
		GM_REPLACE_BOTH(MPI_Send_init, send_init, real_init),
		GM_REPLACE_BOTH(MPI_Sendrecv, sendrecv, real_sendrecv),
	};

	for (unsigned large = 0; large < 2; large++) {
		ssend[large] = gm_instead(GM_FN_MPI_Ssend + large);
		issend[large] = gm_instead(GM_FN_MPI_Issend + large);
		ssend_init[large] = gm_instead(GM_FN_MPI_Ssend_init + large);
		irecv[large] = gm_instead(GM_FN_MPI_Irecv + large);
	}
	wait = gm_instead(GM_FN_MPI_Wait);
	gm_replace(list, sizeof list / sizeof *list);
}
