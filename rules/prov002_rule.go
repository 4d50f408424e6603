package rules

// ProvokedRule is a rule that a program breaks only when MPI takes another course that the standard allows. gomarmot
// provoke makes its findings.
var ProvokedRule = &Rule{
	ID:       "PROV002",
	MPI:      "1.0",
	Title:    "breaks a rule when MPI does what it may do",
	Severity: Error,
	Scope:    RunsScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says:     "A program keeps the rules of the standard however MPI acts within the standard.",
	Doc: "In a plain run the program kept the rule. gomarmot provoke made MPI do another thing that it may do, at " +
		"the call that the finding names, and the program went on to break the rule that the message names: a buffer " +
		"is too short for the other message, for example.",
	Advice: "Look at the choice that the finding names, then at gomarmot explain of the rule that was broken. " +
		"gomarmot provoke --again N repeats the run.",
	Silent: []string{"errors that the untouched runs have, too",
		"warnings and notes: these may differ from run to run"},
	Limit: "One finding of each run is described, and the others are counted; the log of the run has them all.",
}
