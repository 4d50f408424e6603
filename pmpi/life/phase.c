/* How far MPI is in this process: not initialized yet, in use, in sessions, over. */
#include "phase.h"

#include <stdlib.h>
#include <string.h>

#include "../base/gm.h"
#include "../loaded/real.h"

/*
 * This thread is in a call that may start recording. A tool behind gomarmot may
 * make its own MPI calls there; they are neither recorded nor reported as too
 * early.
 */
__thread uint32_t gm_initializing __attribute__((tls_model("initial-exec")));

uint32_t gm_sessions;
int gm_started;

/* Whether MPI goes on in this process after MPI_Finalize. */
int gm_session_is_open(void)
{
	return GM_LOAD(&gm_sessions) != 0;
}

int gm_disabled(void)
{
	const char *text = getenv("GOMARMOT_DISABLE");

	return text && text[0] && strcmp(text, "0");
}

/* Whether an initialization of MPI was seen, or recording is disabled. */
int gm_tried(void)
{
	return GM_LOAD(&gm_started) || gm_disabled();
}

/* Whether MPI has been finalized, perhaps by a call that gomarmot did not see. */
int gm_is_finalized(void)
{
	return !gm_session_is_open() && gm_mpi_says("PMPI_Finalized");
}
