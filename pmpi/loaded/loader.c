/*
 * dlsym and dlvsym for gomarmot itself. gomarmot defines both for the program (lookup.c), and so
 * may other tools: the next definitions behind gomarmot are found in the symbol tables of the
 * loaded objects.
 */
#define _GNU_SOURCE
#include "loader.h"

#include <link.h>
#include <stdint.h>

#include "../base/gm.h"
#include "symbols.h"

/* The next definitions; NULL until they are known. */
static gm_dlsym_fn *next_dlsym;
static gm_dlvsym_fn *next_dlvsym;
static uintptr_t base; /* where gomarmot is loaded */

/* gomarmot's own dynamic section: the linker's name for it. */
extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

/* A sanitizer looks up functions before its own dl_iterate_phdr works, so the loader's list is read
 * here. */
static GM_COLD void find_next(void)
{
	const struct link_map *m = _r_debug.r_map;
	void *sym = NULL, *vsym = NULL;

	while (m && m->l_ld != _DYNAMIC)
		m = m->l_next;
	if (!m)
		return;
	GM_STORE(&base, m->l_addr);
	for (m = m->l_next; m && (!sym || !vsym); m = m->l_next) {
		if (!sym)
			sym = gm_defined(m->l_addr, m->l_ld, "dlsym");
		if (!vsym)
			vsym = gm_defined(m->l_addr, m->l_ld, "dlvsym");
	}
	GM_STORE(&next_dlvsym, (gm_dlvsym_fn *)vsym);
	GM_PUBLISH(&next_dlsym, (gm_dlsym_fn *)sym);
}

/* The next dlsym: a call of it by another object counts as a call by this object. */
gm_dlsym_fn *gm_next_dlsym(void)
{
	if (!GM_ACQUIRE(&next_dlsym))
		find_next();
	return GM_LOAD(&next_dlsym);
}

/* The next dlvsym; NULL: the loader has none, as musl's. */
gm_dlvsym_fn *gm_next_dlvsym(void)
{
	if (!GM_ACQUIRE(&next_dlsym))
		find_next();
	return GM_LOAD(&next_dlvsym);
}

/* Returns the function that gomarmot exports by this name, or NULL. */
void *gm_own(const char *name)
{
	return gm_next_dlsym() ? gm_defined(GM_LOAD(&base), _DYNAMIC, name) : NULL;
}

/* dlsym, where RTLD_NEXT means the objects behind gomarmot. */
void *gm_dlsym(void *handle, const char *name)
{
	return gm_next_dlsym()(handle, name);
}
