package rules

// OtherBuffer is a split collective ended with another buffer.
var OtherBuffer = &Rule{
	ID:       "SPLIT005",
	MPI:      "2.0",
	Title:    "split collective ended with another buffer",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "Split collective routines specify the buffer in both the begin and the end routine: the same one.",
	Doc: "The end names another address than the begin. The data is where the begin said; a compiler that relies on the " +
		"end's argument may keep stale values of the real buffer in registers.",
	Advice: "Pass the begin's buffer to the end; keep its address with the file handle where the two are far apart.",
	Silent: []string{"operations of no bytes, whose buffers do not matter"},
	Limit:  "A copy of the data that has got the old buffer's address is not seen.",
	On:     splitEnds,
	Check: func(p *Pass) {
		s := ended(p)
		if s == nil || s.IO.Bytes() == 0 || s.IO.Buf == p.Call.IO.Buf {
			return
		}
		p.Report(begun(s), "%s names the buffer %#x, but %s named %#x", p.Call.Kind, uint64(p.Call.IO.Buf), s.Begin.Call, uint64(s.IO.Buf))
	},
}
