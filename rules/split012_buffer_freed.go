package rules

// BufferFreed is a split collective's buffer that is no longer mapped at its end.
var BufferFreed = &Rule{
	ID:       "SPLIT012",
	MPI:      "2.0",
	Title:    "buffer freed during a split collective",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "The operation is completed by its end routine before its buffer is freed.",
	Doc: "The memory that the begin named is no longer mapped when the end is called. The library may access it " +
		"until then: the program crashes, or memory that has been reused is read or overwritten.",
	Advice: "Free the buffer after the end routine.",
	Silent: []string{"operations of no bytes", "a buffer freed right after the end"},
	Limit: "Memory returned to the operating system is detected: large blocks of malloc. Small ones, which the " +
		"allocator keeps, are only seen where the heap is watched (GOMARMOT_HEAP). That a function has returned " +
		"that has the buffer as a local variable is detected at the next MPI call of a function further up.",
	On: splitEnds,
	Check: func(p *Pass) {
		s := ended(p)
		if s == nil || len(p.File.Splits) != 1 || s.IO.Bytes() == 0 || p.Call.IO.Mapped != 0 || !s.GivenBack.IsZero() {
			return
		}
		p.Report(begun(s), "the buffer passed to %s (%s at %#x) is no longer mapped at %s",
			s.Begin.Call, amount(s), uint64(s.IO.Buf), p.Call.Kind)
	},
	Program: func(p *Pass) {
		s := p.Program.Split
		if s == nil || !p.Program.Freed || !opened(s.File) {
			return
		}
		if p.Program.Returned {
			p.ReportAt(s.Begin, s.File.Object(), []Related{At(roleFollows, p.Program.Site, hadReturned)},
				"the buffer of %s %s %s",
				s.Begin.Call, wasLocal, endOf(s.Begin.Call))
			return
		}
		p.ReportAt(p.Program.Site, s.File.Object(), begun(s), "this %s gives back memory of the buffer passed to %s "+
			"(%s at %#x) before %s",
			p.Program.Site.Call, s.Begin.Call, amount(s), uint64(s.IO.Buf), endOf(s.Begin.Call))
	},
}
