package state

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// step is what a kind of call does to the state when it has returned.
type step struct {
	any    func(*Rank, *Call) // whatever it returned; done and failed are then ignored
	done   func(*Rank, *Call) // it returned MPI_SUCCESS
	failed func(*Rank, *Call) // it returned an error
}

// What a call does to one part of a rank alone.
func inObjects(f func(*objects, *recorded)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.objects, &c.recorded) }
}

func inRequests(f func(*requests, *recorded, *asked)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.requests, &c.recorded, &c.asked) }
}

func inMemory(f func(*memory, *recorded)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.memory, &c.recorded) }
}

func inWindows(f func(*windows, *recorded, *Win)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.windows, &c.recorded, c.Win) }
}

func inFiles(f func(*files, *recorded, *File)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.files, &c.recorded, c.File) }
}

func inMessages(f func(*messages, *recorded)) func(*Rank, *Call) {
	return func(r *Rank, c *Call) { f(&r.messages, &c.recorded) }
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
		return step{any: func(r *Rank, c *Call) { r.requests.complete(&c.recorded, &c.asked) }}
	case s.IO.Data:
		return step{any: (*Rank).applyIO}
	case s.Makes == calls.ClassFile:
		return step{any: (*Rank).openFile}
	case s.Step == calls.RequestActivate:
		return step{done: inRequests((*requests).activate), failed: inRequests((*requests).doubtAll)}
	case s.Step == calls.RequestReady:
		return step{any: inRequests((*requests).ready)}
	case s.Step == calls.RequestArrived:
		return step{done: inRequests((*requests).arrived)}
	case s.Step == calls.RequestCancel:
		return step{done: inRequests((*requests).cancel)}
	case s.Step == calls.RequestFinish:
		return step{done: inRequests((*requests).finish)}
	case s.Starts == calls.StartsMakeComm:
		return step{done: func(r *Rank, c *Call) {
			r.objects.newComm(&c.recorded, c.Comm)
			r.followComm(c)
			r.startMaking(c)
		}}
	case s.Starts == calls.StartsMessage && s.Message >= 0:
		return step{done: func(r *Rank, c *Call) {
			r.messages.receiveMatched(&c.recorded)
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
var makes = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:   (*Rank).newWin,
	calls.ClassComm:  func(r *Rank, c *Call) { r.objects.newComm(&c.recorded, c.Comm) },
	calls.ClassGroup: inObjects((*objects).newGroup),
	calls.ClassDatatype: func(r *Rank, c *Call) {
		if d := r.Types().Create(c.Kind, c.In[:c.NIn], c.InBlob, c.Out, c.Site); d != nil && d.Made == c.Site {
			d.Born(c.Site, c.End)
			d.Large = c.Large
		}
		if c.Kind == calls.TypeDup {
			r.objects.copied(r.Types().Lookup(c.Arg("oldtype")))
		}
	},
	calls.ClassOp: func(r *Rank, c *Call) {
		o := &Operation{commutes: c.Arg("commute") != 0}
		o.Born(c.Site, c.End)
		r.objects.ops.Put(c.made(), o)
	},
	calls.ClassMessage:    func(r *Rank, c *Call) { r.messages.probeMatched(&c.recorded, c.Comm, c.told.received) },
	calls.ClassInfo:       inObjects((*objects).newInfo),
	calls.ClassErrhandler: inObjects((*objects).newErrhandler),
	calls.ClassKeyval:     inObjects((*objects).newKeyval),
	calls.ClassMemory:     inMemory((*memory).allocMem),
}

// frees marks the object that a call has freed, by its class.
var frees = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:  (*Rank).freeWin,
	calls.ClassFile: inFiles((*files).close),
	calls.ClassComm: func(r *Rank, c *Call) {
		if c.Comm != nil {
			c.Comm.Free(c.Site, c.Time)
			r.objects.noHolder(c.Comm)
		}
	},
	calls.ClassGroup: inObjects((*objects).freeGroup),
	calls.ClassDatatype: func(r *Rank, c *Call) {
		if d := r.Types().Lookup(c.freed()); d != nil && !d.Younger(c.Time) {
			r.objects.noHolder(d)
		}
		r.Types().Free(c.freed(), c.Site, c.Time)
	},
	calls.ClassSession:    func(r *Rank, c *Call) { r.objects.sessions.Free(c.freed(), c.Site, c.Time) },
	calls.ClassOp:         func(r *Rank, c *Call) { r.objects.ops.Free(c.freed(), c.Site, c.Time) },
	calls.ClassInfo:       func(r *Rank, c *Call) { r.objects.infos.Free(c.freed(), c.Site, c.Time) },
	calls.ClassErrhandler: inObjects((*objects).freeErrhandler),
	calls.ClassKeyval:     (*Rank).useKeyval,
	calls.ClassMessage:    inMessages((*messages).receiveMatched),
	calls.ClassMemory:     inMemory((*memory).freeMem),
}

// failsToFree is what a call that could not free its object leaves behind:
// whether the object still exists is unknown.
var failsToFree = map[calls.Class]func(*Rank, *Call){
	calls.ClassWin:     (*Rank).loseWin,
	calls.ClassFile:    inFiles((*files).lose),
	calls.ClassSession: (*Rank).keepSession,
	calls.ClassMessage: inMessages((*messages).loseMatched),
}

// failures are the other calls that leave something behind although they failed.
var failures = map[calls.Kind]func(*Rank, *Call){
	calls.WinAttach:   inWindows((*windows).refuseAttach),
	calls.FileSetView: inFiles((*files).loseView),
	calls.FileSeek:    inFiles((*files).loseSeek),

	calls.CommAttachBuffer:    inMessages((*messages).otherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages).otherBuffer),

	calls.BufferAttach: inMessages((*messages).failsToAttach),
	calls.BufferDetach: inMessages((*messages).doubtBuffer),
}

