// All ranks pass the same cb_nodes. The hint access_style may differ.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char nodes[12];
    int rank, size;
    MPI_Info info;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    snprintf(nodes, sizeof nodes, "%d", size);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", rank == 0 ? "write_once" : "read_mostly");
    MPI_Info_set(info, "cb_nodes", nodes);
    int error = MPI_File_open(MPI_COMM_WORLD, "file002_hints.data", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, info, &fh);
    if (error == MPI_SUCCESS)
        MPI_File_close(&fh);
    MPI_Info_free(&info);

    MPI_Finalize();
    return 0;
}
