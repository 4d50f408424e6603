/*
 * Sends a rank's log to rank 0 and receives it there: file by file, in bounded
 * pieces, with blocking calls. fetch.c decides when that is safe.
 */
#define _GNU_SOURCE
#include "transfer.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/real.h"
#include "../place/place.h"

enum {
	PIECE = 1 << 20, /* bytes of a file in a message */
	NAME = 48,
	STATUS = GM_STATUS_WORDS,
};

enum { MORE = 0, LAST = 1, FAILED = 2 }; /* of a piece */
/* A message: only the bytes in use are sent. */
static struct piece {
	char name[NAME]; /* of the file */
	uint32_t length;
	uint32_t state;
	uint8_t bytes[PIECE];
} piece; /* takes up no memory until it is used */

static int (*mpi_send)(const void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t);
static int (*mpi_recv)(void *, intptr_t, uintptr_t, intptr_t, intptr_t, uintptr_t, void *);
static const struct gm_place *place;

int gm_transfer_setup(const struct gm_place *where)
{
	place = where;
	mpi_send = gm_find("PMPI_Send");
	mpi_recv = gm_find("PMPI_Recv");
	return mpi_send && mpi_recv ? 0 : -1;
}

int gm_send_bytes(const void *bytes, size_t n, int to)
{
	return mpi_send(bytes, (intptr_t)n, gm_predef(GM_ID_BYTE), to, GM_FETCH_TAG,
		gm_predef(GM_ID_COMM_WORLD));
}

int gm_receive_bytes(void *bytes, size_t room, int from)
{
	uint64_t status[STATUS];

	return mpi_recv(bytes, (intptr_t)room, gm_predef(GM_ID_BYTE), from, GM_FETCH_TAG,
		gm_predef(GM_ID_COMM_WORLD), status);
}

static int send_piece(uint32_t length, uint32_t state)
{
	piece.length = length;
	piece.state = state;
	return gm_send_bytes(&piece, offsetof(struct piece, bytes) + length, 0);
}

static int is_segment(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && !strcmp(dot, ".seg");
}

/* Whether the file belongs to this rank's log. */
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
 * there are, -1 if MPI fails. Rings come first: records that the drain moves from a ring
 * to the segment in the meantime are then in both.
 */
int gm_each_file(int sending)
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

/*
 * Receives the file whose first piece has arrived; it gets its name once it is
 * complete. 0: it is complete; 1: it is not, but the next file may be; -1: MPI failed.
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
		if (gm_receive_bytes(&piece, sizeof piece, from)) {
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

/* Receives a rank's log; 0 if it arrived completely. */
int gm_receive_log(int from)
{
	const char go = 1;
	int bad = 0;

	if (gm_send_bytes(&go, sizeof go, from))
		return -1;
	for (;;) {
		if (gm_receive_bytes(&piece, sizeof piece, from))
			return -1;
		if (!piece.name[0])
			return bad;
		bad |= receive_file(from);
		if (bad < 0)
			return -1;
	}
}

/* Sends this rank's log, which rank 0 has requested: an empty name ends it. */
void gm_send_log(void)
{
	if (gm_each_file(1) < 0)
		return;
	memset(piece.name, 0, sizeof piece.name);
	send_piece(0, LAST);
}
