/*
 * The buffer of a nonblocking collective call's result holds a pattern until a call has completed
 * the request. A buffer that is read, too (MPI_IN_PLACE, the root's of MPI_Ibcast), is left alone.
 */
#include "fillcoll.h"

#include <stdint.h>

#include "../base/zz_wrappers.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "filled.h"
#include "install.h"

typedef int ibcast_fn(void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int igather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int iallgather_fn(
	void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, uintptr_t, void *);
typedef int ireduce_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, intptr_t, uintptr_t, void *);
typedef int iallreduce_fn(void *, void *, intptr_t, uintptr_t, uintptr_t, uintptr_t, void *);

static ibcast_fn *real_ibcast[2];
static igather_fn *real_igather[2], *real_iscatter[2];
static iallgather_fn *real_iallgather[2], *real_ialltoall[2];
static ireduce_fn *real_ireduce[2];
static iallreduce_fn *real_iallreduce[2], *real_iscan[2], *real_reduce_block[2];

static struct gm_comm_shape shape_of(uintptr_t comm)
{
	return gm_comm_shape(gm_handle(comm));
}

static int ibcast(int large, void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm,
	void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		shape.members > 0 && !shape.inter && shape.rank != (int32_t)root
			? gm_fill_result(GM_FN_MPI_Ibcast, large, buf, gm_count(large, n), type)
			: NULL;

	return gm_filled_begun(f,
		real_ibcast[large](gm_filled_target(f, buf), n, type, root, comm, request),
		request);
}

GM_BOTH(ibcast,
	(void *buf, intptr_t n, uintptr_t type, intptr_t root, uintptr_t comm, void *request), buf,
	n, type, root, comm, request)

static int igather(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, intptr_t root, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		!shape.inter && gm_at_root(&shape, (int32_t)root) && !gm_in_place(send)
			? gm_fill_result(GM_FN_MPI_Igather, large, recv,
				  gm_count(large, m) * shape.members, as)
			: NULL;

	return gm_filled_begun(f,
		real_igather[large](
			send, n, type, gm_filled_target(f, recv), m, as, root, comm, request),
		request);
}

GM_BOTH(igather,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm, void *request),
	send, n, type, recv, m, as, root, comm, request)

static int iscatter(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, intptr_t root, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		shape.members > 0 && !shape.inter
			? gm_fill_result(GM_FN_MPI_Iscatter, large, recv, gm_count(large, m), as)
			: NULL;

	return gm_filled_begun(f,
		real_iscatter[large](
			send, n, type, gm_filled_target(f, recv), m, as, root, comm, request),
		request);
}

GM_BOTH(iscatter,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		intptr_t root, uintptr_t comm, void *request),
	send, n, type, recv, m, as, root, comm, request)

/* A part for each rank: the counts of parts are alike. */
static int parts(iallgather_fn *const real[2], unsigned fn, int large, void *send, intptr_t n,
	uintptr_t type, void *recv, intptr_t m, uintptr_t as, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		shape.members > 0 && !shape.inter && !gm_in_place(send)
			? gm_fill_result(fn, large, recv, gm_count(large, m) * shape.members, as)
			: NULL;

	return gm_filled_begun(f,
		real[large](send, n, type, gm_filled_target(f, recv), m, as, comm, request),
		request);
}

static int iallgather(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, uintptr_t comm, void *request)
{
	return parts(real_iallgather, GM_FN_MPI_Iallgather, large, send, n, type, recv, m, as, comm,
		request);
}

GM_BOTH(iallgather,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		uintptr_t comm, void *request),
	send, n, type, recv, m, as, comm, request)

static int ialltoall(int large, void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m,
	uintptr_t as, uintptr_t comm, void *request)
{
	return parts(real_ialltoall, GM_FN_MPI_Ialltoall, large, send, n, type, recv, m, as, comm,
		request);
}

GM_BOTH(ialltoall,
	(void *send, intptr_t n, uintptr_t type, void *recv, intptr_t m, uintptr_t as,
		uintptr_t comm, void *request),
	send, n, type, recv, m, as, comm, request)

static int ireduce(int large, void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op,
	intptr_t root, uintptr_t comm, void *request)
{
	const struct gm_comm_shape shape = shape_of(comm);
	struct gm_filled *f =
		!shape.inter && gm_at_root(&shape, (int32_t)root) && !gm_in_place(send)
			? gm_fill_result(GM_FN_MPI_Ireduce, large, recv, gm_count(large, n), type)
			: NULL;

	return gm_filled_begun(f,
		real_ireduce[large](
			send, gm_filled_target(f, recv), n, type, op, root, comm, request),
		request);
}

GM_BOTH(ireduce,
	(void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, intptr_t root,
		uintptr_t comm, void *request),
	send, recv, n, type, op, root, comm, request)

static int reduced(iallreduce_fn *const real[2], unsigned fn, int large, void *send, void *recv,
	intptr_t n, uintptr_t type, uintptr_t op, uintptr_t comm, void *request)
{
	struct gm_filled *f = !gm_in_place(send)
				      ? gm_fill_result(fn, large, recv, gm_count(large, n), type)
				      : NULL;

	return gm_filled_begun(f,
		real[large](send, gm_filled_target(f, recv), n, type, op, comm, request), request);
}

#define REDUCED(name, function, real)                                                              \
	static int name(int large, void *send, void *recv, intptr_t n, uintptr_t type,             \
		uintptr_t op, uintptr_t comm, void *request)                                       \
	{                                                                                          \
		return reduced(                                                                    \
			real, GM_FN_##function, large, send, recv, n, type, op, comm, request);    \
	}                                                                                          \
	GM_BOTH(name,                                                                              \
		(void *send, void *recv, intptr_t n, uintptr_t type, uintptr_t op, uintptr_t comm, \
			void *request),                                                            \
		send, recv, n, type, op, comm, request)

REDUCED(iallreduce, MPI_Iallreduce, real_iallreduce)
REDUCED(iscan, MPI_Iscan, real_iscan)
REDUCED(reduce_block, MPI_Ireduce_scatter_block, real_reduce_block)

void gm_fill_results_setup(void)
{
	static const struct gm_replaced list[] = {
		GM_REPLACE_BOTH(MPI_Ibcast, ibcast, real_ibcast),
		GM_REPLACE_BOTH(MPI_Igather, igather, real_igather),
		GM_REPLACE_BOTH(MPI_Iscatter, iscatter, real_iscatter),
		GM_REPLACE_BOTH(MPI_Iallgather, iallgather, real_iallgather),
		GM_REPLACE_BOTH(MPI_Ialltoall, ialltoall, real_ialltoall),
		GM_REPLACE_BOTH(MPI_Ireduce, ireduce, real_ireduce),
		GM_REPLACE_BOTH(MPI_Iallreduce, iallreduce, real_iallreduce),
		GM_REPLACE_BOTH(MPI_Iscan, iscan, real_iscan),
		GM_REPLACE_BOTH(MPI_Ireduce_scatter_block, reduce_block, real_reduce_block),
	};

	gm_replace(list, sizeof list / sizeof *list);
}
