// With MPI_BYTE as the etype, filetypes of any
// datatypes are valid, with holes of any width.
#include <mpi.h>
#include <stddef.h>

struct particle {
    char kind;
    double place[3];
    short charge;
};

int main(int argc, char **argv) {
    static struct particle particles[2];
    int rank, lengths[3] = {1, 3, 1};
    MPI_Aint displacements[3] = {0, offsetof(struct particle, place), offsetof(struct particle, charge)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT}, packed, particle, odd;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(3, lengths, displacements, types, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(struct particle), &particle);
    MPI_Type_commit(&particle);
    MPI_Type_create_hvector(3, 1, 7, MPI_INT, &odd);
    MPI_Type_commit(&odd);

    int amode = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, "file010_bytes.data", amode, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, 3 + 1024 * rank, MPI_BYTE, particle, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, particles, 2, particle, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 4096 + 1024 * rank, MPI_BYTE, odd, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, particles, 5, MPI_SHORT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);

    MPI_Type_free(&odd);
    MPI_Type_free(&particle);
    MPI_Type_free(&packed);
    MPI_Finalize();
    return 0;
}
