// gomarmot: ranks=1
// The key that was set is deleted.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Info info;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Info_create(&info);
	MPI_Info_set(info, "no_locks", "true");
	MPI_Info_delete(info, "no_locks");
	MPI_Info_free(&info);
	MPI_Finalize();
	return 0;
}
