/* Sleeping before or after a call that is to begin or to return late. */
#include "nap.h"

#include <stdint.h>

#include "../base/clock.h"
#include "../base/zz_wrappers.h"
#include "../library/flavour.h"
#include "../library/zz_predef.h"
#include "../loaded/real.h"
#include "install.h"
#include "plan.h"

enum { NAP_NANO = 200000 };

typedef int iprobe_fn(intptr_t, intptr_t, uintptr_t, void *, void *);
typedef int asked_fn(int *);

static iprobe_fn *iprobe;
static asked_fn *initialized, *finalized;

void gm_nap_setup(void)
{
	iprobe = gm_instead(GM_FN_MPI_Iprobe);
	initialized = gm_find("PMPI_Initialized");
	finalized = gm_find("PMPI_Finalized");
}

static int says(asked_fn *asked)
{
	int flag = 0;

	return asked && !asked(&flag) && flag;
}

/* Lets the MPI library work for other ranks, which may need this one for a lock: a rank that is
 * late must not stop them. */
static void progress(void)
{
	int flag;

	if (iprobe && says(initialized) && !says(finalized))
		iprobe(gm_layout.any_source, 0, gm_predef(GM_ID_COMM_WORLD), &flag,
			(void *)gm_layout.ignore);
}

static void nap(struct gm_choice *c)
{
	gm_forced(c);
	for (const uint64_t end = gm_in_ms((uint64_t)c->ms); !gm_over(end, NAP_NANO);)
		progress();
}

/* Called before the call itself. Returns the choice to be applied after it, or NULL. */
struct gm_choice *gm_delay(unsigned fn)
{
	struct gm_choice *c = gm_choice_of(GM_FORCE_DELAY, fn);

	if (!c || c->after)
		return c;
	nap(c);
	return NULL;
}

void gm_delay_after(struct gm_choice *c)
{
	nap(c);
}
