package check

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
)

// Job is a checked log: the result, and what the log says about the run.
type Job struct {
	Result
	Log      *logdir.Log
	Header   *segment.Header    // of the first rank that has one; nil if none
	Complete bool               // every rank's log reaches its end, undamaged
	Coverage []string           // sentences about what could not be seen
	Timeline *timeline.Timeline // nil where it was not asked for
	// Err is set where a rank could not be read to its end.
	Err error

	byRank   map[int]*logdir.RankLog
	stacks   map[int]*event.Stacks
	resolver source.Resolver
}

// Log checks the log at path, which the caller closes through Job.Log. Errors
// say in one sentence which file cannot be used, why, and what to do.
func Log(path string, set []*rules.Rule) (*Job, error) { return LogWith(path, set, Options{}) }

// LogTimed is Log, and gathers the timeline of the run.
func LogTimed(path string, set []*rules.Rule) (*Job, error) {
	return LogWith(path, set, Options{Timed: true})
}

// LogWith is Log with options.
func LogWith(path string, set []*rules.Rule, opt Options) (*Job, error) {
	l, err := logdir.Open(path, opt.More...)
	if err != nil {
		return nil, err
	}
	j := &Job{Log: l, byRank: map[int]*logdir.RankLog{}, stacks: map[int]*event.Stacks{}}
	var times *timeline.Collector
	if opt.Timed {
		times = timeline.NewCollector(l.Size)
	}
	in := j.inputs()
	if opt.Progress != nil {
		j.count(in, opt.Progress)
	}
	res, err := run(in, set, times, opt.Running)
	j.Result, j.Err = *res, err
	if opt.Timed {
		j.Timeline = times.Finish(j.clocks())
	}
	j.cover()
	return j, nil
}

// inputs makes one input for each rank of MPI_COMM_WORLD.
func (j *Job) inputs() []Input {
	in := make([]Input, j.Log.Size)
	hosts, unseen := j.Hosts(), j.unseen()
	for _, r := range j.Log.Ranks() {
		j.byRank[r.Rank] = r
		if j.Header == nil {
			j.Header = r.Header
		}
	}
	for _, r := range j.Log.Ranks() {
		s := streamOf(r)
		j.stacks[r.Rank] = &s.stacks
		in[r.Rank] = Input{Config: j.config(r, hosts, unseen), Stream: s, Last: func() tracker.RankState { return lastSeen(r) }}
	}
	return in
}

