/* Compares typefacts.h with mpi.h. usage: typefacts flavour */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "library/typefacts.h"

static int compared;

static void same(const char *name, int ours, int theirs)
{
	compared++;
	if (ours != theirs)
		printf("%s is %d in mpi.h, not %d\n", name, theirs, ours);
}

#define COMBINER(name) same(#name, f->combiner[GM_COMBINER_##name], MPI_COMBINER_##name)

static void compare(const struct gm_typefacts *f)
{
	COMBINER(NAMED);
	COMBINER(DUP);
	COMBINER(CONTIGUOUS);
	COMBINER(VECTOR);
	COMBINER(HVECTOR);
	COMBINER(INDEXED);
	COMBINER(HINDEXED);
	COMBINER(INDEXED_BLOCK);
	COMBINER(STRUCT);
	COMBINER(SUBARRAY);
	COMBINER(DARRAY);
	COMBINER(F90_REAL);
	COMBINER(F90_COMPLEX);
	COMBINER(F90_INTEGER);
	COMBINER(RESIZED);
	COMBINER(HINDEXED_BLOCK);
	same("ORDER_C", f->order_c, MPI_ORDER_C);
	same("ORDER_FORTRAN", f->order_fortran, MPI_ORDER_FORTRAN);
	same("BLOCK", f->block, MPI_DISTRIBUTE_BLOCK);
	same("CYCLIC", f->cyclic, MPI_DISTRIBUTE_CYCLIC);
	same("NONE", f->none, MPI_DISTRIBUTE_NONE);
	same("DFLT_DARG", f->default_arg, MPI_DISTRIBUTE_DFLT_DARG);
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof gm_typefacts / sizeof *gm_typefacts; i++)
		if (!strcmp(gm_typefacts[i].flavour, argv[1]))
			compare(&gm_typefacts[i]);
	printf("%d constants\n", compared);
	return 0;
}
