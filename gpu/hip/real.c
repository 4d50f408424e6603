/*
 * HIP's own functions, to which calls are forwarded: the functions that come after this library
 * in the order of symbols, otherwise the functions of libamdhip64.so, which an extension module
 * of Python may have loaded with local scope. Each function has a single version in the
 * libraries known so far.
 */
#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static int is_hip(struct dl_phdr_info *info, size_t size, void *found)
{
	const char *name = strrchr(info->dlpi_name, '/');

	(void)size;
	if (strncmp(name ? name + 1 : info->dlpi_name, "libamdhip64.so", 14) != 0)
		return 0;
	*(const char **)found = info->dlpi_name;
	return 1;
}

static void *in_hip(const char *name)
{
	const char *path = NULL;
	void *library, *function;

	if (!dl_iterate_phdr(is_hip, &path))
		return NULL;
	library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
	if (!library)
		return NULL;
	function = dlsym(library, name);
	dlclose(library); /* the program keeps the library loaded */
	return function;
}

/* Returns the function, and keeps it in *kept; NULL: HIP is not loaded, or its version does not
 * have the function. */
gh_function *gh_real(gh_function **kept, const char *name)
{
	gh_function *function = __atomic_load_n(kept, __ATOMIC_RELAXED);

	if (function)
		return function;
	function = (gh_function *)dlsym(RTLD_NEXT, name);
	if (!function)
		function = (gh_function *)in_hip(name);
	__atomic_store_n(kept, function, __ATOMIC_RELAXED);
	return function;
}
