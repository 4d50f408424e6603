// The ranks pass different values of the hint cb_buffer_size, which must be the same on all ranks.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    char size[16];
    MPI_File fh;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_hints.data", amode, MPI_INFO_NULL, &fh);
    MPI_Info_create(&info);
    snprintf(size, sizeof size, "%d", (rank + 1) << 20);
    MPI_Info_set(info, "cb_buffer_size", size);
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", info); // want FILE008 "rank 0 gives the hint cb_buffer_size the value .1048576., rank 1 gives it .2097152."
    MPI_File_set_info(fh, info); // want FILE008 "MPI_File_set_info: rank 0 gives the hint cb_buffer_size"
    MPI_Info_free(&info);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
