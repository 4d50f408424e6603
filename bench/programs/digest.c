/*
 * How fast a write buffer is digested. Built with pmpi/memory/digest.c.
 *
 * usage: digest bytes [cold]
 *   cold: other memory is written before each digest, so that the buffer has
 *   left the caches
 * prints: nanoseconds of one digest: median, first and ninth decile
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory/digest.h"
#include "library/typemap.h"

enum { WARM = 200, COLD = 40, OTHER = 128 << 20 }; /* even numbers of repeats */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	const size_t bytes = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	const int cold = argc > 2 && !strcmp(argv[2], "cold"), repeats = cold ? COLD : WARM;
	struct gm_map *map = calloc(1, sizeof *map + sizeof *map->run);
	char *buf = malloc(bytes), *other = malloc(OTHER);
	double nano[WARM];
	int64_t digest = 0;

	if (!bytes || !map || !buf || !other)
		return 2;
	*map = (struct gm_map){.users = 1, .runs = 1, .size = 1, .extent = 1, .hi = 1};
	map->run[0].size = 1;
	memset(buf, 1, bytes);
	gm_digest_setup(1);
	for (int i = 0; i < repeats; i++) {
		if (cold)
			memset(other, i, OTHER);
		const double start = now();
		digest ^= gm_digest(buf, (int64_t)bytes, map);
		nano[i] = now() - start;
	}
	if (digest)
		return 3; /* the same buffer, an even number of times */
	qsort(nano, (size_t)repeats, sizeof *nano, ascending);
	printf("nano %.0f %.0f %.0f\n", nano[repeats / 2], nano[repeats / 10],
		nano[repeats - 1 - repeats / 10]);
	return 0;
}
