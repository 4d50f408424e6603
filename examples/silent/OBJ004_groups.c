// gomarmot: ranks=4
// A descending range of ranks, MPI_PROC_NULL in MPI_Group_translate_ranks, and MPI_Group_excl without ranks.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int down[1][3] = {{3, 0, -1}}, ranks[2] = {0, MPI_PROC_NULL}, others[2];
    MPI_Comm comm;
    MPI_Group world, group;

    MPI_Init(&argc, &argv);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, down, &group);
    MPI_Group_translate_ranks(group, 2, ranks, world, others);
    MPI_Group_free(&group);
    MPI_Group_excl(world, 0, NULL, &group);
    MPI_Comm_create(MPI_COMM_WORLD, group, &comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);

    MPI_Finalize();
    return 0;
}
