/*
 * A thread whose ring cannot be made for a while: ringless WHAT. Its calls are
 * not recorded; without them the calls of the others look wrong.
 */
#include "stub.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int win;
static __thread int none;

/* Where the recorder gets its memory: there is none for a thread that has set none. */
void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (none) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return (void *)syscall(SYS_mmap, address, size, protection, flags, fd, offset);
}

static void *unlock(void *without)
{
	none = without != NULL;
	MPI_Win_unlock_all(win);
	return without;
}

static void *lock(void *without)
{
	none = without != NULL;
	MPI_Win_lock_all(0, win);
	return without;
}

static void in_thread(void *(*what)(void *), void *without)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, what, without) || pthread_join(thread, NULL))
		exit(3);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int *memory, provided, origin = 1;

	MPI_Init_thread(&argc, &argv, 3, &provided);
	MPI_Win_allocate(64, 4, INFO_NULL, COMM_WORLD, &memory, &win);
	if (!strcmp(what, "unlock")) {
		MPI_Win_lock_all(0, win);
		in_thread(unlock, &win);
	} else if (!strcmp(what, "lock")) {
		in_thread(lock, &win);
		MPI_Put(&origin, 1, INT_TYPE, 0, 0, 1, INT_TYPE, win);
		MPI_Win_unlock_all(win);
	} else { /* every call has a ring */
		in_thread(lock, NULL);
		in_thread(unlock, NULL);
	}
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
