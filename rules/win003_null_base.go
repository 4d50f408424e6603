package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// nullBase is a window with a size but a NULL address.
var nullBase = &Rule{
	ID:       "WIN003",
	MPI:      "2.0",
	Title:    "window over a NULL address",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "MPI_Win_create exposes existing memory: size bytes that start at base.",
	Doc: "The base address is NULL although the size is not 0: an allocation failed, or the pointer was not set yet. " +
		"The first access from another rank then fails far from the cause.",
	Advice: "Pass the address of the memory, or size 0 on ranks that expose none.",
	Silent: []string{"size 0 with any base, including NULL", "MPI_BOTTOM where it is not NULL, as in Fortran"},
	Limit:  "Other addresses without memory are WIN014.",
	On:     []calls.Kind{calls.WinCreate},
	Check: func(p *Pass) {
		if n := p.Call.Arg("size"); n > 0 && p.Call.Arg("base") == 0 {
			p.Report(nil, "MPI_Win_create with base address NULL and size %d", n)
		}
	},
}
