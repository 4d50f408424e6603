package check

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"syscall"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Job is a checked log: the result, and facts of the run that the log holds.
type Job struct {
	Result
	Log      *logdir.Log
	Header   *segment.Header    // of the first rank whose log has a header; nil if none has
	Complete bool               // every rank's log reaches MPI_Finalize, undamaged
	Unseen   []string           // sentences about missing evidence, see weigh
	Coverage []string           // Unseen, and sentences about other parts of the run that were not recorded
	Apart    bool               // the launcher started each rank as a job of its own
	Timeline *timeline.Timeline // nil if it was not asked for
	// err is set if a rank could not be read to its end.
	err error
	// linked are the jobs that the job is linked with and was compared with.
	linked []*relative

	goesOn   bool // see Options
	byRank   map[int]*logdir.RankLog
	streams  map[int]*checkedStream
	resolver source.Resolver
	files    map[string][]string // see sameFiles; nil until it is asked for
	shift    map[int]time.Duration
	tracked  *[]*source.Tracking // see tracking; nil until it is asked for
}

// Log checks the log at path, which the caller closes through Job.Log. Errors
// say in one sentence which file cannot be used, why, and how to go on.
func Log(path string, set []*rules.Rule, opt Options) (*Job, error) {
	j, in, err := open(path, opt)
	if err != nil {
		return nil, err
	}
	l := j.Log
	watcher := opt.Watcher
	var times *timeline.Collector
	if opt.Timed {
		times = timeline.NewCollector(l.Size)
		watcher = times
	}
	var res *Result
	if opt.Peers != nil {
		res, err = j.runWithPeers(in, set, opt)
	} else {
		if opt.Progress != nil {
			j.count(in, opt.Progress)
		}
		res, err = Run(in, set, opt, watcher)
	}
	if excessive(err) || errors.Is(err, errPeers) {
		_ = l.Close() // only read
		return nil, err
	}
	j.Result, j.err = *res, err
	if opt.Also != nil {
		j.Findings = opt.Also(j.Findings)
	}
	j.compare(path, set, opt)
	j.files = nil // all ranks have been read now
	if opt.Timed {
		j.Timeline = times.Finish(j.Clocks())
	}
	j.weigh(opt)
	return j, nil
}

// open opens a log.
func open(path string, opt Options) (*Job, []Input, error) {
	l, err := logdir.Open(path, opt.More...)
	if err != nil {
		return nil, nil, err
	}
	j := NewJob(l)
	j.goesOn = opt.GoesOn
	return j, j.inputs(), nil
}

// NewJob returns the job of a log, before the check.
func NewJob(l *logdir.Log) *Job {
	j := &Job{Log: l, byRank: map[int]*logdir.RankLog{}, streams: map[int]*checkedStream{}, shift: shifts(l)}
	j.resolver.Others = j.others
	for _, r := range l.Ranks() {
		j.byRank[r.Rank] = r
		if j.Header == nil {
			j.Header = r.Header
		}
	}
	return j
}

// inputs returns one input for each rank of MPI_COMM_WORLD.
func (j *Job) inputs() []Input {
	in := make([]Input, j.Log.Size)
	hosts, unseen := j.Hosts(), j.unseen()
	lists := reading.NewLists(j.Log.Excessive)
	for _, r := range j.Log.Ranks() {
		s := streamOf(r)
		j.streams[r.Rank] = s
		c := j.config(r, hosts, unseen)
		c.Noted = &declarations{log: r, stacks: &s.stacks, resolver: &j.resolver}
		c.Lists = lists
		in[r.Rank] = Input{Config: c, Stream: s, Last: func() end.Seen { return lastSeen(r, j.shift[r.Rank]) }}
	}
	return in
}

// unseen returns the calls that may be missing on some rank. They are judged on no rank, since the judges would
// compare them with the missing calls.
func (j *Job) unseen() []reading.Taker {
	var out []reading.Taker
	for _, r := range j.Log.Ranks() {
		if r.Header == nil {
			continue
		}
		for _, t := range r.Header.Unseen {
			x := reading.Taker(t)
			if !slices.ContainsFunc(out, func(o reading.Taker) bool {
				return o.Path == x.Path && slices.Equal(o.Calls, x.Calls)
			}) {
				out = append(out, x)
			}
		}
	}
	return out
}

// Hosts returns where each rank ran; "" where that is unknown.
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

// config returns the settings of the rank view. A rank without a
// readable header gets the settings of another rank.
func (j *Job) config(r *logdir.RankLog, hosts []string, unseen []reading.Taker) reading.Config {
	c := rankcheck.Config(r.Rank, j.Log.Size, cmp.Or(r.Header, j.Header))
	c.Hosts, c.Unseen, c.GoesOn = hosts, unseen, j.goesOn
	return c
}

// checkedStream treats events whose words do not fit their kind as lost: only a
// damaged ring can hold them. It keeps the stacks.
type checkedStream struct {
	*logdir.RankLog
	late   int  // calls after MPI_Finalize returned so far
	odd    int  // events that cannot be of their kind
	lends  bool // see lends
	onGPU  bool // the program has put work on a GPU, as gomarmot run --gpu records it
	stacks event.Stacks
	told   *evidence // sent by another process, if that process has read the rank
}

