/* Making the map of a datatype (flatten.c). */
#ifndef GM_FLATTEN_H
#define GM_FLATTEN_H

#include <stdint.h>

#include "typemap.h"

#pragma GCC visibility push(hidden)

struct gm_map *gm_map_make(uintptr_t type, const int64_t metrics[5], int predefined);

#pragma GCC visibility pop

#endif
