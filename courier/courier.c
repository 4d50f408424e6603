/*
 * gomarmot-courier: a process of "mpiexec -n P gomarmot report".
 *
 * The courier calls MPI. gomarmot runs as its child, and talks to it through a pair of
 * sockets; MPI carries the child's frames to the courier of another process, which writes them to
 * its own child. So the process of the command loads no MPI library: gomarmot needs no C
 * library, and MPI's threads and signal handlers do not disturb it. If a child dies,
 * its courier lives on and tells process 0.
 *
 *     gomarmot-courier LIBRARIES CHILD ARGUMENTS...
 *
 * LIBRARIES are separated by colons; the courier uses the first MPI library that can be loaded. As
 * in libgomarmot.so, no mpi.h is needed: all that differs between MPIs is in "mpi" below.
 *
 * A frame is a length, the process that it goes to or comes from, and that many bytes of text.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	MOST = 1 << 18, /* bytes of a frame */
	SENDS = 16,     /* under way at once */
	TAG = 1,
	FAILED = 2, /* exit code */
	SOCKET = 3  /* of the child */
};

/* In frame.peer, instead of a process: notes between couriers, and from a courier to its child. */
enum { HELLO = 1 << 30, LOST, END, BYE };

struct frame {
	uint32_t length, peer;
	char text[MOST];
};

enum { HEAD = offsetof(struct frame, text) };

static struct {
	int (*init)(void *, void *), (*finalize)(void);
	int (*rank)(uintptr_t, int *), (*size)(uintptr_t, int *);
	int (*isend)(const void *, int, uintptr_t, int, int, uintptr_t, uintptr_t *);
	int (*irecv)(void *, int, uintptr_t, int, int, uintptr_t, uintptr_t *);
	int (*test)(uintptr_t *, int *, void *), (*cancel)(uintptr_t *),
		(*wait)(uintptr_t *, void *);
	uintptr_t world, byte;
	int any;
	void *ignore;
} mpi;

static int own, size, sock = -1;
static pid_t child;

static struct send {
	struct frame *frame;
	uintptr_t request;
	int busy;
} sends[SENDS];

static struct frame *arrived;
static uintptr_t receive;

static void say(const char *format, const char *detail)
{
	fprintf(stderr, "gomarmot: ");
	fprintf(stderr, format, detail);
	fprintf(stderr, "\n");
}

static void *must(void *p)
{
	if (!p) {
		say("the processes of gomarmot report cannot talk to each other: %s",
			"there is no memory");
		_exit(FAILED);
	}
	return p;
}

/* Looks up the functions. MPICH passes handles as int, other MPIs as pointers; uintptr_t serves for
 * both. */
static int find(void *library)
{
	const int abi = !dlsym(library, "MPIR_Process") && dlsym(library, "MPI_Abi_get_version");
	void *world = dlsym(library, "ompi_mpi_comm_world");

	mpi.init = (int (*)(void *, void *))dlsym(library, "PMPI_Init");
	mpi.finalize = (int (*)(void))dlsym(library, "PMPI_Finalize");
	mpi.rank = (int (*)(uintptr_t, int *))dlsym(library, "PMPI_Comm_rank");
	mpi.size = (int (*)(uintptr_t, int *))dlsym(library, "PMPI_Comm_size");
	mpi.isend = (int (*)(const void *, int, uintptr_t, int, int, uintptr_t, uintptr_t *))dlsym(
		library, "PMPI_Isend");
	mpi.irecv = (int (*)(void *, int, uintptr_t, int, int, uintptr_t, uintptr_t *))dlsym(
		library, "PMPI_Irecv");
	mpi.test = (int (*)(uintptr_t *, int *, void *))dlsym(library, "PMPI_Test");
	mpi.cancel = (int (*)(uintptr_t *))dlsym(library, "PMPI_Cancel");
	mpi.wait = (int (*)(uintptr_t *, void *))dlsym(library, "PMPI_Wait");
	if (!mpi.init || !mpi.finalize || !mpi.rank || !mpi.size || !mpi.isend || !mpi.irecv ||
		!mpi.test || !mpi.cancel || !mpi.wait)
		return 0;
	if (world) { /* Open MPI */
		mpi.world = (uintptr_t)world;
		mpi.byte = (uintptr_t)dlsym(library, "ompi_mpi_byte");
		mpi.any = -1;
		mpi.ignore = NULL;
	} else if (abi) { /* the standard ABI of MPI 5.0 */
		mpi.world = 0x101;
		mpi.byte = 0x247;
		mpi.any = -1;
		mpi.ignore = NULL;
	} else { /* MPICH and MPIs derived from it */
		mpi.world = 0x44000000;
		mpi.byte = 0x4c00010d;
		mpi.any = -2;
		mpi.ignore = (void *)1;
	}
	return 1;
}

