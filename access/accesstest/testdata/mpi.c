/* A library that is MPI: it has PMPI_Init. */
#include <unistd.h>

int PMPI_Init(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return 0;
}

ssize_t mpi_reads(int fd, void *to, size_t size)
{
	const ssize_t result = read(fd, to, size);

	return result < 0 ? 0 : result;
}

void mpi_calls(void (*function)(void))
{
	function();
}
