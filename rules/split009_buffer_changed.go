package rules

// BufferChanged is a split collective's buffer that the program uses before the end.
var BufferChanged = &Rule{
	ID:       "SPLIT009",
	MPI:      "2.0",
	Title:    "buffer changed or loaded during a split collective",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "The buffer passed to a begin routine is not used while the operation is outstanding.",
	Doc: "The program stores to the buffer between begin and end, or loads from a buffer that is being filled. " +
		"Whether the old or the new data is in the file, or in the buffer, depends on when the library moves it, " +
		"and may differ from run to run and from rank to rank.",
	Advice: "Use the buffer only after the end routine, or write from a copy (double buffering).",
	Silent: []string{
		"bytes that the datatype skips",
		"operations of no bytes",
		"a buffer changed by an MPI call, which is SPLIT010",
		"loads from a buffer that is written to the file",
	},
	Limit: "Loads and stores are recorded only in code that was compiled with gomarmot cc; findings then name their " +
		"lines. In other code, changes of a write buffer are detected by comparing digests of the buffer at begin " +
		"and end: overwriting a value with the same value is not detected, and only part of a large buffer is read " +
		"(GOMARMOT_DIGEST, see gomarmot help environment). The standard forbids loads from a write buffer, too; " +
		"such loads do no harm, and are not reported.",
	On: splitEnds,
	Check: func(p *Pass) {
		s := ended(p)
		if s == nil || len(p.File.Splits) != 1 || !s.IO.Write || !s.Touched.IsZero() || !s.GivenBack.IsZero() {
			return
		}
		if s.IO.Digest == 0 || p.Call.IO.Digest == 0 || s.IO.Digest == p.Call.IO.Digest {
			return
		}
		p.ReportLacking(Compiled, p.Call.Site, p.object(), begun(s), "the write buffer (%s) changed between %s and %s",
			amount(s), s.Begin.Call, p.Call.Kind)
	},
	Program: func(p *Pass) {
		s := p.Program.Split
		if s == nil || p.Program.Freed || !opened(s.File) || len(s.File.Splits) != 1 {
			return
		}
		does := "reads"
		if p.Program.Writes {
			does = "changes"
		}
		p.ReportAt(p.Program.Site, s.File.Object(), begun(s), "this %s %s the buffer that %s %s until %s",
			p.Program.Site.Call, does,
			s.Begin.Call, doing(s.IO.Write), endOf(s.Begin.Call))
	},
}
