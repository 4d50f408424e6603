/*
 * Whether the MPI library accepts memory of accelerators. MPIX_Query_cuda_support and similar
 * functions tell, or since MPI-4.1 the memory allocation kinds of MPI_COMM_WORLD.
 *
 * The answer is not always true. Open MPI says no although UCX moves the data, if only UCX was
 * built for the accelerator. A tool between gomarmot and the MPI library may replace the buffers.
 * And on some machines the processor can access the accelerator's memory, so that any MPI library
 * can. In all these cases gomarmot does not believe a no.
 */
#define _GNU_SOURCE
#include "aware.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "../base/gm.h"
#include "../base/zz_wrappers.h"
#include "../loaded/cancel.h"
#include "../loaded/device.h"
#include "../loaded/loader.h"
#include "../loaded/real.h"
#include "../loaded/text.h"
#include "args.h"
#include "flavour.h"
#include "zz_predef.h"

/* The reasons, numbered as event.Refusal. */
enum { YES = 0, CUDA_QUERY = 1, ROCM_QUERY = 2, HIP_QUERY = 3, CUDA_KINDS = 4, ROCM_KINDS = 5 };

static const struct {
	const char *function;
	enum gm_device device;
	int reason;
} queries[] = {
	{"MPIX_Query_cuda_support", GM_DEVICE_CUDA, CUDA_QUERY},
	{"MPIX_Query_rocm_support", GM_DEVICE_ROCM, ROCM_QUERY},
	{"MPIX_Query_hip_support", GM_DEVICE_ROCM, HIP_QUERY},
};

/*
 * Whether a tool gets MPI calls before the object of a function does. The object of the function
 * may be a tool, too; calls that this tool does not take go to the MPI library.
 */
static int is_behind_tool(const void *function)
{
	const struct gm_text here = gm_text_at(function);
	const struct gm_text library = gm_text_at(gm_find("PMPI_Init"));

	for (unsigned fn = 0; fn < GM_FUNCTIONS; fn++) {
		const uintptr_t next = (uintptr_t)gm_dlsym(RTLD_NEXT, gm_real_name[fn] + 1);

		if (next && !gm_in_text(&here, next) && !gm_in_text(&library, next))
			return 1;
	}
	return 0;
}

/* Whether a loaded library moves data for the MPI library and may know accelerators by itself. */
static int is_transport(struct dl_phdr_info *info, size_t size, void *arg)
{
	static const char *const names[] = {"libuct_cuda", "libuct_rocm", "libpsm2"};

	(void)size, (void)arg;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(gm_base_name(info->dlpi_name), names[i], strlen(names[i])))
			return 1;
	return 0;
}

static int is_running(void)
{
	return gm_mpi_says("PMPI_Initialized") && !gm_mpi_says("PMPI_Finalized");
}

/* Whether the library is of MPI-4.1 or later, and names kinds of memory for MPI_COMM_WORLD. */
static int world_kinds(char *kinds, int size)
{
	int (*version)(int *, int *) = gm_find("PMPI_Get_version");
	int (*info_of)(uintptr_t, void *) = gm_find("PMPI_Comm_get_info");
	int (*value)(uintptr_t, const char *, int *, char *, int *) =
		gm_find("PMPI_Info_get_string");
	int (*release)(void *) = gm_find("PMPI_Info_free");
	int major = 0, minor = 0, found = 0;
	uintptr_t info = 0;

	if (!version || !info_of || !value || !release || version(&major, &minor) || major < 4 ||
		(major == 4 && !minor) || info_of(gm_predef(GM_ID_COMM_WORLD), &info))
		return 0;
	if (value((uintptr_t)gm_handle_at(&info), "mpi_memory_alloc_kinds", &size, kinds, &found))
		found = 0;
	release(&info);
	return found && kinds[0];
}

/* Whether a list of kinds has a kind that begins with these characters. */
static int has_kind(const char *kinds, const char *kind)
{
	for (const char *k = kinds; k; k = strchr(k, ',') ? strchr(k, ',') + 1 : NULL)
		if (!strncmp(k, kind, strlen(kind)))
			return 1;
	return 0;
}

static int ask_kinds(enum gm_device device)
{
	char kinds[1024] = "";
	const int cuda = device == GM_DEVICE_CUDA;

	if (!world_kinds(kinds, sizeof kinds) || has_kind(kinds, cuda ? "cuda" : "rocm"))
		return YES;
	return cuda ? CUDA_KINDS : ROCM_KINDS;
}

static int ask(enum gm_device device)
{
	if (!is_running() || dl_iterate_phdr(is_transport, NULL))
		return YES;
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
		int (*query)(void) =
			queries[i].device == device ? gm_find(queries[i].function) : NULL;

		if (query)
			return query() || is_behind_tool((const void *)query) ? YES
									      : queries[i].reason;
	}
	return is_behind_tool(gm_find("PMPI_Init")) ? YES : ask_kinds(device);
}

/* Whether the processor can access a byte: the kernel reads it. */
static int processor_reads(const void *address)
{
	int ends[2], read;

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
		return 1;
	read = write(ends[1], address, 1) == 1;
	close(ends[0]);
	close(ends[1]);
	return read;
}

/*
 * Returns the reason why the MPI library cannot access memory of an accelerator; 0 if it can, or
 * if that is uncertain. The library is asked once. The thread is not cancelled meanwhile.
 */
int gm_refuses(enum gm_device device, const void *address)
{
	static int known[GM_DEVICE_ROCM + 1]; /* the reason plus 1 */
	struct gm_cancel before;
	int reason;

	if (device == GM_DEVICE_MANAGED)
		return YES;
	reason = GM_LOAD(&known[device]) - 1;
	if (reason == YES)
		return YES;
	before = gm_cancel_off();
	if (reason < 0) {
		reason = ask(device);
		GM_STORE(&known[device], reason + 1);
	}
	if (reason != YES && processor_reads(address))
		reason = YES;
	gm_cancel_on(&before);
	return reason;
}
