/* Queries about objects that a call has just created (query.c). */
#ifndef GM_QUERY_H
#define GM_QUERY_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

struct gm_type_words {
	int64_t w[5]; /* size, lb, extent, true lb, true extent */
};

/* The topology that a call gives a new communicator. */
enum gm_topology {
	GM_TOPOLOGY_NONE,
	GM_TOPOLOGY_CART,
	GM_TOPOLOGY_GRAPH,
	GM_TOPOLOGY_DIST_GRAPH,
};

struct gm_comm_words {
	int64_t inter;
	int64_t rank;
};

struct gm_file_words {
	int64_t dev; /* 0 0 if unknown */
	int64_t ino;
};

int gm_query_setup(uintptr_t comm_world, uintptr_t session_group);
void gm_query_done(void);
struct gm_type_words gm_query_type(int rc, const void *newtype);
void gm_query_group(struct gm_thread *t, int rc, const void *newgroup, const void *pc);
struct gm_comm_words gm_query_comm(struct gm_thread *t, int rc, const void *newcomm,
	enum gm_topology topology, const void *pc);
int64_t gm_query_status(const void *status);
struct gm_file_words gm_query_file(int rc, const char *filename);

#pragma GCC visibility pop

#endif