/* Loads the first usable library; returns NULL, or why no library is usable. */
static const char *load(char *libraries)
{
	static char why[1024];

	snprintf(why, sizeof why, "none was found");
	for (char *next, *name = libraries; name && *name; name = next) {
		void *library;

		next = strchr(name, ':');
		if (next)
			*next++ = 0;
		library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
		if (library && find(library))
			return NULL;
		if (library || strchr(name, '/') || !next)
			snprintf(why, sizeof why, "%s",
				library ? "it is not an MPI library" : dlerror());
	}
	return why;
}

static void spawn(char **command)
{
	const pid_t parent = getpid();
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		say("the processes of gomarmot report cannot talk to each other: %s",
			strerror(errno));
		exit(FAILED);
	}
	child = fork();
	if (child < 0) {
		say("gomarmot report cannot be started: %s", strerror(errno));
		exit(FAILED);
	}
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(FAILED);
		if (pair[1] == SOCKET)
			fcntl(SOCKET, F_SETFD, 0);
		else
			dup2(pair[1], SOCKET);
		setenv("GOMARMOT_COURIER", "3", 1);
		execv(command[0], command);
		say("gomarmot report cannot be started: %s", strerror(errno));
		_exit(FAILED);
	}
	close(pair[1]);
	sock = pair[0];
}

/* Writes a frame to the child. If the child has ended, the frame is dropped. */
static void to_child(uint32_t peer, const char *text, uint32_t length)
{
	uint32_t head[2] = {length, peer};
	struct iovec parts[2] = {{head, sizeof head}, {(void *)(uintptr_t)text, length}};
	struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};

	while (m.msg_iovlen > 0) {
		ssize_t n = sendmsg(sock, &m, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return;
		for (; m.msg_iovlen > 0 && (size_t)n >= m.msg_iov->iov_len; m.msg_iovlen--)
			n -= (ssize_t)m.msg_iov++->iov_len;
		if (m.msg_iovlen > 0) {
			m.msg_iov->iov_base = (char *)m.msg_iov->iov_base + n;
			m.msg_iov->iov_len -= (size_t)n;
		}
	}
}

