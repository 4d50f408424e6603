// gomarmot: ranks=1
// The root of the spawn, the connect and the accept is not a rank of MPI_COMM_SELF.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Comm other;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 1, MPI_COMM_SELF, &other, MPI_ERRCODES_IGNORE); // want COLL005 "MPI_Comm_spawn with root 1, but the ranks of the communicator are 0 to 0"
	MPI_Comm_connect("port", MPI_INFO_NULL, -9, MPI_COMM_SELF, &other); // want COLL005 "MPI_Comm_connect with root -9"
	MPI_Comm_accept("port", MPI_INFO_NULL, 2, MPI_COMM_SELF, &other); // want COLL005 "MPI_Comm_accept with root 2"
	MPI_Finalize();
	return 0;
}
