/* The digest of a write buffer (digest.c). */
#ifndef GM_DIGEST_H
#define GM_DIGEST_H

#include <stdint.h>

#include "../library/typemap.h"

#pragma GCC visibility push(hidden)

void gm_digest_setup(int speak);
int gm_digest_on(void);
int64_t gm_digest(const void *buf, int64_t count, const struct gm_map *map);

#pragma GCC visibility pop

#endif
