package rules

import "github.com/gomarmot/gomarmot/tracker/op"

// messageBuffer is a message with a negative count, or from or to NULL.
var messageBuffer = &Rule{
	ID:       "MSG003",
	MPI:      "1.0",
	Title:    "negative count, or buffer without memory for the data",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Message Data; Blocking Receive",
	Says:     "Counts are non-negative, and the buffer of a message with data is memory of the calling process.",
	Doc: "The count is negative because a length was computed too small, or because it does not fit into an int and " +
		"has wrapped around; or the address is NULL, since an allocation failed or the pointer was not set yet. Or " +
		"the datatype has absolute addresses of MPI_Get_address, which are added to the address of the buffer. " +
		"Counts are checked in calls to and from MPI_PROC_NULL, too.",
	Advice: "Pass the number of elements and the address of the data, or a count of 0 if there is none. Counts above " +
		"2,147,483,647 need the calls whose names end in _c, or a larger datatype.",
	Silent: []string{
		"count 0, at any address",
		"MPI_BOTTOM with a datatype that holds absolute addresses",
		"datatypes without data",
		"NULL in calls to and from MPI_PROC_NULL",
	},
	Limit: "Other addresses without memory are not detected. With a datatype that cannot be used (MSG004) the " +
		"address is not checked. Absolute addresses are recognized in C, if the buffer and all variables have " +
		"addresses above 2^40: not those of variables of a program that is not position-independent.",
	On:        messageCalls,
	If:        OddArgument | OddAddress,
	Arguments: true,
	Check:     func(p *Pass) { parts(p, checkMessageBuffer) },
}

func checkMessageBuffer(p *Pass, name string, d *op.Data) {
	switch {
	case d.Count < 0:
		p.Report(nil, "%s with %scount %d", p.Call.Kind, name, d.Count)
	case d.Moves && dataAtNull(d.Addr, d.Count, d.Type) && hasOffsets(d.Type):
		reportAddressed(p, byVariable, d.Type, "%s of %d %s with the %sbuffer MPI_BOTTOM, or NULL, although the "+
			"datatype has relative displacements", p.Call.Kind, d.Count, d.Type, name)
	case d.Moves && dataAtNull(d.Addr, d.Count, d.Type):
		p.Report(nil, "%s of %d %s with the %sbuffer NULL", p.Call.Kind, d.Count, d.Type, name)
	case d.Moves && addressedTwice(p, d.Addr, d.Count, d.Type):
		reportAddressed(p, byAddresses, d.Type, "%s of %d %s with a %sbuffer that is not MPI_BOTTOM, although the "+
			"datatype has absolute addresses", p.Call.Kind, d.Count, d.Type, name)
	case d.Moves && mixesAddresses(p, d.Addr, d.Count, d.Type):
		reportAddressed(p, byDifference, d.Type, "%s of %d %s with a %sbuffer and a datatype that has absolute "+
			"addresses and displacements from the buffer mixed", p.Call.Kind, d.Count, d.Type, name)
	}
}
