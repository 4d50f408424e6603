package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/words"
)

// beyondVariable is a buffer, or an array of statuses, that ends beyond its variable.
var beyondVariable = &Rule{
	ID:       "OBJ010",
	MPI:      "1.0",
	Title:    "buffer or statuses end beyond the variable",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Message Data; Blocking Receive; Return Status; Multiple Completions",
	Says: "A buffer is memory of the calling process: as many elements as the count says, from the address on. " +
		"A call that completes all requests of an array sets as many statuses.",
	Doc: "The program has declared a variable that is smaller than the memory that the call uses: an array with " +
		"fewer elements than the count, a scalar with a count of 2, one status for several requests, in Fortran an " +
		"integer in place of an array of MPI_STATUS_SIZE integers. The memory of other variables is sent, or " +
		"overwritten, so that the program computes something else, or fails later and elsewhere. A receive, or the " +
		"reading of a file, with room for more elements than the variable is a warning: it goes well as long as " +
		"there are not that many.",
	Advice: "Declare the variable as long as the count says, or pass the count that it was declared with.",
	Silent: []string{
		"elements and sections of arrays, in C and Fortran, as long as the array goes on",
		"members of a struct, as long as the struct goes on; Fortran's COMMON blocks and EQUIVALENCE",
		"arguments of the procedure, pointers, allocated memory, arrays whose length is not constant",
		"variables that are defined elsewhere (extern), weak or in a section of their own, with -fcommon all that " +
			"are not initialized",
		"other variables that a derived datatype reaches from the first one",
		"statuses of MPI_Testall, MPI_Waitsome and MPI_Testsome",
	},
	Limit: "Only in a report, and where gomarmot cc has compiled the call with the plugin or the pass, and with -g; " +
		"flang 16 writes no line numbers. Where the index of an element is not constant, nothing is known. Buffers " +
		"whose declared type does not fit are OBJ008, buffers on the heap OBJ009.",
	On:    kindsWhere(func(s *calls.Sem) bool { return call.UsesMemory(s.Kind) || s.StatusArg >= 0 }),
	If:    Declares,
	Check: func(p *Pass) { p.Rank.Memory.Overruns(p.Call, p.beyondVariable) },
}

func (p *Pass) beyondVariable(o *memory.Overrun) {
	c := p.Call
	rest := words.Bytes(o.Variable.Rest)
	switch {
	case o.Statuses == 1:
		p.Report(nil, "status of %s takes %s, but %s has only %s from there on",
			c.Kind, words.Bytes(o.Needs), o.Variable.Name, rest)
		return
	case o.Statuses > 1:
		p.Report(nil, "array_of_statuses of %s takes %s for %s statuses, but %s has "+
			"only %s from there on", c.Kind, words.Bytes(o.Needs),
			words.Thousands(o.Statuses), o.Variable.Name, rest)
		return
	}
	sev := Error
	if receives(c.Sem, o.Arg) || c.Sem.IO.Data && !c.IO.Write {
		sev = Warning
	}
	p.ReportAs(sev, nil, "%s of %s takes %s, but %s has only %s from there on", c.Sem.Enter[o.Arg], c.Kind,
		words.Bytes(o.Needs), o.Variable.Name, rest)
}
