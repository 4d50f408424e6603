/* Whether memory is still the heap's (resident.c). */
#ifndef GH_RESIDENT_H
#define GH_RESIDENT_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

int gh_is_mapped(uintptr_t at);
int gh_resident(uintptr_t at, int gone);

#pragma GCC visibility pop

#endif
