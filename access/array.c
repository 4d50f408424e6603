/* Arrays that grow, in memory from the system. */
#define _GNU_SOURCE
#include "array.h"

#include <sys/mman.h>

/* Memory from the system: an access may lie in the program's own allocator. */
void *ga_pages(size_t bytes)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? NULL : at;
}

/* Room for another element; NULL if there is no memory. */
void *ga_add(struct ga_array *a, size_t size)
{
	if (a->used == a->room) {
		const size_t more = a->room ? 2 * a->room : GA_FIRST_ELEMENTS;
		void *at = a->room ? mremap(a->at, a->room * size, more * size, MREMAP_MAYMOVE)
				   : ga_pages(more * size);

		if (!at || at == MAP_FAILED)
			return NULL;
		a->at = at;
		a->room = more;
	}
	return (char *)a->at + size * a->used++;
}