func streamOf(r *logdir.RankLog) *checkedStream { return &checkedStream{RankLog: r} }

func (s *checkedStream) Next(e *event.Event) error {
	err := s.RankLog.Next(e)
	if err == io.EOF && s.late < len(s.Late) {
		*e = s.Late[s.late].Record(e)
		s.late++
		return nil
	}
	if err != nil {
		return err
	}
	if !plausible(e) {
		s.odd++
		*e = event.Event{Kind: event.Lost, N: 2, Thread: e.Thread, Time: e.Time}
		e.A[0], e.A[1] = 1, 1
	}
	s.lends = s.lends || lends(e.Kind)
	s.onGPU = s.onGPU || e.Kind == event.GPU
	if e.Kind == event.Stack || e.Kind == event.Python {
		s.stacks.Take(e)
	}
	return nil
}

// plausible reports whether a record can be of its kind.
func plausible(e *event.Event) bool {
	if e.Kind >= calls.MaxKind {
		return true
	}
	return calls.ByKind(e.Kind) != nil && e.Phase <= event.Leave
}

// brief is the time that a dead rank must have spent in its last call to count as
// waiting in the call: a crash inside an MPI call happens sooner.
const brief = 500 * time.Millisecond

// lastBreath bounds the time from a fatal signal to the end of the process.
const lastBreath = 3 * time.Second

// within reports whether a rank that got a signal was not seen alive much later.
func within(alive, struck uint64, perSecond float64) bool {
	return alive <= struck || float64(alive-struck) <= lastBreath.Seconds()*perSecond
}

// lastSeen returns the calls in which the rank's threads were last seen. shift corrects
// the clock of its host.
func lastSeen(r *logdir.RankLog, shift time.Duration) end.Seen {
	s := end.Seen{Off: r.End().State == segment.Off, Ended: r.End().Reason, Rate: r.Ticks.PerSecond}
	for _, n := range r.End().Now {
		s.Beats = append(s.Beats, end.Beat{Ring: n.Thread, Began: n.Began, Alive: n.Alive})
		if n.Signal != 0 && within(n.Alive, n.Struck, r.Ticks.PerSecond) {
			s.Signal, s.In, s.Fault = syscall.Signal(n.Signal), tracker.Site{}, faultOf(r, &n)
			if calls.ByKind(n.Kind) != nil {
				s.In = placeOf(r, &n)
			}
		}
		if r.Ticks.PerSecond > 0 && n.Alive > r.Ticks.Tick0 {
			alive := time.Duration(float64(n.Alive-r.Ticks.Tick0) / r.Ticks.PerSecond * float64(time.Second))
			s.Alive = time.Unix(0, r.Ticks.Unix0).Add(shift + alive)
		}
		if n.Kind == 0 || calls.ByKind(n.Kind) == nil {
			continue
		}
		s.Now = append(s.Now, placeOf(r, &n))
		switch {
		case n.Alive == 0: // the thread was never seen in a call
			s.Brief = true
		case r.Ticks.PerSecond > 0:
			in := float64(n.Alive-n.Since) / r.Ticks.PerSecond
			s.Brief = s.Brief || in < brief.Seconds()
		}
	}
	return s
}

// placeOf returns the call in which a thread was last seen.
func placeOf(r *logdir.RankLog, n *segment.Now) tracker.Site {
	return tracker.Site{Rank: int32(r.Rank), Call: n.Kind, Ring: n.Thread, Seq: n.Seq, PC: n.PC}
}

// faultOf returns the access that raised a thread's signal.
func faultOf(r *logdir.RankLog, n *segment.Now) rank.Fault {
	f := rank.Fault{Address: int64(n.Fault &^ segment.FaultWrite), Write: n.Fault&segment.FaultWrite != 0}
	if n.Fault != 0 && n.Place != 0 {
		f.By = placeOf(r, n)
		f.By.PC, f.By.Call = n.Place+1, calls.Load // sites have return addresses
		if f.Write {
			f.By.Call = calls.Store
		}
	}
	return f
}

// Clocks returns how the ticks of each rank of MPI_COMM_WORLD convert to time, according to the segments read so far.
func (j *Job) Clocks() []timeline.RankInfo {
	out := make([]timeline.RankInfo, j.Log.Size)
	for _, r := range j.Log.Ranks() {
		x := &out[r.Rank]
		if r.Header != nil {
			x.Host = r.Header.Host
		}
		x.Clock = timeline.Clock(r.Ticks)
		x.Clock.Unix0 += int64(j.shift[r.Rank])
		for _, n := range r.End().Now {
			x.Alive = max(x.Alive, n.Alive)
		}
	}
	return out
}

// LocateNotes returns why Trace has not found places so far: programs that are
// missing or were rebuilt since the run.
func (j *Job) LocateNotes() []string { return j.resolver.Notes() }
