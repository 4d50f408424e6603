// Each rank opens two files for itself alone, on MPI_COMM_SELF, and uses them in
// its own order and with its own kinds of calls.
#include <mpi.h>
#include <stdio.h>

enum { N = 100 };

int main(int argc, char **argv) {
    static int u[N], v[N];
    char name[2][64];
    int rank;
    MPI_File fh[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        snprintf(name[i], sizeof name[i], "split008_comm_self_%d_%d.dat", rank, i);
    for (int i = 0; i < 2; i++) {
        int k = rank == 0 ? i : 1 - i;
        MPI_File_open(MPI_COMM_SELF, name[k], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh[k]);
    }

    if (rank == 0) {
        MPI_File_write_at_all_begin(fh[0], 0, u, N, MPI_INT);
        MPI_File_write_ordered_begin(fh[1], v, N, MPI_INT);
        MPI_File_write_ordered_end(fh[1], v, MPI_STATUS_IGNORE);
        MPI_File_write_at_all_end(fh[0], u, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_all(fh[1], v, N, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_write_all_begin(fh[0], u, N, MPI_INT);
        MPI_File_write_all_end(fh[0], u, MPI_STATUS_IGNORE);
    }

    MPI_File_close(&fh[rank]);
    MPI_File_close(&fh[1 - rank]);
    MPI_Finalize();
    return 0;
}
