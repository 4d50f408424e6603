/* Two jobs that meet at a port, whose name is in a file: connect server|client right|wrong. If it
 * is wrong, the client takes an integer for a float. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void publish(const char *port)
{
	FILE *f = fopen("port.new", "w");

	fputs(port, f);
	fclose(f);
	rename("port.new", "port");
}

static void look_up(char *port, int size)
{
	FILE *f;

	while (!(f = fopen("port", "r")))
		usleep(10000);
	if (!fgets(port, size, f))
		port[0] = 0;
	fclose(f);
}

int main(int argc, char **argv)
{
	char port[MPI_MAX_PORT_NAME] = "";
	int rank, value = 1, wrong = argc > 2 && !strcmp(argv[2], "wrong");
	MPI_Comm other;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (!strcmp(argv[1], "server")) {
		if (rank == 0) {
			MPI_Open_port(MPI_INFO_NULL, port);
			publish(port);
		}
		MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
		if (rank == 1)
			MPI_Send(&value, 1, MPI_INT, 0, 3, other);
	} else {
		if (rank == 0)
			look_up(port, sizeof port);
		MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
		if (rank == 0)
			MPI_Recv(&value, 1, wrong ? MPI_FLOAT : MPI_INT, 1, 3, other,
				MPI_STATUS_IGNORE);
	}
	MPI_Barrier(other);
	MPI_Comm_disconnect(&other);
	if (rank == 0 && !strcmp(argv[1], "server"))
		MPI_Close_port(port);
	MPI_Finalize();
	return 0;
}
