// The ranks pass different values of access_style, and one value of cb_buffer_size in two spellings.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_hints_alike.data", amode, MPI_INFO_NULL, &fh);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", rank == 0 ? "sequential" : "random");
    MPI_Info_set(info, "cb_buffer_size", rank == 0 ? "1048576" : " 1048576");
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", info);
    MPI_File_set_info(fh, info);
    MPI_Info_free(&info);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
