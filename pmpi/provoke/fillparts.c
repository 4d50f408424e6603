/*
 * Fills buffers as fillcoll.c does, for calls that name the size of each rank's part: only the
 * parts hold the pattern, and not the gaps between them.
 */
#include "fillparts.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "filled.h"
#include "install.h"

typedef int igatherv_fn(void *, intptr_t, uintptr_t, void *, void *, void *, uintptr_t, intptr_t,
	uintptr_t, void *);
typedef int iallgatherv_fn(
	void *, intptr_t, uintptr_t, void *, void *, void *, uintptr_t, uintptr_t, void *);
typedef int ialltoallv_fn(
	void *, void *, void *, uintptr_t, void *, void *, void *, uintptr_t, uintptr_t, void *);
typedef int iscatterv_fn(void *, void *, void *, uintptr_t, void *, intptr_t, uintptr_t, intptr_t,
	uintptr_t, void *);
typedef int ireduce_scatter_fn(void *, void *, void *, uintptr_t, uintptr_t, uintptr_t, void *);
typedef int indexed_fn(intptr_t, const void *, const void *, uintptr_t, void *);
typedef int type_fn(void *);
typedef int iexscan_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, uintptr_t, void *);

static igatherv_fn *real_igatherv[2];
static iallgatherv_fn *real_iallgatherv[2];
static ialltoallv_fn *real_ialltoallv[2];
static iscatterv_fn *real_iscatterv[2];
static ireduce_scatter_fn *real_ireduce_scatter[2];
static iexscan_fn *real_iexscan[2];
static indexed_fn *type_indexed[2];
static type_fn *type_commit, *type_free;

/* Element i of an array of counts or displacements. */
static intptr_t element(int large, const void *array, int64_t i)
{
	return large ? ((const intptr_t *)array)[i] : ((const int32_t *)array)[i];
}

/* Fills a part for each rank; NULL if these are not filled. */
static struct gm_filled *fill_parts(unsigned fn, int large, void *buf, const void *counts,
	const void *displs, uintptr_t type, int64_t ranks)
{
	uintptr_t parts = 0;
	struct gm_filled *f = NULL;

	if (gm_in_place(buf) || !type_indexed[large] ||
		type_indexed[large](ranks, counts, displs, type, &parts))
		return NULL;
	if (!type_commit(&parts))
		f = gm_fill_result(fn, large, buf, 1, parts);
	type_free(&parts);
	return f;
}

static struct gm_comm_shape shape_of(uintptr_t comm)
{
	return gm_comm_shape(gm_handle(comm));
}

static int igatherv(int large, void *send, intptr_t n, uintptr_t type, void *recv, void *counts,
	void *displs, uintptr_t as, intptr_t root, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		!shape.inter && gm_at_root(&shape, (int32_t)root) && !gm_in_place(send)
			? fill_parts(GM_FN_MPI_Igatherv, large, recv, counts, displs, as,
				  shape.members)
			: NULL;

	return gm_filled_begun(f,
		real_igatherv[large](send, n, type, gm_filled_target(f, recv), counts, displs, as,
			root, comm, request),
		request);
}

GM_BOTH(igatherv,
	(void *send, intptr_t n, uintptr_t type, void *recv, void *counts, void *displs,
		uintptr_t as, intptr_t root, uintptr_t comm, void *request),
	send, n, type, recv, counts, displs, as, root, comm, request)

static int iallgatherv(int large, void *send, intptr_t n, uintptr_t type, void *recv, void *counts,
	void *displs, uintptr_t as, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f = !shape.inter && !gm_in_place(send)
				      ? fill_parts(GM_FN_MPI_Iallgatherv, large, recv, counts,
						displs, as, shape.members)
				      : NULL;

	return gm_filled_begun(f,
		real_iallgatherv[large](send, n, type, gm_filled_target(f, recv), counts, displs,
			as, comm, request),
		request);
}

GM_BOTH(iallgatherv,
	(void *send, intptr_t n, uintptr_t type, void *recv, void *counts, void *displs,
		uintptr_t as, uintptr_t comm, void *request),
	send, n, type, recv, counts, displs, as, comm, request)

