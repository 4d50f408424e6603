// gomarmot: ranks=1
// Bits are combined as MPI_DOUBLE, for which there is no MPI_BOR.
#include <mpi.h>

int main(int argc, char **argv)
{
	double all[4] = {0}, mine[4] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Reduce_local(mine, all, 4, MPI_DOUBLE, MPI_BOR); // want OBJ004 "MPI_Reduce_local with MPI_BOR on MPI_DOUBLE, for which the operation is not defined"
	MPI_Finalize();
	return 0;
}
