/*
 * Whether freed memory has no other use now: it still belongs to the heap, or is unmapped. The C
 * library may have returned it to the system, which may have put a thread's stack, a file or shared
 * memory there. The look-up is slow, and is made only for addresses that look like a fault of the
 * program.
 */
#define _GNU_SOURCE
#include "resident.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "real.h"
#include "table.h"

enum {
	MOST = 1000,          /* look-ups: a program with more faults has enough reports */
	ARENA = 64 << 20,     /* the GNU C library's further heaps begin at such addresses */
	ROOM = 16 << 10,      /* bytes of the list that are read at once */
	LONGEST = 512 + 4096, /* bytes of a line */
};

/* A line of /proc/self/maps. */
struct mapping {
	uintptr_t lo, hi;
	char rights[5];
	unsigned long inode;
	int is_heap; /* the heap that brk() extends */
};

static int parse(const char *line, struct mapping *m)
{
	int name = 0;

	if (sscanf(line, "%lx-%lx %4s %*x %*s %lu %n", &m->lo, &m->hi, m->rights, &m->inode,
		    &name) < 4)
		return 0;
	m->is_heap = !strcmp(line + name, "[heap]");
	return 1;
}

/* Finds the mapping of an address in the text; returns the unfinished last line, NULL if found. */
static char *scan(char *text, uintptr_t at, struct mapping *m)
{
	char *end;

	while ((end = strchr(text, '\n'))) {
		*end = 0;
		if (parse(text, m) && m->lo <= at && at < m->hi)
			return NULL;
		text = end + 1;
	}
	return text;
}

static int mapping_of(int fd, uintptr_t at, struct mapping *m)
{
	static char text[ROOM + LONGEST];
	size_t kept = 0;
	ssize_t n;

	while ((n = read(fd, text + kept, ROOM)) > 0) {
		char *rest;

		text[kept + (size_t)n] = 0;
		rest = scan(text, at, m);
		if (!rest)
			return 1;
		kept = strlen(rest);
		if (kept >= LONGEST)
			return 0;
		memmove(text, rest, kept + 1);
	}
	return 0;
}

/* Whether the allocator may have blocks in a mapping. */
static int of_heap(const struct mapping *m)
{
	if (m->is_heap)
		return 1;
	if (m->inode || strncmp(m->rights, "rw-p", 4) != 0)
		return 0;
	/* Other allocators, such as jemalloc and tcmalloc, keep their mappings forever. */
	return !gh_glibc || m->lo % ARENA == 0;
}

int gh_is_mapped(uintptr_t at)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	unsigned char in_core;

	return mincore((void *)(at & -page), 1, &in_core) == 0 || errno != ENOMEM;
}

static int look(uintptr_t at, int gone)
{
	static int asked;
	struct mapping m;
	int fd, found;

	if (!gh_is_mapped(at))
		return 1;
	if (gone || asked == MOST)
		return 0;
	asked++;
	fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	found = mapping_of(fd, at, &m);
	close(fd);
	return found && of_heap(&m);
}

/*
 * Whether an address in a freed block is in no other memory now. gone: the block was returned to
 * the system when it was freed, so that whatever is mapped there is something else.
 */
int gh_resident(uintptr_t at, int gone)
{
	static int busy;
	const int saved = errno;
	int yes;

	if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
		return 0;
	yes = look(at, gone);
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
	errno = saved;
	return yes;
}
