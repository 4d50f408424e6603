package rules

// SecondBegin is a split collective begun while another one is active.
var SecondBegin = &Rule{
	ID:       "SPLIT001",
	MPI:      "2.0",
	Title:    "second split collective on one file handle",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "Each file handle has at most one active split collective operation on any process.",
	Doc: "The file handle keeps the state of one operation only. A second begin is refused by some MPI libraries, and " +
		"takes the first one's place in others; then the first one's data may never be read or written.",
	Advice: "End the first operation before the second begins, or open the file a second time and use another handle for each.",
	Silent: []string{
		"another handle, also one of the same file",
		"nonblocking calls such as MPI_File_iread_at, of which many may be active",
	},
	Limit: "An operation whose begin returned an error does not count as active.",
	On:    splitBegins,
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		if s := p.File.Active(); s != nil {
			p.Report(begun(s), "%s while the operation of %s is active on the same file handle", p.Call.Kind, s.Begin.Call)
		}
	},
}
