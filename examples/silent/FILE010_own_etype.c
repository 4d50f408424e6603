// The etype is a point and the filetype a vector of points, so offsets count points. The
// program writes points with their own datatype or as doubles; some points are padded.
#include <mpi.h>

int main(int argc, char **argv) {
    static double points[24];
    int rank, one[2] = {3, 1};
    MPI_Aint where[2] = {0, 24};
    MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_INT}, point, tagged, padded, filetype;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(3, MPI_DOUBLE, &point);
    MPI_Type_commit(&point);
    MPI_Type_create_struct(2, one, where, parts, &tagged);
    MPI_Type_create_resized(tagged, 0, 32, &padded);
    MPI_Type_commit(&padded);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_own_etype.data", amode, MPI_INFO_NULL, &fh);
    MPI_Type_vector(4, 1, 2, point, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_set_view(fh, 24 * rank, point, filetype, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, points, 2, point, MPI_STATUS_IGNORE);
    MPI_File_write_at(fh, 2, points, 6, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_Type_free(&filetype);

    MPI_Type_vector(3, 1, 2, padded, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_set_view(fh, 1024 + 32 * rank, padded, filetype, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, points, 3, padded, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 2048 + 320 * rank, padded, padded, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, points, 2, padded, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&filetype);
    MPI_Type_free(&padded);
    MPI_Type_free(&tagged);
    MPI_Type_free(&point);
    MPI_Finalize();
    return 0;
}
