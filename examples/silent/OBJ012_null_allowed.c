// NULL where MPI allows it: arrays and buffers without elements, and the receive buffer of a rank that is not the root.
#include <mpi.h>
#include <stddef.h>

int main(void) {
    int flag, count, index, rank, size;
    MPI_Info info;
    MPI_Comm grid;
    MPI_Group group;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
    MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE);
    MPI_Waitany(0, NULL, &index, MPI_STATUS_IGNORE);
    MPI_Testsome(0, NULL, &count, NULL, MPI_STATUSES_IGNORE);
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, rank == 0 ? (int[2]){0} : NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &(int){0}, 0, &grid);
    MPI_Cart_coords(grid, rank, 1, &index);
    MPI_Comm_group(grid, &group);
    MPI_Group_translate_ranks(group, 0, NULL, group, NULL);
    MPI_Group_free(&group);
    MPI_Comm_free(&grid);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
