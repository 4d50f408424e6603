/* When the library is loaded: the tables, and the way to libgomarmot.so. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "bridge.h"
#include "caller.h"
#include "log.h"
#include "note.h"
#include "table.h"
#include "watched.h"

static const struct gomarmot_tracking tracking = {
	.version = GOMARMOT_TRACKING,
	.begin = ga_caller_setup,
	.watch = ga_watch,
	.unwatch = ga_unwatch,
	.arm = ga_arm,
	.disarm = ga_disarm,
	.take = ga_log_take,
	.take_others = ga_log_take_others,
	.fences = ga_log_fences,
};

static void say(const char *what, const char *why, const char *consequence)
{
	char line[512];
	const int n = snprintf(line, sizeof line, "gomarmot: %s%s%s\n", what, why, consequence);

	if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
		return; /* the error stream is closed */
}

/*
 * The sanitizer whose run-time library is in the process and has its own tables there; NULL: none.
 * The library of ThreadSanitizer replaces functions of the C library, which do not work before that
 * library is initialized.
 */
static const char *sanitizer(void)
{
	void (*init)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "__tsan_init");

	if (dlsym(RTLD_DEFAULT, "__asan_init"))
		return "AddressSanitizer";
	if (dlsym(RTLD_DEFAULT, "__msan_init"))
		return "MemorySanitizer";
	if (dlsym(RTLD_DEFAULT, "__tsan_get_report_data")) {
		if (init)
			init();
		return "ThreadSanitizer";
	}
	return NULL;
}

static int object_tests(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	return ga_note_of(info) == GA_TESTS;
}

/*
 * Continues without tables, or ends the process. Code that calls this library for each access can
 * run without tables; code that reads the tables itself would die of SIGSEGV at its first access.
 */
static void without_tables(const char *why, const char *remedy)
{
	if (!dl_iterate_phdr(object_tests, NULL)) {
		say(why, "", "; loads and stores of the program are not recorded");
		return;
	}
	say(why, ", and this program was compiled by gomarmot cc to use them; ", remedy);
	_exit(EXIT_FAILURE);
}

static int make_tables(void)
{
	const char *const other = sanitizer();
	char why[128];

	if (other) {
		snprintf(why, sizeof why,
			"%s has its memory where the tables of "
			"libgomarmot-access.so would be",
			other);
		without_tables(why, "compile without one of them");
		return -1;
	}
	if (!ga_reserve())
		return 0;
	snprintf(why, sizeof why, "cannot reserve 32 TiB of address space for tables (%s)",
		strerror(errno));
	without_tables(why, "allow it (ulimit -v unlimited; vm.overcommit_memory other than 2), or "
			    "compile without gomarmot cc");
	return -1;
}

/*
 * The library is linked with -z initfirst, so this comes before anything else in the process: the
 * initialization of another library may already run code of the program, such as an inline function
 * of C++ that both have. The C library is not initialized yet: it has no environment, and nothing
 * may be opened (dlopen), as that would initialize it without an environment.
 */
__attribute__((constructor(101))) static void at_load(void)
{
	int (*track)(const struct gomarmot_tracking *);

	if (make_tables())
		return;
	ga_log_setup();
	track = (int (*)(const struct gomarmot_tracking *))dlsym(RTLD_DEFAULT, "gomarmot_track");
	ga_caller_modules();
	if (track)
		track(&tracking);
}
