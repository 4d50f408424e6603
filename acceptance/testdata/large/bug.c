// The puts have 3000000000 bytes, more than an int can count, for windows of 16.
// They come before any epoch, so the MPI refuses them and moves nothing.
#include <mpi.h>

int main(int argc, char **argv) {
    static char cells[16];
    int rank;
    char *base;
    MPI_Datatype big;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof cells, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_contiguous_c(3000000000, MPI_BYTE, &big);
    MPI_Type_commit(&big);

    MPI_Put_c(cells, 3000000000, MPI_BYTE, rank, 8, 3000000000, MPI_BYTE, win); // want RMA001 "" RMA005 "byte 3000000008 .*has 16 bytes.*then 3000000000 bytes"
    MPI_Put(cells, 1, big, rank, 9, 1, big, win); // want RMA001 "" RMA005 "byte 3000000009 .*has 16 bytes.*then 3000000000 bytes"

    MPI_Type_free(&big);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