static int ialltoallv(int large, void *send, void *sendcounts, void *senddispls, uintptr_t type,
	void *recv, void *counts, void *displs, uintptr_t as, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f = !shape.inter && !gm_in_place(send)
				      ? fill_parts(GM_FN_MPI_Ialltoallv, large, recv, counts,
						displs, as, shape.members)
				      : NULL;

	return gm_filled_begun(f,
		real_ialltoallv[large](send, sendcounts, senddispls, type,
			gm_filled_target(f, recv), counts, displs, as, comm, request),
		request);
}

GM_BOTH(ialltoallv,
	(void *send, void *sendcounts, void *senddispls, uintptr_t type, void *recv, void *counts,
		void *displs, uintptr_t as, uintptr_t comm, void *request),
	send, sendcounts, senddispls, type, recv, counts, displs, as, comm, request)

static int iscatterv(int large, void *send, void *counts, void *displs, uintptr_t type, void *recv,
	intptr_t m, uintptr_t as, intptr_t root, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		shape.members > 0 && !shape.inter && !gm_in_place(recv)
			? gm_fill_result(GM_FN_MPI_Iscatterv, large, recv, gm_count(large, m), as)
			: NULL;

	return gm_filled_begun(f,
		real_iscatterv[large](send, counts, displs, type, gm_filled_target(f, recv), m, as,
			root, comm, request),
		request);
}

GM_BOTH(iscatterv,
	(void *send, void *counts, void *displs, uintptr_t type, void *recv, intptr_t m,
		uintptr_t as, intptr_t root, uintptr_t comm, void *request),
	send, counts, displs, type, recv, m, as, root, comm, request)

static int ireduce_scatter(int large, void *send, void *recv, void *counts, uintptr_t type,
	uintptr_t op, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f = shape.members > 0 && !shape.inter && !gm_in_place(send)
				      ? gm_fill_result(GM_FN_MPI_Ireduce_scatter, large, recv,
						element(large, counts, shape.rank), type)
				      : NULL;

	return gm_filled_begun(f,
		real_ireduce_scatter[large](
			send, gm_filled_target(f, recv), counts, type, op, comm, request),
		request);
}

GM_BOTH(ireduce_scatter,
	(void *send, void *recv, void *counts, uintptr_t type, uintptr_t op, uintptr_t comm,
		void *request),
	send, recv, counts, type, op, comm, request)

/* The first rank gets no result. */
static int iexscan(int large, void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op,
	uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		shape.members > 0 && shape.rank > 0 && !gm_in_place(send)
			? gm_fill_result(GM_FN_MPI_Iexscan, large, recv, gm_count(large, n), type)
			: NULL;

	return gm_filled_begun(f,
		real_iexscan[large](send, gm_filled_target(f, recv), n, type, op, comm, request),
		request);
}

GM_BOTH(iexscan,
	(void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, uintptr_t comm,
		void *request),
	send, recv, n, type, op, comm, request)

void gm_fill_parts_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Igatherv, igatherv, real_igatherv),
		GM_REPLACE_BOTH(MPI_Iallgatherv, iallgatherv, real_iallgatherv),
		GM_REPLACE_BOTH(MPI_Ialltoallv, ialltoallv, real_ialltoallv),
		GM_REPLACE_BOTH(MPI_Iscatterv, iscatterv, real_iscatterv),
		GM_REPLACE_BOTH(MPI_Ireduce_scatter, ireduce_scatter, real_ireduce_scatter),
		GM_REPLACE_BOTH(MPI_Iexscan, iexscan, real_iexscan),
	};

	type_commit = gm_instead(GM_FN_MPI_Type_commit);
	type_free = gm_instead(GM_FN_MPI_Type_free);
	for (unsigned large = 0; large < 2; large++)
		type_indexed[large] = gm_instead(GM_FN_MPI_Type_indexed + large);
	gm_replace(list, sizeof list / sizeof *list);
}
