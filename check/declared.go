package check

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// declarations finds the types that compilers noted for the buffers of a rank's calls, in the files
// that the rank has mapped. One goroutine uses it.
type declarations struct {
	log      *logdir.RankLog
	stacks   *event.Stacks
	resolver *source.Resolver
	modules  int  // how many modules of the log have been searched
	any      bool // a searched module has a table
	places   map[uint64][]datatype.Noted
}

// Any implements reading.Noted.
func (d *declarations) Any() bool {
	if n := len(d.log.Modules); n != d.modules {
		for i := d.modules; i < n && !d.any; i++ {
			d.any = d.resolver.HasDeclared((*source.Module)(&d.log.Modules[i]))
		}
		d.modules = n
	}
	return d.any
}

// Of implements reading.Noted.
func (d *declarations) Of(c tracker.Site) []datatype.Noted {
	known, ok := d.places[c.PC]
	if !ok {
		known = d.find(c)
		if d.places == nil {
			d.places = map[uint64][]datatype.Noted{}
		}
		d.places[c.PC] = known
	}
	return known
}

// find looks in the first function that may be the program's: a library of MPI for
// Fortran may be between the call and MPI_Send.
func (d *declarations) find(c tracker.Site) []datatype.Noted {
	pcs := []uint64{event.Address(c.PC)}
	for _, f := range d.stacks.Callers(c.PC) {
		if f.PC != 0 {
			pcs = append(pcs, f.PC)
		}
	}
	for _, pc := range pcs {
		m, ok := d.log.Module(pc)
		if !ok || !d.resolver.HasDeclared((*source.Module)(&m)) {
			continue
		}
		return parsed(d.resolver.Declared((*source.Module)(&m), pc, c.Call.String()))
	}
	return nil
}

func parsed(calls [][]string) (out []datatype.Noted) {
	for _, texts := range calls {
		out = append(out, datatype.ParseNoted(texts))
	}
	return out
}
