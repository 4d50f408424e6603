// Both opens and the view of the second file come before the info object is freed; a
// view without hints gets MPI_INFO_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Info info;
    MPI_File first, second;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", "write_once");

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE;
    MPI_File_open(MPI_COMM_WORLD, "obj001_info_3.data", amode | MPI_MODE_DELETE_ON_CLOSE, info, &first);
    MPI_File_open(MPI_COMM_WORLD, "obj001_info_4.data", amode, info, &second);
    MPI_File_set_view(second, 0, MPI_INT, MPI_INT, "native", info);
    MPI_Info_free(&info);
    MPI_File_set_view(first, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_get_info(first, &info);
    MPI_File_set_info(second, info);
    MPI_Info_free(&info);

    MPI_File_close(&second);
    MPI_File_close(&first);
    MPI_Barrier(MPI_COMM_WORLD);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_File_delete("obj001_info_4.data", MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
