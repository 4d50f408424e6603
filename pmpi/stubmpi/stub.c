/* The functions of the stub library that do not only return 0. */
#include "stub.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void stub_handle(void *out, uint32_t handle)
{
	if (out)
		*(uint32_t *)out = handle;
}

void stub_null(void *inout, uint32_t handle)
{
	stub_handle(inout, handle & STUB_NULL & ~3u);
}

void stub_file(void *out, int open)
{
	static int file[4];

	if (out)
		*(void **)out = open ? file : NULL;
}

void stub_int(void *out)
{
	if (out)
		*(int32_t *)out = 0;
}

void stub_long(void *out)
{
	if (out)
		*(int64_t *)out = 0;
}

void stub_memory(void *out)
{
	static char memory[4096];

	if (out)
		*(void **)out = memory;
}

STUB(MPI_Get_library_version, (char *version, int *length))
{
	strcpy(version, "MPICH stub");
	*length = (int)strlen(version);
	return 0;
}

/*
 * The level that the test wants: MPI_THREAD_SINGLE unless STUB_THREADS says more. The process is
 * killed when it asks for the STUB_KILLS-th time.
 */
STUB(MPI_Query_thread, (int *provided))
{
	static int asked;
	const char *level = getenv("STUB_THREADS"), *last = getenv("STUB_KILLS");

	if (last && ++asked == atoi(last))
		raise(SIGKILL);
	*provided = level ? atoi(level) : 0;
	return 0;
}

/* With STUB_CRASHES, the second session cannot be begun. */
STUB(MPI_Session_init, (uintptr_t info, uintptr_t errhandler, void *session))
{
	static int begun;

	(void)info;
	(void)errhandler;
	if (begun++ && getenv("STUB_CRASHES"))
		raise(SIGSEGV);
	stub_handle(session, STUB_MPI_Session);
	return 0;
}

/* With STUB_WAITS it waits for a rank that never arrives. */
STUB(MPI_Barrier, (uintptr_t comm))
{
	(void)comm;
	while (getenv("STUB_WAITS"))
		pause();
	return 0;
}

STUB(MPI_Comm_size, (uintptr_t comm, int *size))
{
	(void)comm;
	*size = 1;
	return 0;
}

/* The number of members of every group; programs may set it. 1: only rank 0. */
STUB_EXPORT int stub_members = 1;
STUB_EXPORT const int *stub_ranks;

STUB(MPI_Group_size, (uintptr_t group, int *size))
{
	(void)group;
	*size = stub_members;
	return 0;
}

STUB(MPI_Group_translate_ranks,
	(uintptr_t from, intptr_t n, const int *ranks, uintptr_t to, int *out))
{
	(void)from;
	(void)to;
	memcpy(out, stub_ranks ? stub_ranks : ranks, (size_t)(int)n * sizeof *out);
	return 0;
}

/* MPICH keeps the size of a basic datatype in its handle. */
STUB(MPI_Type_size_x, (uintptr_t type, int64_t *size))
{
	*size = type >> 8 & 0xff;
	return 0;
}

STUB(MPI_Abort, (uintptr_t comm, intptr_t code))
{
	(void)comm;
	exit((int)code);
}

STUB(MPI_Comm_get_parent, (void *parent))
{
	stub_null(parent, STUB_MPI_Comm);
	return 0;
}
