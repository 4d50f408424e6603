/*
 * Ranks that cannot see rank 0's folder log to one of their own node. At
 * MPI_Finalize rank 0 fetches these logs over MPI, in bounded pieces, on a
 * communicator of its own, so that one folder is whole.
 *
 * Whether there are such ranks is agreed on at MPI_Init, where all ranks are
 * known to be alive. Only then anything is done at MPI_Finalize: in the
 * callback of an attribute of MPI_COMM_SELF, which MPI_Finalize calls after
 * all those of the program and while MPI still works. Every rank takes part,
 * also where recording is off by then.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	PIECE = 1 << 20, /* bytes of a file in one message */
	NAME = 48,
	WHERE = 1024, /* bytes of a line of the file "elsewhere" */
	TAG = 1,
	END_MS = 30000,
};

enum { MORE = 0, LAST = 1, FAILED = 2 }; /* of a piece */
enum { OWN = 1, CANNOT = 2 };            /* what a rank says of its folder */

/* A message: what is sent is cut off after the bytes in use. */
static struct piece {
	char name[NAME]; /* of the file */
	uint32_t length;
	uint32_t state;
	uint8_t bytes[PIECE];
} piece; /* costs nothing until it is used */

static struct {
	int (*allreduce)(const void *, void *, intptr_t, uintptr_t, uintptr_t, uintptr_t);
	int (*gather)(const void *, intptr_t, uintptr_t, void *, intptr_t, uintptr_t, intptr_t,
		uintptr_t);
	int (*send)(const void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t);
	int (*recv)(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
	int (*split)(uintptr_t, intptr_t, intptr_t, void *);
	int (*comm_free)(void *);
	int (*set_errhandler)(uintptr_t, uintptr_t);
	int (*create_keyval)(void *, void *, int *, void *);
	int (*free_keyval)(int *);
	int (*set_attr)(uintptr_t, intptr_t, void *);
} mpi;

static const struct gm_place *place;
static int ranks; /* of MPI_COMM_WORLD */
static uintptr_t comm;
static char *has; /* on rank 0: which ranks have a log elsewhere */

static int resolve(void)
{
	const struct {
		void *slot;
		const char *name;
	} wanted[] = {
		{&mpi.allreduce, "PMPI_Allreduce"},
		{&mpi.gather, "PMPI_Gather"},
		{&mpi.send, "PMPI_Send"},
		{&mpi.recv, "PMPI_Recv"},
		{&mpi.split, "PMPI_Comm_split"},
		{&mpi.comm_free, "PMPI_Comm_free"},
		{&mpi.set_errhandler, "PMPI_Comm_set_errhandler"},
		{&mpi.create_keyval, "PMPI_Comm_create_keyval"},
		{&mpi.free_keyval, "PMPI_Comm_free_keyval"},
		{&mpi.set_attr, "PMPI_Comm_set_attr"},
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		void *f = gm_find(wanted[i].name);

		if (!f)
			return -1;
		*(void **)wanted[i].slot = f;
	}
	return 0;
}

static int send_bytes(const void *bytes, size_t n, int to)
{
	return mpi.send(bytes, (intptr_t)n, gm_predef(GM_ID_BYTE), to, TAG, comm);
}

static int receive_bytes(void *bytes, size_t room, int from)
{
	uint64_t status[16]; /* larger than that of any MPI */

	return mpi.recv(bytes, (intptr_t)room, gm_predef(GM_ID_BYTE), from, TAG, comm, status);
}

static int gather(const void *mine, size_t n, void *all)
{
	const uintptr_t byte = gm_predef(GM_ID_BYTE);

	return mpi.gather(mine, (intptr_t)n, byte, all, (intptr_t)n, byte, 0, comm);
}

static int send_piece(uint32_t length, uint32_t state)
{
	piece.length = length;
	piece.state = state;
	return send_bytes(&piece, offsetof(struct piece, bytes) + length, 0);
}

static int is_segment(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && !strcmp(dot, ".seg");
}

/* Whether the file is of this rank's log. */
static int is_of(const char *name, uint32_t rank)
{
	char start[NAME];

	snprintf(start, sizeof start, "rank-%05u.", rank);
	return !strncmp(name, start, strlen(start)) && !strchr(name, '/') && strlen(name) < NAME;
}

static int send_file(const char *name)
{
	char path[GM_PATH + NAME + 2];
	ssize_t n;
	int fd, rc;

	snprintf(path, sizeof path, "%s/%s", place->dir, name);
	memset(piece.name, 0, sizeof piece.name);
	snprintf(piece.name, sizeof piece.name, "%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return send_piece(0, FAILED);
	do {
		n = read(fd, piece.bytes, PIECE);
		rc = send_piece(n > 0 ? (uint32_t)n : 0, n < 0 ? FAILED : n < PIECE ? LAST : MORE);
	} while (!rc && n == PIECE);
	close(fd);
	return rc;
}

/*
 * Goes through this rank's files, sending them if asked to; returns how many
 * there are, -1 if MPI fails. Rings come first: what the drain puts from a
 * ring into the segment meanwhile is then in both.
 */
static int each_file(int sending)
{
	int n = 0;

	for (int segment = 0; segment < 2; segment++) {
		DIR *dir = opendir(place->dir);
		struct dirent *e;

		while (dir && (e = readdir(dir))) {
			if (!is_of(e->d_name, place->rank) || is_segment(e->d_name) != segment)
				continue;
			n++;
			if (sending && send_file(e->d_name)) {
				closedir(dir);
				return -1;
			}
		}
		if (dir)
			closedir(dir);
	}
	return n;
}

/* Rank 0 says when: it takes one log after the other. An empty name ends it. */
static void send_log(void)
{
	char go;

	if (receive_bytes(&go, sizeof go, 0) || each_file(1) < 0)
		return;
	memset(piece.name, 0, sizeof piece.name);
	send_piece(0, LAST);
}

/*
 * The file whose first piece has come; it gets its name when it is whole. 0
 * if it is, 1 if it is not and the next one may be, -1 if MPI fails.
 */
static int receive_file(int from)
{
	char path[GM_PATH + NAME + 2], part[GM_PATH + NAME + 8];
	int fd = -1, failed = 0;

	if (is_of(piece.name, (uint32_t)from)) {
		snprintf(path, sizeof path, "%s/%s", place->dir, piece.name);
		snprintf(part, sizeof part, "%s.part", path);
		fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	}
	failed = fd < 0;
	for (;;) {
		if (!failed && (piece.length > PIECE || gm_write(fd, piece.bytes, piece.length)))
			failed = 1;
		if (piece.state != MORE)
			break;
		if (receive_bytes(&piece, sizeof piece, from)) {
			failed = -1;
			break;
		}
	}
	if (fd < 0)
		return failed;
	if (close(fd) && !failed)
		failed = 1;
	if (!failed && piece.state == LAST && !rename(part, path))
		return 0;
	unlink(part);
	return failed ? failed : 1;
}

/* 0 if the rank's log is here as a whole. */
static int receive_log(int from)
{
	const char go = 1;
	int bad = 0;

	if (send_bytes(&go, sizeof go, from))
		return -1;
	for (;;) {
		if (receive_bytes(&piece, sizeof piece, from))
			return -1;
		if (!piece.name[0])
			return bad;
		bad |= receive_file(from);
		if (bad < 0)
			return -1;
	}
}

/* The file that tells where the logs are that are not here. */
static void elsewhere(char *path, size_t size)
{
	snprintf(path, size, "%s/elsewhere", place->dir);
}

static void receive_logs(void)
{
	char path[GM_PATH + 16];
	int missing = 0;

	for (int rank = 1; rank < ranks; rank++)
		if (has[rank] && receive_log(rank))
			missing++;
	elsewhere(path, sizeof path);
	if (!missing)
		unlink(path);
	else
		gm_note("%d logs could not be fetched: they stay on their nodes; %s/elsewhere "
			"tells where",
			missing, place->dir);
}

/* Whether this rank has something to send; then its log is complete now. */
static char offer(void)
{
	struct gm_thread *t = gm_self;

	if (!place->own || !place->ok || gm_session_is_open())
		return 0;
	if (t && GM_LOAD(&gm_control.state) != GM_OFF)
		gm_end(t, GM_FINALIZED, END_MS);
	return each_file(0) > 0;
}

/* The callback: MPI_Finalize, on every rank. */
static int fetch(uintptr_t self, intptr_t keyval, void *value, void *extra)
{
	const char mine = offer();
	const int saved = errno;
	uintptr_t made = comm;

	(void)self, (void)keyval, (void)value, (void)extra;
	if (!gather(&mine, sizeof mine, has)) {
		if (place->rank == 0)
			receive_logs();
		else if (mine)
			send_log();
	}
	mpi.comm_free(&made);
	free(has);
	has = NULL;
	errno = saved;
	return 0;
}

static int do_not_copy(uintptr_t self, intptr_t keyval, void *extra, void *in, void *out, int *flag)
{
	(void)self, (void)keyval, (void)extra, (void)in, (void)out;
	*flag = 0;
	return 0;
}

static int at_finalize(void)
{
	int keyval;

	if (mpi.create_keyval((void *)do_not_copy, (void *)fetch, &keyval, NULL) ||
		mpi.set_attr(gm_predef(GM_ID_COMM_SELF), keyval, NULL))
		return -1;
	return mpi.free_keyval(&keyval);
}

/* A communicator that errors come back from. */
static int open_comm(void)
{
	uintptr_t made = 0;

	if (mpi.split(gm_predef(GM_ID_COMM_WORLD), 0, (intptr_t)place->rank, &made))
		return -1;
	comm = (uintptr_t)gm_handle_at(&made);
	return mpi.set_errhandler(comm, gm_predef(GM_ID_ERRORS_RETURN));
}

/* Rank 0 writes down where the others' logs are, should they never be fetched. */
static void write_elsewhere(void)
{
	char path[GM_PATH + 16];
	char line[WHERE];
	int fd;

	elsewhere(path, sizeof path);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	for (int rank = 1; rank < ranks; rank++) {
		if (!has[rank] || receive_bytes(line, sizeof line, rank))
			continue;
		line[sizeof line - 1] = 0;
		if (fd >= 0 && gm_write(fd, line, strlen(line)))
			gm_note("cannot write %s: %s", path, strerror(errno));
	}
	if (fd >= 0)
		close(fd);
}

static void tell_where(char own)
{
	char line[WHERE] = "", host[GM_HOST];

	if (place->rank == 0) {
		write_elsewhere();
	} else if (own) {
		gm_host_name(host);
		if (snprintf(line, sizeof line, "%u %s %s\n", place->rank, host, place->dir) >=
			(int)sizeof line)
			snprintf(line, sizeof line, "%u %s\n", place->rank, host);
		send_bytes(line, sizeof line, 0);
	}
}

/*
 * Collective over MPI_COMM_WORLD, in MPI_Init: all ranks know their folders.
 * -1 if MPI fails.
 */
int gm_fetch_setup(const struct gm_place *where, int size)
{
	char own, found = 0;

	place = where;
	ranks = size;
	if (resolve())
		return 0;
	if (place->rank == 0)
		has = calloc((size_t)size, sizeof *has);
	own = place->rank == 0 ? (has ? 0 : CANNOT) : (place->own && place->ok ? OWN : 0);
	if (mpi.allreduce(&own, &found, 1, gm_predef(GM_ID_BYTE), gm_predef(GM_ID_BOR),
		    gm_predef(GM_ID_COMM_WORLD)))
		return -1;
	if (found != OWN) {
		free(has);
		has = NULL;
		return 0;
	}
	if (open_comm() || gather(&own, sizeof own, has))
		return -1;
	tell_where(own);
	return at_finalize();
}
