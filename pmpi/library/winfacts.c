/* The memory of windows, as the MPI library says it. */
#include "winfacts.h"

#include "../loaded/real.h"
#include "args.h"
#include "flavour.h"
#include "zz_predef.h"

static struct {
	int (*get_attr)(uintptr_t, int, void *, int *);
	int (*shared_query)(uintptr_t, intptr_t, int64_t *, int *, void *);
} mpi;

/* Finds the functions; NULL, or the name of the first function that is missing. */
const char *gm_winfacts_setup(void)
{
	const struct gm_symbol wanted[] = {
		{&mpi.get_attr, "PMPI_Win_get_attr"},
		{&mpi.shared_query, "PMPI_Win_shared_query"},
	};

	return gm_find_all(wanted, sizeof wanted / sizeof *wanted);
}

/* An attribute of a window that a call has created; NULL: unknown. */
static const void *window_attr(int rc, const void *win, int key)
{
	const uintptr_t handle = (uintptr_t)gm_handle_at(win);
	const void *value = NULL;
	int found = 0;

	if (rc || gm_is_null(GM_CLASS_WIN, handle) || mpi.get_attr(handle, key, &value, &found) ||
		!found)
		return NULL;
	return value;
}

/* The memory model of a window that a call has created, as the library says it; -1: unknown. */
int64_t gm_query_model(int rc, const void *win)
{
	const int *model = window_attr(rc, win, gm_layout.win_model);

	return model ? *model : -1;
}

/* Where the library has the memory of a window that a call has created; 0: unknown. */
int64_t gm_query_base(int rc, const void *win)
{
	return (int64_t)(intptr_t)window_attr(rc, win, gm_layout.win_base);
}

/* The memory of a rank in a shared window, in this process; 0 if it has none. */
int gm_query_segment(uintptr_t win, int rank, int64_t *size, void *base)
{
	int unit;

	return !mpi.shared_query(win, rank, size, &unit, base) && *size > 0;
}
