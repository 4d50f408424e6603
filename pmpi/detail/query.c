/*
 * Queries about an object that a call has just created: members of groups and communicators,
 * sizes and extents of datatypes, the name of a file. Only local PMPI_ functions are
 * called, only after the application's call succeeded, and only on its result.
 */
#include "query.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/note.h"
#include "../library/args.h"
#include "../library/comm.h"
#include "../library/flavour.h"
#include "../library/metrics.h"
#include "../library/typemap.h"
#include "../library/winfacts.h"
#include "../library/zz_predef.h"
#include "../loaded/real.h"
#include "../record/blob.h"
#include "../record/thread.h"

static struct {
	int (*group_size)(uintptr_t, int *);
	int (*group_translate)(uintptr_t, intptr_t, const int *, uintptr_t, int *);
	int (*group_free)(void *);
	int (*comm_group)(uintptr_t, void *);
	int (*comm_remote_group)(uintptr_t, void *);
	int (*comm_test_inter)(uintptr_t, int *);
	int (*comm_rank)(uintptr_t, int *);
	int (*comm_size)(uintptr_t, int *);
	int (*cartdim_get)(uintptr_t, int *);
	int (*cart_shift)(uintptr_t, intptr_t, intptr_t, int *, int *);
	int (*graph_count)(uintptr_t, intptr_t, int *);
	int (*graph_neighbors)(uintptr_t, intptr_t, intptr_t, int *);
	int (*dist_count)(uintptr_t, int *, int *, int *);
	int (*dist_neighbors)(uintptr_t, intptr_t, int *, int *, intptr_t, int *, int *);
	int (*test_cancelled)(const void *, int *);
	int (*get_elements)(const void *, uintptr_t, int64_t *);
} mpi;

static uintptr_t world_group;
static int own_world_group; /* created here, so it is freed here */

/* A group's members as ranks in MPI_COMM_WORLD. The caller frees ranks. */
struct members {
	int64_t n;
	int32_t *ranks;
};

static int resolve(void)
{
	const struct gm_symbol wanted[] = {
		{&mpi.group_size, "PMPI_Group_size"},
		{&mpi.group_translate, "PMPI_Group_translate_ranks"},
		{&mpi.group_free, "PMPI_Group_free"},
		{&mpi.comm_group, "PMPI_Comm_group"},
		{&mpi.comm_remote_group, "PMPI_Comm_remote_group"},
		{&mpi.comm_test_inter, "PMPI_Comm_test_inter"},
		{&mpi.comm_rank, "PMPI_Comm_rank"},
		{&mpi.comm_size, "PMPI_Comm_size"},
		{&mpi.cartdim_get, "PMPI_Cartdim_get"},
		{&mpi.cart_shift, "PMPI_Cart_shift"},
		{&mpi.graph_count, "PMPI_Graph_neighbors_count"},
		{&mpi.graph_neighbors, "PMPI_Graph_neighbors"},
		{&mpi.dist_count, "PMPI_Dist_graph_neighbors_count"},
		{&mpi.dist_neighbors, "PMPI_Dist_graph_neighbors"},
		{&mpi.test_cancelled, "PMPI_Test_cancelled"},
		{&mpi.get_elements, "PMPI_Get_elements_x"},
	};
	const char *missing = gm_find_all(wanted, sizeof wanted / sizeof *wanted);

	if (!missing)
		missing = gm_metrics_setup();
	if (!missing)
		missing = gm_winfacts_setup();
	if (missing)
		gm_note("this MPI library has no %s", missing);
	return missing ? -1 : 0;
}

/* A handle that a PMPI_ function wrote to this variable. */
static uintptr_t handle_in(const uintptr_t *variable)
{
	return (uintptr_t)gm_handle_at(variable);
}

static void know_world(uintptr_t comm_world)
{
	const struct gm_comm_shape self = {.members = 1, .ranks = 1};
	struct gm_comm_shape world = {0};
	int rank = 0, size = 0;

	if (mpi.comm_rank(comm_world, &rank) || mpi.comm_size(comm_world, &size))
		return;
	world.rank = rank;
	world.members = world.ranks = size;
	gm_comm_known(comm_world, &world);
	gm_comm_known(gm_predef(GM_ID_COMM_SELF), &self);
}

/*
 * Looks up the functions and finds the group that members are translated to:
 * the group of MPI_COMM_WORLD or of a session.
 */
