// Rank 0 sends an object that contains a vector as bytes; rank 1 receives the bytes and does not use them.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <string>
#include <vector>

struct Particle {
    double mass;
    std::vector<double> track;
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    static Particle particle;
    particle.track.resize(4, rank);
    static char room[sizeof(Particle)];
    if (rank == 0)
        MPI_Send(&particle, sizeof(Particle), MPI_BYTE, 1, 0, MPI_COMM_WORLD); // want OBJ008 "^buf of MPI_Send is declared as Particle, an object that cannot be copied as MPI_BYTE: its member track, a vector, holds pointers, which mean nothing on another rank$"
    else if (rank == 1)
        MPI_Recv(room, sizeof(room), MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
