// Ranks at a border have MPI_PROC_NULL as a neighbor. The persistent requests are started
// again when a wait or test finds no active request.
#include <mpi.h>

static MPI_Request requests[2];

static void wait_for_any(void)
{
	int index;

	do
		MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
	while (index != MPI_UNDEFINED);
}

static void wait_for_some(void)
{
	int count, indices[2];

	do
		MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
	while (count != MPI_UNDEFINED);
}

static void test_any(void)
{
	int index, flag;

	do
		MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
	while (!flag || index != MPI_UNDEFINED);
}

static void test_some(void)
{
	int count, indices[2];

	do
		MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
	while (count != MPI_UNDEFINED);
}

int main(int argc, char **argv)
{
	void (*const finish[])(void) = {wait_for_any, wait_for_some, test_any, test_some};
	int rank, size, mine = 1, left;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Send_init(&mine, 1, MPI_INT, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Recv_init(&left, 1, MPI_INT, rank > 0 ? rank - 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
	for (int i = 0; i < 4; i++) {
		MPI_Startall(2, requests);
		finish[i]();
	}
	for (int i = 0; i < 2; i++)
		MPI_Request_free(&requests[i]);
	MPI_Finalize();
	return 0;
}