int gm_query_setup(uintptr_t comm_world, uintptr_t session_group)
{
	uintptr_t group = 0;

	if (resolve())
		return -1;
	world_group = session_group;
	own_world_group = 1;
	if (!comm_world)
		return 0;
	if (mpi.comm_group(comm_world, &group))
		return -1;
	world_group = handle_in(&group);
	know_world(comm_world);
	return 0;
}

/* Before MPI_Finalize: frees the world group. */
void gm_query_done(void)
{
	uintptr_t group = world_group;

	if (own_world_group && group)
		mpi.group_free(&group);
	own_world_group = 0;
	world_group = 0;
}

/* The first members of a group, at most `most`. */
static struct members members_of(uintptr_t group, int most)
{
	struct members m = {0, NULL};
	int n = 0;
	int32_t *own;

	if (!world_group || mpi.group_size(group, &n) || n <= 0)
		return m;
	if (n > most)
		n = most;
	own = malloc(2 * (size_t)n * sizeof *own);
	if (!own)
		return m;
	m.ranks = own + n;
	for (int i = 0; i < n; i++)
		own[i] = i;
	if (mpi.group_translate(group, n, own, world_group, m.ranks)) {
		free(own);
		return (struct members){0, NULL};
	}
	for (int i = 0; i < n; i++)
		if (m.ranks[i] < 0)
			m.ranks[i] = -1; /* MPI_UNDEFINED: not in MPI_COMM_WORLD */
	m.n = n;
	return m;
}

static void members_free(struct members *m)
{
	if (m->ranks)
		free(m->ranks - m->n);
}

/* The blob of a call that created a group. */
void gm_query_group(struct gm_thread *t, int rc, const void *newgroup, const void *pc)
{
	const uint64_t group = (uint64_t)gm_handle_at(newgroup);
	struct gm_blob blob;
	struct members m;

	if (rc || !newgroup || gm_is_null(GM_CLASS_GROUP, group))
		return;
	m = members_of(group, INT_MAX);
	gm_blob_open(&blob, t, pc, gm_rank_words(m.n, m.ranks));
	gm_blob_ranks(&blob, m.n, m.ranks);
	members_free(&m);
}

static struct members comm_members(uintptr_t comm, int (*get)(uintptr_t, void *), int most)
{
	uintptr_t group = 0;
	struct members m = {0, NULL};

	if (get(comm, &group))
		return m;
	group = handle_in(&group);
	m = members_of(group, most);
	mpi.group_free(&group);
	return m;
}

/* The neighbors of a process, as ranks of the communicator. The caller frees sources. */
struct neighbors {
	int64_t in, out;
	int *sources, *destinations;
};

static int room_for(struct neighbors *n, int in, int out)
{
	n->sources = calloc((size_t)in + (size_t)out + 1, sizeof *n->sources);
	if (!n->sources)
		return -1;
	n->destinations = n->sources + in;
	n->in = in;
	n->out = out;
	return 0;
}

/* In each dimension the neighbor in negative direction, then the neighbor in positive direction. */
static int cart_neighbors(uintptr_t comm, struct neighbors *n)
{
	int dims = 0;

	if (mpi.cartdim_get(comm, &dims) || room_for(n, 2 * dims, 2 * dims))
		return -1;
	for (int d = 0; d < dims; d++)
		if (mpi.cart_shift(comm, d, 1, &n->sources[2 * d], &n->sources[2 * d + 1]))
			return -1;
	memcpy(n->destinations, n->sources, (size_t)n->in * sizeof *n->sources);
	return 0;
}

static int graph_neighbors(uintptr_t comm, int rank, struct neighbors *n)
{
	int degree = 0;

	if (mpi.graph_count(comm, rank, &degree) || room_for(n, degree, degree) ||
		mpi.graph_neighbors(comm, rank, degree, n->sources))
		return -1;
	memcpy(n->destinations, n->sources, (size_t)degree * sizeof *n->sources);
	return 0;
}

static int dist_neighbors(uintptr_t comm, struct neighbors *n)
{
	int in = 0, out = 0, weighted = 0, failed;
	int *weights;

	if (mpi.dist_count(comm, &in, &out, &weighted) || room_for(n, in, out))
		return -1;
	weights = calloc((size_t)in + (size_t)out + 1, sizeof *weights);
	failed = !weights || mpi.dist_neighbors(comm, in, n->sources, weights, out, n->destinations,
				     weights + in);
	free(weights);
	return failed;
}

static struct neighbors neighbors_of(uintptr_t comm, int rank, enum gm_topology topology)
{
	struct neighbors n = {0, 0, NULL, NULL};
	int failed = 0;

