/*
 * The interface between code compiled by `gomarmot cc` and libgomarmot-access.so.
 *
 * Two flat tables, for reads and for writes, have a bit for each byte of memory, a byte of
 * table for each 8 bytes at an address that is a multiple of 8. A set bit: the byte is of interest,
 * and no read (write) of it has been recorded since the last release. So the test before an access
 * is
 *
 *     if (((const uint8_t *)GOMARMOT_READS)[address >> 3] & bits of its bytes)
 * __gomarmot_read(address, size);
 *
 * and that test both filters accesses and drops repeated ones.
 */
#ifndef GOMARMOT_ACCESS_H
#define GOMARMOT_ACCESS_H

#include <stddef.h>
#include <stdint.h>

/* 16 TiB each, and not where Open MPI's launcher wants memory: PMIx (gds/shmem2) takes the middle
 * of the launcher's largest hole for each of its segments, and the ranks must have the same address
 * free. These are about 0x2ab, 0x156, 0x403, 0x6a5 and 0xab * 2^36, or 0x3fc, 0x1fe and 0x5fa *
 * 2^36 if the launcher is not position-independent. */
#define GOMARMOT_READS 0x2b8000000000ul
#define GOMARMOT_WRITES 0x418000000000ul

#ifdef __cplusplus
extern "C" {
#endif

/* Called when the test says so, or without a test where the size is not constant. The place of the
 * access is the return address. */
void __gomarmot_read(const void *address, size_t size);
void __gomarmot_write(void *address, size_t size);

/* A read and a write of the same bytes: x[i] += y. */
void __gomarmot_update(void *address, size_t size);

/* A loop's accesses, known before it begins: count times size bytes, stride bytes apart. They test
 * the tables themselves. */
void __gomarmot_read_range(const void *address, size_t size, ptrdiff_t stride, size_t count);
void __gomarmot_write_range(void *address, size_t size, ptrdiff_t stride, size_t count);

/* An atomic operation of the program, about to be done. */
void __gomarmot_atomic(void *address, size_t size, int writes);

/* A memory fence of the program, such as atomic_thread_fence, has been done. */
void __gomarmot_fence(void);

#ifdef __cplusplus
}
#endif
#endif
