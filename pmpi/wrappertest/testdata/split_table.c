/*
 * What the library remembers of active split collectives. Linked with a real
 * MPI and with the sources of libgomarmot.so. Prints what is wrong, then "done".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memory/digest.h"
#include "library/flavour.h"
#include "detail/query.h"
#include "memory/split.h"
#include "library/typemap.h"
#include "library/zz_predef.h"

enum { PAGE = 4096, PAGES = 64 };

#define CHECK(what)                                               \
	do {                                                      \
		if (!(what))                                      \
			printf("line %d: %s\n", __LINE__, #what); \
	} while (0)

static uintptr_t handle(MPI_Datatype type)
{
	return (uintptr_t)type & gm_handle_mask;
}

/* As the wrappers of the constructors do. */
static MPI_Datatype made(MPI_Datatype type, int predefined)
{
	int64_t metrics[5];

	CHECK(gm_type_metrics(handle(type), metrics) == 0);
	gm_type_made(handle(type), metrics, predefined);
	return type;
}

static char *pages(void)
{
	char *p = mmap(
		NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	memset(p, 1, PAGES * PAGE);
	return p;
}

/* One split collective; the end is called by the test. */
static int64_t begin(int64_t file, const void *buf, int64_t count, MPI_Datatype type, int writes)
{
	errno = 77;
	const int64_t digest = gm_split_begin(file, buf, count, (uintptr_t)type, writes);
	CHECK(errno == 77);
	return digest;
}

static void end(int line, int64_t file, int64_t mapped, int64_t digest)
{
	errno = 78;
	const struct gm_split_words words = gm_split_end(file);
	if (words.mapped != mapped || words.digest != digest || errno != 78)
		printf("line %d: mapped %d, digest %llx, errno %d\n", line, (int)words.mapped,
			(unsigned long long)words.digest, errno);
}

#define END(file, mapped, digest) end(__LINE__, file, mapped, digest)

static void plain(void)
{
	char *p = pages();
	int64_t digest = begin(5, p, 100, MPI_INT, 1);

	CHECK(digest != 0 && gm_splits == 1);
	END(5, 1, digest);
	CHECK(gm_splits == 0);
	END(5, -1, 0);
	digest = begin(5, p, 100, MPI_INT, 1);
	p[399]++;
	CHECK(gm_split_end(5).digest != digest);
	digest = begin(5, p, 100, MPI_INT, 1);
	p[400]++;
	END(5, 1, digest);
	CHECK(begin(5, p, 100, MPI_INT, 0) == 0); /* reads */
	p[0]++;
	END(5, 1, 0);
	CHECK(begin(5, p, 0, MPI_INT, 1) == 0);
	END(5, 1, 0);
	CHECK(begin(5, NULL, 0, MPI_INT, 1) == 0);
	END(5, 1, 0);
	CHECK(begin(5, p, -3, MPI_INT, 1) == 0);
	END(5, 1, 0);
	begin(5, p, 100, MPI_INT, 1);
	gm_split_undo(5);
	END(5, -1, 0);
	begin(5, p, 100, MPI_INT, 1);
	gm_split_forget(5);
	END(5, -1, 0);
	CHECK(gm_splits == 0);
}

/* The memory is gone or cannot be read. */
static void gone(void)
{
	char *p = pages();
	int64_t digest;

	CHECK(begin(5, p, PAGES * PAGE, MPI_BYTE, 1) != 0);
	munmap(p + 3 * PAGE, PAGE);
	END(5, 0, 0);
	CHECK(begin(5, p, PAGES * PAGE, MPI_BYTE, 1) == 0); /* not there from the beginning */
	END(5, -1, 0);
	CHECK(begin(5, p, 2 * PAGE, MPI_BYTE, 0) == 0);
	munmap(p, PAGE);
	END(5, 0, 0);
	digest = begin(5, p + 4 * PAGE, 2 * PAGE, MPI_BYTE, 1);
	mprotect(p + 5 * PAGE, PAGE, PROT_NONE);
	END(5, 1, 0);
	mprotect(p + 5 * PAGE, PAGE, PROT_READ);
	CHECK(begin(5, p + 4 * PAGE, 2 * PAGE, MPI_BYTE, 1) == digest);
	gm_split_undo(5);
	CHECK(begin(5, NULL, 10, MPI_INT, 1) == 0);
	END(5, -1, 0);
	CHECK(begin(5, (void *)UINTPTR_MAX, INT64_MAX, MPI_INT, 1) == 0);
	END(5, -1, 0);
	CHECK(begin(5, p + 5 * PAGE, INT32_MAX, MPI_DOUBLE, 1) == 0);
	END(5, -1, 0);
}

static void many(void)
{
	char *p = pages();
	int64_t digest[100];

	for (int i = 0; i < 100; i++) {
		digest[i] = begin(i, p + i, 50 + i, MPI_BYTE, 1);
		CHECK(gm_splits == (uint32_t)i + 1);
	}
	for (int i = 99; i >= 0; i -= 2)
		END(i, 1, digest[i]);
	for (int i = 0; i < 100; i += 2)
		END(i, 1, digest[i]);
	CHECK(gm_splits == 0);
	digest[0] = begin(5, p, 100, MPI_BYTE, 1);
	CHECK(begin(5, p, 10, MPI_INT, 1) == 0); /* a fault: the first stays */
	CHECK(gm_splits == 1);
	gm_split_undo(5); /* the MPI refused it */
	END(5, 1, digest[0]);
	digest[0] = begin(5, p, 100, MPI_BYTE, 1);
	begin(5, p, 10, MPI_INT, 1);
	END(5, -1, 0); /* it is unknown which of the two it belongs to */
	END(5, 1, digest[0]);
	begin(5, p, 100, MPI_BYTE, 1);
	begin(5, p, 100, MPI_BYTE, 1);
	gm_split_forget(5); /* the file is closed */
	CHECK(gm_splits == 0);
}

/* A datatype may be freed while the split collective is active. */
static void freed(void)
{
	char *p = pages();
	MPI_Datatype t, u;
	int64_t digest;

	MPI_Type_vector(10, 1, 3, MPI_INT, &t);
	MPI_Type_commit(&t);
	made(t, 0);
	u = t;
	digest = begin(5, p, 2, t, 1);
	CHECK(digest != 0);
	gm_split_type_freed(handle(t));
	MPI_Type_free(&t);
	p[4]++; /* a hole */
	END(5, 1, digest);
	CHECK(begin(5, p, 2, u, 1) == 0); /* it is no longer known */
	END(5, 1, 0);
	CHECK(begin(5, p, 2, MPI_DATATYPE_NULL, 1) == 0);
	END(5, 1, 0);
	CHECK(begin(5, p, 2, (MPI_Datatype)(uintptr_t)12345678, 1) == 0);
	END(5, 1, 0);
	gm_split_type_freed(handle(MPI_INT)); /* a fault: it stays */
	CHECK(begin(5, p, 2, MPI_INT, 1) != 0);
	gm_split_undo(5);
}

/* A new datatype with the handle of a freed one has a map of its own. */
static void reused(void)
{
	char *p = pages();
	MPI_Datatype t;

	for (int i = 1; i <= 50; i++) {
		MPI_Type_contiguous(i, MPI_INT, &t);
		MPI_Type_commit(&t);
		made(t, 0);
		begin(5, p, 1, t, 1);
		p[4 * i - 1]++;
		const int64_t changed = gm_split_end(5).digest;
		p[4 * i - 1]--;
		const int64_t digest = begin(5, p, 1, t, 1);
		CHECK(digest != 0 && digest != changed);
		p[4 * i]++;
		END(5, 1, digest);
		gm_split_type_freed(handle(t));
		MPI_Type_free(&t);
	}
}

/* Two pieces of memory with a gap between them that is not mapped. */
static void absolute(void)
{
	char *p = pages();
	const int lengths[2] = {100, 200};
	MPI_Aint at[2];
	MPI_Datatype t;

	munmap(p + 10 * PAGE, 20 * PAGE);
	MPI_Get_address(p, &at[0]);
	MPI_Get_address(p + 40 * PAGE, &at[1]);
	MPI_Type_create_hindexed(2, lengths, at, MPI_BYTE, &t);
	MPI_Type_commit(&t);
	made(t, 0);
	const int64_t digest = begin(5, MPI_BOTTOM, 1, t, 1);
	CHECK(digest != 0);
	END(5, -1, digest);
	begin(5, MPI_BOTTOM, 1, t, 1);
	p[40 * PAGE + 199]++;
	CHECK(gm_split_end(5).digest != digest);
	gm_split_type_freed(handle(t));
	MPI_Type_free(&t);
}

/* Of a datatype in very many pieces only the first ones count. */
static void pieces(void)
{
	enum { N = GM_MAX_RUNS + 1000 };
	int8_t *p = calloc(N, 2);
	MPI_Datatype t;

	MPI_Type_vector(N, 1, 2, MPI_CHAR, &t);
	MPI_Type_commit(&t);
	made(t, 0);
	struct gm_map *map = gm_map_of(handle(t));
	CHECK(map && map->runs == GM_MAX_RUNS && map->size == GM_MAX_RUNS);
	gm_map_release(map);
	const int64_t digest = begin(5, p, 1, t, 1);
	CHECK(digest != 0);
	p[2 * GM_MAX_RUNS]++;
	END(5, 1, digest);
	begin(5, p, 1, t, 1);
	p[0]++;
	CHECK(gm_split_end(5).digest != digest);
	p[0]--;
	begin(5, p, 1, t, 1);
	p[2 * GM_MAX_RUNS - 2]++;
	CHECK(gm_split_end(5).digest != digest);
	gm_split_type_freed(handle(t));
	MPI_Type_free(&t);
	free(p);
}

/* Datatypes that are small to write down and large to spell out. */
static void deep(void)
{
	const int lengths[2] = {1, 1};
	MPI_Datatype t, next;
	char *p = pages();

	MPI_Type_contiguous(0, MPI_INT, &t);
	for (int i = 0; i < 40; i++) { /* 2^40 times nothing */
		const MPI_Datatype both[2] = {t, t};
		const MPI_Aint at[2] = {0, 8};

		MPI_Type_create_struct(2, lengths, at, both, &next);
		MPI_Type_free(&t);
		t = next;
	}
	MPI_Type_commit(&t);
	made(t, 0);
	CHECK(begin(5, p, 1, t, 1) == 0);
	gm_split_undo(5);
	gm_split_type_freed(handle(t));
	MPI_Type_free(&t);
	MPI_Type_vector(INT32_MAX, 1, 1, MPI_CHAR, &t);
	MPI_Type_commit(&t);
	made(t, 0);
	CHECK(begin(5, p, 1, t, 1) == 0); /* the memory ends before */
	gm_split_undo(5);
	gm_split_type_freed(handle(t));
	MPI_Type_free(&t);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	if (gm_flavour_detect() || gm_query_setup(gm_predef(GM_ID_COMM_WORLD), 0))
		return 1;
	gm_digest_setup(1);
	made(MPI_INT, 1);
	made(MPI_BYTE, 1);
	made(MPI_DOUBLE, 1);
	plain();
	gone();
	many();
	freed();
	reused();
	absolute();
	pieces();
	deep();
	printf("done\n");
	MPI_Finalize();
	return 0;
}
