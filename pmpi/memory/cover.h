/* Which bytes of a buffer are of interest (cover.c). */
#ifndef GM_COVER_H
#define GM_COVER_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

struct gm_entry;

void gm_cover(struct gm_entry *e, int on);
void gm_cover_some(const struct gm_entry *e, int64_t first, int64_t count, int on);
void gm_cover_again(uintptr_t lo, uintptr_t hi);
int gm_measure(struct gm_entry *e);

#pragma GCC visibility pop

#endif
