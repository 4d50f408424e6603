/* A call before MPI_Init. The MPI library ends the program in it. */
#include <mpi.h>

int main(int argc, char **argv)
{
	int size, known;

	MPI_Initialized(&known);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Init(&argc, &argv);
	MPI_Finalize();
	return 0;
}
