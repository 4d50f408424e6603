/* Which block an address is in (find.c). */
#ifndef GH_FIND_H
#define GH_FIND_H

#include <stdint.h>

#include "bridge.h"

#pragma GCC visibility push(hidden)

extern int gh_incomplete; /* 1: not all blocks are in the table */

int gh_find(uintptr_t at, struct gomarmot_block *block);
void gh_mark(uintptr_t at, uint64_t size);

#pragma GCC visibility pop

#endif
