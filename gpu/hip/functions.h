/*
 * The functions of HIP that put work on streams, order work, or make memory known: those that
 * libgomarmot-hip.so defines in front of HIP's own. Each entry has the version of the symbol,
 * name, parameters and arguments of a function, and an action. NOTE runs the action after a
 * successful call of the program. KNOW runs it after each successful call, also inside of MPI
 * calls, since the program may get the memory or the stream later. BEFORE runs the action before
 * the call. FREE is for functions that free memory, and says whether they wait for the device.
 *
 * With the suffix _spt, NULL is the calling thread's default stream: NOTE_SPT. Programs compiled
 * for default streams per thread call these functions.
 *
 * HIP's synchronous copies and fills return when they are complete; HIP's documents leave open
 * whether they always will, so they count as complete.
 */

/* Both forms of a function. */
#define NOTE_BOTH(version, version_spt, name, parameters, arguments, action) \
	NOTE(version, name, parameters, arguments, action)                   \
	NOTE_SPT(version_spt, name##_spt, parameters, arguments, action)

/* Memory. */

KNOW("4.2", hipMalloc, (void **at, size_t size), (at, size), allocated(*at, size, GG_DEVICE))
KNOW("4.2", hipExtMallocWithFlags, (void **at, size_t size, unsigned flags), (at, size, flags),
	allocated(*at, size, GG_DEVICE))
KNOW("5.1", hipMallocAsync, (void **at, size_t size, hipStream_t stream), (at, size, stream),
	allocated(*at, size, GG_DEVICE))
KNOW("5.1", hipMallocFromPoolAsync, (void **at, size_t size, hipMemPool_t pool, hipStream_t stream),
	(at, size, pool, stream), allocated(*at, size, GG_DEVICE))
KNOW("4.2", hipMallocPitch, (void **at, size_t *pitch, size_t width, size_t height),
	(at, pitch, width, height), allocated(*at, *pitch *height, GG_DEVICE))
KNOW("4.2", hipMemAllocPitch,
	(hipDeviceptr_t * at, size_t *pitch, size_t width, size_t height, unsigned element),
	(at, pitch, width, height, element), allocated(*at, *pitch *height, GG_DEVICE))
KNOW("4.2", hipMalloc3D, (hipPitchedPtr * at, hipExtent extent), (at, extent),
	allocated(at->ptr, at->pitch *extent.height *extent.depth, GG_DEVICE))
KNOW("4.2", hipMallocManaged, (void **at, size_t size, unsigned flags), (at, size, flags),
	allocated(*at, size, GG_MANAGED))
KNOW("4.2", hipHostMalloc, (void **at, size_t size, unsigned flags), (at, size, flags),
	allocated(*at, size, GG_PINNED))
KNOW("4.2", hipHostAlloc, (void **at, size_t size, unsigned flags), (at, size, flags),
	allocated(*at, size, GG_PINNED))
KNOW("4.2", hipMallocHost, (void **at, size_t size), (at, size), allocated(*at, size, GG_PINNED))
KNOW("4.2", hipMemAllocHost, (void **at, size_t size), (at, size), allocated(*at, size, GG_PINNED))
KNOW("4.2", hipHostRegister, (void *at, size_t size, unsigned flags), (at, size, flags),
	allocated(at, size, GG_PINNED))
BEFORE("4.2", hipHostUnregister, (void *at), (at), gg_freed(ADDRESS(at)))
KNOW("5.1", hipMemMap,
	(void *at, size_t size, size_t offset, hipMemGenericAllocationHandle_t memory,
		unsigned long long flags),
	(at, size, offset, memory, flags), gg_mapped(ADDRESS(at), size))
KNOW("5.1", hipMemUnmap, (void *at, size_t size), (at, size), unmapped(now, at, size))
KNOW("4.2", hipModuleGetGlobal,
	(hipDeviceptr_t * at, size_t *size, hipModule_t module, const char *name),
	(at, size, module, name), global(at, size))
KNOW("4.2", hipIpcGetMemHandle, (hipIpcMemHandle_t * handle, void *at), (handle, at),
	gg_shared(ADDRESS(at)))
KNOW("5.1", hipMemPoolExportPointer, (hipMemPoolPtrExportData * data, void *at), (data, at),
	gg_shared(ADDRESS(at)))
FREE("4.2", hipFree, (void *at), (at), 1)
FREE("4.2", hipHostFree, (void *at), (at), 1)
FREE("4.2", hipFreeHost, (void *at), (at), 1)
FREE("5.1", hipFreeAsync, (void *at, hipStream_t stream), (at, stream), 0)

/* Copies. */

NOTE_BOTH("4.2", "5.2", hipMemcpy, (void *to, const void *from, size_t size, hipMemcpyKind kind),
	(to, from, size, kind), copy_now(now, to, from, size, NULL))
NOTE_BOTH("4.2", "5.2", hipMemcpyAsync,
	(void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream),
	(to, from, size, kind, stream), copy_async(now, to, from, size, stream))
NOTE("4.2", hipMemcpyWithStream,
	(void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream),
	(to, from, size, kind, stream), copy_now(now, to, from, size, stream))
NOTE("4.2", hipMemcpyHtoD, (hipDeviceptr_t to, void *from, size_t size), (to, from, size),
	copy_now(now, to, from, size, NULL))
NOTE("4.2", hipMemcpyDtoH, (void *to, hipDeviceptr_t from, size_t size), (to, from, size),
	copy_now(now, to, from, size, NULL))
NOTE("4.2", hipMemcpyDtoD, (hipDeviceptr_t to, hipDeviceptr_t from, size_t size), (to, from, size),
	copy_now(now, to, from, size, NULL))
NOTE("4.2", hipMemcpyHtoDAsync, (hipDeviceptr_t to, void *from, size_t size, hipStream_t stream),
	(to, from, size, stream), copy_async(now, to, from, size, stream))
NOTE("4.2", hipMemcpyDtoHAsync, (void *to, hipDeviceptr_t from, size_t size, hipStream_t stream),
	(to, from, size, stream), copy_async(now, to, from, size, stream))
NOTE("4.2", hipMemcpyDtoDAsync,
	(hipDeviceptr_t to, hipDeviceptr_t from, size_t size, hipStream_t stream),
	(to, from, size, stream), copy_async(now, to, from, size, stream))
NOTE("4.2", hipMemcpyPeer,
	(void *to, int to_device, const void *from, int from_device, size_t size),
	(to, to_device, from, from_device, size), copy_now(now, to, from, size, NULL))
NOTE("4.2", hipMemcpyPeerAsync,
	(void *to, int to_device, const void *from, int from_device, size_t size,
		hipStream_t stream),
	(to, to_device, from, from_device, size, stream), copy_async(now, to, from, size, stream))

/* Copies of rows; an address of 0 stands for an array, which gomarmot does not follow. */
NOTE_BOTH("4.2", "5.2", hipMemcpy2D,
	(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
		size_t height, hipMemcpyKind kind),
	(to, to_pitch, from, from_pitch, width, height, kind),
	copy_rows_now(now, to, to_pitch, from, from_pitch, width, height))
NOTE_BOTH("4.2", "5.3", hipMemcpy2DAsync,
	(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
		size_t height, hipMemcpyKind kind, hipStream_t stream),
	(to, to_pitch, from, from_pitch, width, height, kind, stream),
	copy_rows(now, to, to_pitch, from, from_pitch, width, height, stream))
NOTE("4.2", hipMemcpyParam2D, (const hip_Memcpy2D *c), (c), copy_2d_now(now, c))
NOTE("4.3", hipDrvMemcpy2DUnaligned, (const hip_Memcpy2D *c), (c), copy_2d_now(now, c))
NOTE("4.2", hipMemcpyParam2DAsync, (const hip_Memcpy2D *c, hipStream_t stream), (c, stream),
	copy_2d(now, c, stream))
NOTE_BOTH("4.2", "5.2", hipMemcpy2DToArray,
	(hipArray * to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
		size_t height, hipMemcpyKind kind),
	(to, x, y, from, pitch, width, height, kind),
	copy_rows_now(now, NULL, 0, from, pitch, width, height))
NOTE_BOTH("4.2", "5.2", hipMemcpy2DFromArray,
	(void *to, size_t pitch, hipArray_const_t from, size_t x, size_t y, size_t width,
		size_t height, hipMemcpyKind kind),
	(to, pitch, from, x, y, width, height, kind),
	copy_rows_now(now, to, pitch, NULL, 0, width, height))
NOTE("4.2", hipMemcpyHtoA, (hipArray * to, size_t at, const void *from, size_t size),
	(to, at, from, size), copy_now(now, NULL, from, size, NULL))
NOTE("4.2", hipMemcpyAtoH, (void *to, hipArray *from, size_t at, size_t size), (to, from, at, size),
	copy_now(now, to, NULL, size, NULL))
NOTE_BOTH("4.2", "5.2", hipMemcpyToSymbol,
	(const void *to, const void *from, size_t size, size_t at, hipMemcpyKind kind),
	(to, from, size, at, kind), copy_now(now, NULL, from, size, NULL))
NOTE_BOTH("4.2", "5.2", hipMemcpyFromSymbol,
	(void *to, const void *from, size_t size, size_t at, hipMemcpyKind kind),
	(to, from, size, at, kind), copy_now(now, to, NULL, size, NULL))
NOTE_BOTH("4.2", "5.2", hipMemcpy3D, (const struct hipMemcpy3DParms *c), (c),
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0))
NOTE("4.2", hipDrvMemcpy3D, (const HIP_MEMCPY3D *c), (c),
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0))

