package rules

// SecondBegin is a split collective begun while another is active on the same file handle.
var SecondBegin = &Rule{
	ID:       "SPLIT001",
	MPI:      "2.0",
	Title:    "second split collective on one file handle",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "Each file handle has at most one active split collective operation on any process.",
	Doc: "The file handle keeps the state of one operation only. Some MPI libraries refuse a second begin; in others " +
		"it takes the place of the first one, whose data may never be read or written.",
	Advice: "End the first operation before beginning the second, or open the file twice and use a separate handle " +
		"for each.",
	Silent: []string{
		"a different handle, even of the same file",
		"nonblocking calls such as MPI_File_iread_at, since several may be active",
	},
	Limit: "An operation does not count as active if its begin returned an error.",
	On:    splitBegins,
	Check: func(p *Pass) {
		if !opened(p.File) {
			return
		}
		if s := p.File.Active(); s != nil {
			p.Report(begun(s), "%s while the operation of %s is active on the same file handle", p.Call.Kind,
				s.Begin.Call)
		}
	},
}
