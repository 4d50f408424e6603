/*
 * Finding the MPI library: its PMPI_ functions, its symbols, its code.
 *
 * A program may load MPI with local scope (Python extensions do). RTLD_NEXT then
 * finds nothing, and the loaded libraries are searched one by one, those with
 * "mpi" in their name first.
 */
#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gm.h"
#include "note.h"
#include "record.h"
#include "stack.h"
#include "tools.h"
#include "zz_wrappers.h"

enum { MAX_OBJECTS = 1024, MAX_RANGES = 256, ERR_ABSENT = 16 };

void *gm_real[GM_FUNCTIONS], *gm_library[GM_FUNCTIONS];
uint8_t gm_chained[GM_KINDS]; /* 1: calls of this kind go on to a tool */

/* The code of some objects. Only ever added to, under lock. */
struct texts {
	struct gm_text text[MAX_RANGES];
	unsigned count;
};

static unsigned long long objects_seen; /* dlpi_adds when texts were collected */
static struct texts mpi;                /* the MPI's libraries */
static struct texts fortran;            /* those of them that are for Fortran */
static struct texts others;             /* other objects that have made nested calls */
static pthread_mutex_t range_lock = PTHREAD_MUTEX_INITIALIZER;

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

		if (!names->name[i] || (strstr(base_name(names->name[i]), "mpi") != NULL) != mpi)
			continue;
		object = dlopen(names->name[i], RTLD_LAZY | RTLD_NOLOAD);
		if (!object)
			continue;
		found = dlsym(object, symbol);
		dlclose(object);
		if (found && !is_own(found))
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
 * The address of a variable of the MPI library, or NULL. The variable in use
 * may be a copy in the executable, so the search begins there.
 */
GM_COLD void *gm_find_variable(const char *symbol)
{
	void *found = dlsym(RTLD_DEFAULT, symbol);

	return found ? found : find_anywhere(symbol);
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
 * Where a call of MPI_X continues: a tool may come after gomarmot in the order
 * in which symbols are searched. The MPI library itself is called by PMPI_X.
 */
GM_COLD void *gm_resolve(unsigned fn)
{
	const int saved = errno;
	void *f = gm_library_of(fn), *next = dlsym(RTLD_NEXT, gm_real_name[fn] + 1);

	if (next && !is_own(next) && !in_one_object(next, f)) {
		f = next;
		GM_STORE(&gm_chained[gm_kind_of[fn]], 1);
	}
	GM_STORE(&gm_real[fn], f);
	errno = saved;
	return f;
}

/* Whether the name of a file begins with one of these prefixes. */
static int is_named(const char *path, const char *const *prefix)
{
	const char *name = base_name(path);

	for (; *prefix; prefix++)
		if (!strncmp(name, *prefix, strlen(*prefix)))
			return 1;
	return 0;
}

/* Whether an object belongs to an MPI library. */
static int is_mpi_object(const char *path)
{
	static const char *const prefixes[] = {
		"libmpi.",
		"libmpi_",
		"libmpich",
		"libmpicxx",
		"libmpifort",
		"libfmpich",
		"libpmpi",
		"libopen-",
		"libompi",
		"libmca_",
		"mca_",
		"libmvapich",
		NULL,
	};
	return is_named(path, prefixes);
}

/* Whether it is the part of an MPI library that Fortran programs call. */
static int is_fortran_layer(const char *path)
{
	static const char *const prefixes[] = {
		"libmpi_mpifh", "libmpi_usempi", "libmpifort", "libmpichfort", "libfmpich", NULL};

	return is_named(path, prefixes);
}

static int in_texts(const struct texts *t, uintptr_t at)
{
	const unsigned count = GM_ACQUIRE(&t->count);

	for (unsigned i = 0; i < count; i++)
		if (gm_in_text(&t->text[i], at))
			return 1;
	return 0;
}

static void add_text(struct texts *t, struct gm_text text)
{
	if (!text.size || t->count == MAX_RANGES || in_texts(t, text.from))
		return;
	t->text[t->count] = text;
	GM_PUBLISH(&t->count, t->count + 1);
}

/* From the first executable segment to the last; usually there is one. */
struct gm_text gm_text_of(const struct dl_phdr_info *info)
{
	uintptr_t from = UINTPTR_MAX, to = 0;

	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		const uintptr_t at = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
			continue;
		from = at < from ? at : from;
		to = at + p->p_memsz > to ? at + p->p_memsz : to;
	}
	return to > from ? (struct gm_text){from, to - from} : (struct gm_text){0, 0};
}

static int collect_text(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct gm_text text = gm_text_of(info);
	const uintptr_t at = (uintptr_t)arg;

	(void)size;
	GM_STORE(&objects_seen, info->dlpi_adds);
	if (in_texts(&mpi, text.from))
		return 0;
	if (is_fortran_layer(info->dlpi_name))
		add_text(&fortran, text);
	/*
	 * This library counts as the MPI's: where an MPI function ends by jumping to
	 * another one, a wrapper here seems to be the caller of that one.
	 */
	if (gm_in_text(&text, (uintptr_t)collect_text) ||
		(is_mpi_object(info->dlpi_name) && !gm_is_tool(info)))
		add_text(&mpi, text);
	else if (at && gm_in_text(&text, at))
		add_text(&others, text);
	return 0;
}

static void collect(const void *pc)
{
	pthread_mutex_lock(&range_lock);
	dl_iterate_phdr(collect_text, (void *)pc);
	pthread_mutex_unlock(&range_lock);
}

/* Notes where the MPI library's code is. */
void gm_collect_mpi_text(void)
{
	collect(NULL);
}

static int count_objects(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	*(unsigned long long *)arg = info->dlpi_adds;
	return 1;
}

/*
 * Whether pc is in the MPI library's own code. MPI libraries load parts of
 * themselves late, so an address in an object not seen before is looked up. Code
 * that is in no object, because it was generated at run time, is looked up only
 * once.
 */
int gm_in_mpi(const void *pc)
{
	static uintptr_t last; /* in no object */
	const uintptr_t at = (uintptr_t)pc;
	unsigned long long objects = 0;

	if (in_texts(&mpi, at))
		return 1;
	if (gm_in_text(&gm_program, at) || in_texts(&others, at))
		return 0;
	dl_iterate_phdr(count_objects, &objects);
	if (objects == GM_LOAD(&objects_seen) && at == GM_LOAD(&last))
		return 0;
	collect(pc);
	GM_STORE(&last, at);
	return in_texts(&mpi, at);
}

/* Whether pc is in the part of the MPI library that Fortran programs call. */
int gm_in_fortran_layer(const void *pc)
{
	return gm_in_mpi(pc) && in_texts(&fortran, (uintptr_t)pc);
}
