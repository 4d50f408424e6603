/*
 * With GOMARMOT_NODE_LOG the segments of a node's ranks are in one
 * file, and their rings in a directory on the node: no thread of the program touches
 * the network file system after MPI_Init. runtime/logdir/node.go says what becomes of
 * the directory; it has
 *
 *   log              a symbolic link to the file that the ranks share
 *   rank-00003.here  this rank logs here: its process, when that began, its PID namespace
 *   rank-00003.done  the same once the file has all of it
 *   rank-00003.t000.ring
 */
#define _GNU_SOURCE
#include "node.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "candidate.h"
#include "jobid.h"
#include "place.h"

enum {
	TRIES = 20,
	FRAME = 40, /* bytes of a frame's header, see FORMAT.md */
	BASES = 4,
};

/* File systems of other hosts: what each operation costs them adds up in a large job. */
static int is_network(const char *path)
{
	static const uint32_t types[] = {
		0x6969,     /* NFS */
		0x0bd00bd0, /* Lustre */
		0x47504653, /* GPFS */
		0x19830326, /* BeeGFS */
		0x00c36400, /* Ceph */
		0xaad7aaea, /* Panasas */
		0x20030528, /* OrangeFS */
		0x65735546, /* FUSE */
		0xfe534d42, /* SMB */
		0xff534d42, /* CIFS */
		0x01021997, /* 9p */
		0x5346414f, /* AFS */
		0x013111a8, /* IBRIX */
		0x01161970, /* GFS2 */
		0x7461636f, /* OCFS2 */
	};
	struct statfs fs;

	if (statfs(path, &fs))
		return 0;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if ((uint32_t)fs.f_type == types[i])
			return 1;
	return 0;
}

/* Where directories of a node may be. */
static const char *base_at(int i)
{
	const char *const all[BASES] = {
		getenv("GOMARMOT_NODE_DIR"), getenv("TMPDIR"), "/tmp", "/dev/shm"};
	const char *base = all[i];

	return base && base[0] == '/' && strlen(base) < GM_PATH / 2 ? base : NULL;
}

/* The directory of a log on this node: named by the run, and by the log's directory. */
static void local_path(char *path, size_t size, const char *base, uint64_t inode, uint64_t run_id)
{
	gm_path(path, size, "%s/gomarmot-%u-%016" PRIx64 "-%" PRIx64, base, (unsigned)geteuid(),
		run_id, inode);
}

static int is_own_directory(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* The file of this node. Two hosts may have the same name, but not the same boot. */
static void container_path(char *path, size_t size, const char *dir)
{
	char host[GM_HOST], boot[48] = "";
	const int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		if (read(fd, boot, 8) != 8)
			boot[0] = 0;
		close(fd);
	}
	gm_host_name(host);
	for (char *c = host; *c; c++)
		if (*c == '/')
			*c = '_';
	gm_path(path, size, "%s/node-%s-%s.log", dir, host, boot);
}

/* Whether a container has frames of a rank. Readers of logs look more closely. */
static int container_has(const char *path, uint32_t rank)
{
	const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	uint8_t b[FRAME];
	off_t at = 0;
	uint32_t stored, of;
	int found = 0;

	while (!found && fd >= 0 && pread(fd, b, sizeof b, at) == sizeof b &&
		!memcmp(b, "GMFR", 4)) {
		memcpy(&stored, b + 8, sizeof stored);
		memcpy(&of, b + 32, sizeof of);
		found = of == rank + 1;
		at += (off_t)stored + FRAME;
	}
	if (fd >= 0)
		close(fd);
	return found;
}

static int exists(const char *dir, uint32_t rank, const char *ending)
{
	char path[GM_PATH + 64];
	struct stat st;

	gm_path(path, sizeof path, "%s/rank-%05u.%s", dir, rank, ending);
	return !lstat(path, &st);
}

/* Whether this rank has logged to a directory as one of a node's ranks. */
int gm_node_has_rank(const char *dir, uint64_t run_id, uint32_t rank)
{
	char path[GM_PATH + 128];
	struct stat st;

	if (stat(dir, &st))
		return 0;
	for (int i = 0; i < BASES; i++) {
		const char *base = base_at(i);

		if (!base)
			continue;
		local_path(path, sizeof path, base, st.st_ino, run_id);
		if (is_own_directory(path))
			return exists(path, rank, "here") || exists(path, rank, "done");
	}
	container_path(path, sizeof path, dir);
	return container_has(path, rank);
}

/* The process, when it began, and its PID namespace. */
static void describe(char *text, size_t size)
{
	char stat[1024] = "", space[64] = "";
	const int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	unsigned long long began = 0;
	const char *name_end;
	ssize_t n;

	if (fd >= 0) {
		n = read(fd, stat, sizeof stat - 1);
		stat[n > 0 ? n : 0] = 0;
		close(fd);
	}
	if ((name_end = strrchr(stat, ')')))
		sscanf(name_end + 1,
			" %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d "
			"%*d %*d %llu",
			&began);
	n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
	space[n > 0 ? n : 0] = 0;
	snprintf(text, size, "%d %llu %s\n", (int)getpid(), began, space);
}

/* Says that this rank logs here: -1 if it cannot. */
static int claim(const char *local, uint32_t rank)
{
	char path[GM_PATH + 64], text[160];
	int fd, rc;

	describe(text, sizeof text);
	gm_path(path, sizeof path, "%s/rank-%05u.here", local, rank);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	rc = gm_write(fd, text, strlen(text));
	close(fd);
	if (rc)
		unlink(path);
	return rc;
}

/* Joins the directory of this node, or creates it. The last rank of a node removes it. */
static int join(const char *local, const char *container, uint32_t rank)
{
	char link[GM_PATH + 64];

	for (int i = 0; i < TRIES; i++) {
		if (mkdir(local, 0700) && errno != EEXIST)
			return -1;
		if (!is_own_directory(local) || claim(local, rank)) {
			if (errno != ENOENT)
				return -1;
			continue; /* it has just been removed */
		}
		gm_path(link, sizeof link, "%s/log", local);
		return symlink(container, link) && errno != EEXIST ? -1 : 0;
	}
	return -1;
}

/* Whether the ranks of a node are to log to one file. */
int gm_node_wanted(void)
{
	const char *text = getenv("GOMARMOT_NODE_LOG");

	return text && text[0] && strcmp(text, "0") != 0;
}

/*
 * Decides whether this rank logs to the file of its node, and finds the directory for
 * its rings. If there can be none, it has files of its own.
 */
void gm_node_join(struct gm_place *place)
{
	static char local[GM_PATH + 128]; /* too large for a thread's stack */
	const int saved = errno;
	struct stat st;

	place->node[0] = place->local[0] = 0;
	if (!gm_node_wanted() || !place->ok || place->private || stat(place->dir, &st))
		return;
	container_path(place->node, sizeof place->node, place->dir);
	for (int i = 0; i < BASES; i++) {
		const char *base = base_at(i);

		if (!base || is_network(base) || access(base, W_OK | X_OK))
			continue;
		local_path(local, sizeof local, base, st.st_ino, place->run_id);
		if (strlen(local) >= sizeof place->local || join(local, place->node, place->rank))
			continue;
		memcpy(place->local, local, strlen(local) + 1);
		errno = saved;
		return;
	}
	place->node[0] = 0;
	errno = saved;
}
