/*
 * A table of handlers for the functions of CUDA's driver, which programs and CUDA's runtime call.
 * Functions outside of the table put no work on streams, or work whose memory gomarmot does not
 * follow.
 */
#include "driver.h"

#include <ctype.h>
#include <string.h>

#include "../allocations.h"
#include "../work.h"

typedef void handler(const struct gg_now *now, const void *params, const struct gg_callback *data);

/* Copies and fills. */

static int on_device(uint64_t at)
{
	struct gg_allocation a;

	return gg_find(at, &a) && a.kind == GG_DEVICE;
}

/* From host memory to host memory, CUDA returns when the copy is complete. */
static void copy_async(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_copy *p = params;

	(void)data;
	gg_copy_async(now, p->to, p->from, p->size, p->stream);
}

/* CUDA returns when the copy is complete, except from device memory to device memory. */
static void copy_now(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_copy *p = params;

	(void)data;
	gg_copy(now, p->to, 0, p->from, 0, p->size, 1, NULL);
	if (!on_device(p->to) || !on_device(p->from))
		gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

static void copy_peer_async(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_peer_copy *p = params;

	(void)data;
	gg_copy(now, p->to, 0, p->from, 0, p->size, 1, p->stream);
}

static void copy_peer(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_peer_copy *p = params;

	(void)data;
	gg_copy(now, p->to, 0, p->from, 0, p->size, 1, NULL);
}

/* Returns the address of the first row of a copy's source or target; 0: a CUDA array. */
static uint64_t corner(
	unsigned type, const void *host, uint64_t device, size_t x, size_t y, size_t pitch)
{
	enum { HOST = 1, DEVICE = 2, UNIFIED = 4 };

	if (type == HOST)
		return (uint64_t)(uintptr_t)host + y * pitch + x;
	return type == DEVICE || type == UNIFIED ? device + y * pitch + x : 0;
}

static void copy_rows(const struct gg_now *now, const struct gg_2d *c, gg_stream stream)
{
	gg_copy(now, corner(c->to_type, c->to_host, c->to_device, c->to_x, c->to_y, c->to_pitch),
		c->to_pitch,
		corner(c->from_type, c->from_host, c->from_device, c->from_x, c->from_y,
			c->from_pitch),
		c->from_pitch, c->width, c->height, stream);
}

static void copy_2d_async(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_copy_2d *p = params;

	(void)data;
	copy_rows(now, p->copy, p->stream);
}

static void copy_2d(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_copy_2d *p = params;

	(void)data;
	copy_rows(now, p->copy, NULL);
	if (p->copy->to_type != p->copy->from_type)
		gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

/* Notes a copy whose memory gomarmot does not follow; CUDA may have waited until the copy was
 * complete. */
static void copy_other(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)params, (void)data;
	gg_note(now, GOMARMOT_GPU_OTHER, NULL, 0);
}

/* Returns the bytes of an element. The function's name has the number of bits: cuMemsetD32. */
static uint64_t element(const char *function)
{
	const char *digits = strpbrk(
		strstr(function, "2D") ? strstr(function, "2D") + 2 : function, "0123456789");

	return digits && *digits == '1' ? 2 : digits && *digits == '3' ? 4 : 1;
}

static void fill_async(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_fill *p = params;

	gg_fill(now, p->at, p->n * element(data->function), 1, 0, p->stream);
}

/* CUDA returns after the fill is complete only if the host can access the memory, too. */
static void fill_now(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_fill *p = params;

	gg_fill(now, p->at, p->n * element(data->function), 1, 0, NULL);
	if (!on_device(p->at))
		gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

static void fill_2d_async(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_fill_2d *p = params;

	gg_fill(now, p->at, p->width * element(data->function), p->height, p->pitch, p->stream);
}

static void fill_2d(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_fill_2d *p = params;

	gg_fill(now, p->at, p->width * element(data->function), p->height, p->pitch, NULL);
	if (!on_device(p->at))
		gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0);
}

/* Launches. */

/* gomarmot does not follow arguments that are passed as one block. */
static void launches(const struct gg_now *now, void *function, const struct gg_callback *data,
	void **each, gg_stream stream)
{
	const struct gg_arguments arguments = {.each = each};

	gg_launch(now, function, data->symbol, &arguments, stream);
}

static void launch(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_launch *p = params;

	launches(now, p->function, data, p->arguments, p->stream);
}

static void launch_ex(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_launch_ex *p = params;

	launches(now, p->function, data, p->arguments, p->config->stream);
}

static void graph(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_graph *p = params;

	(void)data;
	gg_note(now, GOMARMOT_GPU_OTHER, p->stream, 0);
}

static void host(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	gg_note(now, GOMARMOT_GPU_HOST, *(const gg_stream *)params, 0);
}

/* Order. */

static void record(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_record *p = params;

	(void)data;
	gg_note(now, GOMARMOT_GPU_RECORD, p->stream, (int64_t)(uintptr_t)p->event);
}

static void await(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_await *p = params;

	(void)data;
	gg_note(now, GOMARMOT_GPU_AWAIT, p->stream, (int64_t)(uintptr_t)p->event);
}

static void stream_done(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, *(const gg_stream *)params, 0);
}

