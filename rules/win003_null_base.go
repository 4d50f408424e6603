package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// NullBase is a window of some size at no address.
var NullBase = &Rule{
	ID:       "WIN003",
	MPI:      "2.0",
	Title:    "window over a NULL address",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "MPI_Win_create exposes existing memory: size bytes that start at base.",
	Doc: "The base address is NULL although the window is to have some bytes: an allocation failed, or the pointer " +
		"was not set yet. The first access from another rank then fails far from the cause.",
	Advice: "Pass the address of the memory, or size 0 on ranks that expose none.",
	Silent: []string{"size 0 with any base, also NULL", "MPI_BOTTOM where it is not NULL, as in Fortran"},
	Limit:  "Other addresses without memory behind them are WIN014's.",
	On:     []calls.Kind{calls.WinCreate},
	Check: func(p *Pass) {
		if n := p.Call.Arg("size"); n > 0 && p.Call.Arg("base") == 0 {
			p.Report(nil, "MPI_Win_create with base address NULL and size %d", n)
		}
	},
}
