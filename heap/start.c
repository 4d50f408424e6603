/* When the library is loaded, registers its functions with libgomarmot.so. */
#define _GNU_SOURCE
#include "start.h"

#include <dlfcn.h>

#include "find.h"
#include "real.h"

const struct gomarmot_owner *gh_owner;

static void own(const struct gomarmot_owner *owner)
{
	__atomic_store_n(&gh_owner, owner, __ATOMIC_RELEASE);
}

static const struct gomarmot_heap heap = {
	.version = GOMARMOT_HEAP,
	.find = gh_find,
	.mark = gh_mark,
	.own = own,
};

/*
 * Whether the program has a sanitizer. A sanitizer checks the heap itself, and more thoroughly;
 * this library then does not register.
 */
static int sanitized(void)
{
	return dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__msan_init") ||
	       dlsym(RTLD_DEFAULT, "__tsan_get_report_data");
}

__attribute__((constructor(101))) static void at_load(void)
{
	int (*tell)(const struct gomarmot_heap *);

	if (!gh_resolve() || sanitized())
		return;
	tell = (int (*)(const struct gomarmot_heap *))dlsym(RTLD_DEFAULT, "gomarmot_heap");
	if (tell)
		tell(&heap);
}