// unseen returns the calls that may be missing on some rank: no rank's are
// judged, for they would be compared with those.
func (j *Job) unseen() []tracker.Taker {
	var out []tracker.Taker
	for _, r := range j.Log.Ranks() {
		if r.Header == nil {
			continue
		}
		for _, t := range r.Header.Unseen {
			x := tracker.Taker(t)
			if !slices.ContainsFunc(out, func(o tracker.Taker) bool { return o.Path == x.Path && slices.Equal(o.Calls, x.Calls) }) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Hosts returns where each rank ran; "" where that is not known.
func (j *Job) Hosts() []string {
	hosts := make([]string, j.Log.Size)
	for rank, e := range j.Log.Elsewhere {
		if rank < len(hosts) {
			hosts[rank] = e.Host
		}
	}
	for _, r := range j.Log.Ranks() {
		if r.Header != nil {
			hosts[r.Rank] = r.Header.Host
		}
	}
	return hosts
}

// config says what the rank view must know beforehand; a rank without a
// readable header borrows from another one.
func (j *Job) config(r *logdir.RankLog, hosts []string, unseen []tracker.Taker) tracker.RankConfig {
	c := tracker.RankConfig{World: r.Rank, Size: j.Log.Size, Hosts: hosts, Unseen: unseen}
	h := r.Header
	if h == nil {
		h = j.Header
	}
	if h != nil {
		c.Flavour, c.Std, c.ThreadLevel = calls.FlavourByName(h.Flavour), Standard(h.Standard), h.ThreadLevel
	}
	return c
}

// Standard turns "3.1" into 31; 0 if the text is no version.
func Standard(s string) int {
	major, minor, _ := strings.Cut(s, ".")
	a, err := strconv.Atoi(major)
	if err != nil {
		return 0
	}
	b, _ := strconv.Atoi(minor)
	return 10*a + b
}

// checkedStream drops events whose words do not fit their kind: only a
// damaged ring can hold such. It keeps the stacks.
type checkedStream struct {
	*logdir.RankLog
	late   int // calls after MPI_Finalize given so far
	stacks event.Stacks
}

func streamOf(r *logdir.RankLog) *checkedStream { return &checkedStream{RankLog: r} }

func (s *checkedStream) Next(e *event.Event) error {
	for {
		err := s.RankLog.Next(e)
		if err == io.EOF && s.late < len(s.Late) {
			c := s.Late[s.late]
			s.late++
			*e = event.Event{Kind: event.Stray, PC: c.PC, N: 2, Time: e.Time, Seq: e.Seq + 1}
			e.A[0], e.A[1] = int64(c.Kind), 1
			return nil
		}
		if err != nil {
			return err
		}
		if plausible(e) {
			if e.Kind == event.Stack || e.Kind == event.Python {
				s.stacks.Take(e)
			}
			return nil
		}
	}
}

// plausible reports whether a record can be of its kind.
func plausible(e *event.Event) bool {
	if e.Kind >= calls.MaxKind {
		return true
	}
	return calls.ByKind(e.Kind) != nil && e.Phase <= event.Leave
}

// brief is how long a rank must have been in a call at its death to count as
// waiting in it: a crash inside an MPI call comes sooner.
const brief = 500 * time.Millisecond

// lastSeen returns the calls in which the rank's threads were last seen.
func lastSeen(r *logdir.RankLog) tracker.RankState {
	s := tracker.RankState{Off: r.End().State == segment.Off, Ended: r.End().Reason}
	for _, n := range r.End().Now {
		if n.Kind == 0 || calls.ByKind(n.Kind) == nil {
			continue
		}
		s.Now = append(s.Now, tracker.Site{Rank: int32(r.Rank), Call: n.Kind, Ring: n.Thread, Seq: n.Seq, PC: n.PC})
		if n.Alive != 0 && r.Ticks.PerSecond > 0 {
			in := float64(n.Alive-n.Since) / r.Ticks.PerSecond
			s.Brief = s.Brief || in < brief.Seconds()
		}
	}
	return s
}

// clocks says how each rank's ticks become time.
func (j *Job) clocks() []timeline.RankInfo {
	out := make([]timeline.RankInfo, j.Log.Size)
	for _, r := range j.Log.Ranks() {
		x := &out[r.Rank]
		if r.Header != nil {
			x.Host = r.Header.Host
		}
		x.Clock = timeline.Clock(r.Ticks)
		for _, n := range r.End().Now {
			x.Alive = max(x.Alive, n.Alive)
		}
	}
	return out
}

// cover says what is missing from the log.
func (j *Job) cover() {
	j.Coverage = append(j.Coverage, j.Log.Notes...)
	j.Complete = len(j.Log.Missing) == 0 && j.Err == nil
	j.coverMissing()
	if j.Err != nil {
		j.say("reading stopped early: %v", j.Err)
	}
	for _, r := range j.Log.Ranks() {
		if r.Err != nil {
			j.Complete = false
			j.say("rank %d: %v", r.Rank, r.Err)
		}
		end := r.End()
		for _, d := range end.Damage {
			j.Complete = false
			j.say("rank %d: %s", r.Rank, d)
		}
		if end.Lost > 0 {
			j.Complete = false
			j.say("rank %d: %d records could not be kept", r.Rank, end.Lost)
		}
		if end.State == segment.Off {
			j.Complete = false
			j.say("rank %d: gomarmot switched itself off before the program ended; see run.log", r.Rank)
		}
	}
	for _, e := range j.Ends {
		j.Complete = j.Complete && e.How == tracker.EndedFinalized
	}
}

// coverMissing says which ranks there is nothing of, and where it may be.
func (j *Job) coverMissing() {
	var none []int
	var order []logdir.Elsewhere
	at := map[logdir.Elsewhere][]int{}
	for _, rank := range j.Log.Missing {
		e, known := j.Log.Elsewhere[rank]
		switch {
		case !known:
			none = append(none, rank)
		case at[e] == nil:
			order = append(order, e)
			fallthrough
		default:
			at[e] = append(at[e], rank)
		}
	}
	if len(none) > 0 {
		j.say("%s left no log here: whatever they did is missing, and calls that need them are not judged. Either libgomarmot.so "+
			"is not loaded there, or it logged to %s, on a host of its own: then give that folder too", ranks(none), j.Log.DirOf(none[0]))
	}
	for _, e := range order {
		j.say("the log of %s is on %s, in %s: copy that folder and give it too; until then whatever they did is missing, "+
			"and calls that need them are not judged", ranks(at[e]), e.Host, e.Dir)
	}
}

func (j *Job) say(format string, args ...any) {
	j.Coverage = append(j.Coverage, fmt.Sprintf(format, args...))
}

// ranks names up to eight ranks.
func ranks(m []int) string {
	if len(m) == 1 {
		return fmt.Sprintf("rank %d", m[0])
	}
	var s []string
	for i, r := range m {
		if i == 8 {
			s = append(s, fmt.Sprintf("and %d more", len(m)-i))
			break
		}
		s = append(s, strconv.Itoa(r))
	}
	return "ranks " + strings.Join(s, ", ")
}

// LocateNotes says what hindered Trace so far: programs that are missing or
// were rebuilt since the run.
func (j *Job) LocateNotes() []string { return j.resolver.Notes() }
