// gomarmot: ranks=3
// All ranks pass the same values, from different lines and by different expressions.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    int rank, flag = 0;
    char native[8] = "nat";
    MPI_Offset size;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    strcat(native, "ive");

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_same_values.data", amode, MPI_INFO_NULL, &fh);
    if (rank == 0) {
        MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
        MPI_File_set_size(fh, 4096);
    } else {
        MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, native, MPI_INFO_NULL);
        MPI_File_set_size(fh, (MPI_Offset)1 << 12);
    }
    MPI_File_get_size(fh, &size);
    MPI_Barrier(MPI_COMM_WORLD); // the size does not change before
    MPI_File_preallocate(fh, rank == 1 ? size : 4096);
    MPI_File_seek_shared(fh, 16, MPI_SEEK_SET);
    MPI_File_seek_shared(fh, -4, MPI_SEEK_CUR);
    MPI_File_set_atomicity(fh, rank >= 0);
    MPI_File_get_atomicity(fh, &flag);
    MPI_File_set_atomicity(fh, 0);
    MPI_File_close(&fh);

    MPI_Finalize();
    return !flag;
}
