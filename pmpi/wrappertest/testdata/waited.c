/*
 * Waits and tests of long arrays of requests, of which few change from call to call. Prints, for
 * each call of rank 0 in order, its thread and a digest of the array that it was given. With "kill"
 * the process ends by SIGKILL in the middle.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MANY = 300, SHORT = 5, CALLS = 4 * MANY + 40 };

struct side {
	int number, tag, calls;
	uint64_t digest[CALLS];
	MPI_Request request[MANY];
	int in[MANY];
};

static int rank, killed;

/* FNV-1a of the handles, each as 8 bytes. */
static uint64_t digest_of(const MPI_Request *request, int n)
{
	uint64_t digest = 14695981039346656037ull;

	for (int i = 0; i < n; i++) {
		uint64_t handle = 0;

		memcpy(&handle, &request[i], sizeof request[i]);
		for (int k = 0; k < 8; k++)
			digest = (digest ^ (handle >> 8 * k & 255)) * 1099511628211ull;
	}
	return digest;
}

static void note(struct side *s, const MPI_Request *request, int n)
{
	s->digest[s->calls++] = digest_of(request, n);
}

static void receive(struct side *s, int i)
{
	MPI_Irecv(&s->in[i], 1, MPI_INT, 0, s->tag + i, MPI_COMM_SELF, &s->request[i]);
}

static void send(struct side *s, int i)
{
	MPI_Send(&i, 1, MPI_INT, 0, s->tag + i, MPI_COMM_SELF);
}

/* One after another, from the end; each fourth is posted again, and a short array comes between. */
static void one_by_one(struct side *s)
{
	MPI_Request few[SHORT];
	int index;

	for (int i = 0; i < SHORT; i++)
		few[i] = MPI_REQUEST_NULL;
	for (int i = 0; i < MANY; i++)
		receive(s, i);
	for (int i = MANY - 1; i >= 0; i--) {
		send(s, i);
		note(s, s->request, MANY);
		MPI_Waitany(MANY, s->request, &index, MPI_STATUS_IGNORE);
		if (killed && i == MANY / 2)
			raise(SIGKILL);
		if (i % 4 == 0)
			receive(s, i);
		if (i % 50 == 0) {
			note(s, few, SHORT);
			MPI_Waitany(SHORT, few, &index, MPI_STATUS_IGNORE);
		}
	}
	for (int i = 0; i < MANY; i += 4)
		send(s, i);
	MPI_Waitall(MANY, s->request, MPI_STATUSES_IGNORE);
}

/* All at once, then some, then tests that find something each time. */
static void several(struct side *s)
{
	int index[MANY], found, flag, one;

	for (int i = 0; i < MANY; i++)
		receive(s, i);
	for (int i = 0; i < MANY; i++)
		send(s, i);
	note(s, s->request, MANY);
	MPI_Waitsome(MANY, s->request, &found, index, MPI_STATUSES_IGNORE);
	for (flag = 1; flag && found != MANY;) {
		note(s, s->request, MANY);
		MPI_Testany(MANY, s->request, &one, &flag, MPI_STATUS_IGNORE);
		if (!flag) /* such a row of tests has one record */
			s->calls--;
		if (one == MPI_UNDEFINED)
			break;
	}
	MPI_Waitall(MANY, s->request, MPI_STATUSES_IGNORE);
}

static void *work(void *arg)
{
	struct side *s = arg;

	one_by_one(s);
	return NULL;
}

static void print(const struct side *s)
{
	for (int i = 0; i < s->calls && !rank; i++)
		printf("%d %llu\n", s->number, (unsigned long long)s->digest[i]);
}

int main(int argc, char **argv)
{
	static struct side sides[3] = {
		{.number = 0}, {.number = 1, .tag = 1000}, {.number = 2, .tag = 2000}};
	pthread_t thread;
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	killed = argc > 1 && !rank; /* the launcher ends the other one */
	one_by_one(&sides[0]);
	if (level == MPI_THREAD_MULTIPLE) {
		pthread_create(&thread, NULL, work, &sides[1]);
		several(&sides[0]);
		pthread_join(thread, NULL);
		pthread_create(&thread, NULL, work, &sides[2]); /* with the ring of the other one */
		pthread_join(thread, NULL);
	}
	for (int i = 0; i < 3; i++)
		print(&sides[i]);
	MPI_Finalize();
	return 0;
}
