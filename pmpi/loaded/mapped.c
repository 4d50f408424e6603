/* Whether memory is mapped. */
#define _GNU_SOURCE
#include "mapped.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device.h"

/*
 * 1 if all pages of the range are mapped, 0 if not, -1 if unknown, as for an accelerator's pages.
 */
int64_t gm_mapped(const void *base, int64_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t from = (uintptr_t)base & ~(page - 1);
	const int saved = errno;
	int64_t mapped = 1;

	if (!base || size <= 0)
		return 1;
	if ((uintptr_t)base + (uintptr_t)size < (uintptr_t)base)
		return 0;
	if (msync((void *)from, (uintptr_t)base + (uintptr_t)size - from, MS_ASYNC))
		mapped = errno == ENOMEM ? 0 : -1;
	if (mapped == 0)
		gm_device_look(); /* an accelerator's library may have been loaded since */
	if (gm_is_device(base))
		mapped = -1;
	errno = saved;
	return mapped;
}
