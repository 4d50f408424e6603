/*
 * Trampolines: libraries such as MPItrampoline, which define the MPI functions with handles of
 * their own, and pass calls on to an MPI library that they have loaded for themselves. gomarmot
 * knows the handles of that MPI library only, and cannot get between the two.
 */
#define _GNU_SOURCE
#include "trampoline.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

#include "../base/gm.h"
#include "symbols.h"
#include "text.h"

enum { MOST = 8 };

typedef int initialized_fn(int *flag);

/* The MPI libraries behind the library that the program calls. */
struct search {
	struct gm_text called; /* the library that the program calls */
	unsigned count;
	initialized_fn *initialized[MOST];
	const char *name[MOST];
};

static int search_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct search *s = arg;
	const struct gm_text text = gm_text_of(info);
	void *f;

	(void)size;
	if (s->count == MOST || !strstr(gm_base_name(info->dlpi_name), "mpi") ||
		text.from == s->called.from || gm_in_text(&text, (uintptr_t)search_object))
		return 0;
	f = gm_defined(info->dlpi_addr, gm_dynamic(info), "PMPI_Initialized");
	if (f) {
		s->initialized[s->count] = (initialized_fn *)f;
		s->name[s->count++] = info->dlpi_name;
	}
	return 0;
}

/*
 * Returns the path of the MPI library that a trampoline has initialized, or NULL: the library
 * that the program calls is the MPI. called is a function of that library. Called when MPI is
 * initialized.
 */
const char *gm_beneath(const void *called)
{
	struct search s = {.called = gm_text_at(called)};

	dl_iterate_phdr(search_object, &s);
	for (unsigned i = 0; i < s.count; i++) {
		int flag = 0;

		if (!s.initialized[i](&flag) && flag)
			return s.name[i];
	}
	return NULL;
}
