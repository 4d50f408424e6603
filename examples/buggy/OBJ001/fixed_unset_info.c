// The windows and the file have no hints, so the calls pass MPI_INFO_NULL.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Info hints = MPI_INFO_NULL;
    static int cells[4];
    int *base;
    MPI_Win window;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    if (MPI_Win_create(cells, sizeof cells, sizeof *cells, hints, MPI_COMM_WORLD, &window) == MPI_SUCCESS)
        MPI_Win_free(&window);
    if (MPI_Win_allocate(sizeof cells, sizeof *cells, hints, MPI_COMM_WORLD, &base, &window) == MPI_SUCCESS)
        MPI_Win_free(&window);
    if (MPI_Win_create_dynamic(hints, MPI_COMM_WORLD, &window) == MPI_SUCCESS)
        MPI_Win_free(&window);
    if (MPI_File_open(MPI_COMM_WORLD, "obj001_set_info.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, hints, &file) == MPI_SUCCESS)
        MPI_File_close(&file);
    else
        printf("no file\n");

    MPI_Finalize();
    return 0;
}
