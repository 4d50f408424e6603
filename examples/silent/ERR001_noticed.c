// gomarmot: env=OMPI_MCA_io=^ompio
// MPI calls fail, and the program reacts in different ways: it counts errors, tests
// the handle, takes another path, or only deletes a file that need not exist.
#include <mpi.h>
#include <stdio.h>

static int failed;

static void count(int rc) {
    if (rc != MPI_SUCCESS)
        failed++;
}

static int attempt(MPI_File fh, int *header) {
    return MPI_File_read_at(fh, 0, header, 1, MPI_INT, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, rc, header = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_File_delete("err001_never_written.data", MPI_INFO_NULL);
    MPI_File_open(MPI_COMM_SELF, "err001_never_written.data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    if (fh == MPI_FILE_NULL)
        MPI_File_open(MPI_COMM_SELF, "/proc/self/mem", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    rc = MPI_File_read_at(fh, 0, &header, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rc != MPI_SUCCESS)
        header = rank;
    count(MPI_File_read_at(fh, 0, &header, 1, MPI_INT, MPI_STATUS_IGNORE));
    failed += attempt(fh, &header) != MPI_SUCCESS;
    MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d reads have failed, header %d\n", failed, header);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