/* Fills. */

NOTE_BOTH("4.2", "5.2", hipMemset, (void *at, int value, size_t size), (at, value, size),
	fill_now(now, at, size))
NOTE_BOTH("4.2", "5.3", hipMemsetAsync, (void *at, int value, size_t size, hipStream_t stream),
	(at, value, size, stream), fill(now, at, size, stream))
NOTE("4.2", hipMemsetD8, (hipDeviceptr_t at, unsigned char value, size_t n), (at, value, n),
	fill_now(now, at, n))
NOTE("4.2", hipMemsetD16, (hipDeviceptr_t at, unsigned short value, size_t n), (at, value, n),
	fill_now(now, at, n * 2))
NOTE("4.2", hipMemsetD32, (hipDeviceptr_t at, int value, size_t n), (at, value, n),
	fill_now(now, at, n * 4))
NOTE("4.2", hipMemsetD8Async,
	(hipDeviceptr_t at, unsigned char value, size_t n, hipStream_t stream),
	(at, value, n, stream), fill(now, at, n, stream))
NOTE("4.2", hipMemsetD16Async,
	(hipDeviceptr_t at, unsigned short value, size_t n, hipStream_t stream),
	(at, value, n, stream), fill(now, at, n * 2, stream))
NOTE("4.2", hipMemsetD32Async, (hipDeviceptr_t at, int value, size_t n, hipStream_t stream),
	(at, value, n, stream), fill(now, at, n * 4, stream))
