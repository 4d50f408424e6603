// gomarmot: ranks=2
// The datatype holds the addresses of the members, and the buffer is MPI_BOTTOM.
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
	MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_SELF);
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
