// Rank 0 sends the mass of the particle and the elements of its vector.
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
    if (rank == 0) {
        MPI_Send(&particle.mass, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        MPI_Send(particle.track.data(), 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&particle.mass, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(particle.track.data(), 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
