// Filetypes that consist of the etype: the etype itself, its duplicate, a resized
// etype, nested derived datatypes, and a vector of the same basic type by another name.
#include <mpi.h>

static void view(MPI_File fh, MPI_Datatype filetype) {
    MPI_Type_commit(&filetype);
    MPI_File_set_view(fh, 0, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL);
    MPI_Type_free(&filetype);
}

int main(int argc, char **argv) {
    int lengths[3] = {1, 0, 2}, displacements[3] = {0, 9, 3};
    MPI_Aint bytes[2] = {8, 64};
    MPI_Datatype type, inner, kinds[2] = {MPI_DOUBLE, MPI_DOUBLE};
    MPI_File fh;

    MPI_Init(&argc, &argv);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_same_etype.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 4, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    MPI_Type_dup(MPI_DOUBLE, &type);
    view(fh, type);
    MPI_Type_create_resized(MPI_DOUBLE, 0, 24, &type);
    view(fh, type);
    MPI_Type_indexed(3, lengths, displacements, MPI_DOUBLE, &type);
    view(fh, type);
    MPI_Type_contiguous(2, MPI_DOUBLE, &inner);
    MPI_Type_create_hvector(3, 2, 48, inner, &type);
    view(fh, type);
    MPI_Type_free(&inner);
    MPI_Type_create_struct(2, lengths, bytes, kinds, &type);
    view(fh, type);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(fh, 0, MPI_INT32_T, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_close(&fh);

    MPI_Finalize();
    return 0;
}
