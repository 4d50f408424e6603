package rank

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// step is what a kind of call does to the state when it has returned.
type step struct {
	any    func(*Rank, *call.Call) // whatever it returned; done and failed are then ignored
	done   func(*Rank, *call.Call) // it returned MPI_SUCCESS
	failed func(*Rank, *call.Call) // it returned an error
}

// What a call does to one part of a rank alone.
func inObjects(f func(*objects.Objects, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.objects, &c.Call) }
}

func inRequests(f func(*requests.Requests, *record.Call, *requests.Asked)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.requests, &c.Call, &c.Asked) }
}

func inMemory(f func(*memory.Memory, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.memory, &c.Call) }
}

func inWindows(f func(*windows.Windows, *record.Call, *windows.Win)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.windows, &c.Call, c.Win) }
}

func inFiles(f func(*files.Files, *record.Call, *files.File)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.files, &c.Call, c.File) }
}

func inMessages(f func(*messages.Messages, *record.Call)) func(*Rank, *call.Call) {
	return func(r *Rank, c *call.Call) { f(&r.messages, &c.Call) }
}

// steps follow from what the table says of each call. A call that creates,
// frees or completes something of a known class needs no line here.
var steps = func() *[calls.MaxKind]step {
	var t [calls.MaxKind]step
	for i := range calls.Table {
		k := calls.Table[i].Kind
		t[k] = stepOf(calls.Of(k))
	}
	for k, f := range special {
		t[k].done = f
	}
	return &t
}()

func stepOf(s *calls.Sem) step {
	switch {
	case s.RMA != calls.NoRMA:
		return step{any: (*Rank).applyRMA}
	case s.Completes != calls.CompletesNone:
		// Without a second indirect call: loops wait often.
		return step{any: func(r *Rank, c *call.Call) { r.requests.Complete(&c.Call, &c.Asked) }}
	case s.IO.Data:
		return step{any: (*Rank).applyIO}
	case s.Makes == calls.ClassFile:
		return step{any: (*Rank).openFile}
	case s.Step == calls.RequestActivate:
		return step{done: inRequests((*requests.Requests).Activate), failed: inRequests((*requests.Requests).DoubtAll)}
	case s.Step == calls.RequestReady:
		return step{any: inRequests((*requests.Requests).Ready)}
	case s.Step == calls.RequestArrived:
		return step{done: inRequests((*requests.Requests).Arrived)}
	case s.Step == calls.RequestCancel:
		return step{done: inRequests((*requests.Requests).Cancel)}
	case s.Step == calls.RequestFinish:
		return step{done: inRequests((*requests.Requests).Finish)}
	case s.Starts == calls.StartsMakeComm:
		return step{done: func(r *Rank, c *call.Call) {
			r.objects.NewComm(&c.Call, c.Comm)
			r.followComm(c)
			r.startMaking(c)
		}}
	case s.Starts == calls.StartsMessage && s.Message >= 0:
		return step{done: func(r *Rank, c *call.Call) {
			r.messages.ReceiveMatched(&c.Call)
			r.followComm(c)
		}, failed: failsToFree[calls.ClassMessage]}
	case s.Starts != calls.NoOperation:
		return step{done: (*Rank).followComm}
	case s.Epoch != calls.NoEpochStep:
		return step{done: (*Rank).synchronize, failed: (*Rank).failedSync}
	case s.Frees != 0:
		return step{done: frees[s.Frees], failed: failsToFree[s.Frees]}
	case s.Makes != 0:
		return step{done: makes[s.Makes]}
	}
	return step{failed: failures[s.Kind]}
}

