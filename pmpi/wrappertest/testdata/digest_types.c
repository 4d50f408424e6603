/*
 * Compares the digest's view of many datatypes with that of MPI_Pack: for every
 * byte in and around some elements, changing it must change the digest if and
 * only if it changes what MPI_Pack gives. Linked with a real MPI and with the
 * sources of libgomarmot.so. Prints what is wrong, then the number of bytes.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/digest.h"
#include "library/flavour.h"
#include "detail/query.h"
#include "library/typemap.h"
#include "library/zz_predef.h"

enum { COUNT = 3, AROUND = 8, ROOM = 8192, HALF = ROOM / 2 };

static char memory[ROOM] __attribute__((aligned(64)));
static char first[ROOM], now[ROOM];
static int checked;

static int64_t digest_of(MPI_Datatype type)
{
	struct gm_map *map = gm_map_of((uintptr_t)type & gm_handle_mask);
	const int64_t digest = map ? gm_digest(memory + HALF, COUNT, map) : 0;

	gm_map_release(map);
	return digest;
}

static int pack(MPI_Datatype type, char *out)
{
	int n = 0;

	MPI_Pack(memory + HALF, COUNT, type, out, ROOM, &n, MPI_COMM_SELF);
	return n;
}

static void check(const char *name, MPI_Datatype type, MPI_Aint from, MPI_Aint to)
{
	const int n = pack(type, first);
	const int64_t digest = digest_of(type);

	if (digest == 0)
		printf("%s: no digest\n", name);
	for (MPI_Aint i = from; i < to; i++, checked++) {
		memory[i] ^= 0x55;
		pack(type, now);
		const int is_data = memcmp(first, now, (size_t)n) != 0;
		if ((digest_of(type) != digest) != is_data)
			printf("%s: byte %d is%s data\n", name, (int)(i - HALF),
				is_data ? "" : " no");
		memory[i] ^= 0x55;
	}
	if (digest_of(type) != digest)
		printf("%s: the digest varies\n", name);
}

/* Frees the datatype if it is not predefined. */
static void try(const char *name, MPI_Datatype type, int predefined)
{
	MPI_Aint lb, span, true_lb, true_span;
	int64_t metrics[5];
	int size;

	if (!predefined)
		MPI_Type_commit(&type);
	MPI_Type_size(type, &size);
	MPI_Type_get_extent(type, &lb, &span);
	MPI_Type_get_true_extent(type, &true_lb, &true_span);
	gm_type_metrics((uintptr_t)type, metrics);
	gm_type_made((uintptr_t)type & gm_handle_mask, metrics, predefined);
	const MPI_Aint from = HALF + true_lb - AROUND;
	const MPI_Aint to = HALF + true_lb + true_span + (COUNT - 1) * span + AROUND;
	if (size == 0) {
		if (digest_of(type))
			printf("%s: a digest of nothing\n", name);
	} else if (from < 0 || to > ROOM) {
		printf("%s does not fit\n", name);
	} else {
		check(name, type, from, to);
	}
	gm_split_type_freed((uintptr_t)type & gm_handle_mask);
	if (!predefined)
		MPI_Type_free(&type);
}

