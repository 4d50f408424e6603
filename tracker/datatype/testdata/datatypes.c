/* Makes datatypes at random and prints for each, on one line: how it was made
 * (the constructor's name and arguments, arrays in brackets, datatypes as
 * their line numbers; negative ones are predefined), the MPI library's
 * numbers, and which bytes MPI_Pack takes from two elements, in order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TYPES = 400, MAXN = 4, HALF = 1 << 15, MAXPACK = 2400 };

static MPI_Datatype types[TYPES];
static int made;

/* MPICH 4.0 divides by zero when it packs a datatype with an empty part. */
static int hollow[TYPES], part_hollow;

static MPI_Datatype predefined[] = {MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE, MPI_SHORT_INT, MPI_DOUBLE_INT, MPI_LONG_DOUBLE_INT};
static const char *names[] = {"MPI_CHAR", "MPI_SHORT", "MPI_INT", "MPI_DOUBLE", "MPI_SHORT_INT", "MPI_DOUBLE_INT", "MPI_LONG_DOUBLE_INT"};
enum { PREDEFINED = sizeof names / sizeof *names };

static unsigned long state = 12345;

static int rnd(int lo, int hi)
{
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return lo + (int)((state >> 33) % (unsigned long)(hi - lo + 1));
}

/* count returns a number up to max, now and then 0. */
static int count(int max)
{
	return rnd(0, 19) == 0 ? 0 : rnd(1, max);
}

/* pick returns a datatype and its number. */
static MPI_Datatype pick(int *number)
{
	if (made == 0 || rnd(0, 1) == 0) {
		int k = rnd(0, PREDEFINED - 1);
		*number = -1 - k;
		return predefined[k];
	}
	*number = rnd(made > 30 ? made - 30 : 0, made - 1);
	part_hollow = part_hollow || hollow[*number];
	return types[*number];
}

static void print_ints(const int *v, int n)
{
	printf(" [");
	for (int i = 0; i < n; i++)
		printf(" %d", v[i]);
	printf(" ]");
}

static void print_addresses(const MPI_Aint *v, int n)
{
	printf(" [");
	for (int i = 0; i < n; i++)
		printf(" %ld", (long)v[i]);
	printf(" ]");
}

static void fill(int *lengths, int *displs, MPI_Aint *bytes, int n)
{
	for (int i = 0; i < n; i++) {
		lengths[i] = count(3);
		displs[i] = rnd(-6, 12);
		bytes[i] = rnd(-60, 120);
	}
}

static MPI_Datatype make_blocks(int which)
{
	int lengths[MAXN], displs[MAXN], old, n = count(MAXN), length = count(3);
	MPI_Aint bytes[MAXN];
	MPI_Datatype t = pick(&old), made_type;

	fill(lengths, displs, bytes, n);
	switch (which) {
	case 0:
		printf("MPI_Type_indexed %d", n);
		print_ints(lengths, n);
		print_ints(displs, n);
		MPI_Type_indexed(n, lengths, displs, t, &made_type);
		break;
	case 1:
		printf("MPI_Type_create_hindexed %d", n);
		print_ints(lengths, n);
		print_addresses(bytes, n);
		MPI_Type_create_hindexed(n, lengths, bytes, t, &made_type);
		break;
	case 2:
		printf("MPI_Type_create_indexed_block %d %d", n, length);
		print_ints(displs, n);
		MPI_Type_create_indexed_block(n, length, displs, t, &made_type);
		break;
	default:
		printf("MPI_Type_create_hindexed_block %d %d", n, length);
		print_addresses(bytes, n);
		MPI_Type_create_hindexed_block(n, length, bytes, t, &made_type);
	}
	printf(" t%d", old);
	return made_type;
}

static MPI_Datatype make_struct(void)
{
	int lengths[MAXN], displs[MAXN], olds[MAXN], n = count(MAXN);
	MPI_Aint bytes[MAXN];
	MPI_Datatype parts[MAXN], made_type;

	fill(lengths, displs, bytes, n);
	printf("MPI_Type_create_struct %d", n);
	print_ints(lengths, n);
	print_addresses(bytes, n);
	printf(" [");
	for (int i = 0; i < n; i++) {
		parts[i] = pick(&olds[i]);
		printf(" t%d", olds[i]);
	}
	printf(" ]");
	MPI_Type_create_struct(n, lengths, bytes, parts, &made_type);
	return made_type;
}

