/*
 * CUDA's driver loads this library when the program first uses CUDA, as CUDA_INJECTION64_PATH says.
 * From then on CUPTI reports each call of the driver.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../bridge.h"
#include "../work.h"
#include "cupti.h"
#include "driver.h"

enum { FUNCTIONS = 2048, UNKNOWN = 0, NONE = 1 };

static struct gg_now all; /* the members that are the same for all calls */
static cuStreamGetFlags_fn stream_flags;
static cuFuncGetParamInfo_fn parameter;
static cuMemGetAddressRange_fn range;

/* By CUPTI's number of a function: NONE plus the number of its handler; UNKNOWN: not looked up. */
static uint8_t kinds[FUNCTIONS];
static uint8_t per_thread[FUNCTIONS];

static void say(const char *what)
{
	char line[256];
	const int n = snprintf(
		line, sizeof line, "gomarmot: %s; what the GPU does is not recorded\n", what);

	if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
		return; /* the error stream is closed */
}

static int is_nonblocking(gg_stream stream, int64_t *context)
{
	unsigned flags = 0;

	(void)context;
	return !stream_flags || stream_flags(stream, &flags) || flags & 1;
}

static uint64_t size_of(uint64_t at)
{
	gg_pointer lo = 0;
	size_t size = 0;

	return range && !range(&lo, &size, at) && lo == at ? size : 0;
}

/* Gets the sizes of the parameters from the driver; before CUDA 12.4 the driver does not describe
 * them, and gomarmot does not follow memory that the parameters point to. */
static void describe(void *function, struct gg_kernel *k)
{
	size_t offset, size;

	while (parameter && k->n < GG_PARAMETERS && !parameter(function, k->n, &offset, &size)) {
		k->offsets[k->n] = (uint32_t)offset;
		k->sizes[k->n++] = (uint32_t)size;
	}
}

static int kind_of(uint32_t id, const char *name)
{
	if (kinds[id] == UNKNOWN) {
		per_thread[id] = (uint8_t)gg_per_thread(name);
		kinds[id] = (uint8_t)(gg_handler_of(name) + NONE);
	}
	return kinds[id] - NONE;
}

/* CUPTI calls this function on entry and return of each call of the driver. It ignores calls that
 * failed, and calls inside of MPI calls unless their handler always runs. */
static void on_call(void *user, int domain, uint32_t id, const struct gg_callback *data)
{
	struct gg_now now = all;
	int which;

	(void)user;
	if (domain != CUPTI_CB_DOMAIN_DRIVER_API || data->site != CUPTI_API_EXIT || id >= FUNCTIONS)
		return;
	which = kind_of(id, data->function);
	if (!which || (data->result && *(const int *)data->result) ||
		(!all.gomarmot->wanted() && !gg_handler_always(which)))
		return;
	now.context = (int64_t)(uintptr_t)data->context;
	now.per_thread = per_thread[id];
	gg_handle(which, &now, data);
}

/* Loads CUPTI from an installation of CUDA: a folder, "" or NULL for none. */
static void *cupti_of(const char *cuda)
{
	char path[PATH_MAX];
	const int n =
		cuda ? snprintf(path, sizeof path, "%s/extras/CUPTI/lib64/libcupti.so", cuda) : 0;

	return n > 0 && n < PATH_MAX && *cuda ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

/* Loads CUPTI: by its plain name, by the names of known versions, or from the installation of
 * CUDA. */
static void *cupti(void)
{
	static const char *const names[] = {
		"libcupti.so", "libcupti.so.13", "libcupti.so.12", "libcupti.so.11.0"};
	const char *const folders[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
	void *found = NULL;

	for (unsigned i = 0; i < sizeof names / sizeof *names && !found; i++)
		found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	for (unsigned i = 0; i < sizeof folders / sizeof *folders && !found; i++)
		found = cupti_of(folders[i]);
	return found;
}

/* Prints why CUPTI cannot be used, for example because another tool in the process uses it. */
static void say_refused(void *library, int result)
{
	enum { MAX_LIMIT_REACHED = 12, MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED = 39 };
	const cuptiGetResultString_fn name =
		(cuptiGetResultString_fn)dlsym(library, "cuptiGetResultString");
	const char *text = "unknown error";
	char line[128];

	if (name)
		name(result, &text);
	if (result == MAX_LIMIT_REACHED || result == MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
		text = "another tool uses it in this process, such as a profiler";
	snprintf(line, sizeof line, "cannot use CUPTI: %s", text);
	say(line);
}

static void subscribe(void *library)
{
	void *subscriber = NULL;
	const cuptiSubscribe_fn start = (cuptiSubscribe_fn)dlsym(library, "cuptiSubscribe");
	const cuptiEnableDomain_fn enable =
		(cuptiEnableDomain_fn)dlsym(library, "cuptiEnableDomain");
	int result;

	if (!start || !enable) {
		say("cannot use CUPTI: libcupti.so lacks cuptiSubscribe");
		return;
	}
	result = start(&subscriber, on_call, NULL);
	if (!result)
		result = enable(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
	if (result)
		say_refused(library, result);
}

/* CUDA's driver calls this function when it has loaded the library. */
__attribute__((visibility("default"))) int InitializeInjection(void)
{
	const struct gomarmot_gpu *(*const gomarmot)(uint32_t) =
		(const struct gomarmot_gpu *(*)(uint32_t))dlsym(RTLD_DEFAULT, "gomarmot_gpu");
	void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	void *library;

	all.gomarmot = gomarmot ? gomarmot(GOMARMOT_GPU) : NULL;
	if (!all.gomarmot || !driver)
		return 1; /* libgomarmot.so is not in the process */
	all.nonblocking = is_nonblocking;
	all.describe = describe;
	all.size = size_of;
	range = (cuMemGetAddressRange_fn)dlsym(driver, "cuMemGetAddressRange_v2");
	stream_flags = (cuStreamGetFlags_fn)dlsym(driver, "cuStreamGetFlags");
	parameter = (cuFuncGetParamInfo_fn)dlsym(driver, "cuFuncGetParamInfo");
	library = cupti();
	if (!library)
		say("cannot load libcupti.so: add the folder extras/CUPTI/lib64 of CUDA to "
		    "LD_LIBRARY_PATH, or set CUDA_HOME");
	else
		subscribe(library);
	return 1;
}
