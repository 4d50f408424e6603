/* The way to libgomarmot.so (start.c). */
#ifndef GH_START_H
#define GH_START_H

#include "bridge.h"

#pragma GCC visibility push(hidden)

extern const struct gomarmot_owner *gh_owner; /* NULL: there is none */

#pragma GCC visibility pop

#endif