// special are the calls that change something of their own.
var special = map[calls.Kind]func(*Rank, *Call){
	calls.Init:       func(r *Rank, c *Call) { r.sessions.initialize(c.Site) },
	calls.InitThread: func(r *Rank, c *Call) { r.sessions.initialize(c.Site) },
	calls.SessionInit: func(r *Rank, c *Call) {
		r.objects.newSession(&c.recorded)
		r.sessions.open(c.Site)
	},

	calls.CommSetName:     (*Rank).nameCommAs,
	calls.TypeSetName:     inObjects((*objects).nameTypeAs),
	calls.WinSetName:      (*Rank).nameWinAs,
	calls.TypeGetContents: inObjects((*objects).lookInside),
	calls.TypeCommit:      inObjects((*objects).commit),

	calls.BufferAttach:        inMessages((*messages).attachBuffer),
	calls.BufferDetach:        inMessages((*messages).detachBuffer),
	calls.CommAttachBuffer:    inMessages((*messages).otherBuffer),
	calls.SessionAttachBuffer: inMessages((*messages).otherBuffer),

	calls.InfoSet:    inObjects((*objects).setInfo),
	calls.InfoDelete: inObjects((*objects).deleteInfo),
	calls.WinSetInfo: (*Rank).setWinInfo,
	calls.CommSetInfo: func(r *Rank, c *Call) {
		if c.Comm != nil {
			c.Comm.hint(c.Site, r.objects.info(c.Arg("info")))
		}
	},
	calls.WinAttach: inWindows((*windows).attach),
	calls.WinDetach: inWindows((*windows).detach),

	calls.WinSharedQuery: inWindows((*windows).sharedQuery),

	calls.CommGetAttr:    inMessages((*messages).readAttr),
	calls.AttrGet:        inMessages((*messages).readAttr),
	calls.WinSetAttr:     (*Rank).useKeyval,
	calls.WinDeleteAttr:  (*Rank).useKeyval,
	calls.CommSetAttr:    (*Rank).useKeyval,
	calls.CommDeleteAttr: (*Rank).useKeyval,
	calls.AttrPut:        (*Rank).useKeyval,
	calls.AttrDelete:     (*Rank).useKeyval,
	calls.TypeSetAttr:    (*Rank).useKeyval,
	calls.TypeDeleteAttr: (*Rank).useKeyval,

	calls.RegisterDatarep:  func(r *Rank, c *Call) { r.files.registerDatarep(&c.recorded) },
	calls.FileSetView:      (*Rank).setView,
	calls.FileSetAtomicity: inFiles((*files).setAtomicity),
	calls.FileSeek:         inFiles((*files).seek),
	calls.FileGetView:      func(r *Rank, _ *Call) { r.Types().HandOut() },
}

func (r *Rank) nameCommAs(c *Call) {
	if name, _ := c.Text(); name != "" && c.Comm != nil {
		c.Comm.rename(fmt.Sprintf("communicator %q", name))
	}
}

func (o *objects) nameTypeAs(c *recorded) {
	if name, ok := c.Text(); ok {
		o.types.SetName(c.In[0], name)
	}
}

func (r *Rank) nameWinAs(c *Call) {
	if name, _ := c.Text(); name != "" && c.Win != nil && c.Win.Alive() {
		c.Win.rename(fmt.Sprintf("%s %q", strings.SplitN(c.Win.Label, " \"", 2)[0], name))
	}
}

