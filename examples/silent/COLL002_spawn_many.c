// gomarmot: ranks=2
// gomarmot: skip-mpich MPI_Comm_spawn fails without a process manager that supports it
// Two jobs are spawned in turn, with different roots. Parents and children communicate on the intercommunicator, its
// duplicate, the merged communicator and communicators derived from it: collective calls with MPI_ROOT, receives from
// any source, a window. The ranks disconnect from the first job and free the intercommunicator of the second job.
#include <mpi.h>
#include <string.h>

static void talk(MPI_Comm inter, int child) {
    MPI_Comm copy, all, part;
    MPI_Group group;
    MPI_Win win;
    int rank, size, remote, value = 0, *memory, list[4] = {0, 0, 0, 0};

    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_dup(inter, &copy);
    if (child)
        MPI_Send(&rank, 1, MPI_INT, 0, 5, copy);
    else if (rank == 0)
        for (int i = 0; i < remote; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, child ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Gather(&rank, 1, MPI_INT, list, 1, MPI_INT, child ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Intercomm_merge(copy, child, &all);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 7, &value, 1, MPI_INT, (rank + size - 1) % size, 7, all,
        MPI_STATUS_IGNORE);
    MPI_Comm_group(all, &group);
    MPI_Comm_create(all, group, &part);
    MPI_Barrier(part);
    MPI_Comm_free(&part);
    MPI_Group_free(&group);
    MPI_Comm_split(all, rank % 2, -rank, &part);
    MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, part);
    MPI_Comm_free(&part);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, all, &memory, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Comm_free(&copy);
}

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    char *args[] = {"stays", NULL};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parent == MPI_COMM_NULL) {
        for (int i = 0; i < 2; i++) {
            MPI_Comm_spawn(argv[0], i ? args : MPI_ARGV_NULL, 2, MPI_INFO_NULL, i, MPI_COMM_WORLD, &children,
                MPI_ERRCODES_IGNORE);
            talk(children, 0);
            if (i == 0)
                MPI_Comm_disconnect(&children);
            else
                MPI_Comm_free(&children);
        }
    } else {
        talk(parent, 1);
        if (argc < 2 || strcmp(argv[1], "stays"))
            MPI_Comm_disconnect(&parent);
        else
            MPI_Comm_free(&parent);
    }
    MPI_Finalize();
    return 0;
}
