/* Sizes and extents of datatypes, according to the MPI library. */
#include "metrics.h"

#include "../loaded/real.h"

static struct {
	int (*size)(uintptr_t, int64_t *);
	int (*extent)(uintptr_t, int64_t *, int64_t *);
	int (*true_extent)(uintptr_t, int64_t *, int64_t *);
} mpi;

/* Finds the functions; NULL, or the name of the first function that is missing. */
const char *gm_metrics_setup(void)
{
	const struct gm_symbol wanted[] = {
		{&mpi.size, "PMPI_Type_size_x"},
		{&mpi.extent, "PMPI_Type_get_extent_x"},
		{&mpi.true_extent, "PMPI_Type_get_true_extent_x"},
	};

	return gm_find_all(wanted, sizeof wanted / sizeof *wanted);
}

/* size, lb, extent, true lb, true extent; 0 if the library returned them. */
int gm_type_metrics(uintptr_t type, int64_t out[5])
{
	return mpi.size(type, &out[0]) || mpi.extent(type, &out[1], &out[2]) ||
	       mpi.true_extent(type, &out[3], &out[4]);
}
