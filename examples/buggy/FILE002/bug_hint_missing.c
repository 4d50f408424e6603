// Only rank 0 passes the hint nb_proc, the number of processes
// that access the file. The hint must be the same on all ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Info info;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", rank == 0 ? "write_once" : "read_mostly");
    if (rank == 0)
        MPI_Info_set(info, "nb_proc", "2");
    int error = MPI_File_open(MPI_COMM_WORLD, "file002_missing.data", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, info, &fh); // want FILE002 "rank 0 gives the hint nb_proc the value \"2\", rank 1 does not give it$"
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);
    MPI_Info_free(&info);

    MPI_Finalize();
    return 0;
}
