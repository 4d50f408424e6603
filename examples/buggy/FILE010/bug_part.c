// The etype is a point of three doubles. Eight doubles are two points and two
// thirds.
#include <mpi.h>

int main(int argc, char **argv) {
    static double points[9];
    int rank;
    MPI_Datatype point;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_DOUBLE, &point);
    MPI_Type_commit(&point);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_part.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 0, point, point, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 3 * rank, points, 8, MPI_DOUBLE, MPI_STATUS_IGNORE); // want FILE010 "whole number"

    MPI_File_close(&fh);
    MPI_Type_free(&point);
    MPI_Finalize();
    return 0;
}
