// The info object was freed after the first window was created with it; the
// second window gets a stale copy of the handle.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Info info, copy;
    MPI_Win first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    copy = info;
    MPI_Win_create(&cells[0], 4 * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &first);
    MPI_Info_free(&info);

    int err = MPI_Win_create(&cells[4], 4 * sizeof(int), sizeof(int), copy, MPI_COMM_WORLD, &second); // want OBJ001 "info of MPI_Win_create, an info object, is already freed"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&second);

    MPI_Win_free(&first);
    MPI_Finalize();
    return 0;
}
