// The program frees the datatype while the write is active, as MPI allows, and
// creates datatypes of another layout. The active write still uses the freed
// datatype, and only bytes in the holes of that datatype change.
#include <mpi.h>

enum { N = 50 };

int main(int argc, char **argv) {
    static int u[2 * N];
    int rank;
    MPI_File fh;
    MPI_Datatype even, all[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split009_type_freed.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);
    MPI_Offset at = rank * N * (MPI_Offset)sizeof u[0];

    for (int round = 0; round < 3; round++) {
        MPI_Type_vector(N, 1, 2, MPI_INT, &even);
        MPI_Type_commit(&even);
        MPI_File_write_at_all_begin(fh, at, u, 1, even);
        MPI_Type_free(&even);
        for (int i = 0; i < 4; i++) {
            MPI_Type_contiguous(2 * N - i, MPI_INT, &all[i]);
            MPI_Type_commit(&all[i]);
        }
        for (int i = 0; i < N; i++)
            u[2 * i + 1]++;
        MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);
        for (int i = 0; i < 4; i++)
            MPI_Type_free(&all[i]);
    }

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
