// gomarmot: ranks=2
// The datatype holds the addresses of the members, so that the address of the
// variable is added to addresses.
#include <mpi.h>

static struct {
	int count;
	double value[4];
} cell;

int main(int argc, char **argv)
{
	int lengths[2] = {1, 4};
	MPI_Aint places[2];
	MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;

	MPI_Init(&argc, &argv);
	MPI_Get_address(&cell.count, &places[0]);
	MPI_Get_address(cell.value, &places[1]);
	MPI_Type_create_struct(2, lengths, places, parts, &type);
	MPI_Type_commit(&type);
	MPI_Bcast(&cell, 1, type, 0, MPI_COMM_SELF); // want COLL005 "MPI_Bcast with buffer that is not MPI_BOTTOM, although the datatype has absolute addresses"
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
