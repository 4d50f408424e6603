/* Which MPI this is: its handles and predefined objects (flavour.c). */
#ifndef GM_FLAVOUR_H
#define GM_FLAVOUR_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* How a status is laid out. */
enum { GM_STATUS_OPENMPI, GM_STATUS_MPICH, GM_STATUS_ABI };

/* Of MPI_Status: its size, the offsets of its fields, and the address that stands for no status. */
struct gm_layout {
	uint32_t size;
	uint32_t source, tag;
	uint32_t style;
	uintptr_t ignore; /* MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE */
	int32_t any_source;
	int32_t tag_ub;    /* the attribute key MPI_TAG_UB */
	int32_t root;      /* MPI_ROOT */
	int32_t win_base;  /* the attribute key MPI_WIN_BASE */
	int32_t win_model; /* and MPI_WIN_MODEL */
	intptr_t in_place;
	int32_t seek_set; /* MPI_SEEK_SET */
};

extern uint64_t gm_handle_mask; /* 0xffffffff where handles are ints */
extern struct gm_layout gm_layout;

int gm_flavour_detect(void);
uintptr_t gm_predef(unsigned id);
const char *gm_flavour_name(void);
const char *gm_library_version(void);
int gm_is_null(int object_class, uint64_t handle);
int64_t gm_unweighted(const void *weights);
int gm_probe(int object_class, uint64_t handle);

#pragma GCC visibility pop

#endif
