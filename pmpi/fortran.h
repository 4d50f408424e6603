/* What the wrappers of Fortran procedures (zz_fortran.c) are made of. */
#ifndef FORTRAN_H
#define FORTRAN_H

#include "gm.h"

#pragma GCC visibility push(hidden)

/* One Fortran call that is being forwarded; lives in its wrapper's frame. */
struct gm_fortran_call {
	struct gm_fortran outer;
	struct gm_thread *t; /* NULL: nothing to put back */
	uint32_t depth;      /* of t, before the call */
	uint32_t passed;     /* 1: a call of the MPI library's own */
	uint32_t binding;
	const void *pc;
};

void *gm_fortran_enter(struct gm_fortran_call *call, void **real, const char *symbol, uint32_t kind,
	uint32_t binding, const void *pc);
int gm_fortran_leave(struct gm_fortran_call *call);

/* Record calls whose Fortran procedure does not reach the C function. */
void gm_fortran_win_get_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *flag, const int32_t *ierror);
void gm_fortran_win_set_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const int64_t *value, const int32_t *ierror);
void gm_fortran_create_keyval(const struct gm_fortran_call *call, uint32_t kind, const void *copy,
	const void *remove, const int32_t *keyval, const void *extra, const int32_t *ierror);
void gm_fortran_create_errhandler(const struct gm_fortran_call *call, uint32_t kind,
	const void *function, const int32_t *errhandler, const int32_t *ierror);
void gm_fortran_type_match_size(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *typeclass, const int32_t *size, const int32_t *datatype,
	const int32_t *ierror);

#pragma GCC visibility pop

#endif
