/* Functions that replace functions of the MPI library (install.c). */
#ifndef GM_INSTALL_H
#define GM_INSTALL_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* A function that replaces fn; *real becomes the function that it replaces. */
struct gm_replaced {
	unsigned fn;
	void *by;
	void *real; /* a function pointer's address */
};

void gm_replace(const struct gm_replaced *list, size_t n);
void *gm_instead(unsigned fn);

/*
 * A function and its variant with large counts (MPI_Send and MPI_Send_c) have the same arguments in
 * registers, so a single function replaces both: its first argument is 1 if the variant was called.
 * The variant's number follows the function's own, and real is an array of two.
 */
#define GM_BOTH(name, parameters, ...)       \
	static int name##_small parameters   \
	{                                    \
		return name(0, __VA_ARGS__); \
	}                                    \
	static int name##_large parameters   \
	{                                    \
		return name(1, __VA_ARGS__); \
	}

#define GM_REPLACE_BOTH(function, name, real)                  \
	{GM_FN_##function, name##_small, &(real)[0]},          \
	{                                                      \
		GM_FN_##function##_c, name##_large, &(real)[1] \
	}

/* A count, of which callers of a function without large counts set the lower half only. */
static inline intptr_t gm_count(int large, intptr_t n)
{
	return large ? n : (int32_t)n;
}

#pragma GCC visibility pop

#endif
