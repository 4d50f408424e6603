/*
 * HIP's functions in front of HIP's own: each call is forwarded as it is. When a call of the
 * program has succeeded, its work is handed to libgomarmot.so. HIP calls some of its functions by
 * these names, too: calls within calls are only forwarded.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

#include "../allocations.h"
#include "../work.h"
#include "hip.h"
#include "kernels.h"
#include "layout.h"
#include "newer.h"
#include "real.h"
#include "streams.h"

#define VISIBLE __attribute__((visibility("default")))
#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))
#define STREAM(s) ((gg_stream)(s))
#define EVENT(e) ((int64_t)(uintptr_t)(e))

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct gomarmot_gpu *gomarmot; /* NULL: libgomarmot.so is not in the process */
static __thread int depth;                  /* the nesting of calls within calls */

static void start(void)
{
	const struct gomarmot_gpu *(*const find)(uint32_t) =
		(const struct gomarmot_gpu *(*)(uint32_t))dlsym(RTLD_DEFAULT, "gomarmot_gpu");

	gomarmot = find ? find(GOMARMOT_GPU) : NULL;
}

static int watches(void)
{
	pthread_once(&once, start);
	return gomarmot != NULL;
}

static int wanted(void)
{
	return watches() && gomarmot->wanted();
}

static struct gg_now now_is(int per_thread)
{
	return (struct gg_now){.context = gh_context(),
		.api = GOMARMOT_GPU_HIP,
		.per_thread = per_thread,
		.gomarmot = gomarmot,
		.nonblocking = gh_nonblocking,
		.describe = gh_describe};
}

/* Effects of calls. */

static void allocated(const void *at, size_t size, enum gg_kind kind)
{
	if (at)
		gg_allocated(ADDRESS(at), size, kind, !wanted());
}

static void unmapped(const struct gg_now *now, const void *at, size_t size)
{
	gg_unmapped(ADDRESS(at), size);
	if (wanted())
		gg_free_note(now, ADDRESS(at), size);
}

static void global(void *const *at, const size_t *size)
{
	if (at && size && *at)
		gg_global(ADDRESS(*at), *size);
}

static void copy(
	const struct gg_now *now, const void *to, const void *from, size_t size, hipStream_t stream)
{
	gg_copy(now, ADDRESS(to), 0, ADDRESS(from), 0, size, 1, STREAM(stream));
}

/* From host memory to host memory, HIP may copy before it returns. */
static void copy_async(
	const struct gg_now *now, const void *to, const void *from, size_t size, hipStream_t stream)
{
	gg_copy_async(now, ADDRESS(to), ADDRESS(from), size, STREAM(stream));
}

static void copy_now(
	const struct gg_now *now, const void *to, const void *from, size_t size, hipStream_t stream)
{
	copy(now, to, from, size, stream);
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, STREAM(stream), 0);
}

static void copy_rows(const struct gg_now *now, const void *to, size_t to_pitch, const void *from,
	size_t from_pitch, size_t width, size_t height, hipStream_t stream)
{
	gg_copy(now, ADDRESS(to), to_pitch, ADDRESS(from), from_pitch, width, height,
		STREAM(stream));
}

