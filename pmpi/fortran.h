/* Calls from Fortran, and what the wrappers of zz_fortran.c are made of (fortran.c). */
#ifndef GM_FORTRAN_H
#define GM_FORTRAN_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

/* The language bindings of MPI (event.Binding). */
enum { GM_C = 0, GM_MPIF = 1, GM_F08 = 2 };

/* A Fortran call that no C wrapper has seen yet; pc is NULL if there is none. */
struct gm_fortran {
	const void *pc;
	uintptr_t sp; /* of the program, at the call */
	uint32_t kind;
	uint32_t binding; /* stays while the call lasts */
};

extern __thread struct gm_fortran gm_fortran __attribute__((tls_model("initial-exec")));

int gm_fortran_meant(uint32_t kind);
const void *gm_fortran_caller(uint32_t kind, const void *pc);
void gm_fortran_note(struct gm_thread *t, const void *pc);
void gm_fortran_end(struct gm_thread *t);

/* One Fortran call that is being forwarded; lives in its wrapper's frame. */
struct gm_fortran_call {
	struct gm_fortran outer;
	struct gm_thread *t; /* NULL: nothing to restore */
	uint32_t depth;      /* of t, before the call */
	uint32_t passed;     /* 1: the MPI library itself made the call */
	uint32_t binding;
	const void *pc;
};

void *gm_fortran_enter(struct gm_fortran_call *call, void **real, const char *symbol, uint32_t kind,
	uint32_t binding, const void *pc, const void *sp);
int gm_fortran_leave(struct gm_fortran_call *call);
void gm_fortran_blank(void);

/* These record calls whose Fortran procedure does not reach the C function. */
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
