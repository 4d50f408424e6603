package check

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// link is what links two jobs: from has spawned to by call, or to has connected by the call with to a port where from
// has accepted by call.
type link struct {
	from, to   *Job
	call, with *linkCall // with is nil if to was spawned
}

// pair returns the links whose two jobs are certain.
func pair(jobs []*Job) []link { return append(pairSpawned(jobs), pairConnected(jobs)...) }

// pairSpawned pairs calls that have spawned jobs with these jobs, if no other job and no other call fits.
func pairSpawned(jobs []*Job) (out []link) {
	var all []link
	calls, children := map[*linkCall]int{}, map[*Job]int{}
	for _, j := range jobs {
		for i := range j.links {
			for _, s := range jobs {
				if c := &j.links[i]; j.fits(c, s) {
					all = append(all, link{from: j, to: s, call: c})
					calls[c]++
					children[s]++
				}
			}
		}
	}
	for _, l := range all {
		if calls[l.call] == 1 && children[l.to] == 1 {
			out = append(out, l)
		}
	}
	return out
}

// fits reports whether a call may have spawned a job: it has as many processes, of the same MPI library, and each
// process has called MPI_Init while the call was under way.
func (j *Job) fits(c *linkCall, s *Job) bool {
	if s == j || !c.spawns() || s.Log.Size != c.size || !j.comparable(s) || !logdir.Spawned(s.Log.Dir) {
		return false
	}
	same := j.onHostOf(c, s)
	if !same && !logdir.SameRun(j.Log.Dir, s.Log.Dir) {
		return false
	}
	for _, r := range s.Log.Ranks() {
		if r.Header == nil {
			return false
		}
		start := r.Header.Ticks.Tick0
		if same && (start < c.entered.at || start > c.returned.at) {
			return false
		}
		at := time.Unix(0, r.Header.Ticks.Unix0)
		if !same && (at.Before(j.clock(c.entered).Add(-clockError)) || at.After(j.clock(c.returned).Add(clockError))) {
			return false
		}
	}
	return true
}

// comparable reports whether the calls of two jobs can be compared: both have the same MPI library, and the log of the
// other job is whole.
func (j *Job) comparable(s *Job) bool {
	return len(s.Log.Missing) == 0 && s.Header != nil && j.Header != nil && s.Header.Library == j.Header.Library
}

// pairConnected pairs calls of MPI_Comm_connect with calls of MPI_Comm_accept. The log of the job that opened a port
// records all MPI_Comm_accept calls there. So an MPI_Comm_connect that fits a single MPI_Comm_accept met that call,
// which is then no candidate for others.
func pairConnected(jobs []*Job) (out []link) {
	taken, wrong := map[*linkCall]bool{}, map[string]bool{}
	for again := true; again; {
		again = false
		for _, to := range jobs {
			for i := range to.links {
				c := &to.links[i]
				if c.kind() != calls.CommConnect || taken[c] {
					continue
				}
				switch found := accepts(jobs, to, c, taken); len(found) {
				case 0:
					wrong[c.port] = wrong[c.port] || len(accepts(jobs, to, c, nil)) > 0
				case 1:
					out = append(out, link{found[0].from, to, found[0].call, c})
					taken[c], taken[found[0].call], again = true, true, true
				}
			}
		}
	}
	// If two MPI_Comm_connect calls fit only the same MPI_Comm_accept, one of them met a call that is not in these
	// logs: drop all links at that port.
	return slices.DeleteFunc(out, func(l link) bool { return wrong[l.call.port] })
}

// accepts returns the calls of MPI_Comm_accept, other than those taken, that may have met a call of MPI_Comm_connect of
// a job.
func accepts(jobs []*Job, to *Job, c *linkCall, taken map[*linkCall]bool) (out []link) {
	for _, from := range jobs {
		for i := range from.links {
			if a := &from.links[i]; !taken[a] && from.meets(a, to, c) {
				out = append(out, link{from: from, to: to, call: a, with: c})
			}
		}
	}
	return out
}

// meets reports whether a call of MPI_Comm_accept may have met a call of MPI_Comm_connect of a job: they name the same
// port and have the right numbers of processes, and no rank has returned from either before a rank has entered the
// other.
func (j *Job) meets(a *linkCall, to *Job, c *linkCall) bool {
	if to == j || a.kind() != calls.CommAccept || c.kind() != calls.CommConnect || a.port == "" || a.port != c.port ||
		a.size != len(c.ranks) || c.size != len(a.ranks) || !j.comparable(to) || !to.comparable(j) {
		return false
	}
	if j.onHostOf(a, to) {
		return a.entered.at <= c.returned.at && c.entered.at <= a.returned.at
	}
	return !j.clock(a.entered).After(to.clock(c.returned).Add(clockError)) &&
		!to.clock(c.entered).After(j.clock(a.returned).Add(clockError))
}

// clockError is by how much the clocks of two hosts may differ where the time decides which calls belong together.
const clockError = 10 * time.Second

// clock returns the time of day of ticks.
func (j *Job) clock(t ticks) time.Time {
	r := j.byRank[int(t.rank)]
	if r == nil || r.Ticks.PerSecond <= 0 {
		return time.Time{}
	}
	since := float64(int64(t.at-r.Ticks.Tick0)) / r.Ticks.PerSecond
	return time.Unix(0, r.Ticks.Unix0).Add(time.Duration(since * float64(time.Second)))
}

// onHostOf reports whether all processes of a job, and all that have made a call of another job, ran on one host: their
// ticks can be compared.
func (j *Job) onHostOf(c *linkCall, s *Job) bool {
	other := func(r *logdir.RankLog) bool { return r == nil || r.Header == nil || r.Header.Host != s.Header.Host }
	for _, rank := range c.ranks {
		if other(j.byRank[int(rank)]) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Log.Ranks(), other)
}
