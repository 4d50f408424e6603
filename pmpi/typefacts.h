/*
 * The constants that MPI_Type_get_envelope and MPI_Type_get_contents return,
 * by MPI. A test compares them with each mpi.h.
 */
#ifndef GM_TYPEFACTS_H
#define GM_TYPEFACTS_H

/* How a datatype was made; also the order of gm_typefacts.combiner. */
enum gm_combiner {
	GM_COMBINER_NAMED,
	GM_COMBINER_DUP,
	GM_COMBINER_CONTIGUOUS,
	GM_COMBINER_VECTOR,
	GM_COMBINER_HVECTOR_INTEGER,
	GM_COMBINER_HVECTOR,
	GM_COMBINER_INDEXED,
	GM_COMBINER_HINDEXED_INTEGER,
	GM_COMBINER_HINDEXED,
	GM_COMBINER_INDEXED_BLOCK,
	GM_COMBINER_STRUCT_INTEGER,
	GM_COMBINER_STRUCT,
	GM_COMBINER_SUBARRAY,
	GM_COMBINER_DARRAY,
	GM_COMBINER_F90_REAL,
	GM_COMBINER_F90_COMPLEX,
	GM_COMBINER_F90_INTEGER,
	GM_COMBINER_RESIZED,
	GM_COMBINER_HINDEXED_BLOCK,
	GM_COMBINERS
};

struct gm_typefacts {
	const char *flavour;
	int combiner[GM_COMBINERS];
	int order_c, order_fortran;
	int block, cyclic, none, default_arg; /* MPI_DISTRIBUTE_* */
};

static const struct gm_typefacts gm_typefacts[] = {
	{
		.flavour = "openmpi",
		.combiner = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18},
		.order_c = 0,
		.order_fortran = 1,
		.block = 0,
		.cyclic = 1,
		.none = 2,
		.default_arg = -1,
	},
	{
		.flavour = "mpich",
		.combiner = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19},
		.order_c = 56,
		.order_fortran = 57,
		.block = 121,
		.cyclic = 122,
		.none = 123,
		.default_arg = -49767,
	},
	{
		.flavour = "abi", /* -1: it has none */
		.combiner = {101, 102, 103, 104, -1, 105, 106, -1, 107, 108, -1, 110, 111, 112, 113,
			114, 115, 116, 109},
		.order_c = 12,
		.order_fortran = 15,
		.none = 16,
		.block = 17,
		.cyclic = 18,
		.default_arg = 19,
	},
};

#endif
