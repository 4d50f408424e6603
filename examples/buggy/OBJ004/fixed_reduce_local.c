// gomarmot: ranks=1
// Bits are combined as MPI_UINT64_T, an integer of the same size.
#include <mpi.h>

int main(int argc, char **argv)
{
	double all[4] = {0}, mine[4] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Reduce_local(mine, all, 4, MPI_UINT64_T, MPI_BOR);
	MPI_Finalize();
	return 0;
}
