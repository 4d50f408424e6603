// The datatypes of MPI_Accumulate and MPI_File_write_at fit the declared types of their buffers.
// gomarmot: access=plugin
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 4 };

int main(int argc, char **argv) {
    int rank;
    int64_t *cells;
    int64_t mine[N] = {1, 2, 3, 4};
    float values[N] = {0};
    char name[100];
    MPI_Win win;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < N; i++)
        cells[i] = i;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(mine, 2, MPI_INT64_T, 1, 0, 2, MPI_INT64_T, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);

    snprintf(name, sizeof name, "values.%d", rank);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 0, values, N, MPI_FLOAT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
}
