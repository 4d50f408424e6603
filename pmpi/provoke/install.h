/* Functions that take the place of those of the MPI library (install.c). */
#ifndef GM_INSTALL_H
#define GM_INSTALL_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

/* A function that is called in place of another one, which *real becomes. */
struct gm_replaced {
	unsigned fn;
	void *by;
	void *real; /* a function pointer's address */
};

void gm_replace(const struct gm_replaced *list, size_t n);

#pragma GCC visibility pop

#endif
