// While a split write is active, the program queries its file handle, moves the
// file pointer and sets hints. None of these calls affects the write.
#include <mpi.h>

enum { N = 500 };

int main(int argc, char **argv) {
    static int u[N];
    char representation[MPI_MAX_DATAREP_STRING];
    int rank, amode, atomic;
    MPI_File fh;
    MPI_Offset at, size;
    MPI_Aint extent;
    MPI_Datatype etype, filetype;
    MPI_Info info;
    MPI_Group group;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split007_queries.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * (MPI_Offset)sizeof u, u, N, MPI_INT);
    MPI_File_get_size(fh, &size);
    MPI_File_get_amode(fh, &amode);
    MPI_File_get_atomicity(fh, &atomic);
    MPI_File_get_position(fh, &at);
    MPI_File_get_byte_offset(fh, at, &size);
    MPI_File_get_type_extent(fh, MPI_INT, &extent);
    MPI_File_get_view(fh, &at, &etype, &filetype, representation);
    MPI_File_get_info(fh, &info);
    MPI_Info_free(&info);
    MPI_File_get_group(fh, &group);
    MPI_Group_free(&group);
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    MPI_Info_create(&info);
    MPI_File_set_info(fh, info);
    MPI_Info_free(&info);
    MPI_File_write_at_all_end(fh, u, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Finalize();
    return 0;
}
