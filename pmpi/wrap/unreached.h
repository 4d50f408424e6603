/* Calls from Fortran whose procedure does not reach the C function (unreached.c). */
#ifndef GM_UNREACHED_H
#define GM_UNREACHED_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_fortran_call;

void gm_fortran_win_get_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *flag, const int32_t *ierror);
void gm_fortran_win_set_attr(const struct gm_fortran_call *call, uint32_t kind, const int32_t *win,
	const int32_t *keyval, const void *value, const int32_t *ierror);
void gm_fortran_comm_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror);
void gm_fortran_comm_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *comm, const int32_t *keyval, const void *value, const int32_t *ierror);
void gm_fortran_type_get_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *flag,
	const int32_t *ierror);
void gm_fortran_type_set_attr(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *type, const int32_t *keyval, const void *value, const int32_t *ierror);
void gm_fortran_create_keyval(const struct gm_fortran_call *call, uint32_t kind, const void *copy,
	const void *remove, const int32_t *keyval, const void *extra, const int32_t *ierror);
void gm_fortran_create_errhandler(const struct gm_fortran_call *call, uint32_t kind,
	const void *function, const int32_t *errhandler, const int32_t *ierror);
void gm_fortran_type_match_size(const struct gm_fortran_call *call, uint32_t kind,
	const int32_t *typeclass, const int32_t *size, const int32_t *datatype,
	const int32_t *ierror);

#pragma GCC visibility pop

#endif
