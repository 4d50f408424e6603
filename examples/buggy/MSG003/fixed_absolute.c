// gomarmot: ranks=2
// The datatype holds the addresses of the members, and the buffer is MPI_BOTTOM.
#include <mpi.h>
#include <stdlib.h>

struct cell {
	int count;
	double value[4];
};

int main(int argc, char **argv)
{
	struct cell *cell = calloc(1, sizeof *cell);
	int rank, lengths[2] = {1, 4};
	MPI_Aint places[2];
	MPI_Request request;
	MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Get_address(&cell->count, &places[0]);
	MPI_Get_address(cell->value, &places[1]);
	MPI_Type_create_struct(2, lengths, places, parts, &type);
	MPI_Type_commit(&type);
	MPI_Send_init(MPI_BOTTOM, 1, type, (rank + 1) % 2, 0, MPI_COMM_WORLD, &request);
	MPI_Request_free(&request);
	MPI_Type_free(&type);
	free(cell);
	MPI_Finalize();
	return 0;
}
