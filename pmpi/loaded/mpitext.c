/* Which loaded code belongs to the MPI library. */
#define _GNU_SOURCE
#include "mpitext.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

#include "../base/gm.h"
#include "program.h"
#include "symbols.h"
#include "text.h"

enum { MAX_RANGES = 256 };

/* The code of some objects. Only ever added to, under lock. */
struct texts {
	struct gm_text text[MAX_RANGES];
	unsigned count;
};

static unsigned long long objects_seen; /* dlpi_adds when texts were collected */
static struct texts mpi;                /* the MPI's libraries */
static struct texts fortran;            /* the MPI's libraries for Fortran */
static struct texts others;             /* other objects that have made nested calls */
static pthread_mutex_t range_lock = PTHREAD_MUTEX_INITIALIZER;

/* Whether the name of a file begins with one of the prefixes. */
static int is_named(const char *path, const char *const *prefix)
{
	const char *name = gm_base_name(path);

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

/* Whether an object is the part of an MPI library that Fortran programs call. */
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
	 * libgomarmot.so counts as part of the MPI library: if an MPI function ends with a jump to
	 * another MPI function, a wrapper seems to be the caller of the latter.
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
	if (gm_in_program(at) || in_texts(&others, at))
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
