// What the members lead to is sent instead of the objects.
// gomarmot: access=plugin flag=-DOMPI_SKIP_MPICXX
#include <mpi.h>

#include <vector>

struct Shape {
    int sides;
    std::vector<double> corners;
};

struct View {
    int first;
    double &value;
};

int main(int argc, char **argv) {
    double heat = 300;
    MPI_Init(&argc, &argv);
    {
        Shape shape{4, std::vector<double>(8)};
        View view{0, heat};
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (rank == 0) {
            MPI_Send(shape.corners.data(), 8, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
            MPI_Send(&view.value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(shape.corners.data(), 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(&view.value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Finalize();
}