static void named(void)
{
	try("MPI_BYTE", MPI_BYTE, 1);
	try("MPI_DOUBLE", MPI_DOUBLE, 1);
	try("MPI_LONG_DOUBLE", MPI_LONG_DOUBLE, 1);
	try("MPI_2INT", MPI_2INT, 1);
	try("MPI_SHORT_INT", MPI_SHORT_INT, 1);
	try("MPI_FLOAT_INT", MPI_FLOAT_INT, 1);
	try("MPI_LONG_INT", MPI_LONG_INT, 1);
	try("MPI_DOUBLE_INT", MPI_DOUBLE_INT, 1);
	try("MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, 1);
}

static void simple(void)
{
	MPI_Datatype t;

	MPI_Type_dup(MPI_SHORT_INT, &t);
	try("dup", t, 0);
	MPI_Type_contiguous(3, MPI_SHORT_INT, &t);
	try("contiguous", t, 0);
	MPI_Type_vector(3, 2, 4, MPI_SHORT, &t);
	try("vector", t, 0);
	MPI_Type_vector(3, 2, -4, MPI_SHORT_INT, &t);
	try("vector_back", t, 0);
	MPI_Type_vector(3, 2, 2, MPI_INT, &t);
	try("vector_dense", t, 0);
	MPI_Type_create_hvector(3, 2, 21, MPI_SHORT_INT, &t);
	try("hvector", t, 0);
	MPI_Type_create_resized(MPI_INT, -4, 12, &t);
	try("resized", t, 0);
	MPI_Type_create_f90_real(15, 300, &t);
	try("f90_real", t, 1);
	MPI_Type_create_f90_integer(9, &t);
	try("f90_integer", t, 1);
	MPI_Type_create_f90_complex(6, 30, &t);
	try("f90_complex", t, 1);
}

static void blocks(void)
{
	const int lengths[4] = {2, 0, 1, 3}, displs[4] = {5, 1, -3, 10};
	const MPI_Aint bytes[4] = {40, 3, -21, 81};
	MPI_Datatype t;

	MPI_Type_indexed(4, lengths, displs, MPI_SHORT_INT, &t);
	try("indexed", t, 0);
	MPI_Type_create_hindexed(4, lengths, bytes, MPI_SHORT_INT, &t);
	try("hindexed", t, 0);
	MPI_Type_create_indexed_block(4, 2, displs, MPI_SHORT, &t);
	try("indexed_block", t, 0);
	MPI_Type_create_hindexed_block(4, 2, bytes, MPI_SHORT_INT, &t);
	try("hindexed_block", t, 0);
}

static void structures(void)
{
	const int lengths[4] = {1, 2, 0, 3};
	const MPI_Aint displs[4] = {-16, 1, 7, 40};
	MPI_Datatype t, inner, row;

	MPI_Type_vector(2, 1, 3, MPI_SHORT, &row);
	MPI_Type_create_resized(row, 0, 11, &inner);
	MPI_Type_free(&row);
	MPI_Datatype types[4] = {MPI_DOUBLE_INT, MPI_CHAR, MPI_INT, inner};
	MPI_Type_create_struct(4, lengths, displs, types, &t);
	MPI_Type_free(&inner);
	try("struct", t, 0);
}

static void arrays(void)
{
	const int orders[2] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
	const int sizes[3] = {3, 4, 5}, sub[3] = {2, 1, 3}, start[3] = {1, 2, 2};
	char name[64];
	MPI_Datatype t;

	for (int i = 0; i < 2; i++) {
		MPI_Type_create_subarray(3, sizes, sub, start, orders[i], MPI_SHORT_INT, &t);
		snprintf(name, sizeof name, "subarray_%s", i ? "fortran" : "c");
		try(name, t, 0);
	}
}

static void distributed(void)
{
	static const struct {
		int how[2], arg[2], grid[2];
	} c[] = {
		{{MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, {MPI_DISTRIBUTE_DFLT_DARG, 2},
			{2, 3}},
		{{MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, {MPI_DISTRIBUTE_DFLT_DARG, 4},
			{3, 2}},
		{{MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC}, {MPI_DISTRIBUTE_DFLT_DARG, 1},
			{1, 6}},
		{{MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE}, {1, MPI_DISTRIBUTE_DFLT_DARG},
			{6, 1}},
	};
	const int sizes[2] = {5, 7};
	char name[64];
	MPI_Datatype t;

	for (int i = 0; i < 4; i++)
		for (int rank = 0; rank < 6; rank++)
			for (int f = 0; f < 2; f++) {
				MPI_Type_create_darray(6, rank, 2, sizes, c[i].how, c[i].arg,
					c[i].grid, f ? MPI_ORDER_FORTRAN : MPI_ORDER_C, MPI_SHORT,
					&t);
				snprintf(name, sizeof name, "darray_%d_rank_%d_%s", i, rank,
					f ? "fortran" : "c");
				try(name, t, 0);
			}
}

#ifdef LARGE
static void large(void)
{
	const MPI_Count lengths[4] = {2, 0, 1, 3}, displs[4] = {5, 1, -3, 10};
	const MPI_Count bytes[4] = {40, 3, -21, 81};
	const MPI_Count sizes[3] = {3, 4, 5}, sub[3] = {2, 1, 3}, start[3] = {1, 2, 2};
	const MPI_Datatype types[4] = {MPI_DOUBLE_INT, MPI_CHAR, MPI_INT, MPI_SHORT_INT};
	const int how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
	const int arg[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, grid[2] = {2, 3};
	MPI_Datatype t;

	MPI_Type_contiguous_c(3, MPI_SHORT_INT, &t);
	try("contiguous_large", t, 0);
	MPI_Type_vector_c(3, 2, 4, MPI_SHORT, &t);
	try("vector_large", t, 0);
	MPI_Type_create_hvector_c(3, 2, 21, MPI_SHORT_INT, &t);
	try("hvector_large", t, 0);
	MPI_Type_create_resized_c(MPI_INT, -4, 12, &t);
	try("resized_large", t, 0);
	MPI_Type_indexed_c(4, lengths, displs, MPI_SHORT_INT, &t);
	try("indexed_large", t, 0);
	MPI_Type_create_hindexed_c(4, lengths, bytes, MPI_SHORT_INT, &t);
	try("hindexed_large", t, 0);
	MPI_Type_create_indexed_block_c(4, 2, displs, MPI_SHORT, &t);
	try("indexed_block_large", t, 0);
	MPI_Type_create_hindexed_block_c(4, 2, bytes, MPI_SHORT_INT, &t);
	try("hindexed_block_large", t, 0);
	MPI_Type_create_struct_c(4, lengths, bytes, types, &t);
	try("struct_large", t, 0);
	MPI_Type_create_subarray_c(3, sizes, sub, start, MPI_ORDER_FORTRAN, MPI_SHORT, &t);
	try("subarray_large", t, 0);
	MPI_Type_create_darray_c(6, 4, 2, sizes, how, arg, grid, MPI_ORDER_C, MPI_SHORT, &t);
	try("darray_large", t, 0);
}
#else
static void large(void)
{
}
#endif

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (int i = 0; i < ROOM; i++)
		memory[i] = (char)(i * 37 + i / 256);
	if (gm_flavour_detect() || gm_query_setup(gm_predef(GM_ID_COMM_WORLD), 0))
		return 1;
	gm_digest_setup(1);
	named();
	simple();
	blocks();
	structures();
	arrays();
	distributed();
	large();
	printf("%d bytes\n", checked);
	MPI_Finalize();
	return 0;
}
