// The etype of rank 0 is MPI_INT, the etype of rank 1 is MPI_DOUBLE.
// But the etypes of a view must have the same extent on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Datatype etype = rank == 0 ? MPI_INT : MPI_DOUBLE;
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file008_etype.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 1024 * rank, etype, etype, "native", MPI_INFO_NULL); // want FILE008 "extent"

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
