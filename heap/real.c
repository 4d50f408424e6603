/*
 * The allocator behind this library: the C library, or another allocator that is preloaded. Looking
 * its functions up may itself allocate memory, which then comes from an arena.
 */
#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "resident.h"
#include "table.h"

enum { ROOM = 256 << 10, ALIGNMENT = 16 };

struct gh_real gh_real;
int gh_glibc;

static char arena[ROOM] __attribute__((aligned(4096)));
static size_t taken;

/* Returns zeroed memory from the arena, which is never freed; NULL if the arena is used up. */
GH_COLD void *gh_early(size_t size, size_t alignment)
{
	const size_t step = alignment > ALIGNMENT ? alignment : ALIGNMENT;
	const size_t extra = ALIGNMENT + step; /* the size of a block is stored before it */
	size_t at;

	if (size > ROOM || step > ROOM)
		return NULL;
	at = __atomic_fetch_add(&taken, size + extra + ALIGNMENT, __ATOMIC_RELAXED);
	if (at > ROOM - size - extra - ALIGNMENT || size + extra + ALIGNMENT > ROOM)
		return NULL;
	at = ((uintptr_t)arena + at + ALIGNMENT + step - 1) / step * step - (uintptr_t)arena;
	memcpy(arena + at - sizeof size, &size, sizeof size);
	return arena + at;
}

int gh_is_early(const void *block)
{
	return (uintptr_t)block - (uintptr_t)arena < ROOM;
}

size_t gh_early_size(const void *block)
{
	size_t size;

	memcpy(&size, (const char *)block - sizeof size, sizeof size);
	return size;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

static void die(void)
{
	static const char line[] = "gomarmot: libgomarmot-heap.so finds no malloc to call\n";

	if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
		_exit(127);
	_exit(127);
}

/* Whether a function belongs to the GNU C library itself. */
static int is_glibc(void *function)
{
	Dl_info info;
	const char *name;

	if (!dladdr(function, &info) || !info.dli_fname)
		return 0;
	name = strrchr(info.dli_fname, '/');
	name = name ? name + 1 : info.dli_fname;
	return !strncmp(name, "libc.so", 7) || !strncmp(name, "libc-2", 6);
}

/*
 * Looks up the functions. Returns 0 if a caller further up the stack or another thread is looking
 * them up; memory then comes from the arena.
 */
GH_COLD int gh_resolve(void)
{
	static int busy;
	struct gh_real r;

	if (__atomic_load_n(&gh_real.malloc, __ATOMIC_ACQUIRE))
		return 1;
	if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQ_REL))
		return 0;
	r.calloc = (void *(*)(size_t, size_t))next("calloc");
	r.realloc = (void *(*)(void *, size_t))next("realloc");
	r.free = (void (*)(void *))next("free");
	r.posix_memalign = (int (*)(void **, size_t, size_t))next("posix_memalign");
	r.aligned_alloc = (void *(*)(size_t, size_t))next("aligned_alloc");
	r.memalign = (void *(*)(size_t, size_t))next("memalign");
	r.valloc = (void *(*)(size_t))next("valloc");
	r.pvalloc = (void *(*)(size_t))next("pvalloc");
	r.malloc = (void *(*)(size_t))next("malloc");
	if (!r.malloc || !r.calloc || !r.realloc || !r.free)
		die();
	gh_glibc = is_glibc((void *)r.malloc);
	gh_real.calloc = r.calloc;
	gh_real.realloc = r.realloc;
	gh_real.posix_memalign = r.posix_memalign;
	gh_real.aligned_alloc = r.aligned_alloc;
	gh_real.memalign = r.memalign;
	gh_real.valloc = r.valloc;
	gh_real.pvalloc = r.pvalloc;
	gh_real.free = r.free;
	__atomic_store_n(&gh_real.malloc, r.malloc, __ATOMIC_RELEASE);
	return 1;
}

/*
 * Returns the end of the memory that the GNU C library keeps for this live block; 0 if unknown. The
 * word before a block is the size of its chunk, which begins two words before the block. The first
 * word of the next chunk belongs to the block, the second word is the size of the next chunk. A
 * chunk with a mapping of its own ends with the mapping. If the chunk has room for much more than
 * the block, the program freed the block by a function that is not watched, and the chunk now holds
 * another block.
 */
uintptr_t gh_room_end(uintptr_t at, size_t size, size_t most)
{
	size_t word, chunk;

	if (!gh_glibc || !gh_is_mapped(at - sizeof word))
		return 0;
	memcpy(&word, (const char *)at - sizeof word, sizeof word);
	chunk = word & ~(size_t)7;
	if (chunk < size + sizeof word || chunk - size > most)
		return 0;
	return at + chunk - (word & 2 ? 2 * sizeof word : 0);
}

/* Whether a block has a mapping of its own, which is unmapped when the block is freed. In the GNU C
 * library, a bit in the word before the block says so. */
int gh_mapped_alone(uintptr_t at)
{
	size_t word;

	if (!gh_glibc)
		return 0;
	memcpy(&word, (const char *)at - sizeof word, sizeof word);
	return (word & 2) != 0;
}
