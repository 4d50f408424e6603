#include <mpi.h>

void share(void);

int main(int argc, char **argv)
{
	double heat[8] = {0};

	MPI_Init(&argc, &argv);
	MPI_Bcast(heat, 8, MPI_FLOAT, 0, MPI_COMM_WORLD);
	share();
	MPI_Finalize();
	return 0;
}
