package rank

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// before emits a side of a call that is about to be applied.
func (o teller) before(r *Rank, c *call.Call, m record.Moment) {
	s := c.Sem
	switch {
	case s.RMA != calls.NoRMA:
		if m == record.Entered {
			o.touches(r, c)
			o.access(r, c)
		}
		if (m == record.Returned || c.Once) && !c.Ok() && c.Told.Arrived > 0 {
			o.Retracts(r.head(c, c.Win.Place())).Access = c.Told.Arrived
		}
		return
	case m == record.Entered:
		exchanges := s.Exchange != calls.NoExchange
		if exchanges { // before other ranks receive what the call sends
			o.touches(r, c)
		}
		if o.entered(r, c); !exchanges {
			o.touches(r, c)
		}
		if c.Kind == calls.WinDetach {
			o.detaches(r, c)
		}
		if !c.Once {
			return
		}
	}
	o.syncsMemory(r, c)
	o.endTouches(r, c)
	if messages.MessageParts[c.Kind] != messages.NoPart {
		o.messagesReturned(r, c)
	}
	o.learns(r, c)
	o.revokes(r, c)
	if c.File != nil && m == record.Returned {
		o.onFile(r, c)
	}
	o.returned(r, c, m)
}

func (o teller) entered(r *Rank, c *call.Call) {
	s := c.Sem
	c.Told.Began = r.Records
	o.syncsMemory(r, c)
	if messages.MessageParts[c.Kind] != messages.NoPart {
		o.messagesEntered(r, c)
	}
	if s.Makes == calls.ClassFile {
		o.opening(r, c, o.Opens)
	}
	if s.Ordered {
		if on := r.Threads.Over(c); on != nil {
			x := o.Arrives(r.head(c, on))
			c.Told.Arrived = x.N
			x.Sync = r.synchronizes(c)
			o.agree(r, c, &x.Args)
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
		o.ends(r, c, o.Completes)
	case s.Epoch == calls.EpochLock, s.Epoch == calls.EpochLockAll:
		o.asksForLock(r, c)
	}
	if s.Epoch == calls.EpochFence || s.Frees == calls.ClassWin {
		o.settles(r, c)
	}
}

// withItself handles a collective call on a communicator with one process. It emits the call if the rank exchanges data
// with itself whose send and receive sides may not match.
func (o teller) withItself(r *Rank, c *call.Call) {
	on := c.Comm.Place()
	if on == nil || !on.Alone() || r.Threads.Dissolves(c) {
		return
	}
	r.End.WithItself(&c.Call, on.Object)
	if c.Sem.Exchange == calls.NoExchange || c.Sem.Exchange == calls.ExchangeSame {
		return
	}
	if x := r.Messages.Exchange(&c.Call, c.Comm, &c.Used.Parts); x.Give.Use == op.Used && x.Take.Use == op.Used &&
		!x.Even(len(c.Sem.EnterBlob) > 0) {
		o.agree(r, c, &o.Exchanges(r.head(c, on)).Args)
	}
}

// named emits a start or post with the group that it names.
func (o teller) named(r *Rank, c *call.Call) {
	w, g := c.Win, r.Objects.Group(c.In[c.Sem.Group])
	on := w.Place()
	if on == nil || g.None() {
		return
	}
	begins, open := o.Starts, w.Start.Active()
	if c.Sem.Epoch == calls.EpochPost {
		begins, open = o.Posts, w.Post.Active()
	}
	x := begins(r.head(c, on))
	x.Assert = c.In[c.Sem.Assert]
	if open || g == nil || g.Null() || !g.Freed.IsZero() || r.Gaps() {
		x.Unsure = true
		return
	}
	r.Windows.Named = w.Translate(g, r.Windows.Named[:0])
	x.Ranks, x.Unsure = o.KeepRanks(r.Windows.Named), slices.Contains(r.Windows.Named, -1)
}

// ends emits the end of an access epoch.
func (o teller) ends(r *Rank, c *call.Call, add func(op.Head) *op.EpochEnd) {
	w := c.Win
	if on := w.Place(); on != nil && w.Start.Open {
		x := add(r.head(c, on))
		x.Ranks, x.Puts = o.KeepRanks(w.Start.Targets), o.KeepPuts(w.Start.Puts)
	}
}

// opening emits an MPI_File_open that was entered or has returned.
func (o teller) opening(r *Rank, c *call.Call, opens func(op.Head) *op.FileOpen) *op.FileOpen {
	id := r.Files.IdOf(c.Comm)
	if id == 0 {
		return nil
	}
	on := c.Comm.PlaceIn(tracker.Object{Class: calls.ClassFile, ID: id, Label: r.Files.LabelOf(&c.Call, c.Comm)})
	x := opens(r.head(c, on))
	x.Failed, x.Amode, x.Hints = !c.Ok(), c.Arg("amode"), r.Objects.InfoContent(c.Arg("info"))
	if s := event.Strings(c.InBlob); len(s) > 0 {
		x.Name = s[0]
	}
	return x
}

// viewed emits a view that is set, and accesses through the shared file pointer, for which all views must be equal.
func (o teller) viewed(r *Rank, c *call.Call) {
	f := c.File
	shared := c.Sem.IO.Data && c.Sem.IO.Pointer == calls.PointerShared && !f.View.Unknown
	if c.Kind != calls.FileSetView && !shared || r.Gaps() {
		return
	}
	on := f.Place()
	switch {
	case on == nil:
	case shared:
		o.UsesShared(r.head(c, on)).View = f.View.Sets
	default:
		o.SetsView(r.head(c, on)).ViewSet = r.viewOf(c)
	}
}

func (o teller) returned(r *Rank, c *call.Call, m record.Moment) {
	s := c.Sem
	if s.Makes == calls.ClassFile && m == record.Returned {
		x := o.opening(r, c, o.HasOpened)
		if x != nil && c.Ok() {
			x.Dev, x.Ino = c.LeaveWord("dev"), c.LeaveWord("ino")
		}
	}
	if on := r.Threads.Over(c); s.Ordered && on != nil && m == record.Returned {
		x := o.Leaves(r.head(c, on))
		// An open may fail on one rank or on all, so a failure proves nothing about the order.
		x.Failed = !c.Ok() && s.Makes != calls.ClassFile
	} else if !s.Quiet && len(r.Files.Splits) > 0 {
		o.Hears(r.head(c, nil))
	}
	if m != record.Returned || c.Win == nil {
		return
	}
	o.unlocks(r, c)
	if !c.Ok() {
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
		o.ends(r, c, o.HasCompleted)
	case calls.EpochTest:
		if c.OutWord(int(s.Flag)) != 0 {
			o.waited(r, c)
		}
	case calls.EpochWait:
		o.waited(r, c)
	}
}

// waited emits the end of an exposure epoch.
func (o teller) waited(r *Rank, c *call.Call) {
	w := c.Win
	if on := w.Place(); on != nil && w.Post.Open {
		o.Waits(r.head(c, on)).Ranks = o.KeepRanks(w.Post.Origins)
	}
}

func (o teller) astray(r *Rank, c *call.Call) {
	if on := c.Win.Place(); on != nil {
		o.Strays(r.head(c, on))
	}
}

// synchronizes reports whether no rank can complete the collective call before every rank has entered it. On an
// intercommunicator a rank waits only for the other group, so the answer is no.
func (r *Rank) synchronizes(c *call.Call) bool {
	s := c.Sem
	switch {
	case s.Over == calls.ClassComm && c.Comm.Inter:
		return false
	case s.Flow == calls.FlowAgreement: // with a root, the creation involves processes of another group
		return s.Root < 0 && (s.Makes == calls.ClassComm || s.Makes == calls.ClassWin)
	case s.Flow != calls.FlowAllToAll:
		return false
	case s.Epoch == calls.EpochFence:
		return c.In[s.Assert]&r.Flavour.ModeNoPrecede == 0
	case s.Frees == calls.ClassWin:
		return c.Win.Info["no_locks"] != "true" // with no_locks the call need not wait
	}
	return len(s.Buffers) == 0 || s.Amount >= 0 && c.In[s.Amount] > 0
}

// after emits the ops of a call that has just been applied.
func (o teller) after(r *Rank, c *call.Call) {
	s := c.Sem
	switch {
	case s.IO.Half == calls.SplitBegin:
		o.splitBegun(r, c)
		return
	case !c.Ok() && s.Frees == calls.ClassWin && c.Win != nil && !c.Win.Known() && c.Win.LastPlace != nil:
		o.Forgets(r.head(c, c.Win.LastPlace))
		return
	case !c.Ok():
		return
	case s.Makes == calls.ClassWin:
		o.created(r, c)
	case founds(s):
		o.founded(r, c)
	case s.Frees == calls.ClassWin && c.Win != nil && c.Win.LastPlace != nil:
		o.Frees(r.head(c, c.Win.LastPlace))
	case s.Frees == calls.ClassFile && c.File != nil && c.File.LastPlace != nil:
		o.Frees(r.head(c, c.File.LastPlace))
	case messages.Drains(&c.Call) && !r.Blind.Messages && !r.Messages.Bsend.Others: // else the messages are unknown
		o.Drains(r.head(c, nil))
	case c.Kind == calls.WinAttach, c.Kind == calls.WinDetach:
		if on := c.Win.Place(); on != nil {
			add := o.Attaches
			if c.Kind == calls.WinDetach {
				add = o.Detaches
			}
			x := add(r.head(c, on))
			x.Base, x.Size = c.Arg("base"), c.Arg("size")
		}
	}
}

func (o teller) created(r *Rank, c *call.Call) {
	w := c.Win
	if on := w.Place(); on != nil && len(w.Members) > 0 {
		o.Creates(r.head(c, on)).Win = op.WinMade{Flavor: w.Flavor, Model: w.Model, Base: w.Base, Size: w.Size,
			DispUnit: w.DispUnit, Site: w.Made}
	}
}

func (o teller) splitBegun(r *Rank, c *call.Call) {
	if c.File == nil {
		return
	}
	s := c.File.Active()
	if s == nil || s.Begin != c.Site {
		return // the call failed
	}
	s.Since = r.Records
	if on := c.File.Place(); on != nil {
		x := o.BeginsSplit(r.head(c, on))
		x.Number, x.Data = int64(s.Number),
			op.Data{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type, Writes: s.IO.Write}
	}
}

// messagesEntered emits the messages that an entered call sends and receives.
func (o teller) messagesEntered(r *Rank, c *call.Call) {
	switch messages.MessageParts[c.Kind] {
	case messages.PostsMessage:
		o.messages(r, c)
	case messages.TakesMessage:
		o.takes(r, c)
	case messages.StartsMessages:
		o.started(r, c)
	}
}

// messagesReturned emits the messages that a returned call sent, received or found.
func (o teller) messagesReturned(r *Rank, c *call.Call) {
	switch messages.MessageParts[c.Kind] {
	case messages.PostsMessage, messages.TakesMessage:
		o.received(r, c)
	case messages.StartsMessages:
		if !c.Ok() {
			o.notStarted(r, c)
		}
	case messages.SeesMessage:
		o.seen(r, c)
	case messages.FindsMessage:
		o.probed(r, c)
	case messages.EndsMessages:
		o.completes(r, c)
	}
}
