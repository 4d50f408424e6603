// gomarmot: ranks=1
// The program queries the contents of datatypes of each constructor with lengths that MPI_Type_get_envelope returns.
#include <mpi.h>
#include <stdio.h>

static void look(MPI_Datatype type)
{
	int integers, others, datatypes, combiner, numbers[32];
	MPI_Aint addresses[8];
	MPI_Datatype parts[8];

	MPI_Type_get_envelope(type, &integers, &others, &datatypes, &combiner);
	MPI_Type_get_contents(type, integers, others, datatypes, numbers, addresses, parts);
	if (combiner == MPI_COMBINER_NAMED)
		printf("a constructor returned a predefined datatype\n");
	MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
	static const int lengths[2] = {1, 2}, places[2] = {0, 4}, sizes[2] = {4, 4}, parts[2] = {2, 2}, from[2] = {1, 1};
	static const int block[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE};
	static const int sole[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {1, 1};
	static const MPI_Aint bytes[2] = {0, 16};
	const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
	MPI_Datatype type;

	MPI_Init(&argc, &argv);
	MPI_Type_contiguous(2, MPI_INT, &type);
	look(type);
	MPI_Type_vector(2, 1, 3, MPI_INT, &type);
	look(type);
	MPI_Type_create_hvector(2, 1, 12, MPI_INT, &type);
	look(type);
	MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
	look(type);
	MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &type);
	look(type);
	MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &type);
	look(type);
	MPI_Type_create_hindexed_block(2, 1, bytes, MPI_INT, &type);
	look(type);
	MPI_Type_create_struct(2, lengths, bytes, types, &type);
	look(type);
	MPI_Type_create_subarray(2, sizes, parts, from, MPI_ORDER_C, MPI_INT, &type);
	look(type);
	MPI_Type_create_darray(1, 0, 2, sizes, block, sole, grid, MPI_ORDER_C, MPI_INT, &type);
	look(type);
	MPI_Type_create_resized(MPI_INT, 0, 8, &type);
	look(type);
	MPI_Type_dup(MPI_INT, &type);
	look(type);
	MPI_Finalize();
	return 0;
}
