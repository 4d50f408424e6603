/*
 * Standard sends are sent as synchronous ones. A standard send may wait until its message is
 * received, so whoever receives notices nothing.
 */
#include "send.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../loaded/real.h"
#include "install.h"
#include "plan.h"

typedef int send_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t);
typedef int start_fn(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);

static send_fn *real_send, *ssend;
static start_fn *real_isend, *issend, *real_init, *ssend_init;

static int is_forced(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_SEND, fn);

	if (c)
		gm_forced(c);
	return c != NULL;
}

static int send(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm)
{
	send_fn *f = is_forced(GM_FN_MPI_Send) ? ssend : real_send;

	return f(buf, n, type, to, tag, comm);
}

static int isend(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag, uintptr_t comm,
	void *request)
{
	start_fn *f = is_forced(GM_FN_MPI_Isend) ? issend : real_isend;

	return f(buf, n, type, to, tag, comm, request);
}

static int send_init(void *buf, intptr_t n, uintptr_t type, intptr_t to, intptr_t tag,
	uintptr_t comm, void *request)
{
	start_fn *f = is_forced(GM_FN_MPI_Send_init) ? ssend_init : real_init;

	return f(buf, n, type, to, tag, comm, request);
}

void gm_send_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Send, send, &real_send},
		{GM_FN_MPI_Isend, isend, &real_isend},
		{GM_FN_MPI_Send_init, send_init, &real_init},
	};

	ssend = gm_library_of(GM_FN_MPI_Ssend);
	issend = gm_library_of(GM_FN_MPI_Issend);
	ssend_init = gm_library_of(GM_FN_MPI_Ssend_init);
	gm_replace(list, sizeof list / sizeof *list);
}
