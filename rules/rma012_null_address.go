package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// nullAddress is a communication call that moves data from or to NULL.
var nullAddress = &Rule{
	ID:       "RMA012",
	MPI:      "2.0",
	Title:    "NULL address with data to move",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Calls",
	Says: "The origin buffer, and the result and compare buffers of the calls that have them, are memory of the " +
		"calling process that holds the data.",
	Doc: "The address is NULL although there is data to move: an allocation failed, or the pointer was not set yet. " +
		"The call crashes, often only in the synchronization that completes it, which may be in another function.",
	Advice: "Pass the address of the data, or a count of 0 if there is none.",
	Silent: []string{
		"counts of 0 and datatypes without data, at any address",
		"MPI_BOTTOM with a datatype that holds absolute addresses",
		"the origin address of a fetching call with MPI_NO_OP, which ignores it",
		"calls to MPI_PROC_NULL",
	},
	Limit: "Other addresses without memory are not detected; datatypes that were not created by a recorded call " +
		"are not checked.",
	On:        rmaCalls,
	If:        OddAddress,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if m.Origin != 0 && m.Result != 0 && p.Call.Kind != calls.CompareAndSwap || m.ProcNull || gone(p.Win) {
			return
		}
		var null []string
		if !m.NoOrigin() && dataAtNull(m.Origin, m.OCount, m.OType) {
			null = append(null, "origin")
		}
		switch p.Call.Kind {
		case calls.CompareAndSwap:
			if dataAtNull(p.Call.Arg("compare_addr"), 1, m.OType) {
				null = append(null, "compare")
			}
			if dataAtNull(m.Result, 1, m.OType) {
				null = append(null, "result")
			}
		case calls.GetAccumulate, calls.RgetAccumulate, calls.FetchAndOp:
			if dataAtNull(m.Result, m.RCount, m.RType) {
				null = append(null, "result")
			}
		}
		if len(null) > 0 {
			p.Report(nil, "%s with the %s address NULL", p.Call.Kind, strings.Join(null, " and "))
		}
	},
}

// dataAtNull reports whether an address is NULL and the datatype refers to data
// there: with MPI_BOTTOM, which is NULL in C, datatypes hold the addresses.
func dataAtNull(address, count int64, d *datatype.Type) bool {
	if address != 0 || count <= 0 || d == nil || d.Size <= 0 || !d.Usable() {
		return false
	}
	return nearNull(d.TrueLB)
}
