/* One call of each form that a record takes. */
#include "stub.h"

int main(void)
{
	static int memory[16];
	const int lengths[2] = {3, -4}, types[2] = {INT_TYPE, INT_TYPE};
	const int64_t places[2] = {-8, 1ll << 40};
	int win, request = 7, requests[3] = {11, 12, 13}, type, comm, group, out, indices[3];

	MPI_Init(NULL, NULL);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	MPI_Put(memory, -1, INT_TYPE, -2, 1ll << 33, 2, INT_TYPE, win);
	MPI_Put_c(memory, 1ll << 35, INT_TYPE, 1, -9, 1ll << 36, INT_TYPE, win);
	MPI_Wait(&request, NULL);
	MPI_Rget_accumulate(memory, 1, INT_TYPE, memory, 2, INT_TYPE, 0, 3, 4, INT_TYPE, SUM, win,
		&request);
	MPI_Wait(&request, NULL);
	MPI_Waitall(3, requests, NULL);
	MPI_Waitsome(3, requests, &out, indices, NULL);
	MPI_Info_set(INFO_NULL, "same_size", "true");
	MPI_Info_set(INFO_NULL, NULL, "");
	MPI_Type_create_struct(2, lengths, places, types, &type);
	MPI_Comm_dup(COMM_WORLD, &comm);
	MPI_Comm_idup(COMM_WORLD, &comm, &request);
	MPI_Comm_group(COMM_WORLD, &group);
	MPI_Recv(memory, 1, INT_TYPE, 0, 0, COMM_WORLD, NULL);
	MPI_Win_free(&win);
	MPI_Finalize();
	MPI_Barrier(COMM_WORLD); /* after the end: not recorded */
	return 0;
}
