/* Threads whose first MPI call is made on a small stack, with a guard page below. */
#define _GNU_SOURCE
#include "stub.h"

#include <signal.h>
#include <sys/mman.h>

enum { PAGE = 4096, ROOM = 4096 };

static int win;

static void handler(int sig)
{
	(void)sig;
	MPI_Win_fence(0, win);
}

/* In a signal handler with room for 4 KiB beside the kernel's own frame. */
static void *in_handler(void *arg)
{
	const size_t size = (size_t)sysconf(_SC_MINSIGSTKSZ) + ROOM;
	char *p =
		mmap(NULL, PAGE + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const stack_t stack = {.ss_sp = p + PAGE, .ss_size = size};

	mprotect(p, PAGE, PROT_NONE);
	sigaltstack(&stack, NULL);
	pthread_kill(pthread_self(), SIGUSR1);
	return arg;
}

static void *in_thread(void *arg)
{
	MPI_Win_fence(0, win);
	return arg;
}

static void run(const pthread_attr_t *attr, void *(*f)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, attr, f, NULL) || pthread_join(thread, NULL))
		exit(1);
}

int main(void)
{
	const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
	static int memory[4];
	pthread_attr_t smallest;
	int provided;

	MPI_Init_thread(NULL, NULL, 3, &provided);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	sigaction(SIGUSR1, &action, NULL);
	pthread_attr_init(&smallest);
	pthread_attr_setstacksize(&smallest, (size_t)sysconf(_SC_THREAD_STACK_MIN));
	run(&smallest, in_thread);
	run(NULL, in_handler);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
