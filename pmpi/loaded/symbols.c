/* Which MPI functions loaded objects define and import, as their dynamic symbols say. */
#define _GNU_SOURCE
#include "symbols.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

#include "../base/zz_wrappers.h"

enum { NAMES = 2048 }; /* a power of two, > 2 * GM_FUNCTIONS */

_Static_assert(NAMES > 2 * GM_FUNCTIONS, "a table with free entries");

static uint16_t by_name[NAMES]; /* 1 + the number of a function; 0: free */
static pthread_once_t by_name_once = PTHREAD_ONCE_INIT;

static uint32_t hash(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (uint8_t)*name;
	return h ^ h >> 11;
}

/* The MPI_ name of a function. */
const char *gm_mpi_name(unsigned fn)
{
	return gm_real_name[fn] + 1;
}

static void fill_by_name(void)
{
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		uint32_t i = hash(gm_mpi_name(fn)) % NAMES;

		while (by_name[i])
			i = (i + 1) % NAMES;
		by_name[i] = (uint16_t)(fn + 1);
	}
}

/* gm_function_of once by_name is filled. */
static int function_of(const char *name)
{
	for (uint32_t i = hash(name) % NAMES; by_name[i]; i = (i + 1) % NAMES)
		if (!strcmp(gm_mpi_name(by_name[i] - 1u), name))
			return by_name[i] - 1;
	return -1;
}

/* The number of the function with this MPI_ name; -1 if gomarmot does not wrap it. */
int gm_function_of(const char *name)
{
	pthread_once(&by_name_once, fill_by_name);
	return function_of(name);
}

/* The tables of an object's dynamic symbols. */
struct symbols {
	const ElfW(Sym) * sym;
	const char *text;
	uint32_t count;
};

/* Returns the number of symbols, which only the hash table tells. */
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

/* The tables of an object that is loaded at base, with this dynamic section. */
static struct symbols symbols_at(uintptr_t base, const ElfW(Dyn) * d)
{
	struct symbols s = {NULL, NULL, 0};

	for (; d && d->d_tag != DT_NULL; d++) {
		const uintptr_t value = d->d_un.d_ptr;
		/* the loader has turned most of these values into addresses, but not all */
		const void *at = (const void *)(value < base ? base + value : value);

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

/* The dynamic section of an object. */
const void *gm_dynamic(const struct dl_phdr_info *info)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	return NULL;
}

/* Notes whether a symbol makes the object define or import an MPI function. */
static void add_symbol(struct gm_object *o, const char *name, int defined)
{
	int fn;

	if (!strncmp(name, "MPI", 3) && defined && (fn = function_of(name)) >= 0)
		o->has[fn] |= GM_DEFINES;
	else if (!strncmp(name, "PMPI", 4) && (fn = function_of(name + 1)) >= 0) {
		o->has[fn] |= defined ? GM_DEFINES_PMPI : GM_IMPORTS_PMPI;
		o->shifts |= !defined;
	} else if (!strcmp(name, "dlsym") || !strcmp(name, "dlvsym"))
		o->looks_up |= !defined;
}

/* Finds which MPI functions an object defines or imports. */
void gm_look_at(struct gm_object *o, const struct dl_phdr_info *info)
{
	const struct symbols s = symbols_at(info->dlpi_addr, gm_dynamic(info));

	pthread_once(&by_name_once, fill_by_name);
	memset(o, 0, sizeof *o);
	for (uint32_t i = 0; i < s.count; i++)
		add_symbol(o, s.text + s.sym[i].st_name, s.sym[i].st_shndx != SHN_UNDEF);
}

/* Calls take for each MPIX_ function that an object imports and that gomarmot does not wrap. */
void gm_unwrapped(
	const struct dl_phdr_info *info, void (*take)(void *arg, const char *name), void *arg)
{
	const struct symbols s = symbols_at(info->dlpi_addr, gm_dynamic(info));

	for (uint32_t i = 0; i < s.count; i++) {
		const char *const name = s.text + s.sym[i].st_name;

		if (s.sym[i].st_shndx == SHN_UNDEF && !strncmp(name, "MPIX_", 5) &&
			gm_function_of(name) < 0)
			take(arg, name);
	}
}

/* The flags of an object for all MPI functions together. */
static unsigned has_of(const struct dl_phdr_info *info)
{
	struct gm_object o;
	unsigned has = 0;

	gm_look_at(&o, info);
	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++)
		has |= o.has[fn];
	return has;
}

/* Whether an object with the name of an MPI library is a tool. */
int gm_is_tool(const struct dl_phdr_info *info)
{
	return (has_of(info) & (GM_DEFINES | GM_DEFINES_PMPI)) == GM_DEFINES;
}

/* Whether an object defines MPI functions: it is an MPI library or a tool. */
int gm_defines_mpi(const struct dl_phdr_info *info)
{
	return (has_of(info) & (GM_DEFINES | GM_DEFINES_PMPI)) != 0;
}

/* In place of strcmp, which may be that of a sanitizer that has not started yet. */
int gm_is_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

/*
 * The address of the function that an object exports by this name, or NULL. Calls nothing of the C
 * library, so that lookups work as early as a sanitizer makes them.
 */
void *gm_defined(uintptr_t base, const void *dynamic, const char *name)
{
	const struct symbols s = symbols_at(base, dynamic);

	for (uint32_t i = 0; i < s.count; i++)
		if (s.sym[i].st_shndx != SHN_UNDEF && gm_is_same(s.text + s.sym[i].st_name, name))
			return (void *)(base + s.sym[i].st_value);
	return NULL;
}
