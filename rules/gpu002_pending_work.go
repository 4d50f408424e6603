package rules

// pendingWork is a buffer that is given to MPI while work on a GPU uses it.
var pendingWork = &Rule{
	ID:       "GPU002",
	MPI:      "1.0",
	Title:    "buffer given to MPI while work on a GPU uses it",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite: "MPI-4.1, Message Data; Communication Initiation; CUDA C++ Programming Guide, Asynchronous Concurrent " +
		"Execution; HIP documentation, Asynchronous concurrent execution",
	Says: "What MPI sends is in the buffer when the call is made, and nothing else uses the buffer that MPI writes. " +
		"Kernels, asynchronous copies and fills run on when the call that puts them on a stream has returned; MPI " +
		"does not wait for streams.",
	Doc: "The program has put work on a stream that writes the buffer, or that uses a buffer which MPI will write, " +
		"and calls MPI without having waited for the work. MPI sends a buffer that the GPU has not finished, or the " +
		"GPU overwrites or reads the buffer that MPI receives into. The program mostly works with short kernels, and " +
		"with MPI libraries that happen to wait for the device.",
	Advice: "Wait before the call: cudaStreamSynchronize of the stream (hipStreamSynchronize), cudaEventSynchronize " +
		"(hipEventSynchronize) of an event recorded behind the work, or cudaDeviceSynchronize (hipDeviceSynchronize).",
	Silent: []string{
		"work that the program has waited for: by cudaStreamSynchronize, cudaEventSynchronize, " +
			"cudaDeviceSynchronize, a query that has found it complete, a copy that returns when it is complete, or " +
			"cudaFree of memory; likewise with HIP",
		"work on another stream that an event orders before work that the program has waited for; work that is " +
			"ordered before such work by the legacy default stream",
		"work that only reads a buffer that MPI sends; kernels whose parameter is a pointer to const",
		"a stream that has reached a host function, a write to memory, or a graph, by which the program may have " +
			"learned that the work is complete",
		"work that is captured into a graph",
		"kernels that may use another part of the allocation, or read data that something else may have " +
			"produced: other complete work, a graph, MPI, another rank, or the processor",
		"an address that may be the end of the memory of an earlier parameter",
	},
	Limit: "Work is seen only in runs with gomarmot run --gpu, and only that of CUDA and HIP. For copies and fills, " +
		"the bytes that they use are known: errors. For kernels, only the addresses among their parameters are " +
		"known: warnings, if the buffer is all memory that begins at the address and the kernel's name says that " +
		"the kernel writes there, or if nothing else can have produced the data that MPI sends. Kernels of drivers " +
		"before CUDA 12.4 and of compressed code objects of HIP, arguments that are passed to CUDA as one block, " +
		"and addresses that a kernel finds in the GPU's memory are not followed. Functions of HIP that a program " +
		"gets from dlsym are not seen. An event that was never recorded counts as unknown. Graphs, copies of " +
		"arrays, three-dimensional copies, and buffers for buffered sends are not checked. Accesses to windows by " +
		"other ranks are GPU006. Memory of the host that is not locked is GPU005.",
	On:    memoryUsers,
	If:    OnGPU,
	Check: func(p *Pass) { checkGPUWork(p, false) },
}
