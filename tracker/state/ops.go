package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Ops gathers what a rank's calls tell other ranks, in program order. Its
// storage is reused after Reset; matchers copy what they keep.
type Ops struct {
	List  []op.Op
	names arena[op.Names]
	args  arena[op.Args]
	inits arena[op.Init]
	accs  arena[op.Access]
	reach arena[op.FileAccess]
	moves arena[op.SharedMove]
	parts arena[op.Parts]

	touched arena[op.Touch]
	program *op.Touch // what the program itself did last; nil: nothing
	locks   []op.LockRef
	ranks   []int32
	puts    []op.TargetUse
	bytes   []datatype.Buffer // of files

	scratch []int32
}

// Reset empties it.
func (o *Ops) Reset() {
	o.List, o.ranks, o.puts, o.bytes = o.List[:0], o.ranks[:0], o.puts[:0], o.bytes[:0]
	o.names.n, o.args.n, o.inits.n, o.accs.n, o.touched.n, o.parts.n, o.locks = 0, 0, 0, 0, 0, 0, o.locks[:0]
	o.reach.n, o.moves.n, o.program = 0, 0, nil
}

// name gives an op ranks of the window, which the rank view will change.
func (o *Ops) name(x *op.Op, ranks []int32, puts []op.TargetUse) {
	x.Names = o.names.next()
	*x.Names = op.Names{Ranks: o.keepRanks(ranks), Puts: o.keepPuts(puts)}
}

// add appends an op about an object and returns it, to be completed before the
// next one.
func (o *Ops) add(r *Rank, c *Call, what op.What, on *op.Place) *op.Op {
	o.List = append(o.List, op.Op{What: what, Site: c.Site, N: r.Records, On: on})
	return &o.List[len(o.List)-1]
}

// lose adds an op that says that records of the rank are missing.
func (o *Ops) lose(r *Rank) {
	if o != nil {
		o.List = append(o.List, op.Op{What: op.Loses, N: r.Records})
	}
}

// keepRanks copies ranks that the rank view will change.
func (o *Ops) keepRanks(ranks []int32) []int32 {
	n := len(o.ranks)
	o.ranks = append(o.ranks, ranks...)
	return o.ranks[n:len(o.ranks):len(o.ranks)]
}

func (o *Ops) keepPuts(puts []op.TargetUse) []op.TargetUse {
	if len(puts) == 0 {
		return nil
	}
	n := len(o.puts)
	o.puts = append(o.puts, puts...)
	return o.puts[n:len(o.puts):len(o.puts)]
}

// before takes a side of a call that is about to be applied.
func (o *Ops) before(r *Rank, c *Call, m Moment) {
	s := c.Sem
	switch {
	case s.RMA != calls.NoRMA:
		if m == Entered {
			o.touches(r, c)
			o.access(r, c)
		}
		if (m == Returned || c.once) && !c.ok() && c.told.arrived > 0 {
			o.add(r, c, op.Retracts, c.Win.Place()).Count = c.told.arrived
		}
		return
	case m == Entered:
		o.entered(r, c)
		o.touches(r, c)
		if !c.once {
			return
		}
	}
	o.syncsMemory(r, c)
	o.endTouches(r, c)
	if messageParts[c.Kind] != noPart {
		o.messagesReturned(r, c)
	}
	o.learns(r, c)
	if c.File != nil && m == Returned {
		o.onFile(r, c)
	}
	o.returned(r, c, m)
}

func (o *Ops) entered(r *Rank, c *Call) {
	s := c.Sem
	c.told.began = r.Records
	o.syncsMemory(r, c)
	if messageParts[c.Kind] != noPart {
		o.messagesEntered(r, c)
	}
	if s.Makes == calls.ClassFile {
		o.opening(r, c, op.Opens)
	}
	if s.Ordered {
		if on := r.threads.over(c); on != nil {
			x := o.add(r, c, op.Arrives, on)
			c.told.arrived = x.N
			x.Sync = r.synchronizes(c)
			if hasArgs[c.Kind] {
				o.agree(r, c, x)
			}
		} else if s.Over == calls.ClassComm {
			o.withItself(r, c)
		}
	}
	switch {
	case s.Match == calls.MatchReady:
		o.readies(r, c)
	case s.Makes == calls.ClassComm:
		o.gathers(r, c)
	case c.File != nil:
		o.viewed(r, c)
	case s.Epoch == calls.EpochStart, s.Epoch == calls.EpochPost:
		o.named(r, c)
	case s.Epoch == calls.EpochComplete:
		o.complete(r, c, op.Completes)
	case s.Epoch == calls.EpochLock, s.Epoch == calls.EpochLockAll:
		o.asksForLock(r, c)
	}
	if s.Epoch == calls.EpochFence || s.Frees == calls.ClassWin {
		o.settles(r, c)
	}
}

