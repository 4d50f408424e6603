/* The C library's functions that allocate and free memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "real.h"
#include "table.h"

#define EXPORT __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

static void *noted(void *block, size_t size)
{
	if (GH_LIKELY(block != NULL))
		gh_live(block, size);
	return block;
}

static int is_resolved(void)
{
	return GH_LIKELY(__atomic_load_n(&gh_real.malloc, __ATOMIC_ACQUIRE) != NULL) ||
	       gh_resolve();
}

EXPORT void *malloc(size_t size)
{
	if (!is_resolved())
		return gh_early(size, 0);
	return noted(gh_real.malloc(size), size);
}

EXPORT void *calloc(size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	if (!is_resolved())
		return gh_early(bytes, 0);
	return noted(gh_real.calloc(n, size), bytes);
}

EXPORT void free(void *block)
{
	if (!block || gh_is_early(block))
		return;
	gh_dead(block, CALLER);
	if (is_resolved())
		gh_real.free(block);
}

/* Copies a block of the arena to the heap. */
static GH_COLD void *leave_arena(void *block, size_t size)
{
	void *const to = malloc(size);
	const size_t had = gh_early_size(block);

	if (to)
		memcpy(to, block, had < size ? had : size);
	return to;
}

/* If realloc fails, the block stays as it was. */
static void *resize(void *block, size_t size, const void *pc)
{
	const uintptr_t at = (uintptr_t)block;
	struct gh_region *const r = gh_region(at);
	const uint32_t was = r ? GH_LOAD(gh_slot(r, at)) : 0;
	uintptr_t had = 0;
	const int used = was & GH_LIVE && was & GH_USED && gh_in_use(at, &had);
	void *to;

	/* Another thread may get the memory before realloc returns. */
	if (was & GH_LIVE && was & GH_LARGE)
		gh_dead_large(gh_slot(r, at), at);
	else if (was & GH_LIVE)
		GH_STORE(gh_slot(r, at), (was & GH_SIZE) | GH_FREED);
	to = gh_real.realloc(block, size);
	if (!to && size) {
		if (was & GH_LIVE)
			GH_STORE(gh_slot(r, at), was);
		return NULL;
	}
	noted(to, size);
	if (used && to != block)
		gh_moved(at, had, pc);
	else if (used)
		__atomic_fetch_or(gh_slot(r, at), (uint32_t)GH_USED, __ATOMIC_RELAXED);
	return to;
}

static void *reallocate(void *block, size_t size, const void *pc)
{
	if (!block)
		return malloc(size);
	if (gh_is_early(block))
		return leave_arena(block, size);
	return is_resolved() ? resize(block, size, pc) : NULL;
}

EXPORT void *realloc(void *block, size_t size)
{
	return reallocate(block, size, CALLER);
}

EXPORT void *reallocarray(void *block, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return reallocate(block, bytes, CALLER);
}

/* The allocator behind this library has no such function. */
static void *missing(void)
{
	errno = ENOMEM;
	return NULL;
}

EXPORT int posix_memalign(void **block, size_t alignment, size_t size)
{
	int rc;

	if (!is_resolved()) {
		*block = gh_early(size, alignment);
		return *block ? 0 : ENOMEM;
	}
	if (!gh_real.posix_memalign)
		return ENOMEM;
	rc = gh_real.posix_memalign(block, alignment, size);
	if (!rc)
		noted(*block, size);
	return rc;
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
	if (!is_resolved())
		return gh_early(size, alignment);
	return gh_real.aligned_alloc ? noted(gh_real.aligned_alloc(alignment, size), size)
				     : missing();
}

EXPORT void *memalign(size_t alignment, size_t size)
{
	if (!is_resolved())
		return gh_early(size, alignment);
	return gh_real.memalign ? noted(gh_real.memalign(alignment, size), size) : missing();
}

EXPORT void *valloc(size_t size)
{
	if (!is_resolved())
		return gh_early(size, (size_t)sysconf(_SC_PAGESIZE));
	return gh_real.valloc ? noted(gh_real.valloc(size), size) : missing();
}

EXPORT void *pvalloc(size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (!is_resolved())
		return gh_early(size, page);
	if (!gh_real.pvalloc)
		return missing();
	return noted(gh_real.pvalloc(size), (size + page - 1) / page * page);
}

/* C23. */
EXPORT void free_sized(void *block, size_t size);
EXPORT void free_aligned_sized(void *block, size_t alignment, size_t size);

EXPORT void free_sized(void *block, size_t size)
{
	(void)size;
	if (!block || gh_is_early(block))
		return;
	gh_dead(block, CALLER);
	if (is_resolved())
		gh_real.free(block);
}

EXPORT void free_aligned_sized(void *block, size_t alignment, size_t size)
{
	(void)alignment, (void)size;
	if (!block || gh_is_early(block))
		return;
	gh_dead(block, CALLER);
	if (is_resolved())
		gh_real.free(block);
}
