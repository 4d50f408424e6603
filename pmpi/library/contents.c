/*
 * Asking the MPI library how a datatype was constructed (MPI_Type_get_envelope,
 * MPI_Type_get_contents). Only datatypes that are known to exist may be asked
 * about: for any other the library may end the program.
 */
#include "contents.h"

#include <stdlib.h>
#include <string.h>

#include "../loaded/real.h"
#include "args.h"
#include "flavour.h"
#include "typefacts.h"

static struct {
	int resolved;
	const struct gm_typefacts *facts; /* NULL: no maps under this MPI */
	int (*envelope)(uintptr_t, int *, int *, int *, int *);
	int (*contents)(uintptr_t, intptr_t, intptr_t, intptr_t, int *, int64_t *, void *);
	int (*envelope_c)(uintptr_t, int64_t *, int64_t *, int64_t *, int64_t *, int *);
	int (*contents_c)(
		uintptr_t, int64_t, int64_t, int64_t, int64_t, int *, int64_t *, int64_t *, void *);
	int (*release)(void *);
} mpi;

/*
 * Finds the functions once; NULL under an unknown MPI. The caller
 * holds the lock of typemap.c, as for everything in this file.
 */
const struct gm_typefacts *gm_contents_setup(void)
{
	if (mpi.resolved)
		return mpi.facts;
	mpi.resolved = 1;
	mpi.envelope = gm_find("PMPI_Type_get_envelope");
	mpi.contents = gm_find("PMPI_Type_get_contents");
	mpi.envelope_c = gm_find("PMPI_Type_get_envelope_c");
	mpi.contents_c = gm_find("PMPI_Type_get_contents_c");
	mpi.release = gm_find("PMPI_Type_free");
	if (!mpi.contents_c)
		mpi.envelope_c = NULL;
	if (!mpi.envelope || !mpi.contents || !mpi.release)
		return NULL;
	for (size_t i = 0; i < sizeof gm_typefacts / sizeof *gm_typefacts; i++)
		if (!strcmp(gm_typefacts[i].flavour, gm_flavour_name()))
			mpi.facts = &gm_typefacts[i];
	return mpi.facts;
}

void gm_contents_free(struct gm_contents *c)
{
	free(c->i);
	free(c->w);
	free(c->type);
}

static enum gm_combiner combiner_of(int value)
{
	int i = 0;

	while (i < GM_COMBINERS && mpi.facts->combiner[i] != value)
		i++;
	return (enum gm_combiner)i;
}

int gm_combiner_is_leaf(enum gm_combiner c)
{
	return c == GM_COMBINER_NAMED || c == GM_COMBINER_F90_REAL ||
	       c == GM_COMBINER_F90_COMPLEX || c == GM_COMBINER_F90_INTEGER;
}

/* How a datatype was constructed. 0 if the library answered. */
int gm_envelope(uintptr_t type, struct gm_contents *c)
{
	int64_t ni = 0, na = 0, nl = 0, nd = 0;
	int i = 0, a = 0, d = 0, combiner = -1;

	if (mpi.envelope_c) {
		if (mpi.envelope_c(type, &ni, &na, &nl, &nd, &combiner))
			return -1;
	} else {
		if (mpi.envelope(type, &i, &a, &d, &combiner))
			return -1;
		ni = i;
		na = a;
		nd = d;
	}
	c->combiner = combiner_of(combiner);
	c->integers = ni;
	c->addresses = na;
	c->counts = nl;
	c->types = nd;
	return c->combiner == GM_COMBINERS || ni < 0 || na < 0 || nl < 0 || nd < 0;
}

/*
 * The arguments that a derived datatype was constructed with. Small constructors
 * return integers and addresses, large constructors large counts; in sequence
 * they are the same words, except for arrays (subarray, darray). 0 if the
 * library answered.
 */
int gm_contents(uintptr_t type, struct gm_contents *c)
{
	c->words = c->counts > 0 ? c->counts : c->integers + c->addresses;
	c->i = calloc((size_t)c->integers + 1, sizeof *c->i);
	c->w = calloc((size_t)c->words + 1, sizeof *c->w);
	c->type = calloc((size_t)c->types + 1, sizeof(uintptr_t));
	if (!c->i || !c->w || !c->type || (c->counts > 0 && c->addresses > 0))
		return -1;
	if (mpi.envelope_c) {
		int64_t *addresses = c->counts > 0 ? NULL : c->w + c->integers;

		if (mpi.contents_c(type, c->integers, c->addresses, c->counts, c->types, c->i,
			    addresses, c->w, c->type))
			return -1;
	} else if (mpi.contents(type, (intptr_t)c->integers, (intptr_t)c->addresses,
			   (intptr_t)c->types, c->i, c->w + c->integers, c->type)) {
		return -1;
	}
	for (int64_t k = 0; c->counts == 0 && k < c->integers; k++)
		c->w[k] = c->i[k];
	return 0;
}

uintptr_t gm_contents_type(const struct gm_contents *c, int64_t k)
{
	return (uintptr_t)gm_handle_at(c->type + (size_t)k * gm_handle_size());
}

/* MPI_Type_get_contents returns new handles of derived datatypes: frees them. */
void gm_contents_release(const struct gm_contents *c)
{
	for (int64_t k = 0; k < c->types; k++) {
		uintptr_t type = gm_contents_type(c, k);
		struct gm_contents part = {.combiner = GM_COMBINERS};

		if (!gm_envelope(type, &part) && !gm_combiner_is_leaf(part.combiner))
			mpi.release(&type);
	}
}
