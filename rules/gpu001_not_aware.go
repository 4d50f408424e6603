package rules

import (
	"cmp"
)

// notAware is a buffer in memory of a GPU, given to an MPI library that cannot access it.
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
	Doc: "The rank died in an MPI call by an access to memory of a GPU that is the buffer of that call, or of an " +
		"operation that is pending: the MPI library, as it was built or started, copies with the processor. Small " +
		"messages may have passed, and calls between ranks of one node, where the data took another way.",
	Advice: "Use an MPI library that is built for the GPU and start it so (Open MPI with UCX or --with-cuda, " +
		"MPICH_GPU_SUPPORT_ENABLED=1, MV2_USE_CUDA=1), or copy to memory of the host first.",
	Silent: []string{
		"an MPI library that copies the data, whatever it says of itself",
		"managed memory and locked memory of the host, which the processor can access",
	},
	Limit: "Only where the process dies of it. An MPI library that returns an error, or sends something else, is not " +
		"recognized. What the library says of itself is not asked for.",
	Finish: func(p *Pass) {
		x := p.Rank.Inaccessible()
		if x == nil || !x.Device {
			return
		}
		at, on, named := x.In.Site, x.In.Object(), x.In.Sem
		related, of := []Related(nil), ""
		if x.With != nil {
			at, on, named = cmp.Or(x.With.Created(), x.With.By), x.With.Object(), x.With.Sem
			related, of = []Related{At(roleFollows, x.In.Site, "the rank was killed in this call")},
				" of "+x.In.Kind.String()
		}
		p.ReportAt(at, on, related, "%s of %s is memory of a GPU, which the MPI library cannot access at %s: the "+
			"rank was killed in the call%s",
			named.Enter[x.Use.Arg], named.Kind, faultAt(x), of)
	},
}
