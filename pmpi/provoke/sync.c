/*
 * A collective call that need not synchronize begins with a barrier: no rank leaves it before all
 * have entered it. All ranks do the same in each of these calls, so the barriers match.
 */
#include "sync.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "install.h"
#include "plan.h"

typedef int barrier_fn(uintptr_t);
typedef int bcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int gather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int gatherv_fn(
	void *, intptr_t, uintptr_t, void *, void *, void *, uintptr_t, intptr_t, uintptr_t);
typedef int scatterv_fn(
	void *, void *, void *, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int reduce_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, intptr_t, uintptr_t);
typedef int scan_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, uintptr_t);

static barrier_fn *barrier;
static bcast_fn *real_bcast[2];
static gather_fn *real_gather[2], *real_scatter[2];
static gatherv_fn *real_gatherv[2];
static scatterv_fn *real_scatterv[2];
static reduce_fn *real_reduce[2];
static scan_fn *real_scan[2], *real_exscan[2];

/* Waits for the other ranks, if the call is forced. */
static int meet(unsigned fn, int large, uintptr_t comm)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_SYNC, fn + (unsigned)large);

	if (!c)
		return 0;
	gm_forced(c);
	return barrier(comm);
}

#define SYNC(name, function, parameters, comm, ...)                 \
	static int name parameters                                  \
	{                                                           \
		const int rc = meet(GM_FN_##function, large, comm); \
                                                                    \
		return rc ? rc : real_##name[large](__VA_ARGS__);   \
	}

SYNC(bcast, MPI_Bcast,
	(int large, void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm), comm,
	buf, n, type, root, comm)
GM_BOTH(bcast, (void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm), buf, n, type,
	root, comm)

SYNC(gather, MPI_Gather,
	(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	comm, send, n, type, recv, m, as, root, comm)
GM_BOTH(gather,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	send, n, type, recv, m, as, root, comm)

SYNC(scatter, MPI_Scatter,
	(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	comm, send, n, type, recv, m, as, root, comm)
GM_BOTH(scatter,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm),
	send, n, type, recv, m, as, root, comm)

SYNC(gatherv, MPI_Gatherv,
	(int large, void *send, intptr_t n, uintptr_t type, void *recv, void *counts, void *displs,
		uintptr_t as, intptr_t root, uintptr_t comm),
	comm, send, n, type, recv, counts, displs, as, root, comm)
GM_BOTH(gatherv,
	(void *send, intptr_t n, uintptr_t type, void *recv, void *counts, void *displs,
		uintptr_t as, intptr_t root, uintptr_t comm),
	send, n, type, recv, counts, displs, as, root, comm)

SYNC(scatterv, MPI_Scatterv,
	(int large, void *send, void *counts, void *displs, uintptr_t type, void *recv, intptr_t m,
		uintptr_t as, intptr_t root, uintptr_t comm),
	comm, send, counts, displs, type, recv, m, as, root, comm)
GM_BOTH(scatterv,
	(void *send, void *counts, void *displs, uintptr_t type, void *recv, intptr_t m,
		uintptr_t as, intptr_t root, uintptr_t comm),
	send, counts, displs, type, recv, m, as, root, comm)

SYNC(reduce, MPI_Reduce,
	(int large, void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, intptr_t root,
		uintptr_t comm),
	comm, send, recv, n, type, op, root, comm)
GM_BOTH(reduce,
	(void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, intptr_t root,
		uintptr_t comm),
	send, recv, n, type, op, root, comm)

SYNC(scan, MPI_Scan,
	(int large, void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op,
		uintptr_t comm),
	comm, send, recv, n, type, op, comm)
GM_BOTH(scan, (void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, uintptr_t comm),
	send, recv, n, type, op, comm)

SYNC(exscan, MPI_Exscan,
	(int large, void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op,
		uintptr_t comm),
	comm, send, recv, n, type, op, comm)
GM_BOTH(exscan, (void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, uintptr_t comm),
	send, recv, n, type, op, comm)

void gm_sync_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Bcast, bcast, real_bcast),
		GM_REPLACE_BOTH(MPI_Gather, gather, real_gather),
		GM_REPLACE_BOTH(MPI_Scatter, scatter, real_scatter),
		GM_REPLACE_BOTH(MPI_Gatherv, gatherv, real_gatherv),
		GM_REPLACE_BOTH(MPI_Scatterv, scatterv, real_scatterv),
		GM_REPLACE_BOTH(MPI_Reduce, reduce, real_reduce),
		GM_REPLACE_BOTH(MPI_Scan, scan, real_scan),
		GM_REPLACE_BOTH(MPI_Exscan, exscan, real_exscan),
	};

	barrier = gm_instead(GM_FN_MPI_Barrier);
	gm_replace(list, sizeof list / sizeof *list);
}
