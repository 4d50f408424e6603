/* Memory of accelerators: GPUs and their kin (device.c). */
#ifndef GM_DEVICE_H
#define GM_DEVICE_H

#include <stdint.h>

#include "../base/gm.h"

#pragma GCC visibility push(hidden)

extern uint32_t gm_devices; /* 1: the process has loaded the library of an accelerator */

/* Whose memory it is; managed memory moves to the processor when the processor accesses it. */
enum gm_device { GM_DEVICE_MANAGED, GM_DEVICE_CUDA, GM_DEVICE_ROCM };

/* An allocation of an accelerator. */
struct gm_allocation {
	uintptr_t lo, hi;
	enum gm_device of;
};

void gm_device_setup(void (*found)(void));
void gm_device_look(void);
void gm_device_lookup(const char *name);
int gm_device_find(const void *address, struct gm_allocation *in);

/*
 * Whether an address is in memory that an accelerator has allocated, which includes memory that
 * moves to the processor when the processor accesses it. gomarmot does not touch such memory.
 * Processes without accelerators make a single test.
 */
GM_HOT int gm_is_device(const void *address)
{
	struct gm_allocation in;

	return !GM_LIKELY(!GM_LOAD(&gm_devices)) && gm_device_find(address, &in);
}

#pragma GCC visibility pop

#endif
