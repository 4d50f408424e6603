/* The arguments of a call, as they are recorded. */
#ifndef GM_ARGS_H
#define GM_ARGS_H

#include <stdint.h>

#include "../base/gm.h"
#include "../base/peek.h"
#include "flavour.h"

#pragma GCC visibility push(hidden)

/* A handle as it is recorded. */
GM_HOT int64_t gm_handle(uintptr_t handle)
{
	return (int64_t)(handle & gm_handle_mask);
}

/* The handle at an OUT or INOUT address; 0 for NULL and other wrong addresses. */
GM_HOT int64_t gm_handle_at(const void *address)
{
	if (!address)
		return 0;
	if (gm_handle_mask == UINT32_MAX)
		return gm_peek32(address);
	return gm_peek64(address);
}

/* The integer at an OUT or INOUT address; 0 for NULL. */
GM_HOT int64_t gm_int_at(const void *address)
{
	return address ? (int32_t)gm_peek32(address) : 0;
}

GM_HOT int64_t gm_long_at(const void *address)
{
	return address ? gm_peek64(address) : 0;
}

/* The bytes of a handle in an array. */
GM_HOT uint32_t gm_handle_size(void)
{
	return gm_handle_mask == UINT32_MAX ? sizeof(uint32_t) : sizeof(uint64_t);
}

/* The request in an array of them. */
GM_HOT int64_t gm_request_at(const void *requests, int64_t i)
{
	return gm_handle_at((const char *)requests + i * gm_handle_size());
}

/* Whether a source is MPI_PROC_NULL: nothing comes from there, and a probe says true at once. */
GM_HOT int gm_is_nobody(intptr_t source)
{
	return (int32_t)source < 0 && (int32_t)source != gm_layout.any_source;
}

#pragma GCC visibility pop

#endif
