// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// The root is a rank of MPI_COMM_SELF.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Comm other;

	MPI_Init(&argc, &argv);
	MPI_Comm_get_parent(&other);
	if (other == MPI_COMM_NULL)
		MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other, MPI_ERRCODES_IGNORE);
	MPI_Comm_disconnect(&other);
	MPI_Finalize();
	return 0;
}
