/*
 * Makes an MPI library GPU-aware: preloaded behind gomarmot, it hands the library the address at
 * which the processor can access a buffer.
 */
#include <mpi.h>
#include <stdlib.h>

#include "memory.h"

/* With GPUTEST_UNAWARE the library gets the program's own address. */
static void *reached(const void *buffer)
{
	return buffer == MPI_IN_PLACE || getenv("GPUTEST_UNAWARE") ? (void *)buffer
								   : gputest_reach(buffer);
}

#define AT(buffer) reached(buffer)

/* With GPUTEST_DENIES the answer is wrong. */
int MPIX_Query_cuda_support(void);

int MPIX_Query_cuda_support(void)
{
	return !getenv("GPUTEST_UNAWARE") && !getenv("GPUTEST_DENIES");
}

int MPI_Send(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	return PMPI_Send(AT(buf), n, type, to, tag, comm);
}

int MPI_Recv(
	void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
	return PMPI_Recv(AT(buf), n, type, from, tag, comm, status);
}

int MPI_Isend(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	return PMPI_Isend(AT(buf), n, type, to, tag, comm, request);
}

int MPI_Irecv(
	void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
	return PMPI_Irecv(AT(buf), n, type, from, tag, comm, request);
}

int MPI_Bcast(void *buf, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
	return PMPI_Bcast(AT(buf), n, type, root, comm);
}

int MPI_Allreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	return PMPI_Allreduce(AT(from), AT(to), n, type, op, comm);
}

int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
	return PMPI_Win_create(AT(base), size, unit, info, comm, win);
}

int MPI_Put(const void *from, int n, MPI_Datatype type, int target, MPI_Aint at, int tn,
	MPI_Datatype ttype, MPI_Win win)
{
	return PMPI_Put(AT(from), n, type, target, at, tn, ttype, win);
}

int MPI_Get(void *to, int n, MPI_Datatype type, int target, MPI_Aint at, int tn, MPI_Datatype ttype,
	MPI_Win win)
{
	return PMPI_Get(AT(to), n, type, target, at, tn, ttype, win);
}

int MPI_Fetch_and_op(const void *from, void *to, MPI_Datatype type, int target, MPI_Aint at,
	MPI_Op op, MPI_Win win)
{
	return PMPI_Fetch_and_op(AT(from), AT(to), type, target, at, op, win);
}

int MPI_File_write_at_all_begin(
	MPI_File file, MPI_Offset at, const void *buf, int n, MPI_Datatype type)
{
	return PMPI_File_write_at_all_begin(file, at, AT(buf), n, type);
}

int MPI_File_write_at_all_end(MPI_File file, const void *buf, MPI_Status *status)
{
	return PMPI_File_write_at_all_end(file, AT(buf), status);
}

int MPI_Ssend(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
	return PMPI_Ssend(AT(buf), n, type, to, tag, comm);
}

int MPI_Sendrecv(const void *from, int n, MPI_Datatype type, int dest, int tag, void *to, int rn,
	MPI_Datatype rtype, int source, int rtag, MPI_Comm comm, MPI_Status *status)
{
	return PMPI_Sendrecv(
		AT(from), n, type, dest, tag, AT(to), rn, rtype, source, rtag, comm, status);
}

int MPI_Send_init(const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
	MPI_Request *request)
{
	return PMPI_Send_init(AT(buf), n, type, to, tag, comm, request);
}

int MPI_Recv_init(
	void *buf, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
	return PMPI_Recv_init(AT(buf), n, type, from, tag, comm, request);
}

int MPI_Reduce(
	const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	return PMPI_Reduce(AT(from), AT(to), n, type, op, root, comm);
}

int MPI_Iallreduce(const void *from, void *to, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
	MPI_Request *request)
{
	return PMPI_Iallreduce(AT(from), AT(to), n, type, op, comm, request);
}

int MPI_Alltoall(const void *from, int n, MPI_Datatype type, void *to, int rn, MPI_Datatype rtype,
	MPI_Comm comm)
{
	return PMPI_Alltoall(AT(from), n, type, AT(to), rn, rtype, comm);
}