// Apply changes the state by the side of the call that Feed returned, and adds to
// out what other ranks may meet of it; out may be nil.
func (r *Rank) Apply(c *Call, m Moment, out *op.Ops) {
	told := out != nil && !r.Gap
	if len(r.memory.inUse.givenUp) > 0 && mayHear(c.Sem) {
		r.memory.inUse.heard()
	}
	if told {
		teller{out}.before(r, c, m)
	}
	if m == Entered {
		if !c.calm {
			r.applyEnter(c)
		}
		if !c.Once {
			return
		}
	}
	if c.calm && c.slot.changes == r.changes {
		r.applyCalm(c)
	} else {
		r.applyAny(c)
	}
	if len(r.memory.inUse.givenUp) > 0 && r.windows.haveMemory() {
		r.memory.inUse.heard() // loads from it may tell
	}
	if told && m == Returned {
		teller{out}.after(r, c)
	}
	r.threads.of(int(c.Site.Ring)).pop()
}

// applyAny changes the state by any call that has returned.
func (r *Rank) applyAny(c *Call) {
	if c.Win == nil && c.Sem.Win >= 0 {
		c.Win = r.windows.meet(&c.recorded, c.WinHandle)
	}
	if c.File == nil && c.Sem.File >= 0 {
		c.File = r.files.meet(&c.recorded, c.FileHandle)
	}
	r.applyReturn(c)
	if r.blind.any {
		r.forget(&r.blind)
	}
}

// applyEnter changes what a call changes by being entered: the end of MPI, after
// which no call may come, and what is known of an object created elsewhere.
func (r *Rank) applyEnter(c *Call) {
	if r.Finalized() {
		r.straysIn(c)
	}
	switch c.Kind {
	case calls.Finalize:
		r.sessions.finalize(c.Site)
		r.threads.finalizing(r.OthersIn(c))
	case calls.SessionFinalize:
		r.leaveSession(c)
	case calls.CommDisconnect:
		r.requests.disconnect(c.Comm, c.Site)
	}
	if w := c.Win; w != nil && !w.Known() && w.Made.IsZero() {
		w.Made = c.Site
	}
	if c.File != nil {
		r.requests.early(&c.recorded, c.File)
	}
	if c.Comm != nil && c.Comm.making {
		r.requests.useEarly(c.Comm, c.Site)
	}
}

// applyReturn changes the state by a call that has returned or, for calls with
// one record only, by the call itself. A call that failed changes little, and
// its requests count as complete.
func (r *Rank) applyReturn(c *Call) {
	if len(r.Splits()) > 0 {
		r.memory.touch(c)
	}
	if c.Win != nil && len(c.Win.accs) > 0 {
		c.Win.settleAccs(&c.recorded)
	}
	if r.Bsend().Attached {
		r.messages.useBuffer(&c.recorded, r.BufferSpace(c))
	}
	if r.windows.haveMemory() && writesMemory[c.Kind] {
		r.memory.storesBy(c)
	}
	if !owning[c.Kind] {
		r.step(c)
		return
	}
	old := r.objects.replaced(&c.recorded)
	r.objects.release(&c.recorded, c.Comm)
	r.step(c)
	r.objects.keep(&c.recorded, old)
}

// step does what the call's line in steps says.
func (r *Rank) step(c *Call) {
	s := &steps[c.Kind]
	switch {
	case s.any != nil:
		s.any(r, c)
	case c.ok():
		if s.done != nil {
			s.done(r, c)
		}
	case s.failed != nil:
		s.failed(r, c)
	}
}

// startMaking notes that a communicator must not be used before a request is complete.
func (r *Rank) startMaking(c *Call) { r.requests.makes(&c.recorded, r.objects.commOf(c.OutWord(0))) }

// leaveSession takes an MPI_Session_finalize that was entered.
func (r *Rank) leaveSession(c *Call) {
	if r.objects.openSession(c.freed()) {
		r.sessions.leave(c.Site)
	}
}

// keepSession takes an MPI_Session_finalize that has failed.
func (r *Rank) keepSession(c *Call) {
	if r.objects.openSession(c.freed()) {
		r.sessions.stay(c.Site)
	}
}

// useKeyval takes a call that sets or deletes an attribute, or frees the key.
func (r *Rank) useKeyval(c *Call) { r.objects.useKeyval(&c.recorded, r.holder(c)) }

// holder returns the object whose attribute a call sets or deletes, nil if it is
// unknown.
func (r *Rank) holder(c *Call) any {
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
