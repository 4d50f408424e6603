// gomarmot: ranks=1
// The program sets the key no_locks, and deletes the key nolocks.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Info info;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Info_create(&info);
	MPI_Info_set(info, "no_locks", "true");
	MPI_Info_delete(info, "nolocks"); // want OBJ004 "MPI_Info_delete of the key .nolocks., which the info object does not have"
	MPI_Info_free(&info);
	MPI_Finalize();
	return 0;
}
