/*
 * Exchanges buffers, and fails as its first argument says: "return" by its exit status, "abort" by MPI_Abort. With "early" it
 * has read what it receives before that has arrived, with "blocking" it has not left any buffer to MPI.
 */
#include <mpi.h>
#include <string.h>

enum { N = 100 };

static volatile int seen;

static void exchange(int me, int early)
{
	static int out[N], in[N];
	MPI_Request request[2];

	MPI_Irecv(in, N, MPI_INT, 1 - me, 0, MPI_COMM_WORLD, &request[0]);
	MPI_Isend(out, N, MPI_INT, 1 - me, 0, MPI_COMM_WORLD, &request[1]);
	if (early)
		seen = in[N / 2];
	for (int i = 0; i < 2; i++)
		MPI_Wait(&request[i], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "ok", *what = argc > 2 ? argv[2] : "";
	int me;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	if (strcmp(what, "blocking"))
		exchange(me, !strcmp(what, "early"));
	MPI_Barrier(MPI_COMM_WORLD);
	if (!strcmp(how, "abort"))
		MPI_Abort(MPI_COMM_WORLD, 3);
	MPI_Finalize();
	return strcmp(how, "ok") != 0 || seen > N;
}
