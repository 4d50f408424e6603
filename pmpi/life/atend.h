/* Checking the log at the end of MPI_Finalize (atend.c). */
#ifndef GM_ATEND_H
#define GM_ATEND_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_place;

void gm_atend_setup(const struct gm_place *found);
int gm_atend_together(void);
uint64_t gm_atend_ms(void);
void gm_atend_check(void);

#pragma GCC visibility pop

#endif
