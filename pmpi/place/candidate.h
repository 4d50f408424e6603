/* The names that a run's log may have (candidate.c). */
#ifndef GM_CANDIDATE_H
#define GM_CANDIDATE_H

#include <stddef.h>
#include <stdint.h>

#include "../base/gm.h"

#pragma GCC visibility push(hidden)

/* Where a log may go: the wanted name first, another rank's choice last. */
enum { GM_WANTED, GM_SECOND, GM_OWN_NAME, GM_TEMPORARY, GM_CHOSEN, GM_CANDIDATES };

struct gm_candidate {
	char name[GM_PATH]; /* with %h and %r; "": there is none */
	char log[GM_PATH];
	char dir[GM_PATH + 2];
};

void gm_path(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int gm_private_names(void);
int gm_wanted_name(char *out, size_t size, int *named);
int gm_candidates(struct gm_candidate at[GM_CANDIDATES], const char *wanted, int named,
	uint32_t rank, uint64_t run_id);

#pragma GCC visibility pop

#endif
