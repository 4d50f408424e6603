package rules

import "github.com/gomarmot/gomarmot/tracker/op"

// messageDatatype is a message of a datatype that cannot be used.
var messageDatatype = &Rule{
	ID:       "MSG004",
	MPI:      "1.0",
	Title:    "datatype of a message is null, freed or not committed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Commit and Free",
	Says:     "A derived datatype is used in communication only after MPI_Type_commit and before MPI_Type_free.",
	Doc: "The datatype is MPI_DATATYPE_NULL, has already been freed, or was never committed. Libraries without " +
		"checks move the wrong bytes or crash; others end the program, also in a call to or from MPI_PROC_NULL.",
	Advice: "Commit the datatype before its first use, and free it after the last call that is given it.",
	Silent: []string{
		"predefined datatypes, which are always committed",
		"a datatype freed while messages of it are under way",
		"a handle value that a later datatype has reused",
	},
	Limit:     "Datatypes that were not created by a recorded call are not checked.",
	On:        messageCalls,
	If:        OddData,
	Arguments: true,
	Check:     func(p *Pass) { parts(p, checkMessageDatatype) },
}

func checkMessageDatatype(p *Pass, name string, d *op.Data) {
	if !d.Type.Usable() {
		reportUnusable(p, name+"datatype", d.Type)
	}
}
