// The C++ bindings that MPI had up to MPI-2.2, as Open MPI 4.1 still has them:
// some are inline, some lie in a library of their own.
#include <mpi.h>

static void send(MPI::Win &win, int target, int at) {
    static const int v = 1;

    win.Put(&v, 1, MPI::INT, target, at, 1, MPI::INT); // want RMA005 "20.*16"
}

int main(int argc, char **argv) {
    MPI::Init(argc, argv);
    const int rank = MPI::COMM_WORLD.Get_rank();
    int cells[4] = {0};
    MPI::Win win = MPI::Win::Create(cells, sizeof cells, sizeof(int), MPI::INFO_NULL, MPI::COMM_WORLD);

    win.Set_errhandler(MPI::ERRORS_RETURN);
    win.Fence(0);
    if (rank == 0) {
        send(win, 1, 3);
        send(win, 1, 4);
    }
    win.Fence(0);
    win.Free();
    MPI::Finalize();
    return 0;
}
