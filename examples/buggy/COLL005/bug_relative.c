// gomarmot: ranks=2
// The datatype holds the places of the members within a variable, which
// MPI_BOTTOM does not name.
#include <mpi.h>
#include <stddef.h>

struct cell {
	int count;
	double value[4];
};

int main(int argc, char **argv)
{
	struct cell cell = {1, {0}};
	int lengths[2] = {1, 4};
	MPI_Aint places[2] = {offsetof(struct cell, count), offsetof(struct cell, value)};
	MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE}, type;

	MPI_Init(&argc, &argv);
	MPI_Type_create_struct(2, lengths, places, parts, &type);
	MPI_Type_commit(&type);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Bcast(MPI_BOTTOM, cell.count, type, 0, MPI_COMM_SELF); // want COLL005 "MPI_Bcast with buffer MPI_BOTTOM, or NULL, although the datatype has relative displacements"
	MPI_Type_free(&type);
	MPI_Finalize();
	return 0;
}
