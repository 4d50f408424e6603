package rules

// ProvokedEnd is a run that hung or crashed when MPI took another course that the standard allows. gomarmot provoke
// makes its findings.
var ProvokedEnd = &Rule{
	ID:       "PROV001",
	MPI:      "1.0",
	Title:    "hangs or crashes when MPI does what it may do",
	Severity: Error,
	Scope:    RunsScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says: "A program is correct only if it comes to its end whichever of the things that the standard allows " +
		"MPI does.",
	Doc: "In a plain run MPI buffered a message, took one of two messages, completed one of two requests first, or " +
		"did an operation at once. gomarmot provoke made it " +
		"do the other thing, at the call that the finding names, and the program hung, crashed or ended with " +
		"another exit status.",
	Advice: "Look at the choice that the finding names: it is the cause. gomarmot provoke --again N repeats the run.",
	Silent: []string{
		"a run that only took longer: a run that has to be ended counts only if its ranks wait for each other forever",
		"a program that fails in a plain run, too, which gomarmot provoke does not look at",
	},
	Limit: "What was not tried is not known, and the summary says how much was. A hang in which a rank computes, or " +
		"polls, is not recognized.",
}
