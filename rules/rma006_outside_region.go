package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// outsideRegion is an access to memory not attached to a dynamic window.
var outsideRegion = &Rule{
	ID:       "RMA006",
	MPI:      "3.0",
	Title:    "access to memory that is not attached",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window of Dynamically Attached Memory",
	Says: "In a dynamic window only memory that the target has attached may be accessed; the target attaches it " +
		"before the origin's epoch and detaches it after.",
	Doc: "No region that the target had attached at the time contains all bytes of the access: it was not attached " +
		"yet, was already detached, or is smaller. Or nothing orders the access and MPI_Win_detach: it went well " +
		"because the target was late.",
	Advice: "Attach the memory and synchronize before the origin uses its address; detach it after the last epoch, " +
		"when the target has heard that all origins have ended theirs, as by MPI_Barrier.",
	Silent: []string{
		"an access that spans several attached regions",
		"holes of the target datatype that are not attached",
		"an access that its rank has completed, and of which the target has heard before it detaches the memory, in " +
			"any way",
	},
	Limit: "Attach, detach and access are ordered by what ranks have heard of each other: in collective calls, " +
		"messages and window synchronization. Memory attached too late, at a time that nothing orders relative to " +
		"the access, is as wrong, but not found; nor is an access that only exclusive locks keep apart from " +
		"MPI_Win_detach. If an access has more than 4096 pieces, only its ends are checked.",
	Facts: []fact.Kind{fact.OfOutside, fact.OfRace},
	Job: func(p *JobPass) {
		if _, ok := p.Fact.(*fact.Race); ok {
			p.reportDetach(raceOf(p))
			return
		}
		f := p.Fact.(*fact.Outside)
		r := Report{Sites: []tracker.Site{f.Call}, Object: f.Object}
		bytes := f.Hi - f.Lo
		switch {
		case !f.Detached.IsZero():
			r.Related = []Related{At(roleFreed, f.Detached, "the memory was detached here")}
			p.Report(r, "%s accesses %d bytes at rank %d that are no longer attached", f.Call.Call, bytes, f.Target)
		case !f.Attached.IsZero():
			r.Related = []Related{At(roleCreated, f.Attached, "the memory is attached only here")}
			p.Report(r, "%s accesses %d bytes at rank %d that are not attached yet", f.Call.Call, bytes, f.Target)
		case atAddresses(f.Type) && (low.has(f.Disp) || high.has(f.Disp)):
			r.Advice, r.Related = byTarget, derivedAt(nil, "the target datatype", f.Type)
			p.Report(r, "%s accesses %d bytes at address %#x of rank %d: the target displacement and the "+
				"displacements in the target datatype are absolute addresses, which are added",
				f.Call.Call, bytes, uint64(f.Lo), f.Target)
		case mixesAtTarget(f):
			r.Advice, r.Related = byOneBase, derivedAt(nil, "the target datatype", f.Type)
			p.Report(r, "%s accesses %d bytes at address %#x of rank %d: the target datatype has absolute addresses "+
				"and displacements from a buffer mixed, which are all added to the target displacement",
				f.Call.Call, bytes, uint64(f.Lo), f.Target)
		case f.Lo >= 0 && f.Lo < firstPage:
			r.Advice = byAddress
			p.Report(r, "%s accesses %d bytes at address %#x of rank %d: no region is attached there; "+
				"in a dynamic window the target displacement is an address obtained with MPI_Get_address at the target",
				f.Call.Call, bytes, f.Lo, f.Target)
		case !f.Near.IsZero():
			r.Related = []Related{At(roleCreated, f.Near, "the nearest region was attached here")}
			p.Report(r, "%s accesses %d bytes at rank %d that no attached region contains: they start %s of a region "+
				"of %d bytes",
				f.Call.Call, bytes, f.Target, fromStart(f.Lo-f.NearBase), f.NearSize)
		default:
			p.Report(r, "%s accesses %d bytes at address %#x of rank %d: no attached region contains them all",
				f.Call.Call, bytes, uint64(f.Lo), f.Target)
		}
	},
}

const byTarget = "Pass a target displacement of 0 with a target datatype of absolute addresses, or create the " +
	"datatype with displacements from the start of the buffer, and pass the address of the buffer."

const byOneBase = "Pass a target displacement of 0 with a target datatype that has absolute addresses only. Or " +
	"subtract the address of the buffer from each of the addresses in the datatype, with MPI_Aint_diff, and pass the " +
	"address of the buffer as the target displacement."

// mixesAtTarget reports whether some displacements in the target datatype are absolute addresses and others are not.
// With a target displacement of 0, the latter lead to NULL; with an address, the former lead behind the address space.
func mixesAtTarget(f *fact.Outside) bool {
	if !partlyAtAddresses(f.Type) {
		return false
	}
	last := f.Type.TrueUB() - 1
	return f.Lo >= 0 && f.Lo < firstPage || low.has(f.Disp) && f.Disp+last >= low.hi ||
		high.has(f.Disp) && high.has(last)
}

const byAddress = "Pass the address of the memory, or of a place in it, as the target displacement: MPI_Get_address " +
	"returns it at the target, which sends it to the origin. The memory must be attached before."

// detach returns the MPI_Win_detach of a race between MPI_Win_detach and an RMA access; nil if the race is of another
// kind.
func detach(f *fact.Race) *fact.Side {
	for _, x := range []*fact.Side{f.First, f.Second} {
		if x.Local && x.Site.Call == calls.WinDetach {
			return x
		}
	}
	return nil
}

// reportDetach reports an access that nothing orders relative to MPI_Win_detach.
func (p *JobPass) reportDetach(f *fact.Race) {
	d := detach(f)
	if d == nil || !local(f) {
		return
	}
	access := f.First
	if access == d {
		access = f.Second
	}
	if access.Window.ID != d.Window.ID {
		return // the memory is in two windows
	}
	r := Report{Sites: []tracker.Site{access.Site, d.Site}, Object: access.Window}
	r.Related = append(epochAt(access), betweenAt(&f.Between)...)
	p.Report(r, "%s accesses %s of rank %d, which detaches this memory: nothing orders the "+
		"access and MPI_Win_detach", accessOf(access),
		words.Bytes(f.Hi-f.Lo), d.Site.Rank)
}

// firstPage is the end of the addresses at which there is never memory: a smaller displacement was probably counted
// from the start of the data.
const firstPage = 1 << 12

// fromStart describes a distance from the start of a region.
func fromStart(distance int64) string {
	if distance < 0 {
		return fmt.Sprintf("%d bytes before the start", -distance)
	}
	return fmt.Sprintf("%d bytes after the start", distance)
}
