package rules

import "github.com/gomarmot/gomarmot/tracker/datatype"

// reportUnusable reports a datatype of a call that is null, freed or not committed. what names its argument: "origin
// datatype".
func reportUnusable(p *Pass, what string, d *datatype.Type) {
	switch {
	case d == datatype.Unset:
		p.Report(nil, "the %s of %s is not the handle of a datatype: its value is 0, %s", what, p.Call.Kind, asIf(p))
	case d.Null():
		p.Report(nil, "the %s of %s is MPI_DATATYPE_NULL", what, p.Call.Kind)
	case !d.Alive():
		p.Report([]Related{At(roleFreed, d.Freed, "the datatype was freed here")}, "the %s of %s, %s, is already freed",
			what, p.Call.Kind, d)
	default:
		p.Report(madeAt(d), "the %s of %s, %s, is not committed", what, p.Call.Kind, d)
	}
}

// madeAt returns the call that created a datatype.
func madeAt(d *datatype.Type) []Related {
	return []Related{At(roleCreated, d.Made, "the datatype was created here")}
}
