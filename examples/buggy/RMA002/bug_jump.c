// The target of MPI_Put is outside the group, and the error handler leaves the call by
// longjmp. The put after the loop is correct.
#include <mpi.h>
#include <setjmp.h>

static jmp_buf back;

static void jump(MPI_Win *win, int *code, ...) {
    (void)win;
    (void)code;
    longjmp(back, 1);
}

int main(int argc, char **argv) {
    static double cell;
    double value = 1.5;
    int rank, size;
    MPI_Errhandler handler;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_errhandler(jump, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Errhandler_free(&handler);

    MPI_Win_fence(0, win);
    for (volatile int i = 0; i < 1000; i++)
        if (!setjmp(back))
            MPI_Put(&value, 1, MPI_DOUBLE, size, 0, 1, MPI_DOUBLE, win); // want RMA002 "group"
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_DOUBLE, (rank + 1) % size, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
