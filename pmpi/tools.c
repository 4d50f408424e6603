/*
 * Tools: objects other than the MPI library that define MPI functions. The
 * program itself may be one. A tool in front of gomarmot, in the order in which
 * symbols are searched, gets the program's calls first. Those that it passes on
 * by their PMPI_ names, or to the next MPI_ name, still reach gomarmot. If the
 * tool can find the MPI library in other ways, they may not.
 */
#define _GNU_SOURCE
#include "tools.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "note.h"
#include "text.h"
#include "zz_wrappers.h"

enum { NAMES = 2048, UNSEEN = 32768 }; /* NAMES: a power of two, > 2 * GM_FUNCTIONS */

_Static_assert(NAMES > 2 * GM_FUNCTIONS, "a table with free entries");

/* What an object has to do with a function. */
enum { DEFINES = 1, IMPORTS_PMPI = 2, DEFINES_PMPI = 4 };

struct object {
	uint8_t has[GM_FUNCTIONS];
	int looks_up; /* it imports dlsym */
	int opens;    /* it imports dlopen */
	int shifts;   /* it imports any name with PMPI_ */
};

static uint16_t by_name[NAMES]; /* 1 + the number of a function; 0: free */
static pthread_once_t by_name_once = PTHREAD_ONCE_INIT;

static uint32_t hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (uint8_t)*name;
	return h ^ h >> 11;
}

static const char *mpi_name(unsigned fn)
{
	return gm_real_name[fn] + 1;
}

static void fill_by_name(void)
{
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		uint32_t i = hash(mpi_name(fn)) % NAMES;

		while (by_name[i])
			i = (i + 1) % NAMES;
		by_name[i] = (uint16_t)(fn + 1);
	}
}

/* The number of the function with this MPI_ name; -1 if gomarmot does not wrap it. */
static int function_of(const char *name)
{
	for (uint32_t i = hash(name) % NAMES; by_name[i]; i = (i + 1) % NAMES)
		if (!strcmp(mpi_name(by_name[i] - 1u), name))
			return by_name[i] - 1;
	return -1;
}

/* The tables of an object's dynamic symbols. */
struct symbols {
	const ElfW(Sym) * sym;
	const char *text;
	uint32_t count;
};

/* Only the hash table says how many symbols there are. */
static uint32_t count_gnu(const uint32_t *table)
{
	const uint32_t buckets = table[0], first = table[1], bloom = table[2];
	const uint32_t *bucket = table + 4 + bloom * (sizeof(ElfW(Addr)) / sizeof *table);
	const uint32_t *chain = bucket + buckets;
	uint32_t last = 0;

	for (uint32_t i = 0; i < buckets; i++)
		last = bucket[i] > last ? bucket[i] : last;
	if (last < first)
		return first;
	while (!(chain[last - first] & 1))
		last++;
	return last + 1;
}

static struct symbols symbols_of(const struct dl_phdr_info *info)
{
	struct symbols s = {NULL, NULL, 0};
	const ElfW(Dyn) *d = NULL;

	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++) {
		const uintptr_t value = d->d_un.d_ptr;
		/* the loader has turned most of them into addresses, but not all */
		const void *at =
			(const void *)(value < info->dlpi_addr ? info->dlpi_addr + value : value);

		switch (d->d_tag) {
		case DT_SYMTAB:
			s.sym = at;
			break;
		case DT_STRTAB:
			s.text = at;
			break;
		case DT_HASH:
			s.count = ((const uint32_t *)at)[1];
			break;
		case DT_GNU_HASH:
			if (!s.count)
				s.count = count_gnu(at);
			break;
		}
	}
	if (!s.sym || !s.text)
		s.count = 0;
	return s;
}

/* Notes what one symbol says about the object. */
static void add_symbol(struct object *o, const char *name, int defined)
{
	int fn;

	if (!strncmp(name, "MPI_", 4) && defined && (fn = function_of(name)) >= 0)
		o->has[fn] |= DEFINES;
	else if (!strncmp(name, "PMPI_", 5) && (fn = function_of(name + 1)) >= 0) {
		o->has[fn] |= defined ? DEFINES_PMPI : IMPORTS_PMPI;
		o->shifts |= !defined;
	} else if (!strcmp(name, "dlsym") || !strcmp(name, "dlvsym"))
		o->looks_up |= !defined;
	else if (!strcmp(name, "dlopen") || !strcmp(name, "dlmopen"))
		o->opens |= !defined;
}

