// The buffer of the second read starts behind the buffer of the first read.
#include <mpi.h>

enum { N = 300 };

int main(int argc, char **argv) {
    static int data[2 * N];
    int rank;
    MPI_File a, b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split010_a.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &a);
    MPI_File_open(MPI_COMM_WORLD, "split010_b.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &b);
    MPI_Offset at = rank * (MPI_Offset)sizeof data;
    MPI_File_write_at(a, at, data, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(b, at, data, N, MPI_INT, MPI_STATUS_IGNORE);

    MPI_File_read_at_all_begin(a, at, data, N, MPI_INT);
    MPI_File_read_at_all_begin(b, at, data + N, N, MPI_INT);
    MPI_File_read_at_all_end(a, data, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_end(b, data + N, MPI_STATUS_IGNORE);

    MPI_File_close(&b);
    MPI_File_close(&a);
    MPI_Finalize();
    return 0;
}
