/* The error handlers that errors of gomarmot's own MPI calls would go to (errors.c). */
#ifndef GM_ERRORS_H
#define GM_ERRORS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* The error handlers of MPI_COMM_WORLD and MPI_COMM_SELF, which get unattributed errors. */
struct gm_handlers {
	uintptr_t world, self;
};

void gm_errors_return(struct gm_handlers *before);
void gm_errors_as_before(struct gm_handlers *before);

#pragma GCC visibility pop

#endif
