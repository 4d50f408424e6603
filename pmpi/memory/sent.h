/* Digests of sent data, within a budget (sent.c). */
#ifndef GM_SENT_H
#define GM_SENT_H

#include <stdint.h>

#include "../library/typemap.h"
#include "table.h"

#pragma GCC visibility push(hidden)

int gm_sent_begin(void);
void gm_sent_look(void);
int gm_sent_open(void);
int64_t gm_sent_digest(const void *buf, int64_t count, const struct gm_map *map);
int64_t gm_sent_again(const void *buf, int64_t count, const struct gm_map *map);
void gm_sent_compare(const struct gm_entry *e);

#pragma GCC visibility pop

#endif
