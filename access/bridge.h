/*
 * The interface between libgomarmot-access.so and libgomarmot.so. libgomarmot.so exports
 * gomarmot_track, which libgomarmot-access.so calls when it is loaded; neither needs the other to
 * be there.
 */
#ifndef GOMARMOT_BRIDGE_H
#define GOMARMOT_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#define GOMARMOT_TRACKING 3 /* the version of this interface */

/* The kind of an access: bits, as in records (event.Access). */
enum { GOMARMOT_WROTE = 1, GOMARMOT_WAS_ATOMIC = 2, GOMARMOT_FENCE = 4 };

/* Which accesses are of interest. */
enum { GOMARMOT_FOR_READS = 1, GOMARMOT_FOR_WRITES = 2 };

/* Bytes of the words of a bitmap. */
enum { GOMARMOT_BITS = 512 };

/* Bytes that the instruction before pc has accessed: count runs of size bytes, stride bytes
 * apart, from lo on. */
struct gomarmot_series {
	uintptr_t pc;
	uintptr_t lo;
	uint64_t size;
	uint64_t count;
	int64_t stride;
	uint32_t kind;
};

/* Scattered bytes that the instruction before pc has accessed: a bit for each unit from lo on. */
struct gomarmot_bits {
	uintptr_t pc;
	uintptr_t lo;
	uint32_t unit; /* 1, 2, 4 or 8 bytes */
	uint32_t kind;
	uint64_t bits[GOMARMOT_BITS / 64];
};

/* The number of a thread that has made no MPI call. */
#define GOMARMOT_NO_THREAD UINT32_MAX

/* Receives logged accesses: of the calling thread, then of each thread that a call of from names.
 */
struct gomarmot_sink {
	void (*from)(void *to, uint32_t thread);
	void (*series)(void *to, const struct gomarmot_series *series);
	void (*bits)(void *to, const struct gomarmot_bits *bits);
	void *to;
};

struct gomarmot_tracking {
	uint32_t version;
	/* Recording begins; called before the other functions. */
	void (*begin)(void);
	/* Window memory: all accesses are of interest, again after each release. */
	void (*watch)(const void *at, size_t size);
	void (*unwatch)(const void *at, size_t size);
	/* Memory that an operation uses: accesses of the kinds are of interest, once. */
	void (*arm)(const void *at, size_t size, uint32_t kinds);
	void (*disarm)(const void *at, size_t size);
	/*
	 * Hands over the logged accesses of this thread, whose number is thread, and of all other
	 * threads. release: afterwards accesses of window memory are of interest again.
	 */
	void (*take)(const struct gomarmot_sink *sink, int release, uint32_t thread);
	/* Hands over the logged accesses of all other threads only. */
	void (*take_others)(const struct gomarmot_sink *sink, int release);
	/* Whether fences of the processor are of interest: processes share window memory. */
	void (*fences)(int on);
};

/* Exported by libgomarmot.so; 0 if it knows this version. */
int gomarmot_track(const struct gomarmot_tracking *tracking);

#endif
