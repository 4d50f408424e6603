/* How a recording ends (end.c). */
#ifndef GM_END_H
#define GM_END_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_place;
struct gm_thread;

void gm_end_setup(const struct gm_place *found);
void gm_end(struct gm_thread *t, uint32_t reason, uint32_t milliseconds);

#pragma GCC visibility pop

#endif
