package rules

// pageableCopy is a buffer of the host that is given to MPI while an asynchronous copy uses it.
var pageableCopy = &Rule{
	ID:       "GPU005",
	MPI:      "1.0",
	Title:    "memory of the host given to MPI while an asynchronous copy uses it",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Message Data; CUDA Runtime API, API synchronization behavior",
	Says: "An asynchronous copy may use memory of the host until the program has waited for its stream. For memory " +
		"that is not locked CUDA says that the copy might be synchronous with respect to the host: it need not be.",
	Doc: "The program copies with cudaMemcpyAsync or hipMemcpyAsync from or to a buffer of the host and gives the " +
		"buffer to MPI without having waited for the copy. As the memory is not locked, most versions of CUDA and " +
		"HIP copy it before they return, so the program works. With locked memory, on systems where the GPU reads " +
		"all memory of the host, and with other versions, MPI sends old data, or overwrites data before it is copied.",
	Advice: "Wait for the stream before the call, or use cudaMemcpy (hipMemcpy), which returns when the copy is " +
		"complete.",
	Silent: []string{
		"a copy that the program has waited for, as with GPU002",
		"a copy from memory that MPI only reads",
	},
	Limit: "The limits of GPU002, which is about memory of GPUs and locked memory, apply. gomarmot knows only locked " +
		"memory that CUDA or HIP has locked, not memory that another library has locked.",
	On:    memoryUsers,
	If:    OnGPU,
	Check: func(p *Pass) { checkGPUWork(p, true) },
}
