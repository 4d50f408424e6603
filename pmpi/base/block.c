/*
 * Memory that gomarmot keeps for longer than a call. It does not lie in the program's heap: a
 * program that stores beyond a block of its own would damage it, and the crash would come sooner
 * than without gomarmot. Blocks have sizes of powers of two; freed blocks are kept for later ones.
 * Large blocks are mapped one by one.
 */
#define _GNU_SOURCE
#include "block.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum {
	LEAST = 5,        /* the smallest blocks have 2^5 bytes, */
	MOST = 15,        /* and the largest that share a mapping have 2^15 */
	CHUNK = 256 << 10 /* bytes of a mapping that blocks share */
};

/* Before each block. */
struct header {
	size_t size; /* of the block, with its header */
	struct header *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct header *freed[MOST + 1];
static char *rest, *end; /* of the newest mapping */

/* Memory of the system, zeros, for munmap; NULL: there is none. errno stays as it is. */
void *gm_pages(size_t bytes)
{
	const int saved = errno;
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	errno = saved;
	return at == MAP_FAILED ? NULL : at;
}

/* A block of 2^n bytes; NULL: there is no memory. */
static struct header *shared(unsigned n)
{
	const size_t size = (size_t)1 << n;
	struct header *h = freed[n];

	if (h) {
		freed[n] = h->next;
		memset(h, 0, size);
		return h;
	}
	if ((size_t)(end - rest) < size) { /* the rest of the old mapping stays unused */
		rest = gm_pages(CHUNK);
		end = rest ? rest + CHUNK : NULL;
	}
	if (!rest)
		return NULL;
	h = (struct header *)(void *)rest;
	rest += size;
	return h;
}

/* The number of the smallest power of two that is not less. */
static unsigned power_of(size_t bytes)
{
	unsigned n = LEAST;

	while (n < 8 * sizeof bytes - 1 && (size_t)1 << n < bytes)
		n++;
	return n;
}

/* A block of zeros; NULL: there is no memory. */
void *gm_block(size_t bytes)
{
	const size_t whole = bytes + sizeof(struct header);
	const unsigned n = power_of(whole);
	struct header *h;

	if (whole < bytes)
		return NULL;
	if (n > MOST) {
		h = gm_pages(whole);
		if (h)
			h->size = whole;
		return h ? h + 1 : NULL;
	}
	pthread_mutex_lock(&lock);
	h = shared(n);
	pthread_mutex_unlock(&lock);
	if (!h)
		return NULL;
	h->size = (size_t)1 << n;
	return h + 1;
}

/* A larger block with the contents of the given block (NULL: there is none), which is freed; NULL:
 * there is no memory, and nothing has changed.
 */
void *gm_block_larger(void *block, size_t bytes)
{
	void *larger = gm_block(bytes);

	if (larger && block) {
		const size_t had = ((struct header *)block - 1)->size - sizeof(struct header);

		memcpy(larger, block, had < bytes ? had : bytes);
		gm_block_free(block);
	}
	return larger;
}

void gm_block_free(void *block)
{
	struct header *h = block ? (struct header *)block - 1 : NULL;

	if (!h)
		return;
	if (h->size > (size_t)1 << MOST) {
		munmap(h, h->size);
		return;
	}
	pthread_mutex_lock(&lock);
	const unsigned n = power_of(h->size);
	h->next = freed[n];
	freed[n] = h;
	pthread_mutex_unlock(&lock);
}
