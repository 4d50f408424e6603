package check

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
)

// Places finds the places of calls in the log of a running job, and reads no more of the log than that takes.
type Places struct {
	dir      string
	resolver source.Resolver
}

// NewPlaces returns the Places of the log in a directory.
func NewPlaces(dir string) *Places {
	p := &Places{dir: dir}
	p.resolver.Others = func(m *source.Module) []string {
		name := filepath.Base(m.Path)
		return []string{filepath.Join(filepath.Dir(dir), name), name}
	}
	return p
}

// mostRead bounds how many records are read to find the stack of a call.
const mostRead = 1 << 22

// Trace returns the stack of a call of a rank, as far as the rank's segment has it.
func (p *Places) Trace(rank int, pc uint64) (source.Trace, error) {
	r, err := logdir.OpenRank(p.dir, rank)
	if err != nil {
		return source.Trace{}, fmt.Errorf("find a call of rank %d: %w", rank, err)
	}
	defer r.Close() // only read
	s := streamOf(r)
	var e event.Event
	for range mostRead {
		if _, mapped := r.Module(event.Address(pc)); mapped && s.stacks.Has(pc) {
			break
		}
		if err := s.Next(&e); err == io.EOF {
			break
		} else if err != nil {
			return source.Trace{}, fmt.Errorf("find a call of rank %d: %w", rank, err)
		}
	}
	return Trace(r, &s.stacks, &p.resolver, pc), nil
}
