/* Fetching the logs of other nodes: the agreement on it (fetch.c). */
#ifndef GM_FETCH_H
#define GM_FETCH_H

#pragma GCC visibility push(hidden)

struct gm_place;

void gm_fetch_setup(const struct gm_place *where, int size, int disabled);
void gm_fetch_joined(void);

#pragma GCC visibility pop

#endif
