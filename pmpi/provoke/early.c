/*
 * A collective call that need not synchronize is replaced by a nonblocking call and a wait: ranks
 * leave it as soon as their part is done. All ranks do the same in each of these calls, so the
 * calls match. Reductions are left alone: a nonblocking reduction may add up in another order.
 */
#include "early.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "install.h"
#include "plan.h"

typedef int wait_fn(void *, void *);
typedef int bcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int ibcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int gather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int igather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int gatherv_fn(
	void *, intptr_t, uintptr_t, void *, void *, void *, uintptr_t, intptr_t, uintptr_t);
typedef int igatherv_fn(void *, intptr_t, uintptr_t, void *, void *, void *, uintptr_t, intptr_t,
	uintptr_t, void *);
typedef int scatterv_fn(
	void *, void *, void *, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int iscatterv_fn(void *, void *, void *, uintptr_t, void *, intptr_t, uintptr_t, intptr_t,
	uintptr_t, void *);

static wait_fn *wait;
static bcast_fn *real_bcast[2];
static ibcast_fn *ibcast[2];
static gather_fn *real_gather[2], *real_scatter[2];
static igather_fn *igather[2], *iscatter[2];
static gatherv_fn *real_gatherv[2];
static igatherv_fn *igatherv[2];
static scatterv_fn *real_scatterv[2];
static iscatterv_fn *iscatterv[2];

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

static int bcast(int large, void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Bcast + (unsigned)large))
		return real_bcast[large](buf, n, type, root, comm);
	const int rc = ibcast[large](buf, n, type, root, comm, &request);

	return finish(rc, request);
}

GM_BOTH(bcast, (void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm), buf, n, type,
	root, comm)

/* MPI_Gather and MPI_Scatter have the same arguments. */
static int rooted(gather_fn *real, igather_fn *instead, unsigned fn, void *send, intptr_t n,
	uintptr_t type, void *recv, intptr_t m, uintptr_t as, intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(fn))
		return real(send, n, type, recv, m, as, root, comm);
	const int rc = instead(send, n, type, recv, m, as, root, comm, &request);

	return finish(rc, request);
}

static int gather(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, intptr_t root, uintptr_t comm)
{
	return rooted(real_gather[large], igather[large], GM_FN_MPI_Gather + (unsigned)large, send,
		n, type, recv, m, as, root, comm);
}

GM_BOTH(gather,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	send, n, type, recv, m, as, root, comm)

static int scatter(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, intptr_t root, uintptr_t comm)
{
	return rooted(real_scatter[large], iscatter[large], GM_FN_MPI_Scatter + (unsigned)large,
		send, n, type, recv, m, as, root, comm);
}

GM_BOTH(scatter,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	send, n, type, recv, m, as, root, comm)

static int gatherv(int large, void *send, intptr_t n, uintptr_t type, void *recv, void *counts,
	void *displs, uintptr_t as, intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Gatherv + (unsigned)large))
		return real_gatherv[large](send, n, type, recv, counts, displs, as, root, comm);
	const int rc =
		igatherv[large](send, n, type, recv, counts, displs, as, root, comm, &request);

	return finish(rc, request);
}

GM_BOTH(gatherv,
	(void *send, intptr_t n, uintptr_t type, void *recv, void *counts, void *displs,
		uintptr_t as, intptr_t root, uintptr_t comm),
	send, n, type, recv, counts, displs, as, root, comm)

static int scatterv(int large, void *send, void *counts, void *displs, uintptr_t type, void *recv,
	intptr_t m, uintptr_t as, intptr_t root, uintptr_t comm)
{
	uintptr_t request = 0;

	if (!is_forced(GM_FN_MPI_Scatterv + (unsigned)large))
		return real_scatterv[large](send, counts, displs, type, recv, m, as, root, comm);
	const int rc =
		iscatterv[large](send, counts, displs, type, recv, m, as, root, comm, &request);

	return finish(rc, request);
}

GM_BOTH(scatterv,
	(void *send, void *counts, void *displs, uintptr_t type, void *recv, intptr_t m,
		uintptr_t as, intptr_t root, uintptr_t comm),
	send, counts, displs, type, recv, m, as, root, comm)

void gm_early_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Bcast, bcast, real_bcast),
		GM_REPLACE_BOTH(MPI_Gather, gather, real_gather),
		GM_REPLACE_BOTH(MPI_Scatter, scatter, real_scatter),
		GM_REPLACE_BOTH(MPI_Gatherv, gatherv, real_gatherv),
		GM_REPLACE_BOTH(MPI_Scatterv, scatterv, real_scatterv),
	};

	wait = gm_instead(GM_FN_MPI_Wait);
	for (unsigned large = 0; large < 2; large++) {
		ibcast[large] = gm_instead(GM_FN_MPI_Ibcast + large);
		igather[large] = gm_instead(GM_FN_MPI_Igather + large);
		iscatter[large] = gm_instead(GM_FN_MPI_Iscatter + large);
		igatherv[large] = gm_instead(GM_FN_MPI_Igatherv + large);
		iscatterv[large] = gm_instead(GM_FN_MPI_Iscatterv + large);
	}
	gm_replace(list, sizeof list / sizeof *list);
}
