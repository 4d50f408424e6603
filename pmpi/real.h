/*
 * Where calls are forwarded to, and the code of the MPI library and of other
 * loaded objects (real.c).
 */
#ifndef GM_REAL_H
#define GM_REAL_H

#include <stddef.h>
#include <stdint.h>

#include "gm.h"
#include "record.h"

#pragma GCC visibility push(hidden)

struct dl_phdr_info;

/* The code of a loaded object. */
struct gm_text {
	uintptr_t from, size;
};

static inline int gm_in_text(const struct gm_text *text, uintptr_t at)
{
	return at - text->from < text->size;
}

struct gm_text gm_text_of(const struct dl_phdr_info *info);

extern uint8_t gm_chained[GM_KINDS];
void *gm_resolve(unsigned fn);
void *gm_resolve_library(unsigned fn);
void *gm_find(const char *symbol);
void *gm_find_variable(const char *symbol);
void gm_collect_mpi_text(void);
int gm_in_mpi(const void *pc);
int gm_in_fortran_layer(const void *pc);

/*
 * Where wrapper number fn forwards to: a call of MPI_X to the next MPI_X, which
 * may be a tool's, and one of PMPI_X to the MPI library's. The tables hold the
 * addresses once they are known.
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

#pragma GCC visibility pop

#endif
