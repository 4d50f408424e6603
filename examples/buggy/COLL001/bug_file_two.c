// gomarmot: ranks=2 hang
// Rank 0 closes the old file and then opens the new file, rank 1 vice versa.
// Both calls are collective: the ranks must make them in the same order.
#include <mpi.h>

static MPI_File create(const char *name) {
    MPI_File fh;
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &fh); // want COLL001 "MPI_File_close"
    return fh;
}

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File old = create("coll001_old.data"), new;

    if (rank == 0) {
        MPI_File_close(&old);
        new = create("coll001_new.data");
    } else {
        new = create("coll001_new.data");
        MPI_File_close(&old);
    }

    MPI_File_close(&new);
    MPI_Finalize();
    return 0;
}