static void copy_rows_now(const struct gg_now *now, const void *to, size_t to_pitch,
	const void *from, size_t from_pitch, size_t width, size_t height)
{
	copy_rows(now, to, to_pitch, from, from_pitch, width, height, NULL);
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

/* Returns the first row of a copy's source or target; NULL: the row is in an array, or the
 * program gives several addresses, of which the type selects one. */
static const char *corner(
	const void *host, const void *device, const void *array, size_t x, size_t y, size_t pitch)
{
	const char *at = host ? host : device;

	return array || !at || (host && device) ? NULL : at + y * pitch + x;
}

static void copy_2d(const struct gg_now *now, const hip_Memcpy2D *c, hipStream_t stream)
{
	copy_rows(now,
		corner(c->dstHost, c->dstDevice, c->dstArray, c->dstXInBytes, c->dstY, c->dstPitch),
		c->dstPitch,
		corner(c->srcHost, c->srcDevice, c->srcArray, c->srcXInBytes, c->srcY, c->srcPitch),
		c->srcPitch, c->WidthInBytes, c->Height, stream);
}

static void copy_2d_now(const struct gg_now *now, const hip_Memcpy2D *c)
{
	copy_2d(now, c, NULL);
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

static void fill(const struct gg_now *now, const void *at, size_t size, hipStream_t stream)
{
	gg_fill(now, ADDRESS(at), size, 1, 0, STREAM(stream));
}

static void fill_now(const struct gg_now *now, const void *at, size_t size)
{
	fill(now, at, size, NULL);
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

static void fill_rows_now(
	const struct gg_now *now, const void *at, size_t pitch, size_t width, size_t height)
{
	gg_fill(now, ADDRESS(at), width, height, pitch, NULL);
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

/* The list "extra" names a block with all arguments. */
static struct gg_arguments arguments_of(void **each, void **extra)
{
	struct gg_arguments a = {.each = each};

	for (int i = 0; extra && i < 8 && extra[i] != HIP_LAUNCH_PARAM_END; i += 2)
		if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
			a.block = extra[i + 1];
		else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE)
			a.size = *(const size_t *)extra[i + 1];
	if (!a.block)
		a.size = 0;
	return a;
}

static void launch(const struct gg_now *now, const void *function, void **each, void **extra,
	hipStream_t stream)
{
	const struct gg_arguments arguments = arguments_of(each, extra);

	gg_launch(now, (void *)(uintptr_t)function, NULL, &arguments, STREAM(stream));
}

/* A launch that records events when the kernel begins and ends. */
static void launch_between(const struct gg_now *now, const void *function, void **each,
	void **extra, hipStream_t stream, hipEvent_t first, hipEvent_t last)
{
	if (first)
		gg_note(now, GOMARMOT_GPU_RECORD, STREAM(stream), EVENT(first));
	launch(now, function, each, extra, stream);
	if (last)
		gg_note(now, GOMARMOT_GPU_RECORD, STREAM(stream), EVENT(last));
}

static void launch_all(const struct gg_now *now, const hipLaunchParams *list, int n)
{
	for (int i = 0; i < n; i++)
		launch(now, list[i].func, list[i].args, NULL, list[i].stream);
}

/* HIP returns the time between two events only if the stream has reached both. */
static void events_done(const struct gg_now *now, hipEvent_t first, hipEvent_t last)
{
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, EVENT(first));
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, EVENT(last));
}

/* Functions. */

/* Without HIP's own functions there is no device. */
#define FORWARD(name, parameters, arguments)                                                  \
	static gh_function *kept;                                                             \
	hipError_t(*const real) parameters = (hipError_t(*) parameters)gh_real(&kept, #name); \
	hipError_t result;                                                                    \
                                                                                              \
	if (!real)                                                                            \
		return hipErrorNoDevice;                                                      \
	depth++;                                                                              \
	result = real arguments;                                                              \
	depth--

#define DEFINE(name, parameters, arguments, when, thread, action) \
	VISIBLE hipError_t name parameters                        \
	{                                                         \
		FORWARD(name, parameters, arguments);             \
		if (!depth && result == hipSuccess && when()) {   \
			const struct gg_now it = now_is(thread);  \
			const struct gg_now *const now = &it;     \
                                                                  \
			(void)now;                                \
			action;                                   \
		}                                                 \
		return result;                                    \
	}

#define NOTE(version, name, parameters, arguments, action) \
	DEFINE(name, parameters, arguments, wanted, 0, action)
#define NOTE_SPT(version, name, parameters, arguments, action) \
	DEFINE(name, parameters, arguments, wanted, 1, action)
#define KNOW(version, name, parameters, arguments, action) \
	DEFINE(name, parameters, arguments, watches, 0, action)

#define BEFORE(version, name, parameters, arguments, action) \
	VISIBLE hipError_t name parameters                   \
	{                                                    \
		if (!depth && watches())                     \
			action;                              \
		FORWARD(name, parameters, arguments);        \
		return result;                               \
	}

/* The memory is removed before the call: once it is free, another thread may get the same memory.
 * HIP ignores the address NULL, and does not wait. */
#define FREE(version, name, parameters, arguments, waits)                              \
	VISIBLE hipError_t name parameters                                             \
	{                                                                              \
		const uint64_t size = !depth && watches() ? gg_freed(ADDRESS(at)) : 0; \
		FORWARD(name, parameters, arguments);                                  \
		if (!depth && at && result == hipSuccess && wanted()) {                \
			const struct gg_now now = now_is(0);                           \
                                                                                       \
			gg_free_note(&now, ADDRESS(at), size);                         \
			if (waits)                                                     \
				gg_note(&now, GOMARMOT_GPU_DEVICE_DONE, NULL, 0);      \
		}                                                                      \
		return result;                                                         \
	}

#include "functions.h"
#include "newer_functions.h"

/* Kernels that the compiler has compiled with the program: its code calls these functions when the
 * program or a library is loaded and unloaded. */

VISIBLE void **__hipRegisterFatBinary(const void *image)
{
	static gh_function *kept;
	void **(*const real)(const void *) =
		(void **(*)(const void *))gh_real(&kept, "__hipRegisterFatBinary");
	void **module = real ? real(image) : NULL;

	if (module)
		gh_module_registered(module, image);
	return module;
}

VISIBLE void __hipUnregisterFatBinary(void **module)
{
	static gh_function *kept;
	void (*const real)(void **) = (void (*)(void **))gh_real(&kept, "__hipUnregisterFatBinary");

	gh_module_gone(module);
	if (real)
		real(module);
}

VISIBLE void __hipRegisterFunction(void **module, const void *function, char *name,
	const char *device_name, unsigned limit, void *tid, void *bid, void *block, void *grid,
	int *warp)
{
	static gh_function *kept;
	void (*const real)(void **, const void *, char *, const char *, unsigned, void *, void *,
		void *, void *, int *) =
		(void (*)(void **, const void *, char *, const char *, unsigned, void *, void *,
			void *, void *, int *))gh_real(&kept, "__hipRegisterFunction");

	gh_function_registered(function, module, device_name);
	if (real)
		real(module, function, name, device_name, limit, tid, bid, block, grid, warp);
}
