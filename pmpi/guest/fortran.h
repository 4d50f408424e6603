/* Calls from Fortran, and the parts of the wrappers in zz_fortran.c (fortran.c). */
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
void gm_fortran_binding(struct gm_thread *t, uint32_t binding, const void *pc);
void gm_fortran_note(struct gm_thread *t, const void *pc);
void gm_fortran_end(struct gm_thread *t);

/* A Fortran call that is being forwarded; lives in its wrapper's frame. */
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

#pragma GCC visibility pop

#endif
