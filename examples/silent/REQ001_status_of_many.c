// gomarmot: ranks=2
// The program polls the statuses of many requests until all are complete, which frees no
// request, and then frees the requests. MPI-4.1 has calls that poll many requests at once.
#include <mpi.h>

enum { N = 6 };

#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
static void until_all(MPI_Request *request)
{
	int flag = 0, index, indices[N];
	MPI_Status statuses[N];

	while (!flag)
		MPI_Request_get_status_all(N, request, &flag, MPI_STATUSES_IGNORE);
	MPI_Request_get_status_any(N, request, &index, &flag, MPI_STATUS_IGNORE);
	MPI_Request_get_status_some(N, request, &flag, indices, statuses);
}
#else
static void until_all(MPI_Request *request)
{
	for (int i = 0; i < N; i++)
		for (int flag = 0; !flag;)
			MPI_Request_get_status(request[i], &flag, MPI_STATUS_IGNORE);
}
#endif

int main(int argc, char **argv)
{
	int rank, data[N] = {0};
	MPI_Request request[N];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < N; i++)
		if (rank == 0)
			MPI_Isend(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
		else
			MPI_Irecv(&data[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request[i]);
	until_all(request);
	for (int i = 0; i < N; i++) // complete, so the program may free the request
		MPI_Request_free(&request[i]);
	MPI_Finalize();
	return 0;
}
