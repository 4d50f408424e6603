/*
 * Threads that the program itself creates between MPI_Init and MPI_Finalize although the MPI
 * library provides MPI_THREAD_SINGLE. The first place in the program becomes a record when
 * MPI_Finalize is called.
 *
 * pthread_create goes on to the next function of this name with the same arguments, and its result
 * is returned. Threads that libraries start are not the program's, with one exception: a library by
 * which OpenMP or C++ code creates threads, if the program's own code has called it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "../base/gm.h"
#include "../base/record.h"
#include "../loaded/loader.h"
#include "../loaded/program.h"
#include "../loaded/text.h"
#include "../record/ring.h"
#include "../record/thread.h"
#include "created.h"
#include "stack.h"

enum {
	LIBRARIES = 4,
	LOOKS = 64 /* unwindings for threads that libraries have created, at most */
};

static const char *const language[] = {"libgomp.", "libomp.", "libiomp5.", "libstdc++.", "libc++."};

static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static struct gm_text library[LIBRARIES]; /* the libraries above that are loaded */
static unsigned libraries;

static uint32_t watching; /* the program must not create threads now */
static uintptr_t place;   /* where it has created a thread; 0: nowhere */
static uint32_t looks;

/* At load time: later, dlsym could wait for a thread that loads a library. */
__attribute__((constructor)) static void find_next(void)
{
	if (!GM_LOAD(&next))
		GM_STORE(&next, gm_dlsym(RTLD_NEXT, "pthread_create"));
}

static int note_library(struct dl_phdr_info *info, size_t size, void *arg)
{
	const char *const slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
	const char *const name = slash ? slash + 1 : "";

	(void)size;
	(void)arg;
	for (unsigned i = 0; i < sizeof language / sizeof *language; i++)
		if (libraries < LIBRARIES && !strncmp(name, language[i], strlen(language[i])))
			library[libraries++] = gm_text_of(info);
	return 0;
}

/*
 * When recording starts; single: only one thread may exist. A sanitizer that is linked to the
 * program calls pthread_create for all libraries, which then look like the program.
 */
void gm_created_watch(int single)
{
	const struct gm_text own = gm_text_at((const void *)gm_created_watch);

	if (!single || !gm_in_text(&own, (uintptr_t)gm_dlsym(RTLD_DEFAULT, "pthread_create")))
		return;
	dl_iterate_phdr(note_library, NULL);
	GM_PUBLISH(&watching, 1);
}

/* The program's code that has created a thread by a call that returns to pc; 0: it has not. */
static uintptr_t creator(uintptr_t pc)
{
	if (gm_is_own(pc))
		return pc;
	for (unsigned i = 0; i < libraries; i++)
		if (gm_in_text(&library[i], pc)) {
			if (!gm_self || __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) >= LOOKS)
				return 0;
			return gm_stack_out_of(gm_self, (const void *)pc, &library[i]);
		}
	return 0;
}

GM_COLD static void note(uintptr_t pc)
{
	const int saved = errno;
	const uintptr_t by = creator(pc);
	uintptr_t none = 0;

	if (by)
		__atomic_compare_exchange_n(
			&place, &none, by, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	errno = saved;
}

GM_EXPORT int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
	void *(*start)(void *), void *restrict arg)
{
	int err;

	if (!GM_LIKELY(GM_LOAD(&next) != NULL))
		find_next();
	err = GM_LOAD(&next)(thread, attr, start, arg);
	if (!err && GM_ACQUIRE(&watching) && !GM_LOAD(&place))
		note((uintptr_t)GM_CALLER);
	return err;
}

/* When MPI_Finalize is called. */
void gm_created_end(struct gm_thread *t)
{
	const uintptr_t at = GM_LOAD(&place);

	if (GM_LOAD(&watching) && at)
		gm_record(t, GM_META(GM_KIND_CREATED, GM_ONCE, 0, 0), (const void *)at, NULL);
	GM_STORE(&watching, 0);
}
