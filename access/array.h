/* Arrays that grow, in memory from the system (array.c). */
#ifndef GA_ARRAY_H
#define GA_ARRAY_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* An array that grows; its elements may move. */
struct ga_array {
	void *at;
	size_t used, room; /* elements */
};

enum { GA_FIRST_ELEMENTS = 256 };

void *ga_pages(size_t bytes);
void *ga_add(struct ga_array *a, size_t size);

#pragma GCC visibility pop

#endif
