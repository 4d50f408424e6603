// The info object is freed after the first open; the second open gets a stale copy of
// the handle.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Info info, copy;
    MPI_File first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", "write_once");
    copy = info;

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "obj001_info_1.data", amode, info, &first);
    MPI_Info_free(&info);
    int err = MPI_File_open(MPI_COMM_WORLD, "obj001_info_2.data", amode, copy, &second); // want OBJ001 "info of MPI_File_open, an info object, is already freed"
    if (err == MPI_SUCCESS)
        MPI_File_close(&second);

    MPI_File_close(&first);
    MPI_Finalize();
    return 0;
}
