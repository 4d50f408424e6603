/* Whether MPI is initialized, finalized or in use in this process (phase.c). */
#ifndef GM_PHASE_H
#define GM_PHASE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

extern __thread uint32_t gm_initializing __attribute__((tls_model("initial-exec")));
extern uint32_t gm_sessions; /* MPI_Session_init without MPI_Session_finalize; init.c counts */
extern int gm_started;       /* 1 once start.c has tried; recording starts at most once */

int gm_session_is_open(void);
int gm_disabled(void);
int gm_tried(void);
int gm_is_finalized(void);

#pragma GCC visibility pop

#endif
