/* Kernels of the test GPU. */
#ifndef GPUTEST_KERNEL_H
#define GPUTEST_KERNEL_H

#include <stddef.h>

/*
 * A kernel is a function on the processor, called once for the whole grid. The driver replaces
 * addresses of device memory in its arguments by addresses that the processor can access.
 */
struct gputest_kernel {
	const char *name; /* mangled, as the compiler does */
	void (*run)(void **arguments);
	unsigned n;
	size_t sizes[8]; /* of its parameters */
};

#define GPUTEST_KERNEL(function, mangled, ...)                                    \
	static void function##_run(void **);                                      \
	static struct gputest_kernel function = {mangled, function##_run,         \
		sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t), {__VA_ARGS__}}; \
	static void function##_run(void **arguments)

/* Argument i of a kernel. */
#define GPU_ARG(type, i) (*(type *)arguments[i])

#endif
