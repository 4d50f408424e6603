/* Loading libgomarmot-core.so (load.c). */
#ifndef GM_LOAD_H
#define GM_LOAD_H

#include "../base/core_abi.h"

#pragma GCC visibility push(hidden)

int gm_core_start(struct gm_boot *boot);

#pragma GCC visibility pop

#endif
