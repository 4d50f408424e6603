// MPI_Win_shared_query is for shared windows, with a rank or MPI_PROC_NULL, and
// from MPI-4.1 on for created and allocated windows too.
#include <mpi.h>

int main(int argc, char **argv) {
    int version, subversion, rank, unit, *mine, *base;
    MPI_Aint size;
    MPI_Comm node;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Get_version(&version, &subversion);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);

    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 8, MPI_INFO_NULL, node, &mine, &win);
    MPI_Win_shared_query(win, rank, &size, &unit, &base);
    MPI_Win_shared_query(win, 0, &size, &unit, &base);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &base);
    MPI_Win_free(&win);

    if (version > 4 || (version == 4 && subversion >= 1)) {
        MPI_Win_allocate(64, 8, MPI_INFO_NULL, node, &mine, &win);
        MPI_Win_shared_query(win, rank, &size, &unit, &base);
        MPI_Win_free(&win);
    }

    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
