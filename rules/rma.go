package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

var (
	// rmaCalls are the communication calls on windows.
	rmaCalls = kindsWhere(func(s *calls.Sem) bool { return s.RMA != calls.NoRMA })
	// accumulates are the RMA calls with an MPI_Op.
	accumulates = kindsWhere(func(s *calls.Sem) bool { return s.RMA != calls.NoRMA && s.Op >= 0 })
	// requestBasedRMA are the RMA calls that return a request.
	requestBasedRMA = kindsWhere(func(s *calls.Sem) bool { return s.RMA != calls.NoRMA && s.Starts == calls.StartsRMA })
)

// side is a buffer of a communication call.
type side struct {
	name  string // "origin", "result", "target"
	count int64
	d     *datatype.Type
}

// sides lists the buffers that the call uses. It allocates, so use it for
// reports only.
func sides(k calls.Kind, m *windows.RMA) []side {
	var out []side
	if !m.NoOrigin() || k == calls.FetchAndOp {
		out = append(out, side{"origin", m.OCount, m.OType})
	}
	switch k {
	case calls.GetAccumulate, calls.RgetAccumulate:
		out = append(out, side{"result", m.RCount, m.RType})
	}
	return append(out, side{"target", m.TCount, m.TType})
}
