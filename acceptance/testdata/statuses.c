/*
 * Receives messages with every call that has a status, with statuses and without.
 * Rank 0 prints what it sees, and "message SOURCE TAG BYTES" for each status that the
 * MPI library has filled, also for those that the program ignores: it knows them.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 10, MOST = 4096, THOUSANDS = 3000 };

static int got[MOST + 64], next, ignoring;

static int class_of(int rc)
{
	int class = 0;

	MPI_Error_class(rc, &class);
	return class;
}

/* Message k has k % 40 + 1 numbers. */
static void message(int k)
{
	printf("message 1 %d %d\n", TAG + k, 4 * (k % 40 + 1));
}

static void fill(MPI_Status *s, int n)
{
	memset(s, 0x5a, (size_t)n * sizeof *s);
	for (int i = 0; i < n; i++)
		s[i].MPI_ERROR = 4711;
}

/* Status of a call that has received message k; the program sees all of it. */
static void seen(const char *call, int rc, const MPI_Status *s, int k)
{
	int count = -1, cancelled = -1;

	if (!ignoring) {
		MPI_Get_count(s, MPI_INT, &count);
		MPI_Test_cancelled(s, &cancelled);
		printf("%s %d: %d %d %d %d %d\n", call, class_of(rc), s->MPI_SOURCE, s->MPI_TAG,
			s->MPI_ERROR, count, cancelled);
	}
	message(k);
}

static void post(MPI_Request *r, int n)
{
	for (int i = 0; i < n; i++)
		MPI_Irecv(got + 64 * i, 64, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
			&r[i]);
}

static void singles(void)
{
	MPI_Status s, *at = ignoring ? MPI_STATUS_IGNORE : &s;
	MPI_Request r;
	MPI_Message m;
	int rc, flag = 0;

	fill(&s, 1);
	rc = MPI_Recv(got, 64, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, at);
	seen("Recv", rc, &s, next++);
	post(&r, 1);
	fill(&s, 1);
	rc = MPI_Wait(&r, at);
	seen("Wait", rc, &s, next++);
	post(&r, 1);
	fill(&s, 1);
	for (flag = 0; !flag;)
		rc = MPI_Test(&r, &flag, at);
	seen("Test", rc, &s, next++);
	post(&r, 1);
	for (flag = 0; !flag;) {
		fill(&s, 1);
		rc = MPI_Request_get_status(r, &flag, at);
	}
	seen("Request_get_status", rc, &s, next);
	fill(&s, 1);
	rc = MPI_Wait(&r, at);
	seen("Wait", rc, &s, next++);
	fill(&s, 1);
	rc = MPI_Sendrecv(&rc, 1, MPI_INT, MPI_PROC_NULL, 0, got, 64, MPI_INT, 1, MPI_ANY_TAG,
		MPI_COMM_WORLD, at);
	seen("Sendrecv", rc, &s, next++);
	fill(&s, 1);
	rc = MPI_Sendrecv_replace(
		got, 64, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_ANY_TAG, MPI_COMM_WORLD, at);
	seen("Sendrecv_replace", rc, &s, next++);
	fill(&s, 1);
	rc = MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, at);
	seen("Probe", rc, &s, next);
	for (flag = 0; !flag;) {
		fill(&s, 1);
		rc = MPI_Iprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, at);
	}
	seen("Iprobe", rc, &s, next);
	fill(&s, 1);
	rc = MPI_Mprobe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &m, at);
	seen("Mprobe", rc, &s, next);
	fill(&s, 1);
	rc = MPI_Mrecv(got, 64, MPI_INT, &m, at);
	seen("Mrecv", rc, &s, next++);
	for (flag = 0; !flag;) {
		fill(&s, 1);
		rc = MPI_Improbe(1, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &m, at);
	}
	seen("Improbe", rc, &s, next);
	MPI_Imrecv(got, 64, MPI_INT, &m, &r);
	fill(&s, 1);
	rc = MPI_Wait(&r, at);
	seen("Wait", rc, &s, next++);
}

