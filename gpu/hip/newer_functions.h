/* Functions of HIP that came after ROCm 5.2, and use types that its headers do not have; as
 * functions.h. */

NOTE("6.1", hipStreamBeginCaptureToGraph,
	(hipStream_t stream, hipGraph_t graph, const void *nodes, const void *edges, size_t n,
		hipStreamCaptureMode mode),
	(stream, graph, nodes, edges, n, mode),
	gg_note(now, GOMARMOT_GPU_CAPTURE, STREAM(stream), 0))
NOTE("6.4", hipEventRecordWithFlags, (hipEvent_t event, hipStream_t stream, unsigned flags),
	(event, stream, flags), gg_note(now, GOMARMOT_GPU_RECORD, STREAM(stream), EVENT(event)))
NOTE("6.4", hipStreamBatchMemOp, (hipStream_t stream, unsigned n, void *operations, unsigned flags),
	(stream, n, operations, flags), gg_note(now, GOMARMOT_GPU_HOST, STREAM(stream), 0))
NOTE("6.5", hipLaunchKernelExC,
	(const struct gh_launch_config *config, const void *function, void **arguments),
	(config, function, arguments), launch(now, function, arguments, NULL, config->stream))
NOTE("6.5", hipDrvLaunchKernelEx,
	(const struct gh_module_launch_config *config, hipFunction_t function, void **arguments,
		void **extra),
	(config, function, arguments, extra),
	launch(now, function, arguments, extra, config->stream))
