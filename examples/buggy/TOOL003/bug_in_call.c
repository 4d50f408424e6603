// gomarmot: ranks=1
// The program dies in MPI_Comm_rank, a call that waits for no other rank: the address for the result is not mapped.
#include <mpi.h>

int main(int argc, char **argv)
{
	int *rank = (int *) 16;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, rank); // want TOOL003 "^rank 0 was killed by SIGSEGV .MPI_Comm_rank.$"
	MPI_Finalize();
	return 0;
}
