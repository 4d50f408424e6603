/*
 * Ranks write and read one file, each its own part, in several ways.
 */
#include "loops.h"

enum { LARGEST = 16 << 20 };

static struct {
	int rank;
	char *data;
	MPI_File file;
} me;

static MPI_Offset mine(int bytes)
{
	return (MPI_Offset)me.rank * bytes;
}

static void write_at(int bytes, int n)
{
	for (int i = 0; i < n; i++)
		MPI_File_write_at(me.file, mine(bytes), me.data, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void read_at(int bytes, int n)
{
	for (int i = 0; i < n; i++)
		MPI_File_read_at(me.file, mine(bytes), me.data, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void iwrite_at(int bytes, int n)
{
	for (int i = 0; i < n; i++) {
		MPI_Request request;

		MPI_File_iwrite_at(me.file, mine(bytes), me.data, bytes, MPI_BYTE, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
}

static void split_write(int bytes, int n)
{
	for (int i = 0; i < n; i++) {
		MPI_File_write_at_all_begin(me.file, mine(bytes), me.data, bytes, MPI_BYTE);
		MPI_File_write_at_all_end(me.file, me.data, MPI_STATUS_IGNORE);
	}
}

static void split_read(int bytes, int n)
{
	for (int i = 0; i < n; i++) {
		MPI_File_read_at_all_begin(me.file, mine(bytes), me.data, bytes, MPI_BYTE);
		MPI_File_read_at_all_end(me.file, me.data, MPI_STATUS_IGNORE);
	}
}

static const struct way ways[] = {
	{"write_at", write_at},
	{"read_at", read_at},
	{"iwrite_at", iwrite_at},
	{"split write", split_write},
	{"split read", split_read},
};

static const int sizes[] = {8, 4 << 10, 64 << 10, 1 << 20, 4 << 20, LARGEST};

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
	me.data = malloc(LARGEST);
	memset(me.data, 1 + me.rank, LARGEST);
	MPI_File_open(MPI_COMM_WORLD, "bench.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
		MPI_INFO_NULL, &me.file);
	/* So that every read finds its data. */
	MPI_File_write_at_all(me.file, mine(LARGEST), me.data, LARGEST, MPI_BYTE, MPI_STATUS_IGNORE);
	measure_all(ways, sizeof ways / sizeof *ways, sizes, sizeof sizes / sizeof *sizes, argc, argv);
	MPI_File_close(&me.file);
	free(me.data);
	MPI_Finalize();
	return 0;
}
