// Each rank reads rows of three elements that begin two elements apart in
// memory: the last element of each row is the first element of the next row.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, file[12] = {0}, rows[9];
    MPI_Datatype overlapping;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 3, 2, MPI_INT, &overlapping);
    MPI_Type_commit(&overlapping);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file006_overlap_0.data" : "file006_overlap_1.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_write(fh, file, 12, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, rows, 1, overlapping, MPI_STATUS_IGNORE); // want FILE006 "memory datatype.*overlapping entries"

    MPI_File_close(&fh);
    MPI_Type_free(&overlapping);
    MPI_Finalize();
    return 0;
}
