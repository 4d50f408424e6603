/* The functions of the allocator behind this library (real.c). */
#ifndef GH_REAL_H
#define GH_REAL_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gh_real {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void (*free)(void *);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void *(*memalign)(size_t, size_t);
	void *(*valloc)(size_t);
	void *(*pvalloc)(size_t);
};

extern struct gh_real gh_real; /* all NULL before they have been looked up */
extern int gh_glibc;           /* they are the GNU C library's own */

int gh_resolve(void);
uintptr_t gh_room_end(uintptr_t at, size_t size, size_t most);
int gh_mapped_alone(uintptr_t at);
void *gh_early(size_t size, size_t alignment);
int gh_is_early(const void *block);
size_t gh_early_size(const void *block);

#pragma GCC visibility pop

#endif