// withItself keeps a collective call on a communicator that has one process. It is added if the rank exchanges data
// with itself, unless that is known to match.
func (o *Ops) withItself(r *Rank, c *Call) {
	on := c.Comm.Place()
	if on == nil || !on.Alone() || r.threads.dissolves(c) {
		return
	}
	r.end.withItself(c, on.Object)
	if c.Sem.Exchange == calls.NoExchange || c.Sem.Exchange == calls.ExchangeSame {
		return
	}
	if x := r.exchange(c); x.Give.Use == op.Used && x.Take.Use == op.Used && !x.Even(len(c.Sem.EnterBlob) > 0) {
		o.agree(r, c, o.add(r, c, op.Exchanges, on))
	}
}

// over returns the object whose ranks the collective call involves, nil where
// it cannot be compared.
func (ts *threads) over(c *Call) *op.Place {
	var on *op.Place
	switch c.Sem.Over {
	case calls.ClassWin:
		on = c.Win.Place()
	case calls.ClassFile:
		on = c.File.Place()
	case calls.ClassComm:
		on = c.Comm.Place()
	}
	if on == nil || on.Alone() || ts.dissolves(c) {
		return nil
	}
	return on
}

// named adds a start or post.
func (o *Ops) named(r *Rank, c *Call) {
	w, g := c.Win, r.objects.group(c.In[c.Sem.Group])
	on := w.Place()
	if on == nil || g.none() {
		return
	}
	what, open := op.Starts, w.Start.Active()
	if c.Sem.Epoch == calls.EpochPost {
		what, open = op.Posts, w.Post.Active()
	}
	x := o.add(r, c, what, on)
	x.Count = c.In[c.Sem.Assert]
	if open || g == nil || g.Null() || !g.Freed.IsZero() || r.Gaps() {
		x.Unsure = true
		return
	}
	o.scratch = w.translate(g, o.scratch[:0])
	o.name(x, o.scratch, nil)
	x.Unsure = slices.Contains(o.scratch, -1)
}

// complete adds an access epoch that ends.
func (o *Ops) complete(r *Rank, c *Call, what op.What) {
	w := c.Win
	if on := w.Place(); on != nil && w.Start.Open {
		o.name(o.add(r, c, what, on), w.Start.targets, w.Start.puts)
	}
}

// opening adds an MPI_File_open that was entered or has returned.
func (o *Ops) opening(r *Rank, c *Call, what op.What) {
	id := r.files.idOf(c)
	if id == 0 {
		return
	}
	on := c.Comm.placeIn(tracker.Object{Class: calls.ClassFile, ID: id, Label: r.files.labelOf(c)})
	x := o.add(r, c, what, on)
	x.Failed = !c.ok()
	open := &op.Open{Amode: c.Arg("amode"), Hints: r.objects.infoContent(c.Arg("info"))}
	if s := event.Strings(c.InBlob); len(s) > 0 {
		open.Name = s[0]
	}
	if what == op.HasOpened && c.ok() {
		open.Dev, open.Ino = c.leaveWord("dev"), c.leaveWord("ino")
	}
	x.More = open
}

// viewed adds a view that is set, and accesses by the shared file pointer, for
// which all views must be the same.
func (o *Ops) viewed(r *Rank, c *Call) {
	f := c.File
	shared := c.Sem.IO.Data && c.Sem.IO.Pointer == calls.PointerShared && !f.View.Unknown
	if c.Kind != calls.FileSetView && !shared || r.Gaps() {
		return
	}
	on := f.Place()
	switch {
	case on == nil:
	case shared:
		o.add(r, c, op.UsesShared, on).Count = int64(f.View.sets)
	default:
		o.add(r, c, op.SetsView, on).More = r.objects.viewOf(c)
	}
}

// splitEnds adds the operation that an end call is about to end.
func (o *Ops) splitEnds(r *Rank, c *Call) {
	if s, on := c.File.Ends(c), c.File.Place(); s != nil && on != nil && !s.Failed {
		o.add(r, c, op.EndsSplit, on).Count = int64(s.number)
		x := o.add(r, c, op.EndsAccess, on)
		x.Count, x.Unsure = s.began, !c.ok()
	}
}

