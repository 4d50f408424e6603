/* A job that takes a while: slow SECONDS. */
#include "stub.h"

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	sleep(argc > 1 ? (unsigned)atoi(argv[1]) : 0);
	MPI_Finalize();
	return 0;
}
