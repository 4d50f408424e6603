/*
 * Finding the MPI library: its PMPI_ functions, its symbols, its text.
 *
 * A program may load MPI with local scope (Python extensions do); then
 * RTLD_NEXT finds nothing and the libraries already loaded are searched one
 * by one, those with "mpi" in their name first.
 */
#define _GNU_SOURCE
#include "gm.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "zz_wrappers.h"

enum { MAX_OBJECTS = 1024, MAX_RANGES = 64, ERR_ABSENT = 16 };

void *gm_real[GM_FUNCTIONS];

static struct {
	uintptr_t from, to;
} ranges[MAX_RANGES]; /* executable segments of the MPI's libraries */
static unsigned range_count;

struct names {
	unsigned count;
	char *name[MAX_OBJECTS];
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static int collect_name(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct names *names = arg;

	(void)size;
	if (info->dlpi_name[0] && names->count < MAX_OBJECTS)
		names->name[names->count++] = strdup(info->dlpi_name);
	return 0;
}

static void *find_in(const struct names *names, const char *symbol, int mpi)
{
	for (unsigned i = 0; i < names->count; i++) {
		void *object, *found;

		if (!names->name[i] || (strstr(base_name(names->name[i]), "mpi") != NULL) != mpi)
			continue;
		object = dlopen(names->name[i], RTLD_LAZY | RTLD_NOLOAD);
		if (!object)
			continue;
		found = dlsym(object, symbol);
		dlclose(object);
		if (found)
			return found;
	}
	return NULL;
}

/* Searches the loaded objects one by one. */
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

/* The address of a function of the MPI library, or NULL. */
GM_COLD void *gm_find(const char *symbol)
{
	void *found = dlsym(RTLD_NEXT, symbol);

	return found ? found : find_anywhere(symbol);
}

/*
 * The address of a variable of the MPI library, or NULL. The one in use may
 * be a copy inside the executable, so the search begins there.
 */
GM_COLD void *gm_find_variable(const char *symbol)
{
	void *found = dlsym(RTLD_DEFAULT, symbol);

	return found ? found : find_anywhere(symbol);
}

/* Stands for a function that this MPI does not have. */
static int absent(void)
{
	return ERR_ABSENT;
}

/* Looks the real function up once; never returns NULL. */
GM_COLD void *gm_resolve(unsigned fn)
{
	int saved = errno;
	void *f = gm_find(gm_real_name[fn]);

	if (!f) {
		gm_note("this MPI library has no %s; the call returns an error", gm_real_name[fn]);
		f = (void *)absent;
	}
	GM_STORE(&gm_real[fn], f);
	errno = saved;
	return f;
}

/* Whether an object belongs to an MPI library, by the name of its file. */
static int is_mpi_object(const char *path)
{
	static const char *const prefixes[] = {
		"libmpi",
		"libmpich",
		"libfmpich",
		"libpmpi",
		"libopen-",
		"libompi",
		"libmca_",
		"mca_",
		"libmvapich",
	};
	const char *name = base_name(path);

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			return 1;
	return 0;
}

static int collect_text(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	if (!is_mpi_object(info->dlpi_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum && range_count < MAX_RANGES; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		ranges[range_count].from = info->dlpi_addr + p->p_vaddr;
		ranges[range_count].to = info->dlpi_addr + p->p_vaddr + p->p_memsz;
		range_count++;
	}
	return 0;
}

/* Notes where the MPI library's code lies. Called before recording starts. */
void gm_collect_mpi_text(void)
{
	range_count = 0;
	dl_iterate_phdr(collect_text, NULL);
}

/* Whether pc lies in the MPI library's own code. */
int gm_in_mpi(const void *pc)
{
	const uintptr_t at = (uintptr_t)pc;

	for (unsigned i = 0; i < range_count; i++)
		if (at >= ranges[i].from && at < ranges[i].to)
			return 1;
	return 0;
}
