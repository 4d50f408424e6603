package rules

// ProvokedResult is a run that printed something else when MPI took another course that the standard allows. gomarmot
// provoke makes its findings.
var ProvokedResult = &Rule{
	ID:       "PROV003",
	MPI:      "1.0",
	Title:    "prints another result when MPI does what it may do",
	Severity: Error,
	Scope:    RunsScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says:     "The results of a program must not depend on how MPI acts within the standard, unless that is meant.",
	Doc: "In two plain runs the program printed the same. gomarmot provoke made MPI do another thing that it may do, " +
		"at the call that the finding names, and the program printed something else: it read a buffer before the " +
		"message was there, for example, or took one message for another.",
	Advice: "Look at the choice that the finding names: it is the cause. If the difference is meant, suppress the " +
		"finding. It is a warning where the result may depend on which rank or thread comes first, which may be " +
		"meant: also in programs with atomic calls that fetch, or exclusive locks. gomarmot provoke --again N " +
		"repeats the run.",
	Silent: []string{
		"lines in another order: those of several ranks come in any order",
		"numbers that differ by no more than --tolerance",
		"programs that print something else in each plain run, such as times: their output is not compared",
	},
	Limit: "Only the standard output is compared, and no files.",
}
