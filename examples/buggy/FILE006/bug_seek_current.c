// The program goes back three integers from
// offset 2, to before the beginning of the view.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_seek_current.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 64, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_seek(fh, 2, MPI_SEEK_SET);
    MPI_File_seek(fh, -3, MPI_SEEK_CUR); // want FILE006 "-3"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
