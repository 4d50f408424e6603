package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// inReduction is communication in the function of a reduction.
var inReduction = &Rule{
	ID:       "COLL007",
	MPI:      "1.0",
	Title:    "communication in the function of a reduction",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, User-Defined Reduction Operations",
	Says: "The function that a program passes to MPI_Op_create calls no MPI communication function. MPI_Abort may be " +
		"called in it in case of an error.",
	Doc: "The MPI library calls the function in the middle of a reduction, on as many ranks and as often as suits " +
		"its algorithm, with parts of the data. A call in the function may then wait for a rank that is inside the " +
		"same reduction, or that never calls the function.",
	Advice: "Communicate before or after the reduction: the function only combines the two buffers that it is given.",
	Silent: []string{
		"calls that do not communicate, such as MPI_Type_size and MPI_Abort",
		"communication in the functions of attributes and generalized requests, also while a reduction is under way",
		"programs that create error handlers: these, too, may be called inside the reduction",
	},
	Limit: "Calls in functions that run inside MPI_Reduce_local are not reported, nor are waits, tests and probes. " +
		"The function of a nonblocking or persistent reduction may run inside any MPI call: a call that the " +
		"function makes there is reported only if the program has given MPI no other functions, that is, made no " +
		"attribute key and no generalized request, and opened no file. If an MPI library runs the function on a " +
		"thread of its own, nothing is reported.",
	On: kindsWhere(communicates),
	If: Inside,
	Check: func(p *Pass) {
		o, ok := p.Rank.Reduces(p.Call)
		switch {
		case !ok:
		case o.Begun == o.Inside.Site:
			p.Report([]Related{At(roleBegan, o.Begun, "the reduction whose function makes the call")},
				"%s is called in the function of a reduction, inside %s", p.Call.Kind, o.Inside.Kind)
		default:
			p.Report([]Related{At(roleBegan, o.Begun, "the reduction whose function makes the call"),
				At(roleBegan, o.Inside.Site, "the call that runs it")},
				"%s is called in the function of a reduction that %s has begun, inside %s",
				p.Call.Kind, o.Begun.Call, o.Inside.Kind)
		}
	},
}

// communicates reports whether a call sends, receives, or accesses memory of other ranks.
func communicates(s *calls.Sem) bool {
	switch {
	case s.Persistent:
		return false
	case s.Match.MovesMessage(), s.RMA != calls.NoRMA, s.Step == calls.RequestActivate:
		return true
	}
	return s.Ordered && (s.Exchange != calls.NoExchange || s.As == calls.Barrier || s.As == calls.Ibarrier)
}
