/*
 * Tools: objects other than the MPI library that define MPI functions. The program itself may be a
 * tool. A tool that stands before gomarmot in the search order of symbols gets the program's calls
 * first. Calls that it passes on by their PMPI_ names, or to a function that it looks up, still
 * reach gomarmot. If the tool finds the MPI library in other ways, they may not.
 */
#define _GNU_SOURCE
#include "tools.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/note.h"
#include "../base/zz_wrappers.h"
#include "loader.h"
#include "real.h"
#include "symbols.h"
#include "text.h"

enum { UNSEEN = 32768 };

/* The search for functions whose calls may not reach gomarmot. */
struct search {
	const void *found[GM_FUNCTIONS]; /* the function of this name, unless it is gomarmot's */
	const void *init;                /* the caller of the initialization */
	struct gm_text own;
	char *text; /* becomes gm_unseen */
	size_t used;
	int is_program;       /* true for the first object */
	const char *importer; /* the object whose imports are looked at; NULL: its line has begun */
};

static void add_text(struct search *s, const char *before, const char *text)
{
	const int n = snprintf(s->text + s->used, UNSEEN - s->used, "%s%s", before, text);

	if (n > 0 && (size_t)n < UNSEEN - s->used)
		s->used += (size_t)n;
	else
		s->text[s->used] = '\0';
}

/*
 * Whether calls of a function that the object takes reach gomarmot: the object calls PMPI_X, can
 * call it by other PMPI_ functions, looks functions up (lookup.c), or has passed on the
 * initialization. If the program is the object, the initialization proves nothing: the program
 * itself may have made that call.
 */
static int passes_on(
	const struct gm_object *o, unsigned fn, const struct search *s, const struct gm_text *text)
{
	if (o->has[fn] & GM_DEFINES_PMPI)
		return 0; /* it is the MPI library, in front of gomarmot */
	return o->has[fn] & GM_IMPORTS_PMPI || o->looks_up || o->shifts ||
	       (!s->is_program && gm_in_text(text, (uintptr_t)s->init));
}

/*
 * 1: the program has wrappers of its own that may call MPI_ names. The place
 * that matters to the user is where the program calls the wrapper.
 */
int gm_program_wraps;

static int search_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	static struct gm_object o;
	const struct gm_text text = gm_text_of(info);
	struct search *s = arg;
	int known = 0, told = 0;

	(void)size;
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		if (!s->found[fn] || !gm_in_text(&text, (uintptr_t)s->found[fn]))
			continue;
		if (!known)
			gm_look_at(&o, info);
		known = 1;
		if (!(o.has[fn] & GM_DEFINES))
			continue;
		gm_program_wraps |= s->is_program && o.looks_up;
		if (passes_on(&o, fn, s, &text))
			continue;
		if (!told)
			add_text(s, s->used ? "\n" : "", s->is_program ? "" : info->dlpi_name);
		told = 1;
		add_text(s, "\t", gm_mpi_name(fn));
	}
	s->is_program = 0;
	return 0;
}

static void add_import(void *arg, const char *name)
{
	struct search *s = arg;

	if (s->importer) {
		add_text(s, s->used ? "\n" : "", s->importer);
		s->importer = NULL;
	}
	add_text(s, "\t", name);
}

/* Adds the MPIX_ functions that an object calls and gomarmot does not wrap. */
static int search_imports(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *s = arg;

	(void)size;
	s->importer = s->is_program ? "" : info->dlpi_name;
	s->is_program = 0;
	gm_unwrapped(info, add_import, s);
	return 0;
}

/* gomarmot's own code. */
static struct gm_text own_text(void)
{
	return gm_text_at((const void *)own_text);
}

const char *gm_unseen = "";

/*
 * Finds the functions whose calls may not reach gomarmot. gm_unseen gets a line for each object
 * that takes such calls: its path (empty for the program), then the names, each after a tab.
 * init is the caller of the initialization. Objects that call MPIX_ functions that gomarmot does
 * not wrap get a line, too.
 */
void gm_find_unseen(const void *init)
{
	static char text[UNSEEN];
	static struct search s;

	s = (struct search){.init = init, .own = own_text(), .text = text, .is_program = 1};
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		const void *f = gm_dlsym(RTLD_DEFAULT, gm_mpi_name(fn));

		if (f && !gm_in_text(&s.own, (uintptr_t)f))
			s.found[fn] = f;
	}
	dl_iterate_phdr(search_object, &s);
	s.is_program = 1;
	dl_iterate_phdr(search_imports, &s);
	gm_unseen = text;
}

/* The number that the launcher has given this process, which is its rank; NULL: none. */
const char *gm_launched_as(void)
{
	static const char *const ranks[] = {
		"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
	const char *rank = NULL;

	for (size_t i = 0; i < sizeof ranks / sizeof *ranks && !rank; i++)
		rank = getenv(ranks[i]);
	return rank;
}

/*
 * At the end of a program that used MPI: says why nothing was recorded. If the launcher numbers
 * the processes, only the first process says it.
 */
void gm_say_unwatched(void)
{
	const char *const rank = gm_launched_as();
	void *init = gm_dlsym(RTLD_DEFAULT, "MPI_Init");
	struct gm_text own;
	Dl_info info;

	if ((rank && strcmp(rank, "0")) || !gm_mpi_says("PMPI_Initialized"))
		return;
	own = own_text();
	if (init && !gm_in_text(&own, (uintptr_t)init) && dladdr(init, &info))
		gm_note("nothing was recorded: MPI_Init is that of %s, which did not call "
			"PMPI_Init; load gomarmot in front of it, or run without it",
			info.dli_fname);
	else
		gm_note("nothing was recorded: MPI was initialized by a call that gomarmot did not "
			"see, such as that of a library that was loaded with RTLD_DEEPBIND; "
			"load it without that flag, or call MPI_Init by its name");
}
