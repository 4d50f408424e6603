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
	Doc: "The program has put work on a stream that writes the buffer, or that uses a buffer which MPI is to write, " +
		"and calls MPI without having waited for it. MPI sends what the GPU has written so far, or the GPU " +
		"overwrites, or reads, what is received. It mostly works with short kernels, and with MPI libraries that " +
		"happen to wait for the device.",
	Advice: "Wait before the call: cudaStreamSynchronize of the stream (hipStreamSynchronize), cudaEventSynchronize " +
		"(hipEventSynchronize) of an event recorded behind the work, or cudaDeviceSynchronize (hipDeviceSynchronize).",
	Silent: []string{
		"work that the program has waited for: by cudaStreamSynchronize, cudaEventSynchronize, " +
			"cudaDeviceSynchronize, a query that has found it done, a copy that returns when it is done, or " +
			"cudaFree; likewise with HIP",
		"work on another stream, of which an event orders it before what the program has waited for; work before the " +
			"legacy default stream's",
		"work that only reads what MPI sends; kernels whose parameter is a pointer to const",
		"a stream that has reached a host function, a write to memory, or a graph, which may have told the program",
		"what is put on a stream while it is captured",
		"kernels that may use another part of the allocation, or read what something else may have produced: other " +
			"work that is done, a graph, MPI, another rank, or the processor",
		"an address that may be the end of the memory before it",
	},
	Limit: "Only in runs with gomarmot run --gpu, and only of CUDA and HIP. Of copies and fills it is known " +
		"which bytes they use: errors. Of kernels the addresses among their parameters are known, not what " +
		"they do there: warnings, where the buffer is all that begins at the address and the kernel's name " +
		"says that the parameter is written, or where nothing else can have made what is sent. Kernels of " +
		"drivers before CUDA 12.4 and of compressed code objects of HIP, arguments that are passed to CUDA as " +
		"one block, and addresses that a kernel finds in the GPU's memory are not followed. HIP's functions " +
		"that a program gets from dlsym are not seen. Graphs, and copies of arrays and of three dimensions, are left " +
		"out. Accesses to windows by other ranks are GPU006. Memory of the host that is not locked is GPU005.",
	On:    memoryUsers,
	If:    OnGPU,
	Check: func(p *Pass) { checkGPUWork(p, false) },
}
