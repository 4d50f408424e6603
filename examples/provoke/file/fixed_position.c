// gomarmot: ranks=2
// Other calls move and use the individual file pointers between the begin and end of split collective accesses.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int value, more, read = 0;
    MPI_Offset at;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_open(MPI_COMM_WORLD, "provoked.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, rank * 4 * (MPI_Offset)sizeof(int), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    value = 10 + rank;
    more = 20 + rank;
    MPI_File_write_all_begin(file, &value, 1, MPI_INT);
    MPI_File_get_position(file, &at);
    MPI_File_write(file, &more, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(file, &value, MPI_STATUS_IGNORE);

    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all_begin(file, &read, 1, MPI_INT);
    MPI_File_seek(file, 1, MPI_SEEK_SET);
    MPI_File_read_all_end(file, &read, MPI_STATUS_IGNORE);
    MPI_File_read(file, &more, 1, MPI_INT, MPI_STATUS_IGNORE);
    printf("rank %d: position %lld, read %d, %d\n", rank, (long long)at, read, more);
    MPI_File_close(&file);

    MPI_Finalize();
    return 0;
}
