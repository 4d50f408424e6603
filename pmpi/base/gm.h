/*
 * Attributes, atomic accesses and helpers for paths, for every part of libgomarmot.so.
 * The exports of a part are in the header of its own name.
 */
#ifndef GM_H
#define GM_H

#include <string.h>

#define GM_EXPORT __attribute__((visibility("default")))
#define GM_LIKELY(x) __builtin_expect(!!(x), 1)
#define GM_COLD __attribute__((cold, noinline))
#define GM_HOT static inline __attribute__((always_inline))
#define GM_CALLER __builtin_return_address(0)

/* A PMPI_ name: rarely called from outside the MPI library. */
#define GM_PAST GM_EXPORT __attribute__((cold))

/* A hidden second name of an exported function. */
#define GM_OWN(symbol) __attribute__((alias(symbol), visibility("hidden")))

#define GM_STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define GM_LOAD(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define GM_PUBLISH(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define GM_ACQUIRE(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)

enum { GM_PATH = 3072 }; /* bytes of a log's name */

/* The last part of a path. */
static inline const char *gm_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

#endif