// makes registers the object that a call has created, by its class.
var makes = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:   (*Rank).newWin,
	calls.ClassComm:  func(r *Rank, c *call.Call) { r.objects.NewComm(&c.Call, c.Comm) },
	calls.ClassGroup: inObjects((*objects.Objects).NewGroup),
	calls.ClassDatatype: func(r *Rank, c *call.Call) {
		if d := r.Types().Create(c.Kind, c.In[:c.NIn], c.InBlob, c.Out, c.Site); d != nil && d.Made == c.Site {
			d.Born(c.Site, c.End)
			d.Large = c.Large
		}
		if c.Kind == calls.TypeDup {
			r.objects.Copied(r.Types().Lookup(c.Arg("oldtype")))
		}
	},
	calls.ClassOp: func(r *Rank, c *call.Call) {
		o := &objects.Operation{Commutes: c.Arg("commute") != 0}
		o.Born(c.Site, c.End)
		r.objects.Ops.Put(c.Made(), o)
	},
	calls.ClassMessage:    func(r *Rank, c *call.Call) { r.messages.ProbeMatched(&c.Call, c.Comm, c.Told.Received) },
	calls.ClassInfo:       inObjects((*objects.Objects).NewInfo),
	calls.ClassErrhandler: inObjects((*objects.Objects).NewErrhandler),
	calls.ClassKeyval:     inObjects((*objects.Objects).NewKeyval),
	calls.ClassMemory:     inMemory((*memory.Memory).AllocMem),
}

// frees marks the object that a call has freed, by its class.
var frees = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:  (*Rank).freeWin,
	calls.ClassFile: inFiles((*files.Files).Close),
	calls.ClassComm: func(r *Rank, c *call.Call) {
		if c.Comm != nil {
			c.Comm.Free(c.Site, c.Time)
			r.objects.NoHolder(c.Comm)
		}
	},
	calls.ClassGroup: inObjects((*objects.Objects).FreeGroup),
	calls.ClassDatatype: func(r *Rank, c *call.Call) {
		if d := r.Types().Lookup(c.Freed()); d != nil && !d.Younger(c.Time) {
			r.objects.NoHolder(d)
		}
		r.Types().Free(c.Freed(), c.Site, c.Time)
	},
	calls.ClassSession:    func(r *Rank, c *call.Call) { r.objects.Sessions.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassOp:         func(r *Rank, c *call.Call) { r.objects.Ops.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassInfo:       func(r *Rank, c *call.Call) { r.objects.Infos.Free(c.Freed(), c.Site, c.Time) },
	calls.ClassErrhandler: inObjects((*objects.Objects).FreeErrhandler),
	calls.ClassKeyval:     (*Rank).useKeyval,
	calls.ClassMessage:    inMessages((*messages.Messages).ReceiveMatched),
	calls.ClassMemory:     inMemory((*memory.Memory).FreeMem),
}

// failsToFree is what a call that could not free its object leaves behind:
// whether the object still exists is unknown.
var failsToFree = map[calls.Class]func(*Rank, *call.Call){
	calls.ClassWin:     (*Rank).loseWin,
	calls.ClassFile:    inFiles((*files.Files).Lose),
	calls.ClassSession: (*Rank).keepSession,
	calls.ClassMessage: inMessages((*messages.Messages).LoseMatched),
}

// failures are the other calls that leave something behind although they failed.
var failures = map[calls.Kind]func(*Rank, *call.Call){
	calls.WinAttach:   inWindows((*windows.Windows).RefuseAttach),
	calls.FileSetView: inFiles((*files.Files).LoseView),
	calls.FileSeek:    inFiles((*files.Files).LoseSeek),

	calls.CommAttachBuffer:    inMessages((*messages.Messages).OtherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages.Messages).OtherBuffer),

	calls.BufferAttach: inMessages((*messages.Messages).FailsToAttach),
	calls.BufferDetach: inMessages((*messages.Messages).DoubtBuffer),
}

