/* The kernels of the program (kernels.c). */
#ifndef GH_KERNELS_H
#define GH_KERNELS_H

#include "../work.h"
#include "hip.h"

void gh_module_registered(const void *module, const void *image);
void gh_module_loaded(const void *module, const void *image);
void gh_module_file(const void *module, const char *path);
void gh_module_gone(const void *module);
void gh_function_registered(const void *function, const void *module, const char *name);
void gh_function_got(const void *function, const void *module, const char *name);
void gh_describe(void *function, struct gg_kernel *kernel);

#endif
