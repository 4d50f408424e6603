// Rank 0 writes the blocks of all ranks to a file, and the other ranks store the next step's values after a barrier.
// gomarmot: access=auto ranks=3
#include <mpi.h>

enum { N = 100, STEPS = 2 };

static MPI_Win win;

static void synchronize(void)
{
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
}

int main(int argc, char **argv)
{
	int rank, size, *mine;
	MPI_File file;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_File_open(MPI_COMM_SELF, rank == 0 ? "race007_blocks.out" : rank == 1 ? "race007_blocks.1" : "race007_blocks.2",
		      MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_Win_lock_all(0, win);
	for (int step = 0; step < STEPS; step++) {
		for (int i = 0; i < N; i++)
			mine[i] = step + i;
		synchronize();
		if (rank == 0)
			MPI_File_write_at(file, step * size * N * (MPI_Offset)sizeof *mine, mine, size * N, MPI_INT, MPI_STATUS_IGNORE);
		synchronize();
	}
	MPI_Win_unlock_all(win);
	MPI_File_close(&file);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
