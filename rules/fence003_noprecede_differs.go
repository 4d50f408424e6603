package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// noPrecedeDiffers is MPI_MODE_NOPRECEDE passed by some ranks only.
var noPrecedeDiffers = &Rule{
	ID:       "FENCE003",
	MPI:      "2.0",
	Title:    "MPI_MODE_NOPRECEDE on some ranks only",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Assertions",
	Says:     "If any process of the window's group passes MPI_MODE_NOPRECEDE to a fence, all processes must.",
	Doc: "Ranks that pass the assertion may leave the fence without the others, which wait for them: the program may " +
		"hang, or some ranks may go on before the RMA calls of the others are complete.",
	Advice: "Pass MPI_MODE_NOPRECEDE on all ranks of the window or on none.",
	Silent: []string{"MPI_MODE_NOSTORE and MPI_MODE_NOPUT, which may differ between ranks"},
	Limit:  "Reported only once all ranks have called the fence.",
	Facts:  []fact.Kind{fact.OfMatched},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Matched)
		fenceDiffers(p, f, f.Flavour.ModeNoPrecede, "MPI_MODE_NOPRECEDE")
	},
}

// fenceDiffers reports an assertion that only some ranks passed to a fence.
func fenceDiffers(p *JobPass, f *fact.Matched, bit int64, name string) {
	if f.Call != calls.WinFence {
		return
	}
	given := 0
	for i := range f.Row {
		if f.Row[i].Args.Assert&bit != 0 {
			given++
		}
	}
	if given == 0 || given == len(f.Row) {
		return
	}
	var with, without []tracker.Site
	for i := range f.Row {
		if f.Row[i].Args.Assert&bit != 0 {
			with = append(with, f.Row[i].Site)
		} else {
			without = append(without, f.Row[i].Site)
		}
	}
	r := Report{Sites: fewSites(with), Ranks: f.Members, Object: f.Object}
	for _, s := range fewSites(without) {
		r.Related = append(r.Related, At(rolePartner, s, "matching fence without "+name))
	}
	p.Report(r, "%s %s to a fence, but not %s", ranksDo(worldRanks(with), "pass"), name,
		words.Ranks(worldRanks(without)))
}
