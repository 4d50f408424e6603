package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// nullAddress is a communication call that moves data from or to NULL, or the sum of two addresses.
var nullAddress = &Rule{
	ID:       "RMA012",
	MPI:      "2.0",
	Title:    "address without memory for the data",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Calls",
	Says: "The origin buffer, and the result and compare buffers of the calls that have them, are memory of the " +
		"calling process that holds the data.",
	Doc: "The address is NULL although there is data to move: an allocation failed, or the pointer was not set yet. " +
		"Or the datatype has absolute addresses of MPI_Get_address, which are added to the address of the buffer. " +
		"The call crashes, often only in the synchronization that completes it, which may be in another function.",
	Advice: "Pass the address of the data, or a count of 0 if there is none.",
	Silent: []string{
		"counts of 0 and datatypes without data, at any address",
		"MPI_BOTTOM with a datatype that holds absolute addresses",
		"displacements between variables that are far apart, counted from one of them",
		"the origin address of a fetching call with MPI_NO_OP, which ignores it",
		"calls to MPI_PROC_NULL",
	},
	Limit: "Other addresses without memory are not detected; datatypes that were not created by a recorded call " +
		"are not checked. Absolute addresses are recognized in C, if the buffer and all variables have addresses " +
		"above 2^40: not those of variables of a program that is not position-independent. Absolute addresses in " +
		"the target datatype are RMA005 and RMA006.",
	On:        rmaCalls,
	If:        OddArgument | OddAddress,
	Arguments: true,
	Check: func(p *Pass) {
		if p.Call.RMA.ProcNull || gone(p.Win) {
			return
		}
		var null []string
		for _, x := range localMemories(p.Call) {
			switch {
			case dataAtNull(x.address, x.count, x.d) && !hasOffsets(x.d):
				null = append(null, x.name)
			case reportNowhere(p, x.name+"_addr", x.address, x.count, x.d):
				return
			}
		}
		if len(null) > 0 {
			p.Report(nil, "%s with the %s address NULL", p.Call.Kind, strings.Join(null, " and "))
		}
	},
}

// localMemory is memory of the calling process that a communication call uses.
type localMemory struct {
	name           string // the name of the argument is name_addr
	address, count int64
	d              *datatype.Type // nil: there is no such memory, or the datatype is unknown
}

func localMemories(c *call.Call) (list [3]localMemory) {
	m := &c.RMA
	if !m.NoOrigin() {
		list[0] = localMemory{"origin", m.Origin, m.OCount, m.OType}
	}
	switch c.Kind {
	case calls.CompareAndSwap:
		list[1] = localMemory{"compare", c.Arg("compare_addr"), 1, m.OType}
		list[2] = localMemory{"result", m.Result, 1, m.OType}
	case calls.GetAccumulate, calls.RgetAccumulate, calls.FetchAndOp:
		list[2] = localMemory{"result", m.Result, m.RCount, m.RType}
	}
	return list
}
