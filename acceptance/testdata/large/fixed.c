// Counts above 2^31, of a datatype without data: no memory is needed. (MPICH 4.0
// has no such counts in files: an assertion ends the program.)
#include <mpi.h>

int main(int argc, char **argv) {
    const MPI_Count many = 3000000000;
    int rank, *base;
    MPI_Datatype none, wide;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &none);
    MPI_Type_commit(&none);
    MPI_Type_vector_c(2, 1, many, MPI_BYTE, &wide); // an extent above 2^31
    MPI_Type_free(&wide);

    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put_c(base, many, none, 0, 0, many, none, win);
    MPI_Get_c(base, many, none, 0, 0, many, none, win);
    MPI_Rput_c(base, many, none, 0, 0, many, none, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Type_free(&none);
    MPI_Finalize();
    return 0;
}
