/*
 * What gomarmot believes of an MPI library's answer whether it accepts memory of accelerators.
 * Without MPI. Prints what is wrong and then "done".
 */
#define _GNU_SOURCE
#include <stdio.h>

#include "library/aware.c" /* for its static functions */

#include <dlfcn.h>
#include <sys/mman.h>

#define CHECK(what)                                               \
	do {                                                      \
		if (!(what))                                      \
			printf("line %d: %s\n", __LINE__, #what); \
	} while (0)

/* An MPI library, as gomarmot finds its functions. */
static struct {
	int cuda, rocm, hip; /* the answers; -1: there is no such function */
	int begun, ended, subversion;
	const char *kinds; /* NULL: the key is missing */
	int asked;
} mpi;

uint64_t gm_handle_mask = UINT64_MAX;
const char *const gm_real_name[GM_FUNCTIONS] = {
	[0] = "PMPI_Send", [1 ... GM_FUNCTIONS - 1] = "PMPI_Recv"};

uintptr_t gm_predef(unsigned id)
{
	return id;
}

static int cuda(void)
{
	mpi.asked++;
	return mpi.cuda;
}

static int rocm(void)
{
	return mpi.rocm;
}

static int hip(void)
{
	return mpi.hip;
}

static int initialized(int *flag)
{
	*flag = mpi.begun;
	return 0;
}

static int finalized(int *flag)
{
	*flag = mpi.ended;
	return 0;
}

static int version(int *major, int *minor)
{
	*major = 4;
	*minor = mpi.subversion;
	return 0;
}

static int get_info(uintptr_t comm, void *info)
{
	CHECK(comm == GM_ID_COMM_WORLD);
	*(uintptr_t *)info = 77;
	return 0;
}

static int get_string(uintptr_t info, const char *key, int *size, char *value, int *flag)
{
	CHECK(info == 77 && !strcmp(key, "mpi_memory_alloc_kinds"));
	*flag = mpi.kinds != NULL;
	if (mpi.kinds)
		snprintf(value, (size_t)*size, "%s", mpi.kinds);
	return 0;
}

static int info_free(void *info)
{
	CHECK(*(uintptr_t *)info == 77);
	return 0;
}

void *gm_find(const char *symbol)
{
	static const struct {
		const char *name;
		void *function;
	} all[] = {{"PMPI_Init", (void *)initialized}, {"PMPI_Initialized", (void *)initialized},
		{"PMPI_Finalized", (void *)finalized}, {"PMPI_Get_version", (void *)version},
		{"PMPI_Comm_get_info", (void *)get_info},
		{"PMPI_Info_get_string", (void *)get_string},
		{"PMPI_Info_free", (void *)info_free}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(symbol, all[i].name))
			return all[i].function;
	if (!strcmp(symbol, "MPIX_Query_cuda_support") && mpi.cuda >= 0)
		return (void *)cuda;
	if (!strcmp(symbol, "MPIX_Query_rocm_support") && mpi.rocm >= 0)
		return (void *)rocm;
	if (!strcmp(symbol, "MPIX_Query_hip_support") && mpi.hip >= 0)
		return (void *)hip;
	return NULL;
}

static void *tool; /* takes MPI_Send; NULL: there is none */

void *gm_dlsym(void *handle, const char *name)
{
	CHECK(handle == RTLD_NEXT && !strncmp(name, "MPI_", 4));
	return !strcmp(name, "MPI_Send") && tool ? tool : (void *)cuda;
}

static void begin(int with_cuda, const char *kinds)
{
	mpi.cuda = with_cuda;
	mpi.rocm = mpi.hip = -1;
	mpi.begun = 1;
	mpi.ended = 0;
	mpi.subversion = 1;
	mpi.kinds = kinds;
}

static void functions(void)
{
	begin(0, NULL);
	CHECK(ask(GM_DEVICE_CUDA) == CUDA_QUERY);
	CHECK(ask(GM_DEVICE_ROCM) == YES); /* no function, and no kinds */
	mpi.rocm = 0;
	CHECK(ask(GM_DEVICE_ROCM) == ROCM_QUERY);
	mpi.rocm = 1;
	CHECK(ask(GM_DEVICE_ROCM) == YES);
	mpi.rocm = -1;
	mpi.hip = 0;
	CHECK(ask(GM_DEVICE_ROCM) == HIP_QUERY);
	begin(1, "mpi,system"); /* the function knows more than the kinds that were asked for */
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	begin(0, NULL);
	mpi.ended = 1;
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	begin(0, NULL);
	mpi.begun = 0; /* only sessions */
	CHECK(ask(GM_DEVICE_CUDA) == YES);
}

static void kinds(void)
{
	begin(-1, "mpi,system");
	CHECK(ask(GM_DEVICE_CUDA) == CUDA_KINDS);
	CHECK(ask(GM_DEVICE_ROCM) == ROCM_KINDS);
	begin(-1, "mpi,system,cuda:device:host,rocm");
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	CHECK(ask(GM_DEVICE_ROCM) == YES);
	begin(-1, "");
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	begin(-1, NULL);
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	begin(-1, "mpi,system");
	mpi.subversion = 0; /* MPI-4.0 has no such key */
	CHECK(ask(GM_DEVICE_CUDA) == YES);
}

static void tools(void)
{
	tool = (void *)strlen; /* in another library */
	begin(0, NULL);
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	begin(-1, "mpi,system");
	CHECK(ask(GM_DEVICE_CUDA) == YES);
	tool = NULL;
}

static void memory(void)
{
	char *closed = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), open = 1;

	begin(0, NULL);
	mpi.asked = 0;
	CHECK(gm_refuses(GM_DEVICE_CUDA, closed) == CUDA_QUERY);
	CHECK(gm_refuses(GM_DEVICE_CUDA, closed) == CUDA_QUERY);
	CHECK(mpi.asked == 1);
	CHECK(gm_refuses(GM_DEVICE_CUDA, &open) == YES); /* the processor can access it */
	CHECK(gm_refuses(GM_DEVICE_MANAGED, closed) == YES);
	CHECK(gm_refuses(GM_DEVICE_ROCM, closed) == YES);
}

int main(void)
{
	functions();
	kinds();
	tools();
	memory();
	puts("done");
	return 0;
}
