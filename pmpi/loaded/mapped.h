/* Whether memory is mapped (mapped.c). */
#ifndef GM_MAPPED_H
#define GM_MAPPED_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

int64_t gm_mapped(const void *base, int64_t size);

#pragma GCC visibility pop

#endif
