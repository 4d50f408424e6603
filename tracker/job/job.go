package job

import (
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/agree"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/meet"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/race/files"
	"github.com/gomarmot/gomarmot/tracker/race/windows"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/relay"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// Config describes the job whose ops a Job takes.
type Config struct {
	meet.Config
	// Running: Finish is called for a job that has not ended.
	Running bool
	// Still is the time without progress of any rank that counts as a standstill.
	Still time.Duration
	// Beside lets the judges of conflicting accesses work in parallel with the matchers; nil: they take ops at once.
	Beside *Beside
}

// Beside configures how judges work in parallel with the matchers; see relay.Config.
type Beside struct {
	Handed func()
	Idle   func() bool
	Block  int
	Fault  func(what string, stack []byte) any
}

// Job matches the ops of all ranks, and has them judged. A single goroutine uses it.
type Job struct {
	*meet.Meet
	Config
	kinds    op.Kinds // the matchers and judges that take each kind of op
	judges   []judge
	accesses []func(rank int32, a *stamp.Access)
	stamped  struct { // reused
		access stamp.Access
		touch  stamp.Touch
	}
	out    func(fact.Fact) // receives facts; it changes while the job finishes
	racing relay.Judge     // takes accesses and file operations: races and files, or the relay
	relay  *relay.Relay    // to races and files, if they work beside the matchers; else nil
	races  *windows.Judge
	files  *files.Judge
	strict *wait.Judge
}

// New returns the matchers and judges of a job; facts go to emit.
func New(c Config, emit func(fact.Fact)) *Job {
	if c.Flavour == nil {
		c.Flavour = &calls.Flavours[0]
	}
	c.Clocks = order.New(c.Size)
	j := &Job{Config: c, out: emit}
	j.Config.Emit, j.Retire = j.emit, j.retire
	j.newRacing()
	locks := lock.New(lock.Config{Size: j.Size, NoCheck: j.Flavour.ModeNoCheck,
		Clocks: j.Clocks, Signals: j.races.Signals(), Emit: j.emit})
	agrees := agree.New(agree.Config{Flavour: j.Flavour, Lost: j.lost, Emit: j.emit})
	j.Note = func(s stamp.Stamp) { // each stamp is for agrees or for racing
		switch s.(type) {
		case *stamp.Collective, *stamp.Clash, *stamp.Gathering:
			agrees.Met(s)
		default:
			j.racing.Met(s)
		}
	}
	j.Meet = meet.New(j.Config.Config, func(m wait.Messages) *wait.Judge { return j.newStrict(m, locks) })
	attached := windows.NewDynamic(j.Clocks, j.IsLossy, j.emit)
	splits := windows.NewSplits(j.Clocks, j.lost, j.emit)
	j.Routes(&j.kinds)
	// The judges take an op, and report at the end, in this order.
	j.judges = []judge{attached, agrees, splits, relayed{j.races, j.relay}, locks, relayed{j.files, j.relay}}
	for _, x := range j.judges {
		x.Routes(&j.kinds)
	}
	j.strict.Routes(&j.kinds)
	j.accesses = []func(int32, *stamp.Access){attached.Access, splits.Access, j.racing.Access, j.Access}
	j.kinds.Accesses.To(j.access)
	j.kinds.Touches.To(j.touch)
	j.kinds.Loses.To(func(rank int32, _ *op.Head) { j.lose(rank) })
	return j
}

func (j *Job) emit(f fact.Fact) { j.out(f) }

// lost reports whether records of any of the ranks are missing. Judges are made before the matchers.
func (j *Job) lost(ranks []int32) bool { return j.AnyLost(ranks) }

// Take takes the next op of a rank: number i of ops.
func (j *Job) Take(rank int, ops *op.Ops, i int) {
	if !ops.Lost(i) {
		j.racing.Before(int32(rank), ops.N(i))
	}
	j.kinds.Take(int32(rank), ops, i)
}

// touch passes a load or store of window memory to judges, with the time of its begin.
func (j *Job) touch(rank int32, x *op.Touch) {
	a := &j.stamped.touch
	*a = stamp.Touch{Touch: x, At: j.Clocks.At(rank, x.N)}
	a.Rank, a.Part = j.Owner(x)
	j.racing.Touch(rank, a)
}

// access passes an access to a window to judges, with the time of its begin.
func (j *Job) access(rank int32, x *op.Access) {
	a := &j.stamped.access
	*a = stamp.Access{Access: x, At: j.Clocks.At(rank, x.N)}
	j.Stamp(a)
	for _, take := range j.accesses {
		take(rank, a)
	}
}

// lose ends the comparison with a rank whose records are incomplete.
func (j *Job) lose(rank int32) {
	j.Lose(rank)
	for _, x := range j.judges {
		if l, ok := x.(interface{ Lose(rank int32) }); ok {
			l.Lose(rank)
		}
	}
	j.strict.Lose(rank)
}

// retire forgets an object that all of its ranks have freed.
func (j *Job) retire(on *op.Place) {
	j.catchUp()
	j.Gone(on)
	for _, x := range j.judges {
		x.Gone(on)
	}
}

// catchUp waits until races and files have taken all ops.
func (j *Job) catchUp() {
	if j.relay != nil {
		j.relay.Wait()
	}
}

// Recycle takes ops after the matchers have taken all of them, and returns empty ops to fill.
func (j *Job) Recycle(ops *op.Ops) *op.Ops {
	if j.relay != nil {
		return j.relay.Release(ops)
	}
	ops.Reset()
	return ops
}

// Work lets the judges that work in parallel with the matchers take some of the ops that the matchers have handed over,
// and reports whether there were any. Any goroutine may call it.
func (j *Job) Work() bool { return j.relay != nil && j.relay.Work() }

// Finish ends the matching after all ops: calls that are still unmatched become facts, as far as the run's end
// lets a fault be told from a run that was cut short. rests holds the last state of each rank, nil if it left no log;
// seen adds the log's end.
func (j *Job) Finish(rests []*rank.Rest, seen []end.Seen) []fact.RankEnd {
	j.catchUp()
	j.Drained(rests)
	run := end.New(end.Config{Size: j.Size, Running: j.Running, Still: j.Still, Present: j.IsPresent, Emit: j.emit,
		Matched: matched{j.Meet, j.strict}}, rests, seen)
	emit := j.out
	j.out = func(f fact.Fact) { run.See(f); emit(f) }
	defer func() { j.out = emit }()
	j.Meet.Finish(run)
	for _, x := range j.judges {
		x.Finish()
	}
	j.strict.Finish(run)
	return run.Finish()
}

// matched answers questions of package end about matches.
type matched struct {
	*meet.Meet
	lacking
}

// lacking is the judge of deadlocks that did not happen.
type lacking interface {
	Lacks(on *op.Place, rank int32, n int64) stamp.Lacking
	LacksParts(rank, peer int32, number, round int64, sends bool) stamp.Lacking
}

// racing combines the judges of conflicting accesses, which may work in parallel with the matchers.
type racing struct {
	*windows.Judge
	files   *files.Judge
	between race.Betweens
}

// Met implements relay.Judge.
func (x *racing) Met(s stamp.Stamp) {
	switch s := s.(type) {
	case *stamp.Pass:
		x.between.Pass(s)
	case *stamp.Opened:
		x.files.Met(s.On, s.All)
	default:
		x.Judge.Met(s)
	}
}

// newRacing creates the judges of conflicting accesses, and the relay to them if they work in parallel with the
// matchers.
func (j *Job) newRacing() {
	clocks := &j.Clocks.View
	if j.Beside != nil {
		clocks = &order.View{}
	}
	x := &racing{between: make(race.Betweens, j.Size)}
	x.Judge = windows.New(windows.Config{Size: j.Size, Clocks: clocks, Between: x.between, Emit: j.emit})
	x.files = files.New(files.Config{Size: j.Size, Flavour: j.Flavour, Hosts: j.Hosts,
		Clocks: clocks, Signals: x.Signals(), Emit: j.emit,
		Between: func(a, b *race.Access) func() fact.Between { return x.between.Of(a, b).Says }})
	j.races, j.files, j.racing = x.Judge, x.files, x
	if b := j.Beside; b != nil {
		j.relay = relay.New(relay.Config{Judge: x, Clocks: j.Clocks, View: clocks, Ranks: j.Size,
			Handed: b.Handed, Idle: b.Idle, Block: b.Block, Fault: b.Fault})
		j.racing = j.relay
	}
}

// newStrict returns the judge of deadlocks that might have happened.
func (j *Job) newStrict(m wait.Messages, locks *lock.Judge) *wait.Judge {
	j.strict = wait.NewJudge(wait.Config{Size: j.Size, Messages: m, Lost: j.lost,
		Absent: func(rank int32) bool { return !j.IsPresent(rank) }, Emit: j.emit,
		Passes: func(d *wait.Need, n int64) {
			if locks.Asks() {
				locks.Waited(d.Stamp(n))
			}
		}})
	return j.strict
}
