package check

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/rank"
)

// tail describes a rank whose stream has ended.
type tail struct {
	Rest     *rank.Rest
	Seen     end.Seen
	Records  int64
	Abroad   bool
	Bindings []event.Binding
	Found    []*rules.Finding // by rules that look at the end of the rank
	Counts   []int64          // of all its findings, in their order
	Evidence *evidence        // nil where there is no log, or this process has read it
}

// evidence holds the properties of a rank's log that its events do not tell.
type evidence struct {
	End     segment.End
	Odd     int
	Lends   bool
	OnGPU   bool
	Stacks  event.Stacks
	Modules []segment.Module
}

// tail ends the rank; nil: it has left no log.
func (f *feed) tail() *tail {
	switch {
	case f.remote != nil:
		return f.remote.tail
	case f.rank == nil:
		return nil
	}
	t := &tail{}
	if f.in.Last != nil {
		t.Seen = f.in.Last()
	}
	f.rank.End.LastSeen(t.Seen.Now, t.Seen.Signal != 0 || t.Seen.Brief)
	f.rank.Faulted(t.Seen.In, t.Seen.Fault)
	f.checker.Finish(f.rank)
	t.Found, t.Rest, t.Bindings = f.checker.New(), f.rank.Rest(), f.rank.Threads.Bindings()
	t.Records, t.Abroad = f.rank.Records, f.rank.Messages.Abroad
	return t
}

// evidence returns the evidence of a rank that this process has read, for another process.
func (j *Job) evidence(rank int) *evidence {
	s := j.streams[rank]
	return &evidence{s.End(), s.odd, s.lends, s.onGPU, s.stacks, s.Modules}
}

// leave says that another process reads the rank.
func (j *Job) leave(rank int) {
	_ = j.byRank[rank].Leave() // only read
}

// tell takes the evidence of a rank that another process has read.
func (j *Job) tell(rank int, e *evidence) {
	s := j.streams[rank]
	s.told, s.odd, s.lends, s.onGPU, s.stacks, s.Modules = e, e.Odd, e.Lends, e.OnGPU, e.Stacks, e.Modules
}

// end says how the stream ended.
func (s *checkedStream) end() segment.End {
	if s.told != nil {
		return s.told.End
	}
	return s.End()
}
