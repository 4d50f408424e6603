/*
 * Prints how many blocks of the program's heap gomarmot has got and not freed while objects of many
 * kinds are alive and operations are pending.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 4096, OBJECTS = 100 };

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static uintptr_t lo, hi; /* the code of libgomarmot.so; 0 before main */
static void *blocks[MOST];
static int lock;

static void swap(void *old, void *new)
{
	while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
		;
	for (int i = 0; i < MOST; i++)
		if (blocks[i] == old) {
			blocks[i] = new;
			break;
		}
	__atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void *noted(void *block, const void *caller)
{
	if (block && (uintptr_t)caller >= lo && (uintptr_t)caller < hi)
		swap(NULL, block);
	return block;
}

void *malloc(size_t n)
{
	return noted(__libc_malloc(n), __builtin_return_address(0));
}

void *calloc(size_t n, size_t size)
{
	return noted(__libc_calloc(n, size), __builtin_return_address(0));
}

void *realloc(void *block, size_t n)
{
	if (block)
		swap(block, NULL);
	return noted(__libc_realloc(block, n), __builtin_return_address(0));
}

int posix_memalign(void **out, size_t alignment, size_t n)
{
	*out = noted(__libc_memalign(alignment, n), __builtin_return_address(0));
	return *out ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t n)
{
	return noted(__libc_memalign(alignment, n), __builtin_return_address(0));
}

void free(void *block)
{
	if (block)
		swap(block, NULL);
	__libc_free(block);
}

static int find(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	if (!strstr(info->dlpi_name, "/libgomarmot.so"))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
			lo = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			hi = lo + info->dlpi_phdr[i].p_memsz;
		}
	return 1;
}

int main(int argc, char **argv)
{
	static int in[OBJECTS], out[OBJECTS], memory[OBJECTS], result;
	MPI_Datatype type[OBJECTS];
	MPI_Comm comm[OBJECTS];
	MPI_Request receive[OBJECTS];
	MPI_Win win;
	int kept = 0;

	dl_iterate_phdr(find, NULL);
	MPI_Init(&argc, &argv);
	for (int i = 0; i < OBJECTS; i++) {
		MPI_Type_vector(i + 1, 1, 2, MPI_INT, &type[i]);
		MPI_Type_commit(&type[i]);
		MPI_Comm_dup(MPI_COMM_SELF, &comm[i]);
		MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &receive[i]);
	}
	MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_SELF, &win);
	MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
	MPI_Fetch_and_op(&in[0], &result, MPI_INT, 0, 0, MPI_SUM, win);
	MPI_Win_unlock(0, win);
	for (int i = 0; i < MOST; i++)
		kept += blocks[i] != NULL;
	printf("%d blocks kept, code at %s\n", kept, lo ? "a known place" : "no place");
	for (int i = 0; i < OBJECTS; i++) {
		MPI_Send(&out[i], 1, MPI_INT, 0, i, MPI_COMM_SELF);
		MPI_Wait(&receive[i], MPI_STATUS_IGNORE);
		MPI_Type_free(&type[i]);
		MPI_Comm_free(&comm[i]);
	}
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
