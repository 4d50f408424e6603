/*
 * Reading memory that the program names in a call. The MPI library may reject the call
 * without having read it, so a wrong address must do no harm here: the handler of
 * faults continues behind a read that failed (fault.c). A read that succeeds costs
 * nothing more.
 */
#ifndef GM_PEEK_H
#define GM_PEEK_H

#include <stdint.h>

#include "gm.h"

#pragma GCC visibility push(hidden)

/* Such a read, and where to continue if it fails: offsets from the fields. */
struct gm_peek {
	int32_t at;
	int32_t next;
};

extern const struct gm_peek __start_gm_peeks[], __stop_gm_peeks[];

#define GM_PEEK(text)                                                              \
	"1:\t" text "\n"                                                           \
	"2:\n\t.pushsection gm_peeks,\"a\"\n\t.balign 4\n\t.long 1b - ., 2b - .\n" \
	"\t.popsection\n"

/* The numbers at an address; 0 if it cannot be read. */
GM_HOT int64_t gm_peek64(const void *address)
{
	int64_t value = 0;

#if defined(__x86_64__)
	__asm__ volatile(GM_PEEK("movq (%1), %0") : "+r"(value) : "r"(address) : "memory");
#elif defined(__aarch64__)
	__asm__ volatile(GM_PEEK("ldr %0, [%1]") : "+r"(value) : "r"(address) : "memory");
#else
	value = *(const int64_t *)address;
#endif
	return value;
}

GM_HOT uint32_t gm_peek32(const void *address)
{
	uint32_t value = 0;

#if defined(__x86_64__)
	__asm__ volatile(GM_PEEK("movl (%1), %0") : "+r"(value) : "r"(address) : "memory");
#elif defined(__aarch64__)
	__asm__ volatile(GM_PEEK("ldr %w0, [%1]") : "+r"(value) : "r"(address) : "memory");
#else
	value = *(const uint32_t *)address;
#endif
	return value;
}

/* Whether the byte at an address can be read: it is never 256 or more. */
GM_HOT int gm_can_peek(const void *address)
{
	uint32_t value = 256;

#if defined(__x86_64__)
	__asm__ volatile(GM_PEEK("movzbl (%1), %0") : "+r"(value) : "r"(address) : "memory");
#elif defined(__aarch64__)
	__asm__ volatile(GM_PEEK("ldrb %w0, [%1]") : "+r"(value) : "r"(address) : "memory");
#else
	value = *(const uint8_t *)address;
#endif
	return value < 256;
}

/* Whether all of a range can be read: a byte of every page is asked for. */
GM_HOT int gm_readable(const void *from, uint64_t bytes)
{
	enum { PAGE = 4096 };
	const char *at = from;

	if (!bytes)
		return 1;
	for (uint64_t i = 0; i < bytes; i += PAGE)
		if (!gm_can_peek(at + i))
			return 0;
	return gm_can_peek(at + bytes - 1);
}

#pragma GCC visibility pop

#endif
