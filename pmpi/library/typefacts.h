/*
 * The constants that MPI_Type_get_envelope and MPI_Type_get_contents return,
 * by MPI. A test compares them with each mpi.h.
 */
#ifndef GM_TYPEFACTS_H
#define GM_TYPEFACTS_H

/* How a datatype was constructed; also the order of gm_typefacts.combiner. */
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
		.combiner =
			{
				[GM_COMBINER_NAMED] = 0,
				[GM_COMBINER_DUP] = 1,
				[GM_COMBINER_CONTIGUOUS] = 2,
				[GM_COMBINER_VECTOR] = 3,
				[GM_COMBINER_HVECTOR_INTEGER] = 4,
				[GM_COMBINER_HVECTOR] = 5,
				[GM_COMBINER_INDEXED] = 6,
				[GM_COMBINER_HINDEXED_INTEGER] = 7,
				[GM_COMBINER_HINDEXED] = 8,
				[GM_COMBINER_INDEXED_BLOCK] = 9,
				[GM_COMBINER_STRUCT_INTEGER] = 10,
				[GM_COMBINER_STRUCT] = 11,
				[GM_COMBINER_SUBARRAY] = 12,
				[GM_COMBINER_DARRAY] = 13,
				[GM_COMBINER_F90_REAL] = 14,
				[GM_COMBINER_F90_COMPLEX] = 15,
				[GM_COMBINER_F90_INTEGER] = 16,
				[GM_COMBINER_RESIZED] = 17,
				[GM_COMBINER_HINDEXED_BLOCK] = 18,
			},
		.order_c = 0,
		.order_fortran = 1,
		.block = 0,
		.cyclic = 1,
		.none = 2,
		.default_arg = -1,
	},
	{
		.flavour = "mpich",
		.combiner =
			{
				[GM_COMBINER_NAMED] = 1,
				[GM_COMBINER_DUP] = 2,
				[GM_COMBINER_CONTIGUOUS] = 3,
				[GM_COMBINER_VECTOR] = 4,
				[GM_COMBINER_HVECTOR_INTEGER] = 5,
				[GM_COMBINER_HVECTOR] = 6,
				[GM_COMBINER_INDEXED] = 7,
				[GM_COMBINER_HINDEXED_INTEGER] = 8,
				[GM_COMBINER_HINDEXED] = 9,
				[GM_COMBINER_INDEXED_BLOCK] = 10,
				[GM_COMBINER_STRUCT_INTEGER] = 11,
				[GM_COMBINER_STRUCT] = 12,
				[GM_COMBINER_SUBARRAY] = 13,
				[GM_COMBINER_DARRAY] = 14,
				[GM_COMBINER_F90_REAL] = 15,
				[GM_COMBINER_F90_COMPLEX] = 16,
				[GM_COMBINER_F90_INTEGER] = 17,
				[GM_COMBINER_RESIZED] = 18,
				[GM_COMBINER_HINDEXED_BLOCK] = 19,
			},
		.order_c = 56,
		.order_fortran = 57,
		.block = 121,
		.cyclic = 122,
		.none = 123,
		.default_arg = -49767,
	},
	{
		.flavour = "abi", /* combiner -1: it has none */
		.combiner =
			{
				[GM_COMBINER_NAMED] = 101,
				[GM_COMBINER_DUP] = 102,
				[GM_COMBINER_CONTIGUOUS] = 103,
				[GM_COMBINER_VECTOR] = 104,
				[GM_COMBINER_HVECTOR_INTEGER] = -1,
				[GM_COMBINER_HVECTOR] = 105,
				[GM_COMBINER_INDEXED] = 106,
				[GM_COMBINER_HINDEXED_INTEGER] = -1,
				[GM_COMBINER_HINDEXED] = 107,
				[GM_COMBINER_INDEXED_BLOCK] = 108,
				[GM_COMBINER_STRUCT_INTEGER] = -1,
				[GM_COMBINER_STRUCT] = 110,
				[GM_COMBINER_SUBARRAY] = 111,
				[GM_COMBINER_DARRAY] = 112,
				[GM_COMBINER_F90_REAL] = 113,
				[GM_COMBINER_F90_COMPLEX] = 114,
				[GM_COMBINER_F90_INTEGER] = 115,
				[GM_COMBINER_RESIZED] = 116,
				[GM_COMBINER_HINDEXED_BLOCK] = 109,
			},
		.order_c = 12,
		.order_fortran = 15,
		.none = 16,
		.block = 17,
		.cyclic = 18,
		.default_arg = 19,
	},
};

#endif