static void all(const char *call, int rc, const MPI_Status *s, int n)
{
	for (int i = 0; i < n; i++)
		seen(call, rc, &s[i], next++);
}

static void arrays(void)
{
	MPI_Status s[3], *one = ignoring ? MPI_STATUS_IGNORE : s,
			 *at = ignoring ? MPI_STATUSES_IGNORE : s;
	MPI_Request r[3];
	int rc = 0, flag, index, n, done, indices[3];

	post(r, 3);
	fill(s, 3);
	rc = MPI_Waitall(3, r, at);
	all("Waitall", rc, s, 3);
	post(r, 3);
	for (flag = 0; !flag;) {
		fill(s, 3);
		rc = MPI_Testall(3, r, &flag, at);
	}
	all("Testall", rc, s, 3);
	post(r, 3);
	for (int i = 0; i < 3; i++) {
		fill(s, 3);
		rc = MPI_Waitany(3, r, &index, one);
		printf("index %d\n", index);
		seen("Waitany", rc, s, next + index);
	}
	next += 3;
	post(r, 3);
	for (int i = 0; i < 3; i += flag) {
		fill(s, 3);
		rc = MPI_Testany(3, r, &index, &flag, one);
		if (flag)
			seen("Testany", rc, s, next + index);
	}
	next += 3;
	post(r, 3);
	for (done = 0; done < 3; done += n) {
		fill(s, 3);
		rc = MPI_Waitsome(3, r, &n, indices, at);
		for (int i = 0; i < n; i++)
			seen("Waitsome", rc, &s[i], next + indices[i]);
	}
	next += 3;
	post(r, 3);
	for (done = 0; done < 3; done += n) {
		fill(s, 3);
		rc = MPI_Testsome(3, r, &n, indices, at);
		for (int i = 0; i < n; i++)
			seen("Testsome", rc, &s[i], next + indices[i]);
	}
	next += 3;
}

static void cancelled(void)
{
	MPI_Status s, *at = ignoring ? MPI_STATUS_IGNORE : &s;
	MPI_Request r;
	int flag = 1;

	MPI_Irecv(got, 1, MPI_INT, 0, 9999, MPI_COMM_WORLD, &r);
	MPI_Cancel(&r);
	MPI_Wait(&r, at);
	if (!ignoring)
		MPI_Test_cancelled(&s, &flag);
	printf("cancelled %d\nmessage - - -1\n", flag);
}

static void thousands(void)
{
	static MPI_Request r[THOUSANDS];
	static MPI_Status s[THOUSANDS];
	static int each[THOUSANDS];

	for (int i = 0; i < THOUSANDS; i++)
		MPI_Irecv(&each[i], 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &r[i]);
	fill(s, THOUSANDS);
	MPI_Waitall(THOUSANDS, r, ignoring ? MPI_STATUSES_IGNORE : s);
	for (int i = 0; i < THOUSANDS; i++) {
		if (!ignoring && (s[i].MPI_SOURCE != 1 || s[i].MPI_TAG != 5 ||
					 s[i].MPI_ERROR != s[0].MPI_ERROR))
			printf("status %d is wrong\n", i);
		printf("message 1 5 4\n");
	}
	printf("error field %d\n", ignoring ? 0 : s[0].MPI_ERROR);
}

static void on_error(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	printf("error handler: class %d\n", class_of(*code));
}

