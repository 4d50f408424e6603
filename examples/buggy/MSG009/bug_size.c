// gomarmot: ranks=1
// The size of the buffer is negative.
#include <mpi.h>

static char room[1000];

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Buffer_attach(room, -(int) sizeof room); // want MSG009 "MPI_Buffer_attach with size -1000"
	MPI_Finalize();
	return 0;
}
