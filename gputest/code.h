/* Code objects of the test GPU (code.c). */
#ifndef GPUTEST_CODE_H
#define GPUTEST_CODE_H

#include "kernel.h"

const void *gputest_image(const struct gputest_kernel *kernel);
struct gputest_kernel *gputest_kernel_of(const void *image);

#endif
