/* Types of HIP that came after ROCm 5.2, as far as gomarmot uses them (newer_functions.h). */
#ifndef GH_NEWER_H
#define GH_NEWER_H

#include "hip.h"

/* hipLaunchConfig_t */
struct gh_launch_config {
	dim3 grid, block;
	size_t shared;
	hipStream_t stream;
};

/* HIP_LAUNCH_CONFIG */
struct gh_module_launch_config {
	unsigned grid[3], block[3], shared;
	hipStream_t stream;
};

#endif
