/*
 * How many ranks and neighbors the communicators of this process have (comm.c). Arguments
 * that are arrays with an element for each rank or neighbor have this length.
 */
#ifndef GM_COMM_H
#define GM_COMM_H

#include <stdint.h>

#include "../base/gm.h"
#include "flavour.h"

#pragma GCC visibility push(hidden)

struct gm_comm_shape {
	int64_t rank;    /* of this process */
	int64_t inter;   /* 1: an intercommunicator */
	int64_t members; /* of its own group; 0: nothing is known */
	int64_t ranks;   /* of the group that data is exchanged with */
	int64_t dims;    /* of its grid; 0: it has none */
	int64_t sources, destinations;
};

void gm_comm_known(uintptr_t comm, const struct gm_comm_shape *shape);
void gm_comm_copied(int rc, uintptr_t comm, const void *newcomm);
void gm_comm_gone(int64_t comm);
struct gm_comm_shape gm_comm_shape(int64_t comm);

/* Whether arguments that are significant only at the root are significant on this process. */
GM_HOT int gm_at_root(const struct gm_comm_shape *shape, int64_t root)
{
	return shape->members > 0 && root == (shape->inter ? gm_layout.root : shape->rank);
}

/* Whether a buffer is MPI_IN_PLACE. */
GM_HOT int gm_in_place(const void *buffer)
{
	return (intptr_t)buffer == gm_layout.in_place;
}

#pragma GCC visibility pop

#endif