NOTE_BOTH("4.2", "5.2", hipMemset2D,
	(void *at, size_t pitch, int value, size_t width, size_t height),
	(at, pitch, value, width, height), fill_rows_now(now, at, pitch, width, height))
NOTE_BOTH("4.2", "5.3", hipMemset2DAsync,
	(void *at, size_t pitch, int value, size_t width, size_t height, hipStream_t stream),
	(at, pitch, value, width, height, stream),
	gg_fill(now, ADDRESS(at), width, height, pitch, STREAM(stream)))
NOTE_BOTH("4.2", "5.2", hipMemset3D, (hipPitchedPtr at, int value, hipExtent extent),
	(at, value, extent), gg_note(now, GOMARMOT_GPU_STREAM_DONE, NULL, 0))

/* Kernels. */

NOTE_BOTH("4.2", "5.2", hipLaunchKernel,
	(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
		hipStream_t stream),
	(function, grid, block, arguments, shared, stream),
	launch(now, function, arguments, NULL, stream))
NOTE_BOTH("4.2", "5.2", hipLaunchCooperativeKernel,
	(const void *function, dim3 grid, dim3 block, void **arguments, unsigned shared,
		hipStream_t stream),
	(function, grid, block, arguments, shared, stream),
	launch(now, function, arguments, NULL, stream))
