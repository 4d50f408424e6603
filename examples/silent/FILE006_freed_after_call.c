// The program frees the datatypes of a view and of a nonblocking access right
// after the call, and later the datatypes that MPI_File_get_view returns.
#include <mpi.h>

static void release(MPI_Datatype type) {
    int integers, addresses, datatypes, combiner;
    MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&type);
}

int main(int argc, char **argv) {
    static int row[8];
    int rank;
    char datarep[MPI_MAX_DATAREP_STRING + 1];
    MPI_Offset displacement;
    MPI_Datatype etype, filetype, pair;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file006_freed_after_call.data", amode, MPI_INFO_NULL, &fh);
    MPI_Type_contiguous(2, MPI_INT, &etype);
    MPI_Type_commit(&etype);
    MPI_Type_vector(2, 1, 2, etype, &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_set_view(fh, 64 * rank, etype, filetype, "native", MPI_INFO_NULL);
    MPI_Type_free(&filetype);
    MPI_Type_free(&etype);

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_File_iwrite_at(fh, 0, row, 1, pair, &request);
    MPI_Type_free(&pair);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_File_get_view(fh, &displacement, &etype, &filetype, datarep);
    release(etype);
    release(filetype);
    MPI_File_write_at(fh, 1, row, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Finalize();
    return displacement != 64 * rank;
}
