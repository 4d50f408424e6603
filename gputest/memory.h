/* Memory of the test GPU (memory.c). */
#ifndef GPUTEST_MEMORY_H
#define GPUTEST_MEMORY_H

#include <stddef.h>

enum kind { HOST, DEVICE, MANAGED, PINNED };

/* An allocation: the program has the address at, the GPU uses the same bytes at the address by. */
struct allocation {
	char *at, *by;
	size_t size;
	enum kind kind;
};

void *gputest_allocate(size_t size, enum kind kind);
int gputest_release(void *at);
int gputest_find(const void *address, struct allocation *out);
void *gputest_reach(const void *address);

#endif
