/* Code objects of the test GPU (code.c). */
#ifndef GPUTEST_CODE_H
#define GPUTEST_CODE_H

#include <stddef.h>

#include "kernel.h"

size_t gputest_behind(size_t offset, size_t size);
const void *gputest_image(const struct gputest_kernel *kernel);
struct gputest_kernel *gputest_kernel_of(const void *image);

#endif
