// gomarmot: ranks=2
// The program reads the messages once all requests are reported complete, though not
// freed. MPI-4.1 has such queries for several requests at once.
#include <mpi.h>
#include <stdio.h>

enum { N = 3 };

#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
static void until_there(MPI_Request *request)
{
	int flag = 0, index, done = 0, indices[N];

	while (!flag)
		MPI_Request_get_status_any(1, request, &index, &flag, MPI_STATUS_IGNORE);
	while (!done)
		MPI_Request_get_status_some(1, request + 1, &done, indices, MPI_STATUSES_IGNORE);
	for (flag = 0; !flag;)
		MPI_Request_get_status_all(N, request, &flag, MPI_STATUSES_IGNORE);
}
#else
static void until_there(MPI_Request *request)
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
	if (rank == 0) {
		for (int i = 0; i < N; i++)
			MPI_Irecv(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request[i]);
		until_there(request);
		printf("%d %d %d\n", data[0], data[1], data[2]);
		MPI_Waitall(N, request, MPI_STATUSES_IGNORE);
	} else {
		for (int i = 0; i < N; i++) {
			data[i] = i + 1;
			MPI_Send(&data[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
		}
	}
	MPI_Finalize();
	return 0;
}
