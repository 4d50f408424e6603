package report

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/tracker"
)

// FromJob turns a checked log into the report that all formats print.
func FromJob(j *check.Job) *Report {
	loc := jobLocator{j}
	r := &Report{
		Complete: j.Complete, Ranks: j.Log.Size, Records: j.Records, LogPath: j.Log.Path,
		Findings: build(j.Findings, loc), Ends: newEnds(j.Ends, loc),
		timeline: j.Timeline, apart: j.Apart, compared: j.Compared(),
	}
	if r.timeline != nil {
		r.locator = loc
	}
	if h := j.Header; h != nil {
		r.MPI, r.Command, r.Started = check.LibraryName(h.Library), strings.Join(h.Args, " "), h.Start
	}
	for _, b := range j.Bindings {
		r.Bindings = append(r.Bindings, b.String())
	}
	if j.Python() {
		r.Bindings = append(r.Bindings, "Python")
	}
	r.modes = modesOf(j)
	r.placeEnds(j.Hosts())
	r.Unseen = j.Unseen
	r.Accesses = j.Accesses()
	r.Coverage = append(append(append([]string{}, j.Coverage...), j.Untracked()...), j.LocateNotes()...)
	return r.normalized()
}

// placeEnds sets the host of each rank if the ranks ran on several hosts; "" stands for an unknown host.
func (r *Report) placeEnds(hosts []string) {
	known := slices.DeleteFunc(slices.Clone(hosts), func(h string) bool { return h == "" })
	slices.Sort(known)
	if len(slices.Compact(known)) < 2 {
		return
	}
	for i := range r.Ends {
		if e := &r.Ends[i]; e.Rank < len(hosts) {
			e.Host = hosts[e.Rank]
		}
	}
}

// jobLocator finds places in the source through the log's module maps.
type jobLocator struct{ *check.Job }

// Locate implements locator.
func (l jobLocator) Locate(rank int32, pc uint64) Site { return siteOf(l.Trace(rank, pc)) }

// When implements timer.
func (l jobLocator) When(s tracker.Site) (float64, bool) {
	if l.Timeline == nil {
		return 0, false
	}
	return l.Timeline.At(s)
}

// OnStream implements timer.
func (l jobLocator) OnStream(s tracker.Site) (int, bool) {
	if l.Timeline == nil {
		return 0, false
	}
	return l.Timeline.Stream(s)
}
