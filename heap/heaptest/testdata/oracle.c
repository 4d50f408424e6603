/*
 * Allocates, resizes and frees blocks at random, and keeps a list of live blocks. Asks the library
 * about addresses in live blocks, behind them, in freed blocks and in other memory, and compares
 * the answers with the list. Arguments: a seed, and the number of steps.
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../bridge.h"

enum { BLOCKS = 3000 };

static const struct gomarmot_heap *heap;

int gomarmot_heap(const struct gomarmot_heap *h)
{
	heap = h;
	return 0;
}

struct block {
	char *at;
	size_t size;
};

static struct block live[BLOCKS];
static int count;
static uint64_t state;

static uint64_t some(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % n;
}

static void fail(const char *what, const void *at)
{
	fprintf(stderr, "%s at %p\n", what, at);
	exit(1);
}

static size_t some_size(void)
{
	switch (some(20)) {
	case 0:
		return 60000 + some(12000); /* around the limit of small blocks */
	case 1:
		return some(3u << 20);
	case 2:
		return some(40) << 20;
	case 3:
	case 4:
		return some(60000);
	}
	return some(500);
}

static void allocate(void)
{
	struct block b = {.size = some_size()};
	void *at = NULL;

	switch (some(6)) {
	case 0:
		at = calloc(1, b.size);
		break;
	case 1:
		if (posix_memalign(&at, (size_t)16 << some(9), b.size))
			at = NULL;
		break;
	case 2:
		at = aligned_alloc(64, b.size);
		break;
	default:
		at = malloc(b.size);
	}
	b.at = at;
	if (b.at && b.size)
		live[count++] = b;
	else
		free(b.at);
}

static const struct block *block_of(const char *at)
{
	for (int i = 0; i < count; i++)
		if (at >= live[i].at && at < live[i].at + live[i].size)
			return &live[i];
	return NULL;
}

/* Compares the library's answer about an address with the list; 1 if it says "freed". */
static int ask(const char *at)
{
	const struct block *const b = block_of(at);
	struct gomarmot_block found;
	const int where = heap->find((uintptr_t)at, &found);

	if (b && where != GOMARMOT_LIVE)
		fail("a live block is not found", at);
	if (b && (found.lo != (uintptr_t)b->at || found.size != b->size))
		fail("a live block has another size", at);
	if (!b && where == GOMARMOT_BEHIND && (uintptr_t)at - found.lo - found.size > 8 << 10)
		fail("a block ends far before", at);
	if (!b && where == GOMARMOT_LIVE) /* blocks of the C library itself are not in the list */
		return 0;
	return where == GOMARMOT_FREED;
}

/* Bytes that the C library has added to a block count as behind the block. */
static void ask_behind(const struct block *b)
{
	const uintptr_t end = (uintptr_t)b->at + b->size;
	struct gomarmot_block found;

	if (!getenv("GLIBC") || malloc_usable_size(b->at) <= b->size)
		return;
	if (heap->find(end, &found) != GOMARMOT_BEHIND || found.lo != (uintptr_t)b->at)
		fail("the end of a block is not behind it", b->at);
}

static int release(void)
{
	const int i = (int)some((uint64_t)count);
	struct block b = live[i];

	if (some(4) == 0) {
		const size_t size = 1 + some_size();
		char *const at = realloc(b.at, size);

		if (!at)
			fail("realloc", b.at);
		live[i] = (struct block){at, size};
		return 0;
	}
	live[i] = live[--count];
	free(b.at);
	return ask(b.at) + ask(b.at + some(b.size));
}

/* Memory outside of the heap, some of it where blocks have been. */
static void ask_elsewhere(void)
{
	static char fixed[100];
	char local[100];
	const size_t size = (size_t)1 << 20;
	char *const pages = mmap(
		NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	struct gomarmot_block b;

	if (heap->find((uintptr_t)fixed, &b) != GOMARMOT_NOWHERE)
		fail("a static variable is in the heap", fixed);
	if (heap->find((uintptr_t)local, &b) != GOMARMOT_NOWHERE)
		fail("a local variable is in the heap", local);
	if (pages == MAP_FAILED)
		return;
	for (int i = 0; i < 10; i++)
		if (getenv("GLIBC") &&
			heap->find((uintptr_t)pages + some(size), &b) != GOMARMOT_NOWHERE)
			fail("a mapping is in the heap", pages);
	munmap(pages, size);
}

/* Calls of uses and given_back, and the block of the last call of uses. */
/* volatile: compilers assume that free calls no function of this file. */
static volatile int asked, given;
static volatile uintptr_t last;

static int uses(uintptr_t lo, uint64_t size)
{
	(void)size;
	asked++;
	last = lo;
	return 1;
}

static void given_back(uintptr_t lo, uint64_t size, const void *pc)
{
	(void)pc;
	if (size == 0 || lo != last)
		fail("another block is given back", (void *)lo);
	given++;
}

static const struct gomarmot_owner owner = {uses, given_back};

static void check_use(void)
{
	static const size_t sizes[] = {1, 24, 5000, 65535, 65536, 1 << 20};

	heap->own(&owner);
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *const used = malloc(sizes[i]), *const other = malloc(sizes[i]);
		char *more;
		const int before = given;

		heap->mark((uintptr_t)used + sizes[i] / 2, 1);
		free(other);
		if (given != before)
			fail("a block that is not used is given back", other);
		more = realloc(used, sizes[i] + 1); /* a block that grows in place stays in use */
		if (more == used)
			free(more);
		if (given != before + 1)
			fail("a block that is used is not given back", used);
		if (more != used)
			free(more);
		if (given != before + 1)
			fail("a block is given back twice", used);
	}
	heap->own(NULL);
}

int main(int argc, char **argv)
{
	const long steps = argc > 2 ? atol(argv[2]) : 1000;
	long freed = 0;

	if (!heap)
		fail("libgomarmot-heap.so has not called", NULL);
	state = 88172645463325252ull + strtoull(argc > 1 ? argv[1] : "0", NULL, 10);
	for (long i = 0; i < steps; i++) {
		if (count < 50 || (count < BLOCKS && some(2)))
			allocate();
		else
			freed += release();
		for (int k = 0; count && k < 4; k++) {
			const struct block *const b = &live[some((uint64_t)count)];

			ask(b->at + some(b->size));
			ask(b->at + b->size - 1);
			ask(b->at);
			ask_behind(b);
			ask(b->at + b->size + some(100));
		}
		if (i % 100 == 0)
			ask_elsewhere();
	}
	check_use();
	printf("ok: %ld freed\n", freed);
	return 0;
}
