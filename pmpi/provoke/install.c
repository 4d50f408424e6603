/*
 * Replaces functions of the MPI library in the tables that wrappers forward by. So forcing costs
 * nothing where it is not in use: wrappers have no branch for it.
 */
#include "install.h"

#include "../base/gm.h"
#include "../base/zz_wrappers.h"
#include "../loaded/real.h"

/* A function replaced twice calls its first replacement. Where a tool stands behind gomarmot, its
 * calls reach the replacement. */
void gm_replace(const struct gm_replaced *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const unsigned fn = list[i].fn;

		if (!gm_find(gm_real_name[fn]))
			continue;
		void *const next = gm_real_of(fn), *const library = gm_library_of(fn);

		*(void **)list[i].real = library;
		GM_STORE(&gm_library[fn], list[i].by);
		if (next == library)
			GM_STORE(&gm_real[fn], list[i].by);
	}
}

/* A function that a replacement calls instead of its own, such as MPI_Ssend for MPI_Send; NULL if
 * the library lacks it. */
void *gm_instead(unsigned fn)
{
	return gm_find(gm_real_name[fn]) ? gm_library_of(fn) : NULL;
}
