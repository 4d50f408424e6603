/*
 * Finding the functions and variables of the MPI library.
 *
 * A program may load MPI with local scope (Python extensions do). RTLD_NEXT then finds nothing, and
 * the loaded libraries are searched in turn, libraries with "mpi" in their name first.
 *
 * A thread is not cancelled meanwhile (cancel.c).
 */
#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "../base/gm.h"
#include "../base/note.h"
#include "../base/record.h"
#include "../base/zz_wrappers.h"
#include "cancel.h"
#include "loader.h"

enum { MAX_OBJECTS = 1024, ERR_ABSENT = 16 };

void *gm_real[GM_FUNCTIONS], *gm_library[GM_FUNCTIONS];
uint8_t gm_chained[GM_KINDS]; /* 1: calls of this kind go on to a tool */

struct names {
	unsigned count;
	char *name[MAX_OBJECTS];
};

static int collect_name(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct names *names = arg;

	(void)size;
	if (info->dlpi_name[0] && names->count < MAX_OBJECTS)
		names->name[names->count++] = strdup(info->dlpi_name);
	return 0;
}

/* Whether the address is in this library, which has the same symbols. */
static int is_own(const void *address)
{
	Dl_info own, other;

	return dladdr(gm_real, &own) && dladdr(address, &other) && own.dli_fbase == other.dli_fbase;
}

static void *find_in(const struct names *names, const char *symbol, int mpi)
{
	for (unsigned i = 0; i < names->count; i++) {
		void *object, *found;

		if (!names->name[i] || (strstr(gm_base_name(names->name[i]), "mpi") != NULL) != mpi)
			continue;
		object = dlopen(names->name[i], RTLD_LAZY | RTLD_NOLOAD);
		if (!object)
			continue;
		found = gm_dlsym(object, symbol);
		dlclose(object);
		if (found && !is_own(found))
			return found;
	}
	return NULL;
}

/* Searches the loaded objects in turn. */
static void *find_anywhere(const char *symbol)
{
	struct names *names = calloc(1, sizeof *names);
	void *found;

	if (!names)
		return NULL;
	dl_iterate_phdr(collect_name, names);
	found = find_in(names, symbol, 1);
	if (!found)
		found = find_in(names, symbol, 0);
	for (unsigned i = 0; i < names->count; i++)
		free(names->name[i]);
	free(names);
	return found;
}

static void *find(void *where, const char *symbol)
{
	const struct gm_cancel before = gm_cancel_off();
	void *found = gm_dlsym(where, symbol);

	if (!found)
		found = find_anywhere(symbol);
	gm_cancel_on(&before);
	return found;
}

/* The address of a function of the MPI library, or NULL. */
GM_COLD void *gm_find(const char *symbol)
{
	return find(RTLD_NEXT, symbol);
}

/*
 * The address of a variable of the MPI library, or NULL. The variable in use
 * may be a copy in the executable, so the search begins there.
 */
GM_COLD void *gm_find_variable(const char *symbol)
{
	return find(RTLD_DEFAULT, symbol);
}

/* Finds several functions. Returns NULL, or the name of the first missing function. */
const char *gm_find_all(const struct gm_symbol *wanted, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		void *f = gm_find(wanted[i].name);

		if (!f)
			return wanted[i].name;
		*(void **)wanted[i].slot = f;
	}
	return NULL;
}

/* Called in place of a function that this MPI lacks. */
static int absent(void)
{
	return ERR_ABSENT;
}

/* The MPI library's function, looked up once; never NULL. */
GM_COLD void *gm_resolve_library(unsigned fn)
{
	int saved = errno;
	void *f = gm_find(gm_real_name[fn]);

	if (!f) /* a library may lack a PMPI_ name: MPICH 5.0.2's libmpi_abi does */
		f = gm_find(gm_real_name[fn] + 1);
	if (!f) {
		gm_note("this MPI library has no %s; the call returns an error", gm_real_name[fn]);
		f = (void *)absent;
	}
	GM_STORE(&gm_library[fn], f);
	errno = saved;
	return f;
}

static int in_one_object(const void *a, const void *b)
{
	Dl_info of_a, of_b;

	return dladdr(a, &of_a) && dladdr(b, &of_b) && of_a.dli_fbase == of_b.dli_fbase;
}

/*
 * Returns the function with which a call of MPI_X continues: MPI_X of a tool that comes after
 * gomarmot in the order in which symbols are searched, otherwise PMPI_X of the MPI library.
 */
GM_COLD void *gm_resolve(unsigned fn)
{
	const int saved = errno;
	const struct gm_cancel before = gm_cancel_off();
	void *f, *next;

	f = gm_library_of(fn);
	next = gm_dlsym(RTLD_NEXT, gm_real_name[fn] + 1);
	if (next && !is_own(next) && !in_one_object(next, f)) {
		f = next;
		GM_STORE(&gm_chained[gm_kind_of[fn]], 1);
	}
	GM_STORE(&gm_real[fn], f);
	errno = saved;
	gm_cancel_on(&before);
	return f;
}