static MPI_Datatype make_subarray(void)
{
	int sizes[3], subsizes[3], starts[3], old, dims = rnd(1, 3);
	int order = rnd(0, 1) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
	MPI_Datatype t = pick(&old), made_type;

	for (int i = 0; i < dims; i++) {
		sizes[i] = rnd(1, 4);
		subsizes[i] = rnd(1, sizes[i]);
		starts[i] = rnd(0, sizes[i] - subsizes[i]);
	}
	printf("MPI_Type_create_subarray %d", dims);
	print_ints(sizes, dims);
	print_ints(subsizes, dims);
	print_ints(starts, dims);
	printf(" %d t%d", order, old);
	MPI_Type_create_subarray(dims, sizes, subsizes, starts, order, t, &made_type);
	return made_type;
}

static MPI_Datatype make_plain(int which)
{
	int old, n = count(4), length = count(3), stride = rnd(-5, 7), bytes = rnd(-50, 90);
	MPI_Datatype t = pick(&old), made_type;

	switch (which) {
	case 0:
		printf("MPI_Type_contiguous %d", n);
		MPI_Type_contiguous(n, t, &made_type);
		break;
	case 1:
		printf("MPI_Type_vector %d %d %d", n, length, stride);
		MPI_Type_vector(n, length, stride, t, &made_type);
		break;
	case 2:
		if (bytes == -1) /* Open MPI 4.1 makes a contiguous datatype of it */
			bytes = -2;
		printf("MPI_Type_create_hvector %d %d %d", n, length, bytes);
		MPI_Type_create_hvector(n, length, bytes, t, &made_type);
		break;
	case 3:
		printf("MPI_Type_create_resized t%d %d %d", old, stride, 10 * n);
		MPI_Type_create_resized(t, stride, 10 * n, &made_type);
		return made_type;
	default:
		printf("MPI_Type_dup");
		MPI_Type_dup(t, &made_type);
	}
	printf(" t%d", old);
	return made_type;
}

static MPI_Datatype make(void)
{
	int which = rnd(0, 10);

	if (which < 5)
		return make_plain(which);
	if (which < 9)
		return make_blocks(which - 5);
	return which == 9 ? make_struct() : make_subarray();
}

static void print_numbers(MPI_Datatype t)
{
	int size;
	MPI_Aint lb, extent, tlb, textent;

	MPI_Type_size(t, &size);
	MPI_Type_get_extent(t, &lb, &extent);
	MPI_Type_get_true_extent(t, &tlb, &textent);
	printf(" ; %d %ld %ld %ld %ld", size, (long)lb, (long)extent, (long)tlb, (long)textent);
}

/* print_packed prints the bytes of two elements; nothing where they are too
 * many or too far away. */
static void print_packed(MPI_Datatype t)
{
	static unsigned char from[2 * HALF], low[MAXPACK], high[MAXPACK];
	int size, at = 0;
	MPI_Aint lb, extent, tlb, textent;

	printf(" ;");
	MPI_Type_size(t, &size);
	MPI_Type_get_extent(t, &lb, &extent);
	MPI_Type_get_true_extent(t, &tlb, &textent);
	if (hollow[made] || 2 * size > MAXPACK || labs(tlb) + labs(textent) + labs(extent) > HALF / 2) {
		printf(" -\n");
		return;
	}
	for (int i = 0; i < 2 * HALF; i++)
		from[i] = (unsigned char)(i & 255);
	MPI_Pack(from + HALF, 2, t, low, MAXPACK, &at, MPI_COMM_SELF);
	for (int i = 0; i < 2 * HALF; i++)
		from[i] = (unsigned char)(i >> 8);
	at = 0;
	MPI_Pack(from + HALF, 2, t, high, MAXPACK, &at, MPI_COMM_SELF);
	for (int i = 0; i < at; i++)
		printf(" %d", high[i] * 256 + low[i] - HALF);
	printf("\n");
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (int i = 0; i < PREDEFINED; i++) {
		printf("%s", names[i]);
		print_numbers(predefined[i]);
		printf(" ;\n");
	}
	while (made < TYPES) {
		int size;
		MPI_Datatype t;

		part_hollow = 0;
		t = make();
		MPI_Type_size(t, &size);
		hollow[made] = part_hollow || size == 0;
		print_numbers(t);
		MPI_Type_commit(&t);
		print_packed(t);
		types[made++] = t;
	}
	MPI_Finalize();
	return 0;
}
