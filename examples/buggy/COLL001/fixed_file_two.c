// Both ranks close the old file first and open the new one second.
#include <mpi.h>

static MPI_File create(const char *name) {
    MPI_File fh;
    int amode = MPI_MODE_WRONLY | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, name, amode, MPI_INFO_NULL, &fh);
    return fh;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);

    MPI_File old = create("coll001_old.data");
    MPI_File_close(&old);
    MPI_File new = create("coll001_new.data");
    MPI_File_close(&new);

    MPI_Finalize();
    return 0;
}
