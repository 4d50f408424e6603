/* Finding the MPI library's functions, which calls are forwarded to (real.c). */
#ifndef GM_REAL_H
#define GM_REAL_H

#include <stddef.h>
#include <stdint.h>

#include "../base/gm.h"
#include "../base/record.h"

#pragma GCC visibility push(hidden)

/* A function to look up, and the function pointer that gets its address. */
struct gm_symbol {
	void *slot;
	const char *name;
};

extern uint8_t gm_chained[GM_KINDS];
void *gm_resolve(unsigned fn);
void *gm_resolve_library(unsigned fn);
void *gm_find(const char *symbol);
void *gm_find_variable(const char *symbol);
const char *gm_find_all(const struct gm_symbol *wanted, size_t n);

/*
 * The function that wrapper number fn forwards to: a call of MPI_X goes to the next MPI_X, which
 * may be a tool's, and a call of PMPI_X to the MPI library's. The tables hold the addresses once
 * they are known.
 */
extern void *gm_real[];
extern void *gm_library[];

GM_HOT void *gm_real_of(unsigned fn)
{
	void *f = GM_LOAD(&gm_real[fn]);

	return GM_LIKELY(f != NULL) ? f : gm_resolve(fn);
}

GM_HOT void *gm_library_of(unsigned fn)
{
	void *f = GM_LOAD(&gm_library[fn]);

	return GM_LIKELY(f != NULL) ? f : gm_resolve_library(fn);
}

/* The flag that a function such as PMPI_Finalized returns; 0 if it fails or does not exist. */
static inline int gm_mpi_says(const char *question)
{
	int (*ask)(int *) = gm_find(question);
	int flag = 0;

	return ask && !ask(&flag) && flag;
}

#pragma GCC visibility pop

#endif