// special are the calls that change something of their own.
var special = map[calls.Kind]func(*Rank, *call.Call){
	calls.Init:       func(r *Rank, c *call.Call) { r.sessions.Initialize(c.Site) },
	calls.InitThread: func(r *Rank, c *call.Call) { r.sessions.Initialize(c.Site) },
	calls.SessionInit: func(r *Rank, c *call.Call) {
		r.objects.NewSession(&c.Call)
		r.sessions.Open(c.Site)
	},

	calls.CommSetName:     (*Rank).nameCommAs,
	calls.TypeSetName:     inObjects((*objects.Objects).NameTypeAs),
	calls.WinSetName:      (*Rank).nameWinAs,
	calls.TypeGetContents: inObjects((*objects.Objects).LookInside),
	calls.TypeCommit:      inObjects((*objects.Objects).Commit),

	calls.BufferAttach:        inMessages((*messages.Messages).AttachBuffer),
	calls.BufferDetach:        inMessages((*messages.Messages).DetachBuffer),
	calls.CommAttachBuffer:    inMessages((*messages.Messages).OtherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages.Messages).OtherBuffer),

	calls.InfoSet:    inObjects((*objects.Objects).SetInfo),
	calls.InfoDelete: inObjects((*objects.Objects).DeleteInfo),
	calls.WinSetInfo: (*Rank).setWinInfo,
	calls.CommSetInfo: func(r *Rank, c *call.Call) {
		if c.Comm != nil {
			c.Comm.Hint(c.Site, r.objects.Info(c.Arg("info")))
		}
	},
	calls.WinAttach: inWindows((*windows.Windows).Attach),
	calls.WinDetach: inWindows((*windows.Windows).Detach),

	calls.WinSharedQuery: inWindows((*windows.Windows).SharedQuery),

	calls.CommGetAttr:    inMessages((*messages.Messages).ReadAttr),
	calls.AttrGet:        inMessages((*messages.Messages).ReadAttr),
	calls.WinSetAttr:     (*Rank).useKeyval,
	calls.WinDeleteAttr:  (*Rank).useKeyval,
	calls.CommSetAttr:    (*Rank).useKeyval,
	calls.CommDeleteAttr: (*Rank).useKeyval,
	calls.AttrPut:        (*Rank).useKeyval,
	calls.AttrDelete:     (*Rank).useKeyval,
	calls.TypeSetAttr:    (*Rank).useKeyval,
	calls.TypeDeleteAttr: (*Rank).useKeyval,

	calls.RegisterDatarep:  func(r *Rank, c *call.Call) { r.files.RegisterDatarep(&c.Call) },
	calls.FileSetView:      (*Rank).setView,
	calls.FileSetAtomicity: inFiles((*files.Files).SetAtomicity),
	calls.FileSeek:         inFiles((*files.Files).Seek),
	calls.FileGetView:      func(r *Rank, _ *call.Call) { r.Types().HandOut() },
}

func (r *Rank) nameCommAs(c *call.Call) {
	if name, _ := c.Text(); name != "" && c.Comm != nil {
		c.Comm.Rename(fmt.Sprintf("communicator %q", name))
	}
}

func (r *Rank) nameWinAs(c *call.Call) {
	if name, _ := c.Text(); name != "" && c.Win != nil && c.Win.Alive() {
		c.Win.Rename(fmt.Sprintf("%s %q", strings.SplitN(c.Win.Label, " \"", 2)[0], name))
	}
}

// Apply changes the state by the side of the call that Feed returned, and adds to
// out what other ranks may meet of it; out may be nil.
func (r *Rank) Apply(c *call.Call, m record.Moment, out *op.Ops) {
	told := out != nil && !r.Gap
	if r.memory.InUse.GivenUp() && mayHear(c.Sem) {
		r.memory.InUse.Heard()
	}
	if told {
		teller{out}.before(r, c, m)
	}
	if m == record.Entered {
		if !c.Calm {
			r.applyEnter(c)
		}
		if !c.Once {
			return
		}
	}
	if c.Calm && c.Slot.Changes == r.Changes {
		r.applyCalm(c)
	} else {
		r.applyAny(c)
	}
	if r.memory.InUse.GivenUp() && r.windows.HaveMemory() {
		r.memory.InUse.Heard() // loads from it may tell
	}
	if told && m == record.Returned {
		teller{out}.after(r, c)
	}
	r.threads.Of(int(c.Site.Ring)).Pop()
}

// mayHear reports whether a rank may learn by a call what others have done: by all but those that only start operations on
// messages, or give them up.
func mayHear(s *calls.Sem) bool {
	switch {
	case s.Completes == calls.CompletesFree, s.Step == calls.RequestActivate, s.Step == calls.RequestReady:
		return false
	}
	return s.Starts != calls.StartsMessage && s.Starts != calls.StartsCollective
}

