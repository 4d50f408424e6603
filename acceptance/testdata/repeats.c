/* A put with a negative count in each of 40 windows, and one in another line. */
#include <mpi.h>

int main(int argc, char **argv)
{
	int cell = 0;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	for (int i = 0; i <= 40; i++) {
		MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_SELF, &win);
		MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
		MPI_Win_fence(0, win);
		if (i < 40)
			MPI_Put(&cell, -1, MPI_INT, 0, 0, 1, MPI_INT, win);
		else
			MPI_Put(&cell, -1, MPI_INT, 0, 0, 1, MPI_INT, win);
		MPI_Win_fence(0, win);
		MPI_Win_free(&win);
	}
	MPI_Finalize();
	return 0;
}
