// gomarmot: ranks=1
// The arrays for the contents of datatypes are shorter than MPI_Type_get_envelope says.
#include <mpi.h>

int main(int argc, char **argv)
{
	static const int displacements[3] = {0, 2, 5};
	int numbers[5];
	MPI_Aint addresses[1];
	MPI_Datatype pair, list, part[1];

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_create_indexed_block(3, 1, displacements, MPI_INT, &list);
	MPI_Type_get_contents(pair, 0, 0, 1, numbers, addresses, part); // want OBJ004 "MPI_Type_contiguous datatype with max_integers 0, but MPI_Type_get_envelope returns 1"
	MPI_Type_get_contents(list, 4, 0, 1, numbers, addresses, part); // want OBJ004 "max_integers 4, but MPI_Type_get_envelope returns 5"
	MPI_Type_get_contents(list, 5, 0, 0, numbers, addresses, part); // want OBJ004 "max_datatypes 0, but MPI_Type_get_envelope returns 1"
	MPI_Type_free(&pair);
	MPI_Type_free(&list);
	MPI_Finalize();
	return 0;
}
