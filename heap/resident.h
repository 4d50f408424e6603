/* Whether freed memory has no other use now: it still belongs to the heap, or is unmapped
 * (resident.c). */
#ifndef GH_RESIDENT_H
#define GH_RESIDENT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

int gh_is_mapped(uintptr_t at);
int gh_resident(uintptr_t at, int gone);

#pragma GCC visibility pop

#endif
