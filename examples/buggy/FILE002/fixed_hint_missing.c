// Both ranks pass the same nb_proc: leading spaces and zeros have no meaning.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Info info;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", rank == 0 ? "write_once" : "read_mostly");
    MPI_Info_set(info, "nb_proc", rank == 0 ? "2" : " 02");
    int error = MPI_File_open(MPI_COMM_WORLD, "file002_missing.data", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, info, &fh);
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);
    MPI_Info_free(&info);

    MPI_Finalize();
    return 0;
}
