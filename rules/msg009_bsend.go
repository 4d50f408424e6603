package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/words"
)

// bufferedSends are the calls that may need room in the attached buffer.
var bufferedSends = []calls.Kind{calls.Bsend, calls.Ibsend, calls.Start, calls.Startall}

// bsendSpace is a buffered send for which there is no room, or a buffer that
// cannot be attached or detached.
var bsendSpace = &Rule{
	ID:       "MSG009",
	MPI:      "1.0",
	Title:    "wrong use of the buffer for buffered sends",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Buffer Allocation and Usage; Model Implementation of Buffered Mode",
	Says: "The program attaches a buffer with room for the data of all buffered sends that are under way, and " +
		"MPI_BSEND_OVERHEAD more bytes for each. Its size is not negative. One buffer can be attached at a time. It " +
		"belongs to MPI until it is detached.",
	Doc: "Without room the send fails. If there is room for each message, but not for all messages that were sent " +
		"in a row, the run depends on the speed of the receivers: the finding is a warning. Messages stay in the " +
		"buffer until they are received: a program that stores to the buffer, or frees it, changes the messages and " +
		"the notes of the MPI library about them.",
	Advice: "Attach a buffer of the sum of MPI_Pack_size plus MPI_BSEND_OVERHEAD over all messages that may be " +
		"under way at once. Detach it before you attach another buffer, store to its memory or free it.",
	Silent: []string{
		"more messages than the buffer holds, with a call in between by which the sender may have learned that some " +
			"of them have arrived",
		"automatic buffering",
		"sends to MPI_PROC_NULL",
		"a buffer attached again after it was detached",
		"memory of the buffer that is stored to, or freed, after it was detached",
	},
	Limit: "Sends of programs that attach buffers to communicators or sessions (MPI-4.1) are not judged. A message " +
		"counts with its bytes, although MPI_Pack_size may ask for more. Stores to the buffer are seen where " +
		"gomarmot cc has compiled the program, and its free where the heap is watched (GOMARMOT_HEAP). That a " +
		"function has returned that has the buffer as a local variable is detected at the next MPI call of a " +
		"function further up.",
	On: append(slices.Clone(bufferedSends), calls.BufferAttach, calls.BufferDetach),
	Check: func(p *Pass) {
		b := p.Rank.Messages.Bsend
		switch {
		case p.Call.Kind == calls.BufferAttach && p.Call.In[1] < 0 && !messages.AutomaticBuffer(p.Call.In[0]):
			p.Report(nil, "MPI_Buffer_attach with size %d", p.Call.In[1])
		case b.Unknown:
		case p.Call.Kind == calls.BufferAttach:
			if b.Attached {
				p.Report([]Related{At(roleCreated, b.Made, "it was attached here")},
					"MPI_Buffer_attach while another buffer is attached")
			}
		case p.Call.Kind == calls.BufferDetach:
			if !b.Attached && p.Rank.Std >= 41 {
				p.Report(nil, "MPI_Buffer_detach although no buffer is attached")
			}
		case !b.Others:
			checkBsend(p)
		}
	},
	Program: func(p *Pass) {
		x := p.Program
		if !x.Bsend {
			return
		}
		if x.Returned {
			p.ReportAt(p.Rank.Messages.Bsend.Made, tracker.Object{}, []Related{At(roleFollows, x.Site, hadReturned)},
				"the buffer for buffered sends %s MPI_Buffer_detach", wasLocal)
			return
		}
		does := "changes"
		if x.Freed {
			does = "gives back"
		}
		p.ReportAt(x.Site, tracker.Object{}, []Related{At(roleCreated, p.Rank.Messages.Bsend.Made,
			"the buffer was attached here")},
			"this %s %s memory of the buffer for buffered sends before MPI_Buffer_detach", x.Site.Call, does)
	},
}

func checkBsend(p *Pass) {
	n := p.Rank.BufferSpace(p.Call)
	if n == 0 {
		return
	}
	b := p.Rank.Messages.Bsend
	overhead := p.Rank.Flavour.BsendOverhead
	switch {
	case !b.Attached:
		p.Report(nil, "%s, but no buffer is attached", p.Call.Kind)
	case b.Auto:
	case n > b.Size:
		p.Report([]Related{At(roleCreated, b.Made, "the buffer was attached here")},
			"%s needs %s of the attached buffer, with %d (MPI_BSEND_OVERHEAD) for each message; it has only %s",
			p.Call.Kind, words.Count(n, "byte"), overhead, words.Count(b.Size, "byte"))
	case b.Used+n > b.Size:
		p.ReportAs(Warning, []Related{At(roleBegan, b.First, "the first of these sends"),
			At(roleCreated, b.Made, "the buffer was attached here")},
			"with %s, %s have been sent in a row that need %s of the attached buffer, with %d (MPI_BSEND_OVERHEAD) "+
				"for each; it has only %s",
			p.Call.Kind, words.Count(b.Sends+1, "message"), words.Count(b.Used+n, "byte"), overhead,
			words.Count(b.Size, "byte"))
	}
}
