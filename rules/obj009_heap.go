package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/words"
)

// heapBlock is a buffer that does not lie in its block of the heap.
var heapBlock = &Rule{
	ID:       "OBJ009",
	MPI:      "1.0",
	Title:    "buffer or array that is not in its block of the heap, or in a freed one",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Message Data; Blocking Receive; Multiple Completions; Window Creation",
	Says: "A buffer is memory of the calling process: as many elements as the count says, from the address on, and " +
		"so is the memory of a window. An array of arguments has as many elements as its description says: " +
		"array_of_statuses one for each request, recvcounts one for each rank.",
	Doc: "The program allocated fewer bytes than the call uses, or has freed them. The memory behind the block, " +
		"mostly data of the allocator or another variable, is sent or overwritten, so that the program fails later " +
		"and elsewhere. A receive that has room for more elements than the block is a warning: it goes well as long " +
		"as no message is that long. A displacement that leads out of the block of its buffer was computed with the " +
		"wrong unit, or was too large for an int. Arrays of arguments, such as statuses, counts and displacements, " +
		"are looked at, too; it is a warning if the call may leave the last elements alone. Where a block has " +
		"4,294,967,296 elements more than the count says, or a multiple of these, the count was probably converted " +
		"from 64 to 32 bits: a warning.",
	Advice: "Allocate as many bytes as the count and the datatype need, or pass the count that was allocated; free " +
		"the memory after the call, and the buffer of a persistent request after MPI_Request_free. Pass counts " +
		"beyond 2,147,483,647 to the functions with large counts (MPI_Send_c), or use a larger datatype. Where " +
		"memory was allocated again, as by a std::vector that grows, create the request again.",
	Silent: []string{
		"buffers that end where their block ends",
		"the beginning of a larger block, unless it has just some multiple of 2^32 elements more and the count is " +
			"not round",
		"count 0, and calls to and from MPI_PROC_NULL",
		"array_of_indices and array_of_statuses of MPI_Waitsome with room for the requests that are not " +
			"MPI_REQUEST_NULL",
		"arguments that are significant at the root only, on other ranks",
		"memory that is not of the heap: variables, mapped files, memory of the MPI library",
		"a datatype with the addresses of several blocks, and displacements in bytes that lead to other blocks",
		"a buffer of which no part is in the block that has its address: the array may be counted from another index",
		"parts exchanged with MPI_PROC_NULL",
		"memory that was freed, and allocated again, unless a persistent request was created for it before",
		"persistent requests that are not started after their buffers have been freed",
	},
	Limit: "Only where the heap is watched (gomarmot run --heap, or GOMARMOT_HEAP). A buffer inside of an array on " +
		"the heap is compared with the whole block. Buffers at MPI_BOTTOM are not checked. Blocks that the program " +
		"takes from an allocator by functions of its own (mallocx, tc_malloc) are not known. Weights of graphs and " +
		"arrays of MPI_Comm_spawn_multiple are not checked. Memory in use that is freed is RACE006, WIN014, " +
		"SPLIT012 and MSG009.",
	On: slices.Concat(memoryUsers, withArrays, []calls.Kind{calls.WinCreate, calls.WinAttach, calls.BufferAttach}),
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

const extentAdvice = "Allocate as many bytes as the count and the datatype need. The extent of a datatype is the " +
	"distance from one element to the next, and from the part of one rank to the next: MPI_Type_create_resized sets it."

// checkGivenBack reports persistent requests that are started after some of their memory was freed.
func checkGivenBack(p *Pass) {
	for g := p.Call.Given(); g.Next(); {
		if q := g.Request; q != nil && g.Sure() && !q.Buffer.GivenBack.IsZero() {
			p.Report([]Related{At(roleFreed, q.Buffer.GivenBack, "the block was freed here"),
				At(roleCreated, q.Made, "the request was created here")},
				"%s starts a request whose %s, given to %s, was in a heap block that has been freed since",
				p.Call.Kind, q.Sem.Enter[q.Buffer.Arg], q.Sem.Kind)
		}
	}
}

func checkHeap(p *Pass, f *call.HeapFault) {
	c := p.Call
	part, uses := p.Rank.Memory.UsesFaulty(c, f)
	if !uses {
		return
	}
	arg := c.Param(f.Arg)
	name := arg.Name
	if f.What == event.MemoryLarger {
		checkCutCount(p, f)
		return
	}
	what := fmt.Sprintf("%s of %s", name, c.Kind)
	if part != nil {
		what = displaced(c, part, f.Part) + ","
	}
	switch size, block := words.Bytes(f.Hi-f.Lo), words.Bytes(f.Size); f.What {
	case event.MemoryFreed:
		p.Report(nil, "%s, %s at %#x, is in a heap block of %s at %#x that has been freed",
			strings.TrimSuffix(what, ","), size, uint64(f.Lo), block, uint64(f.Block))
	case event.MemoryBehind, event.MemoryBefore:
		if at := c.In[f.Arg]; at >= f.Block && at < f.Block+f.Size && arg.Array == "" {
			p.add(Report{Sites: []tracker.Site{c.Site}, Object: p.object(), Advice: extentAdvice}, "%s begins in a "+
				"heap block of %s, but its count and datatype lead to bytes that begin %s that block",
				[]any{what, block, fromBlock(f)})
			return
		}
		p.Report(nil, "%s begins %s a heap block of %s", what, fromBlock(f), block)
	case event.MemoryElsewhere:
		p.Report(nil, "%s begins %s the heap block of %s that %s is in", what, fromBlock(f), block, name)
	default:
		sev, elements := Error, ""
		if receives(c.Sem, f.Arg) || fillsSome(c.Sem, arg) {
			sev = Warning
		}
		if arg.Array != "" {
			elements = lengthOfArray(p, arg)
		}
		p.ReportAs(sev, nil, "%s takes %s%s from byte %d on of a heap block of %s: it ends %s beyond the block",
			what, size, elements, f.Lo-f.Block, block,
			words.Bytes(f.Hi-f.Block-f.Size))
	}
}

// fromBlock says how far outside the block the memory begins.
func fromBlock(f *call.HeapFault) string {
	if f.Lo < f.Block {
		return words.Bytes(f.Block-f.Lo) + " before"
	}
	return words.Bytes(f.Lo-f.Block-f.Size) + " behind"
}

// displaced names a part of a buffer by its displacement.
func displaced(c *call.Call, of *messages.Part, i int) string {
	displ, peer := of.Displacement(i)
	whose := ""
	if peer >= 0 {
		whose = fmt.Sprintf(" of rank %d", peer)
	}
	return fmt.Sprintf("%s of %s: the part%s, %s[%d] = %d", c.Sem.Enter[of.Spec.Addr], c.Kind, whose,
		c.Sem.Enter[of.Spec.Displs], i, displ)
}

// receives reports whether an argument is the buffer of a receive, whose message may be shorter.
func receives(s *calls.Sem, arg int8) bool {
	if s.Match != calls.MatchReceive && s.Match != calls.MatchSendReceive {
		return false
	}
	return slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Addr == arg && b.Writes && !b.Reads })
}
