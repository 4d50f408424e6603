// Each rank reads the rows into separate places. The write may use the
// overlapping datatype, since it only reads the shared elements twice.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, file[9] = {0}, rows[12];
    MPI_Datatype overlapping, spaced;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 3, 2, MPI_INT, &overlapping);
    MPI_Type_vector(4, 3, 3, MPI_INT, &spaced);
    MPI_Type_commit(&overlapping);
    MPI_Type_commit(&spaced);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file006_spaced_0.data" : "file006_spaced_1.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write_at(fh, 0, file, 1, overlapping, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, rows, 1, spaced, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&spaced);
    MPI_Type_free(&overlapping);
    MPI_Finalize();
    return 0;
}
