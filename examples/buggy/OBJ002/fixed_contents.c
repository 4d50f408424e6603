// gomarmot: ranks=1
// MPI_Type_get_contents returns the program's own datatype again; the program frees the datatype twice.
#include <mpi.h>

int main(int argc, char **argv)
{
	int numbers[1];
	MPI_Aint addresses[1];
	MPI_Datatype row, rows, part[1];

	MPI_Init(&argc, &argv);
	MPI_Type_vector(2, 1, 2, MPI_INT, &row);
	MPI_Type_contiguous(2, row, &rows);
	MPI_Type_get_contents(rows, 1, 0, 1, numbers, addresses, part);
	MPI_Type_free(&rows);
	MPI_Type_free(&row);
	MPI_Type_free(&part[0]);
	MPI_Finalize();
	return 0;
}
