// gomarmot: ranks=3
// The views of the ranks interleave: each rank sees every third block of
// the file. Each access is longer than the one block in the filetype.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static int cells[10];
    MPI_Datatype block, every;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Type_contiguous(4, MPI_INT, &block);
    MPI_Type_create_resized(block, 0, 3 * 4 * sizeof(int), &every);
    MPI_Type_commit(&every);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file011_interleaved.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, rank * 4 * (MPI_Offset)sizeof(int), MPI_INT, every, "native", MPI_INFO_NULL);
    for (int i = 0; i < 5; i++)
        MPI_File_write_all(fh, cells, 6, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(fh, 3, cells, 10, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    MPI_Type_free(&block);
    MPI_Type_free(&every);
    MPI_Finalize();
    return 0;
}
