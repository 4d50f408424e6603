// gomarmot: ranks=2
// The datatype holds the places of the members within the variable.
#include <mpi.h>
#include <stddef.h>

struct cell {
	int count;
	double value[4];
};

int main(int argc, char **argv)
{
	struct cell cell = {1, {0}};
	int rank, lengths[2] = {1, 4};
	MPI_Aint places[2] = {offsetof(struct cell, count), offsetof(struct cell, value)};
	MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Type_create_struct(2, lengths, places, parts, &type);
	MPI_Type_commit(&type);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (!MPI_Send_init(&cell, cell.count, type, (rank + 1) % 2, 0, MPI_COMM_WORLD, &request))
		MPI_Request_free(&request);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
