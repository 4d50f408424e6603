/* Which of the loaded code is the MPI library's (mpitext.c). */
#ifndef GM_MPITEXT_H
#define GM_MPITEXT_H

#pragma GCC visibility push(hidden)

void gm_collect_mpi_text(void);
int gm_in_mpi(const void *pc);
int gm_in_fortran_layer(const void *pc);

#pragma GCC visibility pop

#endif
