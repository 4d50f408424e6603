/* How a datatype was constructed, according to the MPI library (contents.c). */
#ifndef GM_CONTENTS_H
#define GM_CONTENTS_H

#include <stdint.h>

#include "typefacts.h"

#pragma GCC visibility push(hidden)

/* A datatype's constructor and its arguments. */
struct gm_contents {
	enum gm_combiner combiner;
	int64_t integers, addresses, counts, types;
	int64_t words; /* of w: integers then addresses, or large counts */
	int *i;
	int64_t *w;
	char *type; /* handles */
};

const struct gm_typefacts *gm_contents_setup(void);
int gm_combiner_is_leaf(enum gm_combiner c);
int gm_envelope(uintptr_t type, struct gm_contents *c);
int gm_contents(uintptr_t type, struct gm_contents *c);
uintptr_t gm_contents_type(const struct gm_contents *c, int64_t k);
void gm_contents_release(const struct gm_contents *c);
void gm_contents_free(struct gm_contents *c);

#pragma GCC visibility pop

#endif
