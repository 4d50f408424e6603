/*
 * Eight threads in everything that wrappers share: rings, their start and end,
 * the tables of windows, files, datatypes and split collectives, polling, and
 * calls before the start and after the end. race world, or race sessions.
 */
#include "stub.h"

enum { THREADS = 8, WAVES = 4, ROUNDS = 1500, BRIEF = 50 };

int MPI_Test(int *request, int *flag, void *status);
int MPI_Send(const void *a, int n, int type, int rank, int tag, int comm);
int MPI_Type_contiguous(int n, int old, int *type);
int MPI_Type_free(int *type);
int MPI_File_open(int comm, const char *name, int mode, int info, void **file);
int MPI_File_write_all_begin(void *file, const void *a, int n, int type);
int MPI_File_write_all_end(void *file, const void *a, void *status);
int MPI_File_close(void **file);
int MPI_Session_init(int info, int handler, int *session);
int MPI_Session_finalize(int *session);

static int sessions;
static pthread_barrier_t all;

/* Each thread has objects of its own: the stub library takes any handle. */
static void own_objects(int n, int *memory)
{
	void *file = &memory[n];
	int win = (int)0xa0000001 + n, request, type, comm, flag;

	MPI_Win_create(memory, 64, 4, INFO_NULL, COMM_WORLD, &flag);
	MPI_Put(memory, 1, INT_TYPE, 0, n, 1, INT_TYPE, win);
	MPI_Rput(memory, 1, INT_TYPE, 0, n, 1, INT_TYPE, win, &request);
	for (int i = 0; i < 20; i++)
		MPI_Test(&request, &flag, memory);
	MPI_Wait(&request, memory);
	MPI_Type_contiguous(2, INT_TYPE, &type);
	MPI_File_write_all_begin(file, memory, 4, INT_TYPE);
	MPI_Send(memory, 1, INT_TYPE, 0, 0, COMM_WORLD);
	MPI_File_write_all_end(file, memory, memory);
	MPI_Type_free(&type);
	MPI_Comm_dup(COMM_WORLD, &comm);
	MPI_File_open(COMM_WORLD, "data", 4, INFO_NULL, &file);
	MPI_File_close(&file);
	MPI_Win_free(&win);
}

static void *work(void *arg)
{
	const int n = (int)(intptr_t)arg;
	int memory[16] = {0}, requests[16] = {0}, session;

	pthread_barrier_wait(&all);
	if (sessions)
		MPI_Session_init(INFO_NULL, 0, &session);
	for (int i = 0; i < ROUNDS; i++) {
		MPI_Put(memory, 1, INT_TYPE, 0, i, 1, INT_TYPE, (int)0xa0000000);
		MPI_Win_flush(0, (int)0xa0000000);
		MPI_Waitall(16, requests, memory);
		MPI_Info_set(INFO_NULL, "key", "value");
		if (i % 16 == 0)
			own_objects(n * ROUNDS + i, memory);
		if (i % 500 == 0)
			usleep(2000); /* the drain dozes */
	}
	pthread_barrier_wait(&all);
	if (sessions)
		MPI_Session_finalize(&session);
	return NULL;
}

static int briefs; /* that have made their call */

/* A short-lived thread, and those that it starts. */
static void *brief(void *arg)
{
	const int n = (int)(intptr_t)arg;
	pthread_t thread;

	MPI_Info_set(INFO_NULL, "key", "value");
	__atomic_add_fetch(&briefs, 1, __ATOMIC_RELAXED);
	if (n > 0 && !pthread_create(&thread, NULL, brief, (void *)(intptr_t)(n - 1)))
		pthread_detach(thread);
	return NULL;
}

static void *start_brief(void *arg)
{
	(void)arg;
	brief((void *)(intptr_t)BRIEF);
	return NULL;
}

static void *stray(void *arg)
{
	(void)arg;
	MPI_Barrier(COMM_WORLD);
	return NULL;
}

static void together(void *(*what)(void *), int n)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, what, (void *)(intptr_t)i);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
	pthread_t early;
	int provided;

	sessions = argc > 1 && !strcmp(argv[1], "sessions");
	pthread_barrier_init(&all, NULL, THREADS);
	together(stray, THREADS / 2);
	pthread_create(&early, NULL, stray, NULL); /* while recording starts */
	if (!sessions)
		MPI_Init_thread(&argc, &argv, 3, &provided);
	for (int i = 0; i < (sessions ? 1 : WAVES); i++)
		together(work, THREADS);
	if (!sessions)
		together(start_brief, THREADS);
	while (!sessions && __atomic_load_n(&briefs, __ATOMIC_RELAXED) < THREADS * (BRIEF + 1))
		usleep(1000);
	usleep(300000); /* the last ones end on their own */
	pthread_join(early, NULL);
	if (!sessions)
		MPI_Finalize();
	together(stray, THREADS);
	return 0;
}
