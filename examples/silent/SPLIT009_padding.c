// Structures are written without their padding and without one of their members;
// just these bytes change while the write is active.
#include <mpi.h>
#include <stddef.h>
#include <string.h>

enum { N = 50 };

typedef struct {
    char kind;
    double mass;
    int scratch;
    int id;
} Particle;

int main(int argc, char **argv) {
    static Particle p[N];
    int rank, lengths[3] = {1, 1, 1};
    MPI_Aint at[3] = {offsetof(Particle, kind), offsetof(Particle, mass), offsetof(Particle, id)};
    MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT}, members, particle;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_struct(3, lengths, at, types, &members);
    MPI_Type_create_resized(members, 0, sizeof(Particle), &particle);
    MPI_Type_commit(&particle);
    MPI_Type_free(&members);
    MPI_File_open(MPI_COMM_WORLD, "split009_padding.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &fh);

    MPI_File_write_at_all_begin(fh, rank * N * 13, p, N, particle);
    for (int i = 0; i < N; i++) {
        p[i].scratch = i + 1;
        memset((char *)&p[i] + 1, 0x5a, offsetof(Particle, mass) - 1);
    }
    MPI_File_write_at_all_end(fh, p, MPI_STATUS_IGNORE);

    MPI_File_close(&fh);
    MPI_Type_free(&particle);
    MPI_Finalize();
    return 0;
}
