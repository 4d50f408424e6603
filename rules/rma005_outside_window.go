package rules

import (
	"fmt"
	"math"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// outsideWindow is an access that does not fit the target's window.
var outsideWindow = &Rule{
	ID:       "RMA005",
	MPI:      "2.0",
	Title:    "access outside the target's window",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Put",
	Says: "The target buffer - displacement times the target's displacement unit, and the span of the target " +
		"datatype - lies inside the window that the target created.",
	Doc: "The access reaches memory in front of or behind the target's window. The displacement unit is the " +
		"target's, not the origin's; common mistakes are a unit of 1 at the target with an index at the origin, or " +
		"one halo row too many.",
	Advice: "Check displacement, count and datatype against the size and displacement unit that the target passed.",
	Silent: []string{
		"an access of no bytes at any displacement",
		"a datatype with a negative lower bound, as long as all its bytes lie inside",
		"a gap at the end of the datatype's extent",
	},
	Limit: "Datatypes with an unknown layout are not checked.",
	Facts: []fact.Kind{fact.OfAccess},
	Job: func(p *JobPass) {
		a := p.Fact.(*fact.Access)
		m, t := &a.Data, a.Win
		if m.Disp < 0 || t.Size < 0 || t.DispUnit <= 0 || m.Type == nil {
			return
		}
		lo, hi := datatype.Span(m.Type, m.Count)
		if lo == hi {
			return
		}
		at := int64(math.MaxInt64)
		if m.Disp <= (math.MaxInt64-max(hi, 0))/t.DispUnit {
			at = m.Disp * t.DispUnit
		}
		if at != math.MaxInt64 && at+lo >= 0 && at+hi <= t.Size {
			return
		}
		r := Report{
			Sites: []tracker.Site{a.Site},
			Related: []Related{At(roleCreated, t.Site, fmt.Sprintf("the target created its window of %d bytes here",
				t.Size))},
			Object: a.On.Object,
		}
		hint := narrowHint(m.Disp, t.Size/t.DispUnit)
		if hint == "" && t.Size < low.lo {
			hint = addressHint(m, &r)
		}
		p.Report(r, "%s %s%s", a.Site.Call, outsideWords(a, at, lo, hi), hint)
	},
}

// addressHint returns the end of a sentence about an access to a window that has no address space of its own: its
// target displacement or datatype has absolute addresses. It adds to the report what to do; "" if there are none.
func addressHint(m *op.TargetData, r *Report) string {
	switch {
	case atAddresses(m.Type):
		r.Advice, r.Related = byWindow, derivedAt(r.Related, "the target datatype", m.Type)
		return "; the target datatype has absolute addresses"
	case partlyAtAddresses(m.Type):
		r.Advice, r.Related = byWindow, derivedAt(r.Related, "the target datatype", m.Type)
		return "; the target datatype has absolute addresses and displacements from the start of the window mixed"
	case low.has(m.Disp) || high.has(m.Disp):
		r.Advice = byWindow
		return "; the target displacement is as large as an address"
	}
	return ""
}

const byWindow = "Count displacements from the start of the target's window. Only in windows of " +
	"MPI_Win_create_dynamic they are absolute addresses, which MPI_Get_address returns at the target."

// outsideWords says how far outside the window the access is.
func outsideWords(a *fact.Access, at, lo, hi int64) string {
	m, t := &a.Data, a.Win
	name := a.On.RankName(int64(a.Target))
	where := fmt.Sprintf("target displacement %d times displacement unit %d", m.Disp, t.DispUnit)
	switch {
	case at == math.MaxInt64:
		return fmt.Sprintf("is far outside the window of %s: %s, window size %d bytes", name, where, t.Size)
	case at+lo < 0:
		return fmt.Sprintf("starts %d bytes in front of the window of %s: %s, then from byte %d on", -(at + lo), name,
			where, lo)
	case hi > 0 && lo == 0:
		return fmt.Sprintf("ends at byte %d of the window of %s, which has %d "+
			"bytes: %s, then %d bytes", at+hi, name, t.Size, where, hi)
	}
	return fmt.Sprintf("ends at byte %d of the window of %s, which has %d bytes: "+
		"%s, then bytes %d to %d", at+hi, name, t.Size, where, lo, hi)
}
