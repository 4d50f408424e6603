/* The C++ bindings inside the program (cxx.c). */
#ifndef GM_CXX_H
#define GM_CXX_H

#include <stdint.h>

#include "text.h"

#pragma GCC visibility push(hidden)

struct gm_text gm_cxx_bindings(uintptr_t base);

#pragma GCC visibility pop

#endif
