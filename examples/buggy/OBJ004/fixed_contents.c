// gomarmot: ranks=1
// The arrays are as long as MPI_Type_get_envelope says, or longer.
#include <mpi.h>

int main(int argc, char **argv)
{
	static const int displacements[3] = {0, 2, 5};
	int integers, others, datatypes, combiner, numbers[9];
	MPI_Aint addresses[1];
	MPI_Datatype list, part[1];

	MPI_Init(&argc, &argv);
	MPI_Type_create_indexed_block(3, 1, displacements, MPI_INT, &list);
	MPI_Type_get_envelope(list, &integers, &others, &datatypes, &combiner);
	MPI_Type_get_contents(list, integers, others, datatypes, numbers, addresses, part);
	MPI_Type_get_contents(list, 9, 1, 1, numbers, addresses, part);
	MPI_Type_free(&list);
	MPI_Finalize();
	return 0;
}