func (o *Ops) returned(r *Rank, c *Call, m Moment) {
	s := c.Sem
	if s.Makes == calls.ClassFile && m == Returned {
		o.opening(r, c, op.HasOpened)
	}
	if on := r.threads.over(c); s.Ordered && on != nil && m == Returned {
		x := o.add(r, c, op.Leaves, on)
		// An open may fail on one rank or on all: that says nothing about the order.
		x.Failed = !c.ok() && s.Makes != calls.ClassFile
	} else if !s.Quiet && len(r.Splits()) > 0 {
		o.add(r, c, op.Hears, nil)
	}
	if m != Returned || c.Win == nil {
		return
	}
	o.unlocks(r, c)
	if !c.ok() {
		if s.Epoch.OfPSCW() || s.Frees == calls.ClassWin {
			o.astray(r, c)
		}
		return
	}
	if s.Epoch.Passive() {
		o.settles(r, c)
	}
	switch s.Epoch {
	case calls.EpochComplete:
		o.complete(r, c, op.HasCompleted)
	case calls.EpochTest:
		if c.OutWord(int(s.Flag)) != 0 {
			o.waited(r, c)
		}
	case calls.EpochWait:
		o.waited(r, c)
	}
}

// waited adds an exposure epoch that has ended.
func (o *Ops) waited(r *Rank, c *Call) {
	w := c.Win
	if on := w.Place(); on != nil && w.Post.Open {
		o.name(o.add(r, c, op.Waits, on), w.Post.origins, nil)
	}
}

func (o *Ops) astray(r *Rank, c *Call) {
	if on := c.Win.Place(); on != nil {
		o.add(r, c, op.Strays, on)
	}
}

// synchronizes reports whether no rank can complete the collective call
// before all have entered it. Between the groups of an intercommunicator a rank
// waits for those of the other group alone.
func (r *Rank) synchronizes(c *Call) bool {
	s := c.Sem
	switch {
	case s.Over == calls.ClassComm && c.Comm.Inter:
		return false
	case s.Flow == calls.FlowAgreement: // what has a root meets other processes there
		return s.Root < 0 && (s.Makes == calls.ClassComm || s.Makes == calls.ClassWin)
	case s.Flow != calls.FlowAllToAll:
		return false
	case s.Epoch == calls.EpochFence:
		return c.In[s.Assert]&r.Flavour.ModeNoPrecede == 0
	case s.Frees == calls.ClassWin:
		return c.Win.Info["no_locks"] != "true" // then it need not wait
	}
	return len(s.Buffers) == 0 || s.Amount >= 0 && c.In[s.Amount] > 0
}

// after takes a call that has just been applied.
func (o *Ops) after(r *Rank, c *Call) {
	s := c.Sem
	switch {
	case s.IO.Half == calls.SplitBegin:
		o.splitBegun(r, c)
		return
	case !c.ok() && s.Frees == calls.ClassWin && c.Win != nil && !c.Win.Known() && c.Win.place != nil:
		o.add(r, c, op.Forgets, c.Win.place)
		return
	case !c.ok():
		return
	case s.Makes == calls.ClassWin:
		o.created(r, c)
	case founds(s):
		o.founded(r, c)
	case s.Frees == calls.ClassWin && c.Win != nil && c.Win.place != nil:
		o.add(r, c, op.Frees, c.Win.place)
	case s.Frees == calls.ClassFile && c.File != nil && c.File.place != nil:
		o.add(r, c, op.Frees, c.File.place)
	case drains(c) && !r.blind.messages && !r.Bsend().Others: // else it is not known which messages were in the buffer
		o.add(r, c, op.Drains, nil)
	case c.Kind == calls.WinAttach, c.Kind == calls.WinDetach:
		if on := c.Win.Place(); on != nil {
			what := op.Attaches
			if c.Kind == calls.WinDetach {
				what = op.Detaches
			}
			o.add(r, c, what, on).Data = op.Data{Disp: c.Arg("base"), Count: c.Arg("size")}
		}
	}
}

func (o *Ops) created(r *Rank, c *Call) {
	w := c.Win
	if on := w.Place(); on != nil && len(w.Members) > 0 {
		o.add(r, c, op.Creates, on).More = &op.WinMade{Flavor: w.Flavor, Model: w.Model, Base: w.Base, Size: w.Size, DispUnit: w.DispUnit, Site: w.Made}
	}
}

func (o *Ops) splitBegun(r *Rank, c *Call) {
	if c.File == nil {
		return
	}
	s := c.File.Active()
	if s == nil || s.Begin != c.Site {
		return // the call failed
	}
	s.since = r.Records
	if on := c.File.Place(); on != nil {
		x := o.add(r, c, op.BeginsSplit, on)
		x.Count, x.Data = int64(s.number), op.Data{Disp: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type, Writes: s.IO.Write}
	}
}
