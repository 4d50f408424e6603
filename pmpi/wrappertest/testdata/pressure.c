/*
 * More calls than can be checked as they come, with two faults among them, and
 * then: "idle" for two seconds, "end", "exit" without MPI_Finalize, "crash", "kill".
 */
#include "stub.h"

#include <signal.h>

enum { CALLS = 200000 };

static int win, memory[16], origin;

static void flood(void)
{
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < CALLS; i++) {
		MPI_Put(&origin, 1, INT_TYPE, 0, i % 16, 1, INT_TYPE, win);
		MPI_Win_flush(0, win);
	}
	MPI_Win_unlock_all(win);
}

/* The most that this process has had in memory, in MB. */
static long memory_used(void)
{
	FILE *status = fopen("/proc/self/status", "r");
	char line[256];
	long kb = 0;

	while (status && fgets(line, sizeof line, status))
		if (!strncmp(line, "VmHWM:", 6))
			kb = atol(line + 6);
	if (status)
		fclose(status);
	return kb / 1024;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "end";

	MPI_Init(NULL, NULL);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	flood();
	MPI_Win_flush(0, win); /* LOCK004 */
	flood();
	MPI_Put(&origin, 1, INT_TYPE, 0, 0, 1, INT_TYPE, win); /* RMA001 */
	flood();
	printf("%ld\n", memory_used());
	fflush(stdout);
	if (!strcmp(how, "idle")) {
		sleep(8); /* time enough for the checks on a busy machine */
		fputs("idle ends\n", stderr);
	}
	if (!strcmp(how, "exit"))
		return 0;
	if (!strcmp(how, "crash"))
		abort();
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
