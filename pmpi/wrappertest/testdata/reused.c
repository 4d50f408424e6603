/* Closes its error stream: the number becomes that of a file of its own. */
#include "stub.h"

#include <fcntl.h>
#include <sys/stat.h>

int main(void)
{
	static int memory[4];
	struct stat own;
	int win;

	MPI_Init(NULL, NULL);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	close(STDERR_FILENO);
	if (open("own.data", O_CREAT | O_WRONLY, 0600) != STDERR_FILENO)
		return 1;
	MPI_Win_flush(0, win); /* without a lock: a finding */
	MPI_Win_free(&win);
	MPI_Finalize();
	return fstat(STDERR_FILENO, &own) || own.st_size ? 2 : 0;
}
