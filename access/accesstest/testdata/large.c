/*
 * Large windows: when one is gone, nothing of it is of interest, all beside it still is, and the
 * memory of the tables has gone back to the system.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../access.h"
#include "../../bridge.h"

enum { ARENA = 64 << 20, BESIDE = 100, TIMES = 40 };

static const struct gomarmot_tracking *lib;
static char *arena;
static uintptr_t found[2][2]; /* the runs */
static int runs;

int gomarmot_track(const struct gomarmot_tracking *t)
{
	lib = t;
	return 0;
}

static void on_series(void *to, const struct gomarmot_series *s)
{
	(void)to;
	for (uint64_t i = 0; i < s->count; i++, runs++)
		if (runs < 2) {
			found[runs][0] = s->lo + i * (uint64_t)s->stride;
			found[runs][1] = found[runs][0] + s->size;
		}
}

static long resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (!f || fscanf(f, "%*d %ld", &pages) != 1)
		exit(2);
	fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* A window of the arena comes and goes, with memory of interest right beside it. */
static void once(size_t at, size_t size)
{
	lib->arm(arena + at - BESIDE, BESIDE, GOMARMOT_FOR_READS);
	lib->arm(arena + at + size, BESIDE, GOMARMOT_FOR_READS);
	lib->watch(arena + at, size);
	lib->unwatch(arena + at, size);
}

static size_t below(size_t limit)
{
	return (size_t)rand() % limit;
}

int main(void)
{
	const struct gomarmot_sink sink = {NULL, on_series, NULL, NULL};
	long before;

	arena = mmap(NULL, ARENA, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (!lib || arena == MAP_FAILED)
		return 2;
	/* First without reading the tables: on some systems that takes memory as well. */
	before = resident();
	for (int i = 0; i < TIMES; i++)
		once(BESIDE + below(ARENA / 2), below(ARENA / 2 - 2 * BESIDE));
	if (resident() > before + 2048) {
		printf("%ld KiB are still in use\n", resident() - before);
		return 1;
	}
	__gomarmot_read(arena, ARENA);
	lib->take(&sink, 1, 0);
	for (int i = 0; i < TIMES; i++) {
		const size_t at = BESIDE + below(ARENA / 2);
		const size_t size = below(ARENA / 2 - 2 * BESIDE);

		once(at, size);
		runs = 0;
		__gomarmot_read(arena, ARENA);
		lib->take(&sink, 1, 0);
		if (runs != 2 || found[0][0] != (uintptr_t)arena + at - BESIDE ||
			found[0][1] != (uintptr_t)arena + at ||
			found[1][0] != (uintptr_t)arena + at + size ||
			found[1][1] != (uintptr_t)arena + at + size + BESIDE) {
			printf("%d runs after %zu bytes at %zu\n", runs, size, at);
			return 1;
		}
	}
	printf("ok\n");
}
