// The program resizes, synchronizes and closes a second file, and sets its view,
// while the split write of the first file is active.
#include <mpi.h>
#include <stdio.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N];
    int rank;
    MPI_File a, b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split007_a.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &a);
    MPI_File_open(MPI_COMM_WORLD, "split007_b.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &b);

    MPI_File_write_at_all_begin(a, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    // OMPIO sometimes refuses one of these calls while another file is written.
    if (MPI_File_set_size(b, 4096))
        printf("not resized\n");
    if (MPI_File_preallocate(b, 8192))
        printf("not preallocated\n");
    if (MPI_File_set_atomicity(b, 1))
        printf("not atomic\n");
    if (MPI_File_set_view(b, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL))
        printf("no view\n");
    if (MPI_File_sync(b))
        printf("not synchronized\n");
    MPI_File_close(&b);
    MPI_File_write_at_all_end(a, u, MPI_STATUS_IGNORE);

    MPI_File_close(&a);
    MPI_Finalize();
    return 0;
}