static void look_at(struct object *o, const struct dl_phdr_info *info)
{
	const struct symbols s = symbols_of(info);

	pthread_once(&by_name_once, fill_by_name);
	memset(o, 0, sizeof *o);
	for (uint32_t i = 0; i < s.count; i++)
		add_symbol(o, s.text + s.sym[i].st_name, s.sym[i].st_shndx != SHN_UNDEF);
}

/* Whether an object with the name of an MPI library is a tool. */
int gm_is_tool(const struct dl_phdr_info *info)
{
	struct object o;
	uint8_t has = 0;

	look_at(&o, info);
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++)
		has |= o.has[fn];
	return (has & (DEFINES | DEFINES_PMPI)) == DEFINES;
}

/* The search for functions whose calls may not reach gomarmot. */
struct search {
	const void *found[GM_FUNCTIONS]; /* the function of this name, unless it is gomarmot's */
	const void *init;                /* the caller of the initialization */
	struct gm_text own;
	char *text; /* becomes gm_unseen */
	size_t used;
	int is_program; /* true for the first object */
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
 * Whether calls of a function that the object takes reach gomarmot: the object
 * calls PMPI_X, can call it by other PMPI_ functions or look up nothing but the next MPI_X, or has
 * passed on the initialization. The last proves nothing about the program, which may have made that
 * call itself.
 */
static int passes_on(
	const struct object *o, unsigned fn, const struct search *s, const struct gm_text *text)
{
	if (o->has[fn] & DEFINES_PMPI)
		return 0; /* it is the MPI library, in front of gomarmot */
	return o->has[fn] & IMPORTS_PMPI || (!o->opens && (o->looks_up || o->shifts)) ||
	       (!s->is_program && gm_in_text(text, (uintptr_t)s->init));
}

/*
 * 1: the program has wrappers of its own that may call MPI_ names. The place
 * that matters to the user is where the program calls the wrapper.
 */
int gm_program_wraps;

static int search_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	static struct object o;
	const struct gm_text text = gm_text_of(info);
	struct search *s = arg;
	int known = 0, told = 0;

	(void)size;
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		if (!s->found[fn] || !gm_in_text(&text, (uintptr_t)s->found[fn]))
			continue;
		if (!known)
			look_at(&o, info);
		known = 1;
		if (!(o.has[fn] & DEFINES))
			continue;
		gm_program_wraps |= s->is_program && o.looks_up;
		if (passes_on(&o, fn, s, &text))
			continue;
		if (!told)
			add_text(s, s->used ? "\n" : "", s->is_program ? "" : info->dlpi_name);
		told = 1;
		add_text(s, "\t", mpi_name(fn));
	}
	s->is_program = 0;
	return 0;
}

/* gomarmot's own code. */
static struct gm_text own_text(void)
{
	return gm_text_at((const void *)own_text);
}

const char *gm_unseen = "";

/*
 * Finds the functions whose calls may not reach gomarmot. gm_unseen becomes one
 * line for each object that takes such calls: its path (empty for the program),
 * then the names, each after a tab. init is the caller of the initialization.
 */
void gm_find_unseen(const void *init)
{
	static char text[UNSEEN];
	static struct search s;

	s = (struct search){.init = init, .own = own_text(), .text = text, .is_program = 1};
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		const void *f = dlsym(RTLD_DEFAULT, mpi_name(fn));

		if (f && !gm_in_text(&s.own, (uintptr_t)f))
			s.found[fn] = f;
	}
	dl_iterate_phdr(search_object, &s);
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
 * At the end of a program that used MPI: says why nothing was recorded. If the
 * launcher numbers the processes, only the first one says it.
 */
void gm_say_unwatched(void)
{
	const char *const rank = gm_launched_as();
	int (*initialized)(int *) = dlsym(RTLD_DEFAULT, "PMPI_Initialized");
	void *init = dlsym(RTLD_DEFAULT, "MPI_Init");
	struct gm_text own;
	Dl_info info;
	int flag = 0;

	if (!initialized || initialized(&flag) || !flag || (rank && strcmp(rank, "0")))
		return;
	own = own_text();
	if (init && !gm_in_text(&own, (uintptr_t)init) && dladdr(init, &info))
		gm_note("nothing was recorded: MPI_Init is that of %s, which did not call "
			"PMPI_Init; load gomarmot in front of it, or run without it",
			info.dli_fname);
	else
		gm_note("nothing was recorded: MPI was initialized by a call that gomarmot did not "
			"see, such as one of a function looked up in the MPI library itself; "
			"call MPI_Init by its name");
}
