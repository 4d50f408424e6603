/*
 * Rank 2 dies. The others revoke their communicator, shrink it and go on. With an argument, they
 * then make two faults.
 */
#include <mpi.h>

#include <mpi-ext.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef OMPI_HAVE_MPI_EXT_FTMPI

static int rank, size;

/* Work on a communicator until something fails. */
static int work(MPI_Comm comm, int die)
{
	int me, n, rc, in[64], out[64], left, right;
	MPI_Request r[2], b;

	MPI_Comm_rank(comm, &me);
	MPI_Comm_size(comm, &n);
	left = (me + n - 1) % n;
	right = (me + 1) % n;
	for (int i = 0; i < 64; i++)
		out[i] = me;
	for (int step = 0; step < 20; step++) {
		if (die && step == 5 && rank == 2)
			raise(SIGKILL);
		rc = MPI_Irecv(in, 64, MPI_INT, left, 1, comm, &r[0]);
		if (rc)
			return rc;
		rc = MPI_Isend(out, 64, MPI_INT, right, 1, comm, &r[1]);
		if (rc) {
			MPI_Cancel(&r[0]);
			MPI_Request_free(&r[0]);
			return rc;
		}
		rc = MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		if (rc) {
			for (int k = 0; k < 2; k++)
				if (r[k] != MPI_REQUEST_NULL)
					MPI_Request_free(&r[k]);
			return rc;
		}
		/* messages that rank 0 may never receive */
		if (me)
			rc = MPI_Send(out, 1, MPI_INT, 0, 7, comm);
		if (rc)
			return rc;
		for (int k = 1; k < n && !me && !rc; k++)
			rc = MPI_Recv(in, 1, MPI_INT, k, 7, comm, MPI_STATUS_IGNORE);
		if (rc)
			return rc;
		rc = MPI_Ibarrier(comm, &b);
		if (rc)
			return rc;
		rc = MPI_Wait(&b, MPI_STATUS_IGNORE);
		if (rc) {
			if (b != MPI_REQUEST_NULL)
				MPI_Request_free(&b);
			return rc;
		}
		rc = MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, comm);
		if (rc)
			return rc;
	}
	return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
	int flag, flags[2] = {0}, rc, ok, n;
	MPI_Comm comm, next;
	MPI_Group failed;
	MPI_Win win;
	int *memory;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	rc = work(comm, 1);
	ok = rc == MPI_SUCCESS;
	if (!ok)
		MPIX_Comm_revoke(comm);
	flag = ok;
	MPIX_Comm_agree(comm, &flag);
	MPIX_Comm_failure_ack(comm);
	MPIX_Comm_failure_get_acked(comm, &failed);
	MPI_Group_size(failed, &n);
	MPI_Group_free(&failed);
	rc = MPIX_Comm_shrink(comm, &next);
	MPI_Comm_free(&comm);
	comm = next;
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	rc = work(comm, 0);
	printf("%d: %d failed, work: %d\n", rank, n, rc);
	fflush(stdout);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
	*memory = 0;
	MPI_Barrier(comm);
	/* the turns of a ring, with agreements in between */
	for (int turn = 0; turn < size; turn++) {
		MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
		if (turn == rank)
			MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
		MPI_Win_unlock(0, win);
		flag = 1;
		if (turn % 2) {
			MPI_Request r;
			MPIX_Comm_iagree(comm, &flag, &r);
			MPI_Wait(&r, MPI_STATUS_IGNORE);
		} else
			MPIX_Comm_agree(comm, &flag);
	}
	MPI_Win_free(&win);
	if (argc > 1 && rank == 0)
		MPI_Send(&rank, 1, MPI_INT, 1, 3, comm);
	if (argc > 1 && rank == 1) {
		double d;
		MPI_Recv(&d, 1, MPI_DOUBLE, 0, 3, comm, MPI_STATUS_IGNORE);
	}
	MPI_Bcast(flags, 1 + (argc > 1 && rank == 1), MPI_INT, 0, comm);
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
#else
int main(void)
{
	puts("no ULFM");
	return 0;
}
#endif