/* A message that is longer than the buffer, alone and with one that is not. */
static void too_long(MPI_Comm comm)
{
	MPI_Status s[2], *one = ignoring ? MPI_STATUS_IGNORE : s,
			 *at = ignoring ? MPI_STATUSES_IGNORE : s;
	MPI_Request r[2];
	int rc, small[2], n = -1, indices[2];

	fill(s, 2);
	rc = MPI_Recv(small, 1, MPI_INT, 1, 1, comm, one);
	printf("Recv: class %d, error field %d\n", class_of(rc), ignoring ? 0 : s[0].MPI_ERROR);
	for (int i = 0; i < 3; i++) {
		MPI_Irecv(&small[0], 1, MPI_INT, 1, 2, comm, &r[0]);
		MPI_Irecv(&small[1], 1, MPI_INT, 1, 3, comm, &r[1]);
		fill(s, 2);
		if (i == 0)
			rc = MPI_Waitall(2, r, at);
		else if (i == 1)
			rc = MPI_Wait(&r[0], one);
		else
			rc = MPI_Waitsome(2, r, &n, indices, at);
		printf("%d: class %d, fields %d %d, n %d, requests %d %d\n", i, class_of(rc),
			ignoring ? 0 : class_of(s[0].MPI_ERROR),
			ignoring || i == 1 ? 0 : class_of(s[1].MPI_ERROR), n,
			r[0] == MPI_REQUEST_NULL, r[1] == MPI_REQUEST_NULL);
		for (int k = 0; k < 2; k++)
			if (r[k] != MPI_REQUEST_NULL && !MPI_Wait(&r[k], MPI_STATUS_IGNORE))
				printf("message 1 3 4\n");
	}
}

/* In callbacks: of a generalized request and of an attribute. */
static int query(void *state, MPI_Status *s)
{
	MPI_Recv(got, 64, MPI_INT, 1, TAG + next, MPI_COMM_WORLD, state ? MPI_STATUS_IGNORE : s);
	message(next++);
	s->MPI_SOURCE = 3;
	s->MPI_TAG = 4;
	MPI_Status_set_cancelled(s, 0);
	return MPI_Status_set_elements(s, MPI_INT, 5);
}

static int release(void *state)
{
	(void)state;
	return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
	(void)state, (void)complete;
	return MPI_SUCCESS;
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *state)
{
	MPI_Request r[3];
	MPI_Status s[3];

	(void)comm, (void)keyval, (void)value, (void)state;
	post(r, 3);
	MPI_Waitall(3, r, ignoring ? MPI_STATUSES_IGNORE : s);
	for (int i = 0; i < 3; i++)
		message(next++);
	return MPI_SUCCESS;
}

static void callbacks(void)
{
	MPI_Status s, *at = ignoring ? MPI_STATUS_IGNORE : &s;
	MPI_Request r;
	MPI_Comm comm;
	int keyval;

	MPI_Grequest_start(query, release, cancel, ignoring ? &r : NULL, &r);
	MPI_Grequest_complete(r);
	fill(&s, 1);
	MPI_Wait(&r, at);
	if (!ignoring)
		printf("generalized: %d %d\n", s.MPI_SOURCE, s.MPI_TAG);
	printf("message 3 4 20\n");
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL);
	MPI_Comm_set_attr(comm, keyval, NULL);
	MPI_Comm_free(&comm);
	MPI_Comm_free_keyval(&keyval);
}

static void receive_all(MPI_Comm comm)
{
	for (ignoring = 0; ignoring < 2; ignoring++) {
		singles();
		arrays();
		callbacks();
		cancelled();
		thousands();
		too_long(comm);
	}
	printf("received %d\n", next);
}

static void send_all(MPI_Comm comm, int n)
{
	static int data[64];

	for (int k = 0; k < n; k++) {
		MPI_Send(data, k % 40 + 1, MPI_INT, 0, TAG + k, MPI_COMM_WORLD);
		if (k != n / 2 - 1 && k != n - 1)
			continue;
		for (int i = 0; i < THOUSANDS; i++)
			MPI_Send(data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
		MPI_Send(data, 5, MPI_INT, 0, 1, comm);
		for (int i = 0; i < 3; i++) {
			MPI_Send(data, 5, MPI_INT, 0, 2, comm);
			MPI_Send(data, 1, MPI_INT, 0, 3, comm);
		}
	}
}

int main(int argc, char **argv)
{
	const int n = 2 * (8 + 18 + 4);
	MPI_Errhandler handler;
	MPI_Comm comm;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_create_errhandler(on_error, &handler);
	MPI_Comm_set_errhandler(comm, argc > 1 ? handler : MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, argc > 1 ? handler : MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, argc > 1 ? handler : MPI_ERRORS_RETURN);
	if (rank)
		send_all(comm, n);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!rank)
		receive_all(comm);
	MPI_Errhandler_free(&handler);
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
