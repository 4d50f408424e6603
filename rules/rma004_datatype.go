package rules

// badDatatype is a communication call with a datatype that cannot be used.
var badDatatype = &Rule{
	ID:       "RMA004",
	MPI:      "2.0",
	Title:    "datatype is null, freed or not committed",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Commit and Free",
	Says:     "A derived datatype is used in communication only after MPI_Type_commit and before MPI_Type_free.",
	Doc: "The datatype of the origin, result or target buffer is MPI_DATATYPE_NULL, has already been freed, or was " +
		"never committed. Libraries without checks move the wrong bytes or crash.",
	Advice: "Commit the datatype before its first use, and free it after the last one.",
	Silent: []string{
		"predefined datatypes, which are always committed",
		"a datatype freed after the call, even before the epoch ends",
		"the origin datatype of a fetching call with MPI_NO_OP, which ignores it",
	},
	Limit:     "Datatypes that were not created by a recorded call are not checked.",
	On:        rmaCalls,
	If:        OddData,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if m.OType.Usable() && m.TType.Usable() && m.RType.Usable() || m.ProcNull || gone(p.Win) {
			return
		}
		all := sides(p.Call.Kind, m)
		for i, s := range all {
			if s.d.Usable() || i > 0 && s.d == all[0].d {
				continue
			}
			reportUnusable(p, s.name+" datatype", s.d)
		}
	},
}
