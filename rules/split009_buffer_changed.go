package rules

// BufferChanged is a write buffer that changed during a split collective.
var BufferChanged = &Rule{
	ID:       "SPLIT009",
	MPI:      "2.0",
	Title:    "write buffer changed during a split collective",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "The buffer passed to a begin routine is not used while the operation is outstanding.",
	Doc: "The content of the buffer at the end differs from its content at the begin. Whether the old or the new data is " +
		"in the file depends on when the library wrote it, and may differ from run to run and from rank to rank.",
	Advice: "Change the buffer only after the end routine, or write from a copy (double buffering).",
	Silent: []string{
		"bytes that the datatype skips",
		"operations of no bytes",
		"a buffer changed by an MPI call, which is SPLIT010",
	},
	Limit: "Detected by a digest of the buffer at begin and end: overwriting a value with the same value is not detected, " +
		"and only part of a large buffer is read (GOMARMOT_DIGEST, see gomarmot help environment). Changes of read " +
		"buffers are not detected.",
	On: splitEnds,
	Check: func(p *Pass) {
		s := ended(p)
		if s == nil || len(p.File.Splits) != 1 || !s.IO.Write || !s.Touched.IsZero() || !s.GivenBack.IsZero() {
			return
		}
		if s.IO.Digest == 0 || p.Call.IO.Digest == 0 || s.IO.Digest == p.Call.IO.Digest {
			return
		}
		p.Report(begun(s), "the write buffer (%s) changed between %s and %s", amount(s), s.Begin.Call, p.Call.Kind)
	},
}
