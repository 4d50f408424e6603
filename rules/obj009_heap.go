package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/words"
)

// heapBlock is a buffer that does not lie in its block of the heap.
var heapBlock = &Rule{
	ID:       "OBJ009",
	MPI:      "1.0",
	Title:    "buffer ends beyond its block of the heap, or lies in a freed one",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Message Data; Blocking Receive; Window Creation",
	Says:     "A buffer is memory of the calling process: as many elements as the count says, from the address on, and so is the memory of a window.",
	Doc: "The program allocated fewer bytes than the call uses, or has freed them. What lies behind the block is sent, or overwritten: mostly the " +
		"allocator's own data or another variable, so that the program fails later and elsewhere. A receive that has room for " +
		"more elements than the block is a warning: it goes well as long as no message is that long.",
	Advice: "Allocate as many bytes as the count and the datatype need, or pass the count that was allocated; free the memory after the call, and that of a " +
		"persistent request after MPI_Request_free. Where memory was allocated again, as by a std::vector that grows, create the request again.",
	Silent: []string{
		"buffers that end where their block ends",
		"count 0, and calls to and from MPI_PROC_NULL",
		"arguments that are significant at the root only, on other ranks",
		"memory that is not of the heap: variables, mapped files, memory of the MPI library",
		"a datatype with the addresses of several blocks",
		"memory that was freed, and allocated again, unless a persistent request was created for it before",
		"persistent requests that are not started after their buffers have been freed",
	},
	Limit: "Only where the heap is watched (gomarmot run --heap, or GOMARMOT_HEAP). A buffer inside of an array on the heap is compared with the whole block. MPI_BOTTOM is not " +
		"looked at. Blocks that the program takes from an allocator by functions of its own (mallocx, tc_malloc) are not known. Memory in use " +
		"that is freed is RACE006, WIN014, SPLIT012 and MSG009.",
	On: slices.Concat(memoryUsers, []calls.Kind{calls.WinCreate, calls.WinAttach, calls.BufferAttach}),
	If: OnHeap,
	Check: func(p *Pass) {
		for i := range p.Call.Heap {
			checkHeap(p, &p.Call.Heap[i])
		}
		if p.Call.Sem.Step == calls.RequestActivate {
			checkGivenBack(p)
		}
	},
}

// checkGivenBack reports persistent requests that are started after memory of theirs was freed.
func checkGivenBack(p *Pass) {
	for g := p.Call.Given(); g.Next(); {
		if q := g.Request; q != nil && g.Sure() && !q.GivenBack.IsZero() {
			p.Report([]Related{At(q.GivenBack, "the block was freed here"), At(q.Made, "the request was created here")},
				"%s starts a request whose %s, given to %s, was in a heap block that has been freed since", p.Call.Kind, q.Sem.Enter[q.GoneArg], q.Sem.Kind)
		}
	}
}

func checkHeap(p *Pass, f *call.HeapFault) {
	c := p.Call
	if !p.Rank.Memory.UsesArg(c, f.Arg) {
		return
	}
	name, size := c.Sem.Enter[f.Arg], f.Hi-f.Lo
	if f.Freed {
		p.Report(nil, "%s of %s, %s at %#x, is in a heap block of %s at %#x that has been freed", name, c.Kind, words.Bytes(size), uint64(f.Lo),
			words.Bytes(f.Size), uint64(f.Block))
		return
	}
	sev := Error
	if receives(c.Sem, f.Arg) {
		sev = Warning
	}
	p.ReportAs(sev, nil, "%s of %s takes %s from byte %d on of a heap block of %s: it ends %s beyond the block", name, c.Kind, words.Bytes(size),
		f.Lo-f.Block, words.Bytes(f.Size), words.Bytes(f.Hi-f.Block-f.Size))
}

// receives reports whether an argument is the buffer that a message is received into, which may be shorter.
func receives(s *calls.Sem, arg int8) bool {
	if s.Match != calls.MatchReceive && s.Match != calls.MatchSendReceive {
		return false
	}
	return slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Addr == arg && b.Writes && !b.Reads })
}
