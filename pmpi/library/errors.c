/* The error handlers that errors of gomarmot's own MPI calls would go to. */
#include "errors.h"

#include "../loaded/real.h"
#include "flavour.h"
#include "zz_predef.h"

static const char *const set_name = "PMPI_Comm_set_errhandler";

/* From here on gomarmot's own MPI calls return their errors. */
void gm_errors_return(struct gm_handlers *before)
{
	int (*get)(uintptr_t, void *) = gm_find("PMPI_Comm_get_errhandler");
	int (*set)(uintptr_t, uintptr_t) = gm_find(set_name);
	const uintptr_t world = gm_predef(GM_ID_COMM_WORLD), self = gm_predef(GM_ID_COMM_SELF);

	get(world, &before->world);
	get(self, &before->self);
	set(world, gm_predef(GM_ID_ERRORS_RETURN));
	set(self, gm_predef(GM_ID_ERRORS_RETURN));
}

void gm_errors_as_before(struct gm_handlers *before)
{
	int (*set)(uintptr_t, uintptr_t) = gm_find(set_name);
	int (*release)(void *) = gm_find("PMPI_Errhandler_free");

	set(gm_predef(GM_ID_COMM_WORLD), before->world);
	set(gm_predef(GM_ID_COMM_SELF), before->self);
	release(&before->world);
	release(&before->self);
}
