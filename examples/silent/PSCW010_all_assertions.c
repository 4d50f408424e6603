// Start accepts MPI_MODE_NOCHECK, post accepts NOCHECK, NOSTORE and NOPUT, and these
// may be combined. The gets keep the promise of NOPUT.
#include <mpi.h>

int main(int argc, char **argv) {
    static int memory;
    int rank, value = 0;
    MPI_Win win;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    memory = rank;
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);

    for (int set = 0; set < 8; set++) {
        int check = set & 1 ? MPI_MODE_NOCHECK : 0;
        int store = set & 2 ? MPI_MODE_NOSTORE : 0;
        int put = set & 4 ? MPI_MODE_NOPUT : 0;
        MPI_Win_post(group, check | store | put, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_start(group, check, win);
        MPI_Get(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }

    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
