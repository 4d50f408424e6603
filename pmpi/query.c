/*
 * What a call has just created: members of groups and communicators, sizes and
 * extents of datatypes, which file was opened. Only local PMPI_ functions are
 * called, only after the application's call succeeded, and only on its result.
 */
#include "query.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "args.h"
#include "blob.h"
#include "flavour.h"
#include "note.h"
#include "real.h"
#include "thread.h"
#include "typemap.h"
#include "zz_predef.h"

static struct {
	int (*group_size)(uintptr_t, int *);
	int (*group_translate)(uintptr_t, intptr_t, const int *, uintptr_t, int *);
	int (*group_free)(void *);
	int (*comm_group)(uintptr_t, void *);
	int (*comm_remote_group)(uintptr_t, void *);
	int (*comm_test_inter)(uintptr_t, int *);
	int (*comm_rank)(uintptr_t, int *);
	int (*type_size)(uintptr_t, int64_t *);
	int (*type_extent)(uintptr_t, int64_t *, int64_t *);
	int (*type_true_extent)(uintptr_t, int64_t *, int64_t *);
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
		{&mpi.type_size, "PMPI_Type_size_x"},
		{&mpi.type_extent, "PMPI_Type_get_extent_x"},
		{&mpi.type_true_extent, "PMPI_Type_get_true_extent_x"},
		{&mpi.test_cancelled, "PMPI_Test_cancelled"},
		{&mpi.get_elements, "PMPI_Get_elements_x"},
	};
	const char *missing = gm_find_all(wanted, sizeof wanted / sizeof *wanted);

	if (missing)
		gm_note("this MPI library has no %s", missing);
	return missing ? -1 : 0;
}

/* A handle that a PMPI_ function wrote to this variable. */
static uintptr_t handle_in(const uintptr_t *variable)
{
	return (uintptr_t)gm_handle_at(variable);
}

/*
 * Looks up the functions and finds the group that members are translated to:
 * that of MPI_COMM_WORLD, or the group of a session.
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

static struct members members_of(uintptr_t group)
{
	struct members m = {0, NULL};
	int n = 0;
	int32_t *own;

	if (!world_group || mpi.group_size(group, &n) || n <= 0)
		return m;
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
	m = members_of(group);
	gm_blob_open(&blob, t, pc, 1 + m.n);
	gm_blob_ints(&blob, m.n, m.ranks);
	members_free(&m);
}

static struct members comm_members(uintptr_t comm, int (*get)(uintptr_t, void *))
{
	uintptr_t group = 0;
	struct members m = {0, NULL};

	if (get(comm, &group))
		return m;
	group = handle_in(&group);
	m = members_of(group);
	mpi.group_free(&group);
	return m;
}

/* The blob and the extra words of a call that created a communicator. */
struct gm_comm_words gm_query_comm(struct gm_thread *t, int rc, const void *newcomm, const void *pc)
{
	const uintptr_t comm = (uintptr_t)gm_handle_at(newcomm);
	struct members local, remote = {0, NULL};
	struct gm_blob blob;
	int inter = 0, rank = 0;

	if (rc || !newcomm || gm_is_null(GM_CLASS_COMM, comm))
		return (struct gm_comm_words){0, 0};
	mpi.comm_test_inter(comm, &inter);
	mpi.comm_rank(comm, &rank);
	local = comm_members(comm, mpi.comm_group);
	if (inter)
		remote = comm_members(comm, mpi.comm_remote_group);
	gm_blob_open(&blob, t, pc, 1 + local.n + (inter ? 1 + remote.n : 0));
	gm_blob_ints(&blob, local.n, local.ranks);
	if (inter)
		gm_blob_ints(&blob, remote.n, remote.ranks);
	members_free(&local);
	members_free(&remote);
	return (struct gm_comm_words){inter != 0, rank};
}

/* size, lb, extent, true lb, true extent; 0 if the library returned them. */
int gm_type_metrics(uintptr_t type, int64_t out[5])
{
	return mpi.type_size(type, &out[0]) || mpi.type_extent(type, &out[1], &out[2]) ||
	       mpi.type_true_extent(type, &out[3], &out[4]);
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

/* The bytes of a message, or -1 if the operation was cancelled, as the library says it. */
int64_t gm_query_status(const void *status)
{
	int64_t bytes = 0;
	int cancelled = 0;

	if (!mpi.test_cancelled(status, &cancelled) && cancelled)
		return -1;
	return mpi.get_elements(status, gm_predef(GM_ID_BYTE), &bytes) || bytes < 0 ? 0 : bytes;
}
