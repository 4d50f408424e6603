/* The plan: the choices to force in this process (plan.c). */
#ifndef GM_PLAN_H
#define GM_PLAN_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * The kinds of forced choices (provoke.Kind). Functions are replaced in this order, the last
 * outermost: kinds that give the program other requests come before kinds that follow its requests.
 */
enum gm_forcing {
	GM_FORCE_SEND,
	GM_FORCE_MATCH,
	GM_FORCE_FILE,
	GM_FORCE_RMA,
	GM_FORCE_ORDER,
	GM_FORCE_FLAG,
	GM_FORCE_FILL,
	GM_FORCE_EARLY,
	GM_FORCE_SYNC,
	GM_FORCE_DELAY,
	GM_FORCINGS
};

enum { GM_MODULE = 128, GM_EVERY = -1 };

/* A forced choice. Its words never change once the plan is read, except at, seen and said. */
struct gm_choice {
	enum gm_forcing forcing;
	unsigned number;        /* line in the plan, from 1 */
	unsigned fn;            /* GM_FN_*; GM_FUNCTIONS: every function of this kind */
	char module[GM_MODULE]; /* the file of the call; "": calls of any place */
	uint64_t offset;        /* of the return address in that file */
	int64_t count;          /* of the call at this place, from 1; GM_EVERY */
	int64_t source, tag;    /* of the message to be taken; tag may be GM_EVERY */
	int64_t index;          /* of the request to be completed first; GM_EVERY: the last */
	int64_t ms;             /* how long to wait */
	int64_t after;          /* a delay: 1 after the call, 0 before it */
	uintptr_t at;           /* the return address in this process; 0: not known yet */
	uint64_t seen;          /* calls at this place so far */
	uint32_t said;          /* its outcomes that the reply has */
};

int gm_plan_read(const char *path, int rank);
int gm_plan_has(enum gm_forcing forcing);
struct gm_choice *gm_choice_of(enum gm_forcing forcing, unsigned fn);
void gm_plan_functions(enum gm_forcing forcing, void (*each)(unsigned fn));
void gm_forced(struct gm_choice *c);
void gm_unforced(struct gm_choice *c);
int gm_gave_up(const struct gm_choice *c);

#pragma GCC visibility pop

#endif
