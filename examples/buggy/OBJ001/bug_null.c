// gomarmot: ranks=1
// Calls of many kinds get MPI_COMM_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    int size = 0;
    MPI_Comm comm = MPI_COMM_NULL, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Barrier(comm);                         // want OBJ001 "argument comm of MPI_Barrier is MPI_COMM_NULL"
    MPI_Send(&size, 1, MPI_INT, 0, 0, comm);   // want OBJ001 "argument comm of MPI_Send is MPI_COMM_NULL"
    MPI_Comm_dup(comm, &copy);                 // want OBJ001 "argument comm of MPI_Comm_dup is MPI_COMM_NULL"
    MPI_Comm_compare(comm, MPI_COMM_SELF, &size); // want OBJ001 "argument comm1 of MPI_Comm_compare is MPI_COMM_NULL"
    MPI_Comm_free(&comm);                      // want OBJ001 "argument comm of MPI_Comm_free is MPI_COMM_NULL"
    MPI_Topo_test(comm, &size);                // want OBJ001 "argument comm of MPI_Topo_test is MPI_COMM_NULL"

    MPI_Finalize();
    return 0;
}
