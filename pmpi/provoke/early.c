/*
 * A collective call that need not synchronize becomes a nonblocking one that is waited for: ranks
 * leave it as soon as their part is done. All ranks do the same, in each of these calls, so the
 * calls match. Reductions are left alone: a nonblocking reduction may add up in another order.
 */
#include "early.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "../loaded/real.h"
#include "install.h"
#include "plan.h"

typedef int wait_fn(void *, void *);
typedef int bcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int ibcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int gather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int igather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);

static wait_fn *wait;
static bcast_fn *real_bcast;
static ibcast_fn *ibcast;
static gather_fn *real_gather, *real_scatter;
static igather_fn *igather, *iscatter;

static int is_forced(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_EARLY, fn);

	if (c)
		gm_forced(c);
	return c != NULL;
}

static int finish(int rc, uintptr_t request)
{
	return rc ? rc : wait(&request, (void *)gm_layout.ignore);
}

static int bcast(void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Bcast))
		return real_bcast(buf, n, type, root, comm);
	const int rc = ibcast(buf, n, type, root, comm, &request);

	return finish(rc, request);
}

static int gather(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
	intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Gather))
		return real_gather(send, n, type, recv, m, as, root, comm);
	const int rc = igather(send, n, type, recv, m, as, root, comm, &request);

	return finish(rc, request);
}

static int scatter(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
	intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Scatter))
		return real_scatter(send, n, type, recv, m, as, root, comm);
	const int rc = iscatter(send, n, type, recv, m, as, root, comm, &request);

	return finish(rc, request);
}

void gm_early_setup(void)
{
	static const struct gm_replaced list[] = {
		{GM_FN_MPI_Bcast, bcast, &real_bcast},
		{GM_FN_MPI_Gather, gather, &real_gather},
		{GM_FN_MPI_Scatter, scatter, &real_scatter},
	};

	wait = gm_library_of(GM_FN_MPI_Wait);
	ibcast = gm_library_of(GM_FN_MPI_Ibcast);
	igather = gm_library_of(GM_FN_MPI_Igather);
	iscatter = gm_library_of(GM_FN_MPI_Iscatter);
	gm_replace(list, sizeof list / sizeof *list);
}