// applyAny changes the state by any call that has returned.
func (r *Rank) applyAny(c *call.Call) {
	if c.Win == nil && c.Sem.Win >= 0 {
		c.Win = r.windows.Meet(&c.Call, c.WinHandle)
	}
	if c.File == nil && c.Sem.File >= 0 {
		c.File = r.files.Meet(&c.Call, c.FileHandle)
	}
	r.applyReturn(c)
	if r.Blind.Any {
		r.forget(&r.Blind)
	}
}

// applyEnter changes what a call changes by being entered: the end of MPI, after
// which no call may come, and what is known of an object created elsewhere.
func (r *Rank) applyEnter(c *call.Call) {
	if r.Finalized() {
		r.straysIn(c)
	}
	switch c.Kind {
	case calls.Finalize:
		r.sessions.Finalize(c.Site)
		r.threads.Finalizing(r.OthersIn(c))
	case calls.SessionFinalize:
		r.leaveSession(c)
	case calls.CommDisconnect:
		r.requests.Disconnect(c.Comm, c.Site)
	}
	if w := c.Win; w != nil && !w.Known() && w.Made.IsZero() {
		w.Made = c.Site
	}
	if c.File != nil {
		r.requests.Early(&c.Call, c.File)
	}
	if c.Comm != nil && c.Comm.Making {
		r.requests.UseEarly(c.Comm, c.Site)
	}
}

// applyReturn changes the state by a call that has returned or, for calls with
// one record only, by the call itself. A call that failed changes little, and
// its requests count as complete.
func (r *Rank) applyReturn(c *call.Call) {
	if len(r.Splits()) > 0 {
		r.memory.Touch(c)
	}
	if c.Win != nil && len(c.Win.Accs) > 0 {
		c.Win.SettleAccs(&c.Call)
	}
	if r.Bsend().Attached {
		r.messages.UseBuffer(&c.Call, r.BufferSpace(c))
	}
	if r.windows.HaveMemory() && call.WritesMemory[c.Kind] {
		r.memory.StoresBy(c)
	}
	if !objects.Owning[c.Kind] {
		r.step(c)
		return
	}
	old := r.objects.Replaced(&c.Call)
	r.objects.Release(&c.Call, c.Comm)
	r.step(c)
	r.objects.Keep(&c.Call, old)
}

// step does what the call's line in steps says.
func (r *Rank) step(c *call.Call) {
	s := &steps[c.Kind]
	switch {
	case s.any != nil:
		s.any(r, c)
	case c.Ok():
		if s.done != nil {
			s.done(r, c)
		}
	case s.failed != nil:
		s.failed(r, c)
	}
}

// startMaking notes that a communicator must not be used before a request is complete.
func (r *Rank) startMaking(c *call.Call) { r.requests.Makes(&c.Call, r.objects.CommOf(c.OutWord(0))) }

// leaveSession takes an MPI_Session_finalize that was entered.
func (r *Rank) leaveSession(c *call.Call) {
	if r.objects.OpenSession(c.Freed()) {
		r.sessions.Leave(c.Site)
	}
}

// keepSession takes an MPI_Session_finalize that has failed.
func (r *Rank) keepSession(c *call.Call) {
	if r.objects.OpenSession(c.Freed()) {
		r.sessions.Stay(c.Site)
	}
}

// useKeyval takes a call that sets or deletes an attribute, or frees the key.
func (r *Rank) useKeyval(c *call.Call) { r.objects.UseKeyval(&c.Call, r.holder(c)) }

// holder returns the object whose attribute a call sets or deletes, nil if it is
// unknown.
func (r *Rank) holder(c *call.Call) any {
	switch c.Sem.For {
	case calls.ClassWin:
		if c.Win != nil {
			return c.Win
		}
	case calls.ClassComm:
		if c.Comm != nil {
			return c.Comm
		}
	case calls.ClassDatatype:
		if d := r.Types().Lookup(c.Arg("datatype")); d != nil {
			return d
		}
	}
	return nil
}