static void event_done(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, (int64_t)(uintptr_t) * (void *const *)params);
}

/* The driver returns the time between two events only if the stream has reached both. */
static void events_done(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_elapsed *p = params;

	(void)data;
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, (int64_t)(uintptr_t)p->start);
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, (int64_t)(uintptr_t)p->end);
}

static void device_done(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)params, (void)data;
	gg_note(now, GOMARMOT_GPU_DEVICE_DONE, NULL, 0);
}

static void capture(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	gg_note(now, GOMARMOT_GPU_CAPTURE, *(const gg_stream *)params, 0);
}

static void captured(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	gg_note(now, GOMARMOT_GPU_CAPTURED, *(const gg_stream *)params, 0);
}

/* Memory. */

static void allocated(const struct gg_now *now, const void *params, enum gg_kind kind)
{
	const struct gg_allocate *p = params;

	if (*p->at)
		gg_allocated(*p->at, p->size, kind, !now->gomarmot->wanted());
}

static void allocate(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	allocated(now, params, GG_DEVICE);
}

static void allocate_managed(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	allocated(now, params, GG_MANAGED);
}

static void allocate_host(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)data;
	allocated(now, params, GG_PINNED);
}

static void allocate_pitch(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_allocate_pitch *p = params;

	(void)data;
	gg_allocated(*p->at, *p->pitch * p->height, GG_DEVICE, !now->gomarmot->wanted());
}

static void pin(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_register *p = params;

	(void)now, (void)data;
	gg_allocated(p->at, p->size, GG_PINNED, 1);
}

static void unpin(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)now, (void)data;
	gg_freed(((const struct gg_free *)params)->at);
}

static void freed(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_free *p = params;
	const uint64_t size = gg_freed(p->at);

	if (!p->at || !now->gomarmot->wanted()) /* CUDA ignores the address 0, and does not wait */
		return;
	gg_free_note(now, p->at, size);
	if (!strstr(data->function, "Async")) /* CUDA has waited for the device */
		gg_note(now, GOMARMOT_GPU_DEVICE_DONE, NULL, 0);
}

static void share(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)now, (void)data;
	gg_shared(((const struct gg_share *)params)->at);
}

/* Memory that cuMemAlloc has not made. */

static void map(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_range *p = params;

	(void)now, (void)data;
	gg_mapped(p->at, p->size);
}

static void unmap(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_range *p = params;

	(void)data;
	gg_unmapped(p->at, p->size);
	if (now->gomarmot->wanted())
		gg_free_note(now, p->at, p->size);
}

static void global(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const struct gg_global *p = params;

	(void)now, (void)data;
	if (p->at && p->size && *p->at)
		gg_global(*p->at, *p->size);
}

/* Memory of another process, whose size the driver says. */
static void open_shared(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const gg_pointer at = **(gg_pointer *const *)params;
	const uint64_t size = now->size ? now->size(at) : 0;

	(void)data;
	if (size)
		gg_allocated(at, size, GG_DEVICE, 1);
}

static void close_shared(
	const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	const gg_pointer at = *(const gg_pointer *)params;
	const uint64_t size = gg_freed(at);

	(void)data;
	if (now->gomarmot->wanted())
		gg_free_note(now, at, size);
}

static void unload(const struct gg_now *now, const void *params, const struct gg_callback *data)
{
	(void)now, (void)params, (void)data;
	gg_globals_forget();
	gg_kernels_forget();
}

