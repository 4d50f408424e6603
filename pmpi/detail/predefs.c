/* The records of the predefined handles. */
#include "predefs.h"

#include <string.h>

#include "../base/record.h"
#include "../library/flavour.h"
#include "../library/metrics.h"
#include "../library/typemap.h"
#include "../library/zz_predef.h"
#include "../record/ring.h"

/* Whether the handle of a basic datatype holds its size, as in MPICH and its kin. */
static int handles_hold_sizes(void)
{
	return !strcmp(gm_flavour_name(), "mpich");
}

/*
 * Whether the library may be asked for a datatype that it lacks. gm_record_predefs is then
 * called with MPI_ERRORS_RETURN set. In MPICH that cannot be undone: a communicator that has
 * never been given an error handler has none: its errors, and the errors of its duplicates, go to
 * the error handler of MPI_COMM_WORLD.
 */
int gm_predefs_may_fail(void)
{
	return !handles_hold_sizes();
}

/* 0 if the library has the datatype. */
static int predef_metrics(uintptr_t type, int64_t out[5])
{
	enum { BUILTIN = 1 };

	if (!handles_hold_sizes() || type >> 30 != BUILTIN)
		return gm_type_metrics(type, out);
	out[0] = out[2] = out[4] = (int64_t)(type >> 8 & 0xff);
	out[1] = out[3] = 0;
	return 0;
}

/* Writes the Predef records. A datatype that this build of the library lacks has no metrics. */
void gm_record_predefs(struct gm_thread *t)
{
	for (int i = 0; i < GM_PREDEFS; i++) {
		const struct gm_predef *p = &gm_predefs[i];
		const uintptr_t handle = gm_predef(p->id);
		int64_t words[8] = {p->object_class, (int64_t)handle, p->id};
		unsigned n = 3;

		if (!handle)
			continue;
		if (p->object_class == GM_CLASS_DATATYPE && !p->null &&
			!predef_metrics(handle, words + 3)) {
			gm_type_made(handle, words + 3, 1);
			n = 8;
		}
		gm_record(t, GM_META(GM_KIND_PREDEF, GM_ONCE, 0, n), NULL, words);
	}
}
