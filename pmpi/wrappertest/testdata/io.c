/*
 * Calls on files, and messages around a split collective. Linked with a real
 * MPI. Rank 0 prints what it passes, "name number" a line. The argument says
 * what it does last:
 *   known   use files that recorded calls made
 *   unseen  also one made by a call that gomarmot does not see
 *   garbage also an invalid file handle
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "../../../acceptance/testdata/tools/bypass.h"

#if MPI_VERSION >= 4
#define WRITE_BEGIN MPI_File_write_at_all_begin_c
#else
#define WRITE_BEGIN MPI_File_write_at_all_begin
#endif

static int rank;

/* A handle or address as the record holds it: MPICH's handles are ints. */
#define HANDLE(h) (sizeof(h) == 4 ? (long long)(uint32_t)(uintptr_t)(h) : (long long)(uintptr_t)(h))
#define SHOW(name, value)                                   \
	do {                                                \
		if (rank == 0)                              \
			printf("%s %lld\n", name, (value)); \
	} while (0)

static void message(int *buffer, int tag)
{
	MPI_Send(buffer, 1, MPI_INT, MPI_PROC_NULL, tag, MPI_COMM_WORLD);
}

static void transfer(MPI_File file, int *out, int *in)
{
	MPI_Request request = MPI_REQUEST_NULL;
	MPI_Status status;

	message(out, 1);
	WRITE_BEGIN(file, 4 * rank, out, 4, MPI_INT);
	message(out, 2);
	MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
	MPI_File_write_at_all_end(file, out, &status);
	message(out, 4);
	if (MPI_File_read_all_begin(file, in, -1, MPI_INT) == MPI_SUCCESS)
		printf("a negative count is accepted\n");
	message(out, 5);
	MPI_File_read_all_begin(file, in, 1, MPI_INT);
	message(out, 6);
	MPI_File_read_all_end(file, in, &status);
	MPI_Wait(&request, &status);
	MPI_File_iread_at(file, 1, in, 2, MPI_INT, &request);
	SHOW("request", HANDLE(request));
	MPI_Wait(&request, &status);
}

int main(int argc, char **argv)
{
	static int out[4] = {1, 2, 3, 4}, in[4], garbage[16];
	MPI_Errhandler handler;
	MPI_File file, other;
	struct stat st;
	int amode;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_get_errhandler(MPI_FILE_NULL, &handler);
	MPI_File_open(
		MPI_COMM_WORLD, argv[2], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
	SHOW("file", HANDLE(file));
	SHOW("null", HANDLE(MPI_FILE_NULL));
	SHOW("world", HANDLE(MPI_COMM_WORLD));
	SHOW("info", HANDLE(MPI_INFO_NULL));
	SHOW("int", HANDLE(MPI_INT));
	SHOW("out", HANDLE((void *)out));
	SHOW("in", HANDLE((void *)in));
	SHOW("proc_null", (long long)MPI_PROC_NULL);
	SHOW("any_source", (long long)MPI_ANY_SOURCE);
	SHOW("any_tag", (long long)MPI_ANY_TAG);
	SHOW("no_request", HANDLE(MPI_REQUEST_NULL));
	/* OMPIO takes the name as it is, ROMIO removes "ufs:". */
	if (!stat("data", &st) || !stat("ufs:data", &st)) {
		SHOW("dev", (long long)st.st_dev);
		SHOW("ino", (long long)st.st_ino);
	}
	MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
	transfer(file, out, in);
	MPI_File_get_amode(file, &amode);
	if (!strcmp(argv[1], "unseen")) {
		int (*open)(MPI_Comm, const char *, int, MPI_Info, MPI_File *) =
			bypass("MPI_File_open");

		open(MPI_COMM_WORLD, "other", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
			&other);
		SHOW("other", HANDLE(other));
		MPI_File_get_amode(other, &amode);
		MPI_File_get_amode(file, &amode);
		MPI_File_get_amode(other, &amode);
		MPI_File_close(&other);
	}
	MPI_File_close(&file);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0 && !strcmp(argv[1], "garbage")) {
		SHOW("garbage", HANDLE((void *)garbage));
		fflush(stdout);
		MPI_File_get_amode((MPI_File)garbage, &amode); /* the library may crash */
	}
	MPI_Finalize();
	return 0;
}