static const struct {
	const char *name; /* without _v2 and _ptsz */
	handler *run;
	int always; /* also inside of MPI calls: the program may get memory allocated there */
} handlers[] = {
	{"cuMemcpyAsync", copy_async, 0},
	{"cuMemcpyHtoDAsync", copy_async, 0},
	{"cuMemcpyDtoHAsync", copy_async, 0},
	{"cuMemcpyDtoDAsync", copy_async, 0},
	{"cuMemcpy", copy_now, 0},
	{"cuMemcpyHtoD", copy_now, 0},
	{"cuMemcpyDtoH", copy_now, 0},
	{"cuMemcpyDtoD", copy_now, 0},
	{"cuMemcpyPeer", copy_peer, 0},
	{"cuMemcpyPeerAsync", copy_peer_async, 0},
	{"cuMemcpy2D", copy_2d, 0},
	{"cuMemcpy2DUnaligned", copy_2d, 0},
	{"cuMemcpy2DAsync", copy_2d_async, 0},
	{"cuMemcpy3D", copy_other, 0},
	{"cuMemcpy3DPeer", copy_other, 0},
	{"cuMemcpyAtoH", copy_other, 0},
	{"cuMemcpyHtoA", copy_other, 0},
	{"cuMemcpyAtoD", copy_other, 0},
	{"cuMemcpyDtoA", copy_other, 0},
	{"cuMemcpyAtoA", copy_other, 0},
	{"cuMemsetD8", fill_now, 0},
	{"cuMemsetD16", fill_now, 0},
	{"cuMemsetD32", fill_now, 0},
	{"cuMemsetD8Async", fill_async, 0},
	{"cuMemsetD16Async", fill_async, 0},
	{"cuMemsetD32Async", fill_async, 0},
	{"cuMemsetD2D8", fill_2d, 0},
	{"cuMemsetD2D16", fill_2d, 0},
	{"cuMemsetD2D32", fill_2d, 0},
	{"cuMemsetD2D8Async", fill_2d_async, 0},
	{"cuMemsetD2D16Async", fill_2d_async, 0},
	{"cuMemsetD2D32Async", fill_2d_async, 0},
	{"cuLaunchKernel", launch, 0},
	{"cuLaunchCooperativeKernel", launch, 0},
	{"cuLaunchKernelEx", launch_ex, 0},
	{"cuGraphLaunch", graph, 0},
	{"cuLaunchHostFunc", host, 0},
	{"cuStreamAddCallback", host, 0},
	{"cuStreamWaitValue32", host, 0},
	{"cuStreamWaitValue64", host, 0},
	{"cuStreamWriteValue32", host, 0},
	{"cuStreamWriteValue64", host, 0},
	{"cuStreamBatchMemOp", host, 0},
	{"cuEventRecord", record, 0},
	{"cuEventRecordWithFlags", record, 0},
	{"cuStreamWaitEvent", await, 0},
	{"cuStreamSynchronize", stream_done, 0},
	{"cuStreamQuery", stream_done, 0},
	{"cuEventSynchronize", event_done, 0},
	{"cuEventQuery", event_done, 0},
	{"cuEventElapsedTime", events_done, 0},
	{"cuCtxSynchronize", device_done, 0},
	{"cuStreamBeginCapture", capture, 0},
	{"cuStreamBeginCaptureToGraph", capture, 0},
	{"cuStreamEndCapture", captured, 0},
	{"cuMemAlloc", allocate, 1},
	{"cuMemAllocAsync", allocate, 1},
	{"cuMemAllocFromPoolAsync", allocate, 1},
	{"cuMemAllocPitch", allocate_pitch, 1},
	{"cuMemAllocManaged", allocate_managed, 1},
	{"cuMemAllocHost", allocate_host, 1},
	{"cuMemHostAlloc", allocate_host, 1},
	{"cuMemHostRegister", pin, 1},
	{"cuMemHostUnregister", unpin, 1},
	{"cuMemFreeHost", freed, 1},
	{"cuMemFree", freed, 1},
	{"cuMemFreeAsync", freed, 1},
	{"cuMemMap", map, 1},
	{"cuMemUnmap", unmap, 1},
	{"cuModuleGetGlobal", global, 1},
	{"cuLibraryGetGlobal", global, 1},
	{"cuIpcOpenMemHandle", open_shared, 1},
	{"cuIpcCloseMemHandle", close_shared, 1},
	{"cuIpcGetMemHandle", share, 1},
	{"cuMemPoolExportPointer", share, 1},
	{"cuModuleUnload", unload, 1},
	{"cuLibraryUnload", unload, 1},
};

/* Returns the length of a name without its suffixes for the version and the default stream. */
static size_t plain(const char *name)
{
	size_t n = strlen(name);

	if (n > 5 && (!strcmp(name + n - 5, "_ptsz") || !strcmp(name + n - 5, "_ptds")))
		n -= 5;
	if (n > 3 && name[n - 3] == '_' && name[n - 2] == 'v' &&
		isdigit((unsigned char)name[n - 1]))
		n -= 3;
	return n;
}

/* Returns the number of a function's handler, from 1 on; 0: none. */
int gg_handler_of(const char *name)
{
	const size_t n = plain(name);

	for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
		if (strlen(handlers[i].name) == n && !strncmp(handlers[i].name, name, n))
			return (int)i + 1;
	return 0;
}

int gg_handler_always(int which)
{
	return handlers[which - 1].always;
}

/* Whether the stream NULL of a function is the calling thread's default stream. */
int gg_per_thread(const char *name)
{
	return name[plain(name)] && strstr(name, "_pt") != NULL;
}

void gg_handle(int which, const struct gg_now *now, const struct gg_callback *data)
{
	handlers[which - 1].run(now, data->params, data);
}
