// A read and a write are active on two handles, and end in the order of their
// begin calls: the first end call does not belong to the last begin call.
#include <mpi.h>

enum { N = 200 };

int main(int argc, char **argv) {
    static int in[N], out[N];
    int rank;
    MPI_File source, target;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split003_source.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &source);
    MPI_File_open(MPI_COMM_WORLD, "split003_target.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &target);
    MPI_File_write_ordered(source, in, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek_shared(source, 0, MPI_SEEK_SET);
    MPI_File_seek(target, rank * (MPI_Offset)sizeof out, MPI_SEEK_SET);

    MPI_File_read_ordered_begin(source, in, N, MPI_INT);
    MPI_File_write_all_begin(target, out, N, MPI_INT);
    MPI_File_read_ordered_end(source, in, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(target, out, MPI_STATUS_IGNORE);

    MPI_File_close(&target);
    MPI_File_close(&source);
    MPI_Finalize();
    return 0;
}
