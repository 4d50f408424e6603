/* MPI calls before MPI_Init and after MPI_Finalize (stray.c). */
#ifndef GM_STRAY_H
#define GM_STRAY_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_thread;

void gm_stray_start(struct gm_thread *t, uint32_t world_rank, const char *dir);
void gm_stray_over(int yes);
int gm_stray_is_over(void);
void gm_stray(uint32_t kind, const void *pc);
void gm_stray_free(uint32_t kind, const void *pc);
int gm_stray_begins(const void *pc);
void gm_stray_begun(void);

#pragma GCC visibility pop

#endif
