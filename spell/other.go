package spell

import (
	"fmt"
	mathbits "math/bits"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/words"
)

// other returns the text of a record that is not a call.
func (n *Names) other(e *event.Event) string {
	switch e.Kind {
	case event.Thread:
		if e.N > 3 {
			return fmt.Sprintf("first call of thread %d", e.A[3])
		}
		return fmt.Sprintf("first call of thread %d", e.Thread)
	case event.Probe:
		return fmt.Sprintf("handle %#x, not created by a recorded call", uint64(e.A[1]))
	case event.Lost:
		switch {
		case e.Thread == event.NoThread:
			return fmt.Sprintf("%d calls of threads that could not be recorded are missing here", event.Missing(e))
		case e.A[0] < 0:
			return "records are missing here"
		}
		return fmt.Sprintf("%d records are missing here", event.Missing(e))
	case event.End:
		return "end: " + endReasons[event.EndReason(e.A[0])]
	case event.Stray:
		if e.A[1] == 0 {
			return calls.Kind(e.A[0]).String() + " before MPI_Init"
		}
		if e.N > 2 {
			return calls.Kind(e.A[0]).String() + " after the last MPI_Session_finalize did not return"
		}
		return calls.Kind(e.A[0]).String() + " after MPI_Finalize"
	case event.Polls:
		return words.Count(e.A[0], "more test") + " that found nothing"
	case event.Value:
		if e.N > 2 {
			return fmt.Sprintf("the next call leaves %d where %d is", e.A[1], e.A[2])
		}
		return fmt.Sprintf("the operand of the next call is %d", e.A[1])
	case event.Fetched:
		return fmt.Sprintf("record %d has fetched %d", e.A[0], e.A[1])
	case event.Access:
		if event.AccessFlags(e.A[4])&event.AccessFence != 0 {
			return "memory fence"
		}
		text := fmt.Sprintf("%s of %s at %#x", event.AccessFlags(e.A[4]).Kind(), words.Bytes(e.A[1]), uint64(e.A[0]))
		if e.A[2] > 1 {
			text += fmt.Sprintf(", %s, %s apart", words.Count(e.A[2], "time"), words.Count(e.A[3], "byte"))
		}
		return text
	case event.Memory:
		return memoryText(e)
	case event.GPU:
		return gpuText(e)
	case event.GPUMemory:
		does := "reads"
		switch use := event.GPUUse(e.A[4]); {
		case use&event.GPUMay != 0:
			does = "may use"
		case use&event.GPUWrites != 0:
			does = "writes"
		}
		return fmt.Sprintf("the work on the GPU %s %s at %#x", does, words.Bytes(e.A[1]*e.A[2]), uint64(e.A[0]))
	case event.GPUName:
		return fmt.Sprintf("name of kernel %d", e.A[0])
	case event.Changed:
		return fmt.Sprintf("what is sent from %#x has changed since the operation began", uint64(e.A[3]))
	case event.Segment:
		return fmt.Sprintf("rank %d of the window has %s at %#x", e.A[1], words.Bytes(e.A[3]), uint64(e.A[2]))
	case event.Code:
		return fmt.Sprintf("the code that the failed call returns to, from %#x on", uint64(e.A[1]))
	case event.Created:
		return "the program has created a thread"
	case event.AccessBits:
		units := 0
		for _, w := range e.A[min(3, e.N):e.N] {
			units += mathbits.OnesCount64(uint64(w))
		}
		return fmt.Sprintf("%s of %s of %s from %#x on", event.AccessFlags(e.A[2]).Kind(), words.Count(units, "unit"),
			words.Bytes(e.A[1]), uint64(e.A[0]))
	}
	return e.Kind.String()
}

var gpuActions = map[event.GPUAction]string{
	event.GPUCopy: "copy", event.GPUFill: "fill", event.GPUKernel: "kernel", event.GPUOther: "other work",
	event.GPUHost:   "host function",
	event.GPURecord: "event recorded", event.GPUAwait: "wait for event", event.GPUStreamDone: "stream is done",
	event.GPUEventDone: "event is reached", event.GPUDeviceDone: "all streams are done", event.GPUFree: "memory freed",
	event.GPUCapture: "capture begins", event.GPUCaptured: "capture ends", event.GPULost: "records are missing",
}

// gpuText returns the text of a record of work on a GPU.
func gpuText(e *event.Event) string {
	return fmt.Sprintf("GPU, stream %#x: %s", uint64(e.A[2]), gpuActions[event.GPUAction(e.A[0])])
}

// memoryText returns the text of a Memory record.
func memoryText(e *event.Event) string {
	block := fmt.Sprintf("block of %s at %#x", words.Bytes(e.A[5]), uint64(e.A[4]))
	switch event.MemoryState(e.A[0]) {
	case event.MemoryNone:
		return "NULL where the next call needs the address of a result"
	case event.MemoryBeyond:
		return fmt.Sprintf("buffer from %#x to %#x ends beyond the %s", uint64(e.A[2]), uint64(e.A[3]), block)
	case event.MemoryFreed:
		return fmt.Sprintf("buffer at %#x lies in a freed %s", uint64(e.A[2]), block)
	case event.MemoryDevice:
		return fmt.Sprintf("buffer at %#x lies in an accelerator's %s", uint64(e.A[2]), block)
	case event.MemoryReturned:
		return fmt.Sprintf("functions with local variables from %#x to %#x have returned", uint64(e.A[2]),
			uint64(e.A[3]))
	}
	return block + " is freed while MPI uses it"
}

var endReasons = map[event.EndReason]string{
	event.EndFinalized: "MPI_Finalize", event.EndExit: "exit without MPI_Finalize", event.EndAbort: "MPI_Abort",
}
