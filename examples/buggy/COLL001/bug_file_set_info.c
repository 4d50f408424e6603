// MPI_File_set_info is collective, even though the ranks
// may pass different hints. Here only rank 0 calls it.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Info info;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "coll001_set_info.data", amode, MPI_INFO_NULL, &fh);
    MPI_Info_create(&info);
    MPI_Info_set(info, "access_style", "write_once");

    if (rank == 0)
        MPI_File_set_info(fh, info); // want COLL001 "MPI_File_set_info"

    MPI_Info_free(&info);
    MPI_File_set_size(fh, 64);
    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
