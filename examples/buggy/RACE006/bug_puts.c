// The program fills the same origin buffer for each put, without a flush between the puts.
// gomarmot: access=auto
#include <mpi.h>

enum { count = 32, puts = 3 };

int main(int argc, char **argv)
{
	static int origin[count];
	int rank, *memory;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(puts * count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	for (int k = 0; k < puts; k++) {
		for (int i = 0; i < count; i++)
			origin[i] = k + i; // want RACE006 "^this store changes 128 bytes of origin_addr of the pending MPI_Put"
		MPI_Put(origin, count, MPI_INT, 1 - rank, k * count, count, MPI_INT, win);
	}
	MPI_Win_flush_all(win);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