NOTE("4.2", hipExtLaunchKernel,
	(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
		hipStream_t stream, hipEvent_t start, hipEvent_t stop, int flags),
	(function, grid, block, arguments, shared, stream, start, stop, flags),
	launch_between(now, function, arguments, NULL, stream, start, stop))
NOTE("4.2", hipLaunchCooperativeKernelMultiDevice, (hipLaunchParams * list, int n, unsigned flags),
	(list, n, flags), launch_all(now, list, n))
NOTE("4.2", hipExtLaunchMultiKernelMultiDevice, (hipLaunchParams * list, int n, unsigned flags),
	(list, n, flags), launch_all(now, list, n))
NOTE("4.2", hipModuleLaunchKernel,
	(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
		unsigned bz, unsigned shared, hipStream_t stream, void **arguments, void **extra),
	(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra),
	launch(now, function, arguments, extra, stream))
NOTE("5.5", hipModuleLaunchCooperativeKernel,
	(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
		unsigned bz, unsigned shared, hipStream_t stream, void **arguments),
	(function, gx, gy, gz, bx, by, bz, shared, stream, arguments),
	launch(now, function, arguments, NULL, stream))

/* From ROCm 6.2 on it has the linkage of C, before that the linkage of C++. */
#define EXT_MODULE_LAUNCH(version, name)                                                          \
	NOTE(version, name,                                                                       \
		(hipFunction_t function, uint32_t gx, uint32_t gy, uint32_t gz, uint32_t bx,      \
			uint32_t by, uint32_t bz, size_t shared, hipStream_t stream,              \
			void **arguments, void **extra, hipEvent_t start, hipEvent_t stop,        \
			uint32_t flags),                                                          \
		(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra, start, stop, \
			flags),                                                                   \
		launch_between(now, function, arguments, extra, stream, start, stop))
EXT_MODULE_LAUNCH("6.2", hipExtModuleLaunchKernel)
EXT_MODULE_LAUNCH("4.2",
	_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_tS6_j)

NOTE_BOTH("4.3", "5.3", hipGraphLaunch, (hipGraphExec_t graph, hipStream_t stream), (graph, stream),
	gg_note(now, GOMARMOT_GPU_OTHER, STREAM(stream), 0))
