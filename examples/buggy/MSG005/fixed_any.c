// gomarmot: ranks=3
// The receives have room for the task with the most results.
#include <mpi.h>

enum { ROOM = 8, TASKS = 4 };

int main(int argc, char **argv)
{
	double results[2 * ROOM] = {0};
	int rank, size;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int task = 0; rank > 0 && task < TASKS; task++)
		MPI_Send(results, task == 2 ? 2 * ROOM : ROOM, MPI_DOUBLE, 0, task, MPI_COMM_WORLD);
	for (int worker = 1; rank == 0 && worker < size; worker++)
		for (int i = 0; i < TASKS; i++)
			if (worker == 1) {
				MPI_Recv(results, 2 * ROOM, MPI_DOUBLE, worker, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			} else {
				MPI_Irecv(results, 2 * ROOM, MPI_DOUBLE, worker, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
				MPI_Wait(&request, MPI_STATUS_IGNORE);
			}
	MPI_Finalize();
	return 0;
}
