/* Where the program has called CUDA or HIP (place.c). */
#ifndef GG_PLACE_H
#define GG_PLACE_H

#include <stdint.h>

uintptr_t gg_place(void);

#endif