	switch (topology) {
	case GM_TOPOLOGY_NONE:
		break;
	case GM_TOPOLOGY_CART:
		failed = cart_neighbors(comm, &n);
		break;
	case GM_TOPOLOGY_GRAPH:
		failed = graph_neighbors(comm, rank, &n);
		break;
	case GM_TOPOLOGY_DIST_GRAPH:
		failed = dist_neighbors(comm, &n);
		break;
	}
	if (failed)
		n.in = n.out = 0;
	return n;
}

/* The blob and the extra words of a call that created a communicator. */
struct gm_comm_words gm_query_comm(
	struct gm_thread *t, int rc, const void *newcomm, enum gm_topology topology, const void *pc)
{
	const uintptr_t comm = (uintptr_t)gm_handle_at(newcomm);
	struct members local, remote = {0, NULL};
	struct gm_comm_shape shape;
	struct neighbors near;
	struct gm_blob blob;
	int inter = 0, rank = 0, size = INT_MAX;

	if (rc || !newcomm || gm_is_null(GM_CLASS_COMM, comm))
		return (struct gm_comm_words){0, 0};
	mpi.comm_test_inter(comm, &inter);
	mpi.comm_rank(comm, &rank);
	/* MPICH 5.0 gives a grid the group of the communicator that it was made from, which may
	 * be larger. */
	mpi.comm_size(comm, &size);
	local = comm_members(comm, mpi.comm_group, size);
	if (inter)
		remote = comm_members(comm, mpi.comm_remote_group, INT_MAX);
	near = neighbors_of(comm, rank, topology);
	shape = (struct gm_comm_shape){.rank = rank,
		.inter = inter,
		.members = local.n,
		.ranks = inter ? remote.n : local.n,
		.dims = topology == GM_TOPOLOGY_CART ? near.in / 2 : 0,
		.sources = near.in,
		.destinations = near.out};
	gm_comm_known(comm, &shape);
	gm_blob_open(&blob, t, pc,
		gm_rank_words(local.n, local.ranks) +
			(inter || topology ? gm_rank_words(remote.n, remote.ranks) : 0) +
			(topology ? 2 + near.in + near.out : 0));
	gm_blob_ranks(&blob, local.n, local.ranks);
	if (inter || topology)
		gm_blob_ranks(&blob, remote.n, remote.ranks);
	if (topology) {
		gm_blob_ints(&blob, near.in, near.sources);
		gm_blob_ints(&blob, near.out, near.destinations);
	}
	members_free(&local);
	members_free(&remote);
	free(near.sources);
	return (struct gm_comm_words){inter != 0, rank};
}

/* The extra words of a call that created a datatype. */
struct gm_type_words gm_query_type(int rc, const void *newtype)
{
	const uintptr_t type = (uintptr_t)gm_handle_at(newtype);
	struct gm_type_words words = {{0, 0, 0, 0, 0}};

	if (rc || !newtype || gm_is_null(GM_CLASS_DATATYPE, type))
		return words;
	if (!gm_type_metrics(type, words.w))
		gm_type_made(type, words.w, 0);
	return words;
}

/*
 * The path in a file name: ROMIO accepts the kind of file system and a colon in
 * front of it ("ufs:/tmp/data"). NULL if there is no such prefix.
 */
static const char *after_prefix(const char *filename)
{
	const char *p = filename;

	while (isalnum((unsigned char)*p))
		p++;
	return p > filename && *p == ':' ? p + 1 : NULL;
}

/* The extra words of MPI_File_open. */
struct gm_file_words gm_query_file(int rc, const char *filename)
{
	struct gm_file_words words = {0, 0};
	const int saved = errno;
	const char *path;
	struct stat st;

	if (rc || !filename)
		return words;
	path = after_prefix(filename);
	if (!stat(filename, &st) || (path && !stat(path, &st)))
		words = (struct gm_file_words){(int64_t)st.st_dev, (int64_t)st.st_ino};
	errno = saved;
	return words;
}

/* The bytes of a message, or -1 if the operation was cancelled, according to the library. */
int64_t gm_query_status(const void *status)
{
	int64_t bytes = 0;
	int cancelled = 0;

	if (!mpi.test_cancelled(status, &cancelled) && cancelled)
		return -1;
	return mpi.get_elements(status, gm_predef(GM_ID_BYTE), &bytes) || bytes < 0 ? 0 : bytes;
}
