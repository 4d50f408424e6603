package check

import (
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
)

// Trace returns the stack of a call of a rank: its place, and its callers' places
// if they were captured: where a library made it, or where all calls have stacks.
func (j *Job) Trace(rank int32, pc uint64) source.Trace {
	if s := j.linkedWith(rank); s != nil {
		return s.Trace(rank-s.first, pc)
	}
	r := j.byRank[int(rank)]
	if r == nil {
		return source.Trace{Places: []source.Place{{Offset: event.Address(pc)}}, User: -1}
	}
	return Trace(r, &j.streams[int(rank)].stacks, &j.resolver, pc)
}

// Read reads a log without checking it: for Trace.
func Read(path string) (*Job, error) {
	j, in, err := open(path, Options{})
	if err != nil {
		return nil, err
	}
	for i := range in {
		if in[i].Stream == nil {
			continue
		}
		if err := readAll(in[i].Stream); err != nil {
			_ = j.Log.Close() // only read
			return nil, fmt.Errorf("rank %d: %w", i, err)
		}
	}
	return j, nil
}

func readAll(s Stream) error {
	var e event.Event
	for {
		if err := s.Next(&e); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// Trace is the stack of a call of the rank whose log r is.
func Trace(r *logdir.RankLog, stacks *event.Stacks, resolver *source.Resolver, pc uint64) source.Trace {
	exe := ""
	if r.Header != nil {
		exe = r.Header.Exe
	}
	find := func(pc uint64) *source.Module {
		m, ok := r.Module(pc)
		if !ok {
			return nil
		}
		return (*source.Module)(&m)
	}
	return resolver.Trace(exe, find, event.Address(pc), rankcheck.Callers(stacks, pc))
}

// Python reports whether Python code has called MPI on any rank.
func (j *Job) Python() bool {
	for _, s := range j.streams {
		if s.stacks.Python() {
			return true
		}
	}
	return false
}
