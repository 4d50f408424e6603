/* Descriptions of kernels in AMD's code objects (code.c). */
#ifndef GH_CODE_H
#define GH_CODE_H

#include <stddef.h>

#include "../work.h"

/* The metadata of a code object. */
struct gh_metadata {
	const unsigned char *at;
	size_t size;
};

int gh_metadata_of(const void *image, struct gh_metadata *out);
void gh_metadata_kernel(
	const struct gh_metadata *metadata, const char *name, struct gg_kernel *kernel);

#endif
