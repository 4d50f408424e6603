package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// notAware is a buffer in memory of a GPU that is given to an MPI library that cannot access such memory.
var notAware = &Rule{
	ID:       "GPU001",
	MPI:      "1.0",
	Title:    "memory of a GPU given to an MPI library that cannot access it",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Memory Allocation Kinds; Message Data",
	Says: "An MPI library accepts memory of a GPU if it says so: by the info key mpi_memory_alloc_kinds of MPI-4.1, " +
		"or, of most libraries, by MPIX_Query_cuda_support or MPIX_Query_rocm_support. Otherwise buffers are memory " +
		"that the processor can access.",
	Doc: "The program passes MPI memory of a GPU that the processor cannot access, and the MPI library says that it " +
		"cannot use such memory: a warning, as some libraries are wrong about that. Or the rank died in an MPI call " +
		"by an access to memory of a GPU that is the buffer of that call, or of a pending operation: an error. The " +
		"MPI library, as it was built or started, copies with the processor. Small messages may have arrived, and so " +
		"may messages between ranks of one node: their data goes another way.",
	Advice: "Use an MPI library that is built for the GPU and start it so (Open MPI with UCX or --with-cuda, " +
		"MPICH_GPU_SUPPORT_ENABLED=1, MV2_USE_CUDA=1), or copy to memory of the host first.",
	Silent: []string{
		"an MPI library that copies the data, whatever it says of itself",
		"managed memory and locked memory of the host, which the processor can access; memory of a GPU that the " +
			"processor can access, too",
		"an MPI library that says it is not aware of the GPU while UCX is, or a tool that is loaded behind gomarmot",
		"communication with MPI_PROC_NULL, or of no data",
	},
	Limit: "The library's answer is that of MPIX_Query_cuda_support, MPIX_Query_rocm_support or " +
		"MPIX_Query_hip_support; where it has none of them, the info key mpi_memory_alloc_kinds of MPI_COMM_WORLD " +
		"(MPI-4.1). Kinds of other communicators, of sessions, windows and files, kinds that the program asserts, " +
		"and window memory are not checked. A library that returns an error, ends the job itself, or sends other " +
		"data, is not recognized.",
	On:    memoryUsers,
	If:    Refuses,
	Check: checkRefused,
	Finish: func(p *Pass) {
		x := p.Rank.Inaccessible()
		if x == nil || !x.Device {
			return
		}
		f := fatalAccess(x)
		related := f.in
		if x.With != nil && p.Rank.Memory.Refused(x.Use.Lo) != event.NotRefused { // checkRefused has reported a warning
			related = nil
		}
		p.ReportAt(f.at, f.on, related, "%s is memory of a GPU, which the MPI library cannot access at %s: the "+
			"rank was killed in the call%s", f.memory, f.place, f.of)
	},
}

// refusals say how the MPI library has shown that it cannot access memory of a GPU.
var refusals = map[event.Refusal]string{
	event.RefusedCUDA:  "it is not CUDA-aware: MPIX_Query_cuda_support returns 0",
	event.RefusedROCm:  "it is not ROCm-aware: MPIX_Query_rocm_support returns 0",
	event.RefusedHIP:   "it is not ROCm-aware: MPIX_Query_hip_support returns 0",
	event.KindsNotCUDA: "it supports no such memory: mpi_memory_alloc_kinds of MPI_COMM_WORLD has no kind of CUDA",
	event.KindsNotROCm: "it supports no such memory: mpi_memory_alloc_kinds of MPI_COMM_WORLD has no kind of ROCm",
}

// checkRefused reports a buffer that the MPI library says it cannot access.
func checkRefused(p *Pass) {
	if p.Rank.Threads.Nested(p.Call) {
		return
	}
	told := false
	p.Rank.Memory.GivenToMPI(p.Call, func(u *call.Memory, starts *requests.Request) {
		says := refusals[p.Rank.Memory.Refused(u.Lo)]
		if told || says == "" || u.Window {
			return
		}
		told = true
		sem := p.Call.Sem
		var related []Related
		if starts != nil {
			sem, related = starts.Sem, []Related{At(roleCreated, starts.Made, "the request was created here")}
		}
		p.ReportAs(Warning, related, "%s of %s is memory of a GPU, which the processor cannot access, and the MPI "+
			"library says that %s", sem.Enter[u.Arg], sem.Kind, says)
	})
}
