/* Whether the MPI library accepts memory of accelerators (aware.c). */
#ifndef GM_AWARE_H
#define GM_AWARE_H

#include "../loaded/device.h"

#pragma GCC visibility push(hidden)

int gm_refuses(enum gm_device device, const void *address);

#pragma GCC visibility pop

#endif
