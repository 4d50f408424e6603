/*
 * A run time of ../access.h for tests: it keeps, for each byte of some regions, whether it has been
 * read and written, as the compiler's pass says (recorded) and as the program itself says
 * (expected).
 */
#ifndef RECORD_H
#define RECORD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { REGIONS = 8 };

/* Region id is memory that is watched, or where expect() hears of accesses. part: the
 * tables have the bits of all bytes for 0, of some bytes otherwise. */
void record_region(int id, void *memory, size_t size, unsigned part);
void expect_region(int id, void *memory);
void record_begin(void);

/* What is recorded in between does not count: the table's bits are 0. */
void record_end(void);

void expect_read(const void *memory, size_t size);
void expect_write(const void *memory, size_t size);
/* A read that some compilers make and others do not. */
void may_read(const void *memory, size_t size);
void expect_atomic(const void *memory, size_t size, int writes);

/* Compares, prints what is wrong, returns how many kernels have been wrong so far. */
int compare(const char *what);

/* The optimizer may leave out reads of what the program has written, and those of values that
 * nothing uses. */
extern int optimized;

#ifdef __cplusplus
}
#endif
#endif
