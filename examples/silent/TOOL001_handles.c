// gomarmot: skip-abi-openmpi the header for the standard ABI has no conversion to Fortran's handles
// gomarmot: skip-abi-mpich the header for the standard ABI has no conversion to Fortran's handles
// Handles returned by a conversion, an attribute or a query name objects created
// by recorded calls. Predefined handles need no call at all.
#include <mpi.h>
#include <stddef.h>

static int cells[4], key;

int main(int argc, char **argv) {
    int rank, found;
    MPI_Comm comm, *kept;
    MPI_Datatype real;
    MPI_Group group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &comm);
    MPI_Comm_get_attr(MPI_COMM_SELF, key, &kept, &found);

    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_Comm_f2c(MPI_Comm_c2f(*kept)), &win);
    win = MPI_Win_f2c(MPI_Win_c2f(win));
    MPI_Win_get_group(win, &group);
    MPI_Type_create_f90_integer(9, &real);

    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_Type_f2c(MPI_Type_c2f(MPI_INT)), 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Put(&rank, 1, real, 1 - rank, 1, 1, real, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);

    MPI_Group_free(&group);
    MPI_Win_free(&win);
    MPI_Comm_free_keyval(&key);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
