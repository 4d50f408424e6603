/* A library of the program. */
#include <unistd.h>

ssize_t library_reads(int fd, void *to, size_t size)
{
	const ssize_t result = read(fd, to, size);

	return result < 0 ? 0 : result;
}
