/* All sends go through a function of the program, which two of its three callers use wrongly. */
#include <mpi.h>

static void my_send(int *v, int n, int to)
{
	MPI_Send(v, n, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static void edges(int *v)
{
	my_send(v, -1, MPI_PROC_NULL);
}

static void corners(int *v)
{
	my_send(v, 4, MPI_PROC_NULL);
}

int main(int argc, char **argv)
{
	int v[4] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < 3; i++) {
		edges(v);
		corners(v);
		my_send(v, -2, MPI_PROC_NULL);
	}
	MPI_Finalize();
	return 0;
}
