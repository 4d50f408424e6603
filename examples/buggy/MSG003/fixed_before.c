// gomarmot: ranks=2
// The displacements in the datatype count from the last element of the array,
// whose address the call gets.
#include <mpi.h>

enum { CELLS = 4096 };

int main(int argc, char **argv)
{
	static double cells[CELLS];
	int rank;
	MPI_Aint last, places[2];
	MPI_Datatype type;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Get_address(&cells[0], &places[0]);
	MPI_Get_address(&cells[CELLS - 1], &places[1]);
	last = places[1];
	for (int i = 0; i < 2; i++)
		places[i] = MPI_Aint_diff(places[i], last);
	MPI_Type_create_hindexed_block(2, 1, places, MPI_DOUBLE, &type);
	MPI_Type_commit(&type);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (!MPI_Send_init(&cells[CELLS - 1], 1, type, (rank + 1) % 2, 0, MPI_COMM_WORLD, &request))
		MPI_Request_free(&request);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