/* Reads bytes from the child; 0: it has closed its end. */
static int from_child(void *to, size_t n)
{
	char *p = to;

	while (n > 0) {
		const ssize_t got = recv(sock, p, n, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return 0;
		p += got;
		n -= (size_t)got;
	}
	return 1;
}

static void post(void)
{
	mpi.irecv(arrived, sizeof *arrived, mpi.byte, mpi.any, TAG, mpi.world, &receive);
}

/* Frees the sends that are complete, and returns a free send; NULL: all are busy. */
static struct send *free_send(void)
{
	struct send *found = NULL;

	for (int i = 0; i < SENDS; i++) {
		int done = 0;

		if (sends[i].busy) {
			mpi.test(&sends[i].request, &done, mpi.ignore);
			sends[i].busy = !done;
		}
		if (!sends[i].busy)
			found = &sends[i];
	}
	return found;
}

static void dispatch(struct send *s, int to)
{
	s->busy = 1;
	mpi.isend(s->frame, (int)(HEAD + s->frame->length), mpi.byte, to, TAG, mpi.world,
		&s->request);
}

/* Sends a note to another courier; waits for a free send. */
static void note(int to, uint32_t kind, const char *text)
{
	struct send *s;

	while (!(s = free_send()))
		;
	s->frame->peer = kind;
	s->frame->length = (uint32_t)strlen(text);
	memcpy(s->frame->text, text, s->frame->length);
	dispatch(s, to);
}

/* Takes a frame from the child to MPI; 0: the child has ended. */
static int carry(struct send *s)
{
	uint32_t to;

	if (!from_child(s->frame, HEAD) || s->frame->length > MOST ||
		!from_child(s->frame->text, s->frame->length))
		return 0;
	to = s->frame->peer;
	if (to >= (uint32_t)size)
		return 1;
	s->frame->peer = (uint32_t)own;
	dispatch(s, (int)to);
	return 1;
}

/* Gives the frame that has arrived to the child; END: process 0 has ended, so the child need not go
 * on. */
static int deliver(void)
{
	const uint32_t from = arrived->peer;

	if (from == END)
		return END;
	to_child(from, arrived->text, arrived->length);
	post();
	return 0;
}

static int reap(void)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Tells process 0 that the child has ended before process 0. */
static void report_death(int status)
{
	char host[256] = "an unknown host", text[512];

	gethostname(host, sizeof host - 1);
	if (WIFSIGNALED(status))
		snprintf(text, sizeof text,
			"process %d of gomarmot report, on %s, was killed by signal %d (%s)", own,
			host, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(text, sizeof text, "process %d of gomarmot report, on %s, has ended early",
			own, host);
	note(0, LOST, text);
}

/* A courier of a process other than 0, whose child has ended, waits for END. */
static void await_end(void)
{
	for (;;) {
		int done = 0;

		mpi.test(&receive, &done, mpi.ignore);
		if (done && arrived->peer == END)
			return;
		if (done)
			post();
		free_send();
		poll(NULL, 0, 1);
	}
}

enum { PATIENCE = 4, LONGEST = 2000 /* microseconds */ };

/* Carries frames both ways. Returns 0 if the child has ended, END if it need not go on. */
static int carry_all(void)
{
	int idle = 0, wait = 0;

	for (;;) {
		struct pollfd p = {.fd = sock, .events = POLLIN};
		struct timespec t = {0};
		struct send *s = free_send();
		int done = 0, moved = 0;

		mpi.test(&receive, &done, mpi.ignore);
		if (done) {
			if (deliver() == END)
				return END;
			moved = 1;
		}
		if (!moved && idle > PATIENCE)
			wait = wait ? (wait < LONGEST ? wait * 2 : wait) : 20;
		else
			wait = 0;
		t.tv_nsec = 1000L * wait;
		if (!s)
			p.fd = -1;
		if (ppoll(&p, 1, &t, NULL) > 0 && s) {
			if (!carry(s))
				return 0;
			moved = 1;
		}
		idle = moved ? 0 : idle + 1;
	}
}

/* Process 0 sends END to all others, and receives until each has answered BYE. */
static void end_all(void)
{
	for (int to = 1; to < size; to++)
		note(to, END, "");
	for (int left = size - 1; left > 0;) {
		int done = 0;

		mpi.test(&receive, &done, mpi.ignore);
		if (done) {
			left -= arrived->peer == BYE;
			post();
		} else {
			poll(NULL, 0, 1);
		}
		free_send();
	}
	mpi.cancel(&receive);
	mpi.wait(&receive, mpi.ignore);
}

/* Waits until all sends are complete, as MPI_Finalize requires. */
static void drain(void)
{
	int busy = 1;

	while (busy) {
		free_send();
		busy = 0;
		for (int i = 0; i < SENDS; i++)
			busy |= sends[i].busy;
		if (busy)
			poll(NULL, 0, 1);
	}
}

/* SIGTERM: the launcher ends the job, perhaps because a process has died together with its courier.
 */
static void on_sigterm(int sig)
{
	static const char text[] =
		"gomarmot: gomarmot report was ended from outside, perhaps because another of its "
		"processes has died: there is no report\n";

	(void)sig;
	if (own == 0 && write(STDERR_FILENO, text, sizeof text - 1) < 0)
		_exit(FAILED);
	kill(child, SIGKILL);
	_exit(FAILED);
}

int main(int argc, char **argv)
{
	char hello[64];
	const char *why;
	int status, result;

	if (argc < 3)
		return FAILED;
	spawn(argv + 2); /* before MPI_Init: with some networks a process must not fork after it */
	why = load(argv[1]);
	if (why) {
		const char *rank = getenv("PMIX_RANK") ? getenv("PMIX_RANK") : getenv("PMI_RANK");

		if (!rank || !strcmp(rank, "0"))
			say("the MPI library cannot be used: %s; pass --mpi-lib, or run gomarmot "
			    "report without mpiexec",
				why);
		kill(child, SIGKILL);
		return FAILED;
	}
	mpi.init(NULL, NULL);
	mpi.rank(mpi.world, &own);
	mpi.size(mpi.world, &size);
	signal(SIGTERM, on_sigterm);
	for (int i = 0; i < SENDS; i++)
		sends[i].frame = must(malloc(sizeof(struct frame)));
	arrived = must(malloc(sizeof *arrived));
	post();
	to_child(HELLO, hello, (uint32_t)snprintf(hello, sizeof hello, "%d %d", own, size));
	result = carry_all();
	if (result == END)
		kill(child, SIGKILL);
	status = reap();
	if (own > 0 && result != END) {
		report_death(status);
		await_end();
	}
	if (own == 0)
		end_all();
	else
		note(0, BYE, "");
	drain();
	mpi.finalize();
	if (own > 0)
		return 0;
	if (WIFSIGNALED(status)) {
		say("gomarmot report was killed by a signal: %s", strsignal(WTERMSIG(status)));
		return FAILED;
	}
	return WEXITSTATUS(status);
}
