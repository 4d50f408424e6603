/* When the library is loaded: the way to libgomarmot.so. */
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
 * Where a sanitizer's run time has the heap, it watches it itself, and better; libgomarmot.so is
 * then told nothing.
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