NOTE_BOTH("5.3", "5.3", hipLaunchHostFunc, (hipStream_t stream, hipHostFn_t function, void *data),
	(stream, function, data), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE_BOTH("4.2", "5.3", hipStreamAddCallback,
	(hipStream_t stream, hipStreamCallback_t function, void *data, unsigned flags),
	(stream, function, data, flags), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE("4.4", hipStreamWaitValue32,
	(hipStream_t stream, void *at, uint32_t value, unsigned flags, uint32_t mask),
	(stream, at, value, flags, mask), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE("4.4", hipStreamWaitValue64,
	(hipStream_t stream, void *at, uint64_t value, unsigned flags, uint64_t mask),
	(stream, at, value, flags, mask), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE("4.4", hipStreamWriteValue32, (hipStream_t stream, void *at, uint32_t value, unsigned flags),
	(stream, at, value, flags), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE("4.4", hipStreamWriteValue64, (hipStream_t stream, void *at, uint64_t value, unsigned flags),
	(stream, at, value, flags), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))

/* Order. */

NOTE_BOTH("4.2", "5.2", hipEventRecord, (hipEvent_t event, hipStream_t stream), (event, stream),
	gg_note(now, GOMARMOT_GPU_RECORD, STREAM(stream), EVENT(event)))
NOTE_BOTH("4.2", "5.2", hipStreamWaitEvent, (hipStream_t stream, hipEvent_t event, unsigned flags),
	(stream, event, flags), gg_note(now, GOMARMOT_GPU_AWAIT, STREAM(stream), EVENT(event)))
NOTE_BOTH("4.2", "5.2", hipStreamSynchronize, (hipStream_t stream), (stream),
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, STREAM(stream), 0))
NOTE_BOTH("4.2", "5.2", hipStreamQuery, (hipStream_t stream), (stream),
	gg_note(now, GOMARMOT_GPU_STREAM_DONE, STREAM(stream), 0))
NOTE("4.2", hipEventSynchronize, (hipEvent_t event), (event),
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, EVENT(event)))
NOTE("4.2", hipEventQuery, (hipEvent_t event), (event),
	gg_note(now, GOMARMOT_GPU_EVENT_DONE, NULL, EVENT(event)))
NOTE("4.2", hipEventElapsedTime, (float *ms, hipEvent_t start, hipEvent_t stop), (ms, start, stop),
	events_done(now, start, stop))
NOTE("4.2", hipDeviceSynchronize, (void), (), gg_note(now, GOMARMOT_GPU_DEVICE_DONE, NULL, 0))
NOTE("4.2", hipCtxSynchronize, (void), (), gg_note(now, GOMARMOT_GPU_DEVICE_DONE, NULL, 0))
NOTE_BOTH("4.3", "5.3", hipStreamBeginCapture, (hipStream_t stream, hipStreamCaptureMode mode),
	(stream, mode), gg_note(now, GOMARMOT_GPU_CAPTURE, STREAM(stream), 0))
NOTE_BOTH("4.3", "5.3", hipStreamEndCapture, (hipStream_t stream, hipGraph_t *graph),
	(stream, graph), gg_note(now, GOMARMOT_GPU_CAPTURED, STREAM(stream), 0))

/* Devices, streams and modules. */

KNOW("4.2", hipSetDevice, (int number), (number), gh_device_set(number))
KNOW("4.2", hipStreamCreate, (hipStream_t * stream), (stream), gh_stream_made(*stream, 0))
KNOW("4.2", hipStreamCreateWithFlags, (hipStream_t * stream, unsigned flags), (stream, flags),
	gh_stream_made(*stream, flags))
KNOW("4.2", hipStreamCreateWithPriority, (hipStream_t * stream, unsigned flags, int priority),
	(stream, flags, priority), gh_stream_made(*stream, flags))
KNOW("4.2", hipExtStreamCreateWithCUMask, (hipStream_t * stream, uint32_t n, const uint32_t *mask),
	(stream, n, mask), gh_stream_made(*stream, 0))
BEFORE("4.2", hipStreamDestroy, (hipStream_t stream), (stream), gh_stream_gone(stream))
KNOW("4.2", hipModuleLoad, (hipModule_t * module, const char *file), (module, file),
	gh_module_file(*module, file))
KNOW("4.2", hipModuleLoadData, (hipModule_t * module, const void *image), (module, image),
	gh_module_loaded(*module, image))
KNOW("4.2", hipModuleLoadDataEx,
	(hipModule_t * module, const void *image, unsigned n, hipJitOption *options, void **values),
	(module, image, n, options, values), gh_module_loaded(*module, image))
KNOW("4.2", hipModuleGetFunction, (hipFunction_t * function, hipModule_t module, const char *name),
	(function, module, name), gh_function_got(*function, module, name))
BEFORE("4.2", hipModuleUnload, (hipModule_t module), (module),
	(gh_module_gone(module), gg_globals_forget()))

#undef EXT_MODULE_LAUNCH
#undef NOTE_BOTH
